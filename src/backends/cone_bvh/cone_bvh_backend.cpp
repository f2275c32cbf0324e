// SPDX-License-Identifier: MIT
#include "backends/cone_bvh/cone_bvh_backend.hpp"

#include <algorithm>

#include "backends/cone_bvh/tree_builder.hpp"
#include "backends/cone_bvh/tree_refit.hpp"
#include "defcol/defcol.h"
#include "mesh/mesh.hpp"
#include "narrowphase/simd_level.hpp"

namespace defcol {

namespace {

constexpr uint8_t needs_boxes = 1;
constexpr uint8_t needs_directions = 2;
constexpr uint8_t needs_everything = 4;  // not only where meshes overlap

// Calls are split until there are enough for any number of workers, or too small to be worth it. Neither
// depends on the workers there are, so that a search is the same for all.
constexpr std::size_t enough_calls = 512;
constexpr uint32_t small_call = 4096;  // triangles

constexpr OptionInfo options[] = {
    OptionInfo::integer(DEFCOL_OPTION_CONE_BVH_MODE, "cone_bvh_mode",
                        "0, sound: finds everything; 1, fast: trusts normals alone for round regions, as the "
                        "paper does, and can miss contacts; 2, boxes: no use of normals",
                        0, 2, DEFCOL_CONE_BVH_SOUND),
    OptionInfo::integer(DEFCOL_OPTION_CONE_BVH_LEAF_SIZE, "cone_bvh_leaf_size",
                        "most triangles of a leaf; trees are built anew when it changes", 1,
                        most_leaf_triangles, 12),
    OptionInfo::real(DEFCOL_OPTION_CONE_BVH_REBUILD_DECAY, "cone_bvh_rebuild_decay",
                     "a tree is built anew when its decay, in the statistics, reaches this; 0: never", 0, 1e9,
                     0),
};

Owned<Backend> create(std::pmr::memory_resource& memory) {
    return make_owned<ConeBvhBackend>(memory, memory);
}

}  // namespace

const BackendInfo cone_bvh_info = {
    .id = DEFCOL_BACKEND_CONE_BVH,
    .name = "cone-bvh",
    .description =
        "trees of surface regions; self-collision at a cost that follows the contacts (Volino 1994)",
    .limits =
        "triangle pairs do not see one mesh inside another; mode fast can miss self-collisions caused by the "
        "shape of a contour",
    .queries = DEFCOL_QUERY_TRIANGLE_PAIRS,
    .main_query = DEFCOL_QUERY_TRIANGLE_PAIRS,
    .exact_queries = DEFCOL_QUERY_TRIANGLE_PAIRS,
    .options = options,
    .create = create,
};

ConeBvhBackend::ConeBvhBackend(std::pmr::memory_resource& memory) noexcept
    : memory_(memory),
      trees_(memory),
      tree_of_mesh_(memory),
      region_of_interest_(memory),
      needs_(memory),
      tree_pairs_(memory),
      searches_(&memory),
      calls_(memory),
      follow_ups_(memory),
      follow_up_counts_(memory) {}

void ConeBvhBackend::update(const BackendFrame& input) {
    const std::size_t mesh_count = input.frame.meshes.size();
    const bool uses_directions = input.options.i64(DEFCOL_OPTION_CONE_BVH_MODE) != DEFCOL_CONE_BVH_BOXES;
    needs_.assign(mesh_count, 0);
    region_of_interest_.assign(mesh_count, Box{});
    for (const MeshPair& pair : input.pairs) {
        if (pair.a == pair.b) {
            needs_[pair.a] |= needs_boxes | needs_everything | (uses_directions ? needs_directions : 0);
            continue;
        }
        // Only what lies in the other's box can meet it.
        needs_[pair.a] |= needs_boxes;
        needs_[pair.b] |= needs_boxes;
        region_of_interest_[pair.a].grow(input.frame.meshes[pair.b].box);
        region_of_interest_[pair.b].grow(input.frame.meshes[pair.a].box);
    }
    trees_.match(input.frame, needs_.span(),
                 {.leaf_size = static_cast<uint32_t>(input.options.i64(DEFCOL_OPTION_CONE_BVH_LEAF_SIZE)),
                  .rebuild_decay = input.options.f64(DEFCOL_OPTION_CONE_BVH_REBUILD_DECAY)},
                 input.log, tree_of_mesh_);
    worst_decay_ = 0;
    for (uint32_t mesh = 0; mesh < mesh_count; ++mesh) {
        if (tree_of_mesh_[mesh] == nullptr) continue;
        refit_tree(mesh, input);
        worst_decay_ = std::max(worst_decay_, tree_of_mesh_[mesh]->decay);
    }
}

void ConeBvhBackend::refit_tree(uint32_t index, const BackendFrame& input) {
    MeshTree& entry = *tree_of_mesh_[index];
    if (entry.tree.empty()) return;
    const FrameMesh& mesh = input.frame.meshes[index];
    const bool with_directions = (needs_[index] & needs_directions) != 0;
    if (entry.is_current && (entry.has_directions || !with_directions)) return;
    // A mesh at rest is worth a whole tree, which the next frame can use again.
    const bool partial = mesh.moved && (needs_[index] & needs_everything) == 0;
    const LocalVertex* const vertices = input.frame.vertices.data() + mesh.vertex_base;
    entry.for_each([&](RegionTree& tree) {
        refit(tree,
              {.vertices = vertices,
               .usable = side_of(tree, mesh, input.frame).usable,
               .with_directions = with_directions,
               .region_of_interest = partial ? &region_of_interest_[index] : nullptr,
               .simd_target = simd_target_of_level(input.options.i64(DEFCOL_OPTION_SIMD_LEVEL))},
              input.workers);
    });
    entry.is_current = !partial;
    entry.has_directions = with_directions;
    const double shape = leaf_shape(entry.tree, vertices);
    if (entry.shape_as_built == 0) entry.shape_as_built = shape;
    entry.decay = (1 + entry.replaced) * (shape > entry.shape_as_built ? shape / entry.shape_as_built : 1.0);
}

TreeSide ConeBvhBackend::side_of(const RegionTree& tree, const FrameMesh& mesh, const Frame& frame) const {
    return {.tree = &tree,
            .vertices = frame.vertices.data() + mesh.vertex_base,
            .usable = mesh.mesh->all_triangles_usable() ? nullptr
                                                        : frame.usable_triangles.data() + mesh.triangle_base,
            .triangle_base = mesh.triangle_base};
}

void ConeBvhBackend::list_tree_pairs(const BackendFrame& input) {
    tree_pairs_.clear();
    const Frame& frame = input.frame;
    for (const MeshPair& pair : input.pairs) {
        const FrameMesh& mesh_a = frame.meshes[pair.a];
        const FrameMesh& mesh_b = frame.meshes[pair.b];
        MeshTree& entry_a = *tree_of_mesh_[pair.a];
        MeshTree& entry_b = *tree_of_mesh_[pair.b];
        entry_a.for_each([&](const RegionTree& a) {
            entry_b.for_each([&](const RegionTree& b) {
                // The tree of a mesh with its patch, but not the patch with the tree again.
                if (pair.a == pair.b && &a == &entry_a.patch && &b == &entry_a.tree) return;
                tree_pairs_.push_back({side_of(a, mesh_a, frame), side_of(b, mesh_b, frame), &a == &b});
            });
        });
    }
}

void ConeBvhBackend::prepare_searches(const BackendFrame& input, uint32_t worker_count) {
    uint32_t longest = 0;
    for (const TreePair& pair : tree_pairs_) {
        if (pair.is_self) longest = std::max(longest, pair.a.tree->longest_contour);
    }
    const RegionSearchOptions search_options{
        .trusts_regular_regions = input.options.i64(DEFCOL_OPTION_CONE_BVH_MODE) == DEFCOL_CONE_BVH_FAST,
        .include_adjacent = input.options.i64(DEFCOL_OPTION_INCLUDE_ADJACENT) != 0,
        .simd_target = simd_target_of_level(input.options.i64(DEFCOL_OPTION_SIMD_LEVEL))};
    while (searches_.size() < worker_count) {
        searches_.push_back(make_owned<RegionSearch>(memory_, memory_));
    }
    for (const Owned<RegionSearch>& search : searches_) {
        search->reserve(longest);
        search->start(search_options);
    }
}

uint32_t ConeBvhBackend::slot_of(const CandidateSink& sink, Narrowphase& narrowphase,
                                 uint32_t worker_count) const {
    uint32_t slot = 0;
    while (slot + 1 < worker_count && &narrowphase.sink(slot) != &sink) ++slot;
    return slot;
}

void ConeBvhBackend::search(const BackendFrame& input, Narrowphase& narrowphase) {
    const uint32_t worker_count = input.workers.worker_count();
    list_tree_pairs(input);
    prepare_searches(input, worker_count);
    calls_.clear();
    for (uint32_t i = 0; i < tree_pairs_.size(); ++i) {
        const bool self = tree_pairs_[i].is_self;
        calls_.push_back({i, self ? 0U : 1U, 0, self ? no_index : 0});
    }

    // Rounds of single calls, until the calls that follow are small or many.
    const auto is_big = [&](const RegionCall& call) {
        const TreePair& pair = tree_pairs_[call.pair];
        return pair.a.tree->shapes[call.a].triangle_count +
                   (call.b == no_index ? 0 : pair.b.tree->shapes[call.b].triangle_count) >
               small_call;
    };
    while (calls_.size() < enough_calls && std::any_of(calls_.begin(), calls_.end(), is_big)) {
        const auto count = static_cast<uint32_t>(calls_.size());
        follow_ups_.resize_uninitialized(std::size_t{count} * RegionSearch::most_follow_ups);
        follow_up_counts_.assign(count, 0);
        narrowphase.run_tasks(input.workers, count, [&](uint32_t i, CandidateSink& sink) {
            RegionCall* const out = follow_ups_.data() + std::size_t{i} * RegionSearch::most_follow_ups;
            if (!is_big(calls_[i])) {
                out[0] = calls_[i];
                follow_up_counts_[i] = 1;
                return;
            }
            if (sink.poll()) return;
            RegionSearch& search = *searches_[slot_of(sink, narrowphase, worker_count)];
            follow_up_counts_[i] = search.call(tree_pairs_[calls_[i].pair], calls_[i], sink, out);
        });
        calls_.clear();
        for (uint32_t i = 0; i < count; ++i) {
            calls_.append(
                {follow_ups_.data() + std::size_t{i} * RegionSearch::most_follow_ups, follow_up_counts_[i]});
        }
    }

    narrowphase.control().add_planned_work(calls_.size());
    narrowphase.run_tasks(input.workers, calls_.size(), [&](uint32_t i, CandidateSink& sink) {
        RegionSearch& search = *searches_[slot_of(sink, narrowphase, worker_count)];
        search.call_all(tree_pairs_[calls_[i].pair], calls_[i], sink);
        if (!sink.stopped()) narrowphase.control().add_finished_work(1);
    });
    counts_ = {};
    counts_.region_calls = tree_pairs_.size();
    for (const Owned<RegionSearch>& search : searches_) counts_.add(search->counts());
}

void ConeBvhBackend::report(defcol_statistics& statistics) const {
    statistics.region_call_count = counts_.region_calls;
    statistics.box_test_count = counts_.box_tests;
    statistics.cone_cull_count = counts_.cone_culls;
    statistics.contour_test_count = counts_.contour_tests;
    statistics.tree_decay = worst_decay_;
    statistics.built_tree_count = trees_.built_count();
}

}  // namespace defcol
