// SPDX-License-Identifier: MIT
#include "capture_run.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <optional>

#include "errors.hpp"
#include "names.hpp"
#include "printable.hpp"

namespace cli {

using defcol::capture::RecordType;

namespace {

// A mesh as the records so far leave it. The versions tell a replay what it has to pass on.
struct RecordedMesh {
    uint32_t flags = 0;
    uint64_t vertex_count = 0;
    std::vector<uint32_t> elements;
    std::vector<double> positions;
    std::vector<uint8_t> active;  // empty: all
    uint64_t topology_version = 0;
    uint64_t positions_version = 0;
    uint64_t active_version = 0;

    bool is_tetrahedral() const { return (flags & defcol::capture::mesh_is_tetrahedral) != 0; }
};

struct RecordedDetector {
    defcol::capture::DetectorRecord record{};
    std::vector<defcol::capture::WatchedRecord> watched;
    std::vector<defcol::capture::ExcludedRecord> excluded;
    std::vector<defcol::capture::OptionRecord> options;
};

// What a capture has said up to a place in it.
class RecordedState {
  public:
    void apply(const CaptureFile& file, const CaptureRecord& record);

    const RecordedDetector& detector(const CaptureFile& file, uint32_t number) const {
        const auto found = detectors_.find(number);
        if (found == detectors_.end())
            file.fail("a frame of detector " + std::to_string(number) + ", which is not there");
        return found->second;
    }
    const RecordedMesh& mesh(const CaptureFile& file, uint32_t number) const {
        const auto found = meshes_.find(number);
        if (found == meshes_.end()) file.fail("mesh " + std::to_string(number) + " is not there");
        if (found->second.positions.size() != 3 * found->second.vertex_count) {
            file.fail("mesh " + std::to_string(number) + " has no positions");
        }
        return found->second;
    }

  private:
    std::map<uint32_t, RecordedMesh> meshes_;
    std::map<uint32_t, RecordedDetector> detectors_;
    uint64_t version_ = 0;
};

void RecordedState::apply(const CaptureFile& file, const CaptureRecord& record) {
    ++version_;
    const auto known_mesh = [&](uint32_t number) -> RecordedMesh& {
        const auto found = meshes_.find(number);
        if (found == meshes_.end()) file.fail("mesh " + std::to_string(number) + " is not there");
        return found->second;
    };
    switch (record.type) {
        case RecordType::mesh: {
            RecordedMesh& mesh = meshes_[record.mesh.mesh];
            mesh.flags = record.mesh.flags;
            mesh.vertex_count = record.mesh.vertex_count;
            mesh.elements = record.elements;
            mesh.positions.clear();
            mesh.active.clear();
            mesh.topology_version = version_;
            break;
        }
        case RecordType::positions: {
            RecordedMesh& mesh = known_mesh(record.positions.mesh);
            if (record.positions.vertex_count != mesh.vertex_count)
                file.fail("positions for another number of vertices");
            mesh.positions = record.coordinates;
            mesh.positions_version = version_;
            break;
        }
        case RecordType::active: {
            RecordedMesh& mesh = known_mesh(record.active.mesh);
            mesh.active = record.active_flags;
            mesh.active_version = version_;
            break;
        }
        case RecordType::detector:
            detectors_[record.detector.detector] = {record.detector, record.watched, record.excluded,
                                                    record.options};
            break;
        case RecordType::mesh_end:
            meshes_.erase(record.end.number);
            break;
        case RecordType::detector_end:
            detectors_.erase(record.end.number);
            break;
        case RecordType::frame:
        case RecordType::end:
            break;
    }
}

// A removed triangle becomes one without extent that never counts, so that the others keep their numbers.
MeshData as_data(const RecordedMesh& mesh, uint32_t number) {
    MeshData data;
    data.name = "mesh " + std::to_string(number);
    data.positions = mesh.positions;
    if (mesh.is_tetrahedral()) {
        data.tetrahedra = mesh.elements;
    } else {
        data.triangles = mesh.elements;
        std::replace(data.triangles.begin(), data.triangles.end(), defcol::capture::none, 0U);
    }
    return data;
}

// A detector that follows a recorded one.
class ReplayedDetector {
  public:
    ReplayedDetector(World& world, const DetectorSettings& settings) : world_(world), settings_(settings) {}
    ~ReplayedDetector() { defcol_detector_destroy(handle_); }
    ReplayedDetector(const ReplayedDetector&) = delete;
    ReplayedDetector& operator=(const ReplayedDetector&) = delete;

