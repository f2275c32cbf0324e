// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace bench {

// A line plot as an SVG file, with nothing but the standard library.
struct SvgPlot {
    struct Series {
        std::string name;
        std::vector<std::pair<double, double>> points;
    };

    std::string title;
    std::string x_label;
    std::string y_label;
    bool x_is_logarithmic = true;
    bool y_is_logarithmic = true;
    std::vector<Series> series;

    // Points that a logarithmic axis cannot show are left out.
    std::string to_svg() const;
    // False if the file cannot be written, or there is nothing to draw.
    bool write(const std::string& path) const;
};

}  // namespace bench
