// SPDX-License-Identifier: MIT
#include "run_summary.hpp"

#include <algorithm>
#include <cstdio>

#include "names.hpp"

namespace cli {
namespace {

struct Stage {
    const char* name;
    double defcol_statistics::*seconds;
};

constexpr Stage stages[] = {
    {"prepare", &defcol_statistics::prepare_seconds}, {"broadphase", &defcol_statistics::broadphase_seconds},
    {"update", &defcol_statistics::update_seconds},   {"search", &defcol_statistics::search_seconds},
    {"order", &defcol_statistics::order_seconds},     {"geometry", &defcol_statistics::geometry_seconds},
    {"total", &defcol_statistics::total_seconds},
};

}  // namespace

std::string backend_text(const FrameView& view) {
    std::string text = capabilities_of(view.statistics.backend).name;
    if (view.statistics.choice != nullptr && *view.statistics.choice != '\0') {
        text += std::string(" (auto: ") + view.statistics.choice + ")";
    }
    return text;
}

void RunSummary::add(const FrameView& view) {
    frames_.push_back(view);
    volumes_.push_back(view.volume());
}

bool RunSummary::has_contacts() const {
    return std::any_of(frames_.begin(), frames_.end(),
                       [](const FrameView& view) { return view.contacts.total > 0; });
}

void RunSummary::write_frame_members(JsonWriter& json, const FrameView& view, double volume) {
    json.member("frame", view.frame);
    json.member("status", defcol_status_name(view.status));
    json.member("contacts", view.contacts.count);
    json.member("total", view.contacts.total);
    json.member("complete", view.contacts.is_incomplete == 0 && view.contacts.is_truncated == 0);
    json.member("finished_fraction", view.contacts.finished_fraction);
    if ((view.queries & DEFCOL_QUERY_INTERSECTION_VOLUME) != 0) json.member("volume", volume);
    json.key("milliseconds").begin_object();
    for (const Stage& stage : stages) json.member(stage.name, 1e3 * (view.statistics.*stage.seconds));
    json.end_object();
}

void RunSummary::write_members(JsonWriter& json) const {
    if (frames_.empty()) return;
    uint64_t contacts = 0;
    uint64_t total = 0;
    bool is_complete = true;
    defcol_status status = DEFCOL_OK;
    for (const FrameView& view : frames_) {
        contacts += view.contacts.count;
        total += view.contacts.total;
        is_complete = is_complete && view.contacts.is_incomplete == 0 && view.contacts.is_truncated == 0;
        status = std::max(status, view.status);
    }
    json.member("backend", capabilities_of(frames_.front().statistics.backend).name);
    json.member("query", names_of_queries(frames_.front().queries));
    json.member("status", defcol_status_name(status));
    json.member("contacts", contacts);
    json.member("total", total);
    json.member("complete", is_complete);
    // Of the last frame: a sum over time would mean nothing.
    if ((frames_.back().queries & DEFCOL_QUERY_INTERSECTION_VOLUME) != 0)
        json.member("volume", volumes_.back());
    json.key("milliseconds").begin_object();
    for (const Stage& stage : stages) {
        double sum = 0;
        for (const FrameView& view : frames_) sum += 1e3 * (view.statistics.*stage.seconds);
        json.member(stage.name, sum);
    }
    json.end_object();
    json.key("frames").begin_array();
    for (std::size_t i = 0; i < frames_.size(); ++i) {
        json.begin_object();
        write_frame_members(json, frames_[i], volumes_[i]);
        json.end_object();
    }
    json.end_array();
}

std::string RunSummary::table() const {
    char line[256];
    std::string text = "frame    contacts";
    for (const Stage& stage : stages) {
        std::snprintf(line, sizeof line, " %10s", stage.name);
        text += line;
    }
    text += " ms\n";
    for (std::size_t i = 0; i < frames_.size(); ++i) {
        const FrameView& view = frames_[i];
        std::snprintf(line, sizeof line, "%5llu %11llu", static_cast<unsigned long long>(view.frame),
                      static_cast<unsigned long long>(view.contacts.total));
        text += line;
        for (const Stage& stage : stages) {
            std::snprintf(line, sizeof line, " %10.3f", 1e3 * (view.statistics.*stage.seconds));
            text += line;
        }
        if (view.contacts.is_incomplete != 0) {
            std::snprintf(line, sizeof line, "  incomplete: %.1f %% searched",
                          100 * view.contacts.finished_fraction);
            text += line;
        }
        if (view.contacts.is_truncated != 0) {
            std::snprintf(line, sizeof line, "  the first %llu are kept",
                          static_cast<unsigned long long>(view.contacts.count));
            text += line;
        }
        if ((view.queries & DEFCOL_QUERY_INTERSECTION_VOLUME) != 0) {
            std::snprintf(line, sizeof line, "  volume %.6g", volumes_[i]);
            text += line;
        }
        text += '\n';
    }
    return text;
}

}  // namespace cli