    // Brings meshes and settings to what the capture says.
    void follow(const CaptureFile& file, const RecordedState& state, const RecordedDetector& recorded);
    FrameView detect(uint64_t frame, const RecordedDetector& recorded, RecordedFrame& outcome);

  private:
    struct Slot {
        uint32_t mesh = defcol::capture::none;
        uint64_t topology_version = 0;
        uint64_t positions_version = 0;
        uint64_t active_version = 0;
    };
    void create(const RecordedDetector& recorded);
    void follow_mesh(const CaptureFile& file, const RecordedMesh& mesh,
                     const defcol::capture::WatchedRecord& watched);
    void set_active(const CaptureFile& file, const RecordedMesh& mesh, uint32_t index);
    void set_options(const RecordedDetector& recorded);
    void set_pairs(const CaptureFile& file, const RecordedDetector& recorded);
    bool is_same_backend(const RecordedDetector& recorded) const {
        return backend_ == recorded.record.backend && queries_ == recorded.record.queries;
    }
    bool can_compare(const RecordedDetector& recorded, const defcol::capture::FrameRecord& frame) const;

    World& world_;
    DetectorSettings settings_;
    defcol_detector handle_{};
    int32_t backend_ = 0;
    uint32_t queries_ = 0;
    std::vector<Slot> slots_;  // by the index in contacts
    std::vector<defcol::capture::ExcludedRecord> excluded_;
};

void ReplayedDetector::create(const RecordedDetector& recorded) {
    auto desc = initialized(defcol_detector_desc_init);
    desc.backend = settings_.backend != DEFCOL_BACKEND_AUTO ? settings_.backend : recorded.record.backend;
    desc.queries = settings_.queries != 0 ? settings_.queries : recorded.record.queries;
    desc.fields = settings_.fields;
    check(defcol_detector_create(world_.context(), &desc, &handle_));
    backend_ = desc.backend;
    queries_ = desc.queries;
}

void ReplayedDetector::set_options(const RecordedDetector& recorded) {
    // Those of one backend begin at 100: they mean nothing to another.
    for (const auto& option : recorded.options) {
        if (option.option >= 100 && backend_ != recorded.record.backend) continue;
        if (option.type == DEFCOL_OPTION_TYPE_I64) {
            check(defcol_detector_set_option_i64(handle_, option.option, static_cast<int64_t>(option.value)));
        } else {
            check(
                defcol_detector_set_option_f64(handle_, option.option, std::bit_cast<double>(option.value)));
        }
    }
}

void ReplayedDetector::set_active(const CaptureFile& file, const RecordedMesh& mesh, uint32_t index) {
    const defcol_mesh handle = world_.handle(index);
    if (mesh.active.empty()) {
        check(defcol_mesh_set_active_triangle_mask(handle, nullptr, 0));
        return;
    }
    if (mesh.active.size() != world_.surface(index).triangle_count)
        file.fail("flags for another number of triangles");
    std::vector<uint32_t> list;
    for (uint32_t i = 0; i < mesh.active.size(); ++i) {
        const bool is_removed =
            !mesh.is_tetrahedral() && mesh.elements[3 * std::size_t{i}] == defcol::capture::none;
        if (mesh.active[i] != 0 && !is_removed) list.push_back(i);
    }
    check(defcol_mesh_set_active_triangles(handle, list.data(), list.size()));
}

void ReplayedDetector::follow_mesh(const CaptureFile& file, const RecordedMesh& mesh,
                                   const defcol::capture::WatchedRecord& watched) {
    Slot& slot = slots_[watched.index];
    const bool is_new = slot.mesh != watched.mesh;
    if (is_new) {
        const bool skips = (mesh.flags & defcol::capture::mesh_skips_non_finite) != 0;
        world_.put(watched.index, as_data(mesh, watched.mesh),
                   skips ? uint32_t{DEFCOL_MESH_SKIP_NON_FINITE} : 0);
        check(defcol_detector_add_mesh(handle_, world_.handle(watched.index), 0));
    } else if (slot.topology_version != mesh.topology_version) {
        world_.set(watched.index, as_data(mesh, watched.mesh));
    } else if (slot.positions_version != mesh.positions_version) {
        world_.set_positions(watched.index, mesh.positions);
    }
    if (is_new || slot.topology_version != mesh.topology_version ||
        slot.active_version != mesh.active_version) {
        const bool has_removed =
            !mesh.is_tetrahedral() && std::find(mesh.elements.begin(), mesh.elements.end(),
                                                defcol::capture::none) != mesh.elements.end();
        if (has_removed && mesh.active.empty()) file.fail("removed triangles without flags");
        if (!mesh.active.empty() || slot.active_version != 0) set_active(file, mesh, watched.index);
    }
    slot = {watched.mesh, mesh.topology_version, mesh.positions_version, mesh.active_version};
    const uint32_t index = watched.index;
    check(defcol_detector_set_mesh_flags(handle_, world_.handle(index), watched.flags));
    check(defcol_detector_set_filter(handle_, world_.handle(index), watched.category, watched.mask));
}

void ReplayedDetector::set_pairs(const CaptureFile& file, const RecordedDetector& recorded) {
    const auto change = [&](const defcol::capture::ExcludedRecord& pair, uint32_t excluded) {
        if (pair.a >= slots_.size() || pair.b >= slots_.size())
            file.fail("an excluded pair of meshes that are not there");
        if (world_.handle(pair.a).value == 0 || world_.handle(pair.b).value == 0) return;
        check(defcol_detector_exclude_pair(handle_, world_.handle(pair.a), world_.handle(pair.b), excluded));
    };
    for (const auto& pair : excluded_) change(pair, 0);
    for (const auto& pair : recorded.excluded) change(pair, 1);
    excluded_ = recorded.excluded;
}

void ReplayedDetector::follow(const CaptureFile& file, const RecordedState& state,
                              const RecordedDetector& recorded) {
    constexpr uint32_t most_meshes = 1U << 20;
    if (handle_.value == 0) create(recorded);
    set_options(recorded);
    // Meshes that are no longer watched.
    std::size_t next = 0;
    for (uint32_t index = 0; index < slots_.size(); ++index) {
        while (next < recorded.watched.size() && recorded.watched[next].index < index) ++next;
        const bool is_watched = next < recorded.watched.size() && recorded.watched[next].index == index &&
                                recorded.watched[next].mesh == slots_[index].mesh;
        if (is_watched || slots_[index].mesh == defcol::capture::none) continue;
        world_.remove(index);
        slots_[index] = {};
    }
    for (const auto& watched : recorded.watched) {
        if (watched.index >= most_meshes)
            file.fail("a mesh index beyond reason: " + std::to_string(watched.index));
        // An index is given out once: those of meshes that came and went before the capture are used up here.
        while (slots_.size() < watched.index) {
            const auto index = static_cast<uint32_t>(slots_.size());
            world_.put(index, {}, 0);
            check(defcol_detector_add_mesh(handle_, world_.handle(index), 0));
            world_.remove(index);
            slots_.emplace_back();
        }
        if (slots_.size() == watched.index) {
            slots_.emplace_back();
        } else if (slots_[watched.index].mesh == defcol::capture::none) {
            file.fail("mesh index " + std::to_string(watched.index) + " is used again");
        }
        follow_mesh(file, state.mesh(file, watched.mesh), watched);
    }
    set_pairs(file, recorded);
}

bool ReplayedDetector::can_compare(const RecordedDetector& recorded,
                                   const defcol::capture::FrameRecord& frame) const {
    if ((frame.flags & defcol::capture::frame_has_hash) == 0 || queries_ != recorded.record.queries)
        return false;
    const auto is_exact = [&](int32_t backend) {
        return backend > 0 && static_cast<uint32_t>(backend) < defcol_backend_count() &&
               (queries_ & ~capabilities_of(backend).exact_queries) == 0;
    };
    if (!is_exact(backend_) || !is_exact(recorded.record.backend)) return false;
    if (is_same_backend(recorded)) return true;
    // A budget of tests ends each backend elsewhere, and one mode of cone-bvh may miss contacts.
    const bool may_miss =
        std::any_of(recorded.options.begin(), recorded.options.end(), [](const auto& option) {
            return option.option == DEFCOL_OPTION_CONE_BVH_MODE && option.value == DEFCOL_CONE_BVH_FAST;
        });
    return (frame.flags & defcol::capture::frame_is_incomplete) == 0 && !may_miss;
}

FrameView ReplayedDetector::detect(uint64_t frame, const RecordedDetector& recorded, RecordedFrame& outcome) {
    auto options = initialized(defcol_detect_options_init);
    options.max_contacts = std::min(outcome.record.max_contacts, settings_.max_contacts);
    options.time_budget_seconds = settings_.time_budget_seconds;
    if (is_same_backend(recorded)) options.test_budget = outcome.record.test_budget;
    FrameView view;
    view.frame = frame;
    view.queries = queries_;
    view.status = check(defcol_detector_detect(handle_, &options), "frame " + std::to_string(frame));
    view.contacts = initialized(defcol_contacts_init);
    check(defcol_detector_contacts(handle_, &view.contacts));
    view.statistics = initialized(defcol_statistics_init);
    check(defcol_detector_get_statistics(handle_, &view.statistics));
    view.volumes = initialized(defcol_volumes_init);
    check(defcol_detector_volumes(handle_, &view.volumes));
    const defcol_contacts& found = view.contacts;
    outcome.can_compare = can_compare(recorded, outcome.record) &&
                          options.max_contacts == outcome.record.max_contacts &&
                          !std::isfinite(settings_.time_budget_seconds);
    outcome.is_same = outcome.record.contact_hash ==
                      defcol::capture::hash_of_contacts(found.count, found.kind, found.mesh_a,
                                                        found.primitive_a, found.mesh_b, found.primitive_b);
    return view;
}

class CaptureFileRun final : public CaptureRun {
  public:
    CaptureFileRun(const std::string& path, uint32_t detector, const DetectorSettings& settings,
                   uint32_t worker_count)
        : file_(path), detector_number_(detector), world_(worker_count), detector_(world_, settings) {}

