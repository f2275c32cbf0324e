// SPDX-License-Identifier: MIT
#include "mesh/position_kernel.hpp"

#include <cmath>
#include <cstring>
#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "mesh/position_kernel.cpp"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace defcol::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Doubles = hn::ScalableTag<double>;

inline hn::Vec<Doubles> load_as_double(Doubles tag, const float* in) {
    const hn::Rebind<float, Doubles> float_tag;
    return hn::PromoteTo(tag, hn::LoadU(float_tag, in));
}
inline hn::Vec<Doubles> load_as_double(Doubles tag, const double* in) {
    return hn::LoadU(tag, in);
}

// Coordinates below the flush limit cannot come from floats: their smallest is 2^-149.
template <class Scalar>
inline constexpr bool may_be_tiny = sizeof(Scalar) == sizeof(double);

// Three vectors at a time: lane l of vector j then always holds coordinate (j * lanes + l) % 3.
template <class Scalar>
BlockSummary convert_block(const void* bytes, std::size_t vertex_count, double* HWY_RESTRICT out) {
    const auto* HWY_RESTRICT in = static_cast<const Scalar*>(bytes);
    const Doubles tag;
    const std::size_t lanes = hn::Lanes(tag);
    const std::size_t count = 3 * vertex_count;
    const auto zero = hn::Zero(tag);
    const auto tiny_limit = hn::Set(tag, flush_limit);

    constexpr double infinity = std::numeric_limits<double>::infinity();
    auto low0 = hn::Set(tag, infinity);
    auto low1 = low0;
    auto low2 = low0;
    auto high0 = hn::Set(tag, -infinity);
    auto high1 = high0;
    auto high2 = high0;
    auto odd = hn::Lt(zero, zero);  // NaN, or nonzero below the flush limit
    const auto is_odd = [&](auto v) HWY_ATTR {
        if constexpr (may_be_tiny<Scalar>) {
            return hn::Or(hn::IsNaN(v), hn::And(hn::Lt(hn::Abs(v), tiny_limit), hn::Ne(v, zero)));
        } else {
            return hn::IsNaN(v);
        }
    };

    std::size_t i = 0;
    for (; i + 3 * lanes <= count; i += 3 * lanes) {
        const auto v0 = load_as_double(tag, in + i);
        const auto v1 = load_as_double(tag, in + i + lanes);
        const auto v2 = load_as_double(tag, in + i + 2 * lanes);
        hn::StoreU(v0, tag, out + i);
        hn::StoreU(v1, tag, out + i + lanes);
        hn::StoreU(v2, tag, out + i + 2 * lanes);
        low0 = hn::Min(low0, v0);
        low1 = hn::Min(low1, v1);
        low2 = hn::Min(low2, v2);
        high0 = hn::Max(high0, v0);
        high1 = hn::Max(high1, v1);
        high2 = hn::Max(high2, v2);
        odd = hn::Or(odd, hn::Or(is_odd(v0), hn::Or(is_odd(v1), is_odd(v2))));
    }

    BlockSummary summary{{infinity, infinity, infinity}, {-infinity, -infinity, -infinity}, true};
    HWY_ALIGN double low[3 * hn::MaxLanes(tag)];
    HWY_ALIGN double high[3 * hn::MaxLanes(tag)];
    hn::Store(low0, tag, low);
    hn::StoreU(low1, tag, low + lanes);
    hn::StoreU(low2, tag, low + 2 * lanes);
    hn::Store(high0, tag, high);
    hn::StoreU(high1, tag, high + lanes);
    hn::StoreU(high2, tag, high + 2 * lanes);
    for (std::size_t k = 0; k < 3 * lanes; ++k) {
        if (low[k] < summary.low[k % 3]) summary.low[k % 3] = low[k];
        if (high[k] > summary.high[k % 3]) summary.high[k % 3] = high[k];
    }
    bool has_odd = !hn::AllFalse(tag, odd);
    for (; i < count; ++i) {
        Scalar scalar;
        std::memcpy(&scalar, in + i, sizeof scalar);
        const auto x = static_cast<double>(scalar);
        out[i] = x;
        has_odd |= std::isnan(x) || (x != 0 && std::fabs(x) < flush_limit);
        if (x < summary.low[i % 3]) summary.low[i % 3] = x;
        if (x > summary.high[i % 3]) summary.high[i % 3] = x;
    }
    summary.is_plain = !has_odd;
    for (int k = 0; k < 3; ++k) {
        summary.is_plain &= summary.low[k] >= -coordinate_limit && summary.high[k] <= coordinate_limit;
    }
    return summary;
}

BlockSummary convert_float32(const void* in, std::size_t vertex_count, double* out) {
    return convert_block<float>(in, vertex_count, out);
}
BlockSummary convert_float64(const void* in, std::size_t vertex_count, double* out) {
    return convert_block<double>(in, vertex_count, out);
}

}  // namespace defcol::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace defcol {

HWY_EXPORT(convert_float32);
HWY_EXPORT(convert_float64);

BlockSummary convert_float32_block(const void* in, std::size_t vertex_count, double* out) {
    return HWY_DYNAMIC_DISPATCH(convert_float32)(in, vertex_count, out);
}
BlockSummary convert_float64_block(const void* in, std::size_t vertex_count, double* out) {
    return HWY_DYNAMIC_DISPATCH(convert_float64)(in, vertex_count, out);
}

}  // namespace defcol
#endif
