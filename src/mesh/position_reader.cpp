// SPDX-License-Identifier: MIT
#include "mesh/position_reader.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <mutex>

#include "base/error.hpp"
#include "base/status.hpp"
#include "mesh/position_kernel.hpp"

namespace defcol {
namespace {

constexpr uint64_t block_vertices = 512;  // 12 KiB: stays in the first cache between the steps
constexpr uint64_t parallel_threshold = 16384;
constexpr uint64_t parallel_grain = 8 * block_vertices;

static_assert(sizeof(Vec3) == 3 * sizeof(double));

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

enum class Step { reading, placing, steering };

[[noreturn]] void refuse_non_finite(uint64_t vertex, char axis, double value, Step step) {
    if (step == Step::steering) {
        throw Error(status::non_finite,
                    "vertex %llu of a steered mesh hangs on a coarse vertex that is not finite; pass finite "
                    "coordinates or create the dense mesh with DEFCOL_MESH_SKIP_NON_FINITE too",
                    static_cast<unsigned long long>(vertex));
    }
    throw Error(status::non_finite,
                "position of vertex %llu is not finite (%c = %g); pass finite coordinates or create the mesh "
                "with DEFCOL_MESH_SKIP_NON_FINITE",
                static_cast<unsigned long long>(vertex), axis, value);
}

[[noreturn]] void refuse_out_of_range(uint64_t vertex, char axis, double value, Step step) {
    const char* when = step == Step::placing    ? " once the transform is applied"
                       : step == Step::steering ? ", in a mesh steered by this one"
                                                : "";
    throw Error(status::out_of_range, "position of vertex %llu is beyond 2^60 in magnitude%s (%c = %g)",
                static_cast<unsigned long long>(vertex), when, axis, value);
}

// Looks at each vertex of a block that is not plain: refuses, skips and flushes.
void examine_block(std::span<Vec3> block, uint64_t first_vertex, Step step, uint8_t* usable,
                   double skipped_value, PositionSummary& summary) {
    static constexpr char axis_name[] = "xyz";
    for (std::size_t v = 0; v < block.size(); ++v) {
        Vec3& position = block[v];
        int not_finite = -1;
        for (int i = 2; i >= 0; --i) {
            if (!std::isfinite(position[i])) not_finite = i;
        }
        if (not_finite >= 0) {
            if (usable == nullptr) {
                refuse_non_finite(first_vertex + v, axis_name[not_finite], position[not_finite], step);
            }
            usable[v] = 0;
            position = Vec3(skipped_value);
            ++summary.skipped;
            continue;
        }
        for (int i = 0; i < 3; ++i) {
            const double magnitude = std::fabs(position[i]);
            if (magnitude > coordinate_limit) {
                refuse_out_of_range(first_vertex + v, axis_name[i], position[i], step);
            }
            if (magnitude < flush_limit && magnitude != 0) {
                position[i] = 0;
                ++(step == Step::reading ? summary.flushed_on_reading : summary.flushed_on_placing);
            }
            summary.box_min[i] = std::min(summary.box_min[i], position[i]);
            summary.box_max[i] = std::max(summary.box_max[i], position[i]);
        }
    }
}

void add_plain_block(const BlockSummary& block, PositionSummary& summary) {
    for (int i = 0; i < 3; ++i) {
        summary.box_min[i] = std::min(summary.box_min[i], block.low[i]);
        summary.box_max[i] = std::max(summary.box_max[i], block.high[i]);
    }
}

// Of a fixed size, so that each copy is a few moves and no call.
template <std::size_t element_bytes>
void gather_block(const std::byte* in, uint64_t stride, std::size_t count, std::byte* out) {
    for (std::size_t v = 0; v < count; ++v) {
        std::memcpy(out + v * element_bytes, in + v * stride, element_bytes);
    }
}

// One block from the host's array to `out`.
void read_block(const PositionSource& source, uint64_t begin, std::span<Vec3> out,
                const PositionTarget& target, double skipped_value, PositionSummary& summary) {
    alignas(64) std::byte gathered[block_vertices * sizeof(Vec3)];
    const uint64_t stride = stride_of(source);
    const uint64_t element_bytes = 3 * scalar_size(source.scalar);
    const std::byte* in = static_cast<const std::byte*>(source.data) + begin * stride;
    if (stride != element_bytes) {
        const auto gather = source.scalar == scalar_float32 ? gather_block<3 * sizeof(float)>
                                                            : gather_block<3 * sizeof(double)>;
        gather(in, stride, out.size(), gathered);
        in = gathered;
    }
    const auto convert = source.scalar == scalar_float32 ? convert_float32_block : convert_float64_block;
    const BlockSummary block = convert(in, out.size(), &out.data()->x);
    uint8_t* usable = target.usable == nullptr ? nullptr : target.usable + begin;
    if (usable != nullptr) std::memset(usable, 1, out.size());
    if (block.is_plain) {
        add_plain_block(block, summary);
    } else {
        examine_block(out, target.first_vertex + begin, Step::reading, usable, skipped_value, summary);
    }
}

// One block of computed positions to where they go.
void settle_block(const void* source, uint64_t begin, uint64_t end, Step step, const PositionTarget& target,
                  PositionSummary& summary) {
    const std::span<Vec3> out(target.positions + begin, target.positions + end);
    const BlockSummary block = convert_float64_block(source, out.size(), &out.data()->x);
    uint8_t* usable = target.usable == nullptr ? nullptr : target.usable + begin;
    if (usable != nullptr) std::memset(usable, 1, out.size());
    if (block.is_plain) {
        add_plain_block(block, summary);
    } else {
        examine_block(out, target.first_vertex + begin, step, usable, 0.0, summary);
    }
}

// One block from positions without to positions with the transform.
void place_block(std::span<const Vec3> in, const RigidTransform* transform, uint64_t begin,
                 const PositionTarget& target, PositionSummary& summary) {
    alignas(64) double moved[block_vertices * 3];
    const void* source = in.data();
    if (transform != nullptr) {
        for (std::size_t v = 0; v < in.size(); ++v) {
            const Vec3 p = transform->apply(in[v]);
            moved[3 * v] = p.x;
            moved[3 * v + 1] = p.y;
            moved[3 * v + 2] = p.z;
        }
        source = moved;
    }
    settle_block(source, begin, begin + in.size(), Step::placing, target, summary);
}

// Calls function(begin, end, summary) for every block and merges the summaries, which is the same in any
// order.
template <class Function>
PositionSummary for_each_block(uint64_t count, Workers& workers, Function&& function) {
    PositionSummary total;
    std::mutex mutex;
    const uint64_t grain = count > parallel_threshold ? parallel_grain : count;
    parallel_ranges(workers, count, grain, [&](uint64_t begin, uint64_t end, uint32_t) {
        PositionSummary summary;
        for (uint64_t i = begin; i < end; i += block_vertices) {
            function(i, std::min(i + block_vertices, end), summary);
        }
        const std::lock_guard lock(mutex);
        total.merge(summary);
    });
    // Which zero a minimum returns depends on the order; adding +0 makes it the positive one.
    if (total.box_min.x <= total.box_max.x) {
        total.box_min += 0.0;
        total.box_max += 0.0;
    }
    return total;
}

}  // namespace

void PositionSummary::merge(const PositionSummary& other) {
    box_min = {std::min(box_min.x, other.box_min.x), std::min(box_min.y, other.box_min.y),
               std::min(box_min.z, other.box_min.z)};
    box_max = {std::max(box_max.x, other.box_max.x), std::max(box_max.y, other.box_max.y),
               std::max(box_max.z, other.box_max.z)};
    flushed_on_reading += other.flushed_on_reading;
    flushed_on_placing += other.flushed_on_placing;
    skipped += other.skipped;
}

PositionSummary read_positions(const PositionSource& source, const RigidTransform* transform,
                               const PositionTarget& target, Workers& workers) {
    return for_each_block(source.count, workers, [&](uint64_t begin, uint64_t end, PositionSummary& summary) {
        if (target.unplaced == nullptr) {
            read_block(source, begin, {target.positions + begin, target.positions + end}, target, 0.0,
                       summary);
            return;
        }
        const std::span<Vec3> unplaced(target.unplaced + begin, target.unplaced + end);
        PositionSummary reading;
        read_block(source, begin, unplaced, target, not_a_number, reading);
        summary.flushed_on_reading += reading.flushed_on_reading;
        place_block(unplaced, transform, begin, target, summary);
    });
}

PositionSummary place_positions(std::span<const Vec3> unplaced, const RigidTransform* transform,
                                const PositionTarget& target, Workers& workers) {
    return for_each_block(
        unplaced.size(), workers, [&](uint64_t begin, uint64_t end, PositionSummary& summary) {
            place_block(unplaced.subspan(begin, end - begin), transform, begin, target, summary);
        });
}

PositionSummary compute_positions(uint64_t count, const PositionFormula& formula,
                                  const PositionTarget& target, Workers& workers) {
    return for_each_block(count, workers, [&](uint64_t begin, uint64_t end, PositionSummary& summary) {
        alignas(64) double computed[block_vertices * 3];
        formula.compute(formula.context, begin, end, computed);
        settle_block(computed, begin, end, Step::steering, target, summary);
    });
}

}  // namespace defcol
