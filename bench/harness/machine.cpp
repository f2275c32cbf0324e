// SPDX-License-Identifier: MIT
#include "harness/machine.hpp"

#include <sys/utsname.h>

#include <fstream>
#include <thread>
#include <utility>

namespace bench {

namespace {

std::string processor_name() {
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line);) {
        const std::size_t colon = line.find(": ");
        if (line.starts_with("model name") && colon != std::string::npos) return line.substr(colon + 2);
    }
    return "unknown";
}

}  // namespace

Provenance find_provenance(std::string commit, int argc, char** argv) {
    Provenance provenance;
    provenance.processor = processor_name();
    provenance.cores = std::thread::hardware_concurrency();
    utsname names{};
    if (uname(&names) == 0) provenance.system = std::string(names.sysname) + " " + names.release;
#if defined(__clang__)
    provenance.compiler = __VERSION__;
#else
    provenance.compiler = std::string("g++ ") + __VERSION__;
#endif
    provenance.commit = std::move(commit);
    provenance.command = "defcol_bench";
    for (int i = 1; i < argc; ++i) provenance.command += std::string(" ") + argv[i];
    return provenance;
}

}  // namespace bench
