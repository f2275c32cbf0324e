// SPDX-License-Identifier: MIT
#include "frame_sink.hpp"
#include "json_writer.hpp"
#include "names.hpp"
#include "output_file.hpp"
#include "run_summary.hpp"

namespace cli {
namespace {

void write_numbers(JsonWriter& json, const char* name, const double* values, uint64_t contact,
                   uint64_t count) {
    if (values == nullptr) return;
    json.key(name).begin_array();
    for (uint64_t k = 0; k < count; ++k) json.value(values[contact * count + k]);
    json.end_array();
}

void write_features(JsonWriter& json, const char* name, const char* weight_name, const uint32_t* features,
                    const double* weights, uint64_t contact) {
    if (features == nullptr || weights == nullptr) return;
    uint64_t count = 0;
    while (count < 4 && features[4 * contact + count] != DEFCOL_NONE) ++count;
    json.key(name).begin_array();
    for (uint64_t k = 0; k < count; ++k) json.value(features[4 * contact + k]);
    json.end_array();
    json.key(weight_name).begin_array();
    for (uint64_t k = 0; k < count; ++k) json.value(weights[4 * contact + k]);
    json.end_array();
}

void write_contact(JsonWriter& json, const defcol_contacts& contacts, uint64_t i) {
    json.begin_object();
    json.member("kind", name_of_kind(contacts.kind[i]));
    json.member("mesh_a", contacts.mesh_a[i]).member("primitive_a", contacts.primitive_a[i]);
    json.member("mesh_b", contacts.mesh_b[i]).member("primitive_b", contacts.primitive_b[i]);
    write_numbers(json, "points", contacts.points, i, 6);
    write_numbers(json, "normal", contacts.normals, i, 3);
    if (contacts.distances != nullptr) json.member("distance", contacts.distances[i]);
    if (contacts.flags != nullptr) json.member("flags", contacts.flags[i]);
    // Text, because a JSON number loses digits of 64 bits in most readers.
    if (contacts.ids != nullptr) json.member("id", std::to_string(contacts.ids[i]));
    if (contacts.surface_b != nullptr && contacts.surface_b[i] != DEFCOL_NONE) {
        json.member("surface_b", contacts.surface_b[i]);
    }
    write_features(json, "vertices_a", "weights_a", contacts.features_a, contacts.weights_a, i);
    write_features(json, "vertices_b", "weights_b", contacts.features_b, contacts.weights_b, i);
    json.end_object();
}

void write_volumes(JsonWriter& json, const defcol_volumes& volumes) {
    if (volumes.count == 0) return;
    json.key("volumes").begin_array();
    for (uint64_t i = 0; i < volumes.count; ++i) {
        json.begin_object().member("mesh_a", volumes.mesh_a[i]).member("mesh_b", volumes.mesh_b[i]);
        json.member("volume", volumes.volume[i]).member("error_bound", volumes.error_bound[i]);
        write_numbers(json, "centroid", volumes.centroid, i, 3);
        json.member("spans", volumes.first_span != nullptr ? volumes.first_span[i + 1] - volumes.first_span[i]
                                                           : uint64_t{0});
        json.end_object();
    }
    json.end_array();
}

// The summary comes last, because counts and times are known only then: the frames with their contacts are
// written as they come.
class JsonSink final : public FrameSink {
  public:
    explicit JsonSink(const std::string& path) : file_(path) { file_.write("{\"contact_lists\":["); }

    void add(const World& /*world*/, const FrameView& view) override {
        summary_.add(view);
        JsonWriter json;
        json.begin_object().member("frame", view.frame).key("contacts").begin_array();
        if (!is_first_) file_.write(",\n");
        is_first_ = false;
        for (uint64_t i = 0; i < view.contacts.count; ++i) {
            write_contact(json, view.contacts, i);
            json.text() += '\n';
            flush(json, std::size_t{1} << 20);
        }
        json.end_array();
        write_volumes(json, view.volumes);
        json.end_object();
        flush(json, 0);
    }
    void finish() override {
        JsonWriter json;
        json.begin_object();
        summary_.write_members(json);
        json.end_object();
        // Both are one object: the brace that begins the second becomes a comma.
        file_.write("],\n");
        file_.write(std::string_view(json.text()).substr(1));
        file_.write("\n");
        file_.commit();
    }
    std::vector<std::string> files() const override { return {file_.name()}; }

  private:
    void flush(JsonWriter& json, std::size_t least) {
        if (json.text().size() <= least) return;
        file_.write(json.text());
        json.text().clear();
    }

    OutputFile file_;
    RunSummary summary_;
    bool is_first_ = true;
};

}  // namespace

std::unique_ptr<FrameSink> make_json_sink(const std::string& path) {
    return std::make_unique<JsonSink>(path);
}

}  // namespace cli
