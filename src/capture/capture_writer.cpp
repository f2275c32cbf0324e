// SPDX-License-Identifier: MIT
#include "capture/capture_writer.hpp"

#include <algorithm>
#include <cstdio>
#include <new>

#include "base/error.hpp"
#include "base/futex.hpp"
#include "base/status.hpp"

namespace defcol {

using capture::RecordType;

namespace {

template <class Value>
void append_bytes(Buffer<unsigned char>& bytes, const Value& value) {
    bytes.append({reinterpret_cast<const unsigned char*>(&value), sizeof value});
}

// The positions as floats, if that loses nothing; else false. Most hosts' numbers are one or the other
// throughout, so the first ones decide.
bool to_floats(std::span<const Vec3> positions, Buffer<float>& floats) {
    floats.clear();
    floats.resize_uninitialized(3 * positions.size());
    const double* const values = &positions.data()->x;
    constexpr std::size_t block = 512;
    const std::size_t count = floats.size();
    for (std::size_t start = 0; start < count; start += block) {
        const std::size_t end = std::min(start + block, count);
        // Bit for bit, so that a zero's sign and a NaN stay what they are.
        bool differs = false;
        for (std::size_t i = start; i < end; ++i) {
            floats[i] = static_cast<float>(values[i]);
            differs |= static_cast<double>(floats[i]) != values[i];
        }
        if (differs) return false;
    }
    return true;
}

}  // namespace

class CaptureWriter::Lock {
  public:
    explicit Lock(std::atomic<uint32_t>& word) noexcept : word_(word) {
        while (word_.exchange(1, std::memory_order_acquire) != 0) sleep_while_equal(word_, 1);
    }
    ~Lock() {
        word_.store(0, std::memory_order_release);
        wake_sleepers(word_, 1);
    }
    Lock(const Lock&) = delete;
    Lock& operator=(const Lock&) = delete;

