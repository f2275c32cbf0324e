// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <vector>

#include "camera.hpp"
#include "detector_run.hpp"
#include "picture.hpp"
#include "shading.hpp"
#include "world.hpp"

namespace cli {

// A frame made ready for drawing: every mesh with its normals and with what of it collides.
class PictureScene {
  public:
    PictureScene(const World& world, const FrameView& view);

    // Draws it on a stage whose pixels are `scale` times smaller than those of the picture.
    void draw_surfaces(Stage& stage, const Camera& camera, double scale) const;
    void draw_marks(Stage& stage, const Camera& camera, double scale) const;
    void draw_volumes(Stage& stage, const Camera& camera, double scale) const;

    Camera camera_from(Vec3 direction, Vec3 up, const Rectangle& target) const;
    double radius() const { return radius_; }
    std::size_t part_count() const { return parts_.size(); }

    static Color color_of_mesh(std::size_t mesh);
    static Color color_of_contact();

  private:
    struct Part {
        const std::vector<double>* positions;
        std::vector<uint32_t> triangles;
        std::vector<uint8_t> collides;     // for each triangle
        std::vector<Vec3> vertex_normals;  // unit
        double mean_edge = 0;
        Color color;
    };
    Part make_part(const World& world, std::size_t mesh) const;
    void mark_colliding(const World& world, const FrameView& view);
    static Vec3 position(const Part& part, uint32_t vertex) {
        const double* p = part.positions->data() + 3 * std::size_t{vertex};
        return {p[0], p[1], p[2]};
    }

    const FrameView& view_;
    std::vector<Part> parts_;  // by the number of the mesh in the detector
    Vec3 centre_;
    double radius_ = 1;
};

}  // namespace cli
