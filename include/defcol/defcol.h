/* SPDX-License-Identifier: MIT */
/*
 * libdefcol: collision detection for deforming triangle and tetrahedral meshes.
 *
 * Four nouns. A context holds hooks, workers and a memory cap. A mesh holds topology and positions.
 * A detector watches meshes with one backend. Contacts are arrays borrowed from the detector.
 *
 *     defcol_context_create -> defcol_mesh_create -> defcol_detector_create -> defcol_detector_add_mesh
 *     each frame: defcol_mesh_set_positions -> defcol_detector_detect -> defcol_detector_contacts
 *
 * Rules that hold for every function, so that they are said once:
 *
 *   Status   Every fallible function returns defcol_status: 0 is OK, above 0 the result is usable with a
 *            remark, below 0 it is an error. On an error nothing has changed, outputs are zero, and
 *            defcol_last_error_message() says what, where and how to fix it. (One output is left as it was
 *            instead, being an array of yours: out_triangle_ids of defcol_mesh_edit.)
 *   Handles  Zero is "none". A handle that is stale, of another type or (where two objects meet) of another
 *            context is DEFCOL_ERROR_BAD_HANDLE. Destroying none is fine.
 *   Structs  Every struct starts with struct_size. Fill it with its *_init(pointer, sizeof) function, then
 *            change what you need. An older (shorter) struct is completed with defaults; a newer (longer) one
 *            is accepted as long as the part this library does not know is zero (else
 *            DEFCOL_ERROR_UNSUPPORTED). The *_init functions fail with NULL_POINTER, INVALID_ARGUMENT
 *            (misaligned) and BAD_STRUCT_SIZE only, and may be called from any thread.
 *   Pointers A required pointer that is NULL is DEFCOL_ERROR_NULL_POINTER; one that is not aligned for its
 *            type is DEFCOL_ERROR_INVALID_ARGUMENT. Nothing is read past the last element of an array.
 *            What you pass in is copied: you keep your arrays.
 *   Units    Lengths are in the unit of your coordinates, times in seconds, sizes in bytes, ids from 0.
 *   Threads  Contexts never interfere. An object in use by another thread in a way that conflicts is
 *            DEFCOL_ERROR_BUSY; nothing waits for another thread. Calling back into the library from inside
 *            one of your hooks is DEFCOL_ERROR_BUSY.
 *   fork()   A child may go on with what no other thread was using at that moment, on one thread; what was in
 *            use then stays DEFCOL_ERROR_BUSY in it.
 *   dlclose  Destroy every context first: that joins its threads.
 *   Cancel   pthread_cancel() on a thread that is inside a call, or inside a hook, waits until the call
 *            returns: nothing is left half done.
 *   Floating point: rounding and denormal modes of the calling thread do not matter and are left as found.
 *
 * Exactness: coordinates up to 2^60 in magnitude (larger: DEFCOL_ERROR_OUT_OF_RANGE); magnitudes below 2^-300
 * are read as zero and counted. Within that, every decision of an exact backend is exact for the coordinates
 * as read: no epsilon, no miss, no extra, the same arrays for any number of workers.
 */
#ifndef DEFCOL_DEFCOL_H
#define DEFCOL_DEFCOL_H

#include <stddef.h>
#include <stdint.h>

#if defined(DEFCOL_STATIC)
#define DEFCOL_API
#elif defined(_WIN32) && defined(DEFCOL_BUILDING)
#define DEFCOL_API __declspec(dllexport)
#elif defined(_WIN32)
#define DEFCOL_API __declspec(dllimport)
#elif defined(__GNUC__)
#define DEFCOL_API __attribute__((visibility("default")))
#else
#define DEFCOL_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Version ------------------------------------------------------------------------------------------ */

#define DEFCOL_VERSION_MAJOR 0
#define DEFCOL_VERSION_MINOR 1
#define DEFCOL_VERSION_PATCH 0
#define DEFCOL_VERSION_NUMBER 1000 /* major * 1000000 + minor * 1000 + patch */
#define DEFCOL_VERSION_STRING "0.1.0"

/* The version of the library that is loaded, as DEFCOL_VERSION_NUMBER. Cannot fail. Threads: any. */
DEFCOL_API uint32_t defcol_version_number(void);

/* The same as text, "0.1.0". Cannot fail. Owner: the library, while it is loaded. Threads: any. */
DEFCOL_API const char* defcol_version_string(void);

/* ---- Status ------------------------------------------------------------------------------------------- */

typedef int32_t defcol_status;

/* The numbers are pinned and never reused. */
enum {
    DEFCOL_OK = 0,
    DEFCOL_TRUNCATED = 1,  /* max_contacts was reached: the first ones of the full order are there */
    DEFCOL_INCOMPLETE = 2, /* a budget ended or the cancel flag was set: what is there is true */

    DEFCOL_ERROR_INVALID_ARGUMENT = -1,
    DEFCOL_ERROR_BAD_HANDLE = -2,
    DEFCOL_ERROR_OUT_OF_MEMORY = -3, /* the allocator returned NULL, or the memory cap was reached */
    DEFCOL_ERROR_UNSUPPORTED = -4,   /* a query, option or field that this backend or version does not have */
    DEFCOL_ERROR_BUSY = -5,
    DEFCOL_ERROR_NON_FINITE = -6,    /* a coordinate is NaN or infinite */
    DEFCOL_ERROR_OUT_OF_RANGE = -7,  /* a coordinate is beyond 2^60 */
    DEFCOL_ERROR_INDEX_RANGE = -8,   /* an index names a vertex, triangle or mesh that is not there */
    DEFCOL_ERROR_SIZE_OVERFLOW = -9, /* a count or stride overflows, or a count is above 2^31 */
    DEFCOL_ERROR_NOT_CLOSED = -10,   /* a query needs a closed surface; the message names an open edge */
    DEFCOL_ERROR_BACKEND_UNAVAILABLE = -11, /* not built in, or the machine lacks what it needs */
    DEFCOL_ERROR_DEVICE_LOST = -12,         /* the graphics device went away and could not be had again */
    DEFCOL_ERROR_FORKED = -13, /* the object cannot be used in a process forked after it was made */
    DEFCOL_ERROR_BAD_STRUCT_SIZE = -14,
    DEFCOL_ERROR_NULL_POINTER = -15,
    DEFCOL_ERROR_BAD_DATA = -16, /* a blob or capture is damaged or of an unknown version */
    DEFCOL_ERROR_INTERNAL = -17, /* a fault of the library: please report it */
    DEFCOL_ERROR_FILE = -18      /* a capture could not be written */
};

/* The name of a status, "DEFCOL_ERROR_BUSY"; an unknown number gives "DEFCOL_UNKNOWN_STATUS". Cannot fail.
 * Owner: the library, while it is loaded. Threads: any. */
DEFCOL_API const char* defcol_status_name(defcol_status status);

/* What went wrong in the last failing call of this thread; "" if none did. Calls that succeed do not clear
 * it. Cannot fail. Owner: the library; valid until the next failing call of the same thread. Threads: any. */
DEFCOL_API const char* defcol_last_error_message(void);

/* ---- Handles ------------------------------------------------------------------------------------------ */

typedef struct defcol_context {
    uint64_t value;
} defcol_context;
typedef struct defcol_mesh {
    uint64_t value;
} defcol_mesh;
typedef struct defcol_detector {
    uint64_t value;
} defcol_detector;

/* "No vertex", "no triangle", "no mesh" in arrays of ids. */
#define DEFCOL_NONE UINT32_MAX

/* ---- Context ------------------------------------------------------------------------------------------ */

/* Hooks must return: one that throws a C++ exception is taken to have returned nothing (NULL memory; tasks
 * not run, which the library then runs itself), but none may longjmp out or end its thread. They run with the
 * floating-point modes of the thread as the host set them. */

/* Allocator hook: returns `size` bytes aligned to `alignment` (a power of two), or NULL. May be called from
 * any worker, several at a time. */
typedef void* (*defcol_allocate_hook)(void* user, size_t size, size_t alignment);
/* Gives back what the allocate hook returned, with the same size and alignment. */
typedef void (*defcol_release_hook)(void* user, void* memory, size_t size, size_t alignment);

enum {
    DEFCOL_LOG_ERROR = 1,
    DEFCOL_LOG_WARNING = 2,
    DEFCOL_LOG_INFO = 3, /* what is rare and takes long */
    DEFCOL_LOG_DEBUG = 4 /* a line for each mesh and detector made and for each frame */
};

/* Log hook: `message` is valid during the call. Called on the thread that called the library. */
typedef void (*defcol_log_hook)(void* user, int32_t level, const char* message);

