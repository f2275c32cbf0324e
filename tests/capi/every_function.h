/* SPDX-License-Identifier: MIT */
/* Every function of the header by type, name and parameters, and how a host that has only the header finds
 * them in a library it loads at run time. */
#ifndef DEFCOL_TESTS_EVERY_FUNCTION_H
#define DEFCOL_TESTS_EVERY_FUNCTION_H

#include <defcol/defcol.h>
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

/* clang-format off */
#define DEFCOL_EVERY_FUNCTION(X) \
    X(uint32_t, defcol_version_number, (void)) \
    X(const char*, defcol_version_string, (void)) \
    X(const char*, defcol_status_name, (defcol_status status)) \
    X(const char*, defcol_last_error_message, (void)) \
    X(defcol_status, defcol_context_desc_init, (defcol_context_desc* desc, size_t size)) \
    X(defcol_status, defcol_context_create, (const defcol_context_desc* desc, defcol_context* out_context)) \
    X(defcol_status, defcol_context_destroy, (defcol_context context)) \
    X(defcol_status, defcol_context_statistics_init, (defcol_context_statistics* statistics, size_t size)) \
    X(defcol_status, defcol_context_get_statistics, (defcol_context context, defcol_context_statistics* statistics)) \
    X(defcol_status, defcol_context_capture_start, (defcol_context context, const char* path)) \
    X(defcol_status, defcol_context_capture_stop, (defcol_context context)) \
    X(defcol_status, defcol_mesh_desc_init, (defcol_mesh_desc* desc, size_t size)) \
    X(defcol_status, defcol_mesh_create, (defcol_context context, const defcol_mesh_desc* desc, defcol_mesh* out_mesh)) \
    X(defcol_status, defcol_mesh_destroy, (defcol_mesh mesh)) \
    X(defcol_status, defcol_mesh_set_positions, (defcol_mesh mesh, const void* positions, uint64_t vertex_count, uint64_t stride, int32_t scalar)) \
    X(defcol_status, defcol_mesh_set_transform, (defcol_mesh mesh, const double* transform)) \
    X(defcol_status, defcol_mesh_set_topology, (defcol_mesh mesh, const defcol_mesh_desc* desc)) \
    X(defcol_status, defcol_mesh_edit_desc_init, (defcol_mesh_edit_desc* desc, size_t size)) \
    X(defcol_status, defcol_mesh_edit, (defcol_mesh mesh, const defcol_mesh_edit_desc* desc)) \
    X(defcol_status, defcol_mesh_set_active_triangles, (defcol_mesh mesh, const uint32_t* triangles, uint64_t count)) \
    X(defcol_status, defcol_mesh_set_active_triangle_mask, (defcol_mesh mesh, const uint8_t* bits, uint64_t bit_count)) \
    X(defcol_status, defcol_mesh_report_init, (defcol_mesh_report* report, size_t size)) \
    X(defcol_status, defcol_mesh_get_report, (defcol_mesh mesh, defcol_mesh_report* report)) \
    X(defcol_status, defcol_mesh_surface_init, (defcol_mesh_surface* surface, size_t size)) \
    X(defcol_status, defcol_mesh_get_surface, (defcol_mesh mesh, defcol_mesh_surface* surface)) \
    X(defcol_status, defcol_mesh_get_positions, (defcol_mesh mesh, const double** out_positions, uint64_t* out_vertex_count)) \
    X(defcol_status, defcol_link_desc_init, (defcol_link_desc* desc, size_t size)) \
    X(defcol_status, defcol_mesh_link, (defcol_mesh dense, defcol_mesh coarse, const defcol_link_desc* desc)) \
    X(defcol_status, defcol_mesh_unlink, (defcol_mesh dense)) \
    X(defcol_status, defcol_mesh_get_coarse, (defcol_mesh dense, defcol_mesh* out_coarse)) \
    X(defcol_status, defcol_mesh_steering_init, (defcol_mesh_steering* steering, size_t size)) \
    X(defcol_status, defcol_mesh_get_steering, (defcol_mesh dense, defcol_mesh_steering* steering)) \
    X(defcol_status, defcol_mesh_map_to_coarse, (defcol_mesh dense, const uint32_t* features, const double* weights, uint64_t count, uint32_t* out_features, double* out_weights)) \
    X(defcol_status, defcol_cage_desc_init, (defcol_cage_desc* desc, size_t size)) \
    X(defcol_status, defcol_mesh_create_cage, (defcol_mesh surface, const defcol_cage_desc* desc, defcol_mesh* out_cage)) \
    X(defcol_status, defcol_mesh_get_tetrahedra, (defcol_mesh mesh, const uint32_t** out_tetrahedra, uint64_t* out_tetrahedron_count)) \
    X(defcol_status, defcol_mesh_set_user_data, (defcol_mesh mesh, uint64_t user_data)) \
    X(defcol_status, defcol_mesh_get_user_data, (defcol_mesh mesh, uint64_t* out_user_data)) \
    X(defcol_status, defcol_backend_capabilities_init, (defcol_backend_capabilities* capabilities, size_t size)) \
    X(uint32_t, defcol_backend_count, (void)) \
    X(defcol_status, defcol_backend_get_capabilities, (int32_t backend, defcol_backend_capabilities* capabilities)) \
    X(defcol_status, defcol_backend_from_name, (const char* name, int32_t* out_backend)) \
    X(defcol_status, defcol_option_info_init, (defcol_option_info* info, size_t size)) \
    X(defcol_status, defcol_backend_get_option, (int32_t backend, uint32_t index, defcol_option_info* info)) \
    X(defcol_status, defcol_detector_desc_init, (defcol_detector_desc* desc, size_t size)) \
    X(defcol_status, defcol_detector_create, (defcol_context context, const defcol_detector_desc* desc, defcol_detector* out_detector)) \
    X(defcol_status, defcol_detector_destroy, (defcol_detector detector)) \
    X(defcol_status, defcol_detector_add_mesh, (defcol_detector detector, defcol_mesh mesh, uint32_t flags)) \
    X(defcol_status, defcol_detector_remove_mesh, (defcol_detector detector, defcol_mesh mesh)) \
    X(defcol_status, defcol_detector_get_mesh_index, (defcol_detector detector, defcol_mesh mesh, uint32_t* out_index)) \
    X(defcol_status, defcol_detector_get_mesh, (defcol_detector detector, uint32_t index, defcol_mesh* out_mesh)) \
    X(defcol_status, defcol_detector_set_mesh_flags, (defcol_detector detector, defcol_mesh mesh, uint32_t flags)) \
    X(defcol_status, defcol_detector_set_filter, (defcol_detector detector, defcol_mesh mesh, uint32_t category, uint32_t mask)) \
    X(defcol_status, defcol_detector_exclude_pair, (defcol_detector detector, defcol_mesh a, defcol_mesh b, uint32_t excluded)) \
    X(defcol_status, defcol_detector_set_option_i64, (defcol_detector detector, int32_t option, int64_t value)) \
    X(defcol_status, defcol_detector_set_option_f64, (defcol_detector detector, int32_t option, double value)) \
    X(defcol_status, defcol_detector_get_option_i64, (defcol_detector detector, int32_t option, int64_t* out_value)) \
    X(defcol_status, defcol_detector_get_option_f64, (defcol_detector detector, int32_t option, double* out_value)) \
    X(defcol_status, defcol_detect_options_init, (defcol_detect_options* options, size_t size)) \
    X(defcol_status, defcol_detector_detect, (defcol_detector detector, const defcol_detect_options* options)) \
    X(defcol_status, defcol_contacts_init, (defcol_contacts* contacts, size_t size)) \
    X(defcol_status, defcol_detector_contacts, (defcol_detector detector, defcol_contacts* contacts)) \
    X(defcol_status, defcol_statistics_init, (defcol_statistics* statistics, size_t size)) \
    X(defcol_status, defcol_detector_get_statistics, (defcol_detector detector, defcol_statistics* statistics)) \
    X(defcol_status, defcol_detector_resume, (defcol_detector detector, const defcol_detect_options* options)) \
    X(defcol_status, defcol_detector_set_pair_priority, (defcol_detector detector, defcol_mesh a, defcol_mesh b, double priority)) \
    X(defcol_status, defcol_detector_build_sphere_tree, (defcol_detector detector, defcol_mesh mesh, const volatile int32_t* cancel)) \
    X(defcol_status, defcol_detector_save_sphere_tree, (defcol_detector detector, defcol_mesh mesh, void* blob, uint64_t capacity, uint64_t* out_size)) \
    X(defcol_status, defcol_detector_load_sphere_tree, (defcol_detector detector, defcol_mesh mesh, const void* blob, uint64_t size)) \
    X(defcol_status, defcol_sphere_level_init, (defcol_sphere_level* level, size_t size)) \
    X(defcol_status, defcol_detector_get_sphere_level, (defcol_detector detector, defcol_mesh mesh, uint32_t index, defcol_sphere_level* level)) \
    X(defcol_status, defcol_separation_init, (defcol_separation* separation, size_t size)) \
    X(defcol_status, defcol_detector_get_separation, (defcol_detector detector, defcol_mesh a, defcol_mesh b, defcol_separation* separation)) \
    X(defcol_status, defcol_volumes_init, (defcol_volumes* volumes, size_t size)) \
    X(defcol_status, defcol_detector_volumes, (defcol_detector detector, defcol_volumes* volumes))
/* clang-format on */

#define DECLARE_MEMBER(result, name, parameters) result(*name) parameters;
typedef struct defcol_functions {
    DEFCOL_EVERY_FUNCTION(DECLARE_MEMBER)
} defcol_functions;

/* A list that disagrees with the header does not compile; nothing of it is evaluated. */
#define COMPARE_TYPES(result, name, parameters) (void)sizeof(functions->name == name);

/* C99 has no cast from an object pointer to a function pointer, POSIX promises that the bits are the same. */
#define LOAD_MEMBER(result, name, parameters)                 \
    symbol = dlsym(library, #name);                           \
    if (symbol == NULL) {                                     \
        fprintf(stderr, "%s is not in the library\n", #name); \
        return 0;                                             \
    }                                                         \
    memcpy(&functions->name, &symbol, sizeof symbol);

static int load_functions(void* library, defcol_functions* functions) {
    void* symbol;
    DEFCOL_EVERY_FUNCTION(COMPARE_TYPES)
    DEFCOL_EVERY_FUNCTION(LOAD_MEMBER)
    return 1;
}

#endif