    bool next(FrameView& view) override {
        if (!advance()) return false;
        const RecordedDetector& recorded = state_.detector(file_, detector_number_);
        recorded_ = {};
        recorded_.record = record_.frame;
        detector_.follow(file_, state_, recorded);
        view = detector_.detect(next_frame_++, recorded, recorded_);
        return true;
    }
    const World& world() const override { return world_; }
    const RecordedFrame& recorded() const override { return recorded_; }
    std::string remark() const override {
        if (file_.is_complete()) return {};
        return file_.name() + ": ends without a proper end at byte " + std::to_string(file_.position()) +
               ": the program was stopped, or the file was cut short; everything before it was read";
    }

  private:
    // To the next frame of our detector; false if there is none.
    bool advance() {
        while (file_.next(record_)) {
            state_.apply(file_, record_);
            if (record_.type == RecordType::frame && record_.frame.detector == detector_number_) return true;
        }
        return false;
    }

    CaptureFile file_;
    uint32_t detector_number_;
    World world_;
    RecordedState state_;
    ReplayedDetector detector_;
    CaptureRecord record_;
    RecordedFrame recorded_;
    uint64_t next_frame_ = 0;
};

}  // namespace

CaptureSource::CaptureSource(std::string path, uint32_t detector)
    : path_(std::move(path)), detector_(detector) {
    CaptureFile file(path_);
    CaptureRecord record;
    std::map<uint32_t, bool> is_tetrahedral;
    bool is_there = false;
    while (file.next(record)) {
        if (record.type == RecordType::mesh) {
            is_tetrahedral[record.mesh.mesh] =
                (record.mesh.flags & defcol::capture::mesh_is_tetrahedral) != 0;
        }
        if (record.type == RecordType::detector) {
            detector_count_ = std::max(detector_count_, record.detector.detector + 1);
            if (record.detector.detector == detector_ && !is_there) {
                is_there = true;
                recorded_queries_ = record.detector.queries;
                recorded_backend_ = record.detector.backend;
                for (const auto& watched : record.watched) {
                    has_tetrahedra_ = has_tetrahedra_ || is_tetrahedral[watched.mesh];
                }
            }
        }
        if (record.type == RecordType::frame && record.frame.detector == detector_) ++frame_count_;
    }
    if (!is_there) {
        throw Failure(
            name() + ": " +
            (detector_count_ == 0 ? "has no frame" : "has no detector " + std::to_string(detector_)));
    }
}

std::string CaptureSource::name() const {
    return printable(path_);
}

std::unique_ptr<CaptureRun> CaptureSource::open_capture(const DetectorSettings& settings,
                                                        uint32_t worker_count) const {
    return std::make_unique<CaptureFileRun>(path_, detector_, settings, worker_count);
}

std::unique_ptr<Run> CaptureSource::open(const DetectorSettings& settings, uint32_t worker_count) const {
    return open_capture(settings, worker_count);
}

uint32_t CaptureSource::sensible_queries() const {
    return recorded_queries_ | DEFCOL_QUERY_TRIANGLE_PAIRS |
           (has_tetrahedra_ ? uint32_t{DEFCOL_QUERY_VERTEX_IN_TETRAHEDRON} : 0);
}

}  // namespace cli
