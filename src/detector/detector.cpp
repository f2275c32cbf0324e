// SPDX-License-Identifier: MIT
#include "detector/detector.hpp"

#include <algorithm>
#include <bit>
#include <new>

#include "backends/gjk_cut/hull_separation.hpp"
#include "backends/sphere_tree/sphere_tree_backend.hpp"
#include "base/error.hpp"
#include "base/status.hpp"
#include "detector/backend_choice.hpp"
#include "detector/context.hpp"
#include "narrowphase/simd_level.hpp"

namespace defcol {

namespace {

uint32_t checked_fields(uint32_t fields) {
    if ((fields & ~uint32_t{DEFCOL_FIELD_ALL}) != 0) {
        throw Error(status::unsupported, "field mask %#x has bits %#x that name no field", fields,
                    fields & ~uint32_t{DEFCOL_FIELD_ALL});
    }
    return fields;
}

bool checked_self_collision(uint32_t flags) {
    if ((flags & ~uint32_t{DEFCOL_MESH_SELF_COLLISION}) != 0) {
        throw Error(status::invalid_argument, "flags %#x: only DEFCOL_MESH_SELF_COLLISION is known", flags);
    }
    return flags != 0;
}

bool comes_before(const MeshPair& a, const MeshPair& b) {
    return a.a != b.a ? a.a < b.a : a.b < b.b;
}

}  // namespace

Detector::Detector(Context& context, const DetectorConfig& config)
    : Detector(context, choose_backend(config.backend, config.queries), checked_fields(config.fields)) {}

Detector::Detector(Context& context, const BackendChoice& choice, uint32_t fields)
    : HandleObject(HandleType::detector, &context),
      context_(context),
      memory_(context.memory()),
      queries_(choice.queries),
      // What auto switches between has options of its own: the host of an auto detector sets the common ones.
      options_(memory_, choice.is_automatic ? std::span<const OptionInfo>{} : choice.info->options),
      watched_(&memory_),
      surfaces_(&memory_),
      index_of_handle_(&memory_),
      excluded_pairs_(&memory_),
      pins_(&memory_),
      frame_builder_(memory_),
      broadphase_(memory_),
      mesh_boxes_(memory_),
      mesh_pairs_(memory_),
      backends_(memory_, choice),
      narrowphase_(memory_, context.workers().worker_count()),
      contacts_(memory_, fields),
      volumes_(memory_),
      ways_out_(memory_),
      penetration_depth_(memory_, context.workers().worker_count()),
      captured_meshes_(memory_),
      captured_pairs_(memory_),
      captured_options_(memory_) {
    context.log().write(log_level::debug, "detector: backend %s for queries %#x%s%s", backends_.info().name,
                        queries_, choice.is_automatic ? ", because " : "", backends_.reason());
}

void Detector::add_mesh(Mesh& mesh, uint32_t flags) {
    const bool self_collision = checked_self_collision(flags);
    if (watches(mesh)) {
        throw Error(status::invalid_argument, "the mesh is already watched, as number %u", mesh_index(mesh));
    }
    if (next_index_ == DEFCOL_NONE) {
        throw Error(status::size_overflow, "a detector gives out 2^32 - 1 mesh indices and no more");
    }
    auto surface = make_owned<ClosedSurface>(memory_, memory_);
    if (needs_closed_surfaces()) {
        surface->check(mesh, options_.i64(DEFCOL_OPTION_WELD_VERTICES) != 0, context_.workers(), next_index_);
    }
    surfaces_.reserve(watched_.size() + 1);
    pins_.reserve(watched_.size() +
                  1);  // so that a frame cannot fail where its contacts are still the old ones
    watched_.push_back({.mesh = &mesh,
                        .handle = mesh.handle(),
                        .detector_index = next_index_,
                        .self_collision = self_collision});
    try {
        index_of_handle_.emplace(mesh.handle(), next_index_);
        context_.add_watch(mesh, *this);
    } catch (...) {
        watched_.pop_back();
        index_of_handle_.erase(mesh.handle());
        throw;
    }
    surfaces_.push_back(std::move(surface));
    ++next_index_;
    frame_builder_.invalidate();
}

void Detector::remove_mesh(const Mesh& mesh) {
    place_of(mesh);  // throws where it is not watched
    context_.remove_watch(mesh, *this);
    forget_mesh(mesh);
}

void Detector::forget_mesh(const Mesh& mesh) noexcept {
    const std::size_t place = find(mesh);
    const uint32_t index = watched_[place].detector_index;
    std::erase_if(excluded_pairs_, [&](const MeshPair& pair) { return pair.a == index || pair.b == index; });
    index_of_handle_.erase(watched_[place].handle);
    surfaces_.erase(surfaces_.begin() + static_cast<std::ptrdiff_t>(place));
    watched_.erase(watched_.begin() + static_cast<std::ptrdiff_t>(place));
    frame_builder_.invalidate();
}

bool Detector::watches(const Mesh& mesh) const noexcept {
    return index_of_handle_.contains(mesh.handle());
}

uint32_t Detector::mesh_index(const Mesh& mesh) const {
    return watched_[place_of(mesh)].detector_index;
}

uint64_t Detector::mesh_handle(uint32_t index) const {
    if (index >= next_index_) {
        throw Error(status::index_range, "mesh index %u was never given out; %u were", index, next_index_);
    }
    const auto place = std::ranges::lower_bound(watched_, index, {}, &WatchedMesh::detector_index);
    return place != watched_.end() && place->detector_index == index ? place->handle : 0;
}

void Detector::set_mesh_flags(const Mesh& mesh, uint32_t flags) {
    const bool self_collision = checked_self_collision(flags);
    watched_[place_of(mesh)].self_collision = self_collision;
}

void Detector::set_filter(const Mesh& mesh, uint32_t category, uint32_t mask) {
    WatchedMesh& watched = watched_[place_of(mesh)];
    watched.category = category;
    watched.mask = mask;
}

void Detector::exclude_pair(const Mesh& a, const Mesh& b, bool excluded) {
    const uint32_t index_a = mesh_index(a);
    const uint32_t index_b = mesh_index(b);
    const auto [low, high] = std::minmax(index_a, index_b);
    if (low == high) {
        throw Error(status::invalid_argument,
                    "a pair to exclude needs two meshes; self-collision is switched by "
                    "defcol_detector_set_mesh_flags");
    }
    const MeshPair pair{low, high};
    const auto place = std::ranges::lower_bound(excluded_pairs_, pair, comes_before);
    const bool there = place != excluded_pairs_.end() && place->a == low && place->b == high;
    if (excluded && !there) excluded_pairs_.insert(place, pair);
    if (!excluded && there) excluded_pairs_.erase(place);
}

std::size_t Detector::find(const Mesh& mesh) const noexcept {
    const auto entry = index_of_handle_.find(mesh.handle());
    if (entry == index_of_handle_.end()) return watched_.size();
    const auto place = std::ranges::lower_bound(watched_, entry->second, {}, &WatchedMesh::detector_index);
    return static_cast<std::size_t>(place - watched_.begin());
}

std::size_t Detector::place_of(const Mesh& mesh) const {
    const std::size_t place = find(mesh);
    if (place == watched_.size()) {
        throw Error(status::invalid_argument, "the mesh is not watched by this detector");
    }
    return place;
}

int32_t Detector::detect(const SearchLimits& limits) {
    // Released on every path: a mesh stays pinned only while the frame runs.
    struct Unpin {
        std::pmr::vector<HandlePin>& pins;
        ~Unpin() { pins.clear(); }
    } unpin{pins_};
    pin_meshes();

    const uint64_t frame_number = statistics_.frame + 1;
    statistics_ = {};
    statistics_.frame = frame_number;
    summary_ = {};
    contacts_.clear();
    volumes_.clear();
    frame_ = nullptr;
    try {
        run_frame(limits);
    } catch (...) {
        contacts_.clear();
        volumes_.clear();
        summary_ = {};
        frame_ = nullptr;
        frame_builder_.invalidate();
        throw;
    }
    const int32_t status = outcome();
    if (context_.capture().is_active()) capture_frame(limits, status);
    return status;
}

void Detector::capture_frame(const SearchLimits& limits, int32_t status) noexcept {
    try {
        captured_meshes_.clear();
        captured_pairs_.clear();
        captured_options_.clear();
        for (const WatchedMesh& watched : watched_) {
            const uint32_t flags = watched.self_collision ? uint32_t{DEFCOL_MESH_SELF_COLLISION} : 0;
            captured_meshes_.push_back(
                {watched.mesh, watched.detector_index, flags, watched.category, watched.mask});
        }
        for (const MeshPair& pair : excluded_pairs_) captured_pairs_.push_back({pair.a, pair.b});
        for (std::size_t i = 0; i < options_.count(); ++i) {
            const OptionValues::Setting setting = options_.setting(i);
            captured_options_.push_back({setting.id, static_cast<int32_t>(setting.type),
                                         setting.type == OptionType::i64
                                             ? static_cast<uint64_t>(setting.i64)
                                             : std::bit_cast<uint64_t>(setting.f64)});
        }
    } catch (const std::bad_alloc&) {
        context_.capture().abandon("out of memory");
        return;
    }
    const defcol_contacts found = contacts();
    const defcol_statistics counted = statistics();
    CapturedFrame frame{};
    frame.detector = handle();
    frame.backend = backends_.info().id;
    frame.queries = queries_;
    frame.fields = contacts_.fields();
    frame.meshes = captured_meshes_.span();
    frame.excluded_pairs = captured_pairs_.span();
    frame.options = captured_options_.span();
    frame.status = status;
    frame.max_contacts = limits.max_contacts;
    frame.test_budget = limits.test_budget;
    frame.can_be_repeated =
        !summary_.is_incomplete || (limits.deadline.is_infinite() && limits.cancel == nullptr);
    frame.contacts = &found;
    frame.statistics = &counted;
    context_.capture().add_frame(frame);
}

int32_t Detector::outcome() const noexcept {
    if (summary_.is_incomplete) return status::incomplete;
    return summary_.is_truncated ? status::truncated : status::ok;
}

// Whether positions, elements, options and meshes are still those of the last frame.
bool Detector::frame_is_current() const {
    if (frame_ == nullptr || !frame_builder_.is_valid() || frame_options_ != options_.version()) return false;
    return std::ranges::all_of(watched_, [](const WatchedMesh& watched) {
        return watched.seen_positions == watched.mesh->positions_version() &&
               watched.seen_topology == watched.mesh->topology_version() &&
               watched.seen_usable == watched.mesh->active_version();
    });
}

int32_t Detector::resume(const SearchLimits& limits) {
    struct Unpin {
        std::pmr::vector<HandlePin>& pins;
        ~Unpin() { pins.clear(); }
    } unpin{pins_};
    if (backends_.info().id != DEFCOL_BACKEND_SPHERE_TREE || queries_ != DEFCOL_QUERY_SPHERE_PAIRS) {
        throw Error(status::unsupported, "only sphere pairs of backend sphere-tree can be resumed");
    }
    pin_meshes();
    if (!frame_is_current() || !backends_.running().can_resume()) {
        throw Error(status::invalid_argument,
                    "there is no frame to resume: none was detected, or meshes, their positions or options "
                    "changed since");
    }
    try {
        Workers& workers = context_.workers();
        const StopWatch lap;
        SearchControl control(limits);
        narrowphase_.start(*frame_, control, {});
        control.poll();
        const BackendFrame input{*frame_, mesh_pairs_.span(), queries_, options_,
                                 workers, context_.log(),     volumes_, output_seconds_per_contact_};
        backends_.running().resume(input, control);
        statistics_.search_seconds += lap.seconds();
        statistics_.candidate_count = 0;
        hand_out(input, control);
        statistics_.total_seconds += lap.seconds();
    } catch (...) {
        contacts_.clear();
        summary_ = {};
        frame_ = nullptr;
        frame_builder_.invalidate();
        throw;
    }
    return outcome();
}

void Detector::pin_meshes() {
    for (const WatchedMesh& watched : watched_) {
        pins_.push_back(handle_table().pin(*watched.mesh, Access::shared));
    }
}

void Detector::run_frame(const SearchLimits& limits) {
    Workers& workers = context_.workers();
    const StopWatch total;
    StopWatch lap;
    check_surfaces();
    const Frame& frame = frame_builder_.build(watched_, excluded_pairs_, workers);
    statistics_.prepare_seconds = lap.restart();

    find_mesh_pairs(frame);
    statistics_.mesh_pair_count = mesh_pairs_.size();
    statistics_.broadphase_seconds = lap.restart();

    std::optional<SearchControl> finished;
    const BackendFrame input{frame,   mesh_pairs_.span(), queries_, options_,
                             workers, context_.log(),     volumes_, output_seconds_per_contact_};
    backends_.search(input, limits,
                     {.include_adjacent = options_.i64(DEFCOL_OPTION_INCLUDE_ADJACENT) != 0,
                      .simd_target = simd_target_of_level(options_.i64(DEFCOL_OPTION_SIMD_LEVEL))},
                     narrowphase_, finished);
    statistics_.update_seconds = backends_.update_seconds();
    statistics_.search_seconds = backends_.search_seconds();
    const NarrowphaseCounts counts = narrowphase_.counts();
    statistics_.candidate_count = counts.candidates;
    statistics_.filter_rejected_count = counts.filter_rejected;
    statistics_.filter_accepted_count = counts.filter_accepted;
    statistics_.exact_test_count = counts.exact_tests;
    statistics_.filter_failure_count = counts.filter_failures;

    hand_out(input, *finished);
    frame_ = &frame;
    frame_options_ = options_.version();
    statistics_.total_seconds = total.seconds();
    log_frame();
}

// From what the search found to the arrays of the host.
void Detector::hand_out(const BackendFrame& input, const SearchControl& control) {
    const Frame& frame = input.frame;
    Workers& workers = input.workers;
    Backend& backend = backends_.running();
    const uint64_t limit = control.limits().max_contacts;
    StopWatch lap;
    narrowphase_.order(workers);
    const OwnContacts own = backend.order_own_contacts(limit);
    contacts_.fill_ids(frame, narrowphase_.triangle_contacts(), narrowphase_.vertex_contacts(), limit,
                       narrowphase_.volume_contacts(), &volumes_, own);
    statistics_.order_seconds = lap.restart();

    ways_out_.resize_uninitialized(contacts_.has_ways_out() ? contacts_.volume_vertex_keys().size() : 0);
    if (!ways_out_.empty()) {
        backend.measure_volume_contacts(input, contacts_.volume_vertex_keys(), ways_out_.span());
    }
    contacts_.fill_geometry(frame, workers, ways_out_.span(), &volumes_, &backend);
    if (wants_consistent_depth()) penetration_depth_.apply(frame, contacts_, workers);
    statistics_.geometry_seconds = lap.restart();

    summary_.total = narrowphase_.triangle_total() + narrowphase_.vertex_total() +
                     narrowphase_.volume_total() + volumes_.count() + own.total;
    summary_.finished_fraction = control.finished_fraction();
    summary_.is_incomplete = control.stopped() || own.is_incomplete;
    summary_.is_truncated = summary_.total > contacts_.count();
    statistics_.contact_count = summary_.total;
    backend.report(statistics_);
    learn_output_time(own.total);
}

void Detector::log_frame() const {
    const Log& log = context_.log();
    if (!log.wants(log_level::debug)) return;
    log.write(log_level::debug,
              "detect: frame %llu by %s, %zu meshes, %llu pairs of them, %llu candidates, %llu exact tests, "
              "%llu contacts%s%s in %.3f ms (prepare %.3f, broad phase %.3f, update %.3f, search %.3f, order "
              "%.3f, geometry %.3f)",
              static_cast<unsigned long long>(statistics_.frame), backends_.info().name, watched_.size(),
              static_cast<unsigned long long>(statistics_.mesh_pair_count),
              static_cast<unsigned long long>(statistics_.candidate_count),
              static_cast<unsigned long long>(statistics_.exact_test_count),
              static_cast<unsigned long long>(statistics_.contact_count),
              summary_.is_incomplete ? ", incomplete" : "", summary_.is_truncated ? ", truncated" : "",
              1e3 * statistics_.total_seconds, 1e3 * statistics_.prepare_seconds,
              1e3 * statistics_.broadphase_seconds, 1e3 * statistics_.update_seconds,
              1e3 * statistics_.search_seconds, 1e3 * statistics_.order_seconds,
              1e3 * statistics_.geometry_seconds);
}

bool Detector::needs_closed_surfaces() const {
    return (queries_ & (DEFCOL_QUERY_VERTEX_IN_VOLUME | DEFCOL_QUERY_INTERSECTION_VOLUME)) != 0 &&
           options_.i64(DEFCOL_OPTION_PARITY_COUNTING) == 0;
}

void Detector::check_surfaces() {
    if (!needs_closed_surfaces()) return;
    const bool weld = options_.i64(DEFCOL_OPTION_WELD_VERTICES) != 0;
    for (std::size_t i = 0; i < watched_.size(); ++i) {
        surfaces_[i]->check(*watched_[i].mesh, weld, context_.workers(), watched_[i].detector_index);
    }
}

// What the output takes is known only afterwards: the slowest of the last frames, forgotten slowly, is what a
// search with a deadline keeps back.
void Detector::learn_output_time(uint64_t own_total) {
    constexpr uint64_t enough_contacts = 64;
    if (own_total < enough_contacts) return;
    const double now =
        (statistics_.order_seconds + statistics_.geometry_seconds) / static_cast<double>(own_total);
    constexpr double most = 2e-6;  // a frame that was interrupted by the system says nothing
    output_seconds_per_contact_ = std::min(most, std::max(now, 0.98 * output_seconds_per_contact_));
}

bool Detector::wants_consistent_depth() const {
    return (contacts_.fields() & (DEFCOL_FIELD_POINTS | DEFCOL_FIELD_NORMALS)) != 0 &&
           options_.has(DEFCOL_OPTION_HASH_CONSISTENT_DEPTH) &&
           options_.i64(DEFCOL_OPTION_HASH_CONSISTENT_DEPTH) != 0;
}

void Detector::find_mesh_pairs(const Frame& frame) {
    mesh_boxes_.clear();
    for (const FrameMesh& mesh : frame.meshes) mesh_boxes_.push_back(mesh.box);
    const auto overlaps = broadphase_.find_pairs(
        mesh_boxes_.span(), [&](uint32_t a, uint32_t b) { return frame.pair_is_wanted(a, b); });
    // Self pairs belong between the others, in order.
    mesh_pairs_.clear();
    std::size_t next = 0;
    for (uint32_t i = 0; i < frame.meshes.size(); ++i) {
        if (frame.meshes[i].self_collision && !frame.meshes[i].box.empty()) mesh_pairs_.push_back({i, i});
        for (; next < overlaps.size() && overlaps[next].a == i; ++next) {
            mesh_pairs_.push_back({overlaps[next].a, overlaps[next].b});
        }
    }
}

defcol_contacts Detector::contacts() const noexcept {
    defcol_contacts view{};
    contacts_.view(view);
    view.is_truncated = summary_.is_truncated ? 1 : 0;
    view.is_incomplete = summary_.is_incomplete ? 1 : 0;
    view.total = summary_.total;
    view.finished_fraction = summary_.finished_fraction;
    return view;
}

defcol_volumes Detector::volumes() const noexcept {
    defcol_volumes view{};
    volumes_.view(view);
    view.is_incomplete = summary_.is_incomplete ? 1 : 0;
    return view;
}

SphereTreeBackend& Detector::sphere_tree_backend() {
    if (backends_.info().id != DEFCOL_BACKEND_SPHERE_TREE) {
        throw Error(status::unsupported, "backend %s has no sphere trees; sphere-tree does",
                    backends_.info().name);
    }
    return static_cast<SphereTreeBackend&>(backends_.running());
}

void Detector::set_pair_priority(const Mesh& a, const Mesh& b, double priority) {
    sphere_tree_backend().set_priority(mesh_index(a), mesh_index(b), priority);
}

int32_t Detector::build_sphere_tree(const Mesh& mesh, const volatile int32_t* cancel) {
    SphereTreeBackend& backend = sphere_tree_backend();
    mesh_index(mesh);
    const bool is_built =
        backend.build_tree(mesh, options_, queries_, cancel, context_.workers(), context_.log());
    return is_built ? status::ok : status::incomplete;
}

void Detector::load_sphere_tree(const Mesh& mesh, std::span<const std::byte> blob) {
    SphereTreeBackend& backend = sphere_tree_backend();
    mesh_index(mesh);
    backend.load_tree(mesh, blob);
}

const SphereTree& Detector::sphere_tree(const Mesh& mesh) {
    SphereTreeBackend& backend = sphere_tree_backend();
    const uint32_t index = mesh_index(mesh);
    const SphereTree* const tree = backend.tree_of(mesh);
    if (tree == nullptr) {
        throw Error(status::invalid_argument,
                    "mesh %u has no sphere tree yet: one is made by the first detect that needs it, or by "
                    "defcol_detector_build_sphere_tree",
                    index);
    }
    return *tree;
}

std::span<const Sphere> Detector::spheres(const Mesh& mesh) {
    sphere_tree(mesh);
    return sphere_tree_backend().spheres_of(mesh);
}

defcol_separation Detector::separation(const Mesh& a, const Mesh& b) const {
    if (!backends_.has(DEFCOL_BACKEND_GJK_CUT)) {
        throw Error(status::unsupported, "backend %s measures no separation; gjk-cut does",
                    backends_.info().name);
    }
    const uint32_t index_a = mesh_index(a);
    if (index_a == mesh_index(b)) {
        throw Error(status::invalid_argument, "separation needs two meshes, not mesh %u twice", index_a);
    }
    for (const Mesh* mesh : {&a, &b}) {
        if (mesh->triangles().empty() ||
            (!mesh->all_triangles_usable() && mesh->usable_triangles().empty())) {
            throw Error(status::invalid_argument, "mesh %u has no active triangle, so it has no hull",
                        mesh_index(*mesh));
        }
    }
    const HullSeparation found = find_hull_separation(a, b);
    defcol_separation result{};
    result.hulls_overlap = found.overlaps ? 1 : 0;
    result.distance = found.distance;
    result.distance_lower_bound = found.distance_lower_bound;
    result.penetration_bound = found.penetration_bound;
    for (int axis = 0; axis < 3; ++axis) {
        result.point_a[axis] = found.point_a[axis];
        result.point_b[axis] = found.point_b[axis];
        result.direction[axis] = found.direction[axis];
    }
    return result;
}

defcol_statistics Detector::statistics() const noexcept {
    defcol_statistics statistics = statistics_;
    statistics.backend = backends_.info().id;
    statistics.choice = backends_.reason();
    statistics.detector_bytes = memory_.current_bytes();
    if (statistics.device == nullptr) statistics.device = "";
    if (statistics.device_reason == nullptr) statistics.device_reason = "";
    return statistics;
}

}  // namespace defcol
