// SPDX-License-Identifier: MIT
#include "program.hpp"

#include <cstdio>
#include <cstring>
#include <exception>
#include <new>
#include <string_view>

#include "commands.hpp"
#include "defcol/defcol.h"
#include "errors.hpp"
#include "printable.hpp"

namespace cli {
namespace {

constexpr const Command* commands[] = {
    &detect_command, &compare_command, &info_command, &backends_command, &replay_command, &report_command,
};

void print_help(std::FILE* file) {
    std::fputs("usage: defcol COMMAND [options] ...\n\nCollision detection for deforming meshes.\n\n", file);
    for (const Command* command : commands) {
        std::fprintf(file, "  %-10s %s\n", command->spec->name, command->spec->summary);
    }
    std::fputs("\n`defcol COMMAND --help` says more; `defcol --version` names the library.\n", file);
}

int run_command(std::span<char* const> words) {
    if (words.empty()) {
        print_help(stderr);
        return bad_input;
    }
    const std::string_view name = words[0];
    if (name == "--help" || name == "-h" || name == "help") {
        print_help(stdout);
        return done;
    }
    if (name == "--version") {
        std::printf("defcol %s\n", defcol_version_string());
        return done;
    }
    for (const Command* command : commands) {
        if (name != command->spec->name) continue;
        const Arguments arguments(*command->spec, words.subspan(1));
        if (arguments.has("--help")) {
            std::fputs(help_of(*command->spec).c_str(), stdout);
            return done;
        }
        return command->run(arguments);
    }
    throw Failure("unknown command \"" + printable(name) + "\"; see: defcol --help");
}

}  // namespace

std::span<const Command* const> all_commands() {
    return commands;
}

int run_program(std::span<char* const> words) {
    try {
        const int status = run_command(words);
        if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
            throw Failure(std::string("standard output: ") + std::strerror(errno));
        }
        return status;
    } catch (const Failure& failure) {
        std::fprintf(stderr, "defcol: %s\n", failure.what());
    } catch (const std::bad_alloc&) {
        std::fputs("defcol: out of memory\n", stderr);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "defcol: unexpected: %s\n", error.what());
    }
    return bad_input;
}

}  // namespace cli
