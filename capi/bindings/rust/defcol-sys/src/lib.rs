// SPDX-License-Identifier: MIT
// Written by capi/bindings/generate.py from defcol.h.
//! The C functions of libdefcol as they are. The crate `defcol` is the safe way to use them.
#![allow(non_camel_case_types)]
use std::os::raw::{c_char, c_void};

pub const DEFCOL_OK: i32 = 0;
pub const DEFCOL_TRUNCATED: i32 = 1;
pub const DEFCOL_INCOMPLETE: i32 = 2;
pub const DEFCOL_ERROR_INVALID_ARGUMENT: i32 = -1;
pub const DEFCOL_ERROR_BAD_HANDLE: i32 = -2;
pub const DEFCOL_ERROR_OUT_OF_MEMORY: i32 = -3;
pub const DEFCOL_ERROR_UNSUPPORTED: i32 = -4;
pub const DEFCOL_ERROR_BUSY: i32 = -5;
pub const DEFCOL_ERROR_NON_FINITE: i32 = -6;
pub const DEFCOL_ERROR_OUT_OF_RANGE: i32 = -7;
pub const DEFCOL_ERROR_INDEX_RANGE: i32 = -8;
pub const DEFCOL_ERROR_SIZE_OVERFLOW: i32 = -9;
pub const DEFCOL_ERROR_NOT_CLOSED: i32 = -10;
pub const DEFCOL_ERROR_BACKEND_UNAVAILABLE: i32 = -11;
pub const DEFCOL_ERROR_DEVICE_LOST: i32 = -12;
pub const DEFCOL_ERROR_FORKED: i32 = -13;
pub const DEFCOL_ERROR_BAD_STRUCT_SIZE: i32 = -14;
pub const DEFCOL_ERROR_NULL_POINTER: i32 = -15;
pub const DEFCOL_ERROR_BAD_DATA: i32 = -16;
pub const DEFCOL_ERROR_INTERNAL: i32 = -17;
pub const DEFCOL_LOG_ERROR: i32 = 1;
pub const DEFCOL_LOG_WARNING: i32 = 2;
pub const DEFCOL_LOG_INFO: i32 = 3;
pub const DEFCOL_LOG_DEBUG: i32 = 4;
pub const DEFCOL_SCALAR_FLOAT32: i32 = 1;
pub const DEFCOL_SCALAR_FLOAT64: i32 = 2;
pub const DEFCOL_MESH_SKIP_NON_FINITE: i32 = 1;
pub const DEFCOL_BACKEND_AUTO: i32 = 0;
pub const DEFCOL_BACKEND_BRUTE_FORCE: i32 = 1;
pub const DEFCOL_BACKEND_HASH: i32 = 2;
pub const DEFCOL_BACKEND_LDI: i32 = 3;
pub const DEFCOL_BACKEND_CONE_BVH: i32 = 4;
pub const DEFCOL_BACKEND_SPHERE_TREE: i32 = 5;
pub const DEFCOL_BACKEND_GJK_CUT: i32 = 6;
pub const DEFCOL_QUERY_TRIANGLE_PAIRS: i32 = 1;
pub const DEFCOL_QUERY_VERTEX_IN_TETRAHEDRON: i32 = 2;
pub const DEFCOL_QUERY_VERTEX_IN_VOLUME: i32 = 4;
pub const DEFCOL_QUERY_INTERSECTION_VOLUME: i32 = 8;
pub const DEFCOL_QUERY_SPHERE_PAIRS: i32 = 16;
pub const DEFCOL_OPTION_TYPE_I64: i32 = 1;
pub const DEFCOL_OPTION_TYPE_F64: i32 = 2;
pub const DEFCOL_OPTION_INCLUDE_ADJACENT: i32 = 1;
pub const DEFCOL_OPTION_SIMD_LEVEL: i32 = 2;
pub const DEFCOL_OPTION_PARITY_COUNTING: i32 = 3;
pub const DEFCOL_OPTION_WELD_VERTICES: i32 = 4;
pub const DEFCOL_OPTION_HASH_CELL_SIZE: i32 = 201;
pub const DEFCOL_OPTION_HASH_TABLE_SIZE: i32 = 202;
pub const DEFCOL_OPTION_HASH_FUNCTION: i32 = 203;
pub const DEFCOL_OPTION_HASH_CONSISTENT_DEPTH: i32 = 204;
pub const DEFCOL_OPTION_LDI_RESOLUTION: i32 = 301;
pub const DEFCOL_OPTION_LDI_DEVICE: i32 = 302;
pub const DEFCOL_OPTION_LDI_AXES: i32 = 303;
pub const DEFCOL_OPTION_LDI_GRADIENT: i32 = 304;
pub const DEFCOL_OPTION_LDI_SPANS: i32 = 305;
pub const DEFCOL_LDI_DEVICE_AUTO: i32 = 0;
pub const DEFCOL_LDI_DEVICE_RASTER: i32 = 1;
pub const DEFCOL_LDI_DEVICE_GL_APPEND: i32 = 2;
pub const DEFCOL_LDI_DEVICE_GL_STENCIL: i32 = 3;
pub const DEFCOL_OPTION_CONE_BVH_MODE: i32 = 401;
pub const DEFCOL_OPTION_CONE_BVH_LEAF_SIZE: i32 = 402;
pub const DEFCOL_CONE_BVH_SOUND: i32 = 0;
pub const DEFCOL_CONE_BVH_FAST: i32 = 1;
pub const DEFCOL_CONE_BVH_BOXES: i32 = 2;
pub const DEFCOL_OPTION_GJK_CUT_LEAF_SIZE: i32 = 601;
pub const DEFCOL_OPTION_GJK_CUT_THRESHOLD: i32 = 602;
pub const DEFCOL_OPTION_GJK_CUT_STOP_FRACTION: i32 = 603;
pub const DEFCOL_OPTION_GJK_CUT_SPLIT_RULE: i32 = 604;
pub const DEFCOL_OPTION_GJK_CUT_MOST_CUTS: i32 = 605;
pub const DEFCOL_FIELD_FEATURES: i32 = 1;
pub const DEFCOL_FIELD_POINTS: i32 = 2;
pub const DEFCOL_FIELD_NORMALS: i32 = 4;
pub const DEFCOL_FIELD_FLAGS: i32 = 8;
pub const DEFCOL_FIELD_IDS: i32 = 16;
pub const DEFCOL_FIELD_SURFACE: i32 = 32;
pub const DEFCOL_FIELD_ALL: i32 = 63;
pub const DEFCOL_MESH_SELF_COLLISION: i32 = 1;
pub const DEFCOL_CONTACT_TRIANGLE_PAIR: i32 = 1;
pub const DEFCOL_CONTACT_VERTEX_IN_TETRAHEDRON: i32 = 2;
pub const DEFCOL_CONTACT_VERTEX_IN_VOLUME: i32 = 3;
pub const DEFCOL_CONTACT_INTERSECTION_VOLUME: i32 = 4;
pub const DEFCOL_CONTACT_SPHERE_PAIR: i32 = 5;
pub const DEFCOL_CONTACT_EDGE_A0: i32 = 1;
pub const DEFCOL_CONTACT_EDGE_A1: i32 = 2;
pub const DEFCOL_CONTACT_EDGE_A2: i32 = 4;
pub const DEFCOL_CONTACT_EDGE_B0: i32 = 8;
pub const DEFCOL_CONTACT_EDGE_B1: i32 = 16;
pub const DEFCOL_CONTACT_EDGE_B2: i32 = 32;
pub const DEFCOL_CONTACT_COPLANAR: i32 = 64;
pub const DEFCOL_CONTACT_NO_NORMAL: i32 = 128;
pub const DEFCOL_CONTACT_ADJACENT: i32 = 256;
pub const DEFCOL_NONE: u32 = u32::MAX;

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct defcol_context {
    pub value: u64,
}
const _: () = assert!(std::mem::size_of::<defcol_context>() == 8);

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct defcol_mesh {
    pub value: u64,
}
const _: () = assert!(std::mem::size_of::<defcol_mesh>() == 8);

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct defcol_detector {
    pub value: u64,
}
const _: () = assert!(std::mem::size_of::<defcol_detector>() == 8);

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct defcol_context_desc {
    pub struct_size: u32,
    pub worker_count: u32,
    pub memory_cap: u64,
    pub user: *mut c_void,
    pub allocate: *const c_void,
    pub release: *const c_void,
    pub log: *const c_void,
    pub run_tasks: *const c_void,
    pub log_level: i32,
    pub reserved: u32,
}
const _: () = assert!(std::mem::size_of::<defcol_context_desc>() == 64);

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct defcol_context_statistics {
    pub struct_size: u32,
    pub worker_count: u32,
    pub bytes: u64,
    pub peak_bytes: u64,
    pub allocation_count: u64,
    pub mesh_count: u32,
    pub detector_count: u32,
}
const _: () = assert!(std::mem::size_of::<defcol_context_statistics>() == 40);

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct defcol_mesh_desc {
    pub struct_size: u32,
    pub flags: u32,
    pub vertex_count: u64,
    pub positions: *const c_void,
    pub position_stride: u64,
    pub position_scalar: i32,
    pub reserved: u32,
    pub triangle_count: u64,
    pub triangles: *const u32,
    pub tetrahedron_count: u64,
    pub tetrahedra: *const u32,
    pub transform: *const f64,
    pub user_data: u64,
}
const _: () = assert!(std::mem::size_of::<defcol_mesh_desc>() == 88);

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct defcol_mesh_edit_desc {
    pub struct_size: u32,
    pub position_scalar: i32,
    pub removed_triangle_count: u64,
    pub removed_triangles: *const u32,
    pub added_vertex_count: u64,
    pub added_positions: *const c_void,
    pub position_stride: u64,
    pub added_triangle_count: u64,
    pub added_triangles: *const u32,
    pub out_triangle_ids: *mut u32,
}
const _: () = assert!(std::mem::size_of::<defcol_mesh_edit_desc>() == 72);

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct defcol_mesh_report {
    pub struct_size: u32,
    pub is_closed: u32,
    pub vertex_count: u64,
    pub triangle_count: u64,
    pub active_triangle_count: u64,
    pub tetrahedron_count: u64,
    pub degenerate_triangle_count: u64,
    pub duplicate_vertex_count: u64,
    pub unused_vertex_count: u64,
    pub boundary_edge_count: u64,
    pub non_manifold_edge_count: u64,
    pub flat_tetrahedron_count: u64,
    pub inverted_tetrahedron_count: u64,
    pub flushed_coordinate_count: u64,
    pub skipped_vertex_count: u64,
    pub skipped_triangle_count: u64,
    pub skipped_tetrahedron_count: u64,
    pub first_open_edge: [u32; 2],
    pub box_min: [f64; 3],
    pub box_max: [f64; 3],
}
const _: () = assert!(std::mem::size_of::<defcol_mesh_report>() == 184);

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct defcol_mesh_surface {
    pub struct_size: u32,
    pub reserved: u32,
    pub triangle_count: u64,
    pub triangles: *const u32,
    pub tetrahedra: *const u32,
    pub active: *const u8,
}
const _: () = assert!(std::mem::size_of::<defcol_mesh_surface>() == 40);

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct defcol_link_desc {
    pub struct_size: u32,
    pub flags: u32,
    pub max_distance: f64,
}
const _: () = assert!(std::mem::size_of::<defcol_link_desc>() == 16);

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct defcol_mesh_steering {
    pub struct_size: u32,
    pub reserved: u32,
    pub vertex_count: u64,
    pub coarse_vertices: *const u32,
    pub weights: *const f64,
    pub link_lengths: *const f64,
}
const _: () = assert!(std::mem::size_of::<defcol_mesh_steering>() == 40);

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct defcol_cage_desc {
    pub struct_size: u32,
    pub resolution: u32,
}
const _: () = assert!(std::mem::size_of::<defcol_cage_desc>() == 8);

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct defcol_backend_capabilities {
    pub struct_size: u32,
    pub backend: i32,
    pub is_available: u32,
    pub queries: u32,
    pub main_query: u32,
    pub exact_queries: u32,
    pub option_count: u32,
    pub reserved: u32,
    pub name: *const c_char,
    pub description: *const c_char,
    pub limits: *const c_char,
    pub reason: *const c_char,
    pub device: *const c_char,
    pub device_reason: *const c_char,
}
const _: () = assert!(std::mem::size_of::<defcol_backend_capabilities>() == 80);

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct defcol_option_info {
    pub struct_size: u32,
    pub option: i32,
    pub r#type: i32,
    pub reserved: u32,
    pub name: *const c_char,
    pub meaning: *const c_char,
    pub min_i64: i64,
    pub max_i64: i64,
    pub default_i64: i64,
    pub min_f64: f64,
    pub max_f64: f64,
    pub default_f64: f64,
}
const _: () = assert!(std::mem::size_of::<defcol_option_info>() == 80);

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct defcol_detector_desc {
    pub struct_size: u32,
    pub backend: i32,
    pub queries: u32,
    pub fields: u32,
}
const _: () = assert!(std::mem::size_of::<defcol_detector_desc>() == 16);

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct defcol_detect_options {
    pub struct_size: u32,
    pub flags: u32,
    pub max_contacts: u64,
    pub time_budget_seconds: f64,
    pub test_budget: u64,
    pub cancel: *const i32,
}
const _: () = assert!(std::mem::size_of::<defcol_detect_options>() == 40);

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct defcol_contact_range {
    pub kind: i32,
    pub mesh_a: u32,
    pub mesh_b: u32,
    pub reserved: u32,
    pub first: u64,
    pub count: u64,
}
const _: () = assert!(std::mem::size_of::<defcol_contact_range>() == 32);

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct defcol_contacts {
    pub struct_size: u32,
    pub is_truncated: u32,
    pub is_incomplete: u32,
    pub reserved: u32,
    pub count: u64,
    pub total: u64,
    pub finished_fraction: f64,
    pub kind: *const i32,
    pub mesh_a: *const u32,
    pub primitive_a: *const u32,
    pub mesh_b: *const u32,
    pub primitive_b: *const u32,
    pub features_a: *const u32,
    pub weights_a: *const f64,
    pub features_b: *const u32,
    pub weights_b: *const f64,
    pub points: *const f64,
    pub normals: *const f64,
    pub distances: *const f64,
    pub flags: *const u32,
    pub ids: *const u64,
    pub surface_b: *const u32,
    pub range_count: u64,
    pub ranges: *const defcol_contact_range,
}
const _: () = assert!(std::mem::size_of::<defcol_contacts>() == 176);

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct defcol_volumes {
    pub struct_size: u32,
    pub is_incomplete: u32,
    pub count: u64,
    pub mesh_a: *const u32,
    pub mesh_b: *const u32,
    pub volume: *const f64,
    pub error_bound: *const f64,
    pub centroid: *const f64,
    pub box_min: *const f64,
    pub box_max: *const f64,
    pub direction: *const f64,
    pub depth: *const f64,
    pub axis: *const u32,
    pub width: *const u32,
    pub height: *const u32,
    pub grid_origin: *const f64,
    pub pixel_size: *const f64,
    pub unpaired_pixels: *const u32,
    pub first_span: *const u64,
    pub span_count: u64,
    pub span_x: *const u32,
    pub span_y: *const u32,
    pub span_entry: *const f64,
    pub span_leave: *const f64,
    pub first_gradient: *const u64,
    pub gradient_count: u64,
    pub gradient_mesh: *const u32,
    pub gradient_vertex: *const u32,
    pub gradient: *const f64,
}
const _: () = assert!(std::mem::size_of::<defcol_volumes>() == 224);

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct defcol_statistics {
    pub struct_size: u32,
    pub backend: i32,
    pub frame: u64,
    pub prepare_seconds: f64,
    pub broadphase_seconds: f64,
    pub update_seconds: f64,
    pub search_seconds: f64,
    pub order_seconds: f64,
    pub geometry_seconds: f64,
    pub total_seconds: f64,
    pub mesh_pair_count: u64,
    pub candidate_count: u64,
    pub filter_rejected_count: u64,
    pub exact_test_count: u64,
    pub filter_failure_count: u64,
    pub contact_count: u64,
    pub detector_bytes: u64,
    pub choice: *const c_char,
    pub region_call_count: u64,
    pub box_test_count: u64,
    pub cone_cull_count: u64,
    pub contour_test_count: u64,
    pub cell_entry_count: u64,
    pub oversized_count: u64,
    pub cell_size_fallback_count: u64,
    pub image_count: u64,
    pub kept_image_count: u64,
    pub layer_count: u64,
    pub unpaired_pixel_count: u64,
    pub most_layers: u64,
    pub image_seconds: f64,
    pub device: *const c_char,
    pub device_reason: *const c_char,
}
const _: () = assert!(std::mem::size_of::<defcol_statistics>() == 256);

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct defcol_separation {
    pub struct_size: u32,
    pub hulls_overlap: u32,
    pub distance: f64,
    pub distance_lower_bound: f64,
    pub penetration_bound: f64,
    pub point_a: [f64; 3],
    pub point_b: [f64; 3],
    pub direction: [f64; 3],
}
const _: () = assert!(std::mem::size_of::<defcol_separation>() == 104);

