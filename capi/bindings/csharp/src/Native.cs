// SPDX-License-Identifier: MIT
// Written by capi/bindings/generate.py from defcol.h.
using System;
using System.Runtime.InteropServices;

namespace Defcol.Native
{
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct defcol_context
    {
        public ulong value;
    }

    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct defcol_mesh
    {
        public ulong value;
    }

    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct defcol_detector
    {
        public ulong value;
    }

    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct defcol_context_desc
    {
        public uint struct_size;
        public uint worker_count;
        public ulong memory_cap;
        public IntPtr user;
        public IntPtr allocate;
        public IntPtr release;
        public IntPtr log;
        public IntPtr run_tasks;
        public int log_level;
        public uint reserved;
    }

    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct defcol_context_statistics
    {
        public uint struct_size;
        public uint worker_count;
        public ulong bytes;
        public ulong peak_bytes;
        public ulong allocation_count;
        public uint mesh_count;
        public uint detector_count;
    }

    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct defcol_mesh_desc
    {
        public uint struct_size;
        public uint flags;
        public ulong vertex_count;
        public IntPtr positions;
        public ulong position_stride;
        public int position_scalar;
        public uint reserved;
        public ulong triangle_count;
        public IntPtr triangles;
        public ulong tetrahedron_count;
        public IntPtr tetrahedra;
        public IntPtr transform;
        public ulong user_data;
    }

    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct defcol_mesh_edit_desc
    {
        public uint struct_size;
        public int position_scalar;
        public ulong removed_triangle_count;
        public IntPtr removed_triangles;
        public ulong added_vertex_count;
        public IntPtr added_positions;
        public ulong position_stride;
        public ulong added_triangle_count;
        public IntPtr added_triangles;
        public IntPtr out_triangle_ids;
    }

    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct defcol_mesh_report
    {
        public uint struct_size;
        public uint is_closed;
        public ulong vertex_count;
        public ulong triangle_count;
        public ulong active_triangle_count;
        public ulong tetrahedron_count;
        public ulong degenerate_triangle_count;
        public ulong duplicate_vertex_count;
        public ulong unused_vertex_count;
        public ulong boundary_edge_count;
        public ulong non_manifold_edge_count;
        public ulong flat_tetrahedron_count;
        public ulong inverted_tetrahedron_count;
        public ulong flushed_coordinate_count;
        public ulong skipped_vertex_count;
        public ulong skipped_triangle_count;
        public ulong skipped_tetrahedron_count;
        public fixed uint first_open_edge[2];
        public fixed double box_min[3];
        public fixed double box_max[3];
    }

    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct defcol_mesh_surface
    {
        public uint struct_size;
        public uint reserved;
        public ulong triangle_count;
        public IntPtr triangles;
        public IntPtr tetrahedra;
        public IntPtr active;
    }

    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct defcol_link_desc
    {
        public uint struct_size;
        public uint flags;
        public double max_distance;
    }

    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct defcol_mesh_steering
    {
        public uint struct_size;
        public uint reserved;
        public ulong vertex_count;
        public IntPtr coarse_vertices;
        public IntPtr weights;
        public IntPtr link_lengths;
    }

    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct defcol_cage_desc
    {
        public uint struct_size;
        public uint resolution;
    }

    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct defcol_backend_capabilities
    {
        public uint struct_size;
        public int backend;
        public uint is_available;
        public uint queries;
        public uint main_query;
        public uint exact_queries;
        public uint option_count;
        public uint reserved;
        public IntPtr name;
        public IntPtr description;
        public IntPtr limits;
        public IntPtr reason;
        public IntPtr device;
        public IntPtr device_reason;
    }

    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct defcol_option_info
    {
        public uint struct_size;
        public int option;
        public int type;
        public uint reserved;
        public IntPtr name;
        public IntPtr meaning;
        public long min_i64;
        public long max_i64;
        public long default_i64;
        public double min_f64;
        public double max_f64;
        public double default_f64;
    }

    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct defcol_detector_desc
    {
        public uint struct_size;
        public int backend;
        public uint queries;
        public uint fields;
    }

    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct defcol_detect_options
    {
        public uint struct_size;
        public uint flags;
        public ulong max_contacts;
        public double time_budget_seconds;
        public ulong test_budget;
        public IntPtr cancel;
    }

    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct defcol_contact_range
    {
        public int kind;
        public uint mesh_a;
        public uint mesh_b;
        public uint reserved;
        public ulong first;
        public ulong count;
    }

    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct defcol_contacts
    {
        public uint struct_size;
        public uint is_truncated;
        public uint is_incomplete;
        public uint reserved;
        public ulong count;
        public ulong total;
        public double finished_fraction;
        public IntPtr kind;
        public IntPtr mesh_a;
        public IntPtr primitive_a;
        public IntPtr mesh_b;
        public IntPtr primitive_b;
        public IntPtr features_a;
        public IntPtr weights_a;
        public IntPtr features_b;
        public IntPtr weights_b;
        public IntPtr points;
        public IntPtr normals;
        public IntPtr distances;
        public IntPtr flags;
        public IntPtr ids;
        public IntPtr surface_b;
        public ulong range_count;
        public IntPtr ranges;
    }

    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct defcol_volumes
    {
        public uint struct_size;
        public uint is_incomplete;
        public ulong count;
        public IntPtr mesh_a;
        public IntPtr mesh_b;
        public IntPtr volume;
        public IntPtr error_bound;
        public IntPtr centroid;
        public IntPtr box_min;
        public IntPtr box_max;
        public IntPtr direction;
        public IntPtr depth;
        public IntPtr axis;
        public IntPtr width;
        public IntPtr height;
        public IntPtr grid_origin;
        public IntPtr pixel_size;
        public IntPtr unpaired_pixels;
        public IntPtr first_span;
        public ulong span_count;
        public IntPtr span_x;
        public IntPtr span_y;
        public IntPtr span_entry;
        public IntPtr span_leave;
        public IntPtr first_gradient;
        public ulong gradient_count;
        public IntPtr gradient_mesh;
        public IntPtr gradient_vertex;
        public IntPtr gradient;
    }

    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct defcol_statistics
    {
        public uint struct_size;
        public int backend;
        public ulong frame;
        public double prepare_seconds;
        public double broadphase_seconds;
        public double update_seconds;
        public double search_seconds;
        public double order_seconds;
        public double geometry_seconds;
        public double total_seconds;
        public ulong mesh_pair_count;
        public ulong candidate_count;
        public ulong filter_rejected_count;
        public ulong exact_test_count;
        public ulong filter_failure_count;
        public ulong contact_count;
        public ulong detector_bytes;
        public IntPtr choice;
        public ulong region_call_count;
        public ulong box_test_count;
        public ulong cone_cull_count;
        public ulong contour_test_count;
        public ulong cell_entry_count;
        public ulong oversized_count;
        public ulong cell_size_fallback_count;
        public ulong image_count;
        public ulong kept_image_count;
        public ulong layer_count;
        public ulong unpaired_pixel_count;
        public ulong most_layers;
        public double image_seconds;
        public IntPtr device;
        public IntPtr device_reason;
    }

    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct defcol_separation
    {
        public uint struct_size;
        public uint hulls_overlap;
        public double distance;
        public double distance_lower_bound;
        public double penetration_bound;
        public fixed double point_a[3];
        public fixed double point_b[3];
        public fixed double direction[3];
    }

