// SPDX-License-Identifier: MIT
#include "backends/sphere_tree/tree_construction.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "backends/sphere_tree/child_choice.hpp"
#include "backends/sphere_tree/medial_balls.hpp"
#include "base/clock.hpp"
#include "base/memory.hpp"

namespace defcol {

namespace {

constexpr uint32_t standard_samples = 96;
constexpr double triangles_per_leaf = 8;
constexpr double most_automatic_leaves = 4096;
constexpr double least_automatic_leaves = 64;
constexpr uint32_t most_levels = 16;

struct Extent {
    uint64_t triangle_count = 0;
    double area = 0;
};

Extent measure(std::span<const Vec3> positions, std::span<const Triangle> triangles) {
    Extent extent;
    for (const Triangle& triangle : triangles) {
        if (is_removed(triangle)) continue;
        ++extent.triangle_count;
        const Vec3& first = positions[triangle.vertex[0]];
        extent.area += 0.5 * glm::length(glm::cross(positions[triangle.vertex[1]] - first,
                                                    positions[triangle.vertex[2]] - first));
    }
    return extent;
}

uint32_t chosen_depth(const TreeSettings& settings, uint64_t triangle_count) {
    if (settings.depth != 0) return settings.depth;
    const double leaves = std::clamp(static_cast<double>(triangle_count) / triangles_per_leaf,
                                     least_automatic_leaves, most_automatic_leaves);
    const double depth = std::log(leaves) / std::log(static_cast<double>(settings.branching));
    return static_cast<uint32_t>(std::clamp(std::lround(depth), 1L, 12L));
}

bool is_cancelled(const volatile int32_t* cancel) {
    return cancel != nullptr && __atomic_load_n(cancel, __ATOMIC_RELAXED) != 0;
}

class Construction {
  public:
    Construction(const TreeSource& source, std::pmr::memory_resource& memory, SphereTree& tree)
        : source_(source),
          memory_(memory),
          tree_(tree),
          balls_(memory),
          choices_(&memory),
          centres_(memory),
          begins_(memory),
          counts_(memory) {}

    bool run(Workers& workers, const Log& log);

  private:
    void prepare(const Log& log);
    void add_root();
    bool add_level(Workers& workers, uint32_t level);

