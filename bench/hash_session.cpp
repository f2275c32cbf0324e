// SPDX-License-Identifier: MIT
#include "hash_session.hpp"

#include <algorithm>
#include <stdexcept>

#include "peers/contestants.hpp"

namespace bench {

namespace {

void check(defcol_status status) {
    if (status < 0) throw std::runtime_error(defcol_last_error_message());
}

}  // namespace

void HashSession::prepare(const Workload& workload, uint32_t threads) {
    workload_ = &workload;
    defcol_context_desc context_desc;
    check(defcol_context_desc_init(&context_desc, sizeof context_desc));
    context_desc.worker_count = threads;
    check(defcol_context_create(&context_desc, &context_));
    defcol_detector_desc desc;
    check(defcol_detector_desc_init(&desc, sizeof desc));
    desc.backend = DEFCOL_BACKEND_HASH;
    desc.queries = workload.query == Query::triangle_pairs ? DEFCOL_QUERY_TRIANGLE_PAIRS
                                                           : DEFCOL_QUERY_VERTEX_IN_TETRAHEDRON;
    desc.fields = settings_.fields;
    check(defcol_detector_create(context_, &desc, &detector_));
    set(settings_);
    for (std::size_t i = 0; i < workload.meshes.size(); ++i) {
        const scenes::Mesh& source = workload.meshes[i];
        defcol_mesh_desc mesh_desc;
        check(defcol_mesh_desc_init(&mesh_desc, sizeof mesh_desc));
        mesh_desc.vertex_count = source.vertex_count();
        mesh_desc.positions = workload.frames[0].meshes[i].data();
        mesh_desc.position_scalar = DEFCOL_SCALAR_FLOAT32;
        if (workload.query == Query::triangle_pairs) {
            mesh_desc.triangle_count = source.triangle_count();
            mesh_desc.triangles = source.triangles.data();
        } else {
            mesh_desc.tetrahedron_count = source.tetrahedron_count();
            mesh_desc.tetrahedra = source.tetrahedra.data();
        }
        meshes_.emplace_back();
        check(defcol_mesh_create(context_, &mesh_desc, &meshes_.back()));
        check(defcol_detector_add_mesh(detector_, meshes_.back(),
                                       workload.self ? DEFCOL_MESH_SELF_COLLISION : 0));
    }
}

void HashSession::set(const HashSettings& settings) {
    settings_ = settings;
    check(defcol_detector_set_option_f64(detector_, DEFCOL_OPTION_HASH_CELL_SIZE, settings.cell_size));
    check(defcol_detector_set_option_i64(detector_, DEFCOL_OPTION_HASH_TABLE_SIZE, settings.table_size));
    check(defcol_detector_set_option_i64(detector_, DEFCOL_OPTION_HASH_FUNCTION, settings.function));
    check(defcol_detector_set_option_i64(detector_, DEFCOL_OPTION_HASH_CONSISTENT_DEPTH,
                                         settings.consistent_depth ? 1 : 0));
}

void HashSession::update(const FramePositions& positions) {
    for (std::size_t i = 0; i < meshes_.size(); ++i) {
        check(defcol_mesh_set_positions(meshes_[i], positions.meshes[i].data(),
                                        positions.meshes[i].size() / 3, 0, DEFCOL_SCALAR_FLOAT32));
    }
}

void HashSession::detect() {
    check(defcol_detector_detect(detector_, nullptr));
    check(defcol_contacts_init(&contacts_, sizeof contacts_));
    check(defcol_detector_contacts(detector_, &contacts_));
}

std::span<const uint64_t> HashSession::pairs() const {
    const bool triangles = workload_->query == Query::triangle_pairs;
    const std::vector<uint32_t>& base_a = triangles ? workload_->triangle_base : workload_->vertex_base;
    const std::vector<uint32_t>& base_b = triangles ? workload_->triangle_base : workload_->tetrahedron_base;
    pairs_.clear();
    for (uint64_t i = 0; i < contacts_.count; ++i) {
        pairs_.push_back(pair_key(base_a[contacts_.mesh_a[i]] + contacts_.primitive_a[i],
                                  base_b[contacts_.mesh_b[i]] + contacts_.primitive_b[i]));
    }
    return pairs_;
}

defcol_statistics HashSession::statistics() const {
    defcol_statistics result;
    check(defcol_statistics_init(&result, sizeof result));
    check(defcol_detector_get_statistics(detector_, &result));
    return result;
}

ContestantInfo hash_with(std::string name, const HashSettings& settings) {
    ContestantInfo info;
    info.name = std::move(name);
    info.role = Role::backend;
    info.is_threaded = true;
    info.accepts = [](const Workload&) { return true; };
    info.make = [settings] { return std::make_unique<HashSession>(settings); };
    return info;
}

double median_of(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

}  // namespace bench
