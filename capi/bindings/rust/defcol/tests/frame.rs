// SPDX-License-Identifier: MIT
use defcol::{backend_queries, Backend, Context, Detector, Mesh, Outcome};
use defcol_sys as sys;

const SHEET: [[f64; 3]; 4] = [[-1.0, -1.0, 0.0], [1.0, -1.0, 0.0], [1.0, 1.0, 0.0], [-1.0, 1.0, 0.0]];

fn spike(height: f64) -> [[f64; 3]; 4] {
    let top = height + 1.0;
    [[0.25, 0.0, height], [0.0, -0.25, top], [0.5, -0.25, top], [0.25, 0.25, top]]
}

#[test]
fn every_backend_with_triangle_pairs_runs_frames() {
    let context = Context::new(1).unwrap();
    let mut run = 0;
    for backend in [Backend::Auto, Backend::BruteForce, Backend::Hash, Backend::ConeBvh, Backend::GjkCut] {
        let queries = backend_queries(backend).unwrap();
        if backend != Backend::Auto && queries & sys::DEFCOL_QUERY_TRIANGLE_PAIRS as u32 == 0 {
            continue;
        }
        run += 1;
        let sheet = Mesh::from_triangles(&context, &SHEET, &[[0, 1, 2], [0, 2, 3]]).unwrap();
        let mut moving = Mesh::from_tetrahedra(&context, &spike(0.5), &[[0, 1, 2, 3]]).unwrap();
        let fields = (sys::DEFCOL_FIELD_NORMALS | sys::DEFCOL_FIELD_POINTS) as u32;
        let mut detector =
            Detector::new(&context, backend, sys::DEFCOL_QUERY_TRIANGLE_PAIRS as u32, fields).unwrap();
        detector.add_mesh(&sheet, false).unwrap();
        detector.add_mesh(&moving, false).unwrap();
        for (height, expected) in [(0.5, 0), (-0.5, 3), (-1.5, 0)] {
            moving.set_positions(&spike(height)).unwrap();
            assert_eq!(detector.detect().unwrap(), Outcome::Complete);
            let contacts = detector.contacts().unwrap();
            assert_eq!(contacts.len(), expected, "{backend:?} at {height}");
            assert_eq!(contacts.normals().len(), expected);
            for normal in contacts.normals() {
                let length: f64 = normal.iter().map(|x| x * x).sum();
                assert!((length - 1.0).abs() < 1e-12);
            }
        }
    }
    assert!(run >= 4);
}

#[test]
fn every_available_backend_runs_a_frame_of_its_main_query() {
    let context = Context::new(1).unwrap();
    for backend in [Backend::BruteForce, Backend::Hash, Backend::Ldi, Backend::ConeBvh, Backend::SphereTree, Backend::GjkCut]
    {
        if backend_queries(backend).is_none() {
            println!("{backend:?} is not available here");
            continue;
        }
        let a = Mesh::from_tetrahedra(&context, &spike(0.0), &[[0, 1, 2, 3]]).unwrap();
        let b = Mesh::from_tetrahedra(&context, &spike(0.5), &[[0, 1, 2, 3]]).unwrap();
        let mut detector = match Detector::new(&context, backend, 0, 0) {
            Ok(detector) => detector,
            Err(error) => {
                assert_eq!(error.status, sys::DEFCOL_ERROR_BACKEND_UNAVAILABLE, "{error}");
                continue;
            }
        };
        detector.add_mesh(&a, false).unwrap();
        detector.add_mesh(&b, false).unwrap();
        detector.detect().unwrap();
        detector.contacts().unwrap();
    }
}

#[test]
fn errors_say_what_is_wrong() {
    let context = Context::new(1).unwrap();
    let error = Mesh::from_triangles(&context, &SHEET, &[[0, 1, 9]]).unwrap_err();
    assert_eq!(error.status, sys::DEFCOL_ERROR_INDEX_RANGE);
    assert!(error.message.contains("triangle 0"), "{error}");
}

#[test]
fn a_dropped_mesh_is_no_longer_watched() {
    let context = Context::new(2).unwrap();
    let sheet = Mesh::from_triangles(&context, &SHEET, &[[0, 1, 2], [0, 2, 3]]).unwrap();
    let mut detector = Detector::new(&context, Backend::Auto, 0, 0).unwrap();
    detector.add_mesh(&sheet, false).unwrap();
    {
        let moving = Mesh::from_tetrahedra(&context, &spike(-0.5), &[[0, 1, 2, 3]]).unwrap();
        detector.add_mesh(&moving, false).unwrap();
        detector.detect().unwrap();
        assert_eq!(detector.contacts().unwrap().len(), 3);
    }
    detector.detect().unwrap();
    assert!(detector.contacts().unwrap().is_empty());
}
