// SPDX-License-Identifier: MIT
#include "picture.hpp"

#include <charconv>
#include <cmath>
#include <cstdio>
#include <numbers>
#include <optional>

#include "errors.hpp"
#include "lettering.hpp"
#include "names.hpp"
#include "output_file.hpp"
#include "picture_scene.hpp"
#include "printable.hpp"

namespace cli {
namespace {

constexpr int samples = 2;  // along each side of a pixel
constexpr double margin = 40;
constexpr float legend_height = 150;

Vec3 direction_of(double azimuth, double elevation, bool z_is_up) {
    const double a = azimuth * std::numbers::pi / 180;
    const double e = elevation * std::numbers::pi / 180;
    const Vec3 flat{std::sin(a) * std::cos(e), std::sin(e), std::cos(a) * std::cos(e)};
    return z_is_up ? Vec3{flat.x, -flat.z, flat.y} : flat;
}

Vec3 up_axis(bool z_is_up) {
    return z_is_up ? Vec3{0, 0, 1} : Vec3{0, 1, 0};
}

// Tries views all around and takes the one that shows most of what collides; without contacts a view from the
// front and above.
Vec3 best_direction(const PictureScene& scene, bool z_is_up) {
    constexpr int width = 240;
    constexpr int height = 180;
    Vec3 best = direction_of(35, 22, z_is_up);
    uint64_t most = 0;
    for (const double elevation : {22.0, 50.0, -15.0}) {
        for (int step = 0; step < 12; ++step) {
            const Vec3 direction = direction_of(35 + 30.0 * step, elevation, z_is_up);
            Stage stage(width, height);
            scene.draw_surfaces(
                stage, scene.camera_from(direction, up_axis(z_is_up), {5, 5, width - 5, height - 5}), 1);
            const uint64_t shown = stage.count_pixels(PictureScene::color_of_contact());
            // A view from the ground up has to show clearly more.
            const uint64_t weighted = elevation < 0 ? shown / 4 : shown;
            if (weighted > most + most / 4) {
                most = weighted;
                best = direction;
            }
        }
    }
    return best;
}

std::string with_separators(uint64_t number) {
    std::string digits = std::to_string(number);
    for (int at = static_cast<int>(digits.size()) - 3; at > 0; at -= 3)
        digits.insert(static_cast<std::size_t>(at), ",");
    return digits;
}

std::string milliseconds(double seconds) {
    char text[64];
    std::snprintf(text, sizeof text, "%.3g ms", 1e3 * seconds);
    return text;
}

void fill_box(Image& image, float x, float y, float w, float h, Color color) {
    for (int py = static_cast<int>(y); py < static_cast<int>(y + h); ++py) {
        for (int px = static_cast<int>(x); px < static_cast<int>(x + w); ++px) image.blend(px, py, color, 1);
    }
}

// Names, counts and times under the picture.
void draw_legend(Image& image, const World& world, const FrameView& view) {
    const Color ink = rgb(0x222a33);
    const Color faint = rgb(0x5b6673);
    const auto left = static_cast<float>(margin);
    const float top = static_cast<float>(image.height) - legend_height;
    draw_stroke(image, left, top, static_cast<float>(image.width) - left, top, 1.5F, rgb(0xb8c0c9));

    std::string title =
        with_separators(view.contacts.total) + (view.contacts.total == 1 ? " contact" : " contacts");
    if (view.contacts.is_incomplete != 0) title = "at least " + title;
    float x = draw_text(image, left, top + 46, 24, title, ink);
    draw_text(image, x + 24, top + 46, 15,
              std::string(capabilities_of(view.statistics.backend).name) + ", " +
                  names_of_queries(view.queries) + ", " + milliseconds(view.statistics.total_seconds) +
                  (view.frame > 0 ? ", frame " + std::to_string(view.frame) : ""),
              faint);

    const auto right_end = static_cast<float>(image.width) - left;
    x = left;
    float y = top + 88;
    const auto entry = [&](Color color, const std::string& label, bool is_line) {
        const float width = 34 + text_width(13, label) + 26;
        if (x + width > right_end && x > left) {
            x = left;
            y += 34;
        }
        if (is_line) {
            draw_stroke(image, x + 2, y - 6, x + 20, y - 6, 3, color);
        } else {
            fill_box(image, x, y - 16, 22, 20, color);
        }
        draw_text(image, x + 34, y, 13, label, ink);
        x += width;
    };
    entry(PictureScene::color_of_contact(), "colliding", false);
    entry(rgb(0x2b0a3d), "contact", true);
    entry(rgb(0x0b6e4f), "normal", true);
    if ((view.queries & DEFCOL_QUERY_INTERSECTION_VOLUME) != 0) {
        char volume[64];
        std::snprintf(volume, sizeof volume, "overlap, volume %.4g", view.volume());
        entry(rgb(0x6a1b9a), volume, true);
    }
    constexpr std::size_t most_named = 8;
    for (std::size_t mesh = 0; mesh < world.mesh_count() && mesh < most_named; ++mesh) {
        const MeshData& data = world.data(mesh);
        const std::size_t slash = data.name.find_last_of('/');
        std::string name = slash == std::string::npos ? data.name : data.name.substr(slash + 1);
        if (name.size() > 32) name = name.substr(0, 29) + "...";
        entry(PictureScene::color_of_mesh(mesh),
              name + " (" +
                  with_separators(data.is_tetrahedral() ? data.tetrahedron_count() : data.triangle_count()) +
                  (data.is_tetrahedral() ? " tetrahedra)" : " triangles)"),
              false);
    }
    if (world.mesh_count() > most_named) {
        draw_text(image, x, y, 13, "and " + std::to_string(world.mesh_count() - most_named) + " more", ink);
    }
}

class PictureSink final : public FrameSink {
  public:
    PictureSink(const std::string& path, bool is_series, const PictureSettings& settings)
        : path_(path), is_series_(is_series), settings_(settings) {
        if (!is_series) files_.push_back(std::make_unique<OutputFile>(path));
    }

