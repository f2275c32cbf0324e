// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "backends/backend.hpp"
#include "backends/ldi/device_choice.hpp"
#include "backends/ldi/image_cache.hpp"
#include "backends/ldi/pixel_spans.hpp"
#include "backends/ldi/volume_gradient.hpp"

namespace defcol {

extern const BackendInfo ldi_info;

// Volumes of closed surfaces by layered depth images (Heidelberger, Teschner and Gross, "Real-Time Volumetric
// Intersections of Deforming Objects", VMV 2003), with no structure kept that motion could make wrong:
//   stage 1   volume_of_interest.hpp: where the boxes of two objects overlap, and from where to look;
//   stage 2   device.hpp, image_cache.hpp: all layers of each object along a grid of parallel lines;
//   stage 3a  pixel_spans.hpp, volume_measure.hpp: what lies inside both, line by line;
//   stage 3b  vertex_test.hpp: which vertices lie inside the other;
//   section 7 pixel_spans.hpp: where one object overlaps itself;
// and volume_gradient.hpp: how to move the surfaces to change the overlap.
class LdiBackend final : public Backend {
  public:
    explicit LdiBackend(std::pmr::memory_resource& memory) noexcept;

    void update(const BackendFrame& input) override;
    void search(const BackendFrame& input, Narrowphase& narrowphase) override;
    void measure_volume_contacts(const BackendFrame& input, std::span<const uint64_t> keys,
                                 std::span<VolumeContact> contacts) override;
    void report(defcol_statistics& statistics) const override;

  private:
    static constexpr uint32_t most_views = 3;

    // What one pair of meshes, or one mesh with itself, asks for.
    struct PairPlan {
        MeshPair pair;
        bool wants_volume;
        bool wants_vertices[2];  // of a in b, of b in a
        uint32_t view_count;
        uint32_t image_a[most_views];  // requests; no_index where not needed
        uint32_t image_b[most_views];
    };
    // Vertices [begin, end) of one mesh against the other of a plan.
    struct VertexTask {
        uint32_t plan;
        uint32_t begin;
        uint32_t end;
        bool first_in_second;
    };
    struct PairSpans {
        explicit PairSpans(std::pmr::memory_resource& memory) noexcept
            : spans{Buffer<PixelSpan>(memory), Buffer<PixelSpan>(memory), Buffer<PixelSpan>(memory)} {}
        Buffer<PixelSpan> spans[most_views];
        bool is_done = false;
    };

    void choose_device(const BackendFrame& input);
    void plan_pairs(const BackendFrame& input);
    void plan_pair(const BackendFrame& input, const MeshPair& pair);
    void request_images(const BackendFrame& input, PairPlan& plan);
    void search_wave(const BackendFrame& input, Narrowphase& narrowphase, uint32_t first, uint32_t last);
    void find_spans(uint32_t first, uint32_t last, const BackendFrame& input, Narrowphase& narrowphase);
    void find_vertices(uint32_t first, uint32_t last, const BackendFrame& input, Narrowphase& narrowphase);
    void add_vertex_tasks(const Frame& frame, uint32_t plan, bool first_in_second);
    void test_vertices(const VertexTask& task, const Frame& frame, CandidateSink& sink) const;
    void store_volume(const PairPlan& plan, const PairSpans& found, const BackendFrame& input);
    const PairPlan* find_plan(uint32_t a, uint32_t b) const;
    bool images_are_complete(const PairPlan& plan) const;

    std::pmr::memory_resource& memory_;
    Owned<LdiDevice> device_;
    LdiDeviceChoice choice_{LdiDeviceKind::raster, "", true};
    int64_t device_option_ = -1;
    ImageCache images_;
    InsideRule rule_ = InsideRule::winding;
    Buffer<PairPlan> plans_;  // in the order of the pairs
    Buffer<VertexTask> vertex_tasks_;
    std::pmr::vector<Owned<PairSpans>> pair_spans_;
    Buffer<uint32_t> lengths_;
    Buffer<VolumeSpan> volume_spans_;
    VolumeGradients gradients_;

    struct Counts {
        uint64_t images = 0;
        uint64_t kept_images = 0;
        uint64_t layers = 0;
        uint64_t unpaired_pixels = 0;
        uint64_t most_layers = 0;
        double image_seconds = 0;
    };
    Counts counts_;
};

}  // namespace defcol
