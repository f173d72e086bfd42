# Records are read, and what is wrong with them is said with its place.
import json
import os
import sys
import tempfile
import unittest

import made
from made import record
from records import BadRecords, load


class Reading(unittest.TestCase):
    def refuse(self, content, *messages):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "r.jsonl")
            with open(path, "wb") as file:
                file.write(content if isinstance(content, bytes) else content.encode())
            with self.assertRaises(BadRecords) as caught:
                load([path])
        for message in messages:
            self.assertIn(message, str(caught.exception))

    def test_the_place_is_named(self):
        good = made.text(record("single", 1))
        self.refuse(good + "\n{oops\n", "r.jsonl:3: not a record")
        self.refuse(good + made.text(record("single", 1, **{"results.throughput": {"median_img_per_s": "fast"}})),
                    "r.jsonl:2: results.throughput.median_img_per_s is text, expected a number")

    def test_what_is_no_record(self):
        self.refuse("", "no record; expected a line of JSON for every result")
        self.refuse("\n \n", "no record")
        self.refuse("[1]\n", "a record is a list, expected an object")
        self.refuse("7\n", "a record is a number")
        self.refuse(b"\xff\xfe\x00", "not UTF-8")
        self.refuse("[" * 100_000, "not a record")
        self.refuse('{"traceEvents": []}', "this is a trace; give it with --trace")
        with self.assertRaisesRegex(BadRecords, "/none.jsonl: cannot be read: No such file"):
            load(["/none.jsonl"])
        with self.assertRaisesRegex(BadRecords, "cannot be read: Is a directory"):
            load(["/"])

    def test_what_is_wrong_in_a_record(self):
        for changes, message in (({"schema_version": 2}, "schema_version is 2, expected 1"),
                                 ({"identity.timing": "guessed"}, 'identity.timing is "guessed"'),
                                 ({"identity.devices": 0}, "identity.devices is 0, expected 1 or more"),
                                 ({"identity.devices": True}, "identity.devices is true or false"),
                                 ({"valid": 1}, "valid is a number, expected true or false"),
                                 ({"results.statistics": {"median_s": -1.0, "spread": 0}}, "results.statistics.median_s is -1.0"),
                                 ({"results.step_s": [[0.1], ["x"]]}, "results.step_s has an entry"),
                                 ({"results.memory": {"device_bytes": [1.5]}}, "results.memory.device_bytes has an entry"),
                                 ({"warnings": [{"code": "a"}]}, "warnings[0].text is missing"),
                                 ({"identity": None}, "identity is null, expected an object")):
            self.refuse(made.text(record("single", 1, **changes)), "r.jsonl:1: " + message)
        self.refuse(made.text(record("single", 1)).replace("0.04", "NaN"), "NaN is not strict JSON")
        whole = record("single", 1)
        for field in set(whole) - {"message"}:  # null unless something went wrong
            self.refuse(json.dumps({k: v for k, v in whole.items() if k != field}), f"{field} is missing")

    def test_what_is_unknown_stays_unknown(self):
        failed = record("ring_delayed", 2, status="failed", valid=False, message="no memory",
                        **{"results.statistics": None, "results.throughput": None, "results.phases": None, "results.convergence": [],
                           "results.step_s": []})
        (one,) = made.read(failed)
        self.assertEqual((one.speed_up, one.img_per_s, one.median_s, one.phases, one.curve, one.counts), (None, None, None, None, [], False))

    def test_memory_is_that_of_the_device_that_needs_the_most(self):
        (one,) = made.read(record("single", 1))
        self.assertEqual(one.memory, 9_000_000)

    def test_more_devices_than_cores_do_not_count(self):
        two, four = made.read(record("ring_delayed", 2, 1.8), record("ring_delayed", 4, 1.9))
        self.assertEqual((two.counts, four.counts, four.oversubscribed), (True, False, True))
        (four,) = made.read(made.simulated("ring_delayed", 4, 3.1))
        self.assertTrue(four.counts)


class Grouping(unittest.TestCase):
    def test_only_what_may_be_compared_stands_together(self):
        others = [{"identity.network": "vgg16"}, {"identity.scaling": "weak"}, {"identity.base_batch": 128}, {"identity.seed": 2},
                  {"context.cpu": "Another"}, {"context.commit": "def"}, {"context.build_type": "Debug"}, {"identity.backend": "native"},
                  {"identity.dataset": {"name": "mnist", "hash": "ff", "real": True, "origin": "more"}}]
        every = made.groups(record("single", 1), record("ring_delayed", 2), *(record("single", 1, **o) for o in others),
                            made.simulated("single", 1, 1.0))
        self.assertEqual([len(g.cells) for g in every], [2] + [1] * (len(others) + 1))

    def test_the_newest_of_a_cell_is_shown(self):
        (one,) = made.groups(record("single", 1, 1.0), record("single", 1, 2.0), record("single", 1, 3.0))
        self.assertEqual((one.cells["single", 1].speed_up, one.replaced), (3.0, 2))

    def test_the_newest_commit_is_shown(self):
        from groups import newest

        at = lambda commit, hour: {"context.commit": commit, "context.finished_at": f"2026-01-31T{hour:02}:00:00Z"}
        every = made.groups(*(record(s, 1, **at(*when)) for when in (("new", 12), ("old", 10), ("older", 9)) for s in ("single", "ring_delayed")))
        (one,) = newest(every)
        self.assertEqual((one.head["commit"], len(one.cells), one.older), ("new", 2, 4))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
