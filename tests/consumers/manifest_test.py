#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""vcpkg.json against the rules of vcpkg's manifest (names, versions, features and their dependencies)."""
import json
import re
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    manifest = json.load(file)
version = sys.argv[2]
name = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
reserved = re.compile(r"(prn|aux|nul|con|lpt[1-9]|com[1-9]|core|default)")


def require(condition, what):
    if not condition:
        sys.exit(f"vcpkg.json: {what}")


def check_dependencies(dependencies, where):
    for dependency in dependencies:
        entry = {"name": dependency} if isinstance(dependency, str) else dependency
        unknown = set(entry) - {"name", "default-features", "features", "host", "platform", "version>="}
        require(not unknown, f"{where}: unknown members {unknown}")
        require(name.fullmatch(entry["name"]), f"{where}: bad port name {entry['name']}")
    names = [d if isinstance(d, str) else d["name"] for d in dependencies]
    require(names == sorted(set(names)), f"{where}: dependencies are not sorted and different")


known = {"$schema", "name", "version", "description", "homepage", "license", "dependencies", "features",
         "default-features", "supports", "maintainers", "documentation", "builtin-baseline"}
require(set(manifest) <= known, f"unknown members {set(manifest) - known}")
require(name.fullmatch(manifest["name"]) and not reserved.fullmatch(manifest["name"]), "bad name")
require(re.fullmatch(r"\d+(\.\d+)*", manifest["version"]), "version is not dotted numbers")
require(manifest["version"] == version, f"version {manifest['version']} is not the project's {version}")
require(manifest["license"] == "MIT", "licence")
check_dependencies(manifest["dependencies"], "dependencies")
require({"ldi", "tools", "tests", "benchmarks"} <= set(manifest["features"]), "a feature is missing")
for feature, content in manifest["features"].items():
    require(name.fullmatch(feature) and not reserved.fullmatch(feature), f"bad feature name {feature}")
    require(set(content) <= {"description", "dependencies", "supports"}, f"{feature}: unknown members")
    require(content["description"], f"{feature}: no description")
    require(content["dependencies"], f"{feature}: no dependencies")
    check_dependencies(content["dependencies"], feature)
