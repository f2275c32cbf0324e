// SPDX-License-Identifier: MIT
// Call sequences over the whole C API, from bytes. Handles may be stale, foreign or of the wrong type,
// pointers NULL or misaligned, sizes and counts absurd, memory may run out at any allocation. What a host
// must keep to is kept to: an array is as long as its count says, unless the count is one that has to be
// refused before anything is read. Every call must return a status of the header, and every contact that is
// handed out must be ordered and finite.
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <limits>
#include <vector>

#include "capi/counting_allocator.hpp"
#include "defcol/defcol.h"
#include "fuzz/byte_reader.hpp"

namespace {

void require(bool condition) {
    if (!condition) std::abort();
}

void run_tasks_here(void*, uint32_t task_count, void (*task)(void*, uint32_t), void* task_data) {
    for (uint32_t i = 0; i < task_count; ++i) task(task_data, i);
}

constexpr uint32_t max_vertices = 40;
constexpr uint32_t max_elements = 60;

class CallSequence {
  public:
    CallSequence(const uint8_t* data, std::size_t size) : bytes_(data, size) {}

    void run() {
        populate();
        for (int call = 0; call < 200 && !bytes_.is_empty(); ++call) make_call();
        allocator_.fail_after(INT64_MAX / 2);
        for (const defcol_context context : contexts_) {
            const defcol_status status = defcol_context_destroy(context);
            require(status == DEFCOL_OK || status == DEFCOL_ERROR_BAD_HANDLE);
        }
        require(allocator_.live_blocks() == 0 && allocator_.live_bytes() == 0);
    }

  private:
    static bool check(defcol_status status) {
        require(status <= DEFCOL_INCOMPLETE && status >= DEFCOL_ERROR_FILE);
        require(status != DEFCOL_ERROR_INTERNAL);
        require(status >= 0 || std::strncmp(defcol_last_error_message(), "defcol_", 7) == 0);
        return status >= 0;
    }

    // Arguments.

    uint64_t any_handle() {
        switch (bytes_.below(4)) {
            case 0:
                return contexts_.empty() ? 0 : contexts_[bytes_.below(uint32_t(contexts_.size()))].value;
            case 1:
                return meshes_.empty() ? 0 : meshes_[bytes_.below(uint32_t(meshes_.size()))].value;
            case 2:
                return detectors_.empty() ? 0 : detectors_[bytes_.below(uint32_t(detectors_.size()))].value;
            default:
                return bytes_.take<uint64_t>();
        }
    }
    template <class Handle>
    Handle one_of(const std::vector<Handle>& handles) {
        if (handles.empty() || bytes_.rarely(16)) return {any_handle()};
        return handles[bytes_.below(uint32_t(handles.size()))];
    }

    // Mostly from a small grid, so that vertices, edges and planes coincide.
    double coordinate() {
        switch (bytes_.below(12)) {
            case 0:
                return bytes_.take<double>();
            case 1:
                return bytes_.take<float>();
            case 2: {
                const double special[] = {1e-320,
                                          0x1p-300,
                                          0x1p60,
                                          0x1.0000000000001p60,
                                          -0.0,
                                          0x1p-160,
                                          std::numeric_limits<double>::infinity()};
                return special[bytes_.below(std::size(special))];
            }
            default:
                return bytes_.take<int8_t>() % 8;
        }
    }

    const void* positions(uint64_t count, int32_t scalar, uint64_t stride) {
        const uint64_t scalar_size = scalar == DEFCOL_SCALAR_FLOAT32 ? 4 : 8;
        const uint64_t step = stride == 0 ? 3 * scalar_size : stride;
        position_bytes_.assign(count == 0 ? 1 : (count - 1) * step + 3 * scalar_size, 0);
        for (uint64_t i = 0; i < count; ++i) {
            for (uint64_t axis = 0; axis < 3; ++axis) {
                const double value = coordinate();
                const auto narrow = static_cast<float>(std::fabs(value) < 1e38 ? value : 1e38);
                std::memcpy(&position_bytes_[i * step + axis * scalar_size],
                            scalar_size == 4 ? static_cast<const void*>(&narrow) : &value, scalar_size);
            }
        }
        return pointer(position_bytes_.data());
    }

