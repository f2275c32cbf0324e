// SPDX-License-Identifier: MIT
//! Collision detection for deforming meshes: libdefcol, safely.
//!
//! Handles are owned and destroy themselves; errors are `Result`s; contacts are slices into the library, borrowed for as
//! long as the detector is not run again.
use defcol_sys as sys;
use std::ffi::CStr;
use std::marker::PhantomData;
use std::mem::{size_of, MaybeUninit};
use std::slice::from_raw_parts;

pub use sys::DEFCOL_NONE as NONE;

/// A negative status and the library's message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error {
    pub status: i32,
    pub message: String,
}

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {}

pub type Result<T> = std::result::Result<T, Error>;

fn check(status: i32) -> Result<i32> {
    if status >= 0 {
        return Ok(status);
    }
    // SAFETY: a text of the library, valid until the next failing call of this thread, and copied here.
    let message = unsafe { CStr::from_ptr(sys::defcol_last_error_message()) };
    Err(Error { status, message: message.to_string_lossy().into_owned() })
}

/// A struct of the header with its defaults.
fn initialized<T>(init: unsafe extern "C" fn(*mut T, usize) -> i32) -> T {
    let mut value = MaybeUninit::<T>::zeroed();
    // SAFETY: the function writes the size_of::<T>() bytes it is told of.
    let status = unsafe { init(value.as_mut_ptr(), size_of::<T>()) };
    assert!(status == sys::DEFCOL_OK, "the library knows no struct of this size");
    // SAFETY: zeroed and then initialised; every struct of the header may be all zeros.
    unsafe { value.assume_init() }
}

/// The ids of backends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(i32)]
pub enum Backend {
    Auto = sys::DEFCOL_BACKEND_AUTO,
    BruteForce = sys::DEFCOL_BACKEND_BRUTE_FORCE,
    Hash = sys::DEFCOL_BACKEND_HASH,
    Ldi = sys::DEFCOL_BACKEND_LDI,
    ConeBvh = sys::DEFCOL_BACKEND_CONE_BVH,
    SphereTree = sys::DEFCOL_BACKEND_SPHERE_TREE,
    GjkCut = sys::DEFCOL_BACKEND_GJK_CUT,
}

/// The queries a backend answers, as a mask of `defcol_sys::DEFCOL_QUERY_*`; `None` if it is not available here.
pub fn backend_queries(backend: Backend) -> Option<u32> {
    let mut capabilities = initialized(sys::defcol_backend_capabilities_init);
    // SAFETY: the struct says its size.
    let status = unsafe { sys::defcol_backend_get_capabilities(backend as i32, &mut capabilities) };
    (status >= 0 && capabilities.is_available != 0).then(|| capabilities.queries)
}

/// Where meshes and detectors live.
#[derive(Debug)]
pub struct Context {
    handle: sys::defcol_context,
}

impl Context {
    /// `worker_count`: threads that work on a call, the caller included; 1 starts none, 0 is one per core.
    pub fn new(worker_count: u32) -> Result<Context> {
        let mut desc = initialized(sys::defcol_context_desc_init);
        desc.worker_count = worker_count;
        let mut handle = sys::defcol_context::default();
        // SAFETY: both pointers are valid for the call.
        check(unsafe { sys::defcol_context_create(&desc, &mut handle) })?;
        Ok(Context { handle })
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        // SAFETY: a handle is a number; the library checks it.
        unsafe { sys::defcol_context_destroy(self.handle) };
    }
}

#[derive(Debug)]
pub struct Mesh<'context> {
    handle: sys::defcol_mesh,
    context: PhantomData<&'context Context>,
}

impl<'context> Mesh<'context> {
    pub fn from_triangles(context: &'context Context, positions: &[[f64; 3]], triangles: &[[u32; 3]]) -> Result<Self> {
        Self::create(context, positions, triangles, &[])
    }

    pub fn from_tetrahedra(context: &'context Context, positions: &[[f64; 3]], tetrahedra: &[[u32; 4]]) -> Result<Self> {
        Self::create(context, positions, &[], tetrahedra)
    }

    fn create(
        context: &'context Context,
        positions: &[[f64; 3]],
        triangles: &[[u32; 3]],
        tetrahedra: &[[u32; 4]],
    ) -> Result<Self> {
        let mut desc = initialized(sys::defcol_mesh_desc_init);
        desc.vertex_count = positions.len() as u64;
        desc.positions = positions.as_ptr().cast();
        desc.triangle_count = triangles.len() as u64;
        desc.triangles = triangles.as_ptr().cast();
        desc.tetrahedron_count = tetrahedra.len() as u64;
        desc.tetrahedra = tetrahedra.as_ptr().cast();
        let mut handle = sys::defcol_mesh::default();
        // SAFETY: the arrays are as long as the counts say; the library copies them.
        check(unsafe { sys::defcol_mesh_create(context.handle, &desc, &mut handle) })?;
        Ok(Mesh { handle, context: PhantomData })
    }

