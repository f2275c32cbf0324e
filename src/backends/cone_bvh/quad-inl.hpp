// SPDX-License-Identifier: MIT
// A vertex as a vector of four lanes, the fourth of which means nothing. Included once per Highway target;
// the one without vectors has a plain array instead.
#if defined(DEFCOL_CONE_BVH_QUAD_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef DEFCOL_CONE_BVH_QUAD_INL
#undef DEFCOL_CONE_BVH_QUAD_INL
#else
#define DEFCOL_CONE_BVH_QUAD_INL
#endif

#include <hwy/highway.h>

#include <cmath>
#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace defcol::HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR

struct Quad {
    float lane[4];
};

template <class Operation>
inline Quad for_each_lane(const Quad& a, const Quad& b, Operation&& operation) {
    Quad result;
    for (int i = 0; i < 4; ++i) result.lane[i] = operation(a.lane[i], b.lane[i]);
    return result;
}

inline Quad load_quad(const float* from) {
    return {{from[0], from[1], from[2], from[3]}};
}
inline void store_quad(const Quad& a, float* to) {
    for (int i = 0; i < 4; ++i) to[i] = a.lane[i];
}
inline Quad set_quad(float value) {
    return {{value, value, value, value}};
}
inline Quad min(const Quad& a, const Quad& b) {
    return for_each_lane(a, b, [](float x, float y) { return x < y ? x : y; });
}
inline Quad max(const Quad& a, const Quad& b) {
    return for_each_lane(a, b, [](float x, float y) { return x > y ? x : y; });
}
inline Quad add(const Quad& a, const Quad& b) {
    return for_each_lane(a, b, [](float x, float y) { return x + y; });
}
inline Quad subtract(const Quad& a, const Quad& b) {
    return for_each_lane(a, b, [](float x, float y) { return x - y; });
}
inline Quad multiply(const Quad& a, const Quad& b) {
    return for_each_lane(a, b, [](float x, float y) { return x * y; });
}
inline Quad magnitude(const Quad& a) {
    return for_each_lane(a, a, [](float x, float) { return std::fabs(x); });
}
inline Quad turned(const Quad& a) {
    return {{a.lane[1], a.lane[2], a.lane[0], a.lane[3]}};
}
inline bool ordered(const Quad& a, const Quad& b) {
    return a.lane[0] <= b.lane[0] && a.lane[1] <= b.lane[1] && a.lane[2] <= b.lane[2];
}

#else

using QuadTag = hwy::HWY_NAMESPACE::FixedTag<float, 4>;
using Quad = hwy::HWY_NAMESPACE::Vec<QuadTag>;

HWY_INLINE Quad load_quad(const float* from) {
    return hwy::HWY_NAMESPACE::LoadU(QuadTag(), from);
}
HWY_INLINE void store_quad(Quad a, float* to) {
    hwy::HWY_NAMESPACE::StoreU(a, QuadTag(), to);
}
HWY_INLINE Quad set_quad(float value) {
    return hwy::HWY_NAMESPACE::Set(QuadTag(), value);
}
HWY_INLINE Quad min(Quad a, Quad b) {
    return hwy::HWY_NAMESPACE::Min(a, b);
}
HWY_INLINE Quad max(Quad a, Quad b) {
    return hwy::HWY_NAMESPACE::Max(a, b);
}
HWY_INLINE Quad add(Quad a, Quad b) {
    return hwy::HWY_NAMESPACE::Add(a, b);
}
HWY_INLINE Quad subtract(Quad a, Quad b) {
    return hwy::HWY_NAMESPACE::Sub(a, b);
}
HWY_INLINE Quad multiply(Quad a, Quad b) {
    return hwy::HWY_NAMESPACE::Mul(a, b);
}
HWY_INLINE Quad magnitude(Quad a) {
    return hwy::HWY_NAMESPACE::Abs(a);
}
// (x, y, z) to (y, z, x).
HWY_INLINE Quad turned(Quad a) {
    alignas(16) static constexpr int32_t y_z_x_w[4] = {1, 2, 0, 3};
    return hwy::HWY_NAMESPACE::TableLookupLanes(a, hwy::HWY_NAMESPACE::SetTableIndices(QuadTag(), y_z_x_w));
}
// a <= b in the first three lanes.
HWY_INLINE bool ordered(Quad a, Quad b) {
    namespace hn = hwy::HWY_NAMESPACE;
    const QuadTag d;
    return hn::AllTrue(d, hn::Or(hn::Le(a, b), hn::Not(hn::FirstN(d, 3))));
}

#endif

// See outward_margin.
HWY_INLINE Quad quad_margin(Quad a) {
    return add(multiply(magnitude(a), set_quad(0x3p-24F)), set_quad(0x1p-125F));
}
HWY_INLINE Quad rounded_down(Quad a) {
    return subtract(a, quad_margin(a));
}
HWY_INLINE Quad rounded_up(Quad a) {
    return add(a, quad_margin(a));
}

}  // namespace defcol::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target
