// SPDX-License-Identifier: MIT
#include "harness/comparison.hpp"

#include <algorithm>
#include <chrono>
#include <exception>

#include "harness/reference_pairs.hpp"

namespace bench {

namespace {

using Clock = std::chrono::steady_clock;

double milliseconds_between(Clock::time_point from, Clock::time_point to) {
    return std::chrono::duration<double, std::milli>(to - from).count();
}

// One contestant at one thread count, with its times: [frame][round].
struct Entry {
    Result result;
    std::unique_ptr<Contestant> contestant;
    std::vector<std::vector<double>> update;
    std::vector<std::vector<double>> detect;

    // An untimed frame first, so that everyone starts with their own data in the caches and not their
    // predecessor's: otherwise who keeps much memory would pay for the others' (measured: up to 4.5 times).
    void run_warm_frame(const Workload& workload, uint32_t frame) {
        const auto frame_count = static_cast<uint32_t>(workload.frames.size());
        contestant->update(workload.frames[(frame + frame_count - 1) % frame_count]);
        contestant->detect();
        run_frame(workload, frame);
    }

    void run_frame(const Workload& workload, uint32_t frame) {
        const auto start = Clock::now();
        contestant->update(workload.frames[frame]);
        const auto updated = Clock::now();
        contestant->detect();
        const auto detected = Clock::now();
        update[frame].push_back(milliseconds_between(start, updated));
        detect[frame].push_back(milliseconds_between(updated, detected));
    }
    double last_seconds(uint32_t frame) const { return 1e-3 * (update[frame].back() + detect[frame].back()); }
};

void check_pairs(Result& result, std::span<const uint64_t> found, const std::vector<uint64_t>& exact) {
    std::vector<uint64_t> sorted(found.begin(), found.end());
    std::sort(sorted.begin(), sorted.end());
    uint64_t common = 0;
    auto expected = exact.begin();
    for (const uint64_t key : sorted) {
        while (expected != exact.end() && *expected < key) ++expected;
        if (expected == exact.end()) break;
        if (*expected == key) {
            ++common;
            ++expected;
        }
    }
    result.missing = std::max<uint64_t>(result.missing, exact.size() - common);
    result.extra = std::max<uint64_t>(result.extra, sorted.size() - common);
}

// Prepares and checks; false if the entry has nothing more to measure.
bool prepare(Entry& entry, const Workload& workload, const std::vector<std::vector<uint64_t>>& exact,
             double slowest_frame_seconds) {
    const auto frame_count = static_cast<uint32_t>(workload.frames.size());
    entry.update.resize(frame_count);
    entry.detect.resize(frame_count);
    entry.contestant->prepare(workload, entry.result.threads);
    uint64_t contacts = 0;
    uint32_t frames_run = 0;
    bool is_fast_enough = true;
    for (uint32_t frame = 0; frame < frame_count && is_fast_enough; ++frame, ++frames_run) {
        entry.run_frame(workload, frame);
        is_fast_enough = entry.last_seconds(frame) <= slowest_frame_seconds;
        if (entry.result.role == Role::lower_bound) continue;
        check_pairs(entry.result, entry.contestant->pairs(), exact[frame]);
        contacts += entry.contestant->pairs().size();
    }
    entry.result.contacts = static_cast<double>(contacts) / frames_run;
    if (!is_fast_enough) return false;
    // The pass above was cold: its times do not count.
    for (uint32_t frame = 0; frame < frame_count; ++frame) {
        entry.update[frame].clear();
        entry.detect[frame].clear();
    }
    return true;
}

double median_of(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

void summarise(Entry& entry) {
    uint32_t frames = 0;
    Result& result = entry.result;
    for (std::size_t frame = 0; frame < entry.update.size(); ++frame) {
        const std::vector<double>& update = entry.update[frame];
        const std::vector<double>& detect = entry.detect[frame];
        if (update.empty()) continue;
        ++frames;
        result.rounds = static_cast<uint32_t>(update.size());
        std::vector<double> total(update.size());
        for (std::size_t i = 0; i < total.size(); ++i) total[i] = update[i] + detect[i];
        result.median.update += median_of(update);
        result.median.detect += median_of(detect);
        result.median.total += median_of(total);
        result.minimum.update += *std::min_element(update.begin(), update.end());
        result.minimum.detect += *std::min_element(detect.begin(), detect.end());
        result.minimum.total += *std::min_element(total.begin(), total.end());
    }
    if (frames == 0) return;
    for (Milliseconds* times : {&result.median, &result.minimum}) {
        times->update /= frames;
        times->detect /= frames;
        times->total /= frames;
    }
}

}  // namespace

std::vector<Result> compare(const Workload& workload, const std::vector<ContestantInfo>& contestants,
                            const ComparisonSettings& settings) {
    std::vector<std::vector<uint64_t>> exact;
    for (uint32_t frame = 0; frame < workload.frames.size(); ++frame) {
        exact.push_back(reference_pairs(workload, frame));
    }

    std::vector<Entry> entries;
    std::vector<Result> results;
    for (const uint32_t threads : settings.thread_counts) {
        for (const ContestantInfo& info : contestants) {
            if (!info.accepts(workload) || (threads > 1 && !info.is_threaded)) continue;
            Entry entry;
            entry.result.scene = workload.name;
            entry.result.primitives = workload.primitive_count();
            entry.result.contestant = info.name;
            entry.result.role = info.role;
            entry.result.threads = threads;
            try {
                entry.contestant = info.make();
                if (prepare(entry, workload, exact, settings.slowest_frame_seconds)) {
                    entries.push_back(std::move(entry));
                    continue;
                }
                summarise(entry);
            } catch (const std::exception& error) {
                entry.result.failure = error.what();
            }
            results.push_back(std::move(entry.result));
        }
    }

    // Our own loop and not Google Benchmark's: it measures one contestant after the other, and on a machine
    // with neighbours the minutes in between decide. Here everyone runs the same frame within the same
    // moment, in an order that changes from round to round.
    const auto start = Clock::now();
    for (uint32_t round = 0; round < settings.max_rounds && !entries.empty(); ++round) {
        if (round >= settings.min_rounds &&
            milliseconds_between(start, Clock::now()) > 1e3 * settings.seconds_per_scene)
            break;
        for (uint32_t frame = 0; frame < workload.frames.size(); ++frame) {
            for (std::size_t i = 0; i < entries.size(); ++i) {
                entries[(i + round) % entries.size()].run_warm_frame(workload, frame);
            }
        }
    }
    for (Entry& entry : entries) {
        summarise(entry);
        results.push_back(std::move(entry.result));
    }
    return results;
}

}  // namespace bench
