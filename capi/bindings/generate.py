#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""generate.py: writes the raw bindings (Rust, C#) from the C header, with the layout a C compiler gives the structs.

generate.py --check CC: compares the bindings that are there with the header. What a newer header has added does not
matter to them; a number, offset or function that differs does.
"""
import pathlib
import re
import subprocess
import sys
import tempfile

top = pathlib.Path(__file__).resolve().parents[2]
header_path = top / "include/defcol/defcol.h"
rust_path = top / "capi/bindings/rust/defcol-sys/src/lib.rs"
csharp_path = top / "capi/bindings/csharp/src/Native.cs"
text = re.sub(r"/\*.*?\*/", " ", header_path.read_text(encoding="utf-8"), flags=re.S)

constants = list(dict.fromkeys(re.findall(r"\b(DEFCOL_[A-Z0-9_]+) = ", text)))
structs = []
for body, name in re.findall(r"typedef struct \w+ \{([^}]*)\} (\w+);", text):
    members = []
    for line in body.split(";"):
        match = re.match(r"\s*(.*?)(\w+)(?:\[(\d+)\])?\s*$", line, flags=re.S)
        if match:
            members.append((re.sub(r"\s+", " ", match[1]).strip(), match[2], int(match[3] or 0)))
    structs.append((name, members))
functions = []
for result, name, parameters in re.findall(r"DEFCOL_API ([\w\s*]+?)\b(defcol_\w+)\(([^;]*)\);", text):
    pairs = []
    for parameter in parameters.split(","):
        match = re.match(r"\s*(.*?)(\w+)\s*$", re.sub(r"\s+", " ", parameter))
        if match and match[1]:
            pairs.append((match[1].strip(), match[2]))
    functions.append((result.strip(), name, pairs))


def measure(compiler):
    lines = [f'printf("constant {c} %lld\\n", (long long){c});' for c in constants]
    for name, members in structs:
        lines.append(f'printf("size {name} %zu\\n", sizeof({name}));')
        lines += [f'printf("offset {name}.{m} %zu\\n", offsetof({name}, {m}));' for _, m, _ in members]
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder, "measure.c")
        source.write_text("#include <defcol/defcol.h>\n#include <stdio.h>\nint main(void){" + "\n".join(lines) + "return 0;}")
        subprocess.run([compiler, f"-I{top}/include", str(source), "-o", f"{folder}/measure"], check=True)
        output = subprocess.run([f"{folder}/measure"], check=True, capture_output=True, text=True).stdout
    return {(kind, name): int(value) for kind, name, value in (line.split() for line in output.splitlines())}


plain = {"uint8_t": ("u8", "byte"), "uint32_t": ("u32", "uint"), "int32_t": ("i32", "int"), "uint64_t": ("u64", "ulong"),
         "int64_t": ("i64", "long"), "double": ("f64", "double"), "size_t": ("usize", "UIntPtr"),
         "defcol_status": ("i32", "int"), "char": ("c_char", "byte"), "void": ("c_void", "void")}
handles = {name for name, members in structs if [m for _, m, _ in members] == ["value"]}
known = {name for name, _ in structs}


def rust(kind):
    base = re.sub(r"\bconst\b|\bvolatile\b|\bstruct\b|\*", " ", kind).split()[0]
    if base.endswith("_hook"):
        return "*const c_void"
    result = plain[base][0] if base in plain else base
    for _ in range(kind.count("*")):
        result = ("*const " if "const" in kind else "*mut ") + result
    return "*mut *const " + plain[base][0] if kind.count("*") == 2 else result


def csharp(kind):
    base = re.sub(r"\bconst\b|\bvolatile\b|\bstruct\b|\*", " ", kind).split()[0]
    if "*" in kind or base.endswith("_hook"):
        return "IntPtr"
    return plain[base][1] if base in plain else base


def write(sizes):
    out = ["// SPDX-License-Identifier: MIT", "// Written by capi/bindings/generate.py from defcol.h.",
           "//! The C functions of libdefcol as they are. The crate `defcol` is the safe way to use them.",
           "#![allow(non_camel_case_types)]", "use std::os::raw::{c_char, c_void};", ""]
    out += [f"pub const {c}: i32 = {sizes[('constant', c)]};" for c in constants]
    out += ["pub const DEFCOL_NONE: u32 = u32::MAX;", ""]
    for name, members in structs:
        derive = ", Debug, PartialEq, Eq, Hash, Default" if name in handles else ", Debug"
        out += [f"#[repr(C)]\n#[derive(Clone, Copy{derive})]\npub struct {name} {{"]
        out += [f"    pub {'r#' if m == 'type' else ''}{m}: {f'[{rust(t)}; {n}]' if n else rust(t)}," for t, m, n in members]
        out += ["}", f"const _: () = assert!(std::mem::size_of::<{name}>() == {sizes[('size', name)]});", ""]
    out.append('extern "C" {')
    for result, name, parameters in functions:
        listed = ", ".join(f"{p}: {rust(t)}" for t, p in parameters)
        out.append(f"    pub fn {name}({listed}) -> {rust(result)};")
    rust_path.write_text("\n".join(out + ["}", ""]), encoding="utf-8")

    out = ["// SPDX-License-Identifier: MIT", "// Written by capi/bindings/generate.py from defcol.h.", "using System;",
           "using System.Runtime.InteropServices;", "", "namespace Defcol.Native", "{"]
    for name, members in structs:
        out += ["    [StructLayout(LayoutKind.Sequential)]", f"    public unsafe struct {name}", "    {"]
        for kind, member, count in members:
            member = "@" + member if member in {"fixed", "params"} else member
            out.append(f"        public {'fixed ' if count else ''}{csharp(kind)} {member}{f'[{count}]' if count else ''};")
        out += ["    }", ""]
    out += ["    public static class Constants", "    {"]
    out += [f"        public const int {c} = {sizes[('constant', c)]};" for c in constants]
    out += ["    }", "", "    public static class Functions", "    {", '        private const string Library = "defcol";']
    for result, name, parameters in functions:
        listed = ", ".join(f"{csharp(t)} {p}" for t, p in parameters)
        out.append("        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]")
        out.append(f"        public static extern {csharp(result)} {name}({listed});")
    csharp_path.write_text("\n".join(out + ["    }", "}", ""]), encoding="utf-8")


def check(sizes):
    failures = []
    rust_text = rust_path.read_text(encoding="utf-8")
    csharp_text = csharp_path.read_text(encoding="utf-8")
    for language, found in (("Rust", re.findall(r"pub const (DEFCOL_\w+): i32 = (-?\d+);", rust_text)),
                            ("C#", re.findall(r"const int (DEFCOL_\w+) = (-?\d+);", csharp_text))):
        failures += [f"{language}: {n} is {v}, the header says {sizes.get(('constant', n))}"
                     for n, v in found if sizes.get(("constant", n)) != int(v)]
        if len(found) < 50:
            failures.append(f"{language}: only {len(found)} constants")
    now = dict(structs)
    for language, pattern, field, of in (
            ("Rust", r"pub struct (\w+) \{(.*?)\n\}", r"pub (?:r#)?(\w+): ([^\n]*),", rust),
            ("C#", r"unsafe struct (\w+)\s*\{(.*?)\n    \}", r"public (?:fixed )?(\w+) @?(\w+)(?:\[(\d+)\])?;", csharp)):
        for name, body in re.findall(pattern, rust_text if language == "Rust" else csharp_text, flags=re.S):
            there = [(f[0], f[1]) if language == "Rust" else (f[1], f[0] + (f"[{f[2]}]" if f[2] else ""))
                     for f in re.findall(field, body)]
            wanted = []
            for kind, member, count in now.get(name, []):
                typed = of(kind)
                wanted.append((member, f"[{typed}; {count}]" if count and language == "Rust" else
                               f"{typed}[{count}]" if count else typed))
            # Members are the header's first ones, in its order, with its types: so sizes and offsets agree.
            if not there or there != wanted[:len(there)]:
                failures.append(f"{language}: struct {name} is not the header's")
            elif len(there) < len(wanted):
                print(f"{language}: {name} lacks what the header has appended")
    names = {name for _, name, _ in functions}
    for language, there in (("Rust", set(re.findall(r"pub fn (\w+)", rust_text))),
                            ("C#", set(re.findall(r"extern \w+ (\w+)\(", csharp_text)))):
        failures += [f"{language}: {name} is not in the header" for name in sorted(there - names)]
        for name in sorted(names - there):
            print(f"{language}: {name} is not bound yet; run capi/bindings/generate.py")
    # What the Rust compiler asserts must be what the C compiler says, unless a struct has grown since.
    for name, size in re.findall(r"size_of::<(\w+)>\(\) == (\d+)", rust_text):
        if int(size) > sizes[("size", name)]:
            failures.append(f"Rust: {name} has {size} bytes, the header {sizes[('size', name)]}")
    if failures:
        sys.exit("\n".join(failures))


if "--check" in sys.argv:
    check(measure(sys.argv[sys.argv.index("--check") + 1]))
else:
    write(measure("cc"))
