// SPDX-License-Identifier: MIT
// The library as a host uses it, through the public header: set the positions, detect, look at the contacts.
#include <stdexcept>

#include "defcol/defcol.h"
#include "peers/contestants.hpp"

namespace bench {

namespace {

void check(defcol_status status) {
    if (status < 0) throw std::runtime_error(defcol_last_error_message());
}

constexpr std::size_t frames_of_auto = 10;

struct BackendVariant {
    int32_t backend;
    // 0, or an option that is not the default.
    int32_t option = 0;
    int64_t value = 0;
};

class LibdefcolContestant final : public Contestant {
  public:
    explicit LibdefcolContestant(BackendVariant variant) : variant_(variant) {}
    LibdefcolContestant(const LibdefcolContestant&) = delete;
    LibdefcolContestant& operator=(const LibdefcolContestant&) = delete;
    ~LibdefcolContestant() override { defcol_context_destroy(context_); }

    void prepare(const Workload& workload, uint32_t threads) override {
        workload_ = &workload;
        defcol_context_desc context_desc;
        check(defcol_context_desc_init(&context_desc, sizeof context_desc));
        context_desc.worker_count = threads;
        check(defcol_context_create(&context_desc, &context_));

        defcol_detector_desc detector_desc;
        check(defcol_detector_desc_init(&detector_desc, sizeof detector_desc));
        detector_desc.backend = variant_.backend;
        detector_desc.queries = workload.query == Query::triangle_pairs ? DEFCOL_QUERY_TRIANGLE_PAIRS
                                                                        : DEFCOL_QUERY_VERTEX_IN_TETRAHEDRON;
        check(defcol_detector_create(context_, &detector_desc, &detector_));
        if (variant_.option != 0) {
            check(defcol_detector_set_option_i64(detector_, variant_.option, variant_.value));
        }
        for (std::size_t i = 0; i < workload.meshes.size(); ++i) add_mesh(workload, i);
        // Auto measures in its first frames, and is to be judged after those.
        for (std::size_t i = 0; variant_.backend == DEFCOL_BACKEND_AUTO && i < frames_of_auto; ++i) {
            update(workload.frames[i % workload.frames.size()]);
            detect();
        }
    }

    void update(const FramePositions& positions) override {
        for (std::size_t i = 0; i < meshes_.size(); ++i) {
            check(defcol_mesh_set_positions(meshes_[i], positions.meshes[i].data(),
                                            positions.meshes[i].size() / 3, 0, DEFCOL_SCALAR_FLOAT32));
        }
    }

    void detect() override {
        check(defcol_detector_detect(detector_, nullptr));
        check(defcol_contacts_init(&contacts_, sizeof contacts_));
        check(defcol_detector_contacts(detector_, &contacts_));
        is_collected_ = false;
    }

    // Not timed: a host uses the arrays as they are.
    std::span<const uint64_t> pairs() const override {
        if (!is_collected_) collect();
        return pairs_;
    }

  private:
    void add_mesh(const Workload& workload, std::size_t index) {
        const scenes::Mesh& source = workload.meshes[index];
        defcol_mesh_desc desc;
        check(defcol_mesh_desc_init(&desc, sizeof desc));
        desc.vertex_count = source.vertex_count();
        desc.positions = workload.frames[0].meshes[index].data();
        desc.position_scalar = DEFCOL_SCALAR_FLOAT32;
        if (workload.query == Query::triangle_pairs) {
            desc.triangle_count = source.triangle_count();
            desc.triangles = source.triangles.data();
        } else {
            desc.tetrahedron_count = source.tetrahedron_count();
            desc.tetrahedra = source.tetrahedra.data();
        }
        defcol_mesh mesh;
        check(defcol_mesh_create(context_, &desc, &mesh));
        check(defcol_detector_add_mesh(detector_, mesh, workload.self ? DEFCOL_MESH_SELF_COLLISION : 0));
        meshes_.push_back(mesh);
    }

    void collect() const {
        const bool triangles = workload_->query == Query::triangle_pairs;
        const std::vector<uint32_t>& base_a = triangles ? workload_->triangle_base : workload_->vertex_base;
        const std::vector<uint32_t>& base_b =
            triangles ? workload_->triangle_base : workload_->tetrahedron_base;
        pairs_.clear();
        for (uint64_t i = 0; i < contacts_.count; ++i) {
            pairs_.push_back(pair_key(base_a[contacts_.mesh_a[i]] + contacts_.primitive_a[i],
                                      base_b[contacts_.mesh_b[i]] + contacts_.primitive_b[i]));
        }
        is_collected_ = true;
    }

    BackendVariant variant_;
    const Workload* workload_ = nullptr;
    defcol_context context_{};
    defcol_detector detector_{};
    std::vector<defcol_mesh> meshes_;
    defcol_contacts contacts_{};
    mutable std::vector<uint64_t> pairs_;
    mutable bool is_collected_ = true;
};

void add_variant(Contestants& contestants, std::string name, uint32_t exact_queries, BackendVariant variant) {
    ContestantInfo info;
    info.name = std::move(name);
    info.role = Role::backend;
    info.is_threaded = true;
    info.is_quadratic = variant.backend == DEFCOL_BACKEND_BRUTE_FORCE;
    info.accepts = [exact_queries](const Workload& workload) {
        const uint32_t query = workload.query == Query::triangle_pairs ? DEFCOL_QUERY_TRIANGLE_PAIRS
                                                                       : DEFCOL_QUERY_VERTEX_IN_TETRAHEDRON;
        return (exact_queries & query) != 0;
    };
    info.make = [variant] { return std::make_unique<LibdefcolContestant>(variant); };
    contestants.push_back(std::move(info));
}

}  // namespace

// Every backend of the library that is exact for the query takes part: a new one needs no line here.
void add_libdefcol(Contestants& contestants) {
    const auto count = static_cast<int32_t>(defcol_backend_count());
    for (int32_t id = 0; id < count; ++id) {
        defcol_backend_capabilities backend;
        check(defcol_backend_capabilities_init(&backend, sizeof backend));
        if (defcol_backend_get_capabilities(id, &backend) < 0 || backend.is_available == 0) continue;
        add_variant(contestants, backend.name, backend.exact_queries, {id});
        if (id == DEFCOL_BACKEND_CONE_BVH) {  // the library's own tree alone, for comparison
            add_variant(contestants, std::string(backend.name) + " (cones off)", backend.exact_queries,
                        {id, DEFCOL_OPTION_CONE_BVH_MODE, DEFCOL_CONE_BVH_BOXES});
        }
    }
}

}  // namespace bench
