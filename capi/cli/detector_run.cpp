// SPDX-License-Identifier: MIT
#include "detector_run.hpp"

#include <charconv>

#include "errors.hpp"
#include "names.hpp"
#include "printable.hpp"

namespace cli {
namespace {

bool has_tetrahedra(const World& world) {
    for (std::size_t i = 0; i < world.mesh_count(); ++i) {
        if (world.data(i).is_tetrahedral()) return true;
    }
    return false;
}

template <class Number>
Number parse(const std::string& text, const std::string& option) {
    Number value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) {
        throw Failure("--option " + option + " takes " +
                      (std::is_integral_v<Number> ? "a whole number" : "a number") + ", not \"" +
                      printable(text) + "\"");
    }
    return value;
}

defcol_option_info find_option(int32_t backend, const std::string& name) {
    const defcol_backend_capabilities capabilities = capabilities_of(backend);
    std::string known;
    for (uint32_t i = 0; i < capabilities.option_count; ++i) {
        auto info = initialized(defcol_option_info_init);
        check(defcol_backend_get_option(backend, i, &info));
        if (name == info.name) return info;
        known += (i == 0 ? "" : ", ") + std::string(info.name);
    }
    throw Failure("the backend " + std::string(capabilities.name) + " has no option \"" + printable(name) +
                  "\"; it has " + known);
}

}  // namespace

uint32_t effective_queries(const World& world, const DetectorSettings& settings) {
    if (settings.queries != 0) return settings.queries;
    const defcol_backend_capabilities capabilities = capabilities_of(settings.backend);
    const bool finds_nothing =
        capabilities.main_query == DEFCOL_QUERY_VERTEX_IN_TETRAHEDRON && !has_tetrahedra(world);
    if (finds_nothing && (capabilities.queries & DEFCOL_QUERY_TRIANGLE_PAIRS) != 0) {
        return DEFCOL_QUERY_TRIANGLE_PAIRS;
    }
    return capabilities.main_query;
}

DetectorRun::DetectorRun(const World& world, const DetectorSettings& settings)
    : settings_(settings), queries_(effective_queries(world, settings)) {
    auto desc = initialized(defcol_detector_desc_init);
    desc.backend = settings.backend;
    desc.queries = queries_;
    desc.fields = settings.fields;
    check(defcol_detector_create(world.context(), &desc, &detector_));
    try {
        if (settings.include_adjacent) {
            check(defcol_detector_set_option_i64(detector_, DEFCOL_OPTION_INCLUDE_ADJACENT, 1));
        }
        for (const std::string& option : settings.options) set_option(option);
        add_meshes(world);
    } catch (...) {
        defcol_detector_destroy(detector_);
        throw;
    }
}

DetectorRun::~DetectorRun() {
    defcol_detector_destroy(detector_);
}

void DetectorRun::add_meshes(const World& world) {
    const uint32_t flags = settings_.self ? uint32_t{DEFCOL_MESH_SELF_COLLISION} : 0;
    for (std::size_t i = 0; i < world.mesh_count(); ++i) {
        const std::string& name = world.data(i).name;
        check(defcol_detector_add_mesh(detector_, world.handle(i), flags), name);
        // A category that shares no bit with any mask keeps the mesh to itself.
        if (!settings_.between) check(defcol_detector_set_filter(detector_, world.handle(i), 0, 0), name);
    }
}

void DetectorRun::set_option(const std::string& text) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos)
        throw Failure("--option takes key=value, not \"" + printable(text) + "\"");
    const std::string name = text.substr(0, equals);
    const std::string value = text.substr(equals + 1);
    const defcol_option_info info = find_option(settings_.backend, name);
    if (info.type == DEFCOL_OPTION_TYPE_I64) {
        check(defcol_detector_set_option_i64(detector_, info.option, parse<int64_t>(value, name)));
    } else {
        check(defcol_detector_set_option_f64(detector_, info.option, parse<double>(value, name)));
    }
}

FrameView DetectorRun::detect(uint64_t frame) {
    auto options = initialized(defcol_detect_options_init);
    options.max_contacts = settings_.max_contacts;
    options.time_budget_seconds = settings_.time_budget_seconds;
    FrameView view;
    view.frame = frame;
    view.queries = queries_;
    view.status = check(defcol_detector_detect(detector_, &options), "frame " + std::to_string(frame));
    view.contacts = initialized(defcol_contacts_init);
    check(defcol_detector_contacts(detector_, &view.contacts));
    view.statistics = initialized(defcol_statistics_init);
    check(defcol_detector_get_statistics(detector_, &view.statistics));
    view.volumes = initialized(defcol_volumes_init);
    check(defcol_detector_volumes(detector_, &view.volumes));
    return view;
}

double FrameView::volume() const {
    double sum = 0;
    for (uint64_t i = 0; i < volumes.count; ++i) sum += volumes.volume[i];
    return sum;
}

}  // namespace cli
