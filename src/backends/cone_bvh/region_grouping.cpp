// SPDX-License-Identifier: MIT
#include "backends/cone_bvh/region_grouping.hpp"

#include <algorithm>
#include <cmath>

namespace defcol {

namespace {

constexpr uint32_t usual_group_size = 3;
constexpr uint32_t largest_group_size = 5;
constexpr uint32_t progress_size = 500000;  // smaller meshes take less than a second

struct Link {
    uint32_t region;
    float length;
};

// The regions of one level and who touches whom along how much.
struct Level {
    explicit Level(std::pmr::memory_resource& memory) noexcept
        : region(memory), area(memory), perimeter(memory), link_begin(memory), links(memory) {}

    uint32_t size() const { return static_cast<uint32_t>(region.size()); }
    std::span<const Link> links_of(uint32_t i) const {
        return links.span().subspan(link_begin[i], link_begin[i + 1] - link_begin[i]);
    }

    Buffer<uint32_t> region;  // in the forest
    Buffer<float> area;
    Buffer<float> perimeter;
    Buffer<uint32_t> link_begin;
    Buffer<Link> links;
};

// A length or area to compare shapes with: any value will do where positions are extreme.
float finite(double value) {
    return value >= 0 && value < 1e30 ? static_cast<float>(value) + 1e-30F : 1.0F;
}

float shape(float area, float perimeter) {
    return area / (perimeter * perimeter + 1e-30F);
}

void start_level(std::span<const Triangle> triangles, const SurfaceGraph& graph, const Vec3* positions,
                 Level& level) {
    // Relative to the size of the mesh, so that squares neither vanish nor overflow.
    Vec3 low(HUGE_VAL);
    Vec3 high(-HUGE_VAL);
    for (const Triangle& triangle : triangles) {
        for (const uint32_t v : triangle.vertex) {
            if (!std::isfinite(positions[v].x + positions[v].y + positions[v].z)) continue;
            low = glm::min(low, positions[v]);
            high = glm::max(high, positions[v]);
        }
    }
    const Vec3 size = high - low;
    const double extent = std::max({size.x, size.y, size.z});
    const double scale = extent > 0 && std::isfinite(extent) ? 1000.0 / extent : 1.0;
    level.link_begin.push_back(0);
    for (uint32_t t = 0; t < triangles.size(); ++t) {
        const Vec3& origin = positions[triangles[t].vertex[0]];
        Vec3 corner[3];
        for (int k = 0; k < 3; ++k) corner[k] = (positions[triangles[t].vertex[k]] - origin) * scale;
        float perimeter = 0;
        for (uint32_t k = 0; k < 3; ++k) {
            const float length = finite(glm::length(corner[(k + 1) % 3] - corner[k]));
            perimeter += length;
            const uint32_t neighbour = graph.next_on_edge[3 * t + k] / 3;
            if (neighbour != t) level.links.push_back({neighbour, length});
        }
        level.region.push_back(t);
        level.area.push_back(finite(glm::length(glm::cross(corner[1], corner[2])) / 2));
        level.perimeter.push_back(perimeter);
        level.link_begin.push_back(static_cast<uint32_t>(level.links.size()));
    }
}

class Grouping {
  public:
    Grouping(std::pmr::memory_resource& memory, RegionForest& forest) noexcept
        : forest_(forest),
          group_(memory),
          group_begin_(memory),
          members_(memory),
          free_links_(memory),
          queue_{Buffer<uint32_t>(memory), Buffer<uint32_t>(memory), Buffer<uint32_t>(memory),
                 Buffer<uint32_t>(memory)},
          mark_(memory),
          group_size_(memory),
          group_area_(memory),
          group_perimeter_(memory) {}

    // Groups one level into the next; regions that touch no other go to `roots`.
    void run(const Level& from, Level& to, Buffer<uint32_t>& roots);

  private:
    void enqueue(uint32_t i) { queue_[std::min<uint32_t>(free_links_[i], 3)].push_back(i); }
    bool dequeue(uint32_t& i);
    void take(const Level& from, uint32_t i, uint32_t group, float shared);
    bool best_free_neighbour(const Level& from, std::span<const uint32_t> members, float area,
                             float perimeter, Link& best) const;
    void join_a_group(const Level& from, uint32_t i);
    void make_level(const Level& from, Level& to, Buffer<uint32_t>& roots);

