# What the report says in words: the headline never says more than the records do.
import sys
import unittest

import made
from made import record, simulated


class Headline(unittest.TestCase):
    def says(self, *records):
        from findings import headline

        (group,) = made.groups(*records)
        return headline(group).replace("\u00a0", " ")

    def test_the_fastest_with_its_interval(self):
        self.assertEqual(self.says(*made.usual()), "ring_delayed trained lenet 1.88 times as fast on 2 devices as on one "
                         "(95 % interval 1.80 to 1.93; efficiency 94 %).")

    def test_the_bound_and_what_is_not_valid_never_lead(self):
        self.assertIn("master_slave", self.says(record("independent", 2, 1.99, 1.9, 2.0), record("master_slave", 2, 1.5, 1.4, 1.6),
                                                record("ring_delayed", 2, 1.9, 1.8, 2.0, valid=False, status="wrong_result")))

    def test_overlapping_intervals_are_said(self):
        self.assertIn("The intervals of model_parallel and reduction_tree overlap with it.",
                      self.says(record("ring_delayed", 2, 1.8, 1.6, 1.9), record("model_parallel", 2, 1.7, 1.5, 1.8),
                                record("reduction_tree", 2, 1.65, 1.5, 1.7), record("master_slave", 2, 1.2, 1.1, 1.3)))

    def test_doubt_is_said(self):
        self.assertIn("that it is faster at all is not certain", self.says(record("ring_delayed", 2, 1.2, 0.9, 1.3)))
        self.assertIn("more than that many devices can give", self.says(record("ring_delayed", 2, 2.2, 2.1, 2.3)))
        self.assertIn("No strategy was faster than one device on lenet; nearest came ring_delayed with 0.90 times the speed on 2 devices",
                      self.says(record("ring_delayed", 2, 0.9, 0.8, 0.95)))
        self.assertIn("too few repetitions for an interval", self.says(record("ring_delayed", 2, 1.8)))

    def test_simulation_is_said(self):
        self.assertEqual(self.says(simulated("ring_delayed", 4, 3.14)), "ring_delayed would train lenet 3.14 times as fast on 4 devices as on one, by simulation.")

    def test_nothing_is_said_of_nothing(self):
        self.assertIn("no valid speed-up on two devices or more (wrong result)",
                      self.says(record("ring_delayed", 2, 1.9, 1.8, 2.0, valid=False, status="wrong_result")))
        self.assertIn("there is no run on more than one", self.says(record("single", 1, 1.0)))

    def test_what_leads_was_measured_and_is_the_surest(self):
        from findings import lead

        every = made.groups(simulated("ring_delayed", 4, 3.9), record("ring_delayed", 2, 1.9, 1.1, 2.0),
                            record("ring_delayed", 2, 1.8, 1.7, 1.9, **{"identity.network": "vgg16"}))
        self.assertEqual(lead(every).head["network"], "vgg16")


class Top(unittest.TestCase):
    def test_failed_runs_say_why(self):
        from findings import failures

        check = {"name": "weights", "error": 0.5, "tolerance": 0.05, "passed": False}
        every = made.groups(record("ring_delayed", 2, valid=False, status="wrong_result", message="weights differ", checks=[check]), *made.usual()[:2])
        self.assertEqual(failures(every), [("lenet, ring_delayed on 2, strong scaling", "wrong result",
                                            "weights differ; weights: error 0.5, at most 0.05 passes")])

    def test_warnings_are_gathered(self):
        from findings import warnings

        warned = [record(s, 2, warnings=[{"code": "wide_spread", "text": f"{s} spreads"}]) for s in ("single", "ring_delayed")]
        ((code, text, where),) = warnings(made.groups(*warned))
        self.assertEqual((code, text, len(where)), ("wide spread", "single spreads", 2))


class Command(unittest.TestCase):
    def test_it_says_all_that_was_chosen(self):
        from findings import command

        (group,) = made.groups(*made.usual())
        self.assertEqual(command(group), "build/release/ringside run lenet --strategy single,independent,master_slave,ring_delayed --devices 1,2,4 "
                         "--scaling strong --batch 64 --steps 20 --repetitions 2 --seed 1 --backend onednn --out lenet_strong_64.jsonl")
        (group,) = made.groups(simulated("ring_delayed", 4, 3.14, **{"identity.epochs": 0.5}))
        self.assertEqual(command(group), "build/release/ringside run lenet --strategy ring_delayed --devices 4 --scaling weak --batch 64 "
                         "--epochs 0.5 --repetitions 1 --seed 1 --simulate titanxx4 --out lenet_weak_64_titanxx4.jsonl")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
