// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstdint>
#include <memory_resource>
#include <span>
#include <unordered_map>

#include "base/aligned_buffer.hpp"
#include "base/log.hpp"
#include "base/output_stream.hpp"
#include "capture/capture_format.hpp"
#include "defcol/defcol.h"
#include "mesh/mesh.hpp"

namespace defcol {

struct CapturedMesh {
    const Mesh* mesh;
    uint32_t index;  // in contacts
    uint32_t flags;
    uint32_t category;
    uint32_t mask;
};

struct CapturedOption {
    int32_t option;
    int32_t type;
    uint64_t value;
};

// Everything about one detect that a replay needs.
struct CapturedFrame {
    uint64_t detector;  // its handle
    int32_t backend;
    uint32_t queries;
    uint32_t fields;
    std::span<const CapturedMesh> meshes;
    std::span<const capture::ExcludedRecord> excluded_pairs;
    std::span<const CapturedOption> options;
    int32_t status;
    uint64_t max_contacts;
    uint64_t test_budget;
    bool can_be_repeated;  // neither a clock nor a cancel flag ended it
    const defcol_contacts* contacts;
    const defcol_statistics* statistics;
};

// Writes what a context's detectors do to a file. Meshes and settings are written at the frame that uses
// them, if they changed: so a capture may start at any time, and nothing else has to tell it what happened.
//
// A frame is one system call, and nothing is copied but what is small. What cannot be written ends the
// capture, never the host's frame: a warning says so, and stop() returns it.
class CaptureWriter {
  public:
    // Writes nothing before start().
    CaptureWriter(std::pmr::memory_resource& memory, const Log& log);
    ~CaptureWriter() { stop(); }
    CaptureWriter(const CaptureWriter&) = delete;
    CaptureWriter& operator=(const CaptureWriter&) = delete;

    // Creates or replaces the file. Throws Error: FILE, INVALID_ARGUMENT (it has been started).
    void start(const char* path);
    // As the environment variable DEFCOL_CAPTURE asks for; what fails is logged.
    void start_from_environment() noexcept;
    bool is_active() const noexcept { return is_active_.load(std::memory_order_relaxed); }

    // May be called from several threads; meshes are pinned by the caller.
    void add_frame(const CapturedFrame& frame) noexcept;
    void forget_mesh(uint64_t handle) noexcept;
    void forget_detector(uint64_t handle) noexcept;
    // Something went wrong outside: nothing more is written.
    void abandon(const char* why) noexcept;
    // Ends the file, if there is one. False if something could not be written, now or before.
    bool stop() noexcept;

  private:
    struct MeshState {
        uint32_t number;
        uint64_t topology_version = 0;
        uint64_t positions_version = 0;
        uint64_t active_version = 0;
    };
    struct DetectorState {
        uint32_t number;
        uint64_t settings_hash = 0;
    };
    class Lock;

    template <class Work>
    void write_guarded(Work&& work) noexcept;
    void give_up(const char* why) noexcept;
    bool is_foreign_process() const noexcept;

    void write_mesh_changes(const Mesh& mesh);
    void write_topology(const Mesh& mesh, uint32_t number);
    void write_positions(const Mesh& mesh, uint32_t number);
    void write_active(const Mesh& mesh, uint32_t number);
    uint32_t write_detector_changes(const CapturedFrame& frame);
    void write_frame(const CapturedFrame& frame, uint32_t number);
    void write_end(capture::RecordType type, uint32_t number);

    // A record whose content is a small part and an array that stays where it is until flush().
    void add_bytes(capture::RecordType type, std::span<const unsigned char> head, const void* array,
                   std::size_t array_bytes);
    template <class Head>
    void add_record(capture::RecordType type, const Head& head, const void* array, std::size_t array_bytes) {
        add_bytes(type, {reinterpret_cast<const unsigned char*>(&head), sizeof head}, array, array_bytes);
    }
    void flush();

    const Log& log_;
    OutputStream stream_;
    std::atomic<int64_t> process_{0};
    std::atomic<bool> is_active_{false};
    // Guards everything below. A forked child may find it taken for ever, and so asks for the process first.
    std::atomic<uint32_t> lock_{0};
    bool has_failed_ = false;
    uint64_t record_count_ = 0;
    std::pmr::unordered_map<uint64_t, MeshState> meshes_;
    std::pmr::unordered_map<uint64_t, DetectorState> detectors_;
    uint32_t next_mesh_ = 0;
    uint32_t next_detector_ = 0;

    // What the next flush writes: pieces of small_ and of the meshes' own arrays.
    struct Piece {
        const void* data;  // null: in small_, at the offset
        std::size_t offset;
        std::size_t size;
    };
    Buffer<unsigned char> small_;
    Buffer<Piece> pieces_;
    Buffer<OutputStream::Chunk> chunks_;
    Buffer<unsigned char> settings_;
    Buffer<float> floats_;
};

}  // namespace defcol