/* Task hook: calls task(task_data, i) once for each i in 0 ... task_count-1, on any threads, several at a
 * time or one after the other, and returns when all have returned. It is called while worker_count is above 1
 * and there is work to share. With oneTBB, run them inside
 * tbb::this_task_arena::isolate, so that a waiting thread does not pick up a task of yours that calls into
 * the library (capi/examples shows it). */
typedef void (*defcol_task_hook)(void* user, uint32_t task_count,
                                 void (*task)(void* task_data, uint32_t index), void* task_data);

typedef struct defcol_context_desc {
    uint32_t struct_size;
    uint32_t
        worker_count;    /* threads that work on a call, the caller included: 1 (default) starts none.
                            0 = one per core this process may use. At most 256. With a task hook: tasks
                            handed to it at a time; with 1 the hook is never called, and a warning says so */
    uint64_t memory_cap; /* bytes this context may hold at a time; 0 (default) = no cap */
    void* user;          /* passed to every hook */
    defcol_allocate_hook allocate; /* both or none */
    defcol_release_hook release;
    defcol_log_hook log;
    defcol_task_hook run_tasks; /* NULL (default): a small pool of the context's own, if worker_count > 1 */
    int32_t log_level; /* the most detailed DEFCOL_LOG_* the log hook is called for; default DEFCOL_LOG_INFO,
                          0 = none */
    uint32_t reserved; /* zero */
} defcol_context_desc;

DEFCOL_API defcol_status defcol_context_desc_init(defcol_context_desc* desc, size_t size);

/* Creates a context. `desc` may be NULL for defaults.
 * Fails: INVALID_ARGUMENT (one allocator hook without the other, too many workers, no such log level),
 * OUT_OF_MEMORY.
 * Owner: the caller, until defcol_context_destroy. Threads: any. */
DEFCOL_API defcol_status defcol_context_create(const defcol_context_desc* desc, defcol_context* out_context);

/* Destroys the context with all its meshes and detectors and joins its threads. Their handles become stale.
 * Fails: BUSY if any of them is in use; nothing is destroyed then. Threads: any. */
DEFCOL_API defcol_status defcol_context_destroy(defcol_context context);

typedef struct defcol_context_statistics {
    uint32_t struct_size;
    uint32_t worker_count; /* what worker_count 0 came to */
    uint64_t bytes;        /* held now through the allocator */
    uint64_t peak_bytes;
    uint64_t allocation_count; /* calls of the allocator since the context was created */
    uint32_t mesh_count;
    uint32_t detector_count;
} defcol_context_statistics;

DEFCOL_API defcol_status defcol_context_statistics_init(defcol_context_statistics* statistics, size_t size);

/* What the context holds. Threads: any. */
DEFCOL_API defcol_status defcol_context_get_statistics(defcol_context context,
                                                       defcol_context_statistics* statistics);

/* Writes what the detectors of this context do to a file from now on: meshes, frames, options, and a hash of
 * each frame's contacts, for `defcol replay`. The file is replaced if it is there; it is complete after every
 * frame, so a program that ends without stopping leaves a capture that can be read. A frame costs one write
 * of the positions that moved. What cannot be written later (a full disk) ends the capture, not the frame: it
 * is logged as a warning, and said by defcol_context_capture_stop.
 * A program that knows nothing of this is captured by setting the environment variable DEFCOL_CAPTURE to a
 * file name ("%p" in it becomes the process id): the first context of the process writes that file, the
 * others append .2, .3, ... to its name; programs that run with more rights than their user ignore it.
 * Fails: NULL_POINTER, INVALID_ARGUMENT (a capture of this context is running), FILE (cannot be created).
 * Threads: any. */
DEFCOL_API defcol_status defcol_context_capture_start(defcol_context context, const char* path);

/* Ends the capture, if one is running; destroying the context does so too.
 * Fails: FILE (something could not be written: what was before it can be read). Threads: any. */
DEFCOL_API defcol_status defcol_context_capture_stop(defcol_context context);

/* ---- Mesh --------------------------------------------------------------------------------------------- */

enum { DEFCOL_SCALAR_FLOAT32 = 1, DEFCOL_SCALAR_FLOAT64 = 2 };

enum {
    /* A vertex that is NaN or infinite does not fail the call: the primitives that use it are left out until
     * it is finite again, and counted in the report. */
    DEFCOL_MESH_SKIP_NON_FINITE = 1
};

/* Triangles, or tetrahedra, or neither (a point set, or a mesh that was cut away). With tetrahedra the
 * surface triangles are found by the library; see defcol_mesh_get_surface. Degenerate triangles, duplicated
 * vertices, non-manifold edges and flat or inverted tetrahedra are legal, and counted in the report. */
typedef struct defcol_mesh_desc {
    uint32_t struct_size;
    uint32_t flags;           /* DEFCOL_MESH_SKIP_NON_FINITE or 0 */
    uint64_t vertex_count;    /* at most 2^31 */
    const void* positions;    /* vertex_count x (x, y, z), position_stride bytes apart */
    uint64_t position_stride; /* 0 = tightly packed; else a multiple of the scalar size, at least 3 scalars */
    int32_t position_scalar;  /* DEFCOL_SCALAR_FLOAT64 (default) or DEFCOL_SCALAR_FLOAT32 */
    uint32_t reserved;        /* zero */
    uint64_t triangle_count;
    const uint32_t* triangles; /* 3 vertex ids each */
    uint64_t tetrahedron_count;
    const uint32_t* tetrahedra; /* 4 vertex ids each */
    const double* transform;    /* NULL, or 12 numbers: see defcol_mesh_set_transform */
    uint64_t user_data;         /* yours; see defcol_mesh_get_user_data */
} defcol_mesh_desc;

DEFCOL_API defcol_status defcol_mesh_desc_init(defcol_mesh_desc* desc, size_t size);

/* Creates a mesh.
 * Fails: INVALID_ARGUMENT (triangles and tetrahedra together, unknown scalar, stride or flags), INDEX_RANGE,
 * SIZE_OVERFLOW, NON_FINITE, OUT_OF_RANGE, OUT_OF_MEMORY: the message names the first vertex or element.
 * Owner: the caller, until defcol_mesh_destroy or defcol_context_destroy. Threads: any. */
DEFCOL_API defcol_status defcol_mesh_create(defcol_context context, const defcol_mesh_desc* desc,
                                            defcol_mesh* out_mesh);

/* Destroys the mesh and removes it from its detectors. Contacts already pulled stay valid.
 * Fails: BUSY if a detector that watches it is running. Threads: any. */
DEFCOL_API defcol_status defcol_mesh_destroy(defcol_mesh mesh);

/* Moves all vertices. `vertex_count` must be the mesh's own (else INVALID_ARGUMENT); a stride of 0 means
 * tightly packed. The mesh's transform is applied to what is read. On an error the previous positions stay.
 * Fails: NULL_POINTER, INVALID_ARGUMENT (count, stride, scalar, alignment), SIZE_OVERFLOW, OUT_OF_MEMORY,
 * NON_FINITE, OUT_OF_RANGE (the message names the vertex), BUSY while a detector with it (or with a mesh it
 * steers: see defcol_mesh_link) runs. Threads: any, one at a time per mesh. */
DEFCOL_API defcol_status defcol_mesh_set_positions(defcol_mesh mesh, const void* positions,
                                                   uint64_t vertex_count, uint64_t stride, int32_t scalar);

/* Places the mesh by a rigid motion: 12 numbers, three rows of (rotation, translation); x' = R x + t. It
 * applies to the positions the mesh has now and to those set later; NULL takes it away. A body that moves
 * rigidly needs only this call each frame.
 * Fails: INVALID_ARGUMENT (R not a rotation within 1e-6), NON_FINITE, OUT_OF_RANGE, OUT_OF_MEMORY, BUSY.
 * Threads: any, one at a time per mesh. */
DEFCOL_API defcol_status defcol_mesh_set_transform(defcol_mesh mesh, const double* transform);

/* Replaces everything: vertices, positions and elements, more or fewer than before, triangles or tetrahedra.
 * Every triangle is active afterwards. Detectors go on with the new mesh at their next frame. `desc` is read
 * as by defcol_mesh_create, except that flags, user_data and (if NULL) transform stay as they were.
 * Fails: as defcol_mesh_create, and BUSY. Threads: any, one at a time per mesh. */
DEFCOL_API defcol_status defcol_mesh_set_topology(defcol_mesh mesh, const defcol_mesh_desc* desc);

