// SPDX-License-Identifier: MIT
#include <bit>
#include <cstring>
#include <filesystem>

#include "frame_sink.hpp"
#include "output_file.hpp"
#include "printable.hpp"

namespace cli {
namespace {

template <class Value>
constexpr const char* vtk_type() {
    if constexpr (std::is_same_v<Value, double>) return "Float64";
    if constexpr (std::is_same_v<Value, uint64_t>) return "UInt64";
    if constexpr (std::is_same_v<Value, int64_t>) return "Int64";
    if constexpr (std::is_same_v<Value, uint32_t>) return "UInt32";
    return "Int32";
}

// VTK's XML with the arrays appended as they are in memory (VTK file formats, "XML file formats").
class VtpDocument {
  public:
    template <class Value>
    void array(const char* name, const Value* values, uint64_t count, uint64_t components) {
        xml_ += std::string("        <DataArray type=\"") + vtk_type<Value>() + "\" Name=\"" + name +
                "\" NumberOfComponents=\"" + std::to_string(components) + "\" format=\"appended\" offset=\"" +
                std::to_string(data_.size()) + "\"/>\n";
        const uint64_t bytes = count * components * sizeof(Value);
        append(&bytes, sizeof bytes);
        if (bytes > 0) append(values, bytes);
    }
    void line(const std::string& text) { xml_ += text + "\n"; }
    std::string text() const {
        return xml_ + "  <AppendedData encoding=\"raw\">\n_" + data_ + "\n  </AppendedData>\n</VTKFile>\n";
    }

  private:
    void append(const void* bytes, uint64_t count) { data_.append(static_cast<const char*>(bytes), count); }

    std::string xml_;
    std::string data_;
};

// Contacts as points with values: the middle of the two contact points, or nothing to show without them.
std::string contacts_as_vtp(const FrameView& view) {
    const defcol_contacts& contacts = view.contacts;
    const uint64_t count = contacts.points != nullptr ? contacts.count : 0;
    std::vector<double> middle(3 * count);
    std::vector<double> first(3 * count);
    std::vector<double> second(3 * count);
    std::vector<int64_t> connectivity(count);
    std::vector<int64_t> offsets(count);
    for (uint64_t i = 0; i < count; ++i) {
        for (uint64_t k = 0; k < 3; ++k) {
            first[3 * i + k] = contacts.points[6 * i + k];
            second[3 * i + k] = contacts.points[6 * i + 3 + k];
            middle[3 * i + k] = 0.5 * first[3 * i + k] + 0.5 * second[3 * i + k];
        }
        connectivity[i] = static_cast<int64_t>(i);
        offsets[i] = static_cast<int64_t>(i) + 1;
    }
    VtpDocument document;
    document.line("<?xml version=\"1.0\"?>");
    document.line(std::string("<VTKFile type=\"PolyData\" version=\"1.0\" byte_order=\"") +
                  (std::endian::native == std::endian::little ? "LittleEndian" : "BigEndian") +
                  "\" header_type=\"UInt64\">");
    document.line("  <PolyData>");
    document.line("    <Piece NumberOfPoints=\"" + std::to_string(count) + "\" NumberOfVerts=\"" +
                  std::to_string(count) + "\" NumberOfLines=\"0\" NumberOfStrips=\"0\" NumberOfPolys=\"0\">");
    document.line("      <PointData Vectors=\"normal\" Scalars=\"distance\">");
    document.array("kind", contacts.kind, count, 1);
    document.array("mesh_a", contacts.mesh_a, count, 1);
    document.array("primitive_a", contacts.primitive_a, count, 1);
    document.array("mesh_b", contacts.mesh_b, count, 1);
    document.array("primitive_b", contacts.primitive_b, count, 1);
    document.array("point_a", first.data(), count, 3);
    document.array("point_b", second.data(), count, 3);
    if (contacts.normals != nullptr) document.array("normal", contacts.normals, count, 3);
    if (contacts.distances != nullptr) document.array("distance", contacts.distances, count, 1);
    if (contacts.flags != nullptr) document.array("flags", contacts.flags, count, 1);
    if (contacts.ids != nullptr) document.array("id", contacts.ids, count, 1);
    document.line("      </PointData>");
    document.line("      <Points>");
    document.array("points", middle.data(), count, 3);
    document.line("      </Points>");
    document.line("      <Verts>");
    document.array("connectivity", connectivity.data(), count, 1);
    document.array("offsets", offsets.data(), count, 1);
    document.line("      </Verts>");
    document.line("    </Piece>");
    document.line("  </PolyData>");
    return document.text();
}

class VtpSink final : public FrameSink {
  public:
    VtpSink(const std::string& path, bool is_series) : path_(path) {
        if (is_series) {
            series_ =
                std::make_unique<OutputFile>(std::filesystem::path(path).replace_extension(".pvd").string());
        }
    }

    void add(const World& /*world*/, const FrameView& view) override {
        const std::string path = series_ != nullptr ? numbered_path(path_, view.frame) : path_;
        pieces_.push_back(std::make_unique<OutputFile>(path));
        pieces_.back()->write(contacts_as_vtp(view));
        pieces_.back()->finish();
        data_sets_ += "    <DataSet timestep=\"" + std::to_string(view.frame) + "\" part=\"0\" file=\"" +
                      escaped(std::filesystem::path(path).filename().string()) + "\"/>\n";
    }
    void finish() override {
        if (series_ != nullptr) {
            series_->write(
                "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"0.1\">\n  <Collection>\n" +
                data_sets_ + "  </Collection>\n</VTKFile>\n");
            series_->finish();
        }
        for (const auto& piece : pieces_) piece->commit();
        if (series_ != nullptr) series_->commit();
    }
    std::vector<std::string> files() const override {
        if (series_ != nullptr) return {series_->name()};
        std::vector<std::string> names;
        for (const auto& piece : pieces_) names.push_back(piece->name());
        return names;
    }

  private:
    static std::string escaped(const std::string& text) {
        std::string result;
        for (const char c : text) {
            switch (c) {
                case '&':
                    result += "&amp;";
                    break;
                case '<':
                    result += "&lt;";
                    break;
                case '"':
                    result += "&quot;";
                    break;
                default:
                    result += c;
            }
        }
        return result;
    }

    std::string path_;
    std::vector<std::unique_ptr<OutputFile>> pieces_;
    std::unique_ptr<OutputFile> series_;
    std::string data_sets_;
};

}  // namespace

std::unique_ptr<FrameSink> make_vtp_sink(const std::string& path, bool is_series) {
    return std::make_unique<VtpSink>(path, is_series);
}

}  // namespace cli
