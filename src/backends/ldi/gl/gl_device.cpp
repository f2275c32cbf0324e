// SPDX-License-Identifier: MIT
#include "backends/ldi/gl/gl_device.hpp"

#include <algorithm>
#include <cmath>

#include "backends/ldi/gl/append_renderer.hpp"
#include "backends/ldi/gl/process_state.hpp"
#include "backends/ldi/gl/stencil_renderer.hpp"
#include "base/error.hpp"
#include "base/status.hpp"

namespace defcol {
namespace {

// A group is drawn without looking at the clock; so much takes a software renderer some ten milliseconds.
constexpr uint64_t most_triangles_per_group = uint64_t{1} << 18;
constexpr uint64_t most_pixels_per_group = uint64_t{1} << 31;

// Where the depths of a triangle's corners lie. A driver evaluates the plane of a triangle, which for one
// seen edge-on leaves that range by far.
struct DepthRange {
    uint32_t least;
    uint32_t most;

    uint32_t clamp_key(uint32_t key) const {
        return std::clamp(key_depth(key), least, most) << 1 | (key & 1);
    }
};

DepthRange depth_range_of(const Frame& frame, const LdiView& view, uint32_t triangle) {
    const auto axis = static_cast<Vec3f::length_type>(view.axis);
    const float near = view.min[axis];
    const auto scale = static_cast<float>(1.0 / (double{view.max[axis]} - double{near}));
    float least = 1;
    float most = 0;
    for (const uint32_t vertex : frame.triangles[triangle].vertex) {
        const float depth = (frame.vertices[vertex].position()[axis] - near) * scale;
        least = std::min(least, depth);
        most = std::max(most, depth);
    }
    const auto whole = [](float depth) {
        return static_cast<uint32_t>(std::clamp(depth, 0.0F, 1.0F) * static_cast<float>(depth_one));
    };
    return {whole(least), whole(most)};
}

}  // namespace

GlDevice::GlDevice(std::pmr::memory_resource& memory, LdiDeviceKind method)
    : method_(method),
      triangles_(memory),
      pixel_base_(memory),
      fragments_(memory),
      sorted_(memory),
      job_begin_(memory),
      job_next_(memory),
      cursors_(&memory) {
    thread_.run([&] { open(); });
}

GlDevice::~GlDevice() {
    try {
        thread_.run([&] { close(); });
    } catch (const Error&) {
        // A forked child has no such thread, and what the driver holds belongs to the parent: let go of it
        // unseen.
        (void)renderer_.release();  // NOLINT(bugprone-unused-return-value)
        if (context_) context_->abandon();
    }
}

void GlDevice::open() {
    gl_ = load_gl_functions();
    context_.emplace(gl_);
    if (method_ == LdiDeviceKind::gl_append) {
        if (!context_->driver().has_version(4, 3)) {
            throw Error(status::backend_unavailable, "gl-append needs OpenGL 4.3; %s has %d.%d",
                        context_->driver().renderer, context_->driver().major, context_->driver().minor);
        }
        renderer_ = std::make_unique<AppendRenderer>(gl_);
    } else {
        renderer_ = std::make_unique<StencilRenderer>(gl_);
    }
}

void GlDevice::close() noexcept {
    renderer_.reset();
    context_.reset();
}

void GlDevice::build(const LdiBatch& batch) {
    for (const LdiJob& job : batch.jobs) {
        job.image->view = job.view;
        job.image->is_complete = false;
    }
    std::span<const LdiJob> rest = batch.jobs;
    while (!rest.empty() && !batch.control.poll()) {
        const std::size_t size = next_group_size(rest);
        build_group(batch, rest.first(size));
        rest = rest.subspan(size);
    }
}

std::size_t GlDevice::next_group_size(std::span<const LdiJob> jobs) const {
    uint64_t triangles = 0;
    uint64_t pixels = 0;
    std::size_t size = 0;
    const std::size_t limit =
        method_ == LdiDeviceKind::gl_append ? jobs.size() : 1;  // of the stencil method: one
    while (size < limit) {
        triangles += jobs[size].triangle_count;
        pixels += jobs[size].view.pixel_count();
        if (size > 0 && (triangles > most_triangles_per_group || pixels > most_pixels_per_group)) break;
        ++size;
    }
    return size;
}

void GlDevice::build_group(const LdiBatch& batch, std::span<const LdiJob> jobs) {
    triangles_.collect(batch.frame, jobs);
    pixel_base_.assign(1, 0);
    for (const LdiJob& job : jobs) pixel_base_.push_back(pixel_base_.back() + job.view.pixel_count());
    if (read_fragments({batch.frame, jobs, triangles_, pixel_base_.span()})) {
        sort_by_job(batch.frame, jobs);
        fill_images(batch.workers, jobs);
        return;
    }
    if (jobs.size() == 1) {
        throw Error(
            status::size_overflow,
            "an image of %u by %u pixels has more layers than a storage block of this OpenGL driver holds: "
            "use the raster device",
            jobs[0].view.width, jobs[0].view.height);
    }
    build_group(batch, jobs.first(jobs.size() / 2));
    build_group(batch, jobs.subspan(jobs.size() / 2));
}

// False if the group is too large. A lost context is made anew once.
bool GlDevice::read_fragments(const RenderGroup& group) {
    for (int attempt = 0; attempt < 2; ++attempt) {
        uint64_t count = 0;
        bool lost = false;
        thread_.run([&] {
            if (!renderer_) open();
            count = renderer_->render(group);
            lost = is_lost();
        });
        if (!lost && count == UINT64_MAX) return false;
        if (!lost) {
            fragments_.resize_uninitialized(count);
            thread_.run([&] {
                renderer_->read(group, fragments_.span());
                lost = is_lost();
            });
        }
        if (!lost) return true;
        thread_.run([&] { close(); });
    }
    throw Error(status::device_lost,
                "the OpenGL context was lost, and lost again after it had been made anew");
}

bool GlDevice::is_lost() {
    if (pretended_losses_ > 0) {
        --pretended_losses_;
        return true;
    }
    if (context_->is_lost()) return true;
    const GLenum error = gl_.glGetError();
    if (error == GL_OUT_OF_MEMORY) throw std::bad_alloc();
    return error != GL_NO_ERROR;
}

// Drivers may mix the fragments of several draws; images are filled from lists of their own.
void GlDevice::sort_by_job(const Frame& frame, std::span<const LdiJob> jobs) {
    const std::span<const uint32_t> base = pixel_base_.span();
    std::size_t job = 0;  // neighbours in the list are mostly of one job
    const auto find_job = [&](uint32_t pixel) {
        if (pixel < base[job] || pixel >= base[job + 1]) {
            job = static_cast<std::size_t>(std::upper_bound(base.begin(), base.end(), pixel) - base.begin()) -
                  1;
        }
        return job;
    };
    job_begin_.assign(jobs.size() + 1, 0);
    for (const Fragment& fragment : fragments_) ++job_begin_[find_job(fragment.pixel) + 1];
    for (std::size_t i = 0; i < jobs.size(); ++i) job_begin_[i + 1] += job_begin_[i];
    job_next_.clear();
    job_next_.append(job_begin_.span());
    sorted_.resize_uninitialized(fragments_.size());
    uint32_t last_triangle = no_index;
    DepthRange range{};
    for (const Fragment& fragment : fragments_) {
        const std::size_t before = job;
        const std::size_t owner = find_job(fragment.pixel);
        const uint32_t triangle = triangles_.global_id(jobs[owner], owner, fragment.triangle);
        if (triangle != last_triangle || owner != before)
            range = depth_range_of(frame, jobs[owner].view, triangle);
        last_triangle = triangle;
        sorted_[job_next_[owner]++] = {fragment.pixel - base[owner], range.clamp_key(fragment.key), triangle};
    }
}

void GlDevice::fill_images(Workers& workers, std::span<const LdiJob> jobs) {
    while (cursors_.size() < workers.worker_count())
        cursors_.emplace_back(*cursors_.get_allocator().resource());
    workers.run(static_cast<uint32_t>(jobs.size()), [&](uint32_t job, uint32_t slot) {
        const std::span<const Fragment> fragments =
            sorted_.span().subspan(job_begin_[job], job_begin_[job + 1] - job_begin_[job]);
        bin_fragments(fragments, *jobs[job].image, cursors_[slot]);
    });
}

Owned<LdiDevice> create_gl_device(std::pmr::memory_resource& memory, LdiDeviceKind method) {
    note_use_of_gl();
    return make_owned<GlDevice>(memory, memory, method);
}

}  // namespace defcol
