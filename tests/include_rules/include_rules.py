#!/usr/bin/env python3
# The rules of the tree that no compiler holds: who may include whom, and what a source file looks like.
# include_rules.py ROOT prints every violation as "file:line: what is wrong" and exits 1 if there is one.
import os
import re
import sys

# folder -> folders whose headers it may include besides its own. A file belongs to the longest prefix that matches.
ARROWS = {
    "core/base": [],
    "core/net": ["core/base"],
    "core/data": ["core/base", "core/net"],
    "core/graph": ["core/base", "core/net"],
    "core/sim": ["core/base", "core/net", "core/graph"],
    "core/backend": ["core/base", "core/net"],
    "core/exec": ["core/base", "core/net", "core/graph", "core/backend", "core/data"],
    "strategies": ["core/base", "core/net", "core/graph"],
    "bench": ["core", "strategies"],
    "tests": ["core", "strategies", "bench"],
}

# Folders that only describe a step or compute when it would happen: no thread, no lock, no clock.
TIMELESS = ["core/base", "core/net", "core/graph", "core/sim", "strategies"]
CLOCKS_AND_THREADS = re.compile(
    r"^(atomic|barrier|chrono|condition_variable|ctime|future|latch|mutex|pthread\.h|sched\.h|semaphore|shared_mutex|"
    r"stop_token|sys/times?\.h|thread|time\.h)$"
)

# What is not ours -> the folders that may include it.
LIBRARIES = [
    (r"fmt/", ["core", "strategies", "bench", "tests"]),
    (r"nlohmann/", ["bench", "tests/bench"]),
    (r"CLI/", ["bench"]),
    (r"benchmark/", ["bench/micro"]),
    (r"(gtest|gmock)/", ["tests"]),
    (r"openssl/", ["bench"]),  # checksums of downloads
    (r"zlib\.h$", ["core/data", "tests/core/data"]),
    (r"(dnnl|oneapi/|omp\.h$)", ["core/backend/onednn"]),
    (r"(cuda|cudnn|cublas|nvrtc)", ["core/backend/cuda", "tests/cuda_stand_in"]),
    (r"nccl\.h$", ["core/backend/cuda", "core/exec", "tests/cuda_stand_in"]),
    (r"mpi\.h$", ["core/exec"]),
    (r"immintrin\.h$", ["core/backend"]),
    (r"(dlfcn|errno|execinfo|fcntl|poll|pthread|sched|signal|spawn|unistd)\.h$|(sys|linux|netinet|arpa)/", ["core/backend", "core/exec", "core/data", "bench", "tests"]),
    (r"[a-z_]+$", ["core", "strategies", "bench", "tests"]),  # the standard library
]

# Libraries whose types must not leave the folder that wraps them: a header that includes one is private to its folder.
VENDORS = re.compile(r"^(dnnl|oneapi/|omp\.h|cuda|cudnn|cublas|nvrtc|nccl\.h|mpi\.h|zlib\.h|openssl/|CLI/)")

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
# The build picks files, the code never asks which backend there is.
BACKEND_CONDITION = re.compile(r"^\s*#\s*(if|ifdef|ifndef|elif)\b.*(CUDA|CUDNN|NCCL|MPI|DNNL|HAVE_|USE_|WITH_|RINGSIDE_)", re.I)
# Assembled, so that this file does not break its own rule.
MACHINE_PATH = re.compile(r"(?<![\w.])/(?:" + "|".join(["home", "root", "work", "Users", "mnt"]) + r")/[\w.]")

CODE = (".h", ".cpp", ".cu", ".cuh")
SCRIPTS = (".py", ".sh", ".cmake")
TEXT = (".md", ".txt", ".json", ".svg", ".yml") + SCRIPTS + CODE
SKIPPED_FOLDERS = {".git", "build", "__pycache__", "run"}
MOST_LINES = 400


