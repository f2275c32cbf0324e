/* SPDX-License-Identifier: MIT */
/* The layout of every struct on a 64-bit machine, member by member. Members follow each other without
 * padding, so a number that changes here is a change of the ABI. Compiling this file is the test. */
#include <defcol/defcol.h>

#define SIZE(type, bytes) _Static_assert(sizeof(type) == (bytes), #type " has changed its size")
#define MEMBER(type, member, offset) \
    _Static_assert(offsetof(type, member) == (offset), #type "." #member " has moved")

SIZE(defcol_context, 8);
MEMBER(defcol_context, value, 0);

SIZE(defcol_mesh, 8);
MEMBER(defcol_mesh, value, 0);

SIZE(defcol_detector, 8);
MEMBER(defcol_detector, value, 0);

SIZE(defcol_context_desc, 64);
MEMBER(defcol_context_desc, struct_size, 0);
MEMBER(defcol_context_desc, worker_count, 4);
MEMBER(defcol_context_desc, memory_cap, 8);
MEMBER(defcol_context_desc, user, 16);
MEMBER(defcol_context_desc, allocate, 24);
MEMBER(defcol_context_desc, release, 32);
MEMBER(defcol_context_desc, log, 40);
MEMBER(defcol_context_desc, run_tasks, 48);
MEMBER(defcol_context_desc, log_level, 56);
MEMBER(defcol_context_desc, reserved, 60);

SIZE(defcol_context_statistics, 40);
MEMBER(defcol_context_statistics, struct_size, 0);
MEMBER(defcol_context_statistics, worker_count, 4);
MEMBER(defcol_context_statistics, bytes, 8);
MEMBER(defcol_context_statistics, peak_bytes, 16);
MEMBER(defcol_context_statistics, allocation_count, 24);
MEMBER(defcol_context_statistics, mesh_count, 32);
MEMBER(defcol_context_statistics, detector_count, 36);

SIZE(defcol_mesh_desc, 88);
MEMBER(defcol_mesh_desc, struct_size, 0);
MEMBER(defcol_mesh_desc, flags, 4);
MEMBER(defcol_mesh_desc, vertex_count, 8);
MEMBER(defcol_mesh_desc, positions, 16);
MEMBER(defcol_mesh_desc, position_stride, 24);
MEMBER(defcol_mesh_desc, position_scalar, 32);
MEMBER(defcol_mesh_desc, reserved, 36);
MEMBER(defcol_mesh_desc, triangle_count, 40);
MEMBER(defcol_mesh_desc, triangles, 48);
MEMBER(defcol_mesh_desc, tetrahedron_count, 56);
MEMBER(defcol_mesh_desc, tetrahedra, 64);
MEMBER(defcol_mesh_desc, transform, 72);
MEMBER(defcol_mesh_desc, user_data, 80);

SIZE(defcol_mesh_edit_desc, 72);
MEMBER(defcol_mesh_edit_desc, struct_size, 0);
MEMBER(defcol_mesh_edit_desc, position_scalar, 4);
MEMBER(defcol_mesh_edit_desc, removed_triangle_count, 8);
MEMBER(defcol_mesh_edit_desc, removed_triangles, 16);
MEMBER(defcol_mesh_edit_desc, added_vertex_count, 24);
MEMBER(defcol_mesh_edit_desc, added_positions, 32);
MEMBER(defcol_mesh_edit_desc, position_stride, 40);
MEMBER(defcol_mesh_edit_desc, added_triangle_count, 48);
MEMBER(defcol_mesh_edit_desc, added_triangles, 56);
MEMBER(defcol_mesh_edit_desc, out_triangle_ids, 64);

SIZE(defcol_mesh_report, 184);
MEMBER(defcol_mesh_report, struct_size, 0);
MEMBER(defcol_mesh_report, is_closed, 4);
MEMBER(defcol_mesh_report, vertex_count, 8);
MEMBER(defcol_mesh_report, triangle_count, 16);
MEMBER(defcol_mesh_report, active_triangle_count, 24);
MEMBER(defcol_mesh_report, tetrahedron_count, 32);
MEMBER(defcol_mesh_report, degenerate_triangle_count, 40);
MEMBER(defcol_mesh_report, duplicate_vertex_count, 48);
MEMBER(defcol_mesh_report, unused_vertex_count, 56);
MEMBER(defcol_mesh_report, boundary_edge_count, 64);
MEMBER(defcol_mesh_report, non_manifold_edge_count, 72);
MEMBER(defcol_mesh_report, flat_tetrahedron_count, 80);
MEMBER(defcol_mesh_report, inverted_tetrahedron_count, 88);
MEMBER(defcol_mesh_report, flushed_coordinate_count, 96);
MEMBER(defcol_mesh_report, skipped_vertex_count, 104);
MEMBER(defcol_mesh_report, skipped_triangle_count, 112);
MEMBER(defcol_mesh_report, skipped_tetrahedron_count, 120);
MEMBER(defcol_mesh_report, first_open_edge, 128);
MEMBER(defcol_mesh_report, box_min, 136);
MEMBER(defcol_mesh_report, box_max, 160);

SIZE(defcol_mesh_surface, 40);
MEMBER(defcol_mesh_surface, struct_size, 0);
MEMBER(defcol_mesh_surface, reserved, 4);
MEMBER(defcol_mesh_surface, triangle_count, 8);
MEMBER(defcol_mesh_surface, triangles, 16);
MEMBER(defcol_mesh_surface, tetrahedra, 24);
MEMBER(defcol_mesh_surface, active, 32);

SIZE(defcol_link_desc, 16);
MEMBER(defcol_link_desc, struct_size, 0);
MEMBER(defcol_link_desc, flags, 4);
MEMBER(defcol_link_desc, max_distance, 8);

SIZE(defcol_mesh_steering, 40);
MEMBER(defcol_mesh_steering, struct_size, 0);
MEMBER(defcol_mesh_steering, reserved, 4);
MEMBER(defcol_mesh_steering, vertex_count, 8);
MEMBER(defcol_mesh_steering, coarse_vertices, 16);
MEMBER(defcol_mesh_steering, weights, 24);
MEMBER(defcol_mesh_steering, link_lengths, 32);

SIZE(defcol_cage_desc, 8);
MEMBER(defcol_cage_desc, struct_size, 0);
MEMBER(defcol_cage_desc, resolution, 4);

SIZE(defcol_backend_capabilities, 80);
MEMBER(defcol_backend_capabilities, struct_size, 0);
MEMBER(defcol_backend_capabilities, backend, 4);
MEMBER(defcol_backend_capabilities, is_available, 8);
MEMBER(defcol_backend_capabilities, queries, 12);
MEMBER(defcol_backend_capabilities, main_query, 16);
MEMBER(defcol_backend_capabilities, exact_queries, 20);
MEMBER(defcol_backend_capabilities, option_count, 24);
MEMBER(defcol_backend_capabilities, reserved, 28);
MEMBER(defcol_backend_capabilities, name, 32);
MEMBER(defcol_backend_capabilities, description, 40);
MEMBER(defcol_backend_capabilities, limits, 48);
MEMBER(defcol_backend_capabilities, reason, 56);
MEMBER(defcol_backend_capabilities, device, 64);
MEMBER(defcol_backend_capabilities, device_reason, 72);

SIZE(defcol_option_info, 80);
MEMBER(defcol_option_info, struct_size, 0);
MEMBER(defcol_option_info, option, 4);
MEMBER(defcol_option_info, type, 8);
MEMBER(defcol_option_info, reserved, 12);
MEMBER(defcol_option_info, name, 16);
MEMBER(defcol_option_info, meaning, 24);
MEMBER(defcol_option_info, min_i64, 32);
MEMBER(defcol_option_info, max_i64, 40);
MEMBER(defcol_option_info, default_i64, 48);
MEMBER(defcol_option_info, min_f64, 56);
MEMBER(defcol_option_info, max_f64, 64);
MEMBER(defcol_option_info, default_f64, 72);

SIZE(defcol_detector_desc, 16);
MEMBER(defcol_detector_desc, struct_size, 0);
MEMBER(defcol_detector_desc, backend, 4);
MEMBER(defcol_detector_desc, queries, 8);
MEMBER(defcol_detector_desc, fields, 12);

SIZE(defcol_detect_options, 40);
MEMBER(defcol_detect_options, struct_size, 0);
MEMBER(defcol_detect_options, flags, 4);
MEMBER(defcol_detect_options, max_contacts, 8);
MEMBER(defcol_detect_options, time_budget_seconds, 16);
MEMBER(defcol_detect_options, test_budget, 24);
MEMBER(defcol_detect_options, cancel, 32);

SIZE(defcol_contact_range, 32);
MEMBER(defcol_contact_range, kind, 0);
MEMBER(defcol_contact_range, mesh_a, 4);
MEMBER(defcol_contact_range, mesh_b, 8);
MEMBER(defcol_contact_range, reserved, 12);
MEMBER(defcol_contact_range, first, 16);
MEMBER(defcol_contact_range, count, 24);

SIZE(defcol_contacts, 176);
MEMBER(defcol_contacts, struct_size, 0);
MEMBER(defcol_contacts, is_truncated, 4);
MEMBER(defcol_contacts, is_incomplete, 8);
MEMBER(defcol_contacts, reserved, 12);
MEMBER(defcol_contacts, count, 16);
MEMBER(defcol_contacts, total, 24);
MEMBER(defcol_contacts, finished_fraction, 32);
MEMBER(defcol_contacts, kind, 40);
MEMBER(defcol_contacts, mesh_a, 48);
MEMBER(defcol_contacts, primitive_a, 56);
MEMBER(defcol_contacts, mesh_b, 64);
MEMBER(defcol_contacts, primitive_b, 72);
MEMBER(defcol_contacts, features_a, 80);
MEMBER(defcol_contacts, weights_a, 88);
MEMBER(defcol_contacts, features_b, 96);
MEMBER(defcol_contacts, weights_b, 104);
MEMBER(defcol_contacts, points, 112);
MEMBER(defcol_contacts, normals, 120);
MEMBER(defcol_contacts, distances, 128);
MEMBER(defcol_contacts, flags, 136);
MEMBER(defcol_contacts, ids, 144);
MEMBER(defcol_contacts, surface_b, 152);
MEMBER(defcol_contacts, range_count, 160);
MEMBER(defcol_contacts, ranges, 168);

SIZE(defcol_statistics, 336);
MEMBER(defcol_statistics, struct_size, 0);
MEMBER(defcol_statistics, backend, 4);
MEMBER(defcol_statistics, frame, 8);
MEMBER(defcol_statistics, prepare_seconds, 16);
MEMBER(defcol_statistics, broadphase_seconds, 24);
MEMBER(defcol_statistics, update_seconds, 32);
MEMBER(defcol_statistics, search_seconds, 40);
MEMBER(defcol_statistics, order_seconds, 48);
MEMBER(defcol_statistics, geometry_seconds, 56);
MEMBER(defcol_statistics, total_seconds, 64);
MEMBER(defcol_statistics, mesh_pair_count, 72);
MEMBER(defcol_statistics, candidate_count, 80);
MEMBER(defcol_statistics, filter_rejected_count, 88);
MEMBER(defcol_statistics, exact_test_count, 96);
MEMBER(defcol_statistics, filter_failure_count, 104);
MEMBER(defcol_statistics, contact_count, 112);
MEMBER(defcol_statistics, detector_bytes, 120);
MEMBER(defcol_statistics, choice, 128);
MEMBER(defcol_statistics, region_call_count, 136);
MEMBER(defcol_statistics, box_test_count, 144);
MEMBER(defcol_statistics, cone_cull_count, 152);
MEMBER(defcol_statistics, contour_test_count, 160);
MEMBER(defcol_statistics, cell_entry_count, 168);
MEMBER(defcol_statistics, oversized_count, 176);
MEMBER(defcol_statistics, cell_size_fallback_count, 184);
MEMBER(defcol_statistics, image_count, 192);
MEMBER(defcol_statistics, kept_image_count, 200);
MEMBER(defcol_statistics, layer_count, 208);
MEMBER(defcol_statistics, unpaired_pixel_count, 216);
MEMBER(defcol_statistics, most_layers, 224);
MEMBER(defcol_statistics, image_seconds, 232);
MEMBER(defcol_statistics, device, 240);
MEMBER(defcol_statistics, device_reason, 248);
MEMBER(defcol_statistics, filter_accepted_count, 256);
MEMBER(defcol_statistics, tree_decay, 264);
MEMBER(defcol_statistics, built_tree_count, 272);
MEMBER(defcol_statistics, sphere_count, 280);
MEMBER(defcol_statistics, sphere_test_count, 288);
MEMBER(defcol_statistics, leaf_pair_count, 296);
MEMBER(defcol_statistics, assumed_pair_count, 304);
MEMBER(defcol_statistics, unrefined_pair_count, 312);
MEMBER(defcol_statistics, untested_self_pair_count, 320);
MEMBER(defcol_statistics, tree_build_seconds, 328);

SIZE(defcol_separation, 104);
MEMBER(defcol_separation, struct_size, 0);
MEMBER(defcol_separation, hulls_overlap, 4);
MEMBER(defcol_separation, distance, 8);
MEMBER(defcol_separation, distance_lower_bound, 16);
MEMBER(defcol_separation, penetration_bound, 24);
MEMBER(defcol_separation, point_a, 32);
MEMBER(defcol_separation, point_b, 56);
MEMBER(defcol_separation, direction, 80);

SIZE(defcol_volumes, 224);
MEMBER(defcol_volumes, struct_size, 0);
MEMBER(defcol_volumes, is_incomplete, 4);
MEMBER(defcol_volumes, count, 8);
MEMBER(defcol_volumes, mesh_a, 16);
MEMBER(defcol_volumes, mesh_b, 24);
MEMBER(defcol_volumes, volume, 32);
MEMBER(defcol_volumes, error_bound, 40);
MEMBER(defcol_volumes, centroid, 48);
MEMBER(defcol_volumes, box_min, 56);
MEMBER(defcol_volumes, box_max, 64);
MEMBER(defcol_volumes, direction, 72);
MEMBER(defcol_volumes, depth, 80);
MEMBER(defcol_volumes, axis, 88);
MEMBER(defcol_volumes, width, 96);
MEMBER(defcol_volumes, height, 104);
MEMBER(defcol_volumes, grid_origin, 112);
MEMBER(defcol_volumes, pixel_size, 120);
MEMBER(defcol_volumes, unpaired_pixels, 128);
MEMBER(defcol_volumes, first_span, 136);
MEMBER(defcol_volumes, span_count, 144);
MEMBER(defcol_volumes, span_x, 152);
MEMBER(defcol_volumes, span_y, 160);
MEMBER(defcol_volumes, span_entry, 168);
MEMBER(defcol_volumes, span_leave, 176);
MEMBER(defcol_volumes, first_gradient, 184);
MEMBER(defcol_volumes, gradient_count, 192);
MEMBER(defcol_volumes, gradient_mesh, 200);
MEMBER(defcol_volumes, gradient_vertex, 208);
MEMBER(defcol_volumes, gradient, 216);
SIZE(defcol_sphere_level, 40);
MEMBER(defcol_sphere_level, struct_size, 0);
MEMBER(defcol_sphere_level, level, 4);
MEMBER(defcol_sphere_level, level_count, 8);
MEMBER(defcol_sphere_level, first_sphere, 12);
MEMBER(defcol_sphere_level, sphere_count, 16);
MEMBER(defcol_sphere_level, tree_sphere_count, 24);
MEMBER(defcol_sphere_level, spheres, 32);
