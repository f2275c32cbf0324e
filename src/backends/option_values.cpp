// SPDX-License-Identifier: MIT
#include "backends/option_values.hpp"

#include "base/error.hpp"
#include "base/status.hpp"
#include "defcol/defcol.h"

namespace defcol {

namespace {

constexpr OptionInfo common[] = {
    OptionInfo::integer(
        DEFCOL_OPTION_INCLUDE_ADJACENT, "include_adjacent",
        "1: also pairs of one mesh that share vertices and meet in more than the simplex of those", 0, 1, 0),
    OptionInfo::integer(
        DEFCOL_OPTION_SIMD_LEVEL, "simd_level",
        "0: every instruction set the machine has; n: at most the n-th lowest; contacts never depend on it",
        0, 16, 0),
    OptionInfo::integer(DEFCOL_OPTION_PARITY_COUNTING, "parity_counting",
                        "volume queries take open surfaces and count crossings instead of winding", 0, 1, 0),
    OptionInfo::integer(DEFCOL_OPTION_WELD_VERTICES, "weld_vertices",
                        "volume queries take vertices at the same place as one when they check a surface", 0,
                        1, 0),
};

}  // namespace

std::span<const OptionInfo> common_options() noexcept {
    return common;
}

OptionValues::OptionValues(std::pmr::memory_resource& memory, std::span<const OptionInfo> backend_options)
    : values_(&memory) {
    values_.reserve(common_options().size() + backend_options.size());
    for (const auto options : {common_options(), backend_options}) {
        for (const OptionInfo& info : options) values_.push_back({&info, info.default_i64, info.default_f64});
    }
}

std::size_t OptionValues::find(int32_t id, OptionType type) const {
    for (std::size_t i = 0; i < values_.size(); ++i) {
        const Value& value = values_[i];
        if (value.info->id != id) continue;
        if (value.info->type == type) return i;
        throw Error(status::unsupported, "option %d (%s) is %s: use the function for that type", id,
                    value.info->name, value.info->type == OptionType::i64 ? "an integer" : "a real number");
    }
    throw Error(status::unsupported,
                "the detector's backend has no option %d; defcol_backend_get_option "
                "lists those it has",
                id);
}

void OptionValues::set_i64(int32_t id, int64_t value) {
    Value& found = values_[find(id, OptionType::i64)];
    if (value < found.info->min_i64 || value > found.info->max_i64) {
        throw Error(status::invalid_argument, "option %s must be from %lld to %lld, not %lld",
                    found.info->name, static_cast<long long>(found.info->min_i64),
                    static_cast<long long>(found.info->max_i64), static_cast<long long>(value));
    }
    found.i64 = value;
    ++version_;
}

void OptionValues::set_f64(int32_t id, double value) {
    Value& found = values_[find(id, OptionType::f64)];
    if (!(value >= found.info->min_f64 && value <= found.info->max_f64)) {
        throw Error(status::invalid_argument, "option %s must be from %g to %g, not %g", found.info->name,
                    found.info->min_f64, found.info->max_f64, value);
    }
    found.f64 = value;
    ++version_;
}

int64_t OptionValues::i64(int32_t id) const {
    return values_[find(id, OptionType::i64)].i64;
}

double OptionValues::f64(int32_t id) const {
    return values_[find(id, OptionType::f64)].f64;
}

bool OptionValues::has(int32_t id) const noexcept {
    for (const Value& value : values_) {
        if (value.info->id == id) return true;
    }
    return false;
}

}  // namespace defcol