    const uint32_t* ids(std::vector<uint32_t>& place, uint64_t count, uint64_t limit) {
        place.assign(count == 0 ? 1 : count, 0);
        for (uint64_t i = 0; i < count; ++i) {
            place[i] = bytes_.below(uint32_t(limit));
            if (bytes_.rarely(200)) place[i] = bytes_.take<uint32_t>();
        }
        return pointer(place.data());
    }

    template <class T>
    T* pointer(T* good) {
        if (bytes_.rarely(64)) return nullptr;
        return good;
    }

    // A count that must be refused, once in a while.
    uint64_t count_below(uint32_t limit) {
        if (bytes_.rarely(64)) return bytes_.take<uint64_t>() | (uint64_t{1} << 32);
        return bytes_.below(limit);
    }

    uint64_t stride(int32_t scalar) {
        if (!bytes_.rarely(8)) return 0;
        const uint64_t scalar_size = scalar == DEFCOL_SCALAR_FLOAT32 ? 4 : 8;
        if (bytes_.rarely(4)) return bytes_.take<uint64_t>() | (uint64_t{1} << 59);
        return (3 + bytes_.below(5)) * scalar_size;
    }

    static uint64_t readable(uint64_t count) { return count > max_elements ? 0 : count; }
    static bool is_small(uint64_t stride) { return stride < 1000; }

    // A struct with its defaults, in memory that is large enough for any size it may be said to have.
    template <class T>
    T* make_struct(defcol_status (*init)(T*, size_t)) {
        std::memset(struct_bytes_, 0, sizeof struct_bytes_);
        auto* value = reinterpret_cast<T*>(struct_bytes_);
        require(init(value, sizeof(T)) == DEFCOL_OK);
        return value;
    }
    // Calls.

    void make_call() {
        switch (bytes_.below(27)) {
            case 0:
                return create_context();
            case 1:
            case 2:
                return create_mesh();
            case 3:
                return create_detector();
            case 4:
            case 5:
                return add_mesh();
            case 6:
            case 7:
            case 8:
                return detect();
            case 9:
            case 10:
                return set_positions();
            case 11:
                return set_topology();
            case 12:
                return edit();
            case 13:
                return set_active();
            case 14:
                return set_transform();
            case 15:
                return read_mesh();
            case 16:
                check(defcol_detector_remove_mesh(one_of(detectors_), one_of(meshes_)));
                return;
            case 17:
                check(defcol_detector_exclude_pair(one_of(detectors_), one_of(meshes_), one_of(meshes_),
                                                   bytes_.below(3)));
                return;
            case 18:
                check(defcol_detector_set_filter(one_of(detectors_), one_of(meshes_), bytes_.take<uint8_t>(),
                                                 bytes_.take<uint8_t>()));
                check(defcol_detector_set_mesh_flags(one_of(detectors_), one_of(meshes_), bytes_.below(3)));
                return;
            case 19:
                return use_options();
            case 20:
                check(defcol_mesh_destroy(one_of(meshes_)));
                return;
            case 21:
                if (bytes_.rarely(3)) check(defcol_detector_destroy(one_of(detectors_)));
                return;
            case 23:
                return link();
            case 24:
                return map_to_coarse();
            case 25:
                return create_cage();
            case 22:
                read_context();
                if (bytes_.rarely(6)) check(defcol_context_destroy(one_of(contexts_)));
                return;
            default:
                allocator_.fail_after(bytes_.below(40));
        }
    }