def is_in(path, folders):
    return any(path == folder or path.startswith(folder + "/") for folder in folders)


def folder_of(path):
    return next((folder for folder in ARROWS if path.startswith(folder + "/")), None)


def read_tree(root):
    """path -> lines, of every text file below root."""
    tree = {}
    for directory, folders, files in os.walk(root):
        folders[:] = sorted(f for f in folders if f not in SKIPPED_FOLDERS)
        for name in sorted(files):
            path = os.path.relpath(os.path.join(directory, name), root)
            if name.endswith(TEXT):
                with open(os.path.join(root, path), encoding="utf-8") as file:
                    tree[path] = file.read().splitlines()
    return tree


def includes_of(lines):
    """(line number, quoted or not, what) of every include."""
    for number, line in enumerate(lines, 1):
        if found := INCLUDE.match(line):
            yield number, found[1] == '"', found[2]


def private_headers(tree):
    """Headers that include a vendor's header, be it through another one of ours."""
    private = set()
    headers = {
        path: list(includes_of(lines))
        for path, lines in tree.items()
        if path.endswith((".h", ".cuh")) and not path.startswith("tests/")
    }
    while True:
        found = {
            path
            for path, includes in headers.items()
            if any(what in private if ours else VENDORS.match(what) for _, ours, what in includes)
        }
        if found <= private:
            return private
        private |= found


def check_includes(path, lines, private):
    folder = folder_of(path)
    if folder is None:
        yield 1, "source outside core/, strategies/, bench/ and tests/"
        return
    for number, ours, what in includes_of(lines):
        if ours:
            target = folder_of(what)
            if target is None:
                yield number, f'"{what}": our headers are included by their path from the root'
            elif not is_in(what, ARROWS[folder] + [folder]):
                yield number, f'{folder} may not include "{what}"'
            elif what in private and os.path.dirname(path) != os.path.dirname(what):
                yield number, f'"{what}" brings in a vendor\'s header: private to its folder'
            continue
        allowed = next((folders for pattern, folders in LIBRARIES if re.match(pattern, what)), None)
        if allowed is None:
            yield number, f"<{what}> is not a library of this project"
        elif not is_in(path, allowed):
            yield number, f"<{what}> belongs in {', '.join(allowed)} alone"
        elif folder in TIMELESS and CLOCKS_AND_THREADS.match(what):
            yield number, f"<{what}>: no threads or clocks in {folder}"


def check_looks(path, lines):
    if len(lines) > MOST_LINES:
        yield MOST_LINES + 1, f"{len(lines)} lines; a file has {MOST_LINES} at most"
    mark = "//" if path.endswith(CODE) else ("#", '"""') if path.endswith(".py") else "#"
    first = 1 if lines and lines[0].startswith("#!") else 0
    if len(lines) <= first or not lines[first].startswith(mark) or len(re.findall(r"\w+", lines[first])) < 2:
        yield first + 1, "the first line must be a comment that says what this file is"


def violations(root):
    tree = read_tree(root)
    private = private_headers(tree)
    for path, lines in tree.items():
        found = []
        if path.endswith(CODE):
            found += check_includes(path, lines, private)
            found += ((n, "no condition on a backend: the build picks files") for n, line in enumerate(lines, 1) if BACKEND_CONDITION.match(line))
        if path.endswith(CODE + SCRIPTS) or os.path.basename(path) == "CMakeLists.txt":
            found += check_looks(path, lines)
        found += ((n, f"path of one machine: {m[0]}") for n, line in enumerate(lines, 1) if (m := MACHINE_PATH.search(line)))
        for number, what in sorted(found):
            yield f"{path}:{number}: {what}"


def main():
    if len(sys.argv) != 2 or not os.path.isdir(sys.argv[1]):
        print("usage: include_rules.py ROOT", file=sys.stderr)
        return 2
    found = list(violations(sys.argv[1]))
    print("\n".join(found) if found else "every rule holds")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