    pub fn set_positions(&mut self, positions: &[[f64; 3]]) -> Result<()> {
        let data = positions.as_ptr().cast();
        let count = positions.len() as u64;
        // SAFETY: the array is as long as the count says; the library copies it.
        check(unsafe { sys::defcol_mesh_set_positions(self.handle, data, count, 0, sys::DEFCOL_SCALAR_FLOAT64) })?;
        Ok(())
    }

    pub fn handle(&self) -> sys::defcol_mesh {
        self.handle
    }
}

impl Drop for Mesh<'_> {
    fn drop(&mut self) {
        // SAFETY: as for the context.
        unsafe { sys::defcol_mesh_destroy(self.handle) };
    }
}

/// What a frame came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    Complete,
    Truncated,
    Incomplete,
}

#[derive(Debug)]
pub struct Detector<'context> {
    handle: sys::defcol_detector,
    context: PhantomData<&'context Context>,
}

impl<'context> Detector<'context> {
    /// `queries` and `fields` are masks of `defcol_sys::DEFCOL_QUERY_*` and `DEFCOL_FIELD_*`; 0 is the default.
    pub fn new(context: &'context Context, backend: Backend, queries: u32, fields: u32) -> Result<Self> {
        let mut desc = initialized(sys::defcol_detector_desc_init);
        desc.backend = backend as i32;
        desc.queries = queries;
        desc.fields = fields;
        let mut handle = sys::defcol_detector::default();
        // SAFETY: both pointers are valid for the call.
        check(unsafe { sys::defcol_detector_create(context.handle, &desc, &mut handle) })?;
        Ok(Detector { handle, context: PhantomData })
    }

    /// A mesh that is dropped is no longer watched.
    pub fn add_mesh(&mut self, mesh: &Mesh<'_>, self_collision: bool) -> Result<()> {
        let flags = if self_collision { sys::DEFCOL_MESH_SELF_COLLISION as u32 } else { 0 };
        // SAFETY: handles are numbers; the library checks them.
        check(unsafe { sys::defcol_detector_add_mesh(self.handle, mesh.handle, flags) })?;
        Ok(())
    }

    pub fn detect(&mut self) -> Result<Outcome> {
        // SAFETY: no options are passed.
        Ok(match check(unsafe { sys::defcol_detector_detect(self.handle, std::ptr::null()) })? {
            sys::DEFCOL_TRUNCATED => Outcome::Truncated,
            sys::DEFCOL_INCOMPLETE => Outcome::Incomplete,
            _ => Outcome::Complete,
        })
    }

    /// The contacts of the last frame: the borrow ends before the next `detect`.
    pub fn contacts(&self) -> Result<Contacts<'_>> {
        let mut view = initialized(sys::defcol_contacts_init);
        // SAFETY: the struct says its size.
        check(unsafe { sys::defcol_detector_contacts(self.handle, &mut view) })?;
        Ok(Contacts { view, detector: PhantomData })
    }

    pub fn handle(&self) -> sys::defcol_detector {
        self.handle
    }
}

impl Drop for Detector<'_> {
    fn drop(&mut self) {
        // SAFETY: as for the context.
        unsafe { sys::defcol_detector_destroy(self.handle) };
    }
}

/// Parallel slices; empty where a field was not asked for.
#[derive(Debug, Clone, Copy)]
pub struct Contacts<'detector> {
    view: sys::defcol_contacts,
    detector: PhantomData<&'detector ()>,
}

impl<'detector> Contacts<'detector> {
    fn slice<T>(&self, data: *const T) -> &'detector [T] {
        if data.is_null() || self.view.count == 0 {
            return &[];
        }
        // SAFETY: `count` elements that stay until the detector runs again, which its borrow rules out.
        unsafe { from_raw_parts(data, self.view.count as usize) }
    }

    pub fn len(&self) -> usize {
        self.view.count as usize
    }
    pub fn is_empty(&self) -> bool {
        self.view.count == 0
    }
    pub fn total(&self) -> u64 {
        self.view.total
    }
    pub fn kind(&self) -> &'detector [i32] {
        self.slice(self.view.kind)
    }
    pub fn mesh_a(&self) -> &'detector [u32] {
        self.slice(self.view.mesh_a)
    }
    pub fn primitive_a(&self) -> &'detector [u32] {
        self.slice(self.view.primitive_a)
    }
    pub fn mesh_b(&self) -> &'detector [u32] {
        self.slice(self.view.mesh_b)
    }
    pub fn primitive_b(&self) -> &'detector [u32] {
        self.slice(self.view.primitive_b)
    }
    pub fn normals(&self) -> &'detector [[f64; 3]] {
        self.slice(self.view.normals.cast())
    }
    pub fn distances(&self) -> &'detector [f64] {
        self.slice(self.view.distances)
    }
    /// Two points per contact.
    pub fn points(&self) -> &'detector [[[f64; 3]; 2]] {
        self.slice(self.view.points.cast())
    }
    pub fn ids(&self) -> &'detector [u64] {
        self.slice(self.view.ids)
    }
    /// Everything else, as the C header has it.
    pub fn raw(&self) -> &sys::defcol_contacts {
        &self.view
    }
}
