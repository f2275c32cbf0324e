// SPDX-License-Identifier: MIT
#include "backends/sphere_tree/child_choice.hpp"

#include <algorithm>
#include <cmath>

namespace defcol {

namespace {

constexpr uint32_t rounds = 5;
constexpr uint32_t most_examined_patches = 384;  // when candidates for one child are compared
constexpr uint32_t most_examined_candidates = 48;

// How far a ball must rise above the surface to cover a patch.
double growth_for(const MedialBalls& balls, const Patch& patch, const MedialBall& ball) {
    double squared = 0;
    for (const uint32_t corner : patch.corner) {
        const Vec3 apart = balls.point(corner) - ball.centre;
        squared = std::max(squared, glm::dot(apart, apart));
    }
    return std::sqrt(squared) - ball.clearance;
}

}  // namespace

void ChildChoice::divide(MedialBalls& balls, std::span<Patch> patches, std::span<uint32_t> ids,
                         uint32_t branching, uint32_t sample_count) {
    attempt(balls, patches, ids, branching, sample_count);
    sort_patches(patches, ids);
}

double ChildChoice::attempt(MedialBalls& balls, std::span<const Patch> patches, std::span<const uint32_t> ids,
                            uint32_t branching, uint32_t sample_count) {
    candidates_.clear();
    const std::size_t step = std::max<std::size_t>(1, patches.size() / std::max(1U, sample_count));
    for (std::size_t i = step / 2; i < patches.size(); i += step) {
        candidates_.push_back(balls.ball_at(patches[i], ids[i]));
    }
    choose_first_children(balls, patches, ids, branching);
    double worst = assign_patches(balls, patches);
    for (uint32_t round = 0; round < rounds; ++round) {
        for (uint32_t child = 0; child < children_.size(); ++child) improve_child(balls, patches, ids, child);
        worst = assign_patches(balls, patches);
    }
    return worst;
}

void ChildChoice::choose_first_children(MedialBalls& balls, std::span<const Patch> patches,
                                        std::span<const uint32_t> ids, uint32_t branching) {
    children_.clear();
    growth_.assign(patches.size(), HUGE_VAL);
    const auto largest =
        std::max_element(candidates_.begin(), candidates_.end(),
                         [](const MedialBall& a, const MedialBall& b) { return a.clearance < b.clearance; });
    MedialBall next = *largest;
    for (;;) {
        children_.push_back({next, 0, 0, 0});
        std::size_t worst = 0;
        for (std::size_t i = 0; i < patches.size(); ++i) {
            growth_[i] = std::min(growth_[i], growth_for(balls, patches[i], next));
            if (growth_[i] > growth_[worst]) worst = i;
        }
        if (children_.size() == std::min<std::size_t>(branching, patches.size())) return;
        double least = HUGE_VAL;
        for (const MedialBall& candidate : candidates_) {
            const double growth = growth_for(balls, patches[worst], candidate);
            if (growth < least) {
                least = growth;
                next = candidate;
            }
        }
        const MedialBall own = balls.ball_at(patches[worst], ids[worst]);
        if (growth_for(balls, patches[worst], own) < least) next = own;
    }
}

double ChildChoice::assign_patches(const MedialBalls& balls, std::span<const Patch> patches) {
    owner_.resize_uninitialized(patches.size());
    for (Child& child : children_) {
        child.growth = 0;
        child.count = 0;
    }
    for (std::size_t i = 0; i < patches.size(); ++i) {
        double least = HUGE_VAL;
        uint32_t best = 0;
        for (uint32_t child = 0; child < children_.size(); ++child) {
            const double growth = growth_for(balls, patches[i], children_[child].ball);
            if (growth < least) {
                least = growth;
                best = child;
            }
        }
        owner_[i] = best;
        children_[best].growth = std::max(children_[best].growth, least);
        ++children_[best].count;
    }
    double worst = 0;
    for (const Child& child : children_) worst = std::max(worst, child.growth);
    return worst;
}

void ChildChoice::improve_child(MedialBalls& balls, std::span<const Patch> patches,
                                std::span<const uint32_t> ids, uint32_t index) {
    Child& child = children_[index];
    if (child.count == 0) return;
    order_.clear();
    for (uint32_t i = 0; i < patches.size(); ++i) {
        if (owner_[i] == index) order_.push_back(i);
    }
    const std::size_t patch_step = order_.size() / most_examined_patches + 1;
    const auto growth_of = [&](const MedialBall& ball, double limit) {
        double growth = 0;
        for (std::size_t i = 0; i < order_.size() && growth < limit; i += patch_step) {
            growth = std::max(growth, growth_for(balls, patches[order_[i]], ball));
        }
        return growth;
    };
    MedialBall best = child.ball;
    double least = growth_of(best, HUGE_VAL);
    const auto try_ball = [&](const MedialBall& ball) {
        const double growth = growth_of(ball, least);
        if (growth < least) {
            least = growth;
            best = ball;
        }
    };

    // A small ball around the patches, by steps towards the farthest corner (Badoiu & Clarkson 2003), tried
    // on the way as well: between it and the medial ball lie good ones.
    Vec3 centre(0.0);
    for (std::size_t i = 0; i < order_.size(); i += patch_step) {
        centre += balls.middle_of(patches[order_[i]]);
    }
    centre /= static_cast<double>((order_.size() - 1) / patch_step + 1);
    constexpr int steps = 24;
    for (int step = 1; step <= steps; ++step) {
        Vec3 farthest = centre;
        double squared_distance = -1;
        for (std::size_t i = 0; i < order_.size(); i += patch_step) {
            for (const uint32_t corner : patches[order_[i]].corner) {
                const Vec3 apart = balls.point(corner) - centre;
                const double squared = glm::dot(apart, apart);
                if (squared > squared_distance) {
                    squared_distance = squared;
                    farthest = balls.point(corner);
                }
            }
        }
        centre += (farthest - centre) / static_cast<double>(step + 1);
    }
    const MedialBall around{centre, balls.clearance(centre)};
    try_ball(around);

    if (!balls.has_inside()) {
        child.ball = best;
        return;
    }
    const std::size_t candidate_step = order_.size() / most_examined_candidates + 1;
    for (std::size_t i = candidate_step / 2; i < order_.size(); i += candidate_step) {
        try_ball(balls.ball_at(patches[order_[i]], ids[order_[i]]));
    }
    for (const double part : {0.25, 0.5, 0.75}) {
        const Vec3 between = (1 - part) * best.centre + part * around.centre;
        try_ball({between, balls.clearance(between)});
    }
    child.ball = best;
}

void ChildChoice::sort_patches(std::span<Patch> patches, std::span<uint32_t> ids) {
    // Children without patches are none.
    uint32_t kept = 0;
    order_.assign(children_.size(), 0);
    uint32_t begin = 0;
    for (uint32_t child = 0; child < children_.size(); ++child) {
        if (children_[child].count == 0) continue;
        order_[child] = kept;
        children_[kept] = children_[child];
        children_[kept].begin = begin;
        begin += children_[kept].count;
        ++kept;
    }
    children_.resize_uninitialized(kept);
    // A stable counting sort by owner.
    sorted_patches_.resize_uninitialized(patches.size());
    sorted_ids_.resize_uninitialized(patches.size());
    growth_.clear();
    for (Child& child : children_) child.count = child.begin;
    for (std::size_t i = 0; i < patches.size(); ++i) {
        const uint32_t to = children_[order_[owner_[i]]].count++;
        sorted_patches_[to] = patches[i];
        sorted_ids_[to] = ids[i];
    }
    std::copy(sorted_patches_.begin(), sorted_patches_.end(), patches.begin());
    std::copy(sorted_ids_.begin(), sorted_ids_.end(), ids.begin());
}

}  // namespace defcol
