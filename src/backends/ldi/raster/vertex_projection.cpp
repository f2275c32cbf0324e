// SPDX-License-Identifier: MIT
#include "backends/ldi/raster/vertex_projection.hpp"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backends/ldi/raster/vertex_projection.cpp"
// Highway wants this order.
// clang-format off
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace defcol::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using D = hn::ScalableTag<float>;
using DI = hn::RebindToSigned<D>;
using V = hn::Vec<D>;
using VI = hn::Vec<DI>;

// The clamp comes before the rounding to an integer; a vertex that is not finite ends somewhere, and no
// usable triangle has one.
HWY_INLINE VI to_grid(V value, float offset, float scale) {
    const D d;
    const V scaled = hn::Mul(hn::Sub(value, hn::Set(d, offset)), hn::Set(d, scale));
    return hn::NearestInt(hn::Min(hn::Max(scaled, hn::Set(d, -grid_limit)), hn::Set(d, grid_limit)));
}

HWY_INLINE VI cell_of(VI grid, uint32_t bits, uint32_t count) {
    const DI d;
    const VI above = hn::Add(grid, hn::Set(d, (int32_t{1} << bits) - 1));
    const VI cell = hn::ShiftRightSame(above, static_cast<int>(bits));
    return hn::Min(hn::Max(cell, hn::Zero(d)), hn::Set(d, static_cast<int32_t>(count)));
}

template <uint32_t axis>
HWY_INLINE void project_lanes(const GridTransform& t, const LocalVertex* vertices, RasterVertex* projected,
                              PixelCell* cells) {
    const D d;
    const DI di;
    V local[3];
    V mesh;
    hn::LoadInterleaved4(d, &vertices->x, local[0], local[1], local[2], mesh);
    const VI x = to_grid(local[(axis + 1) % 3], t.offset[0], t.scale[0]);
    const VI y = to_grid(local[(axis + 2) % 3], t.offset[1], t.scale[1]);
    const V z = hn::Mul(hn::Sub(local[axis], hn::Set(d, t.offset[2])), hn::Set(d, t.scale[2]));
    hn::StoreInterleaved4(x, y, hn::BitCast(di, z), hn::Zero(di), di, &projected->x);
    const VI cell = hn::Or(cell_of(x, t.bits, t.width), hn::ShiftLeft<16>(cell_of(y, t.bits, t.height)));
    hn::StoreU(cell, di, reinterpret_cast<int32_t*>(cells));
}

template <uint32_t axis>
void project_along(const GridTransform& t, const LocalVertex* vertices, std::size_t count,
                   RasterVertex* projected, PixelCell* cells) {
    constexpr std::size_t lanes = hn::MaxLanes(D());
    std::size_t i = 0;
    for (; i + lanes <= count; i += lanes) project_lanes<axis>(t, vertices + i, projected + i, cells + i);
    if (i == count) return;
    // The rest apart: neither read nor written beyond the end.
    LocalVertex last[lanes] = {};
    RasterVertex last_projected[lanes];
    PixelCell last_cells[lanes];
    std::copy(vertices + i, vertices + count, last);
    project_lanes<axis>(t, last, last_projected, last_cells);
    std::copy_n(last_projected, count - i, projected + i);
    std::copy_n(last_cells, count - i, cells + i);
}

void project_all(const GridTransform& t, const LocalVertex* vertices, std::size_t count,
                 RasterVertex* projected, PixelCell* cells) {
    switch (t.axis) {
        case 0:
            return project_along<0>(t, vertices, count, projected, cells);
        case 1:
            return project_along<1>(t, vertices, count, projected, cells);
        default:
            return project_along<2>(t, vertices, count, projected, cells);
    }
}

}  // namespace defcol::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include <cmath>

#include "narrowphase/simd_dispatch.hpp"

namespace defcol {

HWY_EXPORT(project_all);

GridTransform grid_transform(const LdiView& view, const Box& box) noexcept {
    GridTransform t{};
    t.axis = view.axis;
    t.width = view.width;
    t.height = view.height;
    const uint32_t axes[2] = {view.axis_x(), view.axis_y()};
    const uint32_t counts[2] = {view.width, view.height};
    double reach = 1;  // of the object, in pixels from the image's corner
    double pixels_per_unit[2];
    for (int i = 0; i < 2; ++i) {
        const auto axis = static_cast<int>(axes[i]);
        const double min = view.min[axis];
        pixels_per_unit[i] = counts[i] / (view.max[axis] - min);
        reach = std::max({reach, static_cast<double>(counts[i]), std::fabs(box.min[axis] - min) * pixels_per_unit[i],
                          std::fabs(box.max[axis] - min) * pixels_per_unit[i]});
    }
    // The largest grid on which the object fits.
    const int free_bits = 28 - static_cast<int>(std::ceil(std::log2(reach)));
    t.bits = static_cast<uint32_t>(std::clamp(free_bits, 0, static_cast<int>(most_subpixel_bits)));
    for (int i = 0; i < 2; ++i) {
        const auto axis = static_cast<int>(axes[i]);
        // Half a pixel to the left, so that centres are whole pixels.
        t.offset[i] = static_cast<float>(view.min[axis] + 0.5 / pixels_per_unit[i]);
        t.scale[i] = static_cast<float>(std::ldexp(pixels_per_unit[i], static_cast<int>(t.bits)));
    }
    const auto axis = static_cast<int>(view.axis);
    t.offset[2] = view.min[axis];
    t.scale[2] = static_cast<float>(1.0 / (double{view.max[axis]} - double{view.min[axis]}));
    return t;
}

void project_vertices(int64_t simd_target, const GridTransform& transform,
                      std::span<const LocalVertex> vertices, RasterVertex* projected,
                      PixelCell* cells) noexcept {
    HWY_DISPATCH_TABLE(project_all)
    [simd_dispatch_index(simd_target)](transform, vertices.data(), vertices.size(), projected, cells);
}

}  // namespace defcol

#endif  // HWY_ONCE