/* One step of cutting or refining: triangles out, vertices and triangles in. */
typedef struct defcol_mesh_edit_desc {
    uint32_t struct_size;
    int32_t position_scalar; /* of added_positions; default DEFCOL_SCALAR_FLOAT64 */
    uint64_t removed_triangle_count;
    const uint32_t* removed_triangles; /* ids; each must be there, and only once */
    uint64_t added_vertex_count;       /* appended after the vertices that are there */
    const void* added_positions;
    uint64_t position_stride; /* 0 = tightly packed */
    uint64_t added_triangle_count;
    const uint32_t* added_triangles; /* 3 vertex ids each; may name added vertices */
    uint32_t* out_triangle_ids;      /* NULL, or room for added_triangle_count ids; left alone on an error */
} defcol_mesh_edit_desc;

DEFCOL_API defcol_status defcol_mesh_edit_desc_init(defcol_mesh_edit_desc* desc, size_t size);

/* Edits a triangle mesh: swaps a coarse patch for a fine one in one call. Ids of removed triangles are used
 * again for added ones, the last removed first; further ones are appended; out_triangle_ids tells. Added
 * triangles are active.
 * Fails: INVALID_ARGUMENT (a tetrahedral mesh; a triangle removed twice), INDEX_RANGE, SIZE_OVERFLOW,
 * NON_FINITE, OUT_OF_RANGE, OUT_OF_MEMORY, BUSY. Threads: any, one at a time per mesh. */
DEFCOL_API defcol_status defcol_mesh_edit(defcol_mesh mesh, const defcol_mesh_edit_desc* desc);

/* From now on exactly the listed triangles count; those of a tetrahedral mesh are its surface triangles.
 * Listing a triangle twice is listing it once. `triangles` may be NULL if `count` is 0. The cost follows the
 * old and the new list, not the mesh.
 * Vertices, and queries for vertices, are not affected.
 * Fails: NULL_POINTER, SIZE_OVERFLOW, INDEX_RANGE (not there, or removed by an edit), OUT_OF_MEMORY, BUSY.
 * Threads: any, one at a time per mesh. */
DEFCOL_API defcol_status defcol_mesh_set_active_triangles(defcol_mesh mesh, const uint32_t* triangles,
                                                          uint64_t count);

/* The same by a bit mask: triangle i counts if bit (i % 8) of bits[i / 8] is set. `bit_count` must be the
 * mesh's number of triangles (removed ones included; their bits are ignored). NULL with 0 switches every
 * triangle on.
 * Fails: INVALID_ARGUMENT, OUT_OF_MEMORY, BUSY. Threads: any, one at a time per mesh. */
DEFCOL_API defcol_status defcol_mesh_set_active_triangle_mask(defcol_mesh mesh, const uint8_t* bits,
                                                              uint64_t bit_count);

/* What the library found in the mesh at its current positions. */
typedef struct defcol_mesh_report {
    uint32_t struct_size;
    uint32_t is_closed; /* 1: active triangles use every edge as often in one direction as in the other */
    uint64_t vertex_count;
    uint64_t triangle_count; /* ids below this number are there, or removed by an edit */
    uint64_t active_triangle_count;
    uint64_t tetrahedron_count;
    uint64_t degenerate_triangle_count; /* zero area: a segment or a point */
    uint64_t duplicate_vertex_count;    /* at the same place as a vertex of lower id */
    uint64_t unused_vertex_count;       /* of no element */
    uint64_t boundary_edge_count;       /* used by one triangle */
    uint64_t non_manifold_edge_count;   /* used by more than two */
    uint64_t flat_tetrahedron_count;
    uint64_t inverted_tetrahedron_count; /* negative by the order of its corners */
    uint64_t flushed_coordinate_count;   /* below 2^-300 in the last positions: read as zero */
    uint64_t skipped_vertex_count;       /* NaN or infinite, with DEFCOL_MESH_SKIP_NON_FINITE */
    uint64_t skipped_triangle_count;
    uint64_t skipped_tetrahedron_count;
    uint32_t first_open_edge[2]; /* vertex ids of the lowest edge that keeps the surface from being closed, or
                                    DEFCOL_NONE twice; a mesh without triangles is closed */
    double box_min[3];           /* of all finite vertices; zero if there are none */
    double box_max[3];
} defcol_mesh_report;

DEFCOL_API defcol_status defcol_mesh_report_init(defcol_mesh_report* report, size_t size);

/* Examines the mesh in O(n log n): not for every frame. Duplicated vertices are counted by position, but
 * adjacency everywhere is by index. Fails: OUT_OF_MEMORY, BUSY. Threads: any. */
DEFCOL_API defcol_status defcol_mesh_get_report(defcol_mesh mesh, defcol_mesh_report* report);

/* Triangles as the library uses them. */
typedef struct defcol_mesh_surface {
    uint32_t struct_size;
    uint32_t reserved;
    uint64_t triangle_count;
    const uint32_t* triangles;  /* 3 vertex ids each, 3 x DEFCOL_NONE where removed */
    const uint32_t* tetrahedra; /* of which tetrahedron each is a face; NULL for a triangle mesh */
    const uint8_t* active;      /* 1 where a triangle counts, else 0; NULL if all do */
} defcol_mesh_surface;

DEFCOL_API defcol_status defcol_mesh_surface_init(defcol_mesh_surface* surface, size_t size);

/* The mesh's triangles; for a tetrahedral mesh its surface: the faces used once, in order of (tetrahedron,
 * corner opposite), turned outward by the tetrahedron's orientation when the topology was set.
 * Owner: borrowed until the mesh's topology, positions or active set change or it is destroyed. Threads: any.
 */
DEFCOL_API defcol_status defcol_mesh_get_surface(defcol_mesh mesh, defcol_mesh_surface* surface);

/* The positions as read: 3 doubles per vertex, transform applied. Either output may be NULL.
 * Owner: borrowed until the mesh's positions or topology change or it is destroyed. Threads: any. */
DEFCOL_API defcol_status defcol_mesh_get_positions(defcol_mesh mesh, const double** out_positions,
                                                   uint64_t* out_vertex_count);

/* A number of yours kept with the mesh. Fails: BUSY (set, while a detector with the mesh runs).
 * Threads: any. */
DEFCOL_API defcol_status defcol_mesh_set_user_data(defcol_mesh mesh, uint64_t user_data);
DEFCOL_API defcol_status defcol_mesh_get_user_data(defcol_mesh mesh, uint64_t* out_user_data);

/* ---- Reduced model ------------------------------------------------------------------------------------ */

/* A dense mesh may be steered by a coarse tetrahedral one (Mendoza & O'Sullivan 2005, section 3): the host
 * simulates the coarse mesh and sets its positions; the dense mesh follows at once, before
 * defcol_mesh_set_positions or defcol_mesh_set_transform of the coarse mesh returns. Any detector may watch
 * it, its positions can be read back for rendering, and contacts on it lead to coarse vertices.
 *
 *     defcol_mesh_link(dense, coarse, NULL)                               once, both undeformed
 *     each frame: defcol_mesh_set_positions(coarse) -> defcol_detector_detect -> defcol_mesh_map_to_coarse
 *
 * Each dense vertex hangs on three vertices of the coarse surface by weights of sum 1 and a rigid link: it
 * keeps its distance from the weighted point and turns with the triangle of the three. A rigid motion of the
 * coarse mesh moves the dense one rigidly. Where the three come to lie on one line the link keeps as near as
 * possible to how it was turned when linked; every position stays finite. */
typedef struct defcol_link_desc {
    uint32_t struct_size;
    uint32_t flags;      /* zero */
    double max_distance; /* of a dense vertex from the nearest vertex of the coarse surface; farther fails.
                            0 (default): the diagonal of the coarse surface's box; infinite: any */
} defcol_link_desc;

DEFCOL_API defcol_status defcol_link_desc_init(defcol_link_desc* desc, size_t size);

/* Links `dense` to `coarse` as both lie now; `desc` may be NULL. From now on the coarse mesh decides the
 * dense positions, which are the same for any number of workers: setting positions, transform or topology of
 * the dense mesh or adding vertices to it by an edit is INVALID_ARGUMENT, as is a new topology of the coarse
 * mesh, until they are unlinked. A transform of the dense mesh goes away, its positions stay (but for
 * rounding). Active triangles of both and edits without new vertices are free. One coarse mesh may steer many
 * dense ones; changing it then needs that none of them is used by a running detector (else BUSY), and fails
 * as a whole, with nothing moved, if a dense vertex would leave the range of coordinates. A coarse vertex
 * that is not finite (DEFCOL_MESH_SKIP_NON_FINITE) does that to the dense vertices that hang on it.
 * Destroying either mesh unlinks. Costs O(n log n) once. Fails: BAD_HANDLE, INVALID_ARGUMENT (a coarse mesh
 * without tetrahedra or with a surface of less than 3 vertices; a dense vertex beyond max_distance: the
 * message names it; NaN or negative max_distance; the dense mesh is steered already; chains), NON_FINITE (a
 * vertex of either), OUT_OF_MEMORY, BUSY. Threads: any, one at a time per mesh. */
