// SPDX-License-Identifier: MIT
//! Finds libdefcol: in the folder DEFCOL_LIB_DIR names, else by pkg-config, else where the linker looks anyway.
use std::process::Command;

fn main() {
    println!("cargo:rerun-if-env-changed=DEFCOL_LIB_DIR");
    println!("cargo:rerun-if-env-changed=PKG_CONFIG_PATH");
    if let Ok(folder) = std::env::var("DEFCOL_LIB_DIR") {
        println!("cargo:rustc-link-search=native={folder}");
    } else if let Ok(output) = Command::new("pkg-config").args(["--libs-only-L", "defcol"]).output() {
        let text = String::from_utf8_lossy(&output.stdout);
        for folder in text.split("-L").map(str::trim).filter(|folder| !folder.is_empty()) {
            println!("cargo:rustc-link-search=native={folder}");
        }
    }
    println!("cargo:rustc-link-lib=dylib=defcol");
}
