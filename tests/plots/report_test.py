# From the program's own records, traces and advice to the page; and what bad, empty, mixed and very many records give.
# report_test.py ROOT BUILD
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
import unittest

import made
from made import record, simulated

PROGRAM = ""


def ringside(*arguments, cwd=None, **environment):
    return subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, timeout=300, check=False, cwd=cwd, env=os.environ | environment)


class Report(unittest.TestCase):
    def setUp(self):
        self.folder = self.enterContext(tempfile.TemporaryDirectory())

    def at(self, name, content=None):
        path = os.path.join(self.folder, name)
        if content is not None:
            with open(path, "w", encoding="utf-8") as file:
                file.write(content)
        return path

    def page(self, *arguments):
        done = ringside("report", *arguments, "--out", self.at("report.html"))
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(done.stdout, self.at("report.html") + "\n")
        with open(self.at("report.html"), encoding="utf-8") as file:
            return file.read()

    def refuse(self, *arguments, says):
        done = ringside("report", *arguments, "--out", self.at("none.html"))
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertIn(says, done.stderr)
        self.assertNotIn("Traceback", done.stderr)
        self.assertFalse(os.path.exists(self.at("none.html")))

    def test_what_the_program_has_written(self):
        from trace_rules import problems
        from traces import load_trace

        run = lambda *more: ringside("run", "tiny", "--force", "--quiet", *more)
        self.assertEqual(run("--out", self.at("measured.jsonl"), "--trace", self.at("measured.json")).returncode, 0)
        self.assertEqual(run("--out", self.at("simulated.jsonl"), "--trace", self.at("simulated.json"), "--simulate", "titanxx4").returncode, 0)
        advice = ringside("advise", "--network", "lenet", "--machine", "titanxx4", "--batch", "16,64", "--json")
        self.at("advice.json", advice.stdout)
        for name in ("measured.json", "simulated.json"):
            with open(self.at(name), encoding="utf-8") as file:
                events = json.load(file)["traceEvents"]
            self.assertEqual(problems(events), [])
            self.assertGreater(len([e for e in events if e["ph"] == "s"]), 0)
            self.assertEqual({one.where for one in load_trace(self.at(name))},
                             {"measured"} if name == "measured.json" else {"simulated on titanxx4"})
        html = self.page(self.at("measured.jsonl"), self.at("simulated.jsonl"), "--trace", self.at("measured.json"),
                         "--trace", self.at("simulated.json"), "--advice", self.at("advice.json"))
        for words in ("simulated on titanxx4", "Run it again", "What every device did", "Which strategy where"):
            self.assertIn(words, html)
        commands = [shlex.split(text.replace("&#39;", "'")) for text in re.findall(r'<pre tabindex="0" aria-label="Command">(.*?)</pre>', html, re.S)]
        self.assertEqual([words[1] for words in commands], ["run"] * (len(commands) - 1) + ["report"])
        self.assertGreaterEqual(len(commands), 3)
        for words in commands[:-1]:
            done = ringside(*words[1:], "--dry-run", cwd=made.ROOT)
            self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_bad_input_is_said(self):
        good = self.at("good.jsonl", made.text(*made.usual()))
        self.refuse(self.at("none.jsonl"), says="none.jsonl: cannot be read")
        self.refuse(self.at("empty.jsonl", ""), says="empty.jsonl: no record")
        self.refuse(self.at("text.jsonl", "hello\n"), says="text.jsonl:1: not a record")
        self.refuse(good, self.at("cut.jsonl", made.text(record("single", 1))[:200]), says="cut.jsonl:1: not a record")
        self.refuse(good, "--trace", good, says="good.jsonl: not a trace")
        self.refuse(good, "--advice", good, says="good.jsonl: not what ringside advise --json writes")
        self.refuse(good, "--trace", self.at("no.json", '{"traceEvents": []}'), says="no.json: no events")
        done = ringside("report", good, "--out", self.at("no/such/folder.html"))
        self.assertEqual(done.returncode, 2)
        self.assertIn("No such file or directory", done.stderr)
        self.assertIn("RECORDS", ringside("report").stderr)
        self.assertIn("--trace", ringside("report", good, "--traces", "x").stderr)  # the nearest option is named

    def test_runs_that_failed_alone_make_a_page_too(self):
        failed = record("ring_delayed", 2, status="failed", valid=False, message="no <memory>",
                        **{"results.statistics": None, "results.throughput": None, "results.phases": None, "results.convergence": []})
        html = self.page(self.at("failed.jsonl", made.text(failed)))
        self.assertIn("1 run does not count", html)
        self.assertIn("no &lt;memory&gt;", html)

    def test_mixed_records(self):
        every = [*made.usual(), simulated("single", 1, 1.0), simulated("ring_delayed", 4, 3.1)]
        every += [record("ring_delayed", 2, 1.5, 1.4, 1.6, **{"identity.network": f"net{i}"}) for i in range(60)]
        html = self.page(self.at("mixed.jsonl", made.text(*every)))
        self.assertIn("34 more trainings", html)
        self.assertIn("And 22 more that are not shown", html)

    def test_ten_thousand_records(self):
        cells = [simulated("ring_delayed", n, 0.9 * n, **{"identity.machine": {"name": "large", "hash": "1", "devices": 5000}}) for n in range(1, 5001)]
        rounds = [record("ring_delayed", 2, 1.8, 1.7, 1.9, **{"context.commit": f"c{i % 50}", "context.finished_at": f"2026-01-01T00:{i // 60 % 60:02}:{i % 60:02}Z"})
                  for i in range(5000)]
        html = self.page(self.at("many.jsonl", made.text(*cells, *rounds)))
        self.assertIn("The first 400 of 5000 rows", html)
        self.assertIn("Images per second over 50 commits", html)
        self.assertLess(len(html), 4_000_000)

    def test_a_python_without_the_packages_is_passed_over(self):
        os.mkdir(self.at("bin"))
        poor = self.at("bin/python3", "#!/bin/sh\nexit 1\n")
        os.chmod(poor, 0o755)
        if subprocess.run(["/usr/bin/python3", "-c", "import matplotlib, jinja2"], capture_output=True, check=False).returncode != 0:
            self.skipTest("/usr/bin/python3 has no matplotlib or no jinja2")
        done = ringside("report", self.at("r.jsonl", made.text(*made.usual())), "--out", self.at("r.html"), PATH=self.at("bin") + ":" + os.environ["PATH"])
        self.assertEqual((done.returncode, done.stderr), (0, ""))


if __name__ == "__main__":
    PROGRAM = os.path.join(os.path.abspath(sys.argv[2]), "ringside")
    unittest.main(argv=sys.argv[:1])