    // Something that collides from the start: without it, most sequences would end before the first contact.
    void populate() {
        static const double sheet[] = {0, 0, 0, 4, 0, 0, 0, 4, 0, 4, 4, 0, 2, 2, 3};
        static const uint32_t sheet_triangles[] = {0, 1, 2, 1, 3, 2, 0, 4, 3};
        static const double block[] = {1, 1, -1, 5, 1, -1, 1, 5, -1, 1, 1, 3, 5, 5, 3};
        static const uint32_t block_tetrahedra[] = {0, 1, 2, 3, 1, 2, 3, 4};
        create_context();
        for (int i = 0; i < 3; ++i) {
            auto* desc = make_struct(defcol_mesh_desc_init);
            desc->vertex_count = 5;
            desc->positions = i == 0 ? sheet : block;
            if (i < 2) {
                desc->triangles = sheet_triangles;
                desc->triangle_count = 3;
            } else {
                desc->tetrahedra = block_tetrahedra;
                desc->tetrahedron_count = 2;
            }
            defcol_mesh mesh{};
            if (check(defcol_mesh_create(contexts_.empty() ? defcol_context{} : contexts_[0], desc, &mesh))) {
                meshes_.push_back(mesh);
            }
        }
        create_detector();
        if (detectors_.empty()) return;
        for (const defcol_mesh mesh : meshes_) {
            check(defcol_detector_add_mesh(detectors_[0], mesh, bytes_.below(2)));
        }
        detect();
    }

    void create_context() {
        if (contexts_.size() >= 3) return;
        auto* desc = make_struct(defcol_context_desc_init);
        allocator_.install(*desc);
        if (bytes_.rarely(4)) desc->memory_cap = bytes_.take<uint32_t>() % (1u << 20);
        if (bytes_.rarely(4)) {
            desc->worker_count = 1 + bytes_.below(4);
            desc->run_tasks = run_tasks_here;
        }
        defcol_context context{77};
        if (check(defcol_context_create(desc, &context))) {
            contexts_.push_back(context);
        } else {
            require(context.value == 0);
        }
    }

    void fill(defcol_mesh_desc* desc) {
        desc->flags = bytes_.below(3);
        desc->position_scalar = bytes_.rarely(8) ? int32_t(bytes_.below(4)) : 1 + int32_t(bytes_.below(2));
        desc->position_stride = stride(desc->position_scalar);
        desc->vertex_count = count_below(max_vertices);
        const uint64_t element_count = count_below(max_elements);
        const uint64_t vertices = readable(desc->vertex_count);
        if (bytes_.below(3) == 0) {
            desc->tetrahedron_count = element_count;
            desc->tetrahedra = ids(element_ids_, 4 * readable(element_count), vertices);
        } else {
            desc->triangle_count = element_count;
            desc->triangles = ids(element_ids_, 3 * readable(element_count), vertices);
        }
        desc->positions = positions(is_small(desc->position_stride) ? vertices : 0, desc->position_scalar,
                                    is_small(desc->position_stride) ? desc->position_stride : 0);
        // A stride that is refused only if it overflows must overflow.
        if (!is_small(desc->position_stride) && desc->vertex_count < 64) desc->vertex_count = 64;
        if (bytes_.rarely(8)) desc->transform = transform();
        if (bytes_.rarely(24)) desc->struct_size = bytes_.take<uint16_t>() & 0xff;
    }

    void create_mesh() {
        if (meshes_.size() >= 8) return;
        auto* desc = make_struct(defcol_mesh_desc_init);
        fill(desc);
        defcol_mesh mesh{77};
        if (check(defcol_mesh_create(one_of(contexts_), desc, bytes_.rarely(99) ? nullptr : &mesh))) {
            require(mesh.value != 0);
            meshes_.push_back(mesh);
        }
    }

    void create_cage() {
        if (meshes_.size() >= 8) return;
        auto* desc = make_struct(defcol_cage_desc_init);
        desc->resolution = bytes_.rarely(16) ? bytes_.take<uint32_t>() : bytes_.below(6);
        defcol_mesh mesh{77};
        if (check(defcol_mesh_create_cage(one_of(meshes_), bytes_.rarely(4) ? nullptr : desc, &mesh))) {
            meshes_.push_back(mesh);
        } else {
            require(mesh.value == 0);
        }
    }

