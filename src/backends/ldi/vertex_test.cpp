// SPDX-License-Identifier: MIT
#include "backends/ldi/vertex_test.hpp"

namespace defcol {

namespace {

struct End {
    bool exists = false;
    bool is_clamped = true;
    double length = 0;  // local, from the point
    uint32_t triangle = no_index;
};

}  // namespace

VolumeContact VertexTest::way_out(const Vec3f& point, const Vec3& exact_point,
                                  const HostTransform& host) const {
    const PixelPoint place = transform_.locate(point);
    const uint64_t last = (uint64_t{place.depth << 1} + 1) << 32;
    End ends[2];  // towards lower, towards higher depth
    const auto end_at = [&](Layer layer) {
        const uint32_t depth = key_depth(layer_key(layer));
        const uint32_t difference = depth > place.depth ? depth - place.depth : place.depth - depth;
        return End{true, depth == 0 || depth == depth_one, difference * transform_.depth_unit(),
                   layer_triangle(layer)};
    };
    int32_t winding = 0;
    for (uint32_t i = offsets_[place.pixel]; i < offsets_[place.pixel + 1]; ++i) {
        const bool was_inside = winding != 0;
        if (parity_) {
            winding ^= 1;
        } else {
            winding += 1 - 2 * static_cast<int32_t>(layer_key(layers_[i]) & 1);
        }
        const bool is_inside = winding != 0;
        if (layers_[i] < last) {
            if (is_inside && !was_inside) ends[0] = end_at(layers_[i]);
        } else if (!is_inside) {
            ends[1] = end_at(layers_[i]);
            break;
        }
    }
    const bool up =
        !ends[0].exists ||
        (ends[1].exists &&
         (ends[0].is_clamped != ends[1].is_clamped ? ends[0].is_clamped : ends[1].length < ends[0].length));
    const End& end = ends[up ? 1 : 0];
    VolumeContact contact{exact_point, Vec3(0.0), 0.0, no_index};
    if (!end.exists) return contact;
    contact.triangle = end.triangle;
    contact.depth = host.length(end.length);
    contact.outward[transform_.axis()] = up ? 1.0 : -1.0;
    contact.point = exact_point + contact.depth * contact.outward;
    return contact;
}

}  // namespace defcol
