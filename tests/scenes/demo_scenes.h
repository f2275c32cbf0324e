/* SPDX-License-Identifier: MIT */
#ifndef DEFCOL_DEMO_SCENES_H
#define DEFCOL_DEMO_SCENES_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The scenes of the tests, for programs in C. Pointers belong to the scene; positions keep their address and
 * change with demo_scene_advance. One scene, one thread at a time. */
typedef struct demo_scene demo_scene;

/* Names of all scenes; NULL past the last. */
const char* demo_scene_name(uint32_t index);

/* NULL if there is no scene of that name, its data is not there, or memory ran out. */
demo_scene* demo_scene_create(const char* name);
void demo_scene_destroy(demo_scene* scene);

/* Sets the positions of a frame, any frame, in any order. 0 on success. */
int demo_scene_advance(demo_scene* scene, uint32_t frame);

uint32_t demo_scene_mesh_count(const demo_scene* scene);
/* Not 0: collisions of a mesh with itself belong to the scene. */
int demo_scene_self_collision(const demo_scene* scene);

uint64_t demo_scene_vertex_count(const demo_scene* scene, uint32_t mesh);
uint64_t demo_scene_triangle_count(const demo_scene* scene, uint32_t mesh);
uint64_t demo_scene_tetrahedron_count(const demo_scene* scene, uint32_t mesh);
/* x, y, z per vertex; three vertices per triangle; four per tetrahedron. */
const double* demo_scene_positions(const demo_scene* scene, uint32_t mesh);
const uint32_t* demo_scene_triangles(const demo_scene* scene, uint32_t mesh);
const uint32_t* demo_scene_tetrahedra(const demo_scene* scene, uint32_t mesh);

#ifdef __cplusplus
}
#endif
#endif