DEFCOL_API defcol_status defcol_mesh_link(defcol_mesh dense, defcol_mesh coarse,
                                          const defcol_link_desc* desc);

/* Ends the link; the dense mesh stays where it is and is free again.
 * Fails: INVALID_ARGUMENT (not steered), BUSY. Threads: any, one at a time per mesh. */
DEFCOL_API defcol_status defcol_mesh_unlink(defcol_mesh dense);

/* The mesh that steers this one; none if it is not steered. Threads: any. */
DEFCOL_API defcol_status defcol_mesh_get_coarse(defcol_mesh dense, defcol_mesh* out_coarse);

/* How the vertices of a dense mesh hang on coarse ones. */
typedef struct defcol_mesh_steering {
    uint32_t struct_size;
    uint32_t reserved;
    uint64_t vertex_count;           /* of the dense mesh */
    const uint32_t* coarse_vertices; /* 3 per dense vertex, ascending */
    const double* weights;           /* 3 per dense vertex: zero or above, sum 1 */
    const double* link_lengths;      /* the vertex is never farther than this from the weighted point */
} defcol_mesh_steering;

DEFCOL_API defcol_status defcol_mesh_steering_init(defcol_mesh_steering* steering, size_t size);

/* Owner: borrowed until the link ends. Fails: INVALID_ARGUMENT (not steered). Threads: any. */
DEFCOL_API defcol_status defcol_mesh_get_steering(defcol_mesh dense, defcol_mesh_steering* steering);

/* Turns points on a dense mesh, as contacts give them, into points of its coarse mesh. Per point it reads 4
 * vertices and 4 weights (features_a and weights_a of a contact, or features_b and weights_b; DEFCOL_NONE:
 * no vertex) and writes 12 coarse vertices and 12 weights: each vertex once, then DEFCOL_NONE with weight 0.
 * The weights keep their sum: a force given to the coarse vertices by them keeps its size and direction. A
 * defcol_contact_range has the same meshes throughout, so one call does a whole range.
 * Fails: NULL_POINTER, INVALID_ARGUMENT (not steered), INDEX_RANGE, NON_FINITE (a weight), SIZE_OVERFLOW;
 * nothing is written then. Owner: the arrays are yours. Threads: any. */
DEFCOL_API defcol_status defcol_mesh_map_to_coarse(defcol_mesh dense, const uint32_t* features,
                                                   const double* weights, uint64_t count,
                                                   uint32_t* out_features, double* out_weights);

typedef struct defcol_cage_desc {
    uint32_t struct_size;
    uint32_t resolution; /* cubes along the longest side of the surface's box, 1 to 128; default 8 */
} defcol_cage_desc;

DEFCOL_API defcol_status defcol_cage_desc_init(defcol_cage_desc* desc, size_t size);

/* Makes a coarse tetrahedral mesh around the active triangles of a mesh, for hosts that have none: the cubes
 * of a grid that the surface passes through or encloses, six tetrahedra each. The surface lies inside. An
 * open surface gets a shell. `desc` may be NULL. Fails: INVALID_ARGUMENT (resolution; no active triangle with
 * an extent), OUT_OF_RANGE (the cage would pass 2^60), OUT_OF_MEMORY. Owner: the caller, like any mesh.
 * Threads: any. */
DEFCOL_API defcol_status defcol_mesh_create_cage(defcol_mesh surface, const defcol_cage_desc* desc,
                                                 defcol_mesh* out_cage);

/* The tetrahedra of a mesh, 4 vertex ids each; NULL and 0 for other meshes. Either output may be NULL.
 * Owner: borrowed until the mesh's topology changes or it is destroyed. Threads: any. */
DEFCOL_API defcol_status defcol_mesh_get_tetrahedra(defcol_mesh mesh, const uint32_t** out_tetrahedra,
                                                    uint64_t* out_tetrahedron_count);

/* ---- Backends ----------------------------------------------------------------------------------------- */

enum {
    DEFCOL_BACKEND_AUTO = 0,
    DEFCOL_BACKEND_BRUTE_FORCE = 1,
    DEFCOL_BACKEND_HASH = 2,
    DEFCOL_BACKEND_LDI = 3,
    DEFCOL_BACKEND_CONE_BVH = 4,
    DEFCOL_BACKEND_SPHERE_TREE = 5,
    DEFCOL_BACKEND_GJK_CUT = 6
};

/* Queries, defined once for all backends.
 * TRIANGLE_PAIRS: two triangles of different meshes, or of one mesh sharing no vertex id, whose closed point
 *     sets intersect; touching counts. One mesh inside another without touching is no triangle pair.
 * VERTEX_IN_TETRAHEDRON: a vertex that is not a corner of the tetrahedron and lies in the closed
 *     tetrahedron, whatever its orientation; a flat one contains nothing. An edge that crosses a
 *     tetrahedron with no vertex inside is not found by this query: ask for both.
 * VERTEX_IN_VOLUME: a vertex with non-zero winding number with respect to another closed surface; the
 *     surface counts as inside.
 * INTERSECTION_VOLUME: spans, volume and centroid of the overlap of two closed surfaces.
 * SPHERE_PAIRS: pairs of overlapping spheres of two meshes' sphere trees, with depth, direction and level,
 *     that together cover every place where the surfaces meet; leaves where there was time, larger spheres
 *     elsewhere. Of one mesh: leaves that overlap now and were apart when the tree was made. */
enum {
    DEFCOL_QUERY_TRIANGLE_PAIRS = 1,
    DEFCOL_QUERY_VERTEX_IN_TETRAHEDRON = 2,
    DEFCOL_QUERY_VERTEX_IN_VOLUME = 4,
    DEFCOL_QUERY_INTERSECTION_VOLUME = 8,
    DEFCOL_QUERY_SPHERE_PAIRS = 16
};

typedef struct defcol_backend_capabilities {
    uint32_t struct_size;
    int32_t backend;
    uint32_t is_available;  /* 0: reason says why */
    uint32_t queries;       /* mask of DEFCOL_QUERY_* it answers */
    uint32_t main_query;    /* what a query mask of 0 means */
    uint32_t exact_queries; /* those it answers exactly: the same set as brute force */
    uint32_t option_count;  /* see defcol_backend_get_option */
    uint32_t reserved;
    const char* name;        /* "brute-force" */
    const char* description; /* one line */
    const char* limits;      /* what it does not find, and its bound where it approximates */
    const char* reason;      /* "" or why it is not available here */
    const char* device; /* ldi: what DEFCOL_LDI_DEVICE_AUTO comes to on this machine, "raster"; else "" */
    const char* device_reason; /* ldi: why, with what OpenGL says of itself; else "" */
} defcol_backend_capabilities;

DEFCOL_API defcol_status defcol_backend_capabilities_init(defcol_backend_capabilities* capabilities,
                                                          size_t size);

/* How many backend ids there are: 0 ... count-1, 0 being auto. Cannot fail. Threads: any. */
DEFCOL_API uint32_t defcol_backend_count(void);

/* What a backend can do. Fails: UNSUPPORTED (no backend of that id).
 * Owner of the texts: the library, while it is loaded. Threads: any. */
DEFCOL_API defcol_status defcol_backend_get_capabilities(int32_t backend,
                                                         defcol_backend_capabilities* capabilities);

/* The id of a backend by its name ("hash"). Fails: UNSUPPORTED. Threads: any. */
DEFCOL_API defcol_status defcol_backend_from_name(const char* name, int32_t* out_backend);

enum { DEFCOL_OPTION_TYPE_I64 = 1, DEFCOL_OPTION_TYPE_F64 = 2 };

/* Options every backend has are below 100; those of one backend begin at 100 times its id. */
enum {
    /* 1: report also pairs of one mesh that share vertices and meet in more than the simplex of those.
     * Default 0. */
    DEFCOL_OPTION_INCLUDE_ADJACENT = 1,
    /* 0 (default): every instruction set the machine has; 1: only the lowest one; n: at most the n-th lowest.
     * For tests: no contact depends on it. */
    DEFCOL_OPTION_SIMD_LEVEL = 2,
    /* For queries that need a closed surface. 1: take a surface as it is, closed or not, and count as inside
     * what a ray from outside reaches through an odd number of triangles, whatever their orientation.
     * 0 (default): refuse it with DEFCOL_ERROR_NOT_CLOSED; inside is where the winding number is not zero. */
    DEFCOL_OPTION_PARITY_COUNTING = 3,
    /* For queries that need a closed surface. 1: vertices at the same place count as one when the surface is
     * checked. 0 (default): adjacency is by id. */
    DEFCOL_OPTION_WELD_VERTICES = 4
};

