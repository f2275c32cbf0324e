// SPDX-License-Identifier: MIT
#include "mesh/position_reader.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <random>

#include "base/status.hpp"
#include "mesh/mesh_fixture.hpp"

namespace defcol::testing {
namespace {

// Bytes that end where memory that must not be touched begins.
class GuardedBytes {
  public:
    explicit GuardedBytes(std::size_t size) : size_(size) {
        const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
        mapped_ = (size + page - 1) / page * page + page;
        base_ = mmap(nullptr, mapped_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        EXPECT_NE(base_, MAP_FAILED);
        EXPECT_EQ(mprotect(static_cast<char*>(base_) + mapped_ - page, page, PROT_NONE), 0);
        begin_ = static_cast<char*>(base_) + mapped_ - page - size;
    }
    ~GuardedBytes() { munmap(base_, mapped_); }
    GuardedBytes(const GuardedBytes&) = delete;
    GuardedBytes& operator=(const GuardedBytes&) = delete;
    char* begin() const { return begin_; }
    std::size_t size() const { return size_; }

  private:
    void* base_;
    std::size_t mapped_;
    char* begin_;
    std::size_t size_;
};

struct Read {
    std::vector<Vec3> positions;
    std::vector<Vec3> unplaced;
    std::vector<uint8_t> usable;
    PositionSummary summary;
};

Read read(const PositionSource& source, bool skips = false, const RigidTransform* transform = nullptr,
          uint32_t worker_count = 1) {
    Read result;
    result.positions.resize(source.count);
    if (transform != nullptr) result.unplaced.resize(source.count);
    if (skips) result.usable.resize(source.count, 9);
    Workers workers(worker_count);
    result.summary = read_positions(source, transform,
                                    {.positions = result.positions.data(),
                                     .unplaced = transform != nullptr ? result.unplaced.data() : nullptr,
                                     .usable = skips ? result.usable.data() : nullptr},
                                    workers);
    return result;
}

PositionSource packed(const std::vector<double>& numbers) {
    return {numbers.data(), numbers.size() / 3, 0, scalar_float64};
}

template <class Scalar>
void expect_guarded_read(std::size_t count, std::size_t stride, int32_t scalar) {
    const std::size_t step = stride == 0 ? 3 * sizeof(Scalar) : stride;
    const GuardedBytes bytes((count - 1) * step + 3 * sizeof(Scalar));
    std::memset(bytes.begin(), 0xff, bytes.size());  // NaN between the vertices
    for (std::size_t v = 0; v < count; ++v) {
        const auto base = static_cast<Scalar>(v);
        const Scalar xyz[3] = {base, base + 1, -base};
        std::memcpy(bytes.begin() + v * step, xyz, sizeof xyz);
    }
    const Read result = read({bytes.begin(), count, stride, scalar});
    for (std::size_t v = 0; v < count; ++v) {
        const auto base = static_cast<double>(v);
        ASSERT_EQ(result.positions[v], Vec3(base, base + 1, -base)) << v << " of " << count;
    }
    const auto last = static_cast<double>(count - 1);
    EXPECT_EQ(result.summary.box_min, Vec3(0, 1, -last));
    EXPECT_EQ(result.summary.box_max, Vec3(last, last + 1, 0));
}

TEST(PositionReader, TouchesNothingPastTheLastCoordinate) {
    for (const std::size_t count : {1u, 2u, 3u, 5u, 8u, 15u, 16u, 17u, 511u, 512u, 513u, 1025u, 20000u}) {
        expect_guarded_read<double>(count, 0, scalar_float64);
        expect_guarded_read<double>(count, 24, scalar_float64);
        expect_guarded_read<double>(count, 32, scalar_float64);
        expect_guarded_read<double>(count, 72, scalar_float64);
        expect_guarded_read<float>(count, 0, scalar_float32);
        expect_guarded_read<float>(count, 16, scalar_float32);
        expect_guarded_read<float>(count, 44, scalar_float32);
    }
}

TEST(PositionReader, NamesTheFirstVertexThatIsNotFinite) {
    std::vector<double> numbers(3 * 40000, 1.0);
    numbers[3 * 37000] = std::nan("");
    numbers[3 * 20017 + 1] = std::numeric_limits<double>::infinity();
    numbers[3 * 20017 + 2] = std::nan("");
    numbers[3 * 20018] = 1e30;
    for (const uint32_t worker_count : {1u, 2u, 3u, 8u}) {
        const Outcome outcome = outcome_of([&] { read(packed(numbers), false, nullptr, worker_count); });
        EXPECT_EQ(outcome.status, status::non_finite);
        EXPECT_NE(outcome.message.find("vertex 20017 is not finite (y = inf)"), std::string::npos)
            << outcome.message;
    }
    numbers[3 * 20017 + 1] = numbers[3 * 20017 + 2] = 0;
    const Outcome outcome = outcome_of([&] { read(packed(numbers)); });
    EXPECT_EQ(outcome.status, status::out_of_range);
    EXPECT_NE(outcome.message.find("vertex 20018"), std::string::npos) << outcome.message;
}

TEST(PositionReader, TakesCoordinatesUpToTwoToTheSixty) {
    EXPECT_EQ(read(packed({0x1p60, -0x1p60, 0})).summary.box_max.x, 0x1p60);
    EXPECT_EQ(outcome_of([] { read(packed({0, 0, -0x1.0000000000001p60})); }).status, status::out_of_range);
    // Skipping is for what is not finite only.
    EXPECT_EQ(outcome_of([] { read(packed({0, 0, 0x1p61}), true); }).status, status::out_of_range);
}

TEST(PositionReader, ReadsTinyValuesAsZeroAndCountsThem) {
    const Read result = read(packed({0x1p-300, 0x1.fffffffffffffp-301, -5e-324, 0, -0.0, 1e-320}));
    EXPECT_EQ(result.positions[0], Vec3(0x1p-300, 0, 0));
    EXPECT_EQ(result.positions[1], Vec3(0, 0, 0));
    EXPECT_EQ(result.summary.flushed_on_reading, 3u);
    EXPECT_EQ(result.summary.box_max, Vec3(0x1p-300, 0, 0));
}

TEST(PositionReader, KeepsTheSmallestFloats) {
    const float numbers[3] = {0x1p-149F, -0x1p-149F, 0};
    const Read result = read({numbers, 1, 0, scalar_float32});
    EXPECT_EQ(result.positions[0], Vec3(0x1p-149, -0x1p-149, 0));
    EXPECT_EQ(result.summary.flushed_on_reading, 0u);
}

TEST(PositionReader, SkipsVerticesThatAreNotFinite) {
    const double nan = std::nan("");
    const double infinity = std::numeric_limits<double>::infinity();
    const Read result = read(packed({1, 2, 3, nan, 50, 50, 4, 5, 6, 50, 50, -infinity}), true);
    EXPECT_EQ(result.usable, (std::vector<uint8_t>{1, 0, 1, 0}));
    EXPECT_EQ(result.summary.skipped, 2u);
    EXPECT_EQ(result.positions[1], Vec3(0));
    EXPECT_EQ(result.positions[3], Vec3(0));
    EXPECT_EQ(result.summary.box_min, Vec3(1, 2, 3));
    EXPECT_EQ(result.summary.box_max, Vec3(4, 5, 6));
}

TEST(PositionReader, LeavesTheBoxEmptyWithoutUsableVertices) {
    const PositionSummary none = read({nullptr, 0, 0, scalar_float64}).summary;
    EXPECT_GT(none.box_min.x, none.box_max.x);
    const PositionSummary skipped = read(packed({std::nan(""), 0, 0}), true).summary;
    EXPECT_GT(skipped.box_min.x, skipped.box_max.x);
    EXPECT_EQ(skipped.skipped, 1u);
}

TEST(PositionReader, AppliesTheTransformAndKeepsWhatWasRead) {
    const double turn[12] = {0, -1, 0, 10, 1, 0, 0, 20, 0, 0, 1, 30};
    const RigidTransform transform = read_transform(turn);
    const Read result = read(packed({1, 2, 3, std::nan(""), 0, 0, 4, 5, 6}), true, &transform);
    EXPECT_EQ(result.positions[0], Vec3(8, 21, 33));
    EXPECT_EQ(result.positions[1], Vec3(0));
    EXPECT_EQ(result.positions[2], Vec3(5, 24, 36));
    EXPECT_EQ(result.unplaced[0], Vec3(1, 2, 3));
    EXPECT_TRUE(std::isnan(result.unplaced[1].x));
    EXPECT_EQ(result.usable, (std::vector<uint8_t>{1, 0, 1}));
    EXPECT_EQ(result.summary.skipped, 1u);
    EXPECT_EQ(result.summary.box_min, Vec3(5, 21, 33));
}

TEST(PositionReader, ChecksTheRangeBeforeAndAfterTheTransform) {
    const double far[12] = {1, 0, 0, -0x1p60, 0, 1, 0, 0, 0, 0, 1, 0};
    const RigidTransform transform = read_transform(far);
    EXPECT_EQ(outcome_of([&] { read(packed({0x1p60, 0, 0}), false, &transform); }).status, status::ok);
    const Outcome after = outcome_of([&] { read(packed({0, 0, 0, -0x1p59, 0, 0}), false, &transform); });
    EXPECT_EQ(after.status, status::out_of_range);
    EXPECT_NE(after.message.find("vertex 1"), std::string::npos) << after.message;
    EXPECT_NE(after.message.find("transform"), std::string::npos) << after.message;
    EXPECT_EQ(outcome_of([&] {
                  read(packed({0x1p61, 0, 0}), false, &transform);
              }).status,
              status::out_of_range);
}

TEST(PositionReader, GivesTheSameForAnyNumberOfWorkers) {
    std::mt19937 random(3);
    std::uniform_real_distribution<double> distribution(-100, 100);
    std::vector<double> numbers(3 * 50021);
    for (double& number : numbers) number = distribution(random);
    for (std::size_t i = 0; i < numbers.size(); i += 9973) numbers[i] = std::nan("");
    for (std::size_t i = 5; i < numbers.size(); i += 7919) numbers[i] = 1e-310;
    const double turn[12] = {0, -1, 0, 10, 1, 0, 0, 20, 0, 0, 1, 30};
    const RigidTransform transform = read_transform(turn);
    const Read serial = read(packed(numbers), true, &transform, 1);
    EXPECT_GT(serial.summary.skipped, 0u);
    EXPECT_GT(serial.summary.flushed_on_reading, 0u);
    for (const uint32_t worker_count : {2u, 3u, 8u}) {
        const Read parallel = read(packed(numbers), true, &transform, worker_count);
        EXPECT_EQ(parallel.positions, serial.positions);
        EXPECT_EQ(parallel.usable, serial.usable);
        EXPECT_EQ(parallel.summary.skipped, serial.summary.skipped);
        EXPECT_EQ(parallel.summary.flushed_on_reading, serial.summary.flushed_on_reading);
        EXPECT_EQ(parallel.summary.box_min, serial.summary.box_min);
        EXPECT_EQ(parallel.summary.box_max, serial.summary.box_max);
    }
}

TEST(PositionReader, ReportsPositiveZeroAsBoxBound) {
    const PositionSummary summary = read(packed({-0.0, 0.0, -0.0, 0.0, -0.0, -0.0})).summary;
    for (int i = 0; i < 3; ++i) {
        EXPECT_FALSE(std::signbit(summary.box_min[i]));
        EXPECT_FALSE(std::signbit(summary.box_max[i]));
    }
}

}  // namespace
}  // namespace defcol::testing
