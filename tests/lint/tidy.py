#!/usr/bin/env python3
# clang-tidy on one source file of a build. A file that was clean is not looked at again until it, a header that it
# includes, the configuration or the compiler's flags change.
# tidy.py BUILD SOURCE
import hashlib
import json
import os
import shlex
import subprocess
import sys


def command_of(build, source):
    with open(os.path.join(build, "compile_commands.json"), encoding="utf-8") as file:
        for entry in json.load(file):
            if os.path.samefile(entry["file"], source):
                return entry
    sys.exit(f"{source}: no target of the build compiles it")


def dependencies(build, entry):
    """The files that the build found this object to depend on, those of the system apart."""
    output = entry["command"].split(" -o ")[1].split()[0]
    lines = subprocess.run(["ninja", "-C", build, "-t", "deps", output], check=True, capture_output=True, text=True).stdout
    paths = (os.path.join(build, line.strip()) for line in lines.splitlines() if line.startswith("    "))
    return sorted(path for path in paths if not path.startswith("/usr/") and "cmake_pch" not in path)


def compiler_flags(entry):
    """Those of the build, less the headers that it precompiled: a file has to include what it uses."""
    words = shlex.split(entry["command"])
    words = words[words.index(next(word for word in words if word.startswith("-"))) :]  # less the compiler and its launcher
    flags = []
    while words:
        word = words.pop(0)
        if word == "-include" and "cmake_pch" in words[0]:
            words.pop(0)
        elif word in ("-o", "-c"):
            words.pop(0)
        elif word != "-Winvalid-pch":
            flags.append(word)
    return flags


def fingerprint(build, source, entry):
    files = dependencies(build, entry)
    if not files:
        sys.exit(f"{source}: not built yet; build first")
    digest = hashlib.sha256(shlex.join(compiler_flags(entry)).encode())
    for ask in ("--version", "--dump-config"):
        digest.update(subprocess.run(["clang-tidy", ask, source], check=True, capture_output=True).stdout)
    for path in files:
        with open(path, "rb") as file:
            digest.update(hashlib.sha256(file.read()).digest())
    return digest.hexdigest()


def main():
    build, source = map(os.path.abspath, sys.argv[1:])
    entry = command_of(build, source)
    clean = os.path.join(build, "tidy", fingerprint(build, source, entry))
    if os.path.exists(clean):
        return 0
    done = subprocess.run(["clang-tidy", "--quiet", source, "--", *compiler_flags(entry)], cwd=build, check=False)
    if done.returncode == 0:
        os.makedirs(os.path.dirname(clean), exist_ok=True)
        with open(clean, "w", encoding="utf-8") as file:
            print(source, file=file)
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())
