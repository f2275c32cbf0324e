// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory_resource>
#include <span>
#include <vector>

namespace defcol {

enum class OptionType : int32_t { i64 = 1, f64 = 2 };

struct OptionInfo {
    int32_t id;
    OptionType type;
    const char* name;
    const char* meaning;
    int64_t min_i64, max_i64, default_i64;
    double min_f64, max_f64, default_f64;

    static constexpr OptionInfo integer(int32_t id, const char* name, const char* meaning, int64_t min,
                                        int64_t max, int64_t standard) {
        return {id, OptionType::i64, name, meaning, min, max, standard, 0, 0, 0};
    }
    static constexpr OptionInfo real(int32_t id, const char* name, const char* meaning, double min,
                                     double max, double standard) {
        return {id, OptionType::f64, name, meaning, 0, 0, 0, min, max, standard};
    }
};

// The options of one detector: those every backend has, then those of its own backend.
class OptionValues {
  public:
    OptionValues(std::pmr::memory_resource& memory, std::span<const OptionInfo> backend_options);

    // Throw Error: UNSUPPORTED (no such option, or of the other type), INVALID_ARGUMENT (outside its range).
    void set_i64(int32_t id, int64_t value);
    void set_f64(int32_t id, double value);
    int64_t i64(int32_t id) const;
    double f64(int32_t id) const;
    bool has(int32_t id) const noexcept;

    // One after the other, for whoever writes them down.
    struct Setting {
        int32_t id;
        OptionType type;
        int64_t i64;
        double f64;
    };
    std::size_t count() const noexcept { return values_.size(); }
    Setting setting(std::size_t index) const noexcept {
        const Value& value = values_[index];
        return {value.info->id, value.info->type, value.i64, value.f64};
    }

    // Counts changes, so that a backend can tell whether it has to read its options again.
    uint64_t version() const noexcept { return version_; }

  private:
    struct Value {
        const OptionInfo* info;
        int64_t i64;
        double f64;
    };
    std::size_t find(int32_t id, OptionType type) const;  // throws Error: UNSUPPORTED

    std::pmr::vector<Value> values_;
    uint64_t version_ = 0;
};

std::span<const OptionInfo> common_options() noexcept;

}  // namespace defcol
