// SPDX-License-Identifier: MIT
// A thin C++17 wrapper over defcol.h: handles that destroy themselves, errors as exceptions, contacts as
// views. Header only, compiled into your program: it adds nothing to the ABI of the library. Whatever it
// leaves out is one get() away from the C functions.
#ifndef DEFCOL_DEFCOL_HPP
#define DEFCOL_DEFCOL_HPP

#include <defcol/defcol.h>

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace defcol {

// A negative status and the library's message.
class error : public std::runtime_error {
  public:
    explicit error(defcol_status status) : error(status, defcol_last_error_message()) {}
    error(defcol_status status, const char* message)
        : std::runtime_error(std::string(defcol_status_name(status)) + ": " + message), status_(status) {}
    defcol_status status() const noexcept { return status_; }

  private:
    defcol_status status_;
};

// Returns what is not an error: DEFCOL_OK, DEFCOL_TRUNCATED or DEFCOL_INCOMPLETE.
inline defcol_status check(defcol_status status) {
    if (status < 0) throw error(status);
    return status;
}

// Any struct of the header with its defaults: make<defcol_mesh_desc>(defcol_mesh_desc_init).
template <class T>
T make(defcol_status (*init)(T*, size_t)) {
    T value;
    check(init(&value, sizeof value));
    return value;
}

namespace detail {

template <class Handle, defcol_status (*destroy)(Handle)>
class owner {
  public:
    owner() noexcept : handle_{} {}
    explicit owner(Handle handle) noexcept : handle_(handle) {}
    owner(owner&& other) noexcept : handle_(other.release()) {}
    owner& operator=(owner&& other) noexcept {
        if (this != &other) {
            destroy(handle_);
            handle_ = other.release();
        }
        return *this;
    }
    owner(const owner&) = delete;
    owner& operator=(const owner&) = delete;
    ~owner() { destroy(handle_); }  // a handle that is gone already, or none, does no harm

    Handle get() const noexcept { return handle_; }
    explicit operator bool() const noexcept { return handle_.value != 0; }
    Handle release() noexcept { return std::exchange(handle_, Handle{}); }

  private:
    Handle handle_;
};

}  // namespace detail

// Must outlive nothing: destroying a context destroys what is in it, and wrappers of that notice nothing.
class context : public detail::owner<defcol_context, defcol_context_destroy> {
  public:
    context() : context(make<defcol_context_desc>(defcol_context_desc_init)) {}
    explicit context(const defcol_context_desc& desc) : owner(create(desc)) {}

  private:
    static defcol_context create(const defcol_context_desc& desc) {
        defcol_context handle{};
        check(defcol_context_create(&desc, &handle));
        return handle;
    }
};

class mesh : public detail::owner<defcol_mesh, defcol_mesh_destroy> {
  public:
    mesh() = default;
    mesh(const context& owner_context, const defcol_mesh_desc& desc)
        : owner(create(owner_context.get(), desc)) {}
    // Packed x, y, z and three or four vertex ids per element.
    static mesh of_triangles(const context& owner_context, const std::vector<double>& positions,
                             const std::vector<uint32_t>& triangles) {
        auto desc = describe(positions);
        desc.triangles = triangles.data();
        desc.triangle_count = triangles.size() / 3;
        return mesh(owner_context, desc);
    }
    static mesh of_tetrahedra(const context& owner_context, const std::vector<double>& positions,
                              const std::vector<uint32_t>& tetrahedra) {
        auto desc = describe(positions);
        desc.tetrahedra = tetrahedra.data();
        desc.tetrahedron_count = tetrahedra.size() / 4;
        return mesh(owner_context, desc);
    }

    void set_positions(const std::vector<double>& positions) {
        check(defcol_mesh_set_positions(get(), positions.data(), positions.size() / 3, 0,
                                        DEFCOL_SCALAR_FLOAT64));
    }
    void set_positions(const std::vector<float>& positions) {
        check(defcol_mesh_set_positions(get(), positions.data(), positions.size() / 3, 0,
                                        DEFCOL_SCALAR_FLOAT32));
    }
    // Three doubles per vertex, borrowed until they change.
    std::pair<const double*, std::size_t> positions() const {
        const double* data = nullptr;
        uint64_t count = 0;
        check(defcol_mesh_get_positions(get(), &data, &count));
        return {data, static_cast<std::size_t>(count)};
    }

  private:
    static defcol_mesh_desc describe(const std::vector<double>& positions) {
        auto desc = make<defcol_mesh_desc>(defcol_mesh_desc_init);
        desc.positions = positions.data();
        desc.vertex_count = positions.size() / 3;
        return desc;
    }
    static defcol_mesh create(defcol_context owner_context, const defcol_mesh_desc& desc) {
        defcol_mesh handle{};
        check(defcol_mesh_create(owner_context, &desc, &handle));
        return handle;
    }
};

class detector : public detail::owner<defcol_detector, defcol_detector_destroy> {
  public:
    detector() = default;
    detector(const context& owner_context, const defcol_detector_desc& desc)
        : owner(create(owner_context.get(), desc)) {}
    explicit detector(const context& owner_context, int32_t backend = DEFCOL_BACKEND_AUTO,
                      uint32_t fields = 0, uint32_t queries = 0)
        : owner(create(owner_context.get(), describe(backend, fields, queries))) {}

    void add(const mesh& added, uint32_t flags = 0) {
        check(defcol_detector_add_mesh(get(), added.get(), flags));
    }
    void set_integer_option(int32_t option, int64_t value) {
        check(defcol_detector_set_option_i64(get(), option, value));
    }
    void set_real_option(int32_t option, double value) {
        check(defcol_detector_set_option_f64(get(), option, value));
    }
    // DEFCOL_OK, DEFCOL_TRUNCATED or DEFCOL_INCOMPLETE.
    defcol_status detect() { return check(defcol_detector_detect(get(), nullptr)); }
    defcol_status detect(const defcol_detect_options& options) {
        return check(defcol_detector_detect(get(), &options));
    }
    // Borrowed until the next detect.
    defcol_contacts contacts() const {
        auto view = make<defcol_contacts>(defcol_contacts_init);
        check(defcol_detector_contacts(get(), &view));
        return view;
    }

  private:
    static defcol_detector_desc describe(int32_t backend, uint32_t fields, uint32_t queries) {
        auto desc = make<defcol_detector_desc>(defcol_detector_desc_init);
        desc.backend = backend;
        desc.fields = fields;
        desc.queries = queries;
        return desc;
    }
    static defcol_detector create(defcol_context owner_context, const defcol_detector_desc& desc) {
        defcol_detector handle{};
        check(defcol_detector_create(owner_context, &desc, &handle));
        return handle;
    }
};

}  // namespace defcol

#endif  // DEFCOL_DEFCOL_HPP
