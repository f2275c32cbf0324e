// SPDX-License-Identifier: MIT
#include "harness/peak_memory.hpp"

#include <malloc.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>

namespace bench {

namespace {

// A line of /proc/self/status, in kilobytes.
double status_value(const char* name) {
    std::ifstream file("/proc/self/status");
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with(name)) return std::atof(line.c_str() + line.find(':') + 1);
    }
    return 0;
}

}  // namespace

double measure_peak_memory(const ContestantInfo& info, const Workload& workload, uint32_t threads) {
    malloc_trim(0);
    // Lets the peak start again from what is resident now.
    std::ofstream("/proc/self/clear_refs") << "5" << std::flush;
    const double before = status_value("VmRSS");
    const std::unique_ptr<Contestant> contestant = info.make();
    contestant->prepare(workload, threads);
    for (std::size_t i = 0; i < 2; ++i) {
        contestant->update(workload.frames[i % workload.frames.size()]);
        contestant->detect();
    }
    return (status_value("VmHWM") - before) / 1024;
}

double peak_memory_in_own_process(const std::string& scene, const std::string& contestant, uint32_t threads) {
    int ends[2];
    if (pipe(ends) != 0) return 0;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    posix_spawn_file_actions_addclose(&actions, ends[0]);
    posix_spawn_file_actions_addclose(&actions, ends[1]);
    const std::string count = std::to_string(threads);
    const char* arguments[] = {"defcol_bench", "--memory-of", contestant.c_str(), "--scene", scene.c_str(),
                               "--threads",    count.c_str(), "--frames",         "2",       nullptr};
    pid_t child = 0;
    const int error = posix_spawn(&child, "/proc/self/exe", &actions, nullptr,
                                  const_cast<char* const*>(arguments), environ);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    double megabytes = 0;
    if (error == 0) {
        char text[64] = {};
        std::size_t length = 0;
        for (ssize_t got = 0; length < sizeof text - 1 &&
                              (got = read(ends[0], text + length, sizeof text - 1 - length)) > 0;) {
            length += static_cast<std::size_t>(got);
        }
        int status = 0;
        waitpid(child, &status, 0);
        if (WIFEXITED(status) && WEXITSTATUS(status) == 0) megabytes = std::atof(text);
    }
    close(ends[0]);
    return megabytes;
}

}  // namespace bench