    void link() {
        auto* desc = make_struct(defcol_link_desc_init);
        desc->max_distance = bytes_.below(2) == 0 ? std::numeric_limits<double>::infinity() : coordinate();
        check(defcol_mesh_link(one_of(meshes_), one_of(meshes_), bytes_.rarely(4) ? nullptr : desc));
        if (bytes_.rarely(4)) check(defcol_mesh_unlink(one_of(meshes_)));
        defcol_mesh coarse{77};
        check(defcol_mesh_get_coarse(one_of(meshes_), &coarse));
    }

    void map_to_coarse() {
        const defcol_mesh mesh = one_of(meshes_);
        const uint64_t count = count_below(8);
        const uint32_t* features = ids(element_ids_, 4 * readable(count), vertex_count_of(mesh) + 1);
        double weights[32];
        uint32_t out_features[96];
        double out_weights[96];
        for (double& weight : weights) weight = coordinate();
        if (!check(defcol_mesh_map_to_coarse(mesh, features, weights, count, out_features, out_weights)))
            return;
        defcol_mesh coarse{};
        require(check(defcol_mesh_get_coarse(mesh, &coarse)));
        const uint64_t coarse_count = vertex_count_of(coarse);
        for (uint64_t i = 0; i < 12 * count; ++i) {
            require(out_features[i] < coarse_count || out_features[i] == DEFCOL_NONE);
        }
        defcol_mesh_steering steering;
        defcol_mesh_steering_init(&steering, sizeof steering);
        require(check(defcol_mesh_get_steering(mesh, &steering)));
        for (uint64_t i = 0; i < 3 * steering.vertex_count; ++i) {
            require(steering.coarse_vertices[i] < coarse_count);
            require(steering.weights[i] >= 0 && steering.weights[i] <= 1);
        }
    }

    void set_topology() {
        auto* desc = make_struct(defcol_mesh_desc_init);
        fill(desc);
        check(defcol_mesh_set_topology(one_of(meshes_), desc));
    }

    uint64_t vertex_count_of(defcol_mesh mesh) {
        uint64_t count = 0;
        return defcol_mesh_get_positions(mesh, nullptr, &count) == DEFCOL_OK ? count : 0;
    }

    void set_positions() {
        const defcol_mesh mesh = one_of(meshes_);
        const int32_t scalar = 1 + int32_t(bytes_.below(2));
        const uint64_t step = stride(scalar);
        uint64_t count = vertex_count_of(mesh);
        if (bytes_.rarely(16)) count = count_below(max_vertices);
        const bool can_be_read = count <= 1000 && is_small(step);
        const void* data = positions(can_be_read ? count : 0, scalar, can_be_read ? step : 0);
        if (!can_be_read && count < 64) count = 64;
        check(defcol_mesh_set_positions(mesh, data, count, step, scalar));
    }

    void edit() {
        auto* desc = make_struct(defcol_mesh_edit_desc_init);
        const defcol_mesh mesh = one_of(meshes_);
        desc->removed_triangle_count = count_below(8);
        desc->removed_triangles = ids(removed_ids_, readable(desc->removed_triangle_count), max_elements);
        desc->position_scalar = 1 + int32_t(bytes_.below(2));
        desc->added_vertex_count = count_below(6);
        desc->added_positions = positions(readable(desc->added_vertex_count), desc->position_scalar, 0);
        desc->added_triangle_count = count_below(10);
        desc->added_triangles =
            ids(element_ids_, 3 * readable(desc->added_triangle_count), vertex_count_of(mesh) + 2);
        out_ids_.assign(max_elements, 0);
        if (bytes_.below(2) == 0) desc->out_triangle_ids = out_ids_.data();
        check(defcol_mesh_edit(mesh, desc));
    }

