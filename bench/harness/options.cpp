// SPDX-License-Identifier: MIT
#include "harness/options.hpp"

#include <cstdlib>
#include <stdexcept>
#include <string_view>

namespace bench {

const char* usage() {
    return "usage: defcol_bench [OPTION...]\n"
           "  --quick             fewer and smaller scenes, shorter measurements: under five minutes\n"
           "  --scene NAME        only this scene (any of --list; may be repeated)\n"
           "  --backend NAME      only this backend (may be repeated); peers stay\n"
           "  --peer NAME         only this peer (may be repeated), or none\n"
           "  --threads N         only this thread count (may be repeated); default 1 and 2\n"
           "  --seconds S         measure each scene for so long\n"
           "  --frames N          frames of a scene that are used (default 8, with --quick 4)\n"
           "  --minimum           minima instead of medians: for a machine with neighbours\n"
           "  --no-memory         leave out the peak memory (it takes a process per contestant)\n"
           "  --output FOLDER     write results.csv, results.json and plots there\n"
           "  --readme FILE       write the results into its section for them\n"
           "  --compare OLD.json  print what got slower since, in ratios to the lower bound of the same run\n"
           "  --commit ID         noted in the results\n"
           "  --list              print the scenes and contestants and stop\n";
}

Options read_options(int argc, char** argv) {
    Options options;
    for (int i = 1; i < argc; ++i) {
        const std::string_view option = argv[i];
        const auto value = [&]() -> std::string {
            if (i + 1 >= argc) throw std::runtime_error(std::string(option) + " needs a value");
            return argv[++i];
        };
        const auto number = [&](double least) {
            const std::string text = value();
            char* end = nullptr;
            const double result = std::strtod(text.c_str(), &end);
            if (end == text.c_str() || *end != '\0' || !(result >= least)) {
                throw std::runtime_error(std::string(option) + " " + text + ": not a number in range");
            }
            return result;
        };
        if (option == "--quick")
            options.quick = true;
        else if (option == "--list")
            options.list = true;
        else if (option == "--help" || option == "-h")
            options.help = true;
        else if (option == "--scene")
            options.scenes.push_back(value());
        else if (option == "--backend")
            options.backends.push_back(value());
        else if (option == "--peer")
            options.peers.push_back(value());
        else if (option == "--threads")
            options.thread_counts.push_back(static_cast<uint32_t>(number(1)));
        else if (option == "--seconds")
            options.seconds = number(0);
        else if (option == "--frames")
            options.frames = static_cast<uint32_t>(number(1));
        else if (option == "--minimum")
            options.statistic = Statistic::minimum;
        else if (option == "--no-memory")
            options.measures_memory = false;
        else if (option == "--output")
            options.output = value();
        else if (option == "--readme")
            options.readme = value();
        else if (option == "--compare")
            options.compare_with = value();
        else if (option == "--commit")
            options.commit = value();
        else if (option == "--memory-of")
            options.memory_of = value();
        else
            throw std::runtime_error("unknown option " + std::string(option));
    }
    return options;
}

}  // namespace bench
