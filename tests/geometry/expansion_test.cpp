// SPDX-License-Identifier: MIT
#include "geometry/expansion.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "geometry/adversarial_cases.hpp"

namespace defcol::test {

namespace {

// 26-bit integers: their products and sums fit in 64 bits, an arithmetic of its own to compare with.
std::int64_t short_integer(Random& random) {
    return static_cast<std::int64_t>(random.next() >> 38) - (std::int64_t{1} << 25);
}

TEST(Expansion, TwoProductIsTheWholeProduct) {
    Random random(6);
    for (int i = 0; i < 100'000; ++i) {
        const double a = std::ldexp(random.real(-1, 1), random.between(-250, 60));
        const double b = std::ldexp(random.real(-1, 1), random.between(-250, 60));
        const TwoTerms product = two_product(a, b);
        ASSERT_EQ(product.head, a * b);
        ASSERT_EQ(product.tail, std::fma(a, b, -product.head)) << std::hexfloat << a << " " << b;
    }
}

TEST(Expansion, SmallestProductOfThreeDifferencesIsNotLost) {
    const double difference = 0x1p-352;  // between two neighbours at the smallest accepted magnitude
    const Expansion<8> product =
        Expansion<2>(two_product(difference, -difference)) * Expansion<2>({difference, 0});
    EXPECT_EQ(product.sign(), -1);
    EXPECT_EQ(product.estimate(), -0x1p-1056);
}

TEST(Expansion, CancellationLeavesExactlyNothing) {
    Random random(7);
    for (int i = 0; i < 10'000; ++i) {
        const double a = random.real(-1, 1);
        const double b = random.real(-1e-9, 1e9);
        const Expansion<2> left(two_product(a, b));
        const Expansion<2> right(two_product(b, a));
        ASSERT_EQ((left - right).sign(), 0);
        ASSERT_EQ((left - right).size(), 0);
        ASSERT_EQ((left * b - right * b).sign(), 0);
    }
}

TEST(Expansion, SumsOfProductsHaveTheSignOfIntegerArithmetic) {
    Random random(8);
    for (int i = 0; i < 100'000; ++i) {
        const std::int64_t a = short_integer(random);
        const std::int64_t b = short_integer(random);
        const std::int64_t c = random.one_in(3) ? a + random.between(-1, 1) : short_integer(random);
        const std::int64_t d = random.one_in(3) ? b + random.between(-1, 1) : short_integer(random);
        const std::int64_t exact = a * b - c * d;
        // The same integers shifted so far apart that each product has two terms.
        const double shift = 1 + 0x1p-52;
        const Expansion<2> left(two_product(static_cast<double>(a) * shift, static_cast<double>(b)));
        const Expansion<2> right(two_product(static_cast<double>(c), static_cast<double>(d)));
        const auto difference =
            Expansion<2>(two_product(static_cast<double>(a), static_cast<double>(b))) - right;
        ASSERT_EQ(difference.sign(), (exact > 0) - (exact < 0));
        ASSERT_EQ(difference.estimate(), static_cast<double>(exact));
        ASSERT_EQ((left + right - left - right).sign(), 0);
    }
}

}  // namespace

}  // namespace defcol::test
