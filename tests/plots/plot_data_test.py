# The numbers behind each plot, from records whose numbers are known: what is drawn is right, whatever it looks like.
import json
import os
import sys
import tempfile
import unittest

import made
from made import record, simulated


class SpeedUp(unittest.TestCase):
    def setUp(self):
        import speed_up

        self.speed_up = speed_up
        (self.group,) = made.groups(*made.usual())

    def test_speed_up_with_intervals(self):
        self.assertEqual({name: [(m.devices, m.value, m.low, m.high) for m in marks] for name, marks in self.speed_up.series(self.group).items()},
                         {"independent": [(2, 1.9, 1.85, 1.95)], "master_slave": [(2, 1.6, 1.5, 1.7)],
                          "ring_delayed": [(1, 0.98, 0.95, 1.01), (2, 1.88, 1.8, 1.93)]})  # not the baseline, nor 4 devices on 2 cores
        self.assertEqual(self.speed_up.missing(self.group), [4])

    def test_efficiency_is_speed_up_over_devices_and_so_is_its_interval(self):
        (mark,) = self.speed_up.series(self.group, True)["master_slave"]
        self.assertEqual((mark.value, mark.low, mark.high), (0.8, 0.75, 0.85))

    def test_invalid_results_are_not_drawn(self):
        (group,) = made.groups(record("single", 1, 1.0), record("master_slave", 2, 1.6, 1.5, 1.7, valid=False, status="wrong_result"),
                               record("ring_delayed", 2, None))
        self.assertEqual(self.speed_up.series(group), {})

    def test_simulated_results_have_no_interval_and_no_limit_but_the_machine(self):
        (group,) = made.groups(simulated("single", 1, 1.0), simulated("ring_delayed", 4, 3.14))
        self.assertEqual([(m.devices, m.value, m.low) for m in self.speed_up.series(group)["ring_delayed"]], [(4, 3.14, None)])
        self.assertEqual(self.speed_up.missing(group), [])

    def test_published_values_are_of_the_same_network_and_near(self):
        from groups import Published

        near, far = Published("ring_delayed", 4, 3.77, "a ring"), Published(None, 64, 50.0, "a cluster")
        (group,) = made.groups(*made.usual(), published=[("vgg16", near), ("lenet", far), ("lenet", near)])
        self.assertEqual(self.speed_up.published(group), [(2, near)])
        self.assertEqual(self.speed_up.notes(group), ["[2] 3.77: a ring"])

    def test_the_published_values_of_the_checkout_can_be_read(self):
        from groups import load_published

        values = load_published(os.path.join(made.ROOT, "results", "published.json"))
        self.assertIn(("ring_delayed", 4, 3.77), [(v.strategy, v.devices, v.speed_up) for network, v in values if network == "lenet"])


class Overview(unittest.TestCase):
    def test_the_most_devices_that_count(self):
        import overview

        (one,) = overview.panels(made.groups(*made.usual()))
        self.assertEqual((one.devices, one.bound), (2, 1.9))
        self.assertEqual([(r.strategy, r.value, r.low, r.high) for r in one.rows],
                         [("master_slave", 1.6, 1.5, 1.7), ("ring_delayed", 1.88, 1.8, 1.93)])
        self.assertEqual(overview.panels(made.groups(record("single", 1, 1.0), record("independent", 2, 1.9))), [])


class Phases(unittest.TestCase):
    def test_the_wide_bar_adds_up_to_the_step_and_the_narrow_one_to_the_transfer_lane(self):
        import phases

        devices = [{"compute_s": 0.006, "exposed_communicate_s": 0.001, "wait_s": 0.003, "communicate_s": 0.004, "input_s": 0.001},
                   {"compute_s": 0.008, "exposed_communicate_s": 0.001, "wait_s": 0.001, "communicate_s": 0.002, "input_s": 0.001}]
        (group,) = made.groups(record("master_slave", 2, 1.6, **{"results.phases": devices}))
        ((n, strategy, wide, narrow, oversubscribed),) = phases.bars(group)
        self.assertEqual((n, strategy, oversubscribed), (2, "master_slave", False))
        for name, milliseconds in (("compute", 7.0), ("exposed communication", 1.0), ("wait", 2.0)):
            self.assertAlmostEqual(wide[name], milliseconds)
        self.assertAlmostEqual(narrow["input"], 1.0)
        self.assertAlmostEqual(narrow["communication in all"], 2.0)

    def test_rows_are_few(self):
        import phases

        (group,) = made.groups(*(simulated("ring_delayed", n, 1.0) for n in range(1, 101)))
        self.assertEqual([row[0] for row in phases.bars(group)], [1, 34, 67, 100])


