// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

// The pinned status numbers. They are part of the ABI: never renumbered, never reused.
// Above zero the result is usable with a remark; below zero nothing has changed.
namespace defcol::status {

inline constexpr int32_t ok = 0;
inline constexpr int32_t truncated = 1;
inline constexpr int32_t incomplete = 2;

inline constexpr int32_t invalid_argument = -1;
inline constexpr int32_t bad_handle = -2;
inline constexpr int32_t out_of_memory = -3;
inline constexpr int32_t unsupported = -4;
inline constexpr int32_t busy = -5;
inline constexpr int32_t non_finite = -6;
inline constexpr int32_t out_of_range = -7;
inline constexpr int32_t index_range = -8;
inline constexpr int32_t size_overflow = -9;
inline constexpr int32_t not_closed = -10;
inline constexpr int32_t backend_unavailable = -11;
inline constexpr int32_t device_lost = -12;
inline constexpr int32_t forked = -13;
inline constexpr int32_t bad_struct_size = -14;
inline constexpr int32_t null_pointer = -15;
inline constexpr int32_t bad_data = -16;  // a damaged blob or capture
inline constexpr int32_t internal = -17;
inline constexpr int32_t file = -18;

}  // namespace defcol::status
