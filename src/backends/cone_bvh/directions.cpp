// SPDX-License-Identifier: MIT
#include "backends/cone_bvh/directions.hpp"

namespace defcol {

namespace {

struct Neighbourhoods {
    DirectionBits near[2 * axis_count];  // within 80 degrees: enough to tell the middle of a set from its rim
    DirectionBits close[2 * axis_count];  // within 45 degrees
};

constexpr Neighbourhoods find_neighbourhoods() {
    Neighbourhoods result{};
    for (uint32_t i = 0; i < 2 * axis_count; ++i) {
        for (uint32_t j = 0; j < 2 * axis_count; ++j) {
            double dot = 0;
            double square_i = 0;
            double square_j = 0;
            for (uint32_t k = 0; k < 3; ++k) {
                const auto component = [k](uint32_t direction) {
                    const Axis& axis = axes[direction % axis_count];
                    const double value = k == axis.main ? 1.0 : k == (axis.main + 1) % 3 ? axis.b : axis.c;
                    return direction < axis_count ? value : -value;
                };
                dot += component(i) * component(j);
                square_i += component(i) * component(i);
                square_j += component(j) * component(j);
            }
            if (dot <= 0) continue;
            const double cosine_squared = dot * dot / (square_i * square_j);
            if (cosine_squared > 0.03) result.near[i] |= DirectionBits{1} << j;
            if (cosine_squared > 0.5) result.close[i] |= DirectionBits{1} << j;
        }
    }
    return result;
}

constexpr Neighbourhoods neighbourhoods = find_neighbourhoods();

}  // namespace

uint32_t middle_direction(DirectionBits set) noexcept {
    uint32_t best = 0;
    int best_score = -1;
    for (DirectionBits rest = set; rest != 0; rest &= rest - 1) {
        const auto direction = static_cast<uint32_t>(std::countr_zero(rest));
        const int score = std::popcount(neighbourhoods.near[direction] & set) +
                          2 * std::popcount(neighbourhoods.close[direction] & set);
        if (score > best_score) {
            best_score = score;
            best = direction;
        }
    }
    return best;
}

}  // namespace defcol
