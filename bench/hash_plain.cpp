// SPDX-License-Identifier: MIT
#include "hash_plain.hpp"

#include <algorithm>
#include <cmath>

#include "geometry/point_tetrahedron.hpp"
#include "peers/contestants.hpp"

namespace bench {

namespace {

constexpr uint32_t none = UINT32_MAX;

struct Cell {
    int32_t i, j, k;
    bool operator==(const Cell&) const = default;
};

class PlainHash final : public Contestant {
  public:
    explicit PlainHash(const PlainHashSettings& settings) : settings_(settings) {}

    void prepare(const Workload& workload, uint32_t) override {
        workload_ = &workload;
        for (std::size_t mesh = 0; mesh < workload.meshes.size(); ++mesh) {
            for (const uint32_t v : workload.meshes[mesh].tetrahedra) {
                tetrahedra_.push_back(workload.vertex_base[mesh] + v);
            }
            mesh_of_vertex_.resize(mesh_of_vertex_.size() + workload.meshes[mesh].vertex_count(),
                                   static_cast<uint32_t>(mesh));
        }
        positions_.resize(mesh_of_vertex_.size());
        update(workload.frames[0]);
        double sum = 0;
        for (std::size_t t = 0; t < tetrahedra_.size(); t += 4) {
            for (int a = 0; a < 4; ++a) {
                for (int b = a + 1; b < 4; ++b) {
                    sum += glm::distance(corner(t, a), corner(t, b));
                }
            }
        }
        cell_size_ = settings_.cell_factor * sum / (6.0 * static_cast<double>(tetrahedra_.size() / 4));
        const auto items = static_cast<uint32_t>(positions_.size());
        table_.resize(settings_.table_size != 0 ? settings_.table_size : 2 * items + 1);
    }

    void update(const FramePositions& frame) override {
        std::size_t next = 0;
        for (const std::vector<float>& mesh : frame.meshes) {
            for (std::size_t i = 0; i < mesh.size(); i += 3)
                positions_[next++] = {mesh[i], mesh[i + 1], mesh[i + 2]};
        }
    }

    void detect() override {
        pairs_.clear();
        entries_.clear();
        ++stamp_;
        if (settings_.one_pass) {
            detect_in_one_pass();
        } else {
            detect_in_two_passes();
        }
        std::sort(pairs_.begin(), pairs_.end());
        pairs_.erase(std::unique(pairs_.begin(), pairs_.end()), pairs_.end());
    }

    std::span<const uint64_t> pairs() const override { return pairs_; }

  private:
    struct Place {
        uint32_t stamp = 0;
        uint32_t first = none;
    };
    struct Entry {
        Cell cell;
        uint32_t item;
        uint32_t next;
    };
    struct Bounds {
        defcol::Vec3 low, high;
    };

