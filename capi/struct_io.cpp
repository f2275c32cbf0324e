// SPDX-License-Identifier: MIT
#include "struct_io.hpp"

#include "base/error.hpp"
#include "base/status.hpp"

namespace defcol {
namespace {

bool is_aligned(const void* pointer, std::size_t alignment) noexcept {
    return reinterpret_cast<std::uintptr_t>(pointer) % alignment == 0;
}

void check_pointer_to(const char* what, const void* pointer, std::size_t alignment) {
    if (pointer == nullptr) throw Error(status::null_pointer, "the pointer to the %s is NULL", what);
    if (!is_aligned(pointer, alignment)) {
        throw Error(status::invalid_argument, "the address %p of the %s is not a multiple of %zu", pointer,
                    what, alignment);
    }
}

// A shorter struct ends where a member ends: without implicit padding that is at a multiple of the alignment.
bool is_plausible_size(std::size_t size, StructLayout layout) noexcept {
    return size >= least_struct_size && size <= largest_struct_size && size % 4 == 0 &&
           (size >= layout.size || size % layout.alignment == 0);
}

void check_size(std::size_t size, StructLayout layout) {
    if (is_plausible_size(size, layout)) return;
    throw Error(
        status::bad_struct_size,
        "a struct_size of %zu cannot be right (this library's is %zu): fill the struct with its *_init "
        "function and sizeof",
        size, layout.size);
}

}  // namespace

void check_output_pointer(const void* pointer, std::size_t alignment) {
    check_pointer_to("output", pointer, alignment);
}

bool is_usable_struct(const void* pointer, StructLayout layout) noexcept {
    return pointer != nullptr && is_aligned(pointer, layout.alignment) &&
           is_plausible_size(struct_size_of(pointer), layout);
}

void check_struct(const void* pointer, StructLayout layout) {
    check_pointer_to("struct", pointer, layout.alignment);
    check_size(struct_size_of(pointer), layout);
}

void check_new_struct(const void* pointer, std::size_t size, StructLayout layout) {
    check_pointer_to("struct", pointer, layout.alignment);
    check_size(size, layout);
}

void check_input_struct(const void* pointer, StructLayout layout) {
    check_struct(pointer, layout);
    const auto* const bytes = static_cast<const unsigned char*>(pointer);
    const std::size_t size = struct_size_of(pointer);
    for (std::size_t i = layout.size; i < size; ++i) {
        if (bytes[i] != 0) {
            throw Error(status::unsupported,
                        "byte %zu of the struct is set, but this library knows only the first %zu: "
                        "a newer feature was asked for",
                        i, layout.size);
        }
    }
}

}  // namespace defcol