/* Options of DEFCOL_BACKEND_HASH. */
enum {
    /* f64: edge of a cell, in units of the coordinates. 0 (default): the mean edge length of the primitives
     * as they are in this frame, times the factor that measures best. A size so small that primitives would
     * cover more than 64 cells each is raised to one where they do not, and counted in the statistics. */
    DEFCOL_OPTION_HASH_CELL_SIZE = 201,
    /* i64: places of the hash table. 0 (default): a place for every cell where the block of cells is not much
     * larger than the number of primitives, else a table of about twice that number. */
    DEFCOL_OPTION_HASH_TABLE_SIZE = 202,
    /* i64: 0 (default) three primes and exclusive or, 1 additive, 2 rotating; counts where cells are hashed.
     */
    DEFCOL_OPTION_HASH_FUNCTION = 203,
    /* i64: 1 gives vertices in tetrahedra a depth and direction that agree with their neighbours', after
     * Heidelberger et al. 2004: normals, distances and second points change, for vertices that a surface edge
     * with a free end leads to. 0 (default): the nearest surface face of the tetrahedron. Costs time with the
     * fields POINTS or NORMALS only. With max_contacts or a budget: of the contacts that are there. */
    DEFCOL_OPTION_HASH_CONSISTENT_DEPTH = 204
};

/* Options of DEFCOL_BACKEND_LDI. */
enum {
    /* i64, 4 to 2048: pixels of a layered depth image along each side of its volume of interest; default 128.
     */
    DEFCOL_OPTION_LDI_RESOLUTION = 301,
    /* i64: DEFCOL_LDI_DEVICE_AUTO (default), _RASTER, _GL_APPEND or _GL_STENCIL. A device that this machine
     * does not have is DEFCOL_ERROR_BACKEND_UNAVAILABLE when it is first needed, with the reason. */
    DEFCOL_OPTION_LDI_DEVICE = 302,
    /* i64: 1 (default) one view, along the axis that gives the thinnest volume of interest; 3: views along
     * all three axes: volumes are their mean, vertices are inside where two of the three say so, depth is the
     * smallest of three, and self-overlaps are found that are edge-on in one view. */
    DEFCOL_OPTION_LDI_AXES = 303,
    /* i64: 1 fills the gradient of each volume by surface vertex, and its direction and depth; with one axis
     * only the component along it. 0 (default): not. */
    DEFCOL_OPTION_LDI_GRADIENT = 304,
    /* i64: 1 (default) fills the spans of each volume; 0: volumes, centroids and boxes only. */
    DEFCOL_OPTION_LDI_SPANS = 305
};

enum {
    /* OpenGL where it runs on a graphics processor, else the library's own rasteriser. */
    DEFCOL_LDI_DEVICE_AUTO = 0,
    DEFCOL_LDI_DEVICE_RASTER = 1,    /* on the CPU; always there */
    DEFCOL_LDI_DEVICE_GL_APPEND = 2, /* one pass; OpenGL 4.3 */
    DEFCOL_LDI_DEVICE_GL_STENCIL = 3 /* the paper's method: one pass per layer; OpenGL 3.3 */
};

/* Options of backend cone-bvh. */
enum {
    /* DEFCOL_CONE_BVH_SOUND (default), _FAST or _BOXES. */
    DEFCOL_OPTION_CONE_BVH_MODE = 401,
    /* Most triangles of a leaf of a tree, 1 to 16. Trees are built anew when it changes. */
    DEFCOL_OPTION_CONE_BVH_LEAF_SIZE = 402,
    /* f64: a tree whose decay (defcol_statistics.tree_decay) reaches this is built anew at the start of the
     * next frame. 0 (default): never; a tree is then built once, and again only when its mesh gets another
     * topology that it cannot be repaired for. */
    DEFCOL_OPTION_CONE_BVH_REBUILD_DECAY = 403
};

enum {
    /* Skips regions that certainly cannot collide with themselves: finds every contact. */
    DEFCOL_CONE_BVH_SOUND = 0,
    /* Trusts normals alone where a region is round, as in the paper: can miss contacts that the shape of a
     * contour causes. */
    DEFCOL_CONE_BVH_FAST = 1,
    /* Makes no use of normals: for comparison. */
    DEFCOL_CONE_BVH_BOXES = 2
};

/* Options of DEFCOL_BACKEND_SPHERE_TREE. */
enum {
    /* i64, 2 to 64: most spheres below a sphere; default 8. Trees are built anew when this, the depth or the
     * samples change; loaded ones stay. */
    DEFCOL_OPTION_SPHERE_TREE_BRANCHING = 501,
    /* i64, 0 to 12: levels below the root. 0 (default): by the number of triangles, about eight to a leaf. */
    DEFCOL_OPTION_SPHERE_TREE_DEPTH = 502,
    /* i64: samples of the surface, and so medial balls, that are looked at for each sphere that is divided.
     * 0 (default): 96. */
    DEFCOL_OPTION_SPHERE_TREE_SAMPLES = 503,
    /* i64, 1 to 16: vertices that a sphere follows when the mesh deforms; default 8. */
    DEFCOL_OPTION_SPHERE_TREE_ASSOCIATED = 504,
    /* i64: 1 (default) radii follow from every vertex of the triangles that a sphere covers, so that nothing
     * is missed whatever the deformation; 0: the paper's heuristic from the associated vertices alone, faster
     * and often tighter, which may miss contacts. Triangle pairs are always found conservatively. */
    DEFCOL_OPTION_SPHERE_TREE_CONSERVATIVE = 505,
    /* i64: which sphere of an overlapping pair is divided. 0 (default): the two sides in turn; 1: the larger.
     */
    DEFCOL_OPTION_SPHERE_TREE_SWAP_RULE = 506,
    /* i64: bytes that the lists of sphere pairs may take, 16 for each pair; default 64 MiB. A pair whose
     * parts do not fit any more is reported as it is, with DEFCOL_CONTACT_UNREFINED, and the frame is
     * INCOMPLETE; no contact is lost. One pair for each pair of meshes always fits. */
    DEFCOL_OPTION_SPHERE_TREE_LIST_MEMORY = 507
};

/* Options of DEFCOL_BACKEND_GJK_CUT. No contact depends on them, only the time. */
enum {
    /* i64: lists of triangles are tested pair by pair where the product of their lengths is not above the
     * square of this. */
    DEFCOL_OPTION_GJK_CUT_LEAF_SIZE = 601,
    /* f64, 0 to 1: a list is cut only where at most this part of its extent is shared. 1 (default): always.
     */
    DEFCOL_OPTION_GJK_CUT_THRESHOLD = 602,
    /* f64, 0 to 1: a cut that removes no more than this part of the triangles is the last before a split. */
    DEFCOL_OPTION_GJK_CUT_STOP_FRACTION = 603,
    /* i64: 0 split across the longest axis of the region that both lists share, 1 orthogonal to the last cut.
     */
    DEFCOL_OPTION_GJK_CUT_SPLIT_RULE = 604,
    /* i64: most cuts along GJK's directions before a split; 0: along the axes only. */
    DEFCOL_OPTION_GJK_CUT_MOST_CUTS = 605
};

typedef struct defcol_option_info {
    uint32_t struct_size;
    int32_t option; /* DEFCOL_OPTION_* */
    int32_t type;   /* DEFCOL_OPTION_TYPE_*: says which of the numbers below count */
    uint32_t reserved;
    const char* name;    /* "include_adjacent" */
    const char* meaning; /* one sentence */
    int64_t min_i64;
    int64_t max_i64;
    int64_t default_i64;
    double min_f64;
    double max_f64;
    double default_f64;
} defcol_option_info;

DEFCOL_API defcol_status defcol_option_info_init(defcol_option_info* info, size_t size);

/* The option number `index` (0 ... option_count-1) of a backend.
 * Fails: UNSUPPORTED (backend), INDEX_RANGE. Owner of the texts: the library. Threads: any. */
DEFCOL_API defcol_status defcol_backend_get_option(int32_t backend, uint32_t index, defcol_option_info* info);

/* ---- Detector ----------------------------------------------------------------------------------------- */

/* Which arrays of a contact are filled besides kind, meshes and primitives. */
enum {
    DEFCOL_FIELD_FEATURES = 1, /* feature vertices and weights */
    DEFCOL_FIELD_POINTS = 2,
    DEFCOL_FIELD_NORMALS = 4, /* normals and distances */
    DEFCOL_FIELD_FLAGS = 8,
    DEFCOL_FIELD_IDS = 16,
    DEFCOL_FIELD_SURFACE = 32, /* the surface triangle next to a vertex in a tetrahedron */
    DEFCOL_FIELD_ALL = 63
};

