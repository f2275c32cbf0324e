// SPDX-License-Identifier: MIT
#include "harness/svg_plot.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <limits>

namespace bench {

namespace {

constexpr double width = 860;
constexpr double height = 480;
constexpr double left = 80;
constexpr double right = 220;  // room for the legend
constexpr double top = 40;
constexpr double bottom = 60;

constexpr const char* colours[] = {"#1b6ca8", "#d1495b", "#2a9d8f", "#edae49", "#6d597a",
                                   "#444444", "#8ab17d", "#e76f51", "#457b9d", "#9c6644"};

std::string number(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%g", value);
    return text;
}

std::string escaped(const std::string& text) {
    std::string result;
    for (const char c : text) {
        if (c == '<')
            result += "&lt;";
        else if (c == '&')
            result += "&amp;";
        else
            result += c;
    }
    return result;
}

class Axis {
  public:
    Axis(bool is_logarithmic, double from, double to)
        : is_logarithmic_(is_logarithmic), from_(from), to_(to) {}

    bool shows(double value) const { return std::isfinite(value) && (!is_logarithmic_ || value > 0); }
    void include(double value) {
        if (!shows(value)) return;
        low_ = std::min(low_, scaled(value));
        high_ = std::max(high_, scaled(value));
    }
    bool is_empty() const { return low_ > high_; }

    // Widens the range to whole ticks.
    void finish() {
        if (is_logarithmic_) {
            finish_logarithmic();
            return;
        }
        low_ = std::min(low_, 0.0);
        if (high_ - low_ < 1e-12) high_ = low_ + 1;
        const double span = high_ - low_;
        double step = std::pow(10, std::floor(std::log10(span)));
        if (span / step < 4) step /= 2;
        low_ = std::floor(low_ / step + 1e-9) * step;
        high_ = std::ceil(high_ / step - 1e-9) * step;
        for (double tick = low_; tick <= high_ + 1e-9 * step; tick += step) ticks_.push_back(tick);
    }
    const std::vector<double>& ticks() const { return ticks_; }
    double place(double value) const {
        return from_ + (scaled(value) - low_) / (high_ - low_) * (to_ - from_);
    }

  private:
    double scaled(double value) const { return is_logarithmic_ ? std::log10(value) : value; }

    // Ticks at 1, 2 and 5 of each decade, or at 1 alone where there are many: from the last one that is not
    // above the range to the first that is not below.
    void finish_logarithmic() {
        std::vector<double> steps = {1, 2, 5};
        if (high_ - low_ > 4) steps = {1};
        for (double decade = std::floor(low_); decade <= std::floor(high_) + 1; ++decade) {
            for (const double step : steps) ticks_.push_back(step * std::pow(10, decade));
        }
        while (ticks_.size() > 2 && scaled(ticks_[1]) <= low_ + 1e-9) ticks_.erase(ticks_.begin());
        while (ticks_.size() > 2 && scaled(ticks_[ticks_.size() - 2]) >= high_ - 1e-9) ticks_.pop_back();
        low_ = scaled(ticks_.front());
        high_ = scaled(ticks_.back());
    }

    bool is_logarithmic_;
    double from_;
    double to_;
    double low_ = std::numeric_limits<double>::infinity();
    double high_ = -std::numeric_limits<double>::infinity();
    std::vector<double> ticks_;
};

std::string text_at(double x, double y, const std::string& text, const char* more) {
    return "<text x=\"" + number(x) + "\" y=\"" + number(y) + "\" " + more + ">" + escaped(text) +
           "</text>\n";
}

std::string line(double x1, double y1, double x2, double y2, const char* colour) {
    return "<line x1=\"" + number(x1) + "\" y1=\"" + number(y1) + "\" x2=\"" + number(x2) + "\" y2=\"" +
           number(y2) + "\" stroke=\"" + colour + "\"/>\n";
}

}  // namespace

std::string SvgPlot::to_svg() const {
    Axis x(x_is_logarithmic, left, width - right);
    Axis y(y_is_logarithmic, height - bottom, top);
    for (const Series& one : series) {
        for (const auto& [px, py] : one.points) {
            if (!x.shows(px) || !y.shows(py)) continue;
            x.include(px);
            y.include(py);
        }
    }
    if (x.is_empty()) return "";
    x.finish();
    y.finish();

    std::string svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + number(width) + " " +
                      number(height) + "\" font-family=\"sans-serif\" font-size=\"12\">\n" +
                      "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n";
    svg += text_at(left, top - 16, title, "font-size=\"15\" font-weight=\"bold\"");
    for (const double tick : x.ticks()) {
        svg += line(x.place(tick), top, x.place(tick), height - bottom, "#dddddd");
        svg += text_at(x.place(tick), height - bottom + 16, number(tick), "text-anchor=\"middle\"");
    }
    for (const double tick : y.ticks()) {
        svg += line(left, y.place(tick), width - right, y.place(tick), "#dddddd");
        svg += text_at(left - 6, y.place(tick) + 4, number(tick), "text-anchor=\"end\"");
    }
    svg += text_at((left + width - right) / 2, height - 16, x_label, "text-anchor=\"middle\"");
    const double middle = (top + height - bottom) / 2;
    svg += text_at(18, middle, y_label,
                   ("text-anchor=\"middle\" transform=\"rotate(-90 18 " + number(middle) + ")\"").c_str());

    double legend = top + 8;
    for (std::size_t i = 0; i < series.size(); ++i) {
        const char* colour = colours[i % std::size(colours)];
        std::string path;
        std::string marks;
        for (const auto& [px, py] : series[i].points) {
            if (!x.shows(px) || !y.shows(py)) continue;
            path += (path.empty() ? "M" : "L") + number(x.place(px)) + " " + number(y.place(py)) + " ";
            marks += "<circle cx=\"" + number(x.place(px)) + "\" cy=\"" + number(y.place(py)) +
                     "\" r=\"3\" fill=\"" + colour + "\"/>\n";
        }
        if (path.empty()) continue;
        svg +=
            "<path d=\"" + path + "\" fill=\"none\" stroke=\"" + colour + "\" stroke-width=\"2\"/>\n" + marks;
        svg += line(width - right + 12, legend, width - right + 32, legend, colour);
        svg += text_at(width - right + 38, legend + 4, series[i].name, "");
        legend += 18;
    }
    return svg + "</svg>\n";
}

bool SvgPlot::write(const std::string& path) const {
    const std::string svg = to_svg();
    if (svg.empty()) return false;
    std::ofstream file(path);
    file << svg;
    return static_cast<bool>(file);
}

}  // namespace bench
