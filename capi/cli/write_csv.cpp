// SPDX-License-Identifier: MIT
#include "frame_sink.hpp"
#include "json_writer.hpp"
#include "names.hpp"
#include "output_file.hpp"

namespace cli {
namespace {

constexpr const char* header =
    "frame,kind,mesh_a,primitive_a,mesh_b,primitive_b,"
    "x0,y0,z0,x1,y1,z1,normal_x,normal_y,normal_z,distance,flags,id,surface_b,"
    "vertex_a0,vertex_a1,vertex_a2,vertex_a3,weight_a0,weight_a1,weight_a2,weight_a3,"
    "vertex_b0,vertex_b1,vertex_b2,vertex_b3,weight_b0,weight_b1,weight_b2,weight_b3\n";

// Each adds fields that begin with a comma; empty ones where the array was not filled, or there is none.
void add_numbers(std::string& line, const double* values, uint64_t contact, uint64_t per_contact) {
    for (uint64_t k = 0; k < per_contact; ++k) {
        line += ',';
        if (values != nullptr) line += shortest(values[contact * per_contact + k]);
    }
}

template <class Integer>
void add_integers(std::string& line, const Integer* values, uint64_t contact, uint64_t per_contact) {
    for (uint64_t k = 0; k < per_contact; ++k) {
        line += ',';
        if (values == nullptr) continue;
        const Integer value = values[contact * per_contact + k];
        if (sizeof(Integer) == 4 && value == static_cast<Integer>(DEFCOL_NONE)) continue;
        line += std::to_string(value);
    }
}

class CsvSink final : public FrameSink {
  public:
    explicit CsvSink(const std::string& path) : file_(path) { file_.write(header); }

    void add(const World& /*world*/, const FrameView& view) override {
        const defcol_contacts& contacts = view.contacts;
        std::string line;
        for (uint64_t i = 0; i < contacts.count; ++i) {
            line = std::to_string(view.frame) + ',' + name_of_kind(contacts.kind[i]);
            add_integers(line, contacts.mesh_a, i, 1);
            add_integers(line, contacts.primitive_a, i, 1);
            add_integers(line, contacts.mesh_b, i, 1);
            add_integers(line, contacts.primitive_b, i, 1);
            add_numbers(line, contacts.points, i, 6);
            add_numbers(line, contacts.normals, i, 3);
            add_numbers(line, contacts.distances, i, 1);
            add_integers(line, contacts.flags, i, 1);
            add_integers(line, contacts.ids, i, 1);
            add_integers(line, contacts.surface_b, i, 1);
            add_integers(line, contacts.features_a, i, 4);
            add_numbers(line, contacts.weights_a, i, 4);
            add_integers(line, contacts.features_b, i, 4);
            add_numbers(line, contacts.weights_b, i, 4);
            line += '\n';
            file_.write(line);
        }
    }
    void finish() override { file_.commit(); }
    std::vector<std::string> files() const override { return {file_.name()}; }

  private:
    OutputFile file_;
};

}  // namespace

std::unique_ptr<FrameSink> make_csv_sink(const std::string& path) {
    return std::make_unique<CsvSink>(path);
}

}  // namespace cli