    const TreeSource& source_;
    std::pmr::memory_resource& memory_;
    SphereTree& tree_;
    MedialBalls balls_;
    std::pmr::vector<Owned<ChildChoice>> choices_;
    Buffer<Vec3> centres_;  // branching per sphere of the level above
    Buffer<uint32_t> begins_;
    Buffer<uint32_t> counts_;
    uint32_t depth_ = 0;
};

void Construction::prepare(const Log& log) {
    const Extent extent = measure(source_.positions, source_.triangles);
    depth_ = chosen_depth(source_.settings, extent.triangle_count);
    const double leaves = std::pow(static_cast<double>(source_.settings.branching), depth_);
    tree_.settings = source_.settings;
    tree_.rest_positions.clear();
    tree_.rest_positions.append(source_.positions);
    tree_.triangles.clear();
    tree_.triangles.append(source_.triangles);
    tree_.longest_patch_edge = HUGE_VAL;
    if (source_.settings.splits_triangles) {
        // Several patches per leaf, or its sphere is the size of a patch; but the surface need not be cut
        // everywhere because a tree may be deep.
        const auto most_patches = static_cast<uint64_t>(
            std::min(8 * leaves, 2.0 * static_cast<double>(extent.triangle_count) + 2048));
        tree_.longest_patch_edge =
            fit_longest_edge(source_.positions, source_.triangles, std::sqrt(extent.area / leaves),
                             std::max(most_patches, extent.triangle_count + extent.triangle_count / 4));
    }
    split_triangles(source_.positions, source_.triangles, tree_.longest_patch_edge, tree_.patches);
    const Enclosure enclosure = examine_enclosure(source_.positions, source_.triangles, memory_);
    if (!enclosure.is_closed && extent.triangle_count > 0) {
        log.write(log_level::info,
                  "sphere-tree: the surface is open, flat or inconsistently turned: spheres enclose "
                  "it without a medial axis");
    }
    balls_.build(source_.positions, source_.triangles, tree_.patches, enclosure.is_closed,
                 enclosure.is_inside_out);
}

void Construction::add_root() {
    ChildChoice choice(memory_);
    choice.divide(balls_, tree_.patches.patches.span(), tree_.patches.ids.span(), 1, standard_samples);
    const auto patch_count = static_cast<uint32_t>(tree_.patches.size());
    tree_.nodes.push_back({0, 0, 0, patch_count, 0, 0, 0, 0, 0});
    tree_.rest_spheres.push_back({choice.centre_of(0), 0});
}

bool Construction::add_level(Workers& workers, uint32_t level) {
    const uint32_t begin = tree_.level_begin[level - 1];
    const auto end = static_cast<uint32_t>(tree_.nodes.size());
    const uint32_t branching = source_.settings.branching;
    const uint32_t samples = source_.settings.samples != 0 ? source_.settings.samples : standard_samples;
    const std::size_t parent_count = end - begin;
    centres_.resize_uninitialized(parent_count * branching);
    begins_.resize_uninitialized(parent_count * branching);
    counts_.assign(parent_count, 0);
    workers.run(static_cast<uint32_t>(parent_count), [&](uint32_t parent, uint32_t slot) {
        const SphereNode& node = tree_.nodes[begin + parent];
        const uint32_t patch_count = node.patch_end - node.patch_begin;
        if (patch_count < 2 || is_cancelled(source_.cancel)) return;
        ChildChoice& choice = *choices_[slot];
        choice.divide(balls_, {tree_.patches.patches.data() + node.patch_begin, patch_count},
                      {tree_.patches.ids.data() + node.patch_begin, patch_count}, branching, samples);
        if (choice.child_count() < 2) return;
        counts_[parent] = choice.child_count();
        for (uint32_t child = 0; child < choice.child_count(); ++child) {
            centres_[std::size_t{parent} * branching + child] = choice.centre_of(child);
            begins_[std::size_t{parent} * branching + child] = node.patch_begin + choice.begin_of(child);
        }
    });
    for (uint32_t parent = 0; parent < parent_count; ++parent) {
        const uint32_t count = counts_[parent];
        const auto first = static_cast<uint32_t>(tree_.nodes.size());
        const uint32_t patch_end = tree_.nodes[begin + parent].patch_end;
        const uint32_t* const begins = &begins_[std::size_t{parent} * branching];
        for (uint32_t child = 0; child < count; ++child) {
            tree_.nodes.push_back({0, 0, begins[child], child + 1 < count ? begins[child + 1] : patch_end, 0,
                                   0, 0, static_cast<uint16_t>(level), 0});
            tree_.rest_spheres.push_back({centres_[std::size_t{parent} * branching + child], 0});
        }
        tree_.nodes[begin + parent].first_child = count == 0 ? 0 : first;
        tree_.nodes[begin + parent].child_count = count;
    }
    return tree_.nodes.size() > end;
}

bool Construction::run(Workers& workers, const Log& log) {
    const StopWatch watch;
    tree_.nodes.clear();
    tree_.rest_spheres.clear();
    tree_.level_begin.clear();
    prepare(log);
    if (is_cancelled(source_.cancel)) return false;
    if (tree_.patches.size() > 0) {
        for (uint32_t i = 0; i < workers.worker_count(); ++i) {
            choices_.push_back(make_owned<ChildChoice>(memory_, memory_));
        }
        tree_.level_begin.push_back(0);
        add_root();
        for (uint32_t level = 1; level <= std::min(depth_, most_levels); ++level) {
            tree_.level_begin.push_back(static_cast<uint32_t>(tree_.nodes.size()));
            const bool grew = add_level(workers, level);
            if (is_cancelled(source_.cancel)) return false;
            if (!grew) break;
            log.write(log_level::info, "sphere-tree: level %u of %u has %u spheres", level, depth_,
                      static_cast<uint32_t>(tree_.nodes.size()) - tree_.level_begin[level]);
        }
        if (tree_.level_begin.back() != tree_.nodes.size()) {
            tree_.level_begin.push_back(static_cast<uint32_t>(tree_.nodes.size()));
        }
    }
    complete_tree(tree_, memory_);
    log.write(log_level::info, "sphere-tree: %u spheres in %u levels over %u patches, built in %.3f s",
              tree_.sphere_count(), tree_.level_count(), static_cast<uint32_t>(tree_.patches.size()),
              watch.seconds());
    return true;
}

}  // namespace

bool build_sphere_tree(const TreeSource& source, Workers& workers, const Log& log,
                       std::pmr::memory_resource& memory, SphereTree& tree) {
    Construction construction(source, memory, tree);
    return construction.run(workers, log);
}

}  // namespace defcol