  private:
    std::atomic<uint32_t>& word_;
};

CaptureWriter::CaptureWriter(std::pmr::memory_resource& memory, const Log& log)
    : log_(log),
      meshes_(&memory),
      detectors_(&memory),
      small_(memory),
      pieces_(memory),
      chunks_(memory),
      settings_(memory),
      floats_(memory) {}

void CaptureWriter::start(const char* path) {
    // In a forked child the parent's capture is none of ours, and its lock may belong to a thread that is no
    // more.
    if (is_active() && is_foreign_process()) {
        lock_.store(0);
        stop();
    }
    const Lock lock(lock_);
    if (is_active()) throw Error(status::invalid_argument, "a capture of this context is running");
    if (!stream_.open(path)) {
        throw Error(status::file, "the capture \"%.200s\" cannot be created: %s", path, stream_.reason());
    }
    process_ = current_process();
    has_failed_ = false;
    record_count_ = 0;
    next_mesh_ = 0;
    next_detector_ = 0;
    meshes_.clear();
    detectors_.clear();
    small_.clear();
    pieces_.clear();
    capture::FileHeader header{};
    std::memcpy(header.magic, capture::magic, sizeof header.magic);
    header.version = capture::version;
    header.library_version = DEFCOL_VERSION_NUMBER;
    header.check = header_checksum(header);
    try {
        append_bytes(small_, header);
        pieces_.push_back({nullptr, 0, sizeof header});
        flush();
    } catch (...) {
        stream_.close();
        throw;
    }
    is_active_ = true;
}

void CaptureWriter::start_from_environment() noexcept {
    const char* const pattern = trusted_environment("DEFCOL_CAPTURE");
    if (pattern == nullptr || *pattern == '\0') return;
    static std::atomic<uint32_t> context_count{0};
    const uint32_t number = ++context_count;
    char path[4096];
    std::size_t length = 0;
    for (const char* c = pattern; *c != '\0' && length + 32 < sizeof path; ++c) {
        if (c[0] == '%' && c[1] == 'p') {
            length += static_cast<std::size_t>(std::snprintf(path + length, sizeof path - length, "%lld",
                                                             static_cast<long long>(current_process())));
            ++c;
        } else {
            path[length++] = *c;
        }
    }
    path[length] = '\0';
    if (number > 1) std::snprintf(path + length, sizeof path - length, ".%u", number);
    try {
        start(path);
        log_.write(log_level::info, "DEFCOL_CAPTURE: writing \"%s\"", path);
    } catch (const Error& error) {
        log_.write(log_level::warning, "DEFCOL_CAPTURE: %s", error.message());
    } catch (const std::bad_alloc&) {
        log_.write(log_level::warning, "DEFCOL_CAPTURE: out of memory");
    }
}

// A forked child shares the file with its parent: it must leave it alone.
bool CaptureWriter::is_foreign_process() const noexcept {
    return current_process() != process_;
}

void CaptureWriter::give_up(const char* why) noexcept {
    has_failed_ = true;
    log_.write(log_level::warning, "the capture ends here: %s", why);
}

template <class Work>
void CaptureWriter::write_guarded(Work&& work) noexcept {
    if (!is_active() || is_foreign_process()) return;
    const Lock lock(lock_);
    if (!is_active() || has_failed_) return;
    small_.clear();
    pieces_.clear();
    try {
        work();
        flush();
    } catch (const Error& error) {
        give_up(error.message());
    } catch (const std::bad_alloc&) {
        give_up("out of memory");
    }
}

void CaptureWriter::add_frame(const CapturedFrame& frame) noexcept {
    write_guarded([&] {
        for (const CapturedMesh& watched : frame.meshes) write_mesh_changes(*watched.mesh);
        write_frame(frame, write_detector_changes(frame));
    });
}

void CaptureWriter::forget_mesh(uint64_t handle) noexcept {
    write_guarded([&] {
        const auto found = meshes_.find(handle);
        if (found == meshes_.end()) return;
        write_end(RecordType::mesh_end, found->second.number);
        meshes_.erase(found);
    });
}

void CaptureWriter::forget_detector(uint64_t handle) noexcept {
    write_guarded([&] {
        const auto found = detectors_.find(handle);
        if (found == detectors_.end()) return;
        write_end(RecordType::detector_end, found->second.number);
        detectors_.erase(found);
    });
}

void CaptureWriter::abandon(const char* why) noexcept {
    write_guarded([&] { give_up(why); });
}

bool CaptureWriter::stop() noexcept {
    if (!is_active()) return true;
    if (is_foreign_process()) {
        is_active_ = false;
        return stream_.close();
    }
    write_guarded([&] { add_bytes(RecordType::end, {}, nullptr, 0); });
    const Lock lock(lock_);
    if (!is_active()) return true;
    is_active_ = false;
    const bool is_closed = stream_.close();
    return is_closed && !has_failed_;
}

void CaptureWriter::write_mesh_changes(const Mesh& mesh) {
    const auto [place, is_new] = meshes_.try_emplace(mesh.handle());
    MeshState& state = place->second;
    if (is_new) state.number = next_mesh_++;
    if (is_new || state.topology_version != mesh.topology_version()) write_topology(mesh, state.number);
    if (is_new || state.positions_version != mesh.positions_version()) write_positions(mesh, state.number);
    if (is_new || state.active_version != mesh.active_version()) write_active(mesh, state.number);
    state.topology_version = mesh.topology_version();
    state.positions_version = mesh.positions_version();
    state.active_version = mesh.active_version();
}

void CaptureWriter::write_topology(const Mesh& mesh, uint32_t number) {
    capture::MeshRecord record{};
    record.mesh = number;
    record.vertex_count = mesh.positions().size();
    if (mesh.skips_non_finite()) record.flags |= capture::mesh_skips_non_finite;
    if (!mesh.tetrahedra().empty()) {
        record.flags |= capture::mesh_is_tetrahedral;
        record.element_count = mesh.tetrahedra().size();
        add_record(RecordType::mesh, record, mesh.tetrahedra().data(), mesh.tetrahedra().size_bytes());
    } else {
        record.element_count = mesh.triangles().size();
        add_record(RecordType::mesh, record, mesh.triangles().data(), mesh.triangles().size_bytes());
    }
}

void CaptureWriter::write_positions(const Mesh& mesh, uint32_t number) {
    const std::span<const Vec3> positions = mesh.positions();
    capture::PositionsRecord record{};
    record.mesh = number;
    record.scalar_size = sizeof(double);
    record.vertex_count = positions.size();
    if (!positions.empty() && to_floats(positions, floats_)) {
        record.scalar_size = sizeof(float);
        add_record(RecordType::positions, record, floats_.data(), floats_.size() * sizeof(float));
        // The floats of one mesh at a time fit there.
        flush();
    } else {
        add_record(RecordType::positions, record, positions.data(), positions.size_bytes());
    }
}

void CaptureWriter::write_active(const Mesh& mesh, uint32_t number) {
    capture::ActiveRecord record{};
    record.mesh = number;
    const std::span<const uint8_t> usable = mesh.triangle_usable();
    if (mesh.all_triangles_usable()) {
        add_record(RecordType::active, record, nullptr, 0);
    } else {
        record.triangle_count = usable.size();
        add_record(RecordType::active, record, usable.data(), usable.size());
    }
}

uint32_t CaptureWriter::write_detector_changes(const CapturedFrame& frame) {
    const auto [place, is_new] = detectors_.try_emplace(frame.detector);
    DetectorState& state = place->second;
    if (is_new) state.number = next_detector_++;
    capture::DetectorRecord record{};
    record.detector = state.number;
    record.backend = frame.backend;
    record.queries = frame.queries;
    record.fields = frame.fields;
    record.watched_count = static_cast<uint32_t>(frame.meshes.size());
    record.excluded_count = static_cast<uint32_t>(frame.excluded_pairs.size());
    record.option_count = static_cast<uint32_t>(frame.options.size());
    settings_.clear();
    append_bytes(settings_, record);
    for (const CapturedMesh& mesh : frame.meshes) {
        const uint32_t number = meshes_.find(mesh.mesh->handle())->second.number;
        append_bytes(settings_,
                     capture::WatchedRecord{mesh.index, number, mesh.flags, mesh.category, mesh.mask});
    }
    for (const capture::ExcludedRecord& pair : frame.excluded_pairs) append_bytes(settings_, pair);
    for (const CapturedOption& option : frame.options) {
        append_bytes(settings_, capture::OptionRecord{option.option, option.type, option.value});
    }
    const uint64_t hash = capture::checksum(settings_.data(), settings_.size(), 0);
    if (is_new || hash != state.settings_hash) {
        add_bytes(RecordType::detector, settings_.span(), nullptr, 0);
    }
    state.settings_hash = hash;
    return state.number;
}

void CaptureWriter::write_frame(const CapturedFrame& frame, uint32_t number) {
    const defcol_contacts& contacts = *frame.contacts;
    const defcol_statistics& times = *frame.statistics;
    capture::FrameRecord record{};
    record.detector = number;
    record.status = frame.status;
    record.max_contacts = frame.max_contacts;
    record.test_budget = frame.test_budget;
    record.contact_count = contacts.count;
    record.contact_total = contacts.total;
    if (contacts.is_truncated != 0) record.flags |= capture::frame_is_truncated;
    if (contacts.is_incomplete != 0) record.flags |= capture::frame_is_incomplete;
    if (frame.can_be_repeated) {
        record.flags |= capture::frame_has_hash;
        record.contact_hash =
            capture::hash_of_contacts(contacts.count, contacts.kind, contacts.mesh_a, contacts.primitive_a,
                                      contacts.mesh_b, contacts.primitive_b);
    }
    const double seconds[7] = {times.prepare_seconds, times.broadphase_seconds, times.update_seconds,
                               times.search_seconds,  times.order_seconds,      times.geometry_seconds,
                               times.total_seconds};
    std::memcpy(record.seconds, seconds, sizeof seconds);
    add_record(RecordType::frame, record, nullptr, 0);
}

void CaptureWriter::write_end(RecordType type, uint32_t number) {
    add_record(type, capture::EndRecord{number, 0}, nullptr, 0);
}

void CaptureWriter::add_bytes(RecordType type, std::span<const unsigned char> head, const void* array,
                              std::size_t array_bytes) {
    capture::RecordHeader header{};
    header.type = static_cast<uint32_t>(type);
    header.size = head.size() + array_bytes;
    // The array's sum starts from the head's, so that a reader needs to see each byte once.
    header.check = capture::checksum(array, array_bytes, capture::checksum(head.data(), head.size(), 0));
    header.header_check = header_checksum(header, record_count_++);
    const std::size_t offset = small_.size();
    append_bytes(small_, header);
    small_.append(head);
    pieces_.push_back({nullptr, offset, sizeof header + head.size()});
    if (array_bytes > 0) pieces_.push_back({array, 0, array_bytes});
}

void CaptureWriter::flush() {
    chunks_.clear();
    for (const Piece& piece : pieces_) {
        chunks_.push_back({piece.data != nullptr ? piece.data : small_.data() + piece.offset, piece.size});
    }
    if (!stream_.write(chunks_.span())) {
        throw Error(status::file, "the file cannot be written: %s", stream_.reason());
    }
    small_.clear();
    pieces_.clear();
}

}  // namespace defcol