    RegionForest& forest_;
    Buffer<uint32_t> group_;        // of each region of the level
    Buffer<uint32_t> group_begin_;  // into members_
    Buffer<uint32_t> members_;
    Buffer<uint32_t> free_links_;  // links to regions without a group
    // Those with the fewest free neighbours first, so that few are left alone.
    Buffer<uint32_t> queue_[4];
    Buffer<uint32_t> mark_;
    Buffer<uint32_t> group_size_;
    Buffer<float> group_area_;
    Buffer<float> group_perimeter_;
};

bool Grouping::dequeue(uint32_t& i) {
    for (uint32_t q = 0; q < 4; ++q) {
        while (!queue_[q].empty()) {
            i = queue_[q].back();
            queue_[q].pop_back();
            if (group_[i] == no_index && std::min<uint32_t>(free_links_[i], 3) == q) return true;
        }
    }
    return false;
}

void Grouping::take(const Level& from, uint32_t i, uint32_t group, float shared) {
    group_[i] = group;
    ++group_size_[group];
    group_area_[group] += from.area[i];
    group_perimeter_[group] += from.perimeter[i] - 2 * shared;
    for (const Link& link : from.links_of(i)) {
        if (group_[link.region] != no_index) continue;
        --free_links_[link.region];
        enqueue(link.region);
    }
}

// Among the free neighbours of the members the one that makes the best shape; its length is what is shared.
bool Grouping::best_free_neighbour(const Level& from, std::span<const uint32_t> members, float area,
                                   float perimeter, Link& best) const {
    float best_shape = -1;
    for (const uint32_t member : members) {
        for (const Link& link : from.links_of(member)) {
            if (group_[link.region] != no_index) continue;
            float shared = 0;
            for (const uint32_t other : members) {
                for (const Link& back : from.links_of(other)) {
                    if (back.region == link.region) shared += back.length;
                }
            }
            // A neighbour with few others to go to is taken rather than left over.
            const float bonus = free_links_[link.region] == 0 ? 1.3F : 1.0F;
            const float value = bonus * shape(area + from.area[link.region],
                                              perimeter + from.perimeter[link.region] - 2 * shared);
            if (value > best_shape) {
                best_shape = value;
                best = {link.region, shared};
            }
        }
    }
    return best_shape >= 0;
}

// A region that all neighbours left over joins the group where it does least harm, or stays alone.
void Grouping::join_a_group(const Level& from, uint32_t i) {
    float best_shape = -1;
    uint32_t best = no_index;
    float best_shared = 0;
    for (const Link& link : from.links_of(i)) {
        const uint32_t group = group_[link.region];
        if (group == no_index || group_size_[group] >= largest_group_size) continue;
        float shared = 0;
        for (const Link& other : from.links_of(i)) {
            if (group_[other.region] == group) shared += other.length;
        }
        const float value = shape(group_area_[group] + from.area[i],
                                  group_perimeter_[group] + from.perimeter[i] - 2 * shared) /
                            static_cast<float>(group_size_[group]);
        if (value > best_shape) {
            best_shape = value;
            best = group;
            best_shared = shared;
        }
    }
    if (best == no_index) {
        best = static_cast<uint32_t>(group_size_.size());
        group_size_.push_back(0);
        group_area_.push_back(0);
        group_perimeter_.push_back(0);
    }
    take(from, i, best, best_shared);
}

void Grouping::run(const Level& from, Level& to, Buffer<uint32_t>& roots) {
    group_.assign(from.size(), no_index);
    free_links_.resize_uninitialized(from.size());
    group_size_.clear();
    group_area_.clear();
    group_perimeter_.clear();
    for (Buffer<uint32_t>& queue : queue_) queue.clear();
    for (uint32_t i = from.size(); i-- > 0;) {
        free_links_[i] = static_cast<uint32_t>(from.links_of(i).size());
        enqueue(i);
    }
    for (uint32_t seed = 0; dequeue(seed);) {
        if (free_links_[seed] == 0) {
            join_a_group(from, seed);
            continue;
        }
        const auto group = static_cast<uint32_t>(group_size_.size());
        group_size_.push_back(0);
        group_area_.push_back(0);
        group_perimeter_.push_back(0);
        uint32_t members[usual_group_size] = {seed};
        take(from, seed, group, 0);
        Link best{};
        for (uint32_t count = 1;
             count < usual_group_size &&
             best_free_neighbour(from, {members, count}, group_area_[group], group_perimeter_[group], best);
             ++count) {
            members[count] = best.region;
            take(from, best.region, group, best.length);
        }
    }
    make_level(from, to, roots);
}

void Grouping::make_level(const Level& from, Level& to, Buffer<uint32_t>& roots) {
    const auto group_count = static_cast<uint32_t>(group_size_.size());
    group_begin_.assign(std::size_t{group_count} + 2, 0);
    for (uint32_t i = 0; i < from.size(); ++i) ++group_begin_[group_[i] + 2];
    for (std::size_t g = 2; g < group_begin_.size(); ++g) group_begin_[g] += group_begin_[g - 1];
    members_.resize_uninitialized(from.size());
    for (uint32_t i = 0; i < from.size(); ++i) members_[group_begin_[group_[i] + 1]++] = i;

    to.region.clear();
    to.area.clear();
    to.perimeter.clear();
    to.link_begin.clear();
    to.links.clear();
    to.link_begin.push_back(0);
    mark_.assign(group_count, no_index);
    // Groups without neighbours leave; the others are renumbered.
    Buffer<uint32_t>& number = free_links_;
    number.assign(std::max(group_count, from.size()), no_index);
    for (uint32_t g = 0; g < group_count; ++g) {
        uint32_t regions[largest_group_size];
        uint32_t count = 0;
        const std::size_t first_link = to.links.size();
        for (uint32_t k = group_begin_[g]; k < group_begin_[g + 1]; ++k) {
            const uint32_t i = members_[k];
            regions[count++] = from.region[i];
            for (const Link& link : from.links_of(i)) {
                const uint32_t other = group_[link.region];
                if (other == g) continue;
                if (mark_[other] == no_index || mark_[other] < first_link) {
                    mark_[other] = static_cast<uint32_t>(to.links.size());
                    to.links.push_back({other, link.length});
                } else {
                    to.links[mark_[other]].length += link.length;
                }
            }
        }
        const uint32_t region = count == 1 ? regions[0] : forest_.add_group({regions, count});
        if (to.links.size() == first_link) {
            roots.push_back(region);
            continue;
        }
        number[g] = to.size();
        to.region.push_back(region);
        to.area.push_back(group_area_[g]);
        to.perimeter.push_back(group_perimeter_[g]);
        to.link_begin.push_back(static_cast<uint32_t>(to.links.size()));
    }
    for (Link& link : to.links) link.region = number[link.region];
}

// Joins component roots by halves of their longer side.
class SpatialJoin {
  public:
    struct Root {
        uint32_t region;
        float centre[3];
    };
    SpatialJoin(RegionForest& forest, std::span<Root> roots) : forest_(forest), roots_(roots) {}

