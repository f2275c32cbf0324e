// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

// The format of captures: what a host did with one context, frame by frame. This header is all of it, and
// needs nothing else of the library, so that a reader can use it alone.
//
// A file is a FileHeader and then records, each a RecordHeader and `size` bytes. All numbers are
// little-endian. Records come in the order in which things happened; state is written when a frame needs it
// and it differs from what the file says so far:
//
//   mesh       MeshRecord, then element_count x 3 or 4 vertex ids. A triangle of three `none` ids was
//   removed:
//              it keeps its number and never counts.
//   positions  PositionsRecord, then vertex_count x 3 numbers of `scalar_size` bytes, the mesh's transform
//              applied. Doubles that are all floats are written as floats: nothing is lost.
//   active     ActiveRecord, then a byte for each triangle: 1 where it counts. Without bytes all do.
//   detector   DetectorRecord, then its WatchedRecords, ExcludedRecords and OptionRecords.
//   frame      FrameRecord: one detect, of the state as it is now.
//   mesh_end, detector_end   EndRecord: it was destroyed, its number is free for another.
//   end        no content: the capture was stopped, not cut short.
//
// A file that was cut short ends in the middle of a record, or without an `end`: everything before counts.
namespace defcol::capture {

static_assert(std::endian::native == std::endian::little, "records are written as they are in memory");

inline constexpr char magic[8] = {'d', 'e', 'f', 'c', 'o', 'l', 'c', 'p'};
inline constexpr uint32_t version = 1;  // a reader refuses files of a higher one
inline constexpr uint32_t none = UINT32_MAX;

// ---- Checksums --------------------------------------------------------------------------------------------

constexpr uint64_t mixed(uint64_t bits) noexcept {
    bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9U;
    bits = (bits ^ (bits >> 27)) * 0x94d049bb133111ebU;
    return bits ^ (bits >> 31);
}

// Four lanes of a bijection each: any change inside one aligned word of 8 bytes changes the sum, and memory
// is the limit of its speed.
inline uint64_t checksum(const void* data, std::size_t size, uint64_t seed) noexcept {
    constexpr uint64_t odd = 0x9e3779b97f4a7c15U;
    uint64_t lanes[4] = {seed, seed + odd, seed + 2 * odd, seed + 3 * odd};
    const auto* bytes = static_cast<const unsigned char*>(data);
    std::size_t left = size;
    for (; left >= 32; left -= 32, bytes += 32) {
        uint64_t words[4];
        std::memcpy(words, bytes, sizeof words);
        for (int i = 0; i < 4; ++i) lanes[i] = std::rotl((lanes[i] ^ words[i]) * odd, 29);
    }
    for (int i = 0; left > 0; ++i) {
        uint64_t word = 0;
        const std::size_t part = left < 8 ? left : 8;
        std::memcpy(&word, bytes, part);
        lanes[i] = std::rotl((lanes[i] ^ word) * odd, 29);
        bytes += part;
        left -= part;
    }
    uint64_t sum = mixed(seed + size);
    for (int i = 0; i < 4; ++i) sum ^= mixed(lanes[i] + static_cast<uint64_t>(i) * odd);
    return sum;
}

// Of the five arrays that say which primitives meet. The same for every exact backend.
inline uint64_t hash_of_contacts(uint64_t count, const int32_t* kind, const uint32_t* mesh_a,
                                 const uint32_t* primitive_a, const uint32_t* mesh_b,
                                 const uint32_t* primitive_b) noexcept {
    uint64_t hash = mixed(count);
    if (count == 0) return hash;
    const void* const arrays[] = {kind, mesh_a, primitive_a, mesh_b, primitive_b};
    for (const void* const array : arrays) hash = checksum(array, count * sizeof(uint32_t), hash);
    return hash;
}

// ---- Headers ----------------------------------------------------------------------------------------------

struct FileHeader {
    char magic[8];
    uint32_t version;
    uint32_t library_version;  // DEFCOL_VERSION_NUMBER of the writer
    uint64_t reserved;         // zero
    uint64_t check;            // checksum of what is before it
};

enum class RecordType : uint32_t {
    mesh = 1,
    positions = 2,
    active = 3,
    detector = 4,
    frame = 5,
    mesh_end = 6,
    detector_end = 7,
    end = 8,
};

// The header has a check of its own, so that a record cut short can be told from a damaged one.
struct RecordHeader {
    uint32_t type;
    uint32_t header_check;
    uint64_t size;   // of the content
    uint64_t check;  // checksum of the content
};

inline uint64_t header_checksum(const FileHeader& header) noexcept {
    return checksum(&header, offsetof(FileHeader, check), 0);
}
// `number`: how many records came before, so that none can be left out or change places.
inline uint32_t header_checksum(const RecordHeader& header, uint64_t number) noexcept {
    const uint64_t words[4] = {header.type, header.size, header.check, number};
    return static_cast<uint32_t>(checksum(words, sizeof words, 1));
}

// ---- Contents ---------------------------------------------------------------------------------------------

struct MeshRecord {
    uint32_t mesh;   // a number of the file's own
    uint32_t flags;  // mesh_is_tetrahedral, mesh_skips_non_finite
    uint64_t vertex_count;
    uint64_t element_count;
};
inline constexpr uint32_t mesh_is_tetrahedral = 1;
inline constexpr uint32_t mesh_skips_non_finite = 2;

struct PositionsRecord {
    uint32_t mesh;
    uint32_t scalar_size;  // 4 or 8
    uint64_t vertex_count;
};

struct ActiveRecord {
    uint32_t mesh;
    uint32_t reserved;
    uint64_t triangle_count;  // 0: all triangles count
};

struct DetectorRecord {
    uint32_t detector;  // a number of the file's own
    int32_t backend;    // the one that ran
    uint32_t queries;
    uint32_t fields;
    uint32_t watched_count;
    uint32_t excluded_count;
    uint32_t option_count;
    uint32_t reserved;
};
struct WatchedRecord {
    uint32_t index;  // in contacts
    uint32_t mesh;
    uint32_t flags;  // DEFCOL_MESH_SELF_COLLISION
    uint32_t category;
    uint32_t mask;
};
struct ExcludedRecord {
    uint32_t a;  // indices in contacts
    uint32_t b;
};
struct OptionRecord {
    int32_t option;
    int32_t type;    // DEFCOL_OPTION_TYPE_*
    uint64_t value;  // the bits of an i64 or a double
};

struct FrameRecord {
    uint32_t detector;
    int32_t status;
    uint32_t flags;  // frame_*
    uint32_t reserved;
    uint64_t max_contacts;
    uint64_t test_budget;
    uint64_t contact_count;
    uint64_t contact_total;
    uint64_t contact_hash;  // hash_of_contacts; with frame_has_hash only
    double seconds[7];      // prepare, broadphase, update, search, order, geometry, total
};
inline constexpr uint32_t frame_has_hash = 1;  // no clock and no cancel flag ended it: it can be repeated
inline constexpr uint32_t frame_is_truncated = 2;
inline constexpr uint32_t frame_is_incomplete = 4;

struct EndRecord {
    uint32_t number;
    uint32_t reserved;
};

static_assert(sizeof(FileHeader) == 32 && sizeof(RecordHeader) == 24 && sizeof(MeshRecord) == 24);
static_assert(sizeof(PositionsRecord) == 16 && sizeof(ActiveRecord) == 16 && sizeof(DetectorRecord) == 32);
static_assert(sizeof(WatchedRecord) == 20 && sizeof(ExcludedRecord) == 8 && sizeof(OptionRecord) == 16);
static_assert(sizeof(FrameRecord) == 112 && sizeof(EndRecord) == 8);

}  // namespace defcol::capture
