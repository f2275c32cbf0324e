// SPDX-License-Identifier: MIT
// Included once per instruction set, by the tetrahedron query (Highway's pattern for such headers).
#if defined(DEFCOL_TETRAHEDRON_WEIGHTS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef DEFCOL_TETRAHEDRON_WEIGHTS_INL
#undef DEFCOL_TETRAHEDRON_WEIGHTS_INL
#else
#define DEFCOL_TETRAHEDRON_WEIGHTS_INL
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <cmath>

#include "geometry/float_determinant_bound.hpp"
#include "mesh/frame.hpp"

HWY_BEFORE_NAMESPACE();
namespace defcol::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// The weights of a point p with respect to the corners of a tetrahedron, times its determinant (Teschner et
// al. 2003, section 4.4), and what their rounding errors can be: s1 = (p - c0) . (b x c) and so on with the
// sides a, b, c from corner c0, and s0 = det - s1 - s2 - s3.
//
// The bound is that of geometry/float_determinant_bound.hpp for a determinant of differences, with M the
// largest coordinate and W the longest side of the box: p is in the box, so its differences are no longer. s0
// adds up four such values and rounds three times at a magnitude of at most 24 W^3: less than 6 bounds in
// all.
class TetrahedronWeights {
  public:
    using D = hn::ScalableTag<float>;
    using V = hn::Vec<D>;

    // The box is that of the corners.
    HWY_INLINE TetrahedronWeights(const LocalVertex& p0, const LocalVertex& p1, const LocalVertex& p2,
                                  const LocalVertex& p3, const float* low, const float* high) {
        const float extent = std::max({high[0] - low[0], high[1] - low[1], high[2] - low[2]});
        const float magnitude = std::max({-low[0], high[0], -low[1], high[1], -low[2], high[2]});
        const float a[3] = {p1.x - p0.x, p1.y - p0.y, p1.z - p0.z};
        const float b[3] = {p2.x - p0.x, p2.y - p0.y, p2.z - p0.z};
        const float c[3] = {p3.x - p0.x, p3.y - p0.y, p3.z - p0.z};
        corner_[0] = p0.x;
        corner_[1] = p0.y;
        corner_[2] = p0.z;
        cross(b, c, normal_a_);
        cross(c, a, normal_b_);
        cross(a, b, normal_c_);
        determinant_ = a[0] * normal_a_[0] + a[1] * normal_a_[1] + a[2] * normal_a_[2];
        bound_ = FloatDeterminantBound::of(magnitude, extent);
        if (determinant_ < 0) {  // the same tetrahedron, turned
            determinant_ = -determinant_;
            for (float* normal : {normal_a_, normal_b_, normal_c_}) {
                for (int i = 0; i < 3; ++i) normal[i] = -normal[i];
            }
        }
        // Too small to say anything: neither the bound nor the orientation holds.
        if (!(determinant_ > bound_)) bound_ = HUGE_VALF;
    }

    // True where the point is certainly outside. It must be in the box.
    HWY_INLINE hn::Mask<D> exclude(V x, V y, V z) const {
        const D d;
        const V px = hn::Sub(x, hn::Set(d, corner_[0]));
        const V py = hn::Sub(y, hn::Set(d, corner_[1]));
        const V pz = hn::Sub(z, hn::Set(d, corner_[2]));
        const V s1 = dot(px, py, pz, normal_a_);
        const V s2 = dot(px, py, pz, normal_b_);
        const V s3 = dot(px, py, pz, normal_c_);
        const V s0 = hn::Sub(hn::Sub(hn::Sub(hn::Set(d, determinant_), s1), s2), s3);
        const V lowest = hn::Min(hn::Min(s1, s2), s3);
        return hn::Or(hn::Lt(lowest, hn::Set(d, -bound_)), hn::Lt(s0, hn::Set(d, -6 * bound_)));
    }

  private:
    static void cross(const float* u, const float* v, float* out) {
        out[0] = u[1] * v[2] - u[2] * v[1];
        out[1] = u[2] * v[0] - u[0] * v[2];
        out[2] = u[0] * v[1] - u[1] * v[0];
    }
    static HWY_INLINE V dot(V x, V y, V z, const float* normal) {
        const D d;
        return hn::Add(hn::Add(hn::Mul(x, hn::Set(d, normal[0])), hn::Mul(y, hn::Set(d, normal[1]))),
                       hn::Mul(z, hn::Set(d, normal[2])));
    }

    float corner_[3];
    float normal_a_[3];
    float normal_b_[3];
    float normal_c_[3];
    float determinant_;
    float bound_;
};

}  // namespace defcol::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
