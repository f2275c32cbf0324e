// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

namespace defcol {

// The numbers of the C header.
inline constexpr int32_t scalar_float32 = 1;
inline constexpr int32_t scalar_float64 = 2;
inline constexpr uint32_t mesh_skip_non_finite = 1;

inline constexpr uint64_t max_element_count = uint64_t{1} << 31;

// Arrays as the host gave them: nothing about them is known to be true.
struct PositionSource {
    const void* data = nullptr;
    uint64_t count = 0;
    uint64_t stride = 0;  // bytes; 0 = tightly packed
    int32_t scalar = scalar_float64;
};

struct MeshSource {
    PositionSource positions{};
    uint64_t triangle_count = 0;
    const uint32_t* triangles = nullptr;
    uint64_t tetrahedron_count = 0;
    const uint32_t* tetrahedra = nullptr;
    const double* transform = nullptr;
    uint32_t flags = 0;
    uint64_t user_data = 0;
};

struct MeshEdit {
    uint64_t removed_triangle_count = 0;
    const uint32_t* removed_triangles = nullptr;
    PositionSource added_positions{};
    uint64_t added_triangle_count = 0;
    const uint32_t* added_triangles = nullptr;
    uint32_t* out_triangle_ids = nullptr;  // may be null
};

// The checks that need no reading. Each throws Error; `what` names the array ("positions").
void check_count(uint64_t count, const char* what);
void check_pointer(const volatile void* pointer, uint64_t count, std::size_t alignment, const char* what);
void check_positions(const PositionSource& source, const char* what);

inline uint64_t scalar_size(int32_t scalar) {
    return scalar == scalar_float32 ? sizeof(float) : sizeof(double);
}
inline uint64_t stride_of(const PositionSource& source) {
    return source.stride == 0 ? 3 * scalar_size(source.scalar) : source.stride;
}

}  // namespace defcol