    uint32_t join(std::size_t begin, std::size_t end) {
        if (end - begin == 1) return roots_[begin].region;
        float low[3];
        float high[3];
        for (int axis = 0; axis < 3; ++axis) {
            low[axis] = high[axis] = roots_[begin].centre[axis];
            for (std::size_t i = begin; i < end; ++i) {
                low[axis] = std::min(low[axis], roots_[i].centre[axis]);
                high[axis] = std::max(high[axis], roots_[i].centre[axis]);
            }
        }
        int axis = high[1] - low[1] > high[0] - low[0] ? 1 : 0;
        if (high[2] - low[2] > high[axis] - low[axis]) axis = 2;
        const std::size_t middle = begin + (end - begin) / 2;
        std::nth_element(roots_.begin() + static_cast<std::ptrdiff_t>(begin),
                         roots_.begin() + static_cast<std::ptrdiff_t>(middle),
                         roots_.begin() + static_cast<std::ptrdiff_t>(end),
                         [axis](const Root& a, const Root& b) {
                             return a.centre[axis] != b.centre[axis] ? a.centre[axis] < b.centre[axis]
                                                                     : a.region < b.region;
                         });
        // The depth is that of a balanced tree: recursion is safe.
        const uint32_t halves[2] = {join(begin, middle), join(middle, end)};
        return forest_.add_group(halves);
    }

  private:
    RegionForest& forest_;
    std::span<Root> roots_;
};

}  // namespace

void group_regions(std::span<const Triangle> triangles, const SurfaceGraph& graph, const Vec3* positions,
                   std::pmr::memory_resource& memory, const Log& log, RegionForest& forest) {
    forest.triangle_count = static_cast<uint32_t>(triangles.size());
    forest.child_begin.assign(1, 0);
    forest.children.clear();
    Buffer<uint32_t> roots(memory);
    {
        Level level(memory);
        Level next(memory);
        start_level(triangles, graph, positions, level);
        Grouping grouping(memory, forest);
        while (level.size() > 0) {
            if (triangles.size() >= progress_size) {
                log.write(log_level::info, "cone-bvh: grouping %u regions of %zu triangles", level.size(),
                          triangles.size());
            }
            grouping.run(level, next, roots);
            std::swap(level, next);
        }
    }
    Buffer<SpatialJoin::Root> places(memory);
    for (const uint32_t root : roots) {
        // One triangle stands for the component.
        uint32_t region = root;
        while (region >= forest.triangle_count) region = forest.members(region)[0];
        SpatialJoin::Root place{root, {}};
        const Vec3& position = positions[triangles[region].vertex[0]];
        for (int axis = 0; axis < 3; ++axis) {
            const auto value = static_cast<float>(position[axis]);
            place.centre[axis] = std::isfinite(value) ? value : 0.0F;
        }
        places.push_back(place);
    }
    forest.root = SpatialJoin(forest, places.span()).join(0, places.size());
}

}  // namespace defcol