class Convergence(unittest.TestCase):
    def test_curves_against_epochs_and_seconds_of_training(self):
        import convergence

        (group,) = made.groups(*made.usual())
        every = convergence.curves(group)
        self.assertEqual({name: devices for name, (devices, _) in every.items()},
                         {"single": 1, "master_slave": 2, "ring_delayed": 2})  # independent trains nothing in common; 4 share 2 cores
        self.assertEqual([(p.epoch, p.seconds, p.train_loss, p.test_accuracy) for p in every["single"][1]],
                         [(0.1, 0.75, 2.0, None), (0.2, 1.25, 1.0, 0.7)])
        self.assertEqual([p[0] for p in convergence.panels(every)], ["train_loss", "test_accuracy"])


class Crossovers(unittest.TestCase):
    ADVICE = {"network": "lenet", "machine": "titanxx4", "machine_hash": "ab", "scaling": "strong", "error": 0.1, "error_is_measured": False,
              "cells": [{"devices": 2, "batch": 64, "bandwidth_scale": 1.0, "fastest": "ring_delayed", "too_close_to_call": True, "leaders": 2,
                         "candidates": [{"strategy": "ring_delayed", "img_per_s": 900.0, "speed_up": 1.8, "obstacle": None},
                                        {"strategy": "master_slave", "img_per_s": 850.0, "speed_up": 1.7, "obstacle": None},
                                        {"strategy": "model_parallel", "img_per_s": None, "speed_up": None, "obstacle": "too small"}]},
                        {"devices": 4, "batch": 1, "bandwidth_scale": 0.5, "fastest": None, "too_close_to_call": False, "leaders": 0,
                         "candidates": [{"strategy": "single", "img_per_s": None, "speed_up": None, "obstacle": "too large"}]}]}

    def load(self, text):
        from crossovers import load_advice

        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "advice.json")
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
            return load_advice(path)

    def test_a_cell_has_all_that_may_be_the_fastest(self):
        one = self.load(json.dumps(self.ADVICE))
        self.assertEqual([(c.devices, c.batch, c.bandwidth, c.leaders, c.speed_up) for c in one.cells],
                         [(2, 64, 1.0, ["ring_delayed", "master_slave"], 1.8), (4, 1, 0.5, [], None)])
        self.assertEqual((one.title, one.where, one.error), ("lenet, strong scaling", "simulated on titanxx4", 0.1))

    def test_what_is_no_advice(self):
        from records import BadRecords

        for text, message in (("{", "not what ringside advise --json writes"), ("{}", "cells is missing|cells"),
                              (json.dumps(self.ADVICE | {"cells": []}), "cells is empty"),
                              (json.dumps(self.ADVICE | {"error": "big"}), "error is text, expected a number")):
            with self.assertRaisesRegex(BadRecords, message):
                self.load(text)


class Tables(unittest.TestCase):
    def test_every_record_has_its_row(self):
        from tables import COLUMNS, results

        (group,) = made.groups(*made.usual())
        rows = [[text for text, _ in row] for row in results(group)]
        self.assertEqual(rows[0], ["single", "1", "1 (baseline)", "", "1.00", "6,400", "10.00", "4", "3.45", "9.0", "70.00", "✓"])
        self.assertEqual(rows[2], ["master_slave", "2", "1.60", "1.50 to 1.70", "0.80", "6,400", "10.00", "4", "3.45", "9.0", "70.00", "✓"])
        self.assertEqual(rows[5][:5], ["ring_delayed", "4", "oversubscribed", "", ""])
        self.assertEqual([len(row) for row in rows], [len(COLUMNS)] * 6)

    def test_a_training_is_summed_up_by_its_fastest(self):
        from tables import SUMMARY, summary

        (row,) = summary(made.groups(*made.usual()))
        self.assertEqual([text for text, _ in row], ["lenet on mnist, strong scaling, batch 64 in all", "measured, 2 cores", "ring_delayed", "2",
                                                     "1.88", "1.80 to 1.93", "1.90", "6 of 6"])
        self.assertEqual(len(row), len(SUMMARY))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
