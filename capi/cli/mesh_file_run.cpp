// SPDX-License-Identifier: MIT
#include "mesh_files.hpp"
#include "names.hpp"
#include "run.hpp"

namespace cli {
namespace {

class MeshFileSource final : public RunSource {
  public:
    MeshFileSource(const std::vector<std::string>& meshes, std::vector<std::string> later_frames,
                   uint64_t repetitions)
        : later_frames_(std::move(later_frames)), repetitions_(repetitions) {
        for (const std::string& path : meshes) meshes_.push_back(read_mesh(path));
    }

    std::unique_ptr<Run> open(const DetectorSettings& settings, uint32_t worker_count) const override;
    std::string name() const override {
        std::string names;
        for (const MeshData& mesh : meshes_) names += (names.empty() ? "" : " ") + mesh.name;
        return names;
    }
    uint64_t frame_count() const override { return repetitions_ * (later_frames_.size() + 1); }
    uint32_t sensible_queries() const override {
        World world(1);
        for (const MeshData& mesh : meshes_) world.add(mesh);
        return cli::sensible_queries(world);
    }

    const std::vector<MeshData>& meshes() const { return meshes_; }
    // Frame 0 is the first mesh itself.
    MeshData frame(uint64_t number) const {
        return number == 0 ? meshes_[0] : read_mesh(later_frames_[number - 1]);
    }
    uint64_t different_frames() const { return later_frames_.size() + 1; }

  private:
    std::vector<MeshData> meshes_;
    std::vector<std::string> later_frames_;
    uint64_t repetitions_;
};

class MeshFileRun final : public Run {
  public:
    MeshFileRun(const MeshFileSource& source, const DetectorSettings& settings, uint32_t worker_count)
        : source_(source), world_(worker_count) {
        for (const MeshData& mesh : source.meshes()) world_.add(mesh);
        detector_ = std::make_unique<DetectorRun>(world_, settings);
    }

    bool next(FrameView& view) override {
        if (next_frame_ == source_.frame_count()) return false;
        const uint64_t frame = next_frame_++ % source_.different_frames();
        if (next_frame_ > 1) {
            if (source_.different_frames() > 1) world_.set(0, source_.frame(frame));
            world_.repeat_positions();
        }
        view = detector_->detect(frame);
        return true;
    }
    const World& world() const override { return world_; }

  private:
    const MeshFileSource& source_;
    World world_;
    std::unique_ptr<DetectorRun> detector_;
    uint64_t next_frame_ = 0;
};

std::unique_ptr<Run> MeshFileSource::open(const DetectorSettings& settings, uint32_t worker_count) const {
    return std::make_unique<MeshFileRun>(*this, settings, worker_count);
}

}  // namespace

std::unique_ptr<RunSource> open_mesh_files(const std::vector<std::string>& meshes,
                                           const std::vector<std::string>& later_frames,
                                           uint64_t repetitions) {
    return std::make_unique<MeshFileSource>(meshes, later_frames, repetitions);
}

uint32_t sensible_queries(const World& world) {
    uint32_t queries = DEFCOL_QUERY_TRIANGLE_PAIRS;
    bool all_closed = world.mesh_count() > 0;
    for (std::size_t i = 0; i < world.mesh_count(); ++i) {
        if (world.handle(i).value == 0) continue;
        if (world.data(i).is_tetrahedral()) queries |= DEFCOL_QUERY_VERTEX_IN_TETRAHEDRON;
        auto report = initialized(defcol_mesh_report_init);
        check(defcol_mesh_get_report(world.handle(i), &report));
        all_closed = all_closed && report.is_closed != 0;
    }
    if (world.mesh_count() > 1) {
        if (all_closed) {
            queries |=
                DEFCOL_QUERY_VERTEX_IN_VOLUME | DEFCOL_QUERY_INTERSECTION_VOLUME | DEFCOL_QUERY_SPHERE_PAIRS;
        }
    }
    return queries;
}

}  // namespace cli
