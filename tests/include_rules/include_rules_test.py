#!/usr/bin/env python3
# Plants every kind of violation in a small tree and sees that include_rules.py names it, and it alone.
import os
import sys
import tempfile
import unittest

from include_rules import violations

HEAD = "// A file of a test.\n"

# Who (row) may include whom (column), written down a second time.
FOLDERS = "core/base core/net core/data core/graph core/sim core/backend core/exec strategies bench tests".split()
TABLE = """
core/base    y.........
core/net     yy........
core/data    yyy.......
core/graph   yy.y......
core/sim     yy.yy.....
core/backend yy...y....
core/exec    yyyy.yy...
strategies   yy.y...y..
bench        yyyyyyyyy.
tests        yyyyyyyyyy
"""


def found_in(files):
    with tempfile.TemporaryDirectory() as root:
        for path, text in files.items():
            os.makedirs(os.path.dirname(os.path.join(root, path)), exist_ok=True)
            with open(os.path.join(root, path), "w", encoding="utf-8") as file:
                file.write(text)
        return list(violations(root))


def found_for_include(path, include):
    return found_in({path: HEAD + f"#include {include}\n"})


class IncludeRules(unittest.TestCase):
    def test_a_clean_tree_has_no_violation(self):
        self.assertEqual(
            found_in(
                {
                    "core/net/layer.h": HEAD + '#include <fmt/format.h>\n#include <vector>\n#include "core/base/ids.h"\n',
                    "core/exec/session.cpp": HEAD + '#include <thread>\n#include "core/graph/task.h"\n',
                    "bench/record.cpp": HEAD + '#include <nlohmann/json.hpp>\n#include "strategies/strategy.h"\n',
                    "tests/core/net/layer_test.cpp": HEAD + '#include <gtest/gtest.h>\n#include "bench/run.h"\n',
                    "core/backend/onednn/conv.cpp": HEAD + '#include <dnnl.hpp>\n#include "core/backend/onednn/engine.h"\n',
                    "core/backend/onednn/engine.h": HEAD + "#include <dnnl.hpp>\n",
                    "core/data/gzip.cpp": HEAD + "#include <zlib.h>\n",
                    "tests/show.sh": "#!/usr/bin/env bash\n# Shows what this does.\n",
                }
            ),
            [],
        )

    def test_every_arrow(self):
        for line in TABLE.strip().splitlines():
            folder, marks = line.split()
            for target, mark in zip(FOLDERS, marks, strict=True):
                found = found_for_include(f"{folder}/a.cpp", f'"{target}/b.h"')
                expected = [] if mark == "y" else [f'{folder}/a.cpp:2: {folder} may not include "{target}/b.h"']
                self.assertEqual(found, expected, (folder, target))

    def test_threads_and_clocks_stay_out_of_what_only_describes(self):
        for folder in ("strategies", "core/graph", "core/sim", "core/net", "core/base"):
            for header in ("thread", "chrono", "mutex", "atomic", "future", "pthread.h"):
                self.assertEqual(len(found_for_include(f"{folder}/a.cpp", f"<{header}>")), 1, (folder, header))

    def test_libraries_stay_in_their_folders(self):
        for path, header in [
            ("core/net/a.cpp", "nlohmann/json.hpp"),
            ("strategies/a.cpp", "nlohmann/json.hpp"),
            ("tests/core/net/a.cpp", "nlohmann/json.hpp"),
            ("core/exec/a.cpp", "CLI/CLI.hpp"),
            ("bench/a.cpp", "dnnl.hpp"),
            ("core/backend/a.cpp", "dnnl.hpp"),
            ("core/backend/reference/a.cpp", "omp.h"),
            ("core/exec/a.cpp", "cuda_runtime.h"),
            ("bench/a.cpp", "mpi.h"),
            ("core/net/a.cpp", "zlib.h"),
            ("core/net/a.cpp", "gtest/gtest.h"),
            ("bench/a.cpp", "benchmark/benchmark.h"),
            ("core/net/a.cpp", "boost/any.hpp"),
            ("core/net/a.cpp", "unistd.h"),
            ("core/data/a.cpp", "openssl/evp.h"),
        ]:
            self.assertEqual(len(found_for_include(path, f"<{header}>")), 1, (path, header))

    def test_a_vendors_types_do_not_leave_their_folder_even_through_a_second_header(self):
        self.assertEqual(
            found_in(
                {
                    "core/backend/onednn/engine.h": HEAD + "#include <dnnl.hpp>\n",
                    "core/backend/onednn/layers.h": HEAD + '#include "core/backend/onednn/engine.h"\n',
                    "core/backend/registry.cpp": HEAD + '#include "core/backend/onednn/layers.h"\n',
                }
            ),
            [
                'core/backend/registry.cpp:2: "core/backend/onednn/layers.h" brings in a vendor\'s header: '
                "private to its folder"
            ],
        )

    def test_includes_are_rooted(self):
        self.assertEqual(len(found_for_include("core/net/a.cpp", '"layer.h"')), 1)
        self.assertEqual(len(found_for_include("core/net/a.cpp", '"../net/layer.h"')), 1)

    def test_a_source_outside_the_folders_is_found(self):
        self.assertEqual(found_in({"tools/a.cpp": HEAD}), ["tools/a.cpp:1: source outside core/, strategies/, bench/ and tests/"])

    def test_no_condition_on_a_backend(self):
        for line in ("#ifdef RINGSIDE_CUDA", "#if defined(USE_MPI)", "#ifndef HAVE_DNNL", "  # elif WITH_NCCL"):
            found = found_in({"core/exec/a.cpp": HEAD + line + "\n#endif\n"})
            self.assertEqual(found, ["core/exec/a.cpp:2: no condition on a backend: the build picks files"], line)
        self.assertEqual(found_in({"core/exec/a.cpp": HEAD + "#ifdef NDEBUG\n#endif\n"}), [])

    def test_first_line_says_what_the_file_is(self):
        for path, text in [
            ("core/net/a.h", "#pragma once\n"),
            ("core/net/a.cpp", "\n" + HEAD),
            ("core/net/empty.cpp", ""),
            ("bench/go.sh", "#!/usr/bin/env bash\nset -e\n"),
            ("cmake/a.cmake", "#\n"),
        ]:
            self.assertEqual(len(found_in({path: text})), 1, path)

    def test_long_files_are_found(self):
        self.assertEqual(found_in({"core/net/a.cpp": HEAD + "\n" * 399}), [])
        self.assertEqual(found_in({"core/net/a.cpp": HEAD + "\n" * 400}), ["core/net/a.cpp:401: 401 lines; a file has 400 at most"])

    def test_paths_of_one_machine_are_found(self):
        path = "/" + "home/someone/x"
        self.assertEqual(found_in({"README.md": f"see {path}\n"}), ["README.md:1: path of one machine: /" + "home/s"])
        self.assertEqual(found_in({"a/README.md": "core/home/x, https://example.org/home/x\n"}), [])


if __name__ == "__main__":
    sys.exit(unittest.main())
