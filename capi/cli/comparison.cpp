// SPDX-License-Identifier: MIT
#include "comparison.hpp"

#include <algorithm>
#include <array>
#include <cstdio>

#include "errors.hpp"
#include "json_writer.hpp"
#include "names.hpp"

namespace cli {
namespace {

using Contact = std::array<uint32_t, 5>;
using FrameContacts = std::vector<Contact>;

FrameContacts copy_contacts(const defcol_contacts& contacts) {
    FrameContacts copy(contacts.count);
    for (uint64_t i = 0; i < contacts.count; ++i) {
        copy[i] = {static_cast<uint32_t>(contacts.kind[i]), contacts.mesh_a[i], contacts.primitive_a[i],
                   contacts.mesh_b[i], contacts.primitive_b[i]};
    }
    // They come in this order; a reader of differences should not depend on it.
    std::sort(copy.begin(), copy.end());
    return copy;
}

uint64_t count_missing(const FrameContacts& from, const FrameContacts& in) {
    FrameContacts difference;
    std::set_difference(in.begin(), in.end(), from.begin(), from.end(), std::back_inserter(difference));
    return difference.size();
}

double median(std::vector<double> values) {
    if (values.empty()) return 0;
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

// Fills the row; returns the contacts of each frame.
std::vector<FrameContacts> measure(const RunSource& source, const ComparisonRequest& request,
                                   ComparisonRow& row, const std::vector<FrameContacts>* reference) {
    DetectorSettings settings = request.settings;
    settings.backend = row.backend;
    settings.queries = row.query;
    settings.fields = 0;
    std::vector<FrameContacts> frames;
    std::vector<double> updates;
    std::vector<double> totals;
    try {
        const std::unique_ptr<Run> run = source.open(settings, request.worker_count);
        FrameView view;
        while (run->next(view)) {
            const defcol_statistics& times = view.statistics;
            updates.push_back(1e3 *
                              (times.prepare_seconds + times.broadphase_seconds + times.update_seconds));
            totals.push_back(1e3 * times.total_seconds);
            frames.push_back(copy_contacts(view.contacts));
        }
    } catch (const Failure& failure) {
        row.error = failure.what();
        return frames;
    }
    row.update_milliseconds = median(updates);
    row.total_milliseconds = median(totals);
    row.search_milliseconds = std::max(0.0, row.total_milliseconds - row.update_milliseconds);
    row.frame_milliseconds = std::move(totals);
    for (std::size_t i = 0; i < frames.size(); ++i) {
        row.contacts += frames[i].size();
        row.frame_contacts.push_back(frames[i].size());
        if (reference == nullptr || i >= reference->size()) continue;
        row.has_reference = true;
        row.missing += count_missing(frames[i], (*reference)[i]);
        row.extra += count_missing((*reference)[i], frames[i]);
    }
    return frames;
}

std::vector<ComparisonRow> rows_of(const RunSource& source, uint32_t query) {
    std::vector<ComparisonRow> rows;
    for (uint32_t i = 1; i < defcol_backend_count(); ++i) {
        const defcol_backend_capabilities capabilities = capabilities_of(static_cast<int32_t>(i));
        if (capabilities.is_available == 0 || (capabilities.queries & query) == 0) continue;
        ComparisonRow row;
        row.input = source.name();
        row.backend = static_cast<int32_t>(i);
        row.query = query;
        row.is_exact = (capabilities.exact_queries & query) != 0;
        rows.push_back(std::move(row));
    }
    return rows;
}

}  // namespace

std::string ComparisonRow::agreement() const {
    if (!error.empty()) return error;
    if (!has_reference) return is_exact ? "no reference" : "no reference (approximate)";
    if (!differs()) return backend == DEFCOL_BACKEND_BRUTE_FORCE ? "the reference" : "the same";
    return std::to_string(missing) + " missing, " + std::to_string(extra) + " extra" +
           (is_exact ? "" : " (approximate)");
}

std::vector<ComparisonRow> compare_backends(const RunSource& source, const ComparisonRequest& request) {
    std::vector<ComparisonRow> result;
    const uint32_t queries =
        request.settings.queries != 0 ? request.settings.queries : source.sensible_queries();
    for (const QueryName& entry : query_names()) {
        if ((queries & entry.query) == 0) continue;
        std::vector<FrameContacts> reference;
        bool has_reference = false;
        // Brute force has the lowest id, so the reference comes first.
        for (ComparisonRow& row : rows_of(source, entry.query)) {
            if (request.before_row) request.before_row(row);
            const bool is_reference = row.backend == DEFCOL_BACKEND_BRUTE_FORCE && row.is_exact;
            std::vector<FrameContacts> frames =
                measure(source, request, row, has_reference ? &reference : nullptr);
            if (is_reference && row.error.empty()) {
                reference = std::move(frames);
                has_reference = true;
                row.has_reference = true;
            }
            result.push_back(std::move(row));
        }
    }
    return result;
}

std::string comparison_table(const std::vector<ComparisonRow>& rows) {
    std::size_t input_width = 5;
    for (const ComparisonRow& row : rows) input_width = std::max(input_width, row.input.size());
    input_width = std::min<std::size_t>(input_width, 40);
    char line[512];
    std::snprintf(line, sizeof line, "%-*s  %-12s %-20s %10s %10s %10s  %s\n", static_cast<int>(input_width),
                  "input", "backend", "query", "contacts", "update ms", "detect ms", "agreement");
    std::string text = line;
    for (const ComparisonRow& row : rows) {
        const std::string input = row.input.size() > input_width
                                      ? "..." + row.input.substr(row.input.size() - input_width + 3)
                                      : row.input;
        std::snprintf(line, sizeof line, "%-*s  %-12s %-20s %10llu %10.3f %10.3f  ",
                      static_cast<int>(input_width), input.c_str(), capabilities_of(row.backend).name,
                      names_of_queries(row.query).c_str(), static_cast<unsigned long long>(row.contacts),
                      row.update_milliseconds, row.search_milliseconds);
        text += line + row.agreement() + "\n";
    }
    return text;
}

void write_comparison(JsonWriter& json, const std::vector<ComparisonRow>& rows) {
    json.begin_array();
    for (const ComparisonRow& row : rows) {
        json.begin_object();
        json.member("input", row.input);
        json.member("backend", capabilities_of(row.backend).name);
        json.member("query", names_of_queries(row.query));
        json.member("exact", row.is_exact);
        if (!row.error.empty()) {
            json.member("error", row.error);
        } else {
            json.member("contacts", row.contacts);
            if (row.has_reference) json.member("missing", row.missing).member("extra", row.extra);
            if (!row.is_exact) json.member("bound", capabilities_of(row.backend).limits);
            json.key("milliseconds").begin_object();
            json.member("update", row.update_milliseconds).member("detect", row.search_milliseconds);
            json.member("total", row.total_milliseconds).end_object();
            json.key("frame_contacts").begin_array();
            for (const uint64_t count : row.frame_contacts) json.value(count);
            json.end_array();
        }
        json.end_object();
    }
    json.end_array();
}

}  // namespace cli
