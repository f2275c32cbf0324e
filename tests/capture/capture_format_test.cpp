// SPDX-License-Identifier: MIT
#include "capture/capture_format.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace defcol::capture {
namespace {

TEST(CaptureFormat, ChecksumChangesWithEveryByteLengthAndSeed) {
    for (const std::size_t size : {1U, 7U, 8U, 31U, 32U, 33U, 100U}) {
        std::vector<unsigned char> bytes(size, 5);
        const uint64_t sum = checksum(bytes.data(), size, 1);
        EXPECT_NE(sum, checksum(bytes.data(), size, 2));
        EXPECT_NE(sum, checksum(bytes.data(), size - 1, 1));
        for (std::size_t i = 0; i < size; ++i) {
            for (int bit = 0; bit < 8; ++bit) {
                bytes[i] = static_cast<unsigned char>(bytes[i] ^ (1U << bit));
                EXPECT_NE(sum, checksum(bytes.data(), size, 1)) << "byte " << i << " of " << size;
                bytes[i] = static_cast<unsigned char>(bytes[i] ^ (1U << bit));
            }
        }
    }
}

TEST(CaptureFormat, ChecksumIsTheSameOnEveryMachine) {
    // Stored in files: these numbers never change.
    const unsigned char bytes[] = {1, 2, 3, 4, 5, 6, 7, 8, 9};
    EXPECT_EQ(checksum(bytes, sizeof bytes, 0), checksum(bytes, sizeof bytes, 0));
    EXPECT_EQ(mixed(0), 0U);
    EXPECT_EQ(mixed(1), 0x5692161d100b05e5U);
}

TEST(CaptureFormat, ContactHashDependsOnEveryArray) {
    const int32_t kind[] = {1, 1};
    const uint32_t numbers[] = {4, 5};
    const uint32_t others[] = {4, 6};
    const uint64_t hash = hash_of_contacts(2, kind, numbers, numbers, numbers, numbers);
    EXPECT_NE(hash, hash_of_contacts(1, kind, numbers, numbers, numbers, numbers));
    EXPECT_NE(hash, hash_of_contacts(2, kind, others, numbers, numbers, numbers));
    EXPECT_NE(hash, hash_of_contacts(2, kind, numbers, others, numbers, numbers));
    EXPECT_NE(hash, hash_of_contacts(2, kind, numbers, numbers, others, numbers));
    EXPECT_NE(hash, hash_of_contacts(2, kind, numbers, numbers, numbers, others));
    EXPECT_EQ(hash_of_contacts(0, nullptr, nullptr, nullptr, nullptr, nullptr), mixed(0));
}

TEST(CaptureFormat, HeaderCheckDependsOnTheRecordsPlace) {
    RecordHeader header{1, 0, 100, 7};
    const uint32_t check = header_checksum(header, 3);
    EXPECT_NE(check, header_checksum(header, 4));
    header.size = 101;
    EXPECT_NE(check, header_checksum(header, 3));
}

}  // namespace
}  // namespace defcol::capture
