// SPDX-License-Identifier: MIT
#include "harness/regressions.hpp"

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <ostream>
#include <stdexcept>

namespace bench {

namespace {

constexpr double tolerated = 1.1;

// Reads only what write_json wrote: one result per line.
std::string text_field(const std::string& line, const std::string& name) {
    const std::string key = "\"" + name + "\": \"";
    const std::size_t begin = line.find(key);
    if (begin == std::string::npos) return "";
    const std::size_t end = line.find('"', begin + key.size());
    return line.substr(begin + key.size(), end - begin - key.size());
}

double number_field(const std::string& line, const std::string& name) {
    const std::string key = "\"" + name + "\": ";
    const std::size_t begin = line.find(key);
    return begin == std::string::npos ? 0 : std::atof(line.c_str() + begin + key.size());
}

std::string key_of(const std::string& scene, const std::string& contestant, uint32_t threads) {
    return scene + " " + contestant + " T" + std::to_string(threads);
}

std::map<std::string, double> read_old_ratios(const std::string& path) {
    std::ifstream file(path);
    if (!file) throw std::runtime_error("cannot read " + path);
    std::map<std::string, double> ratios;
    for (std::string line; std::getline(file, line);) {
        if (text_field(line, "role") != "backend") continue;
        ratios[key_of(text_field(line, "scene"), text_field(line, "contestant"),
                      static_cast<uint32_t>(number_field(line, "threads")))] =
            number_field(line, "ratio_to_lower_bound");
    }
    return ratios;
}

}  // namespace

int print_regressions(std::ostream& out, const std::string& old_json,
                      const std::vector<std::vector<Result>>& results, Statistic statistic) {
    const std::map<std::string, double> old_ratios = read_old_ratios(old_json);
    out << "\nSlower than in " << old_json << ", in times the lower bound of the same run:\n";
    int worse = 0;
    for (const std::vector<Result>& scene : results) {
        for (const Result& result : scene) {
            if (result.role != Role::backend) continue;
            const std::string key = key_of(result.scene, result.contestant, result.threads);
            if (!result.is_exact()) {
                out << "  " << key << ": not exact\n";
                worse = 1;
            }
            const auto old = old_ratios.find(key);
            const double now = ratios_of(result, scene, statistic).to_lower_bound;
            if (old == old_ratios.end() || old->second <= 0 || now <= tolerated * old->second) continue;
            char text[96];
            std::snprintf(text, sizeof text, ": %.2f -> %.2f, %.2f times slower\n", old->second, now,
                          now / old->second);
            out << "  " << key << text;
            worse = 1;
        }
    }
    if (worse == 0) out << "  nothing\n";
    return worse;
}

}  // namespace bench