    void set_active() {
        const defcol_mesh mesh = one_of(meshes_);
        if (bytes_.below(2) == 0) {
            const uint64_t count = count_below(20);
            const uint32_t* list = ids(element_ids_, readable(count), max_elements);
            check(defcol_mesh_set_active_triangles(mesh, list, count));
            return;
        }
        defcol_mesh_surface surface;
        defcol_mesh_surface_init(&surface, sizeof surface);
        uint64_t count = defcol_mesh_get_surface(mesh, &surface) == DEFCOL_OK ? surface.triangle_count : 0;
        mask_.assign(count / 8 + 1, bytes_.take<uint8_t>());
        if (bytes_.rarely(8)) count = 0;
        check(defcol_mesh_set_active_triangle_mask(mesh, pointer(mask_.data()), count));
    }

    const double* transform() {
        const double turns[2][12] = {{0, -1, 0, 1, 1, 0, 0, 0, 0, 0, 1, 0.5},
                                     {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 2}};
        std::memcpy(transform_, turns[bytes_.below(2)], sizeof transform_);
        if (bytes_.rarely(3)) transform_[bytes_.below(12)] = coordinate();
        return transform_;
    }

    void set_transform() {
        check(defcol_mesh_set_transform(one_of(meshes_), bytes_.rarely(4) ? nullptr : transform()));
    }

    void read_mesh() {
        const defcol_mesh mesh = one_of(meshes_);
        defcol_mesh_report report;
        defcol_mesh_report_init(&report, sizeof report);
        if (check(defcol_mesh_get_report(mesh, &report))) {
            for (int axis = 0; axis < 3; ++axis) {
                require(std::isfinite(report.box_min[axis]) && report.box_min[axis] <= report.box_max[axis]);
            }
            require(report.active_triangle_count <= report.triangle_count);
            require(report.skipped_triangle_count <= report.active_triangle_count);
        }
        defcol_mesh_surface surface;
        defcol_mesh_surface_init(&surface, sizeof surface);
        const double* points = nullptr;
        uint64_t count = 0;
        if (!check(defcol_mesh_get_surface(mesh, &surface))) return;
        require(check(defcol_mesh_get_positions(mesh, &points, &count)));
        for (uint64_t i = 0; i < 3 * count; ++i) require(std::isfinite(points[i]));
        for (uint64_t i = 0; i < 3 * surface.triangle_count; ++i) {
            require(surface.triangles[i] < count || surface.triangles[i] == DEFCOL_NONE);
        }
    }

    void read_context() {
        defcol_context_statistics statistics;
        defcol_context_statistics_init(&statistics, sizeof statistics);
        if (check(defcol_context_get_statistics(one_of(contexts_), &statistics))) {
            require(statistics.bytes <= statistics.peak_bytes);
        }
        const defcol_mesh mesh = one_of(meshes_);
        uint64_t user_data = 0;
        if (check(defcol_mesh_set_user_data(mesh, 42)) &&
            check(defcol_mesh_get_user_data(mesh, &user_data))) {
            require(user_data == 42);
        }
    }

    void create_detector() {
        if (detectors_.size() >= 4) return;
        auto* desc = make_struct(defcol_detector_desc_init);
        desc->backend = bytes_.rarely(8) ? bytes_.take<int8_t>() : int32_t(bytes_.below(7));
        desc->queries = bytes_.rarely(8) ? bytes_.take<uint8_t>() : bytes_.below(4);
        desc->fields = bytes_.rarely(8) ? bytes_.take<uint32_t>() : bytes_.below(64);
        if (bytes_.rarely(24)) desc->struct_size = bytes_.take<uint8_t>();
        defcol_detector detector{77};
        if (check(defcol_detector_create(one_of(contexts_), desc, &detector))) {
            detectors_.push_back(detector);
        } else {
            require(detector.value == 0);
        }
    }

    void add_mesh() {
        check(defcol_detector_add_mesh(one_of(detectors_), one_of(meshes_),
                                       bytes_.below(bytes_.rarely(8) ? 4 : 2)));
        uint32_t index = 7;
        defcol_mesh mesh{7};
        check(defcol_detector_get_mesh_index(one_of(detectors_), one_of(meshes_), &index));
        check(defcol_detector_get_mesh(one_of(detectors_), bytes_.below(12), &mesh));
    }

