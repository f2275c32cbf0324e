// SPDX-License-Identifier: MIT
#include "mesh/mesh_source.hpp"

#include "base/checked_math.hpp"
#include "base/error.hpp"
#include "base/status.hpp"

namespace defcol {

void check_count(uint64_t count, const char* what) {
    if (count > max_element_count) {
        throw Error(status::size_overflow, "%s: %llu are more than the 2^31 a mesh may have", what,
                    static_cast<unsigned long long>(count));
    }
}

void check_pointer(const volatile void* pointer, uint64_t count, std::size_t alignment, const char* what) {
    if (pointer == nullptr && count > 0) {
        throw Error(status::null_pointer, "%s: the pointer is NULL, but the count is %llu", what,
                    static_cast<unsigned long long>(count));
    }
    if (reinterpret_cast<std::uintptr_t>(pointer) % alignment != 0) {
        throw Error(status::invalid_argument, "%s: the address is not a multiple of %u", what,
                    static_cast<unsigned>(alignment));
    }
}

void check_positions(const PositionSource& source, const char* what) {
    if (source.scalar != scalar_float32 && source.scalar != scalar_float64) {
        throw Error(status::invalid_argument,
                    "%s: scalar %d is neither DEFCOL_SCALAR_FLOAT32 nor DEFCOL_SCALAR_FLOAT64", what,
                    static_cast<int>(source.scalar));
    }
    const uint64_t scalar_bytes = scalar_size(source.scalar);
    const uint64_t stride = stride_of(source);
    if (stride < 3 * scalar_bytes || stride % scalar_bytes != 0) {
        throw Error(status::invalid_argument,
                    "%s: a stride of %llu bytes is not 0 or a multiple of %llu that holds 3 coordinates",
                    what, static_cast<unsigned long long>(stride),
                    static_cast<unsigned long long>(scalar_bytes));
    }
    check_count(source.count, what);
    check_pointer(source.data, source.count, scalar_bytes, what);
    if (source.count == 0) return;
    const uint64_t before_last = multiply_sizes(source.count - 1, stride, what);
    const uint64_t extent = add_sizes(before_last, 3 * scalar_bytes, what);
    static_cast<void>(add_sizes(reinterpret_cast<std::uintptr_t>(source.data), extent, what));
}

}  // namespace defcol
