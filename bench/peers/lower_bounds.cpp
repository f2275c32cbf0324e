// SPDX-License-Identifier: MIT
// What no contestant can beat: reading every vertex and element once and computing their boxes, and copying
// the input.
#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <cstring>

#include "peers/contestants.hpp"

namespace bench {

namespace {

// Four floats at a time, the fourth unused: axis by axis this loop takes four times as long and would be no
// bound.
using Vector4 = float __attribute__((vector_size(16)));

struct StreamedBox {
    Vector4 low;
    Vector4 high;
};

inline Vector4 load_vertex(const float* positions, uint32_t vertex) {
    Vector4 result;
    std::memcpy(&result, positions + 3 * std::size_t{vertex}, sizeof result);
    return result;
}

class StreamBoxes final : public Contestant {
  public:
    void prepare(const Workload& workload, uint32_t threads) override {
        workload_ = &workload;
        threads_ = threads;
        arena_.initialize(static_cast<int>(threads));
        boxes_.resize(workload.primitive_count());
    }
    void update(const FramePositions& positions) override { positions_ = &positions; }
    void detect() override {
        arena_.execute([&] {
            for (std::size_t mesh = 0; mesh < workload_->meshes.size(); ++mesh) {
                if (workload_->query == Query::triangle_pairs) {
                    stream<3>(workload_->meshes[mesh].triangles, positions_->meshes[mesh],
                              &boxes_[workload_->triangle_base[mesh]]);
                } else {
                    stream<4>(workload_->meshes[mesh].tetrahedra, positions_->meshes[mesh],
                              &boxes_[workload_->tetrahedron_base[mesh]]);
                }
            }
        });
    }
    std::span<const uint64_t> pairs() const override { return {}; }

  private:
    template <std::size_t corner_count>
    void stream(const std::vector<uint32_t>& elements, const std::vector<float>& positions,
                StreamedBox* boxes) {
        const std::size_t count = elements.size() / corner_count;
        if (threads_ == 1) {
            stream_range<corner_count>(elements.data(), positions.data(), boxes, 0, count);
            return;
        }
        tbb::parallel_for(tbb::blocked_range<std::size_t>(0, count, 4096), [&](const auto& range) {
            stream_range<corner_count>(elements.data(), positions.data(), boxes, range.begin(), range.end());
        });
    }

    template <std::size_t corner_count>
    static void stream_range(const uint32_t* elements, const float* positions, StreamedBox* boxes,
                             std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            const uint32_t* vertices = elements + corner_count * i;
            StreamedBox box;
            box.low = box.high = load_vertex(positions, vertices[0]);
            for (std::size_t corner = 1; corner < corner_count; ++corner) {
                const Vector4 p = load_vertex(positions, vertices[corner]);
                box.low = p < box.low ? p : box.low;
                box.high = p > box.high ? p : box.high;
            }
            boxes[i] = box;
        }
    }

    const Workload* workload_ = nullptr;
    const FramePositions* positions_ = nullptr;
    uint32_t threads_ = 1;
    tbb::task_arena arena_;
    std::vector<StreamedBox> boxes_;
};

class CopyInput final : public Contestant {
  public:
    void prepare(const Workload& workload, uint32_t) override {
        workload_ = &workload;
        positions_.resize(3 * workload.vertex_count());
        elements_.resize((workload.query == Query::triangle_pairs ? 3 : 4) * workload.primitive_count());
    }
    void update(const FramePositions& positions) override {
        float* out = positions_.data();
        for (const std::vector<float>& mesh : positions.meshes) {
            std::memcpy(out, mesh.data(), mesh.size() * sizeof(float));
            out += mesh.size();
        }
    }
    void detect() override {
        uint32_t* out = elements_.data();
        for (const scenes::Mesh& mesh : workload_->meshes) {
            const std::vector<uint32_t>& elements =
                workload_->query == Query::triangle_pairs ? mesh.triangles : mesh.tetrahedra;
            std::memcpy(out, elements.data(), elements.size() * sizeof(uint32_t));
            out += elements.size();
        }
    }
    std::span<const uint64_t> pairs() const override { return {}; }

  private:
    const Workload* workload_ = nullptr;
    std::vector<float> positions_;
    std::vector<uint32_t> elements_;
};

bool accepts_everything(const Workload&) {
    return true;
}

}  // namespace

void add_lower_bounds(Contestants& contestants) {
    ContestantInfo stream;
    stream.name = "stream-boxes";
    stream.role = Role::lower_bound;
    stream.is_threaded = true;
    stream.accepts = accepts_everything;
    stream.make = [] { return std::make_unique<StreamBoxes>(); };
    contestants.push_back(std::move(stream));

    ContestantInfo copy;
    copy.name = "memcpy";
    copy.role = Role::lower_bound;
    copy.accepts = accepts_everything;
    copy.make = [] { return std::make_unique<CopyInput>(); };
    contestants.push_back(std::move(copy));
}

}  // namespace bench
