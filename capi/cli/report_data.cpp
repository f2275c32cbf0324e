// SPDX-License-Identifier: MIT
#include "report_data.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include "json_writer.hpp"
#include "names.hpp"

namespace cli {
namespace {

constexpr uint64_t most_geometry_bytes = uint64_t{48} << 20;
constexpr uint64_t most_listed_contacts = 1000;

std::string base64(const void* data, std::size_t size) {
    static constexpr char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const auto* bytes = static_cast<const unsigned char*>(data);
    std::string text;
    text.reserve((size + 2) / 3 * 4);
    for (std::size_t i = 0; i < size; i += 3) {
        const std::size_t left = std::min<std::size_t>(3, size - i);
        uint32_t group = 0;
        for (std::size_t k = 0; k < 3; ++k) group = group << 8 | (k < left ? bytes[i + k] : 0U);
        for (std::size_t k = 0; k < 4; ++k) {
            text += k <= left ? digits[group >> (18 - 6 * k) & 63] : '=';
        }
    }
    return text;
}

template <class Value>
std::string base64(const std::vector<Value>& values) {
    return base64(values.data(), values.size() * sizeof(Value));
}

// Positions in 16 bits each along the mesh's own box: finer than a pixel.
struct Packed {
    std::array<double, 3> low{};
    std::array<double, 3> step{};
    std::vector<uint16_t> values;
};

Packed pack(const std::vector<double>& positions) {
    Packed packed;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        double low = HUGE_VAL;
        double high = -HUGE_VAL;
        for (std::size_t i = axis; i < positions.size(); i += 3) {
            if (!std::isfinite(positions[i])) continue;
            low = std::min(low, positions[i]);
            high = std::max(high, positions[i]);
        }
        if (!(high >= low)) low = high = 0;
        packed.low[axis] = low;
        packed.step[axis] = (high - low) / 65535;
    }
    packed.values.resize(positions.size());
    for (std::size_t i = 0; i < positions.size(); ++i) {
        const double step = packed.step[i % 3];
        const double value = step > 0 ? (positions[i] - packed.low[i % 3]) / step : 0;
        packed.values[i] =
            static_cast<uint16_t>(std::isfinite(value) ? std::clamp(value + 0.5, 0.0, 65535.0) : 0);
    }
    return packed;
}

// Triangles are written once for as long as they stay the same.
class Topologies {
  public:
    std::size_t number_of(std::size_t mesh, const std::vector<uint32_t>& triangles) {
        if (last_.size() <= mesh) last_.resize(mesh + 1, SIZE_MAX);
        if (last_[mesh] == SIZE_MAX || all_[last_[mesh]] != triangles) {
            last_[mesh] = all_.size();
            all_.push_back(triangles);
        }
        return last_[mesh];
    }
    const std::vector<std::vector<uint32_t>>& all() const { return all_; }