    public static class Constants
    {
        public const int DEFCOL_OK = 0;
        public const int DEFCOL_TRUNCATED = 1;
        public const int DEFCOL_INCOMPLETE = 2;
        public const int DEFCOL_ERROR_INVALID_ARGUMENT = -1;
        public const int DEFCOL_ERROR_BAD_HANDLE = -2;
        public const int DEFCOL_ERROR_OUT_OF_MEMORY = -3;
        public const int DEFCOL_ERROR_UNSUPPORTED = -4;
        public const int DEFCOL_ERROR_BUSY = -5;
        public const int DEFCOL_ERROR_NON_FINITE = -6;
        public const int DEFCOL_ERROR_OUT_OF_RANGE = -7;
        public const int DEFCOL_ERROR_INDEX_RANGE = -8;
        public const int DEFCOL_ERROR_SIZE_OVERFLOW = -9;
        public const int DEFCOL_ERROR_NOT_CLOSED = -10;
        public const int DEFCOL_ERROR_BACKEND_UNAVAILABLE = -11;
        public const int DEFCOL_ERROR_DEVICE_LOST = -12;
        public const int DEFCOL_ERROR_FORKED = -13;
        public const int DEFCOL_ERROR_BAD_STRUCT_SIZE = -14;
        public const int DEFCOL_ERROR_NULL_POINTER = -15;
        public const int DEFCOL_ERROR_BAD_DATA = -16;
        public const int DEFCOL_ERROR_INTERNAL = -17;
        public const int DEFCOL_LOG_ERROR = 1;
        public const int DEFCOL_LOG_WARNING = 2;
        public const int DEFCOL_LOG_INFO = 3;
        public const int DEFCOL_LOG_DEBUG = 4;
        public const int DEFCOL_SCALAR_FLOAT32 = 1;
        public const int DEFCOL_SCALAR_FLOAT64 = 2;
        public const int DEFCOL_MESH_SKIP_NON_FINITE = 1;
        public const int DEFCOL_BACKEND_AUTO = 0;
        public const int DEFCOL_BACKEND_BRUTE_FORCE = 1;
        public const int DEFCOL_BACKEND_HASH = 2;
        public const int DEFCOL_BACKEND_LDI = 3;
        public const int DEFCOL_BACKEND_CONE_BVH = 4;
        public const int DEFCOL_BACKEND_SPHERE_TREE = 5;
        public const int DEFCOL_BACKEND_GJK_CUT = 6;
        public const int DEFCOL_QUERY_TRIANGLE_PAIRS = 1;
        public const int DEFCOL_QUERY_VERTEX_IN_TETRAHEDRON = 2;
        public const int DEFCOL_QUERY_VERTEX_IN_VOLUME = 4;
        public const int DEFCOL_QUERY_INTERSECTION_VOLUME = 8;
        public const int DEFCOL_QUERY_SPHERE_PAIRS = 16;
        public const int DEFCOL_OPTION_TYPE_I64 = 1;
        public const int DEFCOL_OPTION_TYPE_F64 = 2;
        public const int DEFCOL_OPTION_INCLUDE_ADJACENT = 1;
        public const int DEFCOL_OPTION_SIMD_LEVEL = 2;
        public const int DEFCOL_OPTION_PARITY_COUNTING = 3;
        public const int DEFCOL_OPTION_WELD_VERTICES = 4;
        public const int DEFCOL_OPTION_HASH_CELL_SIZE = 201;
        public const int DEFCOL_OPTION_HASH_TABLE_SIZE = 202;
        public const int DEFCOL_OPTION_HASH_FUNCTION = 203;
        public const int DEFCOL_OPTION_HASH_CONSISTENT_DEPTH = 204;
        public const int DEFCOL_OPTION_LDI_RESOLUTION = 301;
        public const int DEFCOL_OPTION_LDI_DEVICE = 302;
        public const int DEFCOL_OPTION_LDI_AXES = 303;
        public const int DEFCOL_OPTION_LDI_GRADIENT = 304;
        public const int DEFCOL_OPTION_LDI_SPANS = 305;
        public const int DEFCOL_LDI_DEVICE_AUTO = 0;
        public const int DEFCOL_LDI_DEVICE_RASTER = 1;
        public const int DEFCOL_LDI_DEVICE_GL_APPEND = 2;
        public const int DEFCOL_LDI_DEVICE_GL_STENCIL = 3;
        public const int DEFCOL_OPTION_CONE_BVH_MODE = 401;
        public const int DEFCOL_OPTION_CONE_BVH_LEAF_SIZE = 402;
        public const int DEFCOL_CONE_BVH_SOUND = 0;
        public const int DEFCOL_CONE_BVH_FAST = 1;
        public const int DEFCOL_CONE_BVH_BOXES = 2;
        public const int DEFCOL_OPTION_GJK_CUT_LEAF_SIZE = 601;
        public const int DEFCOL_OPTION_GJK_CUT_THRESHOLD = 602;
        public const int DEFCOL_OPTION_GJK_CUT_STOP_FRACTION = 603;
        public const int DEFCOL_OPTION_GJK_CUT_SPLIT_RULE = 604;
        public const int DEFCOL_OPTION_GJK_CUT_MOST_CUTS = 605;
        public const int DEFCOL_FIELD_FEATURES = 1;
        public const int DEFCOL_FIELD_POINTS = 2;
        public const int DEFCOL_FIELD_NORMALS = 4;
        public const int DEFCOL_FIELD_FLAGS = 8;
        public const int DEFCOL_FIELD_IDS = 16;
        public const int DEFCOL_FIELD_SURFACE = 32;
        public const int DEFCOL_FIELD_ALL = 63;
        public const int DEFCOL_MESH_SELF_COLLISION = 1;
        public const int DEFCOL_CONTACT_TRIANGLE_PAIR = 1;
        public const int DEFCOL_CONTACT_VERTEX_IN_TETRAHEDRON = 2;
        public const int DEFCOL_CONTACT_VERTEX_IN_VOLUME = 3;
        public const int DEFCOL_CONTACT_INTERSECTION_VOLUME = 4;
        public const int DEFCOL_CONTACT_SPHERE_PAIR = 5;
        public const int DEFCOL_CONTACT_EDGE_A0 = 1;
        public const int DEFCOL_CONTACT_EDGE_A1 = 2;
        public const int DEFCOL_CONTACT_EDGE_A2 = 4;
        public const int DEFCOL_CONTACT_EDGE_B0 = 8;
        public const int DEFCOL_CONTACT_EDGE_B1 = 16;
        public const int DEFCOL_CONTACT_EDGE_B2 = 32;
        public const int DEFCOL_CONTACT_COPLANAR = 64;
        public const int DEFCOL_CONTACT_NO_NORMAL = 128;
        public const int DEFCOL_CONTACT_ADJACENT = 256;
    }

