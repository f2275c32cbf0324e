// SPDX-License-Identifier: MIT
#include "program.hpp"

int main(int argc, char** argv) {
    const std::span<char* const> words(argv, argc > 0 ? static_cast<std::size_t>(argc) : 0);
    return cli::run_program(words.subspan(words.empty() ? 0 : 1));
}
