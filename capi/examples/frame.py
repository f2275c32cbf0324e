#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A frame from Python: ctypes for the calls, NumPy views over the contact arrays, no copy.

Usage: frame.py [PATH OF THE LIBRARY]
"""
import ctypes as c
import sys

import numpy as np

library = c.CDLL(sys.argv[1] if len(sys.argv) > 1 else "libdefcol.so.0")
library.defcol_last_error_message.restype = c.c_char_p
OK, TRIANGLE_PAIR, FLOAT64, FIELD_NORMALS = 0, 1, 2, 4
u32, u64, pointer = c.c_uint32, c.c_uint64, c.c_void_p


class MeshDesc(c.Structure):
    _fields_ = [("struct_size", u32), ("flags", u32), ("vertex_count", u64), ("positions", pointer),
                ("position_stride", u64), ("position_scalar", c.c_int32), ("reserved", u32), ("triangle_count", u64),
                ("triangles", pointer), ("tetrahedron_count", u64), ("tetrahedra", pointer), ("transform", pointer),
                ("user_data", u64)]


class DetectorDesc(c.Structure):
    _fields_ = [("struct_size", u32), ("backend", c.c_int32), ("queries", u32), ("fields", u32)]


class Contacts(c.Structure):
    # A newer library may know more members: what this struct does not have, it does not write.
    _fields_ = [("struct_size", u32), ("is_truncated", u32), ("is_incomplete", u32), ("reserved", u32),
                ("count", u64), ("total", u64), ("finished_fraction", c.c_double), ("kind", pointer),
                ("mesh_a", pointer), ("primitive_a", pointer), ("mesh_b", pointer), ("primitive_b", pointer),
                ("features_a", pointer), ("weights_a", pointer), ("features_b", pointer), ("weights_b", pointer),
                ("points", pointer), ("normals", pointer), ("distances", pointer), ("flags", pointer),
                ("ids", pointer), ("surface_b", pointer), ("range_count", u64), ("ranges", pointer)]


class Handle(c.Structure):
    _fields_ = [("value", u64)]


def check(status):
    if status < 0:
        raise RuntimeError(library.defcol_last_error_message().decode())


def initialized(struct, init):
    value = struct()
    check(init(c.byref(value), c.c_size_t(c.sizeof(value))))
    return value


def make_mesh(context, positions, triangles):
    desc = initialized(MeshDesc, library.defcol_mesh_desc_init)
    desc.vertex_count, desc.positions = len(positions), positions.ctypes.data
    desc.triangle_count, desc.triangles = len(triangles), triangles.ctypes.data
    mesh = Handle()
    check(library.defcol_mesh_create(context, c.byref(desc), c.byref(mesh)))
    return mesh


def view(address, shape, dtype):
    """An array over memory of the library: valid until the next detect."""
    if not address or not shape[0]:
        return np.empty(shape, dtype)
    bytes_there = int(np.prod(shape)) * np.dtype(dtype).itemsize
    return np.frombuffer((c.c_char * bytes_there).from_address(address), dtype).reshape(shape)


context, detector = Handle(), Handle()
check(library.defcol_context_create(None, c.byref(context)))
x, y = np.meshgrid(np.linspace(-1, 1, 21), np.linspace(-1, 1, 21))
grid = np.stack([x.ravel(), y.ravel(), np.zeros(x.size)], axis=1)
corner = (np.arange(20)[:, None] * 21 + np.arange(20)).ravel()
triangles = np.concatenate([np.stack([corner, corner + 1, corner + 22], 1),
                            np.stack([corner, corner + 22, corner + 21], 1)]).astype(np.uint32)
sheet, wave = make_mesh(context, grid, triangles), make_mesh(context, grid + [0, 0, 1], triangles)

desc = initialized(DetectorDesc, library.defcol_detector_desc_init)
desc.fields = FIELD_NORMALS
check(library.defcol_detector_create(context, c.byref(desc), c.byref(detector)))
for mesh in (sheet, wave):
    check(library.defcol_detector_add_mesh(detector, mesh, 0))

total = 0
for frame in range(10):
    moved = grid.copy()
    moved[:, 2] = 0.2 * np.sin(4 * grid[:, 0] + 0.3 * frame) + 0.05
    check(library.defcol_mesh_set_positions(wave, c.c_void_p(moved.ctypes.data), u64(len(moved)), u64(0), FLOAT64))
    check(library.defcol_detector_detect(detector, None))
    contacts = initialized(Contacts, library.defcol_contacts_init)
    check(library.defcol_detector_contacts(detector, c.byref(contacts)))
    n = contacts.count
    kinds = view(contacts.kind, (n,), np.int32)
    normals, depths = view(contacts.normals, (n, 3), np.float64), -view(contacts.distances, (n,), np.float64)
    assert (kinds == TRIANGLE_PAIR).all() and np.allclose(np.linalg.norm(normals, axis=1), 1)
    assert n == 0 or kinds.ctypes.data == contacts.kind  # no copy
    print(f"frame {frame}: {n} contacts, deepest {depths.max(initial=0):.4f}")
    total += n
check(library.defcol_context_destroy(context))
sys.exit(0 if total > 100 else 1)