    const defcol::Vec3& corner(std::size_t t, int i) const {
        return positions_[tetrahedra_[t + static_cast<std::size_t>(i)]];
    }
    Cell cell_of(const defcol::Vec3& p) const {
        return {static_cast<int32_t>(std::floor(p.x / cell_size_)),
                static_cast<int32_t>(std::floor(p.y / cell_size_)),
                static_cast<int32_t>(std::floor(p.z / cell_size_))};
    }
    Place& place_of(const Cell& cell) {
        const uint32_t hash = (static_cast<uint32_t>(cell.i) * 73856093U) ^
                              (static_cast<uint32_t>(cell.j) * 19349663U) ^
                              (static_cast<uint32_t>(cell.k) * 83492791U);
        return table_[hash % table_.size()];
    }
    void insert(const Cell& cell, uint32_t item) {
        Place& place = place_of(cell);
        if (place.stamp != stamp_) place = {stamp_, none};
        entries_.push_back({cell, item, place.first});
        place.first = static_cast<uint32_t>(entries_.size() - 1);
    }
    Bounds bounds_of(std::size_t t) const {
        Bounds box{corner(t, 0), corner(t, 0)};
        for (int i = 1; i < 4; ++i) {
            box.low = glm::min(box.low, corner(t, i));
            box.high = glm::max(box.high, corner(t, i));
        }
        return box;
    }
    template <class Visit>
    void for_each_cell(const Bounds& box, Visit&& visit) {
        const Cell low = cell_of(box.low);
        const Cell high = cell_of(box.high);
        for (int32_t k = low.k; k <= high.k; ++k) {
            for (int32_t j = low.j; j <= high.j; ++j) {
                for (int32_t i = low.i; i <= high.i; ++i) visit(Cell{i, j, k});
            }
        }
    }
    void test(uint32_t vertex, std::size_t t, const Bounds& box) {
        const uint32_t* v = tetrahedra_.data() + t;
        if (vertex == v[0] || vertex == v[1] || vertex == v[2] || vertex == v[3]) return;
        if (!workload_->self && mesh_of_vertex_[vertex] == mesh_of_vertex_[v[0]]) return;
        const defcol::Vec3& p = positions_[vertex];
        if (p.x < box.low.x || p.x > box.high.x || p.y < box.low.y || p.y > box.high.y || p.z < box.low.z ||
            p.z > box.high.z) {
            return;
        }
        const defcol::Vec3 corners[4] = {corner(t, 0), corner(t, 1), corner(t, 2), corner(t, 3)};
        if (defcol::tetrahedron_contains(corners, p)) {
            pairs_.push_back(pair_key(vertex, static_cast<uint32_t>(t / 4)));
        }
    }

    void detect_in_two_passes() {
        for (uint32_t v = 0; v < positions_.size(); ++v) insert(cell_of(positions_[v]), v);
        for (std::size_t t = 0; t < tetrahedra_.size(); t += 4) {
            const Bounds box = bounds_of(t);
            for_each_cell(box, [&](const Cell& cell) {
                const Place& place = place_of(cell);
                if (place.stamp != stamp_) return;
                for (uint32_t e = place.first; e != none; e = entries_[e].next) {
                    if (entries_[e].cell == cell) test(entries_[e].item, t, box);
                }
            });
        }
    }

    void detect_in_one_pass() {
        for (std::size_t t = 0; t < tetrahedra_.size(); t += 4) {
            for_each_cell(bounds_of(t), [&](const Cell& cell) { insert(cell, static_cast<uint32_t>(t)); });
        }
        for (uint32_t e = 0; e < entries_.size(); ++e) {
            const std::size_t a = entries_[e].item;
            const Bounds box_a = bounds_of(a);
            for (uint32_t other = entries_[e].next; other != none; other = entries_[other].next) {
                if (!(entries_[other].cell == entries_[e].cell)) continue;
                const std::size_t b = entries_[other].item;
                const Bounds box_b = bounds_of(b);
                for (std::size_t i = 0; i < 4; ++i) {
                    test(tetrahedra_[a + i], b, box_b);
                    test(tetrahedra_[b + i], a, box_a);
                }
            }
        }
    }

    PlainHashSettings settings_;
    const Workload* workload_ = nullptr;
    std::vector<uint32_t> tetrahedra_;
    std::vector<uint32_t> mesh_of_vertex_;
    std::vector<defcol::Vec3> positions_;
    std::vector<Place> table_;
    std::vector<Entry> entries_;
    std::vector<uint64_t> pairs_;
    double cell_size_ = 1;
    uint32_t stamp_ = 0;
};

}  // namespace

ContestantInfo plain_hash(const PlainHashSettings& settings) {
    ContestantInfo info;
    info.name = settings.one_pass ? "plain-hash-one-pass" : "plain-hash";
    info.accepts = asks_for_vertices_in_tetrahedra;
    info.make = [settings] { return std::make_unique<PlainHash>(settings); };
    return info;
}

}  // namespace bench