    void add(const World& world, const FrameView& view) override {
        if (is_series_) files_.push_back(std::make_unique<OutputFile>(numbered_path(path_, view.frame)));
        const Image image = draw(world, view);
        files_.back()->write(encode_png(image));
        files_.back()->finish();
    }
    void finish() override {
        for (const auto& file : files_) file->commit();
    }
    std::vector<std::string> files() const override {
        std::vector<std::string> names;
        for (const auto& file : files_) names.push_back(file->name());
        return names;
    }

  private:
    Image draw(const World& world, const FrameView& view) {
        const PictureScene scene(world, view);
        const int width = samples * settings_.width;
        const int height = samples * settings_.height;
        if (!camera_) {
            const Vec3 direction =
                settings_.has_view ? direction_of(settings_.azimuth, settings_.elevation, settings_.z_is_up)
                                   : best_direction(scene, settings_.z_is_up);
            const Rectangle target{samples * margin, samples * margin, width - samples * margin,
                                   height - samples * (static_cast<double>(legend_height) + 0.5 * margin)};
            camera_ = scene.camera_from(direction, up_axis(settings_.z_is_up), target);
            radius_ = scene.radius();
        }
        Stage stage(width, height);
        scene.draw_surfaces(stage, *camera_, samples);
        scene.draw_marks(stage, *camera_, samples);
        Image image = stage.finished(radius_).reduced(samples);
        draw_legend(image, world, view);
        return image;
    }

    std::string path_;
    bool is_series_;
    PictureSettings settings_;
    std::vector<std::unique_ptr<OutputFile>> files_;
    std::optional<Camera> camera_;
    double radius_ = 1;
};

template <class Number>
bool parse(std::string_view text, Number& value) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size();
}

}  // namespace

void read_view(const std::string& text, PictureSettings& settings) {
    const std::size_t comma = text.find(',');
    const std::string_view whole = text;
    settings.has_view = true;
    if (comma == std::string::npos || !parse(whole.substr(0, comma), settings.azimuth) ||
        !parse(whole.substr(comma + 1), settings.elevation) || !(std::abs(settings.azimuth) <= 3600) ||
        !(std::abs(settings.elevation) <= 89)) {
        throw Failure("--view takes AZIMUTH,ELEVATION in degrees, elevation within 89, not \"" +
                      printable(text) + "\"");
    }
}

void read_size(const std::string& text, PictureSettings& settings) {
    const std::size_t x = text.find('x');
    const std::string_view whole = text;
    if (x == std::string::npos || !parse(whole.substr(0, x), settings.width) ||
        !parse(whole.substr(x + 1), settings.height) || settings.width < 400 || settings.height < 300 ||
        settings.width > 8000 || settings.height > 8000) {
        throw Failure("--size takes WIDTHxHEIGHT from 400x300 to 8000x8000, not \"" + printable(text) + "\"");
    }
}

std::unique_ptr<FrameSink> make_picture_sink(const std::string& path, bool is_series,
                                             const PictureSettings& settings) {
    const bool is_png = path.size() > 4 && path.compare(path.size() - 4, 4, ".png") == 0;
    if (!is_png) throw Failure("--image " + printable(path) + ": the name must end in .png");
    return std::make_unique<PictureSink>(path, is_series, settings);
}

}  // namespace cli
