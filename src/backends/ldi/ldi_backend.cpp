// SPDX-License-Identifier: MIT
#include "backends/ldi/ldi_backend.hpp"

#include <algorithm>

#include "backends/ldi/vertex_test.hpp"
#include "backends/ldi/volume_measure.hpp"
#include "backends/ldi/volume_of_interest.hpp"
#include "base/clock.hpp"
#include "base/error.hpp"
#include "base/status.hpp"
#include "defcol/defcol.h"
#include "narrowphase/simd_level.hpp"

namespace defcol {

namespace {

constexpr uint32_t vertices_per_task = 4096;
constexpr uint64_t measured_per_range = 256;
// With a clock running, pairs are finished in groups, so that some are whole when it ends.
constexpr uint32_t pairs_per_wave = 8;

constexpr OptionInfo options[] = {
    OptionInfo::integer(DEFCOL_OPTION_LDI_RESOLUTION, "resolution",
                        "pixels of an image along each side of the volume of interest", 4, 2048, 128),
    OptionInfo::integer(DEFCOL_OPTION_LDI_DEVICE, "device", "0: auto; 1: raster; 2: gl-append; 3: gl-stencil",
                        0, 3, 0),
    OptionInfo::integer(
        DEFCOL_OPTION_LDI_AXES, "axes",
        "1: one view, along the axis of the thinnest volume; 3: views along all axes (2 is 3)", 1, 3, 1),
    OptionInfo::integer(DEFCOL_OPTION_LDI_GRADIENT, "gradient",
                        "1: the gradient of each volume by vertex, and the direction and depth it gives", 0,
                        1, 0),
    OptionInfo::integer(DEFCOL_OPTION_LDI_SPANS, "spans",
                        "1: the spans of each volume; 0: only what they add up to", 0, 1, 1),
};

Owned<Backend> create(std::pmr::memory_resource& memory) {
    return make_owned<LdiBackend>(memory, memory);
}

LdiDeviceChoice automatic_device() noexcept {
    return choose_ldi_device(DEFCOL_LDI_DEVICE_AUTO, gl_report());
}

}  // namespace

const BackendInfo ldi_info = {
    .id = DEFCOL_BACKEND_LDI,
    .name = "ldi",
    .description =
        "layered depth images: overlap volumes and vertices in volumes of closed surfaces; no structure",
    .limits =
        "samples along a grid of lines: what is thinner than a pixel can be missed, vertices are misjudged "
        "only "
        "within half a pixel's diagonal of the surface, volumes state their error; overlaps edge-on in one "
        "view "
        "need the option axes = 3",
    .queries = DEFCOL_QUERY_INTERSECTION_VOLUME | DEFCOL_QUERY_VERTEX_IN_VOLUME,
    .main_query = DEFCOL_QUERY_INTERSECTION_VOLUME,
    .exact_queries = 0,
    .options = options,
    .create = create,
    .device = [] { return ldi_device_name(automatic_device().kind); },
    .device_reason = [] { return automatic_device().reason; },
};

LdiBackend::LdiBackend(std::pmr::memory_resource& memory) noexcept
    : memory_(memory),
      images_(memory),
      plans_(memory),
      vertex_tasks_(memory),
      pair_spans_(&memory),
      lengths_(memory),
      volume_spans_(memory),
      gradients_(memory) {}

void LdiBackend::choose_device(const BackendFrame& input) {
    const int64_t wanted = input.options.i64(DEFCOL_OPTION_LDI_DEVICE);
    if (device_ && wanted == device_option_) return;
    static constexpr GlReport not_asked{};
    const LdiDeviceChoice choice =
        choose_ldi_device(wanted, wanted == DEFCOL_LDI_DEVICE_RASTER ? not_asked : gl_report());
    if (!choice.is_available) {
        throw Error(status::backend_unavailable, "device %s: %s; the device raster is always there",
                    ldi_device_name(choice.kind), choice.reason);
    }
    device_ = choice.kind == LdiDeviceKind::raster ? create_raster_device(memory_)
                                                   : create_gl_device(memory_, choice.kind);
    choice_ = choice;
    device_option_ = wanted;
}

void LdiBackend::update(const BackendFrame& input) {
    choose_device(input);
    if (input.frame.layout_changed) {
        images_.forget();
        gradients_.forget();
    }
    rule_ = input.options.i64(DEFCOL_OPTION_PARITY_COUNTING) != 0 ? InsideRule::parity : InsideRule::winding;
    counts_ = {};
    images_.start(input.frame, static_cast<int64_t>(choice_.kind));
    plan_pairs(input);
}

void LdiBackend::plan_pairs(const BackendFrame& input) {
    plans_.clear();
    for (const MeshPair& pair : input.pairs) plan_pair(input, pair);
    while (pair_spans_.size() < plans_.size()) {
        pair_spans_.push_back(make_owned<PairSpans>(memory_, memory_));
    }
}

void LdiBackend::plan_pair(const BackendFrame& input, const MeshPair& pair) {
    const bool a_is_surface = input.frame.meshes[pair.a].triangle_count != 0;
    const bool b_is_surface = input.frame.meshes[pair.b].triangle_count != 0;
    const bool self = pair.a == pair.b;
    const bool asks_vertices = (input.queries & DEFCOL_QUERY_VERTEX_IN_VOLUME) != 0 && !self;
    PairPlan plan{};
    plan.pair = pair;
    // Parity says nothing about a surface that overlaps itself.
    plan.wants_volume = (input.queries & DEFCOL_QUERY_INTERSECTION_VOLUME) != 0 && a_is_surface &&
                        b_is_surface && !(self && rule_ == InsideRule::parity);
    plan.wants_vertices[0] = asks_vertices && b_is_surface;
    plan.wants_vertices[1] = asks_vertices && a_is_surface;
    if (!plan.wants_volume && !plan.wants_vertices[0] && !plan.wants_vertices[1]) return;
    request_images(input, plan);
    plans_.push_back(plan);
}

void LdiBackend::request_images(const BackendFrame& input, PairPlan& plan) {
    const auto resolution = static_cast<uint32_t>(input.options.i64(DEFCOL_OPTION_LDI_RESOLUTION));
    const bool all_axes = input.options.i64(DEFCOL_OPTION_LDI_AXES) > 1;
    const FrameMesh& a = input.frame.meshes[plan.pair.a];
    const FrameMesh& b = input.frame.meshes[plan.pair.b];
    // Points are many and anywhere: the surface is seen whole, and its image lasts as long as it does not
    // move.
    const bool a_alone = plan.pair.a == plan.pair.b || b.triangle_count == 0;
    const bool b_alone = a.triangle_count == 0;
    plan.view_count = all_axes ? most_views : 1;
    VolumeOfInterest volume =
        a_alone || b_alone ? whole_volume(a_alone ? a.box : b.box) : find_volume_of_interest(a.box, b.box);
    for (uint32_t i = 0; i < plan.view_count; ++i) {
        if (i > 0) {
            const uint32_t axis = (volume.axis + 1) % 3;
            if (a_alone || b_alone) {
                volume.axis = axis;
            } else {
                volume = find_volume_of_interest(a.box, b.box, axis);
            }
        }
        const LdiView view = make_view(volume, resolution);
        plan.image_a[i] = b_alone ? no_index : images_.request(plan.pair.a, view);
        plan.image_b[i] = a_alone ? no_index : images_.request(plan.pair.b, view);
    }
}

void LdiBackend::search(const BackendFrame& input, Narrowphase& narrowphase) {
    const auto plan_count = static_cast<uint32_t>(plans_.size());
    SearchControl& control = narrowphase.control();
    control.add_planned_work(plan_count);
    counts_.kept_images = images_.kept_count();
    // All images at once is best for a device; with a clock, or tests to count, some pairs first.
    const bool may_stop = !control.limits().deadline.is_infinite() || control.limits().cancel != nullptr ||
                          control.must_be_serial();
    const uint32_t wave = may_stop ? pairs_per_wave : std::max(plan_count, 1U);
    for (uint32_t first = 0; first < plan_count && !control.poll(); first += wave) {
        search_wave(input, narrowphase, first, std::min(plan_count, first + wave));
    }
}

void LdiBackend::search_wave(const BackendFrame& input, Narrowphase& narrowphase, uint32_t first,
                             uint32_t last) {
    SearchControl& control = narrowphase.control();
    const StopWatch watch;
    uint32_t end_request = 0;
    for (uint32_t i = first; i < last; ++i) {
        for (uint32_t v = 0; v < plans_[i].view_count; ++v) {
            for (const uint32_t image : {plans_[i].image_a[v], plans_[i].image_b[v]}) {
                if (image != no_index) end_request = std::max(end_request, image + 1);
            }
        }
    }
    const std::span<const LdiJob> jobs = images_.jobs(input.frame, end_request);
    device_->build({input.frame, jobs, input.workers, control,
                    simd_target_of_level(input.options.i64(DEFCOL_OPTION_SIMD_LEVEL))});
    counts_.image_seconds += watch.seconds();
    counts_.images += jobs.size();
    find_spans(first, last, input, narrowphase);
    find_vertices(first, last, input, narrowphase);
    for (uint32_t i = first; i < last; ++i) {
        if (!pair_spans_[i]->is_done) continue;
        store_volume(plans_[i], *pair_spans_[i], input);
    }
    if (!control.stopped()) control.add_finished_work(last - first);
}

bool LdiBackend::images_are_complete(const PairPlan& plan) const {
    for (uint32_t v = 0; v < plan.view_count; ++v) {
        for (const uint32_t image : {plan.image_a[v], plan.image_b[v]}) {
            if (image == no_index) continue;
            if (!images_.has_image(image) || !images_.image(image).is_complete) return false;
        }
    }
    return true;
}

void LdiBackend::find_spans(uint32_t first, uint32_t last, const BackendFrame& input,
                            Narrowphase& narrowphase) {
    narrowphase.run_tasks(input.workers, last - first, [&](uint32_t index, CandidateSink& sink) {
        const PairPlan& plan = plans_[first + index];
        PairSpans& result = *pair_spans_[first + index];
        result.is_done = false;
        if (!plan.wants_volume || sink.poll() || !images_are_complete(plan)) return;
        if (sink.take_volume_tests(1) == 0) return;
        for (uint32_t v = 0; v < plan.view_count; ++v) {
            result.spans[v].clear();
            if (plan.pair.a == plan.pair.b) {
                find_self_overlaps(images_.image(plan.image_a[v]), result.spans[v]);
            } else {
                intersect_images(images_.image(plan.image_a[v]), images_.image(plan.image_b[v]), rule_,
                                 result.spans[v]);
            }
        }
        result.is_done = true;
    });
}

void LdiBackend::add_vertex_tasks(const Frame& frame, uint32_t plan, bool first_in_second) {
    const MeshPair& pair = plans_[plan].pair;
    const FrameMesh& mesh = frame.meshes[first_in_second ? pair.a : pair.b];
    for (uint32_t begin = 0; begin < mesh.vertex_count; begin += vertices_per_task) {
        vertex_tasks_.push_back({plan, mesh.vertex_base + begin,
                                 mesh.vertex_base + std::min(mesh.vertex_count, begin + vertices_per_task),
                                 first_in_second});
    }
}

void LdiBackend::find_vertices(uint32_t first, uint32_t last, const BackendFrame& input,
                               Narrowphase& narrowphase) {
    vertex_tasks_.clear();
    for (uint32_t i = first; i < last; ++i) {
        if (!images_are_complete(plans_[i])) continue;
        if (plans_[i].wants_vertices[0]) add_vertex_tasks(input.frame, i, true);
        if (plans_[i].wants_vertices[1]) add_vertex_tasks(input.frame, i, false);
    }
    narrowphase.run_tasks(input.workers, vertex_tasks_.size(), [&](uint32_t index, CandidateSink& sink) {
        if (!sink.poll()) test_vertices(vertex_tasks_[index], input.frame, sink);
    });
}

void LdiBackend::test_vertices(const VertexTask& task, const Frame& frame, CandidateSink& sink) const {
    const PairPlan& plan = plans_[task.plan];
    const uint32_t volume = task.first_in_second ? plan.pair.b : plan.pair.a;
    const uint32_t* images = task.first_in_second ? plan.image_b : plan.image_a;
    const auto end = task.begin + static_cast<uint32_t>(sink.take_volume_tests(task.end - task.begin));
    const bool all_usable = frame.usable_vertices.empty();
    const VertexTest first(images_.image(images[0]), rule_);
    if (plan.view_count == 1) {
        for (uint32_t vertex = task.begin; vertex < end; ++vertex) {
            if (!all_usable && frame.usable_vertices[vertex] == 0) continue;
            if (first.contains(frame.vertices[vertex].position())) sink.add_volume_contact(vertex, volume);
        }
        return;
    }
    const VertexTest second(images_.image(images[1]), rule_);
    const VertexTest third(images_.image(images[2]), rule_);
    for (uint32_t vertex = task.begin; vertex < end; ++vertex) {
        if (!frame.vertex_is_usable(vertex)) continue;
        const Vec3f point = frame.vertices[vertex].position();
        const bool in_first = first.contains(point);
        const bool in_second = second.contains(point);
        if (in_first == in_second ? in_first : third.contains(point)) sink.add_volume_contact(vertex, volume);
    }
}

void LdiBackend::store_volume(const PairPlan& plan, const PairSpans& found, const BackendFrame& input) {
    if (found.spans[0].empty() && found.spans[1].empty() && found.spans[2].empty()) return;
    const Frame& frame = input.frame;
    const HostTransform host(frame);
    VolumeEntry entry{};
    entry.mesh_a = frame.meshes[plan.pair.a].detector_index;
    entry.mesh_b = frame.meshes[plan.pair.b].detector_index;
    // Views that see nothing of it count with volume 0, but have neither centroid nor box.
    bool is_first = true;
    double weight = 0;
    for (uint32_t v = 0; v < plan.view_count; ++v) {
        for (const uint32_t image : {plan.image_a[v], plan.image_b[v]}) {
            if (image != no_index) entry.unpaired_pixels += images_.image(image).unpaired_pixels;
        }
        if (found.spans[v].empty()) continue;
        const LdiView& view = images_.image(plan.image_a[v]).view;
        const VolumeMeasure measure = measure_volume(found.spans[v].span(), view, host, lengths_);
        entry.volume += measure.volume / plan.view_count;
        entry.error_bound += measure.error_bound / plan.view_count;
        entry.centroid += measure.volume * measure.centroid;
        weight += measure.volume;
        for (int axis = 0; axis < 3; ++axis) {
            entry.box_min[axis] =
                is_first ? measure.box_min[axis] : std::min(entry.box_min[axis], measure.box_min[axis]);
            entry.box_max[axis] =
                is_first ? measure.box_max[axis] : std::max(entry.box_max[axis], measure.box_max[axis]);
        }
        is_first = false;
    }
    if (!(entry.volume > 0)) return;
    entry.centroid /= weight;

    std::span<const VolumeGradient> gradient;
    if (input.options.i64(DEFCOL_OPTION_LDI_GRADIENT) != 0) {
        gradients_.start(frame);
        for (uint32_t v = 0; v < plan.view_count; ++v) {
            gradients_.add_view(frame, found.spans[v].span(), images_.image(plan.image_a[v]).view);
        }
        gradient = gradients_.finish(frame);
        // Moving b against its own gradient shrinks the overlap fastest; a surface cannot be moved out of
        // itself.
        const Vec3 slope = plan.pair.a == plan.pair.b ? Vec3(0.0) : gradients_.sum_over(entry.mesh_b);
        const double length = glm::length(slope);
        if (length > 0) {
            entry.direction = slope / -length;
            entry.depth = entry.volume / length;
        }
    }

    const LdiView& view = images_.image(plan.image_a[0]).view;
    const ViewTransform transform(view);
    entry.axis = view.axis;
    entry.width = view.width;
    entry.height = view.height;
    for (int i = 0; i < 2; ++i) {
        const int axis = i == 0 ? transform.axis_x() : transform.axis_y();
        entry.grid_origin[i] = host.coordinate(axis, view.min[axis]);
        entry.pixel_size[i] = host.length(transform.pixel_size(i));
    }
    volume_spans_.clear();
    if (input.options.i64(DEFCOL_OPTION_LDI_SPANS) != 0) {
        for (const PixelSpan& span : found.spans[0].span()) {
            volume_spans_.push_back(
                {span.pixel % view.width, span.pixel / view.width,
                 host.coordinate(transform.axis(), transform.depth_coordinate(span.entry)),
                 host.coordinate(transform.axis(), transform.depth_coordinate(span.leave))});
        }
    }
    input.volumes.add(entry, volume_spans_.span(), gradient);
}

const LdiBackend::PairPlan* LdiBackend::find_plan(uint32_t a, uint32_t b) const {
    const MeshPair pair{std::min(a, b), std::max(a, b)};
    const auto place =
        std::lower_bound(plans_.begin(), plans_.end(), pair, [](const PairPlan& plan, const MeshPair& p) {
            return plan.pair.a != p.a ? plan.pair.a < p.a : plan.pair.b < p.b;
        });
    return place != plans_.end() && place->pair.a == pair.a && place->pair.b == pair.b ? place : nullptr;
}

void LdiBackend::measure_volume_contacts(const BackendFrame& input, std::span<const uint64_t> keys,
                                         std::span<VolumeContact> contacts) {
    const Frame& frame = input.frame;
    const HostTransform host(frame);
    parallel_ranges(input.workers, keys.size(), measured_per_range,
                    [&](uint64_t begin, uint64_t end, uint32_t) {
                        for (uint64_t i = begin; i < end; ++i) {
                            const uint32_t vertex = key_a(keys[i]);
                            const uint32_t mesh = frame.mesh_of_vertex(vertex);
                            const PairPlan& plan = *find_plan(mesh, key_b(keys[i]));
                            const uint32_t* images = mesh == plan.pair.a ? plan.image_b : plan.image_a;
                            const Vec3f point = frame.vertices[vertex].position();
                            const Vec3& exact = frame.exact_position(vertex);
                            contacts[i] = {exact, Vec3(0.0), 0.0, no_index};
                            for (uint32_t v = 0; v < plan.view_count; ++v) {
                                const VertexTest test(images_.image(images[v]), rule_);
                                if (!test.contains(point)) continue;
                                const VolumeContact found = test.way_out(point, exact, host);
                                if (contacts[i].triangle == no_index || found.depth < contacts[i].depth)
                                    contacts[i] = found;
                            }
                        }
                    });
}

void LdiBackend::report(defcol_statistics& statistics) const {
    statistics.image_count = counts_.images;
    statistics.kept_image_count = counts_.kept_images;
    for (uint32_t i = 0; i < images_.request_count(); ++i) {
        if (!images_.has_image(i) || !images_.image(i).is_complete) continue;
        const LayeredImage& image = images_.image(i);
        statistics.layer_count += image.layers.size();
        statistics.unpaired_pixel_count += image.unpaired_pixels;
        statistics.most_layers = std::max<uint64_t>(statistics.most_layers, image.most_layers);
    }
    statistics.image_seconds = counts_.image_seconds;
    statistics.device = ldi_device_name(choice_.kind);
    statistics.device_reason = choice_.reason;
}

}  // namespace defcol
