// SPDX-License-Identifier: MIT
#include "backends/sphere_tree/tree_blob.hpp"

#include <cmath>
#include <cstring>

#include "base/error.hpp"
#include "base/hash.hpp"
#include "base/status.hpp"

namespace defcol {

namespace {

constexpr uint64_t magic = 0x5452'5350'4c43'4644;  // "DFCLPSRT"
constexpr uint32_t version = 1;

struct BlobHeader {
    uint64_t magic;
    uint32_t version;
    uint32_t header_size;
    uint64_t blob_size;
    uint64_t mesh_hash;
    uint64_t vertex_count;
    uint64_t triangle_count;
    uint64_t patch_count;
    uint32_t sphere_count;
    uint32_t level_count;
    uint32_t branching;
    uint32_t depth;
    uint32_t samples;
    uint32_t splits_triangles;
    double longest_patch_edge;
};
static_assert(sizeof(BlobHeader) == 88);

// What a sphere is stored as; the rest of a node follows.
struct BlobSphere {
    double centre[3];
    uint32_t child_count;
    uint32_t patch_begin;
};
static_assert(sizeof(BlobSphere) == 32);

uint64_t hash_of_mesh(std::span<const Triangle> triangles, uint64_t vertex_count) {
    StableHash hash;
    hash.add(vertex_count).add(triangles.size());
    for (const Triangle& triangle : triangles) {
        for (const uint32_t vertex : triangle.vertex) hash.add(vertex);
    }
    return hash.value();
}

uint64_t checksum_of(std::span<const std::byte> bytes) {
    StableHash hash;
    hash.add(bytes.size());
    for (std::size_t i = 0; i < bytes.size(); i += sizeof(uint64_t)) {
        uint64_t word = 0;
        std::memcpy(&word, bytes.data() + i, std::min(sizeof word, bytes.size() - i));
        hash.add(word);
    }
    return hash.value();
}

uint64_t size_for(uint64_t vertex_count, uint64_t sphere_count, uint64_t patch_count) {
    return sizeof(BlobHeader) + vertex_count * sizeof(Vec3) + sphere_count * sizeof(BlobSphere) +
           patch_count * sizeof(uint32_t) + sizeof(uint64_t);
}

[[noreturn]] void refuse(const char* reason) {
    throw Error(status::bad_data, "the blob is no sphere tree: %s", reason);
}

// Children in order and patches that divide those of the parent: else it is no tree.
void rebuild_nodes(std::span<const BlobSphere> spheres, uint32_t level_count, SphereTree& tree) {
    tree.nodes.clear();
    tree.rest_spheres.clear();
    tree.level_begin.clear();
    if (spheres.empty()) return;
    const auto patch_count = static_cast<uint32_t>(tree.patches.size());
    tree.nodes.resize(spheres.size(), SphereNode{});
    tree.nodes[0].patch_end = patch_count;
    tree.level_begin.push_back(0);
    uint64_t next_child = 1;
    uint32_t level_end = 1;
    for (uint32_t i = 0; i < spheres.size(); ++i) {
        if (i == level_end) {
            tree.level_begin.push_back(i);
            level_end = static_cast<uint32_t>(next_child);
        }
        const BlobSphere& stored = spheres[i];
        SphereNode& node = tree.nodes[i];
        node.child_count = stored.child_count;
        if (stored.child_count > spheres.size() - next_child) refuse("children are missing");
        if (stored.patch_begin != node.patch_begin) refuse("parts of the surface are in disorder");
        if (node.patch_begin >= node.patch_end) refuse("a sphere covers nothing");
        node.first_child = stored.child_count == 0 ? 0 : static_cast<uint32_t>(next_child);
        for (uint32_t child = 0; child < stored.child_count; ++child) {
            SphereNode& below = tree.nodes[next_child + child];
            below.level = static_cast<uint16_t>(node.level + 1);
            below.patch_begin = spheres[next_child + child].patch_begin;
            below.patch_end =
                child + 1 < stored.child_count ? spheres[next_child + child + 1].patch_begin : node.patch_end;
            if (child == 0 && below.patch_begin != node.patch_begin) refuse("a part is covered by no child");
        }
        next_child += stored.child_count;
        const Vec3 centre(stored.centre[0], stored.centre[1], stored.centre[2]);
        for (int axis = 0; axis < 3; ++axis) {
            if (!(std::fabs(centre[axis]) <= 0x1p62)) refuse("a centre is out of range");
        }
        tree.rest_spheres.push_back({centre, 0});
    }
    if (next_child != spheres.size()) refuse("spheres have no parent");
    tree.level_begin.push_back(static_cast<uint32_t>(spheres.size()));
    if (tree.level_count() != level_count || level_count > 64) refuse("the number of levels is wrong");
}

}  // namespace

uint64_t blob_size(const SphereTree& tree) {
    return size_for(tree.rest_positions.size(), tree.sphere_count(), tree.patches.size());
}

void write_blob(const SphereTree& tree, std::span<std::byte> out) {
    std::byte* to = out.data();
    const auto write = [&](const void* from, std::size_t size) {
        if (size != 0) std::memcpy(to, from, size);
        to += size;
    };
    BlobHeader header{};
    header.magic = magic;
    header.version = version;
    header.header_size = sizeof header;
    header.blob_size = out.size();
    header.mesh_hash = hash_of_mesh(tree.triangles.span(), tree.rest_positions.size());
    header.vertex_count = tree.rest_positions.size();
    header.triangle_count = tree.triangles.size();
    header.patch_count = tree.patches.size();
    header.sphere_count = tree.sphere_count();
    header.level_count = tree.level_count();
    header.branching = tree.settings.branching;
    header.depth = tree.settings.depth;
    header.samples = tree.settings.samples;
    header.splits_triangles = tree.settings.splits_triangles ? 1 : 0;
    header.longest_patch_edge = tree.longest_patch_edge;
    write(&header, sizeof header);
    write(tree.rest_positions.data(), tree.rest_positions.size() * sizeof(Vec3));
    for (uint32_t i = 0; i < tree.sphere_count(); ++i) {
        const Vec3& centre = tree.rest_spheres[i].centre;
        const BlobSphere sphere{
            {centre.x, centre.y, centre.z}, tree.nodes[i].child_count, tree.nodes[i].patch_begin};
        write(&sphere, sizeof sphere);
    }
    write(tree.patches.ids.data(), tree.patches.size() * sizeof(uint32_t));
    seal_blob(out);
}

void seal_blob(std::span<std::byte> blob) {
    const std::size_t size = blob.size() - sizeof(uint64_t);
    const uint64_t checksum = checksum_of(blob.first(size));
    std::memcpy(blob.data() + size, &checksum, sizeof checksum);
}

void read_blob(std::span<const std::byte> blob, std::span<const Triangle> triangles, uint64_t vertex_count,
               std::pmr::memory_resource& memory, SphereTree& tree) {
    BlobHeader header{};
    if (blob.size() < sizeof header + sizeof(uint64_t)) refuse("it is too short");
    std::memcpy(&header, blob.data(), sizeof header);
    if (header.magic != magic) refuse("it does not begin like one");
    if (header.version != version || header.header_size != sizeof header) {
        throw Error(status::bad_data, "the sphere tree has version %u; this library reads version %u",
                    header.version, version);
    }
    uint64_t checksum = 0;
    std::memcpy(&checksum, blob.data() + blob.size() - sizeof checksum, sizeof checksum);
    if (header.blob_size != blob.size() ||
        checksum != checksum_of(blob.first(blob.size() - sizeof checksum))) {
        refuse("it is damaged: length or checksum do not fit");
    }
    constexpr uint64_t most = uint64_t{1} << 31;
    if (header.vertex_count > most || header.patch_count > most || header.sphere_count > most ||
        blob.size() != size_for(header.vertex_count, header.sphere_count, header.patch_count)) {
        refuse("its sizes do not fit");
    }
    if (header.vertex_count != vertex_count || header.triangle_count != triangles.size() ||
        header.mesh_hash != hash_of_mesh(triangles, vertex_count)) {
        throw Error(status::invalid_argument, "the blob is the sphere tree of a mesh with other triangles");
    }

    const std::byte* from = blob.data() + sizeof header;
    const auto read = [&](void* to, std::size_t size) {
        if (size != 0) std::memcpy(to, from, size);
        from += size;
    };
    tree.settings = {header.branching, header.depth, header.samples, header.splits_triangles != 0};
    tree.longest_patch_edge = header.longest_patch_edge;
    tree.triangles.clear();
    tree.triangles.append(triangles);
    tree.rest_positions.resize_uninitialized(header.vertex_count);
    read(tree.rest_positions.data(), header.vertex_count * sizeof(Vec3));
    for (const Vec3& position : tree.rest_positions) {
        for (int axis = 0; axis < 3; ++axis) {
            if (!(std::fabs(position[axis]) <= 0x1p60)) refuse("a rest position is out of range");
        }
    }
    Buffer<BlobSphere> spheres(memory);
    spheres.resize_uninitialized(header.sphere_count);
    read(spheres.data(), header.sphere_count * sizeof(BlobSphere));

    SurfacePatches patches(memory);
    if (!(tree.longest_patch_edge > 0)) refuse("its longest edge is not positive");
    if (fit_longest_edge(tree.rest_positions.span(), triangles, tree.longest_patch_edge,
                         header.patch_count) != tree.longest_patch_edge) {
        refuse("its number of patches is wrong");
    }
    split_triangles(tree.rest_positions.span(), triangles, tree.longest_patch_edge, patches);
    if (patches.size() != header.patch_count || spheres.empty() != (patches.size() == 0)) {
        refuse("its number of patches is wrong");
    }
    // Every patch in one place, each once.
    tree.patches.ids.resize_uninitialized(header.patch_count);
    read(tree.patches.ids.data(), header.patch_count * sizeof(uint32_t));
    Buffer<uint8_t> is_placed(memory);
    is_placed.assign(header.patch_count, 0);
    tree.patches.patches.clear();
    for (const uint32_t id : tree.patches.ids) {
        if (id >= header.patch_count || is_placed[id] != 0) refuse("a patch is missing");
        is_placed[id] = 1;
        tree.patches.patches.push_back(patches.patches[id]);
    }
    tree.patches.split_points.swap(patches.split_points);
    rebuild_nodes(spheres.span(), header.level_count, tree);
    complete_tree(tree, memory);
}

}  // namespace defcol
