// SPDX-License-Identifier: MIT
#include "detector/backend_contender.hpp"

namespace defcol {

namespace {

constexpr uint8_t moved = 1;
constexpr uint8_t topology_changed = 2;
constexpr uint8_t usable_changed = 4;

uint8_t changes_of(const FrameMesh& mesh) {
    return static_cast<uint8_t>((mesh.moved ? moved : 0) | (mesh.topology_changed ? topology_changed : 0) |
                                (mesh.usable_changed ? usable_changed : 0));
}

}  // namespace

void BackendContender::release() noexcept {
    backend_.reset();
    starts_anew_ = true;
    missed_.release();
    meshes_.release();
}

const OptionValues& BackendContender::options_as(const OptionValues& common) {
    if (seen_options_ != common.version()) {
        for (const OptionInfo& option : common_options()) {
            if (option.type == OptionType::i64) {
                options_.set_i64(option.id, common.i64(option.id));
            } else {
                options_.set_f64(option.id, common.f64(option.id));
            }
        }
        seen_options_ = common.version();
    }
    return options_;
}

void BackendContender::miss(const Frame& frame) {
    if (starts_anew_ || frame.layout_changed) {
        starts_anew_ = true;
        return;
    }
    missed_.resize(frame.meshes.size(), 0);
    for (std::size_t i = 0; i < frame.meshes.size(); ++i) missed_[i] |= changes_of(frame.meshes[i]);
}

const Frame& BackendContender::catch_up(const Frame& frame) {
    const bool starts_anew = starts_anew_ || frame.layout_changed;
    if (missed_.empty() && starts_anew == frame.layout_changed) {
        starts_anew_ = false;
        return frame;
    }
    frame_ = frame;
    frame_.layout_changed = starts_anew;
    meshes_.clear();
    meshes_.append(frame.meshes);
    for (std::size_t i = 0; i < meshes_.size(); ++i) {
        const uint8_t missed = starts_anew ? UINT8_MAX : missed_[i];
        FrameMesh& mesh = meshes_[i];
        mesh.moved |= (missed & moved) != 0;
        mesh.topology_changed |= (missed & topology_changed) != 0;
        mesh.usable_changed |= (missed & usable_changed) != 0;
    }
    frame_.meshes = meshes_.span();
    starts_anew_ = false;
    missed_.clear();
    return frame_;
}

}  // namespace defcol
