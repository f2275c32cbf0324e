// SPDX-License-Identifier: MIT
// The paper's outlook, measured: every frame some triangles are cut in three and as many of those cut earlier
// become one again, so that 1 % of the triangles are new; vertices move as well. The library edits its mesh
// (timed), Embree reads the host's changed list in place (not timed) and builds or refits its trees. FCL
// would have to build its models anew, which takes it longer than Embree. One thread.
// Usage: gjk_cut_replacement [folder] [seconds per point]
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <deque>
#include <exception>
#include <stdexcept>

#include "gjk_cut_common.hpp"
#include "scenes/random_numbers.hpp"

namespace {

using namespace bench;
using namespace bench::gjk_cut;
using Clock = std::chrono::steady_clock;
using Corners = std::array<uint32_t, 3>;

constexpr uint32_t triangle_count = 13000;
constexpr uint32_t cuts_per_frame = triangle_count / 400;  // four triangles go and four come for each
constexpr uint32_t frame_count = 40;
constexpr uint32_t frames_alive = 4;

struct Edit {
    std::vector<uint32_t> removed;
    std::vector<Corners> added;
    std::vector<uint32_t> added_ids;
};

// What happens to one mesh, made in advance. New vertices come from a pool, so that their number stays.
class Refinement {
  public:
    Refinement(scenes::Mesh& mesh, uint64_t seed) : random_(seed) {
        first_pool_vertex_ = static_cast<uint32_t>(mesh.vertex_count());
        pool_size_ = cuts_per_frame * (frames_alive + 1);
        for (uint32_t i = 0; i < 3 * pool_size_; ++i) mesh.positions.push_back(mesh.positions[i % 3]);
        for (std::size_t i = 0; i < mesh.triangles.size(); i += 3) {
            triangles_.push_back({mesh.triangles[i], mesh.triangles[i + 1], mesh.triangles[i + 2]});
        }
        is_cut_.resize(triangles_.size());
        // The first frame begins with as many cut triangles as all later ones.
        for (uint32_t i = 0; i < frames_alive * cuts_per_frame; ++i) {
            Edit edit;
            cut_one(edit);
            apply(edit);
        }
        mesh.triangles.clear();
        for (const Corners& t : triangles_) mesh.triangles.insert(mesh.triangles.end(), t.begin(), t.end());
    }

    Edit next() {
        Edit edit;
        for (uint32_t i = 0; i < cuts_per_frame; ++i) cut_one(edit);
        for (uint32_t i = 0; i < cuts_per_frame; ++i) mend_one(edit);
        apply(edit);
        return edit;
    }

    // The pool's vertices follow the triangles they cut.
    void place_vertices(std::vector<float>& positions) const {
        for (const Cut& cut : cuts_) {
            for (std::size_t axis = 0; axis < 3; ++axis) {
                float sum = 0;
                for (const uint32_t corner : cut.corners) sum += positions[3 * std::size_t{corner} + axis];
                positions[3 * std::size_t{cut.centre} + axis] = sum / 3 + 0.001F;
            }
        }
    }

  private:
    struct Cut {
        Corners corners;
        uint32_t centre;
        std::array<uint32_t, 3> ids;
    };

    void cut_one(Edit& edit) {
        uint32_t id = 0;
        do {
            id = random_.below(static_cast<uint32_t>(triangles_.size()));
        } while (is_cut_[id] ||
                 std::find(edit.removed.begin(), edit.removed.end(), id) != edit.removed.end());
        const Corners t = triangles_[id];
        const uint32_t centre = first_pool_vertex_ + next_pool_vertex_++ % pool_size_;
        edit.removed.push_back(id);
        new_cuts_.push_back({t, centre, {}});
        for (std::size_t i = 0; i < 3; ++i) edit.added.push_back({t[i], t[(i + 1) % 3], centre});
    }

    void mend_one(Edit& edit) {
        const Cut cut = cuts_.front();
        cuts_.pop_front();
        for (const uint32_t id : cut.ids) edit.removed.push_back(id);
        edit.added.push_back(cut.corners);
    }