extern "C" {
    pub fn defcol_version_number() -> u32;
    pub fn defcol_version_string() -> *const c_char;
    pub fn defcol_status_name(status: i32) -> *const c_char;
    pub fn defcol_last_error_message() -> *const c_char;
    pub fn defcol_context_desc_init(desc: *mut defcol_context_desc, size: usize) -> i32;
    pub fn defcol_context_create(desc: *const defcol_context_desc, out_context: *mut defcol_context) -> i32;
    pub fn defcol_context_destroy(context: defcol_context) -> i32;
    pub fn defcol_context_statistics_init(statistics: *mut defcol_context_statistics, size: usize) -> i32;
    pub fn defcol_context_get_statistics(context: defcol_context, statistics: *mut defcol_context_statistics) -> i32;
    pub fn defcol_mesh_desc_init(desc: *mut defcol_mesh_desc, size: usize) -> i32;
    pub fn defcol_mesh_create(context: defcol_context, desc: *const defcol_mesh_desc, out_mesh: *mut defcol_mesh) -> i32;
    pub fn defcol_mesh_destroy(mesh: defcol_mesh) -> i32;
    pub fn defcol_mesh_set_positions(mesh: defcol_mesh, positions: *const c_void, vertex_count: u64, stride: u64, scalar: i32) -> i32;
    pub fn defcol_mesh_set_transform(mesh: defcol_mesh, transform: *const f64) -> i32;
    pub fn defcol_mesh_set_topology(mesh: defcol_mesh, desc: *const defcol_mesh_desc) -> i32;
    pub fn defcol_mesh_edit_desc_init(desc: *mut defcol_mesh_edit_desc, size: usize) -> i32;
    pub fn defcol_mesh_edit(mesh: defcol_mesh, desc: *const defcol_mesh_edit_desc) -> i32;
    pub fn defcol_mesh_set_active_triangles(mesh: defcol_mesh, triangles: *const u32, count: u64) -> i32;
    pub fn defcol_mesh_set_active_triangle_mask(mesh: defcol_mesh, bits: *const u8, bit_count: u64) -> i32;
    pub fn defcol_mesh_report_init(report: *mut defcol_mesh_report, size: usize) -> i32;
    pub fn defcol_mesh_get_report(mesh: defcol_mesh, report: *mut defcol_mesh_report) -> i32;
    pub fn defcol_mesh_surface_init(surface: *mut defcol_mesh_surface, size: usize) -> i32;
    pub fn defcol_mesh_get_surface(mesh: defcol_mesh, surface: *mut defcol_mesh_surface) -> i32;
    pub fn defcol_mesh_get_positions(mesh: defcol_mesh, out_positions: *mut *const f64, out_vertex_count: *mut u64) -> i32;
    pub fn defcol_mesh_set_user_data(mesh: defcol_mesh, user_data: u64) -> i32;
    pub fn defcol_mesh_get_user_data(mesh: defcol_mesh, out_user_data: *mut u64) -> i32;
    pub fn defcol_link_desc_init(desc: *mut defcol_link_desc, size: usize) -> i32;
    pub fn defcol_mesh_link(dense: defcol_mesh, coarse: defcol_mesh, desc: *const defcol_link_desc) -> i32;
    pub fn defcol_mesh_unlink(dense: defcol_mesh) -> i32;
    pub fn defcol_mesh_get_coarse(dense: defcol_mesh, out_coarse: *mut defcol_mesh) -> i32;
    pub fn defcol_mesh_steering_init(steering: *mut defcol_mesh_steering, size: usize) -> i32;
    pub fn defcol_mesh_get_steering(dense: defcol_mesh, steering: *mut defcol_mesh_steering) -> i32;
    pub fn defcol_mesh_map_to_coarse(dense: defcol_mesh, features: *const u32, weights: *const f64, count: u64, out_features: *mut u32, out_weights: *mut f64) -> i32;
    pub fn defcol_cage_desc_init(desc: *mut defcol_cage_desc, size: usize) -> i32;
    pub fn defcol_mesh_create_cage(surface: defcol_mesh, desc: *const defcol_cage_desc, out_cage: *mut defcol_mesh) -> i32;
    pub fn defcol_mesh_get_tetrahedra(mesh: defcol_mesh, out_tetrahedra: *mut *const u32, out_tetrahedron_count: *mut u64) -> i32;
    pub fn defcol_backend_capabilities_init(capabilities: *mut defcol_backend_capabilities, size: usize) -> i32;
    pub fn defcol_backend_count() -> u32;
    pub fn defcol_backend_get_capabilities(backend: i32, capabilities: *mut defcol_backend_capabilities) -> i32;
    pub fn defcol_backend_from_name(name: *const c_char, out_backend: *mut i32) -> i32;
    pub fn defcol_option_info_init(info: *mut defcol_option_info, size: usize) -> i32;
    pub fn defcol_backend_get_option(backend: i32, index: u32, info: *mut defcol_option_info) -> i32;
    pub fn defcol_detector_desc_init(desc: *mut defcol_detector_desc, size: usize) -> i32;
    pub fn defcol_detector_create(context: defcol_context, desc: *const defcol_detector_desc, out_detector: *mut defcol_detector) -> i32;
    pub fn defcol_detector_destroy(detector: defcol_detector) -> i32;
    pub fn defcol_detector_add_mesh(detector: defcol_detector, mesh: defcol_mesh, flags: u32) -> i32;
    pub fn defcol_detector_remove_mesh(detector: defcol_detector, mesh: defcol_mesh) -> i32;
    pub fn defcol_detector_get_mesh_index(detector: defcol_detector, mesh: defcol_mesh, out_index: *mut u32) -> i32;
    pub fn defcol_detector_get_mesh(detector: defcol_detector, index: u32, out_mesh: *mut defcol_mesh) -> i32;
    pub fn defcol_detector_set_mesh_flags(detector: defcol_detector, mesh: defcol_mesh, flags: u32) -> i32;
    pub fn defcol_detector_set_filter(detector: defcol_detector, mesh: defcol_mesh, category: u32, mask: u32) -> i32;
    pub fn defcol_detector_exclude_pair(detector: defcol_detector, a: defcol_mesh, b: defcol_mesh, excluded: u32) -> i32;
    pub fn defcol_detector_set_option_i64(detector: defcol_detector, option: i32, value: i64) -> i32;
    pub fn defcol_detector_set_option_f64(detector: defcol_detector, option: i32, value: f64) -> i32;
    pub fn defcol_detector_get_option_i64(detector: defcol_detector, option: i32, out_value: *mut i64) -> i32;
    pub fn defcol_detector_get_option_f64(detector: defcol_detector, option: i32, out_value: *mut f64) -> i32;
    pub fn defcol_detect_options_init(options: *mut defcol_detect_options, size: usize) -> i32;
    pub fn defcol_detector_detect(detector: defcol_detector, options: *const defcol_detect_options) -> i32;
    pub fn defcol_contacts_init(contacts: *mut defcol_contacts, size: usize) -> i32;
    pub fn defcol_detector_contacts(detector: defcol_detector, contacts: *mut defcol_contacts) -> i32;
    pub fn defcol_volumes_init(volumes: *mut defcol_volumes, size: usize) -> i32;
    pub fn defcol_detector_volumes(detector: defcol_detector, volumes: *mut defcol_volumes) -> i32;
    pub fn defcol_statistics_init(statistics: *mut defcol_statistics, size: usize) -> i32;
    pub fn defcol_detector_get_statistics(detector: defcol_detector, statistics: *mut defcol_statistics) -> i32;
    pub fn defcol_separation_init(separation: *mut defcol_separation, size: usize) -> i32;
    pub fn defcol_detector_get_separation(detector: defcol_detector, a: defcol_mesh, b: defcol_mesh, separation: *mut defcol_separation) -> i32;
}