typedef struct defcol_detector_desc {
    uint32_t struct_size;
    int32_t backend;  /* DEFCOL_BACKEND_* */
    uint32_t queries; /* mask of DEFCOL_QUERY_*; 0 = the backend's main one */
    uint32_t fields;  /* mask of DEFCOL_FIELD_*; default 0: kind, meshes and primitives only, the fastest */
} defcol_detector_desc;

DEFCOL_API defcol_status defcol_detector_desc_init(defcol_detector_desc* desc, size_t size);

/* Creates a detector. `desc` may be NULL for defaults.
 * Fails: UNSUPPORTED (unknown backend, query it cannot answer, unknown field), BACKEND_UNAVAILABLE,
 * OUT_OF_MEMORY. Owner: the caller, until destroyed. Threads: any. */
DEFCOL_API defcol_status defcol_detector_create(defcol_context context, const defcol_detector_desc* desc,
                                                defcol_detector* out_detector);

/* Destroys the detector; its views become invalid. Fails: BUSY while it runs. Threads: any. */
DEFCOL_API defcol_status defcol_detector_destroy(defcol_detector detector);

enum { DEFCOL_MESH_SELF_COLLISION = 1 };

/* Watches a mesh. Its index in contacts is the number of meshes added before, removed ones included: indices
 * are never reused. `flags`: DEFCOL_MESH_SELF_COLLISION or 0.
 * Queries for volumes need closed surfaces: every edge is used as often in one direction as in the other. A
 * mesh without triangles (a point set) is closed. DEFCOL_OPTION_PARITY_COUNTING and
 * DEFCOL_OPTION_WELD_VERTICES, set before, ask for less. Fails: BAD_HANDLE (also a mesh of another context),
 * INVALID_ARGUMENT (already watched; unknown flag), BUSY, NOT_CLOSED (the message names the first open edge),
 * OUT_OF_MEMORY. Threads: one at a time per detector. */
DEFCOL_API defcol_status defcol_detector_add_mesh(defcol_detector detector, defcol_mesh mesh, uint32_t flags);

/* Stops watching a mesh. Fails: INVALID_ARGUMENT (not watched). Threads: one at a time per detector. */
DEFCOL_API defcol_status defcol_detector_remove_mesh(defcol_detector detector, defcol_mesh mesh);

/* The index of a watched mesh in contacts. Fails: INVALID_ARGUMENT (not watched).
 * Threads: one at a time per detector. */
DEFCOL_API defcol_status defcol_detector_get_mesh_index(defcol_detector detector, defcol_mesh mesh,
                                                        uint32_t* out_index);

/* The mesh behind an index; none if it was removed or destroyed. Fails: INDEX_RANGE (never given out).
 * Threads: one at a time per detector. */
DEFCOL_API defcol_status defcol_detector_get_mesh(defcol_detector detector, uint32_t index,
                                                  defcol_mesh* out_mesh);

/* Switches self-collision of a watched mesh; `flags` as in defcol_detector_add_mesh.
 * Fails: INVALID_ARGUMENT. Threads: one at a time per detector. */
DEFCOL_API defcol_status defcol_detector_set_mesh_flags(defcol_detector detector, defcol_mesh mesh,
                                                        uint32_t flags);

/* Two meshes are tested against each other if each one's category shares a bit with the other's mask.
 * Defaults: category 1, mask all ones. Self-collision is not affected.
 * Fails: INVALID_ARGUMENT (not watched). Threads: one at a time per detector. */
DEFCOL_API defcol_status defcol_detector_set_filter(defcol_detector detector, defcol_mesh mesh,
                                                    uint32_t category, uint32_t mask);

/* Excludes (1) or includes again (0) a pair of watched meshes.
 * Fails: INVALID_ARGUMENT (not watched, the same mesh twice, another number), OUT_OF_MEMORY.
 * Threads: one at a time per detector. */
DEFCOL_API defcol_status defcol_detector_exclude_pair(defcol_detector detector, defcol_mesh a, defcol_mesh b,
                                                      uint32_t excluded);

/* Sets or reads an option of the detector's backend.
 * Fails: UNSUPPORTED (the backend has no such option, or of the other type), INVALID_ARGUMENT (outside its
 * range, or NaN). Threads: one at a time per detector. */
DEFCOL_API defcol_status defcol_detector_set_option_i64(defcol_detector detector, int32_t option,
                                                        int64_t value);
DEFCOL_API defcol_status defcol_detector_set_option_f64(defcol_detector detector, int32_t option,
                                                        double value);
DEFCOL_API defcol_status defcol_detector_get_option_i64(defcol_detector detector, int32_t option,
                                                        int64_t* out_value);
DEFCOL_API defcol_status defcol_detector_get_option_f64(defcol_detector detector, int32_t option,
                                                        double* out_value);

/* ---- A frame ------------------------------------------------------------------------------------------ */

typedef struct defcol_detect_options {
    uint32_t struct_size;
    uint32_t flags;             /* zero */
    uint64_t max_contacts;      /* default UINT64_MAX: all */
    double time_budget_seconds; /* default infinite; 0 is allowed; NaN and negative are not. It and the cancel
                                   flag end the search; reading moved vertices and updating the backend's
                                   structure before it, and ordering contacts after it, are not interrupted */
    uint64_t test_budget;       /* candidate pairs to decide; default UINT64_MAX. The same contacts for any
                                   number of workers: the search runs on one. */
    const volatile int32_t* cancel; /* NULL, or a flag of yours: set it non-zero from any thread to stop */
} defcol_detect_options;

DEFCOL_API defcol_status defcol_detect_options_init(defcol_detect_options* options, size_t size);

/* Runs a frame on the current positions of the watched meshes. `options` may be NULL for defaults.
 * Returns: OK; TRUNCATED (more than max_contacts: the first of the full order are there, with the true
 * total); INCOMPLETE (a budget or the cancel flag ended it: what is there is true, some may be missing).
 * Fails: INVALID_ARGUMENT, BAD_STRUCT_SIZE, UNSUPPORTED (options; the previous contacts stay), BUSY
 * (likewise), OUT_OF_MEMORY, NOT_CLOSED (a query for volumes, and a mesh was cut open or vertices that were
 * welded came apart; no contacts then), BACKEND_UNAVAILABLE (the device that an option asks for),
 * SIZE_OVERFLOW (more than 2^32 - 2 primitives in all meshes together; no contacts then). Threads: one at a
 * time per detector; detectors that share meshes may run at the same time. */
DEFCOL_API defcol_status defcol_detector_detect(defcol_detector detector,
                                                const defcol_detect_options* options);

enum {
    DEFCOL_CONTACT_TRIANGLE_PAIR = 1,
    DEFCOL_CONTACT_VERTEX_IN_TETRAHEDRON = 2,
    DEFCOL_CONTACT_VERTEX_IN_VOLUME = 3,
    DEFCOL_CONTACT_INTERSECTION_VOLUME = 4,
    DEFCOL_CONTACT_SPHERE_PAIR = 5
};

enum {
    /* Triangle pair: the edges (corner i to i+1) of one triangle that pass through or touch the other. */
    DEFCOL_CONTACT_EDGE_A0 = 1,
    DEFCOL_CONTACT_EDGE_A1 = 2,
    DEFCOL_CONTACT_EDGE_A2 = 4,
    DEFCOL_CONTACT_EDGE_B0 = 8,
    DEFCOL_CONTACT_EDGE_B1 = 16,
    DEFCOL_CONTACT_EDGE_B2 = 32,
    /* Triangle pair in one plane: the two points are the farthest apart of the overlap. */
    DEFCOL_CONTACT_COPLANAR = 64,
    /* No direction can be given (both triangles without extent, or a tetrahedron with no face on the
     * surface): normal and distance are zero. Also spheres with the same centre; these have a distance. */
    DEFCOL_CONTACT_NO_NORMAL = 128,
    /* The pair shares vertices (only with DEFCOL_OPTION_INCLUDE_ADJACENT). */
    DEFCOL_CONTACT_ADJACENT = 256,
    /* Sphere pair: there was no time to test it. What the two spheres cover may collide, or not. */
    DEFCOL_CONTACT_ASSUMED = 512,
    /* Sphere pair: tested and overlapping, but not divided, because the lists were full. */
    DEFCOL_CONTACT_UNREFINED = 1024,
    /* Sphere pair: the levels of the two spheres in their trees, 0 being a root, are in the upper bits. */
    DEFCOL_CONTACT_LEVEL_A_SHIFT = 16,
    DEFCOL_CONTACT_LEVEL_B_SHIFT = 24
};
#define DEFCOL_CONTACT_LEVEL_A(flags) (((flags) >> DEFCOL_CONTACT_LEVEL_A_SHIFT) & 255U)
#define DEFCOL_CONTACT_LEVEL_B(flags) (((flags) >> DEFCOL_CONTACT_LEVEL_B_SHIFT) & 255U)

