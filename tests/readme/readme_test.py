#!/usr/bin/env python3
# Runs every command that the documents show, in a scratch copy of the checkout, so that none of them can rot.
# readme_test.py ROOT BUILD
#
# A fenced block marked `sh` is a script; of one marked `console` the lines after "$ " are. Any other block is no command.
# Commands run as they stand but for the SUBSTITUTES below, each with its reason. All links between documents must lead somewhere.
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

# (command, what runs instead); \1 is the command's own arguments.
SUBSTITUTES = [
    # Take minutes. Run by hand and by continuous integration; here: the script is sound and knows its options.
    (r"bash (tests/run\.sh|bench/reproduce\.sh)(.*)", r"bash -n \1 && check_options \1\2"),
    # Would rebuild the program that runs this test. Here: the preset is there.
    (r"cmake --preset (\w+).*", r'''cmake --list-presets=configure | grep '"\1"' > /dev/null'''),
    (r"cmake --build --preset (\w+).*", r'''cmake --list-presets=build | grep '"\1"' > /dev/null'''),
    (r"ctest --preset (\w+).*", r'''ctest --list-presets | grep '"\1"' > /dev/null'''),
    # Take minutes. Here: once, on a small network.
    (r"(build/release/ringside (?:calibrate|validate-model))\b(.*)", r"\1\2 --rounds 1 --network lenet5"),
    # Minutes, too. Here: the shortest group with next to no rounds.
    (r"(python3 bench/peers/goals\.py)\b.*", r"\1 narrow --rounds 2 --seconds 0.01"),
    # Needs a library that the tests do without. Here: the script is sound and knows its options.
    (r"(python3 bench/peers/parts\.py)\b(.*)", r"\1\2 --help"),
    # Downloads from the network. tests/bench tries it against a server of its own; here: the command exists.
    (r"(build/release/ringside data fetch)\b.*", r"\1 --help"),
]

# An option that a script's --help does not name is one that it does not have.
PRELUDE = """set -euo pipefail
check_options() {
  local script=$1 help; shift
  help=$(bash "$script" --help)
  for word in "$@"; do case $word in --*) grep -q -e "$word" <<< "$help" ;; esac; done
}
"""


def blocks(text):
    """(line number, script) of every fenced block of commands."""
    for found in re.finditer(r"^```(sh|console)\n(.*?)^```$", text, re.M | re.S):
        lines = found[2].splitlines()
        if found[1] == "console":
            lines = [line[2:] for line in lines if line.startswith("$ ")]
        yield text[: found.start()].count("\n") + 1, "\n".join(lines) + "\n"


def substitute(script):
    lines = []
    for line in script.splitlines():
        command = re.sub(r"\s+#.*", "", line)
        for pattern, instead in SUBSTITUTES:
            if re.fullmatch(pattern, command):
                command = re.sub(pattern, instead, command)
                break
        lines.append(command)
    return "\n".join(lines) + "\n"


def scratch_copy(root, build, scratch):
    """A checkout that commands may write into: big folders are links, results/ is a copy."""
    for name in os.listdir(root):
        if name not in ("build", "results", ".git"):
            os.symlink(os.path.join(root, name), os.path.join(scratch, name))
    shutil.copytree(os.path.join(root, "results"), os.path.join(scratch, "results"), ignore=shutil.ignore_patterns("run"))
    os.makedirs(os.path.join(scratch, "build"))
    os.symlink(build, os.path.join(scratch, "build", "release"))


def documents(root):
    """Every document of the checkout, by its path from the root."""
    for directory, folders, files in os.walk(root):
        folders[:] = sorted(f for f in folders if not f.startswith(".") and f != "build")
        yield from (os.path.relpath(os.path.join(directory, name), root) for name in sorted(files) if name.endswith(".md"))


class Documents(unittest.TestCase):
    root = build = ""

    def text_of(self, document):
        with open(os.path.join(self.root, document), encoding="utf-8") as file:
            return file.read()

    def test_every_command_runs(self):
        with tempfile.TemporaryDirectory() as scratch:
            scratch_copy(self.root, self.build, scratch)
            for document in documents(self.root):
                for number, script in blocks(self.text_of(document)):
                    with self.subTest(f"{document}:{number}"):
                        done = subprocess.run(
                            ["bash", "-c", PRELUDE + substitute(script)],
                            cwd=scratch, capture_output=True, text=True, timeout=300, check=False, stdin=subprocess.DEVNULL,
                        )
                        self.assertEqual(done.returncode, 0, f"\n{script}\n{done.stdout[-2000:]}\n{done.stderr[-2000:]}")

    def test_every_link_leads_somewhere(self):
        for document in documents(self.root):
            for target in re.findall(r"\]\(([^)#]+)", self.text_of(document)):
                if not target.startswith("http"):
                    path = os.path.join(self.root, os.path.dirname(document), target)
                    self.assertTrue(os.path.exists(path), f"{document}: {target}")

    def test_the_first_command_is_the_one_that_reproduces(self):
        self.assertTrue(next(blocks(self.text_of("README.md")))[1].startswith("bash bench/reproduce.sh"))


class Extraction(unittest.TestCase):
    def test_blocks(self):
        text = "a\n```sh\nb c\n```\n```console\n$ d\nits output\n$ e\n```\n```cpp\nf;\n```\n```text\ng\n```\n"
        self.assertEqual(list(blocks(text)), [(2, "b c\n"), (5, "d\ne\n")])

    def test_substitutes(self):
        self.assertEqual(substitute("cmake --preset asan   # why\n"), "cmake --list-presets=configure | grep '\"asan\"' > /dev/null\n")
        self.assertEqual(
            substitute("bash tests/run.sh --quick\n"), "bash -n tests/run.sh && check_options tests/run.sh --quick\n"
        )
        self.assertEqual(substitute("build/release/ringside list strategies\n"), "build/release/ringside list strategies\n")

    def test_an_option_that_is_not_there_is_found(self):
        for option, expected in (("--good", 0), ("--bad", 1)):
            with tempfile.TemporaryDirectory() as scratch:
                with open(os.path.join(scratch, "a.sh"), "w", encoding="utf-8") as file:
                    file.write("echo there is: --good\n")
                done = subprocess.run(["bash", "-c", PRELUDE + f"check_options a.sh {option}"], cwd=scratch, check=False)
                self.assertEqual(done.returncode, expected)


if __name__ == "__main__":
    Documents.root, Documents.build = (os.path.abspath(path) for path in sys.argv[1:3])
    sys.exit(unittest.main(argv=sys.argv[:1]))