    void use_options() {
        const defcol_detector detector = one_of(detectors_);
        const auto option = int32_t(bytes_.rarely(4) ? bytes_.take<int32_t>() : int32_t(bytes_.below(3)));
        int64_t integer = 0;
        double real = 0;
        // The instruction set holds for the whole process and would make runs depend on each other.
        if (option != DEFCOL_OPTION_SIMD_LEVEL) {
            check(defcol_detector_set_option_i64(detector, option, bytes_.take<int8_t>() % 3));
        }
        check(defcol_detector_set_option_f64(detector, option, coordinate()));
        check(defcol_detector_get_option_i64(detector, option, &integer));
        check(defcol_detector_get_option_f64(detector, option, &real));
    }

    void detect() {
        const defcol_detector detector = one_of(detectors_);
        defcol_detect_options options;
        int32_t cancel = 0;
        defcol_detect_options_init(&options, sizeof options);
        if (bytes_.rarely(4)) options.max_contacts = bytes_.take<uint8_t>();
        if (bytes_.rarely(4)) options.test_budget = bytes_.take<uint16_t>();
        if (bytes_.rarely(8)) options.time_budget_seconds = coordinate();
        if (bytes_.rarely(8)) options.cancel = &(cancel = int32_t(bytes_.below(2)));
        if (bytes_.rarely(32)) options.struct_size = bytes_.take<uint16_t>() % sizeof options;
        const defcol_status status =
            defcol_detector_detect(detector, bytes_.below(2) == 0 ? nullptr : &options);
        check(status);
        defcol_contacts view;
        defcol_contacts_init(&view, sizeof view);
        if (!check(defcol_detector_contacts(detector, &view))) return;
        if (status == DEFCOL_OK) require(view.total == view.count && view.finished_fraction == 1.0);
        check_view(view);
        defcol_statistics statistics;
        defcol_statistics_init(&statistics, sizeof statistics);
        check(defcol_detector_get_statistics(detector, &statistics));
    }

    static bool comes_before(const defcol_contacts& view, uint64_t i, uint64_t j) {
        if (view.kind[i] != view.kind[j]) return view.kind[i] < view.kind[j];
        if (view.mesh_a[i] != view.mesh_a[j]) return view.mesh_a[i] < view.mesh_a[j];
        if (view.primitive_a[i] != view.primitive_a[j]) return view.primitive_a[i] < view.primitive_a[j];
        if (view.mesh_b[i] != view.mesh_b[j]) return view.mesh_b[i] < view.mesh_b[j];
        return view.primitive_b[i] < view.primitive_b[j];
    }

    static void require_finite(const double* values, uint64_t count) {
        for (uint64_t i = 0; values != nullptr && i < count; ++i) require(std::isfinite(values[i]));
    }

    static void check_view(const defcol_contacts& view) {
        require(view.total >= view.count);
        for (uint64_t i = 1; i < view.count; ++i) require(comes_before(view, i - 1, i));
        require_finite(view.points, 6 * view.count);
        require_finite(view.normals, 3 * view.count);
        require_finite(view.distances, view.count);
        require_finite(view.weights_a, 4 * view.count);
        require_finite(view.weights_b, 4 * view.count);
        uint64_t in_ranges = 0;
        for (uint64_t i = 0; i < view.range_count; ++i) {
            require(view.ranges[i].first == in_ranges && view.ranges[i].count > 0);
            in_ranges += view.ranges[i].count;
        }
        require(in_ranges == view.count);
    }

    fuzz::ByteReader bytes_;
    capi_test::CountingAllocator allocator_;
    std::vector<defcol_context> contexts_;
    std::vector<defcol_mesh> meshes_;
    std::vector<defcol_detector> detectors_;
    std::vector<uint8_t> position_bytes_;
    std::vector<uint32_t> element_ids_;
    std::vector<uint32_t> removed_ids_;
    std::vector<uint32_t> out_ids_;
    std::vector<uint8_t> mask_;
    double transform_[12] = {};
    alignas(8) unsigned char struct_bytes_[70000] = {};
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    CallSequence(data, size).run();
    return 0;
}