/* A maximal run of consecutive contacts of one kind between the same two meshes. A pair of meshes has several
 * runs where primitives of mesh a touch more than one other mesh. */
typedef struct defcol_contact_range {
    int32_t kind;
    uint32_t mesh_a;
    uint32_t mesh_b;
    uint32_t reserved;
    uint64_t first;
    uint64_t count;
} defcol_contact_range;

/* Contacts as parallel arrays of `count` elements, ordered by (kind, mesh a, primitive a, mesh b, primitive
 * b). In a contact of unlike primitives a is the vertex; otherwise a is the lower (mesh, primitive). A volume
 * is a mesh as a whole: its primitive is DEFCOL_NONE. Arrays that were not asked for in
 * defcol_detector_desc.fields are NULL. Every number is finite. */
typedef struct defcol_contacts {
    uint32_t struct_size;
    uint32_t is_truncated;  /* there are more than max_contacts */
    uint32_t is_incomplete; /* a budget or the cancel flag ended the frame */
    uint32_t reserved;
    uint64_t count;
    uint64_t total;           /* contacts there are; if incomplete, at least so many */
    double finished_fraction; /* of the frame's work, 1 when complete */
    const int32_t* kind;      /* DEFCOL_CONTACT_* */
    const uint32_t* mesh_a;
    const uint32_t* primitive_a;
    const uint32_t* mesh_b;
    const uint32_t* primitive_b;
    const uint32_t* features_a; /* 4 vertex ids per contact, DEFCOL_NONE where fewer */
    const double* weights_a;    /* 4 per contact, sum 1: midway between the two points, on a */
    const uint32_t* features_b;
    const double* weights_b;
    const double* points;    /* 6 per contact: two points. Triangle pair: the ends of the intersection; vertex
                                in tetrahedron: the vertex, and its foot on the plane of the nearest
                                surface face, nearest by the distance of planes; vertex in volume: the
                                vertex, and where it leaves: brute-force gives the nearest point of the
                                surface, ldi the nearest along the view axes; intersection volume: its
                                centroid, twice */
    const double* normals;   /* 3 per contact: unit, from a to b; zero with DEFCOL_CONTACT_NO_NORMAL.
                                Triangle pair: moving b by -distance along it is the smallest translation that
                                separates them over the face normals and edge cross products. Vertex in
                                tetrahedron: opposite to the outward normal of the nearest surface face, so
                                that moving the vertex by distance along it takes it out. Vertex in volume:
                                likewise, from its second point. Intersection volume: see defcol_volumes */
    const double* distances; /* 1 per contact, negative inside */
    const uint32_t* flags;   /* DEFCOL_CONTACT_* bits */
    const uint64_t* ids;     /* a hash of meshes, kind and primitives: the same from frame to frame */
    const uint32_t* surface_b; /* vertex in tetrahedron: the nearest surface triangle of the tetrahedron,
                                  DEFCOL_NONE if it has none; vertex in volume: the triangle of its second
                                  point */
    uint64_t range_count;
    const defcol_contact_range* ranges;
} defcol_contacts;

DEFCOL_API defcol_status defcol_contacts_init(defcol_contacts* contacts, size_t size);

/* The contacts of the last frame. Before the first frame there are none.
 * Owner: borrowed from the detector until its next detect or destruction, whatever happens to meshes.
 * Threads: pull from one at a time per detector; the arrays may be read from any. */
DEFCOL_API defcol_status defcol_detector_contacts(defcol_detector detector, defcol_contacts* contacts);

/* Overlaps of pairs of closed surfaces, and of surfaces with themselves (mesh_a == mesh_b, where
 * self-collision is on), as parallel arrays of `count` elements ordered by (mesh a, mesh b). Each overlap is
 * also a contact of kind DEFCOL_CONTACT_INTERSECTION_VOLUME.
 *
 * An overlap is sampled in a grid of width x height parallel lines (pixels) through the volume of interest,
 * along `axis` (0, 1, 2 = x, y, z); x of the grid runs along axis (axis + 1) % 3 and y along (axis + 2) % 3:
 * the line of pixel (x, y) is at grid_origin[2i] + (x + 0.5) * pixel_size[2i] and
 * grid_origin[2i + 1] + (y + 0.5) * pixel_size[2i + 1]. A span is a piece of such a line inside both
 * surfaces. A surface overlaps itself where its winding number is above 1 or below 0. */
typedef struct defcol_volumes {
    uint32_t struct_size;
    uint32_t is_incomplete; /* a budget or the cancel flag ended the frame: some may be missing */
    uint64_t count;
    const uint32_t* mesh_a;
    const uint32_t* mesh_b;
    const double* volume;      /* of the overlap; above 0 */
    const double* error_bound; /* of the volume, for surfaces without features thinner than a pixel: half a
                                  pixel times the area of the overlap's boundary as seen from its sides */
    const double* centroid;    /* 3 per volume */
    const double* box_min;     /* 3 per volume: of the overlap, by whole pixels */
    const double* box_max;
    const double* direction; /* 3 per volume: unit, from a to b: moving b along it shrinks the overlap
                                fastest; zero if unknown (no gradient asked for, or it vanishes) */
    const double* depth; /* how far to move along it for the overlap to vanish if it shrank at the same rate:
                            volume / length of the gradient; 0 if unknown */
    const uint32_t* axis;
    const uint32_t* width;
    const uint32_t* height;
    const double* grid_origin;       /* 2 per volume */
    const double* pixel_size;        /* 2 per volume */
    const uint32_t* unpaired_pixels; /* lines that do not leave a surface as often as they enter it: 0 for
                                        closed ones; above 0 the volume is not to be trusted */
    const uint64_t* first_span; /* count + 1: spans of volume i are first_span[i] ... first_span[i + 1] - 1 */
    uint64_t span_count;
    const uint32_t* span_x; /* pixels, rising by (y, x) within a volume */
    const uint32_t* span_y;
    const double* span_entry;       /* coordinate along the axis */
    const double* span_leave;       /* above span_entry */
    const uint64_t* first_gradient; /* count + 1, as first_span */
    uint64_t gradient_count;
    const uint32_t* gradient_mesh; /* rising by (mesh, vertex) within a volume */
    const uint32_t* gradient_vertex;
    const double* gradient; /* 3 each: by how much the volume grows per unit that this vertex moves */
} defcol_volumes;

DEFCOL_API defcol_status defcol_volumes_init(defcol_volumes* volumes, size_t size);

/* The overlaps of the last frame, by DEFCOL_QUERY_INTERSECTION_VOLUME; none without that query.
 * Owner: borrowed from the detector until its next detect or destruction, whatever happens to meshes.
 * Threads: pull from one at a time per detector; the arrays may be read from any. */
DEFCOL_API defcol_status defcol_detector_volumes(defcol_detector detector, defcol_volumes* volumes);

/* Counts and times of the last frame. */
typedef struct defcol_statistics {
    uint32_t struct_size;
    int32_t backend;        /* the one that ran: what auto chose */
    uint64_t frame;         /* detects so far */
    double prepare_seconds; /* reading the moved vertices */
    double broadphase_seconds;
    double update_seconds; /* the backend's structure */
    double search_seconds; /* candidates and their exact tests */
    double order_seconds;
    double geometry_seconds; /* points, normals, weights: if asked for */
    double total_seconds;
    uint64_t mesh_pair_count;       /* that the broad phase left, self pairs included */
    uint64_t candidate_count;       /* pairs the backend proposed */
    uint64_t filter_rejected_count; /* of those, rejected by the vector filter */
    uint64_t exact_test_count;      /* of those, decided one by one */
    uint64_t
        filter_failure_count; /* predicates where rounding decided nothing and exact arithmetic was used */
    uint64_t contact_count;   /* the true total; a lower bound if incomplete */
    uint64_t detector_bytes;  /* held by this detector */
    const char* choice;       /* why auto chose this backend, with the times it compared; "" otherwise. Owner:
                                 borrowed from the detector until its next detect or destruction */
    /* Backend cone-bvh; zero for others. Its elementary tests are candidate_count. */
    uint64_t region_call_count;  /* calls of the search, for one region or a pair of regions */
    uint64_t box_test_count;     /* boxes of regions or triangles compared */
    uint64_t cone_cull_count;    /* calls that ended because nothing inside can collide */
    uint64_t contour_test_count; /* contours examined for that */
    /* Backend hash; zero for others. */
    uint64_t cell_entry_count;         /* primitives in cells: one each, whatever their size */
    uint64_t oversized_count;          /* triangles too large for the finest cells, and tetrahedra that were
                                          compared with all vertices because they cover too many cells */
    uint64_t cell_size_fallback_count; /* 1 for each query whose DEFCOL_OPTION_HASH_CELL_SIZE was raised */
    /* Backend ldi; zero or "" for others. */
    uint64_t image_count;          /* layered depth images made in this frame */
    uint64_t kept_image_count;     /* used again because the object had not moved */
    uint64_t layer_count;          /* in all images used */
    uint64_t unpaired_pixel_count; /* pixels of these whose layers do not pair up: 0 for closed surfaces */
    uint64_t most_layers;          /* of one pixel: the depth complexity */
    double image_seconds;          /* of search_seconds, for making the images */
    const char* device;            /* "raster", "gl-append" or "gl-stencil" */
    const char* device_reason;     /* why this one */
    /* Every backend that proposes pairs of triangles. */
    uint64_t filter_accepted_count; /* candidates that the vector filter proved to meet */
    /* Backend cone-bvh; zero for others. */
    double tree_decay;         /* how much longer its leaves are for their area, and how many triangles were
                                  taken out or added since the tree was built: 1 as built; the worst tree */
    uint64_t built_tree_count; /* trees built in this frame: for a new topology, or because of decay */
    /* Backend sphere-tree; zero for others. With defcol_detector_resume: of the whole frame. */
    uint64_t sphere_count;             /* in the trees of meshes whose boxes overlap another's */
    uint64_t sphere_test_count;        /* pairs of spheres tested; also in candidate_count */
    uint64_t leaf_pair_count;          /* overlapping pairs of leaves: the paper's COLLISIONLIST */
    uint64_t assumed_pair_count;       /* pairs there was no time to test: its PAIRLIST */
    uint64_t unrefined_pair_count;     /* overlapping pairs not divided because the lists were full */
    uint64_t untested_self_pair_count; /* of spheres of one mesh, for the same two reasons: not reported */
    double tree_build_seconds;         /* making trees in this frame, part of update_seconds */
} defcol_statistics;

