// SPDX-License-Identifier: MIT
#include "harness/report.hpp"

#include <algorithm>
#include <cstdio>
#include <ostream>

namespace bench {

namespace {

std::string format(const char* pattern, double value) {
    char text[64];
    std::snprintf(text, sizeof text, pattern, value);
    return text;
}

std::string format_time(double milliseconds) {
    return format(milliseconds < 0.1 ? "%.4f" : milliseconds < 10 ? "%.3f" : "%.1f", milliseconds);
}

std::string format_ratio(double ratio) {
    if (ratio == 0) return "-";
    return format(ratio < 10 ? "%.2f" : "%.1f", ratio);
}

std::string verdict(const Result& result) {
    if (!result.failure.empty()) return "failed";
    if (result.role == Role::lower_bound) return "-";
    if (result.is_exact()) return "exact";
    return "-" + std::to_string(result.missing) + " +" + std::to_string(result.extra);
}

const char* name_of(Role role) {
    switch (role) {
        case Role::backend:
            return "backend";
        case Role::peer:
            return "peer";
        case Role::lower_bound:
            return "lower bound";
    }
    return "";
}

std::string quoted(const std::string& text) {
    std::string result = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') result += '\\';
        result += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    }
    return result + '"';
}

void print_row(std::ostream& out, const std::vector<std::string>& cells) {
    static constexpr int widths[] = {-24, 2, 10, 10, 10, 10, 12, 8, 9, 9};
    for (std::size_t i = 0; i < cells.size(); ++i) {
        char text[128];
        std::snprintf(text, sizeof text, "%*s", widths[i], cells[i].c_str());
        out << text << (i + 1 < cells.size() ? " " : "\n");
    }
}

}  // namespace

const Milliseconds& times_of(const Result& result, Statistic statistic) {
    return statistic == Statistic::median ? result.median : result.minimum;
}

Ratios ratios_of(const Result& result, const std::vector<Result>& scene, Statistic statistic) {
    Ratios ratios;
    const double own = times_of(result, statistic).total;
    if (own <= 0 || !result.failure.empty()) return ratios;
    double best_peer = 0;
    for (const Result& other : scene) {
        if (other.threads != result.threads || !other.failure.empty()) continue;
        const double total = times_of(other, statistic).total;
        if (other.role == Role::peer && other.is_exact() && (best_peer == 0 || total < best_peer)) {
            best_peer = total;
        }
        if (other.contestant == "stream-boxes" && total > 0) ratios.to_lower_bound = own / total;
    }
    if (result.role != Role::lower_bound) ratios.to_best_peer = best_peer / own;
    return ratios;
}

void print_table(std::ostream& out, const std::vector<Result>& scene, Statistic statistic) {
    if (scene.empty()) return;
    out << "\n"
        << scene.front().scene << ": " << scene.front().primitives << " primitives, "
        << (statistic == Statistic::median ? "medians" : "minima") << " of ms per frame\n";
    print_row(out, {"contestant", "T", "update", "detect", "total", "contacts", "exact?", "MB", "x peer",
                    "x bound"});
    std::vector<const Result*> rows;
    for (const Result& result : scene) rows.push_back(&result);
    std::stable_sort(rows.begin(), rows.end(), [&](const Result* a, const Result* b) {
        if (a->threads != b->threads) return a->threads < b->threads;
        return times_of(*a, statistic).total < times_of(*b, statistic).total;
    });
    for (const Result* result : rows) {
        const Milliseconds& times = times_of(*result, statistic);
        const Ratios ratios = ratios_of(*result, scene, statistic);
        print_row(
            out, {result->contestant, std::to_string(result->threads), format_time(times.update),
                  format_time(times.detect), format_time(times.total),
                  result->role == Role::lower_bound ? "-" : format("%.0f", result->contacts),
                  verdict(*result), result->peak_megabytes > 0 ? format("%.1f", result->peak_megabytes) : "-",
                  format_ratio(ratios.to_best_peer), format_ratio(ratios.to_lower_bound)});
        if (!result->failure.empty()) out << "    " << result->failure << "\n";
    }
    out.flush();
}

void write_csv(std::ostream& out, const std::vector<std::vector<Result>>& scenes,
               const Provenance& provenance, Statistic statistic) {
    out << "# " << provenance.processor << ", " << provenance.cores << " cores, " << provenance.system << ", "
        << provenance.compiler << ", commit " << provenance.commit << "\n";
    out << "scene,primitives,contestant,role,threads,rounds,update_ms_median,detect_ms_median,total_ms_"
           "median,"
           "update_ms_minimum,detect_ms_minimum,total_ms_minimum,contacts,missing,extra,exact,peak_mb,"
           "ratio_to_best_peer,ratio_to_lower_bound,failure\n";
    for (const std::vector<Result>& scene : scenes) {
        for (const Result& r : scene) {
            const Ratios ratios = ratios_of(r, scene, statistic);
            out << r.scene << ',' << r.primitives << ',' << r.contestant << ',' << name_of(r.role) << ','
                << r.threads << ',' << r.rounds << ',' << r.median.update << ',' << r.median.detect << ','
                << r.median.total << ',' << r.minimum.update << ',' << r.minimum.detect << ','
                << r.minimum.total << ',' << r.contacts << ',' << r.missing << ',' << r.extra << ','
                << r.is_exact() << ',' << r.peak_megabytes << ',' << ratios.to_best_peer << ','
                << ratios.to_lower_bound << ',' << quoted(r.failure) << "\n";
        }
    }
}

void write_json(std::ostream& out, const std::vector<std::vector<Result>>& scenes,
                const Provenance& provenance, Statistic statistic) {
    out << "{\n\"processor\": " << quoted(provenance.processor) << ",\n\"cores\": " << provenance.cores
        << ",\n\"system\": " << quoted(provenance.system)
        << ",\n\"compiler\": " << quoted(provenance.compiler)
        << ",\n\"commit\": " << quoted(provenance.commit) << ",\n\"command\": " << quoted(provenance.command)
        << ",\n\"results\": [";
    const char* separator = "\n";
    for (const std::vector<Result>& scene : scenes) {
        for (const Result& r : scene) {
            const Ratios ratios = ratios_of(r, scene, statistic);
            out << separator << "{\"scene\": " << quoted(r.scene) << ", \"primitives\": " << r.primitives
                << ", \"contestant\": " << quoted(r.contestant) << ", \"role\": " << quoted(name_of(r.role))
                << ", \"threads\": " << r.threads << ", \"rounds\": " << r.rounds
                << ", \"update_ms_median\": " << r.median.update
                << ", \"detect_ms_median\": " << r.median.detect
                << ", \"total_ms_median\": " << r.median.total
                << ", \"update_ms_minimum\": " << r.minimum.update
                << ", \"detect_ms_minimum\": " << r.minimum.detect
                << ", \"total_ms_minimum\": " << r.minimum.total << ", \"contacts\": " << r.contacts
                << ", \"missing\": " << r.missing << ", \"extra\": " << r.extra
                << ", \"exact\": " << (r.is_exact() ? "true" : "false")
                << ", \"peak_mb\": " << r.peak_megabytes
                << ", \"ratio_to_best_peer\": " << ratios.to_best_peer
                << ", \"ratio_to_lower_bound\": " << ratios.to_lower_bound
                << ", \"failure\": " << quoted(r.failure) << "}";
            separator = ",\n";
        }
    }
    out << "\n]\n}\n";
}

}  // namespace bench