  private:
    std::vector<std::vector<uint32_t>> all_;
    std::vector<std::size_t> last_;
};

std::vector<uint32_t> drawn_triangles(const World& world, std::size_t mesh) {
    const defcol_mesh_surface surface = world.surface(mesh);
    std::vector<uint32_t> triangles(3 * surface.triangle_count);
    if (!triangles.empty())
        std::memcpy(triangles.data(), surface.triangles, triangles.size() * sizeof(uint32_t));
    for (uint64_t i = 0; surface.active != nullptr && i < surface.triangle_count; ++i) {
        if (surface.active[i] == 0)
            std::fill_n(triangles.begin() + static_cast<std::ptrdiff_t>(3 * i), 3, DEFCOL_NONE);
    }
    return triangles;
}

std::vector<std::vector<uint8_t>> colliding_triangles(const World& world, const defcol_contacts& contacts) {
    std::vector<std::vector<uint8_t>> flags(world.mesh_count());
    for (std::size_t m = 0; m < flags.size(); ++m) flags[m].resize(world.surface(m).triangle_count);
    const auto mark = [&](uint32_t mesh, uint32_t triangle) {
        if (mesh < flags.size() && triangle < flags[mesh].size()) flags[mesh][triangle] = 1;
    };
    for (uint64_t i = 0; i < contacts.count; ++i) {
        if (contacts.kind[i] == DEFCOL_CONTACT_TRIANGLE_PAIR) {
            mark(contacts.mesh_a[i], contacts.primitive_a[i]);
            mark(contacts.mesh_b[i], contacts.primitive_b[i]);
        } else if (contacts.surface_b != nullptr) {
            mark(contacts.mesh_b[i], contacts.surface_b[i]);
        }
    }
    return flags;
}

void write_contacts(JsonWriter& json, const defcol_contacts& contacts) {
    json.key("list").begin_array();
    for (uint64_t i = 0; i < std::min(contacts.count, most_listed_contacts); ++i) {
        json.begin_array().value(name_of_kind(contacts.kind[i])).value(contacts.mesh_a[i]);
        json.value(contacts.primitive_a[i]).value(contacts.mesh_b[i]).value(contacts.primitive_b[i]);
        for (uint64_t k = 0; k < 3 && contacts.points != nullptr; ++k) {
            const double middle = 0.5 * contacts.points[6 * i + k] + 0.5 * contacts.points[6 * i + 3 + k];
            json.value(static_cast<double>(static_cast<float>(middle)));
        }
        json.end_array();
    }
    json.end_array();
}

void write_numbers(JsonWriter& json, const char* name, const std::array<double, 3>& values) {
    json.key(name).begin_array().value(values[0]).value(values[1]).value(values[2]).end_array();
}

void write_frame(JsonWriter& json, const World& world, const FrameView& view, Topologies& topologies) {
    const std::vector<std::vector<uint8_t>> colliding = colliding_triangles(world, view.contacts);
    json.begin_object().member("number", view.frame).member("total", view.contacts.total);
    json.key("meshes").begin_array();
    for (std::size_t m = 0; m < world.mesh_count(); ++m) {
        const Packed packed = pack(world.data(m).positions);
        json.begin_object();
        json.member("topology", topologies.number_of(m, drawn_triangles(world, m)));
        json.member("positions", base64(packed.values));
        write_numbers(json, "low", packed.low);
        write_numbers(json, "step", packed.step);
        json.member("colliding", base64(colliding[m]));
        json.end_object();
    }
    json.end_array();
    write_contacts(json, view.contacts);
    json.end_object();
}

void write_rows(JsonWriter& json, const std::vector<ComparisonRow>& rows) {
    json.key("rows").begin_array();
    for (const ComparisonRow& row : rows) {
        json.begin_object();
        json.member("backend", capabilities_of(row.backend).name)
            .member("query", names_of_queries(row.query));
        json.member("contacts", row.contacts).member("agreement", row.agreement());
        json.member("update", row.update_milliseconds).member("detect", row.search_milliseconds);
        json.member("total", row.total_milliseconds);
        json.key("frame_milliseconds").begin_array();
        for (const double value : row.frame_milliseconds) json.value(value);
        json.end_array().key("frame_contacts").begin_array();
        for (const uint64_t value : row.frame_contacts) json.value(value);
        json.end_array().end_object();
    }
    json.end_array();
}

struct Bounds {
    std::array<double, 3> centre{};
    double radius = 1;
};

Bounds bounds_of(const World& world) {
    std::array<double, 3> low{HUGE_VAL, HUGE_VAL, HUGE_VAL};
    std::array<double, 3> high{-HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
    for (std::size_t m = 0; m < world.mesh_count(); ++m) {
        const std::vector<double>& positions = world.data(m).positions;
        for (std::size_t i = 0; i < positions.size(); ++i) {
            if (!std::isfinite(positions[i])) continue;
            low[i % 3] = std::min(low[i % 3], positions[i]);
            high[i % 3] = std::max(high[i % 3], positions[i]);
        }
    }
    Bounds bounds;
    double squared = 0;
    for (std::size_t k = 0; k < 3; ++k) {
        if (!(high[k] >= low[k])) return bounds;
        bounds.centre[k] = 0.5 * (low[k] + high[k]);
        squared += (high[k] - low[k]) * (high[k] - low[k]);
    }
    if (squared > 0) bounds.radius = 0.5 * std::sqrt(squared);
    return bounds;
}

uint64_t geometry_bytes(const World& world) {
    uint64_t bytes = 0;
    for (std::size_t m = 0; m < world.mesh_count(); ++m) {
        bytes += 8 * world.data(m).vertex_count() + 2 * world.surface(m).triangle_count;
    }
    return bytes;
}

// In a script element a "<" could begin its end.
std::string safe_in_script(std::string json) {
    for (std::size_t at = json.find('<'); at != std::string::npos; at = json.find('<', at + 1)) {
        json.replace(at, 1, "\\u003c");
    }
    return json;
}

}  // namespace

std::string report_data(const CaptureSource& source, const ReportSettings& settings,
                        const ComparisonRequest& request) {
    const std::vector<ComparisonRow> rows = compare_backends(source, request);
    // Drawn from a backend that answers what was recorded: the recorded one.
    DetectorSettings as_recorded;
    as_recorded.fields = DEFCOL_FIELD_POINTS | DEFCOL_FIELD_SURFACE;
    const std::unique_ptr<CaptureRun> run = source.open_capture(as_recorded, settings.worker_count);
    JsonWriter frames;
    frames.begin_array();
    Topologies topologies;
    Bounds bounds;
    std::vector<std::string> names;
    uint64_t stride = 1;
    uint64_t shown = 0;
    FrameView view;
    while (run->next(view)) {
        if (view.frame == 0) {
            bounds = bounds_of(run->world());
            const uint64_t wanted = geometry_bytes(run->world()) * source.frame_count();
            stride = std::max<uint64_t>(1, (wanted + most_geometry_bytes - 1) / most_geometry_bytes);
        }
        if (view.frame % stride != 0) continue;
        names.clear();
        for (std::size_t m = 0; m < run->world().mesh_count(); ++m)
            names.push_back(run->world().data(m).name);
        write_frame(frames, run->world(), view, topologies);
        ++shown;
    }
    frames.end_array();

    JsonWriter json;
    json.begin_object();
    json.member("title", source.name() + ": " + std::to_string(source.frame_count()) + " frames");
    json.member("subtitle", std::string("libdefcol ") + defcol_version_string() + ", recorded with " +
                                capabilities_of(source.recorded_backend()).name + ", " +
                                names_of_queries(source.recorded_queries()) +
                                (stride > 1 ? "; one frame in " + std::to_string(stride) + " is drawn" : ""));
    json.member("query", names_of_queries(source.recorded_queries() & (~source.recorded_queries() + 1)));
    json.member("frameCount", source.frame_count()).member("zUp", settings.z_is_up);
    json.key("view").begin_array().value(0.6).value(0.4).end_array();
    write_numbers(json, "center", bounds.centre);
    json.member("radius", bounds.radius);
    json.key("meshes").begin_array();
    for (const std::string& name : names) json.value(name);
    json.end_array();
    json.key("topologies").begin_array();
    for (const std::vector<uint32_t>& triangles : topologies.all()) json.value(base64(triangles));
    json.end_array();
    write_rows(json, rows);
    json.key("frames");
    json.text() += frames.text();
    json.text() += '}';
    return safe_in_script(std::move(json.text()));
}

}  // namespace cli