DEFCOL_API defcol_status defcol_statistics_init(defcol_statistics* statistics, size_t size);

/* Owner of the text: the library, while it is loaded. Threads: one at a time per detector. */
DEFCOL_API defcol_status defcol_detector_get_statistics(defcol_detector detector,
                                                        defcol_statistics* statistics);

/* How far two meshes are apart, by the convex hulls of their active triangles. */
typedef struct defcol_separation {
    uint32_t struct_size;
    uint32_t hulls_overlap;      /* 1: the hulls meet (the meshes themselves may not); 0: they are apart */
    double distance;             /* between the witness points; 0 where the hulls overlap */
    double distance_lower_bound; /* proven by a separating plane: the true distance is not below it */
    double penetration_bound;    /* an upper bound of the penetration distance of the hulls: moving b by this
                                    along direction takes them apart; 0 where they are apart */
    double point_a[3];           /* witness points, one of each hull; zero where the hulls overlap */
    double point_b[3];
    double direction[3]; /* unit, from a to b; zero if there is none */
} defcol_separation;

DEFCOL_API defcol_status defcol_separation_init(defcol_separation* separation, size_t size);

/* Distance and witness points of two watched meshes at their current positions, for a client that asks; only
 * with DEFCOL_BACKEND_GJK_CUT. Needs no detect and changes nothing. In double arithmetic: hulls that are
 * nearer than about 2^-48 of their size count as overlapping.
 * Fails: UNSUPPORTED (another backend), INVALID_ARGUMENT (not watched, the same mesh twice, a mesh without
 * active triangles), BUSY. Threads: one at a time per detector. */
DEFCOL_API defcol_status defcol_detector_get_separation(defcol_detector detector, defcol_mesh a,
                                                        defcol_mesh b, defcol_separation* separation);

/* ---- Sphere trees: only with DEFCOL_BACKEND_SPHERE_TREE, UNSUPPORTED for others ---------------------------
 *
 * The backend keeps a tree of spheres for each mesh: the root covers the whole surface, the spheres below a
 * sphere cover its part of it, more tightly. A tree is made from the mesh as it is at the first detect that
 * needs one (which may take seconds for a large mesh), or before by one of the functions here; it is kept
 * until the triangles change. The shape it was made from is its rest shape. Spheres are numbered level by
 * level, the root is 0; contacts of kind DEFCOL_CONTACT_SPHERE_PAIR name them as primitives:
 *
 *   features, weights  vertices near the sphere to which a response distributes, with weights that sum to 1
 *   points             the point of each sphere deepest in the other
 *   normals, distances from centre to centre; distance of the centres less both radii, negative inside.
 *                      An assumed pair may be apart: then its distance is positive
 *   flags              DEFCOL_CONTACT_ASSUMED, _UNREFINED, _NO_NORMAL and the two levels
 *
 * A time budget counts from the call, update included, and time is kept back for putting contacts in order;
 * a test budget counts pairs of spheres. A budget of 0 gives the pairs of roots. A larger test budget keeps
 * every pair of leaves that a smaller one found, and refines the others. */

/* Goes on with a frame that ended INCOMPLETE, with a budget of its own, as if the first had been so much
 * larger; the contacts are those of the whole frame. Returns and fails as defcol_detector_detect; also
 * INVALID_ARGUMENT (nothing was detected yet, or meshes, positions, trees or options changed since; the
 * contacts stay), UNSUPPORTED (also with other queries than SPHERE_PAIRS).
 * Threads: one at a time per detector. */
DEFCOL_API defcol_status defcol_detector_resume(defcol_detector detector,
                                                const defcol_detect_options* options);

/* How much a pair of watched meshes matters, or a mesh with itself (a = b): each gets tests in proportion to
 * its priority until it is refined to the leaves. 0 waits for all others. Default 1; stays until it is set
 * again. Fails: INVALID_ARGUMENT (not watched; negative, infinite or NaN), OUT_OF_MEMORY.
 * Threads: one at a time per detector. */
DEFCOL_API defcol_status defcol_detector_set_pair_priority(defcol_detector detector, defcol_mesh a,
                                                           defcol_mesh b, double priority);

/* Makes the tree of a watched mesh now, from its positions now, whether it has one or not. Progress goes to
 * the log hook. `cancel`: NULL, or a flag of yours: set it non-zero from any thread to stop; returns
 * INCOMPLETE then, and nothing has changed. Fails: INVALID_ARGUMENT (not watched), OUT_OF_MEMORY, BUSY.
 * Threads: one at a time per detector. */
DEFCOL_API defcol_status defcol_detector_build_sphere_tree(defcol_detector detector, defcol_mesh mesh,
                                                           const volatile int32_t* cancel);

/* Writes the tree of a watched mesh to `blob`, which has room for `capacity` bytes, and its size to
 * `out_size`. With a NULL `blob` only the size is written. Fails: INVALID_ARGUMENT (not watched, no tree yet,
 * not enough room). Threads: one at a time per detector. */
DEFCOL_API defcol_status defcol_detector_save_sphere_tree(defcol_detector detector, defcol_mesh mesh,
                                                          void* blob, uint64_t capacity, uint64_t* out_size);

/* Takes the tree of a watched mesh from a blob that was saved for a mesh with the same triangles; the mesh
 * may have any positions. `blob` needs no alignment and may be freed afterwards. Fails: BAD_DATA (damaged, or
 * of an unknown version), INVALID_ARGUMENT (not watched; the tree of another mesh), OUT_OF_MEMORY: the mesh
 * keeps the tree it had. Threads: one at a time per detector. */
DEFCOL_API defcol_status defcol_detector_load_sphere_tree(defcol_detector detector, defcol_mesh mesh,
                                                          const void* blob, uint64_t size);

/* One level of a sphere tree, for drawing. */
typedef struct defcol_sphere_level {
    uint32_t struct_size;
    uint32_t level;
    uint32_t level_count;  /* of the tree */
    uint32_t first_sphere; /* the id of this level's first sphere; the others follow */
    uint64_t sphere_count; /* of this level; leaves may lie on any level */
    uint64_t tree_sphere_count;
    const double* spheres; /* 4 per sphere: centre and radius as the last detect left them; a sphere whose
                              triangles are all inactive has a radius below 0 */
} defcol_sphere_level;

DEFCOL_API defcol_status defcol_sphere_level_init(defcol_sphere_level* level, size_t size);

/* Level `index` (0 ... level_count-1) of the tree of a watched mesh. Fails: INVALID_ARGUMENT (not watched, no
 * tree yet), INDEX_RANGE. Owner: borrowed from the detector until it detects, gets or loses a tree or is
 * destroyed. Threads: one at a time per detector. */
DEFCOL_API defcol_status defcol_detector_get_sphere_level(defcol_detector detector, defcol_mesh mesh,
                                                          uint32_t index, defcol_sphere_level* level);

#ifdef __cplusplus
}
#endif

#endif /* DEFCOL_DEFCOL_H */
