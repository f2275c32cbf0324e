// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>

#include "frame_sink.hpp"

namespace cli {

struct PictureSettings {
    int width = 1600;
    int height = 1200;
    bool has_view = false;  // else the view that shows most of what collides
    double azimuth = 0;     // degrees around the upward axis
    double elevation = 0;   // degrees above the horizon
    bool z_is_up = false;   // else y
};

// "AZIMUTH,ELEVATION" and "WIDTHxHEIGHT"; throws Failure.
void read_view(const std::string& text, PictureSettings& settings);
void read_size(const std::string& text, PictureSettings& settings);

// A picture of each frame, as PNG; all from the view of the first one.
std::unique_ptr<FrameSink> make_picture_sink(const std::string& path, bool is_series,
                                             const PictureSettings& settings);

}  // namespace cli
