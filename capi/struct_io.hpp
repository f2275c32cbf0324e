// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace defcol {

// A struct of the C header that says its own size, so that hosts built against older and newer headers are
// both understood. struct_size is the first member of each.
template <class T>
concept SizedStruct = std::is_trivially_copyable_v<T> && requires(T value) {
    { (value.struct_size) } -> std::same_as<uint32_t&>;
};

inline constexpr std::size_t least_struct_size = 8;
inline constexpr std::size_t largest_struct_size = 4096;

// What this library knows of a struct type.
struct StructLayout {
    std::size_t size;
    std::size_t alignment;
};
template <SizedStruct T>
inline constexpr StructLayout layout_of{sizeof(T), alignof(T)};

// Throws Error: NULL_POINTER, INVALID_ARGUMENT (misaligned).
void check_output_pointer(const void* pointer, std::size_t alignment);

bool is_usable_struct(const void* pointer, StructLayout layout) noexcept;

// Each throws Error: NULL_POINTER, INVALID_ARGUMENT (misaligned), BAD_STRUCT_SIZE.
void check_struct(const void* pointer, StructLayout layout);
void check_new_struct(const void* pointer, std::size_t size, StructLayout layout);

// As check_struct, and UNSUPPORTED if a part that this library does not know is not zero.
void check_input_struct(const void* pointer, StructLayout layout);

inline uint32_t struct_size_of(const void* pointer) noexcept {
    uint32_t size = 0;
    std::memcpy(&size, pointer, sizeof size);
    return size;
}

// The caller's struct, completed with `defaults` where it is older than this library.
template <SizedStruct T>
T read_struct(const T* pointer, const T& defaults) {
    check_input_struct(pointer, layout_of<T>);
    T value = defaults;
    std::memcpy(&value, pointer, std::min<std::size_t>(struct_size_of(pointer), sizeof(T)));
    return value;
}

// Writes what both sides know and zeros for the rest; struct_size stays the caller's. The struct has been
// checked.
template <SizedStruct T>
void write_struct(T* pointer, const T& value) noexcept {
    const std::size_t size = struct_size_of(pointer);
    const std::size_t known = std::min(size, sizeof(T));
    auto* const target = reinterpret_cast<unsigned char*>(pointer);
    const auto* const source = reinterpret_cast<const unsigned char*>(&value);
    std::memcpy(target + sizeof value.struct_size, source + sizeof value.struct_size,
                known - sizeof value.struct_size);
    std::memset(target + known, 0, size - known);
}

template <SizedStruct T>
void init_struct(T* pointer, std::size_t size, const T& defaults) {
    check_new_struct(pointer, size, layout_of<T>);
    const auto stated_size = static_cast<uint32_t>(size);
    std::memcpy(pointer, &stated_size, sizeof stated_size);
    write_struct(pointer, defaults);
}

// Outputs: zero before the work begins, if there is a place to write to.

template <class T>
void clear_output(T* output) noexcept {
    if constexpr (SizedStruct<T>) {
        if (is_usable_struct(output, layout_of<T>)) write_struct(output, T{});
    } else {
        if (output != nullptr && reinterpret_cast<std::uintptr_t>(output) % alignof(T) == 0) *output = T{};
    }
}

template <class T>
void check_output(const T* output) {
    if constexpr (SizedStruct<T>) {
        check_struct(output, layout_of<T>);
    } else {
        check_output_pointer(output, alignof(T));
    }
}

}  // namespace defcol
