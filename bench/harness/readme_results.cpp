// SPDX-License-Identifier: MIT
#include "harness/readme_results.hpp"

#include <cstdio>
#include <fstream>
#include <set>
#include <sstream>
#include <stdexcept>

namespace bench {

namespace {

constexpr const char* begin_mark = "<!-- results: written by ./dev bench --readme -->\n";
constexpr const char* end_mark = "<!-- end of results -->\n";

// The fastest that is exact; null if there is none.
const Result* fastest(const std::vector<Result>& scene, Role role, uint32_t threads, Statistic statistic) {
    const Result* best = nullptr;
    for (const Result& result : scene) {
        if (result.role != role || result.threads != threads || !result.is_exact()) continue;
        if (result.contestant == "auto") continue;  // one of the others
        if (best == nullptr || times_of(result, statistic).total < times_of(*best, statistic).total) {
            best = &result;
        }
    }
    return best;
}

std::string number(const char* pattern, double value) {
    char text[32];
    std::snprintf(text, sizeof text, pattern, value);
    return text;
}

std::string milliseconds(const Result* result, Statistic statistic) {
    if (result == nullptr) return "–";
    const double value = times_of(*result, statistic).total;
    return number(value < 0.1  ? "%.3f"
                  : value < 10 ? "%.2f"
                               : "%.1f",
                  value) +
           " (" + result->contestant + ")";
}

std::string ratio(const Result* slower, const Result* faster, Statistic statistic) {
    if (slower == nullptr || faster == nullptr) return "–";
    const double value = times_of(*slower, statistic).total / times_of(*faster, statistic).total;
    return number(value < 10 ? "%.1f" : "%.0f", value);
}

const Result* find(const std::vector<Result>& scene, const std::string& contestant, uint32_t threads) {
    for (const Result& result : scene) {
        if (result.contestant == contestant && result.threads == threads && result.failure.empty()) {
            return &result;
        }
    }
    return nullptr;
}

std::string row_of(const std::vector<Result>& scene, const std::set<uint32_t>& threads, Statistic statistic) {
    const uint32_t one = *threads.begin();
    const Result* ours = fastest(scene, Role::backend, one, statistic);
    std::string row = "| " + scene.front().scene + " | " + std::to_string(scene.front().primitives) + " | " +
                      (ours != nullptr ? number("%.0f", ours->contacts) : "–") + " | " +
                      milliseconds(ours, statistic) + " | " +
                      milliseconds(fastest(scene, Role::peer, one, statistic), statistic) + " |";
    for (const uint32_t count : threads) {
        row += " " +
               ratio(fastest(scene, Role::peer, count, statistic),
                     fastest(scene, Role::backend, count, statistic), statistic) +
               " |";
    }
    row += " " + ratio(ours, find(scene, "stream-boxes", one), statistic) + " |";
    return row + " " + ratio(find(scene, "auto", one), ours, statistic) + " |\n";
}

}  // namespace

std::string markdown_results(const std::vector<std::vector<Result>>& scenes, const Provenance& provenance,
                             Statistic statistic) {
    std::set<uint32_t> threads;
    for (const std::vector<Result>& scene : scenes) {
        for (const Result& result : scene) threads.insert(result.threads);
    }
    if (threads.empty()) throw std::runtime_error("nothing was measured");
    std::string text =
        "Made by `" + provenance.command + "` on " + provenance.processor + ", " +
        std::to_string(provenance.cores) + " cores, " + provenance.compiler + ", commit " +
        provenance.commit + ". Milliseconds per frame, " +
        (statistic == Statistic::median ? "medians" : "minima") +
        ": new positions in, all exact pairs out, ids only, with one thread. \"×\" is how many "
        "times faster our fastest exact backend is than the fastest exact peer with as many "
        "threads; \"bound\" is its time in those of computing all boxes once; \"auto\" is what "
        "`DEFCOL_BACKEND_AUTO` took in times of the fastest.\n\n"
        "| scene | primitives | contacts | libdefcol | best exact peer |";
    for (const uint32_t count : threads) text += " × T" + std::to_string(count) + " |";
    text += " bound | auto |\n|---|---|---|---|---|";
    for (std::size_t i = 0; i < threads.size() + 2; ++i) text += "---|";
    text += "\n";
    for (const std::vector<Result>& scene : scenes) {
        if (!scene.empty()) text += row_of(scene, threads, statistic);
    }
    return text;
}

void replace_results(const std::string& path, const std::string& text) {
    std::ifstream file(path);
    std::stringstream content;
    content << file.rdbuf();
    std::string all = content.str();
    const std::size_t begin = all.find(begin_mark);
    const std::size_t end = all.find(end_mark);
    if (!file || begin == std::string::npos || end == std::string::npos || end < begin) {
        throw std::runtime_error(path + " cannot be read or has no place marked for results");
    }
    const std::size_t first = begin + std::string(begin_mark).size();
    all.replace(first, end - first, text);
    std::ofstream out(path);
    out << all;
    if (!out.flush()) throw std::runtime_error("cannot write " + path);
}

}  // namespace bench
