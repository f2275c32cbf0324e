// SPDX-License-Identifier: MIT
// The smallest host in C++: a tetrahedron sinks through a sheet, with the wrapper of defcol.hpp.
#include <cstdio>
#include <defcol/defcol.hpp>

int main() try {
    const defcol::context context;
    const std::vector<double> sheet_positions = {-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0};
    const auto sheet = defcol::mesh::of_triangles(context, sheet_positions, {0, 1, 2, 0, 2, 3});
    std::vector<double> spike_positions = {0.25, 0, 0.5, 0, -0.25, 1.5, 0.5, -0.25, 1.5, 0.25, 0.25, 1.5};
    auto spike = defcol::mesh::of_tetrahedra(context, spike_positions, {0, 1, 2, 3});

    defcol::detector detector(context, DEFCOL_BACKEND_AUTO, DEFCOL_FIELD_NORMALS);
    detector.add(sheet);
    detector.add(spike);

    bool is_right = true;
    const uint64_t expected[] = {0, 3, 3, 0};
    for (const uint64_t expected_count : expected) {
        detector.detect();
        const defcol_contacts contacts = detector.contacts();
        std::printf("%llu contacts\n", static_cast<unsigned long long>(contacts.count));
        for (uint64_t i = 0; i < contacts.count; ++i) {
            std::printf("  triangle %u of the sheet, %u of the spike, depth %.3f\n", contacts.primitive_a[i],
                        contacts.primitive_b[i], -contacts.distances[i]);
        }
        is_right = is_right && contacts.count == expected_count;
        const double sink = expected_count == 0 ? 0.75 : 0.5;
        for (size_t v = 2; v < spike_positions.size(); v += 3) spike_positions[v] -= sink;
        spike.set_positions(spike_positions);
    }

    try {
        spike.set_positions(std::vector<double>{1, 2, 3});  // one vertex for a mesh of four
        is_right = false;
    } catch (const defcol::error& error) {
        std::printf("refused, as it should be: %s\n", error.what());
        is_right = is_right && error.status() == DEFCOL_ERROR_INVALID_ARGUMENT;
    }
    return is_right ? 0 : 1;
} catch (const defcol::error& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
}