    public static class Functions
    {
        private const string Library = "defcol";
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern uint defcol_version_number();
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern IntPtr defcol_version_string();
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern IntPtr defcol_status_name(int status);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern IntPtr defcol_last_error_message();
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern int defcol_context_desc_init(IntPtr desc, UIntPtr size);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern int defcol_context_create(IntPtr desc, IntPtr out_context);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern int defcol_context_destroy(defcol_context context);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern int defcol_context_statistics_init(IntPtr statistics, UIntPtr size);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern int defcol_context_get_statistics(defcol_context context, IntPtr statistics);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern int defcol_mesh_desc_init(IntPtr desc, UIntPtr size);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern int defcol_mesh_create(defcol_context context, IntPtr desc, IntPtr out_mesh);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern int defcol_mesh_destroy(defcol_mesh mesh);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern int defcol_mesh_set_positions(defcol_mesh mesh, IntPtr positions, ulong vertex_count, ulong stride, int scalar);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern int defcol_mesh_set_transform(defcol_mesh mesh, IntPtr transform);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern int defcol_mesh_set_topology(defcol_mesh mesh, IntPtr desc);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern int defcol_mesh_edit_desc_init(IntPtr desc, UIntPtr size);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern int defcol_mesh_edit(defcol_mesh mesh, IntPtr desc);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern int defcol_mesh_set_active_triangles(defcol_mesh mesh, IntPtr triangles, ulong count);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern int defcol_mesh_set_active_triangle_mask(defcol_mesh mesh, IntPtr bits, ulong bit_count);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern int defcol_mesh_report_init(IntPtr report, UIntPtr size);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern int defcol_mesh_get_report(defcol_mesh mesh, IntPtr report);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern int defcol_mesh_surface_init(IntPtr surface, UIntPtr size);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern int defcol_mesh_get_surface(defcol_mesh mesh, IntPtr surface);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern int defcol_mesh_get_positions(defcol_mesh mesh, IntPtr out_positions, IntPtr out_vertex_count);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern int defcol_mesh_set_user_data(defcol_mesh mesh, ulong user_data);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern int defcol_mesh_get_user_data(defcol_mesh mesh, IntPtr out_user_data);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern int defcol_link_desc_init(IntPtr desc, UIntPtr size);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern int defcol_mesh_link(defcol_mesh dense, defcol_mesh coarse, IntPtr desc);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern int defcol_mesh_unlink(defcol_mesh dense);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern int defcol_mesh_get_coarse(defcol_mesh dense, IntPtr out_coarse);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern int defcol_mesh_steering_init(IntPtr steering, UIntPtr size);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern int defcol_mesh_get_steering(defcol_mesh dense, IntPtr steering);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern int defcol_mesh_map_to_coarse(defcol_mesh dense, IntPtr features, IntPtr weights, ulong count, IntPtr out_features, IntPtr out_weights);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern int defcol_cage_desc_init(IntPtr desc, UIntPtr size);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern int defcol_mesh_create_cage(defcol_mesh surface, IntPtr desc, IntPtr out_cage);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern int defcol_mesh_get_tetrahedra(defcol_mesh mesh, IntPtr out_tetrahedra, IntPtr out_tetrahedron_count);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern int defcol_backend_capabilities_init(IntPtr capabilities, UIntPtr size);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern uint defcol_backend_count();
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern int defcol_backend_get_capabilities(int backend, IntPtr capabilities);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern int defcol_backend_from_name(IntPtr name, IntPtr out_backend);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern int defcol_option_info_init(IntPtr info, UIntPtr size);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern int defcol_backend_get_option(int backend, uint index, IntPtr info);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern int defcol_detector_desc_init(IntPtr desc, UIntPtr size);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern int defcol_detector_create(defcol_context context, IntPtr desc, IntPtr out_detector);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern int defcol_detector_destroy(defcol_detector detector);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern int defcol_detector_add_mesh(defcol_detector detector, defcol_mesh mesh, uint flags);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern int defcol_detector_remove_mesh(defcol_detector detector, defcol_mesh mesh);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern int defcol_detector_get_mesh_index(defcol_detector detector, defcol_mesh mesh, IntPtr out_index);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern int defcol_detector_get_mesh(defcol_detector detector, uint index, IntPtr out_mesh);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern int defcol_detector_set_mesh_flags(defcol_detector detector, defcol_mesh mesh, uint flags);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern int defcol_detector_set_filter(defcol_detector detector, defcol_mesh mesh, uint category, uint mask);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern int defcol_detector_exclude_pair(defcol_detector detector, defcol_mesh a, defcol_mesh b, uint excluded);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern int defcol_detector_set_option_i64(defcol_detector detector, int option, long value);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern int defcol_detector_set_option_f64(defcol_detector detector, int option, double value);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern int defcol_detector_get_option_i64(defcol_detector detector, int option, IntPtr out_value);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern int defcol_detector_get_option_f64(defcol_detector detector, int option, IntPtr out_value);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern int defcol_detect_options_init(IntPtr options, UIntPtr size);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern int defcol_detector_detect(defcol_detector detector, IntPtr options);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern int defcol_contacts_init(IntPtr contacts, UIntPtr size);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern int defcol_detector_contacts(defcol_detector detector, IntPtr contacts);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern int defcol_volumes_init(IntPtr volumes, UIntPtr size);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern int defcol_detector_volumes(defcol_detector detector, IntPtr volumes);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern int defcol_statistics_init(IntPtr statistics, UIntPtr size);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern int defcol_detector_get_statistics(defcol_detector detector, IntPtr statistics);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern int defcol_separation_init(IntPtr separation, UIntPtr size);
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern int defcol_detector_get_separation(defcol_detector detector, defcol_mesh a, defcol_mesh b, IntPtr separation);
    }
}
