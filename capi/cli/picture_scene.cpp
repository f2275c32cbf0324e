// SPDX-License-Identifier: MIT
#include "picture_scene.hpp"

#include <algorithm>
#include <array>

#include "names.hpp"

namespace cli {
namespace {

// Muted, apart from each other in lightness as well, so that a printed page still tells them apart.
constexpr std::array<Color, 7> mesh_colors = {rgb(0x8fb4d9), rgb(0xe8cf9a), rgb(0xa9cfa4), rgb(0xcdb3d6),
                                              rgb(0xd9b3a0), rgb(0xa3d0cf), rgb(0xd3d3a2)};

bool is_finite(Vec3 p) {
    return std::isfinite(p.x + p.y + p.z);
}

}  // namespace

Color PictureScene::color_of_mesh(std::size_t mesh) {
    return mesh_colors[mesh % mesh_colors.size()];
}

Color PictureScene::color_of_contact() {
    return rgb(0xe8452c);
}

PictureScene::Part PictureScene::make_part(const World& world, std::size_t mesh) const {
    Part part;
    part.positions = &world.data(mesh).positions;
    part.color = color_of_mesh(mesh);
    const defcol_mesh_surface surface = world.surface(mesh);
    part.vertex_normals.resize(part.positions->size() / 3);
    part.collides.resize(surface.triangle_count);
    part.triangles.assign(3 * surface.triangle_count, DEFCOL_NONE);
    uint64_t edge_count = 0;
    for (uint64_t i = 0; i < surface.triangle_count; ++i) {
        const uint32_t* ids = surface.triangles + 3 * i;
        if (ids[0] == DEFCOL_NONE || (surface.active != nullptr && surface.active[i] == 0)) continue;
        const Vec3 a = position(part, ids[0]);
        const Vec3 b = position(part, ids[1]);
        const Vec3 c = position(part, ids[2]);
        if (!is_finite(a) || !is_finite(b) || !is_finite(c)) continue;
        std::copy_n(ids, 3, part.triangles.begin() + static_cast<std::ptrdiff_t>(3 * i));
        // Longer where the triangle is larger, which is the weight it should have.
        const Vec3 normal = cross(b - a, c - a);
        for (int k = 0; k < 3; ++k) part.vertex_normals[ids[k]] = part.vertex_normals[ids[k]] + normal;
        part.mean_edge += length(b - a) + length(c - b) + length(a - c);
        edge_count += 3;
    }
    if (edge_count > 0) part.mean_edge /= static_cast<double>(edge_count);
    for (Vec3& normal : part.vertex_normals) normal = unit(normal);
    return part;
}

PictureScene::PictureScene(const World& world, const FrameView& view) : view_(view) {
    Vec3 low{HUGE_VAL, HUGE_VAL, HUGE_VAL};
    Vec3 high{-HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
    for (std::size_t mesh = 0; mesh < world.mesh_count(); ++mesh) {
        parts_.push_back(make_part(world, mesh));
        const std::vector<double>& positions = *parts_.back().positions;
        for (std::size_t i = 0; i + 3 <= positions.size(); i += 3) {
            const Vec3 p{positions[i], positions[i + 1], positions[i + 2]};
            if (!is_finite(p)) continue;
            low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
            high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
        }
    }
    if (high.x >= low.x) {
        centre_ = 0.5 * (low + high);
        radius_ = std::max(0.5 * length(high - low), 1e-300);
    }
    mark_colliding(world, view);
}

void PictureScene::mark_colliding(const World& world, const FrameView& view) {
    const defcol_contacts& contacts = view.contacts;
    const auto mark = [&](uint32_t mesh, uint32_t triangle) {
        if (mesh < parts_.size() && triangle < parts_[mesh].collides.size())
            parts_[mesh].collides[triangle] = 1;
    };
    std::vector<std::vector<uint8_t>> vertex_collides(parts_.size());
    for (std::size_t mesh = 0; mesh < parts_.size(); ++mesh) {
        vertex_collides[mesh].resize(world.data(mesh).vertex_count());
    }
    for (uint64_t i = 0; i < contacts.count; ++i) {
        switch (contacts.kind[i]) {
            case DEFCOL_CONTACT_TRIANGLE_PAIR:
                mark(contacts.mesh_a[i], contacts.primitive_a[i]);
                mark(contacts.mesh_b[i], contacts.primitive_b[i]);
                break;
            case DEFCOL_CONTACT_VERTEX_IN_TETRAHEDRON:
            case DEFCOL_CONTACT_VERTEX_IN_VOLUME:
                if (contacts.mesh_a[i] < parts_.size()) {
                    std::vector<uint8_t>& flags = vertex_collides[contacts.mesh_a[i]];
                    if (contacts.primitive_a[i] < flags.size()) flags[contacts.primitive_a[i]] = 1;
                }
                if (contacts.surface_b != nullptr) mark(contacts.mesh_b[i], contacts.surface_b[i]);
                break;
            default:
                break;
        }
    }
    // A surface triangle with all corners inside another body is inside it as far as that query can tell.
    for (std::size_t mesh = 0; mesh < parts_.size(); ++mesh) {
        Part& part = parts_[mesh];
        const std::vector<uint8_t>& flags = vertex_collides[mesh];
        for (std::size_t i = 0; i < part.collides.size(); ++i) {
            const uint32_t* ids = part.triangles.data() + 3 * i;
            if (ids[0] == DEFCOL_NONE) continue;
            if (flags[ids[0]] != 0 && flags[ids[1]] != 0 && flags[ids[2]] != 0) part.collides[i] = 1;
        }
    }
}

Camera PictureScene::camera_from(Vec3 direction, Vec3 up, const Rectangle& target) const {
    Camera camera(centre_, radius_, direction, up);
    std::vector<double> all;
    for (const Part& part : parts_) all.insert(all.end(), part.positions->begin(), part.positions->end());
    camera.fit(all, target);
    return camera;
}

void PictureScene::draw_surfaces(Stage& stage, const Camera& camera, double scale) const {
    for (const Part& part : parts_) {
        std::vector<Projected> places(part.vertex_normals.size());
        std::vector<Vec3> normals(part.vertex_normals.size());
        for (uint32_t v = 0; v < places.size(); ++v) {
            places[v] = camera.project(position(part, v));
            normals[v] = camera.turned(part.vertex_normals[v]);
        }
        // Sides of triangles show where they are far enough apart to be told apart.
        const double edge_pixels = part.mean_edge * camera.pixels_per_unit() / scale;
        const auto edges = static_cast<float>(std::clamp((edge_pixels - 8) / 50, 0.0, 0.4));
        for (std::size_t i = 0; i < part.collides.size(); ++i) {
            const uint32_t* ids = part.triangles.data() + 3 * i;
            if (ids[0] == DEFCOL_NONE) continue;
            const Vec3 a = position(part, ids[0]);
            const Vec3 face = unit(cross(position(part, ids[1]) - a, position(part, ids[2]) - a));
            std::array<Stage::Corner, 3> corners;
            for (std::size_t k = 0; k < 3; ++k) {
                // A corner whose smooth normal is far from the triangle's own belongs to a sharp edge.
                const bool is_smooth = dot(part.vertex_normals[ids[k]], face) > 0.6;
                corners[k] = {places[ids[k]], is_smooth ? normals[ids[k]] : camera.turned(face)};
            }
            stage.add_triangle(corners[0], corners[1], corners[2],
                               part.collides[i] != 0 ? color_of_contact() : part.color, edges);
        }
    }
}

// The spans of each overlap, as lines: so many at most that the picture is not just that.
void PictureScene::draw_volumes(Stage& stage, const Camera& camera, double scale) const {
    constexpr uint64_t most_spans = 3000;
    const defcol_volumes& volumes = view_.volumes;
    if (volumes.span_count == 0) return;
    const uint64_t step = std::max<uint64_t>(1, volumes.span_count / most_spans);
    for (uint64_t i = 0; i < volumes.count; ++i) {
        const std::size_t axis = volumes.axis[i] % 3;
        for (uint64_t k = volumes.first_span[i]; k < volumes.first_span[i + 1]; k += step) {
            std::array<double, 3> entry{};
            entry[(axis + 1) % 3] =
                volumes.grid_origin[2 * i] + (volumes.span_x[k] + 0.5) * volumes.pixel_size[2 * i];
            entry[(axis + 2) % 3] =
                volumes.grid_origin[2 * i + 1] + (volumes.span_y[k] + 0.5) * volumes.pixel_size[2 * i + 1];
            std::array<double, 3> leave = entry;
            entry[axis] = volumes.span_entry[k];
            leave[axis] = volumes.span_leave[k];
            stage.add_mark(camera.project({entry[0], entry[1], entry[2]}),
                           camera.project({leave[0], leave[1], leave[2]}), 0.7 * scale, Stage::Mark::volume);
        }
    }
}

void PictureScene::draw_marks(Stage& stage, const Camera& camera, double scale) const {
    draw_volumes(stage, camera, scale);
    const defcol_contacts& contacts = view_.contacts;
    if (contacts.points == nullptr) return;
    constexpr uint64_t most_normals = 250;  // more would hide what they are about
    const uint64_t step = std::max<uint64_t>(1, contacts.count / most_normals);
    for (uint64_t i = 0; i < contacts.count; ++i) {
        const double* p = contacts.points + 6 * i;
        const Vec3 first{p[0], p[1], p[2]};
        const Vec3 second{p[3], p[4], p[5]};
        const bool is_pair = contacts.kind[i] == DEFCOL_CONTACT_TRIANGLE_PAIR;
        const double radius = (is_pair ? (contacts.count > 2000 ? 0.8 : 1.3) : 2.4) * scale;
        const Projected from = camera.project(first);
        stage.add_mark(from, is_pair ? camera.project(second) : from, radius, Stage::Mark::contact);
        if (contacts.normals == nullptr || i % step != 0) continue;
        const double* n = contacts.normals + 3 * i;
        const Vec3 middle = is_pair ? 0.5 * (first + second) : first;
        const Projected base = camera.project(middle);
        const Projected tip = camera.project(middle + 0.05 * radius_ * Vec3{n[0], n[1], n[2]});
        stage.add_mark(base, tip, 1.1 * scale, Stage::Mark::normal);
        stage.add_mark(tip, tip, 2.2 * scale, Stage::Mark::normal);
    }
}

}  // namespace cli
