// SPDX-License-Identifier: MIT
#include "struct_io.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

#include "capi/guarded_memory.hpp"
#include "capi/session.hpp"

namespace capi_test {
namespace {

template <class T>
struct StructKind {
    const char* name;
    defcol_status (*init)(T*, size_t);
};

// Calls `test` with each struct of the header and its init function.
template <class Test>
void for_each_struct(Test&& test) {
    test(StructKind<defcol_context_desc>{"defcol_context_desc", defcol_context_desc_init});
    test(StructKind<defcol_context_statistics>{"defcol_context_statistics", defcol_context_statistics_init});
    test(StructKind<defcol_mesh_desc>{"defcol_mesh_desc", defcol_mesh_desc_init});
    test(StructKind<defcol_mesh_edit_desc>{"defcol_mesh_edit_desc", defcol_mesh_edit_desc_init});
    test(StructKind<defcol_mesh_report>{"defcol_mesh_report", defcol_mesh_report_init});
    test(StructKind<defcol_mesh_surface>{"defcol_mesh_surface", defcol_mesh_surface_init});
    test(StructKind<defcol_backend_capabilities>{"defcol_backend_capabilities",
                                                 defcol_backend_capabilities_init});
    test(StructKind<defcol_option_info>{"defcol_option_info", defcol_option_info_init});
    test(StructKind<defcol_detector_desc>{"defcol_detector_desc", defcol_detector_desc_init});
    test(StructKind<defcol_detect_options>{"defcol_detect_options", defcol_detect_options_init});
    test(StructKind<defcol_contacts>{"defcol_contacts", defcol_contacts_init});
    test(StructKind<defcol_statistics>{"defcol_statistics", defcol_statistics_init});
}

// As a host built against a newer header would have it: `extra` more bytes, all `fill`.
template <class T>
std::vector<uint64_t> longer_struct(const T& known, std::size_t extra, unsigned char fill) {
    std::vector<uint64_t> words((sizeof(T) + extra + 7) / 8);
    auto* bytes = reinterpret_cast<unsigned char*>(words.data());
    std::memcpy(bytes, &known, sizeof(T));
    std::memset(bytes + sizeof(T), fill, extra);
    const auto size = static_cast<uint32_t>(sizeof(T) + extra);
    std::memcpy(bytes, &size, sizeof size);
    return words;
}

TEST(StructInit, WritesExactlyTheBytesOfTheCaller) {
    for_each_struct([]<class T>(StructKind<T> kind) {
        SCOPED_TRACE(kind.name);
        T expected;
        ASSERT_OK(kind.init(&expected, sizeof expected));
        EXPECT_EQ(expected.struct_size, sizeof(T));
        for (std::size_t size = 8; size <= sizeof(T) + 24; size += alignof(T)) {
            GuardedMemory memory(size);
            std::memset(memory.as<char>(), 0x5a, size);
            ASSERT_OK(kind.init(memory.as<T>(), size)) << size;
            EXPECT_EQ(*memory.as<uint32_t>(), size);
            const std::size_t known = std::min(size, sizeof(T));
            EXPECT_EQ(std::memcmp(memory.as<char>() + 4, reinterpret_cast<char*>(&expected) + 4, known - 4),
                      0);
            for (std::size_t i = known; i < size; ++i) EXPECT_EQ(memory.as<char>()[i], 0) << i;
        }
    });
}

TEST(StructInit, RefusesSizesAndPointersThatCannotBeRight) {
    for_each_struct([]<class T>(StructKind<T> kind) {
        SCOPED_TRACE(kind.name);
        alignas(8) char bytes[8192];
        auto* place = reinterpret_cast<T*>(bytes);
        std::memset(bytes, 0x5a, sizeof bytes);
        EXPECT_EQ(kind.init(nullptr, sizeof(T)), DEFCOL_ERROR_NULL_POINTER);
        EXPECT_EQ(kind.init(reinterpret_cast<T*>(bytes + 1), sizeof(T)), DEFCOL_ERROR_INVALID_ARGUMENT);
        for (const std::size_t size : {std::size_t{0}, std::size_t{4}, std::size_t{7}, std::size_t{9},
                                       sizeof(T) + 1, std::size_t{4100}, std::size_t{1} << 33, SIZE_MAX}) {
            EXPECT_EQ(kind.init(place, size), DEFCOL_ERROR_BAD_STRUCT_SIZE) << size;
        }
        EXPECT_TRUE(std::ranges::all_of(bytes, [](char byte) { return byte == 0x5a; }));
        EXPECT_OK(kind.init(place, 4096));
    });
}

TEST(StructInit, DefaultsAreWhatTheHeaderSays) {
    EXPECT_EQ(initialized(defcol_context_desc_init).worker_count, 1u);
    EXPECT_EQ(initialized(defcol_mesh_desc_init).position_scalar, DEFCOL_SCALAR_FLOAT64);
    EXPECT_EQ(initialized(defcol_mesh_edit_desc_init).position_scalar, DEFCOL_SCALAR_FLOAT64);
    EXPECT_EQ(initialized(defcol_detector_desc_init).backend, DEFCOL_BACKEND_AUTO);
    const auto options = initialized(defcol_detect_options_init);
    EXPECT_EQ(options.max_contacts, UINT64_MAX);
    EXPECT_EQ(options.test_budget, UINT64_MAX);
    EXPECT_TRUE(std::isinf(options.time_budget_seconds) && options.time_budget_seconds > 0);
    EXPECT_EQ(options.cancel, nullptr);
}

// An older host: what its struct does not have is the default, and nothing behind it is read.
TEST(InputStruct, ShorterIsCompletedWithDefaults) {
    const Session session;
    const auto detector = session.detector_of({session.mesh(sheet(2)), session.mesh(sheet(2, 1))});
    auto options = initialized(defcol_detect_options_init);
    options.struct_size = 16;  // struct_size, flags, max_contacts
    options.max_contacts = 1;
    const GuardedMemory older(&options, 16);
    EXPECT_EQ(defcol_detector_detect(detector, older.as<defcol_detect_options>()), DEFCOL_TRUNCATED);
    EXPECT_EQ(contacts_of(detector).size(), 1u);

    auto desc = initialized(defcol_context_desc_init);
    desc.struct_size = 8;
    desc.worker_count = 2;
    const GuardedMemory older_desc(&desc, 8);
    defcol_context context;
    ASSERT_OK(defcol_context_create(older_desc.as<defcol_context_desc>(), &context));
    auto statistics = initialized(defcol_context_statistics_init);
    EXPECT_OK(defcol_context_get_statistics(context, &statistics));
    EXPECT_EQ(statistics.worker_count, 2u);
    EXPECT_OK(defcol_context_destroy(context));
}

TEST(InputStruct, LongerIsTakenIfTheTailIsZero) {
    const Session session;
    const MeshData data = sheet(1);
    for (const std::size_t extra : {4u, 8u, 64u, 1024u}) {
        auto desc = longer_struct(describe(data), extra, 0);
        defcol_mesh mesh{};
        EXPECT_OK(
            defcol_mesh_create(session.context, reinterpret_cast<defcol_mesh_desc*>(desc.data()), &mesh));
        EXPECT_NE(mesh.value, 0u);
    }
}

TEST(InputStruct, LongerWithSomethingInTheTailIsUnsupported) {
    const Session session;
    const MeshData data = sheet(1);
    auto desc = longer_struct(describe(data), 8, 0);
    reinterpret_cast<char*>(desc.data())[sizeof(defcol_mesh_desc) + 7] = 1;
    defcol_mesh mesh{77};
    EXPECT_EQ(defcol_mesh_create(session.context, reinterpret_cast<defcol_mesh_desc*>(desc.data()), &mesh),
              DEFCOL_ERROR_UNSUPPORTED);
    EXPECT_EQ(mesh.value, 0u);
    EXPECT_TRUE(message_has("byte " + std::to_string(sizeof(defcol_mesh_desc) + 7)));
}

TEST(InputStruct, WrongSizesAreRefused) {
    const Session session;
    const MeshData data = sheet(1);
    for (const uint32_t size : {0u, 4u, 7u, 12u, 101u, 4100u, UINT32_MAX}) {
        auto desc = describe(data);
        desc.struct_size = size;
        defcol_mesh mesh{77};
        EXPECT_EQ(defcol_mesh_create(session.context, &desc, &mesh), DEFCOL_ERROR_BAD_STRUCT_SIZE) << size;
        EXPECT_EQ(mesh.value, 0u);
        EXPECT_TRUE(message_has("defcol_mesh_create: "));
        EXPECT_TRUE(message_has("struct_size"));
    }
}

TEST(InputStruct, NullAndMisalignedAreRefused) {
    const Session session;
    const auto detector = session.detector();
    alignas(8) char bytes[512] = {};
    defcol_mesh mesh{};
    EXPECT_EQ(defcol_mesh_create(session.context, nullptr, &mesh), DEFCOL_ERROR_NULL_POINTER);
    EXPECT_EQ(defcol_mesh_create(session.context, reinterpret_cast<defcol_mesh_desc*>(bytes + 4), &mesh),
              DEFCOL_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(defcol_detector_detect(detector, reinterpret_cast<defcol_detect_options*>(bytes + 1)),
              DEFCOL_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(defcol_detector_contacts(detector, nullptr), DEFCOL_ERROR_NULL_POINTER);
    EXPECT_EQ(defcol_detector_contacts(detector, reinterpret_cast<defcol_contacts*>(bytes + 4)),
              DEFCOL_ERROR_INVALID_ARGUMENT);
}

TEST(OutputStruct, GetsTheKnownBytesAndZeros) {
    const Session session;
    const auto detector = session.detector_of({session.mesh(sheet(2)), session.mesh(sheet(2, 1))});
    ASSERT_OK(defcol_detector_detect(detector, nullptr));
    auto full = initialized(defcol_contacts_init);
    ASSERT_OK(defcol_detector_contacts(detector, &full));
    for (std::size_t size = 8; size <= sizeof(defcol_contacts) + 40; size += 8) {
        GuardedMemory memory(size);
        std::memset(memory.as<char>(), 0x5a, size);
        *memory.as<uint32_t>() = static_cast<uint32_t>(size);
        ASSERT_OK(defcol_detector_contacts(detector, memory.as<defcol_contacts>()));
        EXPECT_EQ(*memory.as<uint32_t>(), size);
        const std::size_t known = std::min(size, sizeof full);
        EXPECT_EQ(std::memcmp(memory.as<char>() + 4, reinterpret_cast<char*>(&full) + 4, known - 4), 0);
        for (std::size_t i = known; i < size; ++i) EXPECT_EQ(memory.as<char>()[i], 0);
    }
}

TEST(OutputStruct, IsZeroAfterAnError) {
    const auto is_zero_but_for_its_size = [](const auto& value) {
        const auto* bytes = reinterpret_cast<const char*>(&value);
        return value.struct_size == sizeof value &&
               std::all_of(bytes + 4, bytes + sizeof value, [](char byte) { return byte == 0; });
    };
    defcol_contacts contacts;
    std::memset(&contacts, 0x5a, sizeof contacts);
    contacts.struct_size = sizeof contacts;
    EXPECT_EQ(defcol_detector_contacts({0}, &contacts), DEFCOL_ERROR_BAD_HANDLE);
    EXPECT_TRUE(is_zero_but_for_its_size(contacts));

    defcol_mesh_report report;
    std::memset(&report, 0x5a, sizeof report);
    report.struct_size = sizeof report;
    EXPECT_EQ(defcol_mesh_get_report({0}, &report), DEFCOL_ERROR_BAD_HANDLE);
    EXPECT_TRUE(is_zero_but_for_its_size(report));

    defcol_option_info info;
    std::memset(&info, 0x5a, sizeof info);
    info.struct_size = sizeof info;
    EXPECT_EQ(defcol_backend_get_option(-1, 0, &info), DEFCOL_ERROR_UNSUPPORTED);
    EXPECT_TRUE(is_zero_but_for_its_size(info));
}

}  // namespace
}  // namespace capi_test
