// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>

namespace scenes {

struct Point {
    double x = 0;
    double y = 0;
    double z = 0;
};

inline Point operator+(Point a, Point b) {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
}
inline Point operator-(Point a, Point b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}
inline Point operator*(double factor, Point a) {
    return {factor * a.x, factor * a.y, factor * a.z};
}
inline double dot(Point a, Point b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
inline Point cross(Point a, Point b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
inline Point unit(Point a) {
    return (1 / std::sqrt(dot(a, a))) * a;
}
// Right-handed, angles in radians.
inline Point turned_about_x(Point p, double angle) {
    const double c = std::cos(angle);
    const double s = std::sin(angle);
    return {p.x, c * p.y - s * p.z, s * p.y + c * p.z};
}
inline Point turned_about_y(Point p, double angle) {
    const double c = std::cos(angle);
    const double s = std::sin(angle);
    return {c * p.x + s * p.z, p.y, c * p.z - s * p.x};
}
inline Point turned_about_z(Point p, double angle) {
    const double c = std::cos(angle);
    const double s = std::sin(angle);
    return {c * p.x - s * p.y, s * p.x + c * p.y, p.z};
}

}  // namespace scenes
