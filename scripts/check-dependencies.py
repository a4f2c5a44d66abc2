#!/usr/bin/env python3
"""Checks the crates in Cargo.lock against deny.toml: licences, duplicate versions, sources.

cargo-deny reads the same file and can look for advisories too; it is run in place of this script where it is
installed. Building it takes longer than building Numsift, so this script does the part that needs no database.
"""

import collections
import json
import re
import shutil
import subprocess
import sys
import tomllib


def licence_allowed(expression, allowed):
    """Evaluates an SPDX expression such as `(MIT OR Apache-2.0) AND Unicode-3.0`."""
    tokens = re.findall(r"\(|\)|[^\s()]+", expression.replace("/", " OR "))

    def either():
        result = both()
        while tokens and tokens[0] == "OR":
            tokens.pop(0)
            right = both()
            result = result or right
        return result

    def both():
        result = one()
        while tokens and tokens[0] == "AND":
            tokens.pop(0)
            right = one()
            result = result and right
        return result

    def one():
        token = tokens.pop(0)
        if token == "(":
            result = either()
            tokens.pop(0)
            return result
        if tokens and tokens[0] == "WITH":
            tokens.pop(0)
            token += f" WITH {tokens.pop(0)}"
        return token in allowed

    return either()


def main():
    with open("deny.toml", "rb") as file:
        rules = tomllib.load(file)
    metadata = json.loads(
        subprocess.check_output(["cargo", "metadata", "--locked", "--format-version", "1"])
    )
    packages = [package for package in metadata["packages"] if package["source"]]
    faults = []

    allowed = set(rules["licenses"]["allow"])
    exceptions = {entry["crate"]: set(entry["allow"]) for entry in rules["licenses"]["exceptions"]}
    for package in packages:
        also = exceptions.pop(package["name"], set())
        licence = package["license"]
        if not licence or not licence_allowed(licence, allowed | also):
            faults.append(f"{package['name']} {package['version']}: licence {licence} is not allowed")
    faults += [f"{name}: licence exception is not needed" for name in exceptions]

    # One registry, no git repositories.
    for package in packages:
        if not package["source"].startswith("registry+") or package["source"] != packages[0]["source"]:
            faults.append(f"{package['name']} {package['version']}: source {package['source']} is not allowed")

    versions = collections.defaultdict(set)
    for package in packages:
        versions[package["name"]].add(package["version"])
    skipped = {entry["crate"] for entry in rules["bans"]["skip"]}
    for entry in sorted(skipped):
        name, _, version = entry.partition("@")
        if version not in versions[name]:
            faults.append(f"{entry}: skip entry is not needed")
        versions[name].discard(version)
    for name, several in sorted(versions.items()):
        if len(several) > 1:
            faults.append(f"{name}: several versions: {', '.join(sorted(several))}")

    for fault in faults:
        print(fault, file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    if shutil.which("cargo-deny"):
        sys.exit(subprocess.call(["cargo", "deny", "check"]))
    sys.exit(main())