    // As defcol_mesh_edit numbers: the ids removed last are used first, then new ones.
    void apply(Edit& edit) {
        std::vector<uint32_t> free = edit.removed;
        for (const uint32_t id : edit.removed) is_cut_[id] = false;
        for (const Corners& t : edit.added) {
            uint32_t id = static_cast<uint32_t>(triangles_.size());
            if (free.empty()) {
                triangles_.emplace_back();
                is_cut_.push_back(false);
            } else {
                id = free.back();
                free.pop_back();
            }
            triangles_[id] = t;
            edit.added_ids.push_back(id);
        }
        for (std::size_t c = 0; c < new_cuts_.size(); ++c) {
            for (std::size_t i = 0; i < 3; ++i) {
                new_cuts_[c].ids[i] = edit.added_ids[3 * c + i];
                is_cut_[new_cuts_[c].ids[i]] = true;
            }
            cuts_.push_back(new_cuts_[c]);
        }
        new_cuts_.clear();
    }

    scenes::Random random_;
    uint32_t first_pool_vertex_ = 0;
    uint32_t pool_size_ = 0;
    uint32_t next_pool_vertex_ = 0;
    std::vector<Corners> triangles_;
    std::vector<bool> is_cut_;
    std::deque<Cut> cuts_;
    std::vector<Cut> new_cuts_;
};

struct Film {
    Workload start;                        // topology and positions before the first edit
    std::vector<std::vector<Edit>> edits;  // [frame][mesh]
    std::vector<FramePositions> positions;
};

Film make_film(double overlap) {
    scenes::Scene scene = waving_pair(triangle_count, overlap);
    const uint64_t moving = scene.meshes[0].vertex_count();
    Film film;
    const Workload waves = make_workload(scene, 8);
    std::vector<Refinement> refinements;
    for (std::size_t m = 0; m < 2; ++m) refinements.emplace_back(scene.meshes[m], m + 1);
    const auto at_frame = [&](uint32_t frame) {
        FramePositions positions = waves.frames[frame % 8];
        for (std::size_t m = 0; m < 2; ++m) {
            positions.meshes[m].resize(scene.meshes[m].positions.size(), positions.meshes[m][3 * moving - 1]);
            refinements[m].place_vertices(positions.meshes[m]);
        }
        return positions;
    };
    film.start = waves;
    film.start.meshes = scene.meshes;
    film.start.frames = {at_frame(0)};
    film.start.triangle_base = {0, static_cast<uint32_t>(scene.meshes[0].triangle_count())};
    film.start.vertex_base = {0, static_cast<uint32_t>(scene.meshes[0].vertex_count())};
    for (uint32_t frame = 0; frame < frame_count; ++frame) {
        film.edits.push_back({refinements[0].next(), refinements[1].next()});
        film.positions.push_back(at_frame(frame));
    }
    return film;
}

void apply(const Edit& edit, scenes::Mesh& mesh) {
    for (std::size_t i = 0; i < edit.added.size(); ++i) {
        std::copy(edit.added[i].begin(), edit.added[i].end(),
                  mesh.triangles.begin() + 3 * static_cast<std::ptrdiff_t>(edit.added_ids[i]));
    }
}

std::vector<uint64_t> sorted(std::span<const uint64_t> pairs) {
    std::vector<uint64_t> result(pairs.begin(), pairs.end());
    std::sort(result.begin(), result.end());
    return result;
}

class EditedMeshes {
  public:
    explicit EditedMeshes(const Film& film) : film_(film) {
        check(defcol_context_create(nullptr, &context_));
        defcol_detector_desc desc;
        check(defcol_detector_desc_init(&desc, sizeof desc));
        desc.backend = DEFCOL_BACKEND_GJK_CUT;
        check(defcol_detector_create(context_, &desc, &detector_));
        for (std::size_t m = 0; m < 2; ++m) {
            defcol_mesh_desc mesh_desc;
            check(defcol_mesh_desc_init(&mesh_desc, sizeof mesh_desc));
            mesh_desc.vertex_count = film.start.meshes[m].vertex_count();
            mesh_desc.positions = film.start.frames[0].meshes[m].data();
            mesh_desc.position_scalar = DEFCOL_SCALAR_FLOAT32;
            mesh_desc.triangle_count = film.start.meshes[m].triangle_count();
            mesh_desc.triangles = film.start.meshes[m].triangles.data();
            check(defcol_mesh_create(context_, &mesh_desc, &meshes_[m]));
            check(defcol_detector_add_mesh(detector_, meshes_[m], 0));
        }
        check(defcol_contacts_init(&contacts_, sizeof contacts_));
    }
    EditedMeshes(const EditedMeshes&) = delete;
    EditedMeshes& operator=(const EditedMeshes&) = delete;
    ~EditedMeshes() { defcol_context_destroy(context_); }

