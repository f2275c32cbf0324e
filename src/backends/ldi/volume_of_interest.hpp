// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "backends/ldi/layered_image.hpp"
#include "geometry/box.hpp"

namespace defcol {

// Where two objects can overlap, and how to look at it.
struct VolumeOfInterest {
    Box box;
    uint32_t axis;
    bool first_is_near;  // the first object's outside face is the near (lower) one, the second's the far one
};

// Heidelberger et al. 2003, section 3.1: the intersection of the boxes, looked at along an axis where each
// object has an outside face, a face of the volume that nothing of the object lies beyond, on opposite sides.
// If an object reaches beyond both sides along every axis (a box inside another, crossing boxes), the volume
// is extended along one until the face touches the box. Of several choices the pair of faces with the
// smallest distance; extended ones come last. The boxes overlap.
VolumeOfInterest find_volume_of_interest(const Box& a, const Box& b) noexcept;

// The same along a given axis.
VolumeOfInterest find_volume_of_interest(const Box& a, const Box& b, uint32_t axis) noexcept;

// The whole of one object, along its thinnest axis (Table 2 of the paper: the volume is its box).
VolumeOfInterest whole_volume(const Box& box) noexcept;

// A square image of the volume. Flat sides are widened by a little of the largest, so that pixels have an
// extent, and the faces across the axis lie a little outside.
LdiView make_view(const VolumeOfInterest& volume, uint32_t resolution) noexcept;

}  // namespace defcol
