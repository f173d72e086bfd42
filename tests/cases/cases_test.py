#!/usr/bin/env python3
# Holds tests/cases/README.md to the sources: every test that it names exists, and no row is without one or a reason.
# cases_test.py ROOT
import os
import re
import sys
import unittest

REASONS = ("not applicable", "`lint`")


def tests_in(root):
    """Suite.Name of every Google Test below tests/."""
    names = set()
    for folder, _, files in os.walk(os.path.join(root, "tests")):
        for file in files:
            if file.endswith(".cpp"):
                with open(os.path.join(folder, file), encoding="utf-8") as source:
                    names.update(".".join(found) for found in re.findall(r"^TEST(?:_P|_F)?\((\w+),\s*(\w+)\)", source.read(), re.M))
    return names


class Page(unittest.TestCase):
    root = ""

    def rows(self):
        with open(os.path.join(self.root, "tests/cases/README.md"), encoding="utf-8") as page:
            for line in page:
                cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
                if len(cells) == 2 and cells[0] not in ("fault", "---"):
                    yield cells

    def test_every_row_names_tests_that_exist(self):
        known = tests_in(self.root)
        self.assertGreater(len(known), 400)
        rows = list(self.rows())
        self.assertGreater(len(rows), 60)
        for fault, tests in rows:
            with self.subTest(fault):
                named = re.findall(r"`(\w+\.\w+)`", tests)
                self.assertTrue(named or any(reason in tests for reason in REASONS), "neither a test nor a reason")
                for name in named:
                    self.assertIn(name, known)


if __name__ == "__main__":
    Page.root = os.path.abspath(sys.argv[1])
    sys.exit(unittest.main(argv=sys.argv[:1]))