    void run(uint32_t frame) {
        for (std::size_t m = 0; m < 2; ++m) {
            const Edit& change = film_.edits[frame][m];
            defcol_mesh_edit_desc edit;
            check(defcol_mesh_edit_desc_init(&edit, sizeof edit));
            edit.removed_triangle_count = change.removed.size();
            edit.removed_triangles = change.removed.data();
            edit.added_triangle_count = change.added.size();
            edit.added_triangles = change.added[0].data();
            check(defcol_mesh_edit(meshes_[m], &edit));
            const std::vector<float>& positions = film_.positions[frame].meshes[m];
            check(defcol_mesh_set_positions(meshes_[m], positions.data(), positions.size() / 3, 0,
                                            DEFCOL_SCALAR_FLOAT32));
        }
        check(defcol_detector_detect(detector_, nullptr));
        check(defcol_detector_contacts(detector_, &contacts_));
    }

    std::vector<uint64_t> pairs() const {
        std::vector<uint64_t> result;
        for (uint64_t i = 0; i < contacts_.count; ++i) {
            result.push_back(
                pair_key(contacts_.primitive_a[i], film_.start.triangle_base[1] + contacts_.primitive_b[i]));
        }
        return sorted(result);
    }

  private:
    const Film& film_;
    defcol_context context_{};
    defcol_detector detector_{};
    defcol_mesh meshes_[2]{};
    defcol_contacts contacts_{};
};

// Plays the film once for everyone, frame by frame; appends the times.
void play(const Film& film, const std::vector<ContestantInfo>& peers,
          std::vector<std::vector<double>>& times) {
    Workload workload = film.start;
    EditedMeshes library(film);
    std::vector<std::unique_ptr<Contestant>> contestants;
    for (const ContestantInfo& info : peers) {
        contestants.push_back(info.make());
        contestants.back()->prepare(workload, 1);
    }
    const auto add_time = [&](std::size_t who, Clock::time_point start) {
        times[who].push_back(std::chrono::duration<double, std::milli>(Clock::now() - start).count());
    };
    for (uint32_t frame = 0; frame < frame_count; ++frame) {
        const auto start = Clock::now();
        library.run(frame);
        add_time(0, start);
        for (std::size_t m = 0; m < 2; ++m) apply(film.edits[frame][m], workload.meshes[m]);
        for (std::size_t p = 0; p < contestants.size(); ++p) {
            const auto peer_start = Clock::now();
            contestants[p]->update(film.positions[frame]);
            contestants[p]->detect();
            add_time(p + 1, peer_start);
            if (sorted(contestants[p]->pairs()) != library.pairs()) {
                throw std::runtime_error(peers[p].name + " and gjk-cut differ in frame " +
                                         std::to_string(frame));
            }
        }
    }
}

void run(const Arguments& arguments) {
    const std::vector<ContestantInfo> peers = contestants_named({"embree-refit", "embree-rebuild"});
    SvgPlot plot{.title = "1 % of the triangles replaced every frame, 2 x 13000 triangles",
                 .x_label = "overlap in percent",
                 .y_label = "ms per frame",
                 .x_is_logarithmic = false,
                 .y_is_logarithmic = true,
                 .series = {{"gjk-cut", {}}}};
    for (const ContestantInfo& info : peers) plot.series.push_back({info.name, {}});
    for (int percent = 10; percent <= 50; percent += 10) {
        const Film film = make_film(percent / 100.0);
        std::vector<std::vector<double>> times(peers.size() + 1);
        const auto start = Clock::now();
        do {
            play(film, peers, times);
        } while (std::chrono::duration<double>(Clock::now() - start).count() < arguments.seconds);
        for (std::size_t i = 0; i < times.size(); ++i) {
            plot.series[i].points.emplace_back(percent, median_of(times[i]));
        }
    }
    report(arguments.folder, "gjk_cut_replacement", plot);
    for (std::size_t i = 1; i < plot.series.size(); ++i) {
        std::printf("times faster than %s:", plot.series[i].name.c_str());
        for (std::size_t p = 0; p < plot.series[0].points.size(); ++p) {
            std::printf(" %.2f", plot.series[i].points[p].second / plot.series[0].points[p].second);
        }
        std::printf("\n");
    }
}

}  // namespace

int main(int argc, char** argv) {
    try {
        run(read_arguments(argc, argv));
        return 0;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "gjk_cut_replacement: %s\n", error.what());
        return 1;
    }
}
