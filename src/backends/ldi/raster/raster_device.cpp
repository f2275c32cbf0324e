// SPDX-License-Identifier: MIT
#include "backends/ldi/raster/raster_device.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "base/status.hpp"

namespace defcol {

namespace {

// Below this a job is not worth splitting.
constexpr uint32_t least_split_triangles = 16384;
constexpr uint64_t vertices_per_range = 16384;
constexpr uint64_t pixels_per_range = 2048;

ScanInput scan_input(const LdiBatch& batch, const LdiJob& job, const GridTransform& transform,
                     const Buffer<RasterVertex>& vertices, const Buffer<PixelCell>& cells) {
    return {batch.frame,     batch.frame.meshes[job.mesh].vertex_base,
            vertices.data(), cells.data(),
            transform.bits,  job.view.width};
}

std::span<const LocalVertex> vertices_of(const LdiBatch& batch, const LdiJob& job) {
    const FrameMesh& mesh = batch.frame.meshes[job.mesh];
    return batch.frame.vertices.subspan(mesh.vertex_base, mesh.vertex_count);
}

void check_layer_count(uint64_t count, const LdiView& view) {
    if (count <= UINT32_MAX) return;
    throw Error(status::size_overflow,
                "an image of %u by %u pixels has %llu layers; the limit is 2^32 - 1: lower the resolution",
                view.width, view.height, static_cast<unsigned long long>(count));
}

// Moves the fragments of a scan to where the cursor of each pixel points.
void scatter(const ScanOutput& scan, uint32_t* cursor, Layer* layers) {
    for (const Fragment& fragment : scan.fragments) {
        layers[cursor[fragment.pixel]++] = uint64_t{fragment.key} << 32 | fragment.triangle;
    }
}

}  // namespace

void RasterDevice::build(const LdiBatch& batch) {
    const uint32_t worker_count = batch.workers.worker_count();
    while (slots_.size() < worker_count) slots_.push_back(make_owned<Slot>(memory_, memory_));
    for (const LdiJob& job : batch.jobs) {
        job.image->is_complete = false;
        job.image->view = job.view;
    }
    const auto is_split = [&](const LdiJob& job) {
        return worker_count > 1 && job.triangle_count >= least_split_triangles;
    };
    batch.workers.run(static_cast<uint32_t>(batch.jobs.size()), [&](uint32_t index, uint32_t slot) {
        if (is_split(batch.jobs[index]) || batch.control.poll()) return;
        build_whole(batch, batch.jobs[index], *slots_[slot]);
    });
    for (const LdiJob& job : batch.jobs) {
        if (is_split(job) && !batch.control.poll()) build_in_parts(batch, job, worker_count);
    }
    level_capacities();
}

void RasterDevice::build_whole(const LdiBatch& batch, const LdiJob& job, Slot& slot) {
    const auto vertices = vertices_of(batch, job);
    const GridTransform transform = grid_transform(job.view, batch.frame.meshes[job.mesh].box);
    slot.vertices.resize_uninitialized(vertices.size());
    slot.cells.resize_uninitialized(vertices.size());
    project_vertices(batch.simd_target, transform, vertices, slot.vertices.data(), slot.cells.data());

    const uint32_t pixel_count = job.view.pixel_count();
    ScanOutput& scan = slot.scan;
    scan.fragments.clear();
    scan.counts.assign(pixel_count, 0);
    scan_triangles(scan_input(batch, job, transform, slot.vertices, slot.cells), job.first_triangle,
                   job.first_triangle + job.triangle_count, scan);
    check_layer_count(scan.fragments.size(), job.view);

    LayeredImage& image = *job.image;
    image.offsets.resize_uninitialized(std::size_t{pixel_count} + 1);
    image.layers.resize_uninitialized(scan.fragments.size());
    uint32_t sum = 0;
    for (uint32_t pixel = 0; pixel < pixel_count; ++pixel) {
        image.offsets[pixel] = sum;
        const uint32_t count = scan.counts[pixel];
        scan.counts[pixel] = sum;  // from now on a cursor
        sum += count;
    }
    image.offsets[pixel_count] = sum;
    scatter(scan, scan.counts.data(), image.layers.data());
    const SortedPixels sorted = sort_pixels(image.offsets.data(), image.layers.data(), 0, pixel_count);
    image.most_layers = sorted.most_layers;
    image.unpaired_pixels = sorted.unpaired_pixels;
    image.is_complete = true;
}

void RasterDevice::build_in_parts(const LdiBatch& batch, const LdiJob& job, uint32_t part_count) {
    const auto vertices = vertices_of(batch, job);
    const GridTransform transform = grid_transform(job.view, batch.frame.meshes[job.mesh].box);
    Slot& first = *slots_[0];
    first.vertices.resize_uninitialized(vertices.size());
    first.cells.resize_uninitialized(vertices.size());
    parallel_ranges(batch.workers, vertices.size(), vertices_per_range,
                    [&](uint64_t begin, uint64_t end, uint32_t) {
                        project_vertices(batch.simd_target, transform, vertices.subspan(begin, end - begin),
                                         first.vertices.data() + begin, first.cells.data() + begin);
                    });

    const uint32_t pixel_count = job.view.pixel_count();
    const ScanInput input = scan_input(batch, job, transform, first.vertices, first.cells);
    batch.workers.run(part_count, [&](uint32_t part, uint32_t) {
        ScanOutput& scan = slots_[part]->scan;
        scan.fragments.clear();
        scan.counts.assign(pixel_count, 0);
        const auto bound = [&](uint64_t i) {
            return job.first_triangle + static_cast<uint32_t>(i * job.triangle_count / part_count);
        };
        scan_triangles(input, bound(part), bound(part + 1), scan);
    });
    uint64_t total = 0;
    for (uint32_t part = 0; part < part_count; ++part) total += slots_[part]->scan.fragments.size();
    check_layer_count(total, job.view);

    LayeredImage& image = *job.image;
    image.offsets.resize_uninitialized(std::size_t{pixel_count} + 1);
    image.layers.resize_uninitialized(total);
    uint32_t sum = 0;
    for (uint32_t pixel = 0; pixel < pixel_count; ++pixel) {
        image.offsets[pixel] = sum;
        for (uint32_t part = 0; part < part_count; ++part) {
            uint32_t& counter = slots_[part]->scan.counts[pixel];
            const uint32_t count = counter;
            counter = sum;
            sum += count;
        }
    }
    image.offsets[pixel_count] = sum;
    batch.workers.run(part_count, [&](uint32_t part, uint32_t) {
        scatter(slots_[part]->scan, slots_[part]->scan.counts.data(), image.layers.data());
    });
    for (auto& slot : slots_) slot->sorted = {};
    parallel_ranges(
        batch.workers, pixel_count, pixels_per_range, [&](uint64_t begin, uint64_t end, uint32_t slot) {
            const SortedPixels sorted = sort_pixels(image.offsets.data(), image.layers.data(),
                                                    static_cast<uint32_t>(begin), static_cast<uint32_t>(end));
            SortedPixels& seen = slots_[slot]->sorted;
            seen.most_layers = std::max(seen.most_layers, sorted.most_layers);
            seen.unpaired_pixels += sorted.unpaired_pixels;
        });
    image.most_layers = 0;
    image.unpaired_pixels = 0;
    for (const auto& slot : slots_) {
        image.most_layers = std::max(image.most_layers, slot->sorted.most_layers);
        image.unpaired_pixels += slot->sorted.unpaired_pixels;
    }
    image.is_complete = true;
}

// Which worker takes which job differs from frame to frame: each gets the room of the largest, so that no
// later frame like this one allocates.
void RasterDevice::level_capacities() {
    if (slots_.size() < 2) return;
    std::size_t vertices = 0;
    std::size_t survivors = 0;
    std::size_t fragments = 0;
    std::size_t counts = 0;
    for (const auto& slot : slots_) {
        vertices = std::max(vertices, slot->vertices.capacity());
        survivors = std::max(survivors, slot->scan.survivors.capacity());
        fragments = std::max(fragments, slot->scan.fragments.capacity());
        counts = std::max(counts, slot->scan.counts.capacity());
    }
    for (auto& slot : slots_) {
        slot->vertices.reserve(vertices);
        slot->cells.reserve(vertices);
        slot->scan.survivors.reserve(survivors);
        slot->scan.fragments.reserve(fragments);
        slot->scan.counts.reserve(counts);
    }
}

Owned<LdiDevice> create_raster_device(std::pmr::memory_resource& memory) {
    return make_owned<RasterDevice>(memory, memory);
}

}  // namespace defcol
