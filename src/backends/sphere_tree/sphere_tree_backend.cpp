// SPDX-License-Identifier: MIT
#include "backends/sphere_tree/sphere_tree_backend.hpp"

#include <algorithm>
#include <cmath>

#include "backends/sphere_tree/tree_blob.hpp"
#include "backends/sphere_tree/tree_construction.hpp"
#include "backends/sphere_tree/tree_update.hpp"
#include "base/clock.hpp"
#include "base/error.hpp"
#include "base/radix_sort.hpp"
#include "base/status.hpp"
#include "defcol/defcol.h"

namespace defcol {

namespace {

constexpr OptionInfo options[] = {
    OptionInfo::integer(DEFCOL_OPTION_SPHERE_TREE_BRANCHING, "branching",
                        "most spheres below a sphere; trees are built anew when it changes", 2, 64, 8),
    OptionInfo::integer(
        DEFCOL_OPTION_SPHERE_TREE_DEPTH, "depth",
        "levels below the root; 0: by the number of triangles; trees are built anew when it changes", 0, 12,
        0),
    OptionInfo::integer(DEFCOL_OPTION_SPHERE_TREE_SAMPLES, "samples",
                        "samples of the surface for each sphere that is divided; 0: 96; trees are built anew "
                        "when it changes",
                        0, 65536, 0),
    OptionInfo::integer(DEFCOL_OPTION_SPHERE_TREE_ASSOCIATED, "associated_vertices",
                        "vertices that a sphere follows", 1, most_associated, 8),
    OptionInfo::integer(DEFCOL_OPTION_SPHERE_TREE_CONSERVATIVE, "conservative",
                        "1: spheres certainly cover the surface; 0: the paper's heuristic, tighter", 0, 1, 1),
    OptionInfo::integer(DEFCOL_OPTION_SPHERE_TREE_SWAP_RULE, "swap_rule",
                        "which sphere of a pair is divided: 0 the two sides in turn, 1 the larger one", 0, 1,
                        0),
    OptionInfo::integer(DEFCOL_OPTION_SPHERE_TREE_LIST_MEMORY, "list_memory",
                        "bytes that the lists of pairs may take, 16 per pair", 0, INT64_MAX, 64 << 20),
};

constexpr uint64_t bytes_per_entry = 16;

Owned<Backend> create(std::pmr::memory_resource& memory) {
    return make_owned<SphereTreeBackend>(memory, memory);
}

TreeSettings settings_of(const OptionValues& values, uint32_t queries) {
    return {.branching = static_cast<uint32_t>(values.i64(DEFCOL_OPTION_SPHERE_TREE_BRANCHING)),
            .depth = static_cast<uint32_t>(values.i64(DEFCOL_OPTION_SPHERE_TREE_DEPTH)),
            .samples = static_cast<uint32_t>(values.i64(DEFCOL_OPTION_SPHERE_TREE_SAMPLES)),
            // Parts of triangles make tighter spheres, but the exact test takes whole ones.
            .splits_triangles = (queries & DEFCOL_QUERY_SPHERE_PAIRS) != 0};
}

// In the order of contacts; a pair that was not tested after one that was, were they ever the same.
uint64_t key_of(uint32_t a, uint32_t b, bool assumed) {
    return uint64_t{a} << 32 | uint64_t{b} << 1 | (assumed ? 1 : 0);
}

}  // namespace

const BackendInfo sphere_tree_info = {
    .id = DEFCOL_BACKEND_SPHERE_TREE,
    .name = "sphere-tree",
    .description = "pairs of spheres around the surfaces, as tight as the time budget allows",
    .limits =
        "sphere pairs cover every collision of the surfaces, and report some where there is none, by at most "
        "the radii of the two spheres; self-collision between spheres that are apart at rest only. Triangle "
        "pairs are exact",
    .queries = DEFCOL_QUERY_SPHERE_PAIRS | DEFCOL_QUERY_TRIANGLE_PAIRS,
    .main_query = DEFCOL_QUERY_SPHERE_PAIRS,
    .exact_queries = DEFCOL_QUERY_TRIANGLE_PAIRS,
    .options = options,
    .create = create,
};

// Trees.

SphereTreeBackend::MeshTree* SphereTreeBackend::find_tree(const Mesh& mesh) const noexcept {
    // Topology versions are never used twice, so one names a tree whatever the mesh's place in the frame.
    for (const Owned<MeshTree>& entry : trees_) {
        if (entry->topology_version == mesh.topology_version()) return entry.get();
    }
    return nullptr;
}

SphereTreeBackend::MeshTree& SphereTreeBackend::add_tree(Owned<MeshTree> made, const Mesh& mesh) {
    if (made->tree.sphere_count() > (uint32_t{1} << 31) - 1) {
        throw Error(status::size_overflow, "a sphere tree has at most 2^31 - 1 spheres");
    }
    made->topology_version = mesh.topology_version();
    made->spheres.append(made->tree.rest_spheres.span());
    made->is_used = true;
    trees_.reserve(trees_.size() + 1);
    has_traversal_ = false;
    if (MeshTree* const old = find_tree(mesh)) {
        std::erase_if(trees_, [old](const Owned<MeshTree>& entry) { return entry.get() == old; });
    }
    trees_.push_back(std::move(made));
    return *trees_.back();
}

bool SphereTreeBackend::build_tree(const Mesh& mesh, const OptionValues& values, uint32_t queries,
                                   const volatile int32_t* cancel, Workers& workers, const Log& log) {
    const StopWatch watch;
    Owned<MeshTree> made = make_owned<MeshTree>(memory_, memory_);
    if (!build_sphere_tree({.positions = mesh.positions(),
                            .triangles = mesh.triangles(),
                            .settings = settings_of(values, queries),
                            .cancel = cancel},
                           workers, log, memory_, made->tree)) {
        return false;
    }
    add_tree(std::move(made), mesh);
    build_seconds_ += watch.seconds();
    return true;
}

const SphereTree* SphereTreeBackend::tree_of(const Mesh& mesh) const noexcept {
    const MeshTree* const entry = find_tree(mesh);
    return entry == nullptr ? nullptr : &entry->tree;
}

std::span<const Sphere> SphereTreeBackend::spheres_of(const Mesh& mesh) const noexcept {
    const MeshTree* const entry = find_tree(mesh);
    return entry == nullptr ? std::span<const Sphere>() : entry->spheres.span();
}

void SphereTreeBackend::load_tree(const Mesh& mesh, std::span<const std::byte> blob) {
    Owned<MeshTree> made = make_owned<MeshTree>(memory_, memory_);
    read_blob(blob, mesh.triangles(), mesh.positions().size(), memory_, made->tree);
    made->is_loaded = true;
    add_tree(std::move(made), mesh);
}

void SphereTreeBackend::set_priority(uint32_t a, uint32_t b, double priority) {
    const uint64_t key = uint64_t{std::min(a, b)} << 32 | std::max(a, b);
    for (Priority& known : priorities_) {
        if (known.key != key) continue;
        known.value = priority;
        return;
    }
    priorities_.push_back({key, priority});
    std::sort(priorities_.begin(), priorities_.end(),
              [](const Priority& left, const Priority& right) { return left.key < right.key; });
}

double SphereTreeBackend::priority_of(uint32_t a, uint32_t b) const {
    if (priorities_.empty()) return 1;
    const uint64_t key = uint64_t{std::min(a, b)} << 32 | std::max(a, b);
    const auto place = std::ranges::lower_bound(priorities_, key, {}, &Priority::key);
    return place != priorities_.end() && place->key == key ? place->value : 1;
}

// A frame.

void SphereTreeBackend::update(const BackendFrame& input) {
    has_traversal_ = false;
    build_seconds_ = 0;
    match_trees(input);
    sphere_base_.clear();
    uint64_t base = 0;
    for (std::size_t i = 0; i < tree_of_mesh_.size(); ++i) {
        sphere_base_.push_back(static_cast<uint32_t>(base));
        MeshTree* const entry = tree_of_mesh_[i];
        if (entry == nullptr) continue;
        move_spheres(input, input.frame.meshes[i], *entry);
        base += entry->tree.sphere_count();
        if (base >= uint64_t{1} << 31) {
            throw Error(status::size_overflow,
                        "the trees of all meshes together have more than 2^31 spheres");
        }
    }
    sphere_base_.push_back(static_cast<uint32_t>(base));
}

// Gives every mesh that needs one its tree and forgets trees of meshes that are gone.
void SphereTreeBackend::match_trees(const BackendFrame& input) {
    const TreeSettings settings = settings_of(input.options, input.queries);
    const std::size_t mesh_count = input.frame.meshes.size();
    for (const Owned<MeshTree>& entry : trees_) entry->is_used = false;
    for (const FrameMesh& mesh : input.frame.meshes) {
        if (MeshTree* const entry = find_tree(*mesh.mesh)) {
            entry->is_used = entry->is_loaded || entry->tree.settings == settings;
        }
    }
    std::erase_if(trees_, [](const Owned<MeshTree>& entry) { return !entry->is_used; });

    tree_of_mesh_.assign(mesh_count, nullptr);
    for (const MeshPair& pair : input.pairs) {
        for (const uint32_t index : {pair.a, pair.b}) {
            const Mesh& mesh = *input.frame.meshes[index].mesh;
            if (find_tree(mesh) == nullptr) {
                build_tree(mesh, input.options, input.queries, nullptr, input.workers, input.log);
            }
            tree_of_mesh_[index] = find_tree(mesh);
        }
    }
}

void SphereTreeBackend::move_spheres(const BackendFrame& input, const FrameMesh& mesh, MeshTree& entry) {
    const uint64_t positions = mesh.mesh->positions_version();
    const uint64_t active = mesh.mesh->active_version();
    const uint64_t option_version = input.options.version();
    const Steering* const steering = mesh.mesh->steering();
    const uint64_t steering_version = mesh.mesh->steering_version();
    if (entry.is_current && entry.seen_steering == steering_version && entry.seen_positions == positions &&
        entry.seen_active == active && entry.seen_options == option_version) {
        return;
    }
    entry.is_current = false;
    // What triangles are refined from must cover them.
    const bool conservative = input.options.i64(DEFCOL_OPTION_SPHERE_TREE_CONSERVATIVE) != 0 ||
                              (input.queries & DEFCOL_QUERY_TRIANGLE_PAIRS) != 0;
    // Where coarse vertices are missing, what hangs on them is known vertex by vertex only.
    const bool uses_cover = steering != nullptr && conservative && mesh.mesh->all_vertices_usable();
    if (uses_cover) {
        if (entry.covered_steering != steering_version) entry.cover.build(entry.tree, *steering, memory_);
        entry.covered_steering = steering_version;
        entry.cover.follow(*steering);
    }
    update_spheres(
        entry.tree,
        {.positions = mesh.positions,
         .usable_vertices = mesh.mesh->all_vertices_usable() ? nullptr : mesh.mesh->vertex_usable().data(),
         .usable_triangles =
             mesh.mesh->all_triangles_usable() ? nullptr : mesh.mesh->triangle_usable().data(),
         .conservative = conservative,
         .associated_count = static_cast<uint32_t>(input.options.i64(DEFCOL_OPTION_SPHERE_TREE_ASSOCIATED)),
         .steering = steering,
         .cover = uses_cover ? &entry.cover : nullptr},
        input.workers, entry.split_positions, entry.spheres);
    entry.seen_positions = positions;
    entry.seen_active = active;
    entry.seen_options = option_version;
    entry.seen_steering = steering_version;
    entry.is_current = true;
}

void SphereTreeBackend::list_meetings(const BackendFrame& input) {
    meetings_.clear();
    refined_meetings_.clear();
    meeting_meshes_.clear();
    for (const MeshPair& pair : input.pairs) {
        const MeshTree& a = *tree_of_mesh_[pair.a];
        const MeshTree& b = *tree_of_mesh_[pair.b];
        if (a.tree.empty() || b.tree.empty()) continue;
        const FrameMesh& mesh_a = input.frame.meshes[pair.a];
        const FrameMesh& mesh_b = input.frame.meshes[pair.b];
        const TreeMeeting meeting{{&a.tree, a.spheres.data()},
                                  {&b.tree, b.spheres.data()},
                                  pair.a == pair.b,
                                  priority_of(mesh_a.detector_index, mesh_b.detector_index)};
        meetings_.push_back(meeting);
        refined_meetings_.push_back({meeting, mesh_a.triangle_base, mesh_b.triangle_base});
        meeting_meshes_.push_back({pair.a, pair.b});
    }
}

double SphereTreeBackend::kept_back_per_entry(const BackendFrame& input) const {
    return input.output_seconds_per_contact;
}

// How far a search came: tests made of those and what waits, the least that is still to do.
void SphereTreeBackend::announce(SearchControl& control, uint64_t tests_before) const {
    const uint64_t tests = traversal_.counts().tests;
    control.add_planned_work(tests + traversal_.untested_count() - tests_before);
    control.add_finished_work(tests - tests_before);
}

void SphereTreeBackend::search(const BackendFrame& input, Narrowphase& narrowphase) {
    list_meetings(input);
    SearchControl& control = narrowphase.control();
    if ((input.queries & DEFCOL_QUERY_SPHERE_PAIRS) != 0) {
        const auto rule = input.options.i64(DEFCOL_OPTION_SPHERE_TREE_SWAP_RULE) == 0
                              ? SwapRule::alternate
                              : SwapRule::larger_first;
        const auto bytes = static_cast<uint64_t>(input.options.i64(DEFCOL_OPTION_SPHERE_TREE_LIST_MEMORY));
        traversal_.start(meetings_.span(), rule, bytes / bytes_per_entry);
        has_traversal_ = true;
        traversal_.run(control, kept_back_per_entry(input));
        announce(control, 0);
    }
    if ((input.queries & DEFCOL_QUERY_TRIANGLE_PAIRS) != 0) {
        refinement_.search(input.frame, refined_meetings_.span(), input.workers, narrowphase);
    }
}

void SphereTreeBackend::resume(const BackendFrame& input, SearchControl& control) {
    const uint64_t tests_before = traversal_.counts().tests;
    traversal_.run(control, kept_back_per_entry(input));
    announce(control, tests_before);
}

void SphereTreeBackend::report(defcol_statistics& statistics) const {
    uint64_t sphere_count = 0;
    for (const MeshTree* const entry : tree_of_mesh_) {
        if (entry != nullptr) sphere_count += entry->tree.sphere_count();
    }
    statistics.sphere_count = sphere_count;
    statistics.tree_build_seconds = build_seconds_;
    if (!has_traversal_) return;
    const SphereTraversal::Counts& counts = traversal_.counts();
    statistics.candidate_count += counts.tests;
    statistics.sphere_test_count = counts.tests;
    statistics.leaf_pair_count = counts.leaf_pairs;
    statistics.unrefined_pair_count = counts.unrefined_pairs;
    statistics.assumed_pair_count = traversal_.untested_count() - untested_self_pairs_;
    statistics.untested_self_pair_count = untested_self_pairs_ + counts.unrefined_self_pairs;
}

// Contacts.

void SphereTreeBackend::list_keys() {
    keys_.clear();
    keys_.reserve(traversal_.finals().size() + traversal_.untested_count());
    untested_self_pairs_ = 0;
    const auto add = [&](uint32_t meeting, uint32_t a, uint32_t b, bool assumed) {
        const MeshIndices& meshes = meeting_meshes_[meeting];
        keys_.push_back(key_of(sphere_base_[meshes.a] + a, sphere_base_[meshes.b] + b, assumed));
    };
    for (const SphereTraversal::Final& pair : traversal_.finals()) {
        // Within one tree a pair may come with the higher number first.
        const bool turned = meetings_[pair.meeting].is_self && pair.a > pair.b;
        add(pair.meeting, turned ? pair.b : pair.a, turned ? pair.a : pair.b, false);
    }
    traversal_.for_each_untested([&](uint32_t meeting, uint32_t a, uint32_t b) {
        if (meetings_[meeting].is_self) {
            ++untested_self_pairs_;
        } else {
            add(meeting, a, b, true);
        }
    });
}

OwnContacts SphereTreeBackend::order_own_contacts(uint64_t limit) {
    contacts_.clear();
    if (!has_traversal_) return {};
    list_keys();
    scratch_.resize_uninitialized(keys_.size());
    sort_keys(keys_.span(), scratch_.span());
    write_contacts(std::min<uint64_t>(limit, keys_.size()));
    const SphereTraversal::Counts& counts = traversal_.counts();
    return {.kind = DEFCOL_CONTACT_SPHERE_PAIR,
            .contacts = contacts_.span(),
            .total = keys_.size(),
            .is_incomplete = counts.unrefined_pairs + counts.unrefined_self_pairs > 0};
}

void SphereTreeBackend::write_contacts(uint64_t count) {
    contacts_.resize_uninitialized(count);
    uint32_t mesh_a = 0;
    uint32_t mesh_b = 0;
    for (uint64_t i = 0; i < count; ++i) {
        const uint64_t key = keys_[i];
        const auto a = static_cast<uint32_t>(key >> 32);
        const auto b = static_cast<uint32_t>(key) >> 1;
        while (a >= sphere_base_[mesh_a + 1]) ++mesh_a;
        if (b < sphere_base_[mesh_b] || b >= sphere_base_[mesh_b + 1]) {
            mesh_b = static_cast<uint32_t>(std::upper_bound(sphere_base_.begin(), sphere_base_.end(), b) -
                                           sphere_base_.begin() - 1);
        }
        OwnContact& contact = contacts_[i];
        contact = {mesh_a, a - sphere_base_[mesh_a], mesh_b, b - sphere_base_[mesh_b], 0};
        const SphereNode& node_a = tree_of_mesh_[mesh_a]->tree.nodes[contact.primitive_a];
        const SphereNode& node_b = tree_of_mesh_[mesh_b]->tree.nodes[contact.primitive_b];
        if ((key & 1) != 0) {
            contact.flags |= DEFCOL_CONTACT_ASSUMED;
        } else if (!node_a.is_leaf() || !node_b.is_leaf()) {
            contact.flags |= DEFCOL_CONTACT_UNREFINED;
        }
        contact.flags |= uint32_t{node_a.level} << DEFCOL_CONTACT_LEVEL_A_SHIFT |
                         uint32_t{node_b.level} << DEFCOL_CONTACT_LEVEL_B_SHIFT;
    }
}

}  // namespace defcol
