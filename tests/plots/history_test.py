# Change points: Pettitt's test against its formula worked by hand and against its definition, and histories of records.
import math
import os
import random
import sys
import unittest

import made
from change_points import change_points, pettitt
from made import record


def by_definition(values):
    """max over t of |sum over i <= t < j of sign(x_j - x_i)|."""
    n = len(values)
    return max(abs(sum((values[j] > values[i]) - (values[j] < values[i]) for i in range(t) for j in range(t, n))) for t in range(1, n))


class Pettitt(unittest.TestCase):
    def test_by_hand(self):
        # Six of one level and six of another: all 36 pairs agree. 2 exp(-6 * 36^2 / (12^3 + 12^2)) = 2 exp(-4.1538) = 0.03141.
        at, chance = pettitt([1] * 6 + [2] * 6)
        self.assertEqual(at, 6)
        self.assertAlmostEqual(chance, 0.03141, places=5)
        # Ten cannot be enough: 2 exp(-6 * 25^2 / (10^3 + 10^2)) = 0.0662.
        self.assertEqual(change_points([1] * 5 + [2] * 5), [])
        self.assertEqual(change_points([1] * 6 + [2] * 6), [6])

    def test_without_a_change(self):
        self.assertEqual(pettitt([5.0] * 40), (0, 1.0))
        self.assertEqual(change_points([]), [])
        self.assertEqual(change_points([1.0]), [])
        self.assertEqual(change_points([1.0, 2.0] * 20), [])
        self.assertEqual(change_points([1.0] * 20 + [99.0] + [1.0] * 20), [])  # one odd value

    def test_by_definition(self):
        seed = int(os.environ.get("RINGSIDE_TEST_SEED", random.randrange(1 << 30)))
        print(f"seed {seed} (set RINGSIDE_TEST_SEED to repeat)")
        numbers = random.Random(seed)
        for _ in range(50):
            values = [numbers.randrange(5) for _ in range(numbers.randrange(2, 30))]
            n, k = len(values), by_definition(values)
            self.assertAlmostEqual(pettitt(values)[1], min(1.0, 2 * math.exp(-6 * k * k / (n**3 + n**2))) if k else 1.0)

    def test_several_changes(self):
        wave = [0.0, 0.3, 0.1, 0.4, 0.2]  # noise that is smaller than the steps
        values = [level + wave[i % 5] for level in (10, 12, 9) for i in range(20)]
        self.assertEqual(change_points(values), [20, 40])


class History(unittest.TestCase):
    def records(self, rates, strategy="ring_delayed", devices=2):
        return [record(strategy, devices, 1.8, **{"results.throughput": {"median_img_per_s": rate}, "context.commit": f"c{i:06}f",
                                                  "context.finished_at": f"2026-01-{i + 1:02}T00:00:00Z"}) for i, rate in enumerate(rates)]

    def of(self, records):
        from groups import group, newest
        from history import history

        every = made.read(*records)
        (one,) = newest(group(every))
        return history(one, every)

    def test_a_line_is_in_order_of_time_with_its_changes(self):
        rates = [100.0] * 6 + [120.0] * 6
        every = self.records(rates)
        one = self.of(every[::-1])  # files may come in any order
        (line,) = one.lines
        self.assertEqual((line.strategy, line.devices, [run.img_per_s for run in line.runs]), ("ring_delayed", 2, rates))
        self.assertEqual([(c.at, round(c.ratio, 9)) for c in line.changes], [(6, 1.2)])
        self.assertEqual(one.commits[0], "c000000f")

    def test_invalid_runs_and_other_trainings_are_not_in_it(self):
        every = self.records([100.0, 110.0, 120.0])
        every[1]["valid"] = False
        every.append(record("ring_delayed", 2, 1.8, **{"identity.seed": 7, "context.commit": "other"}))
        from groups import group
        from history import history

        read = made.read(*every)
        one = history(group(read)[0], read)
        self.assertEqual([run.img_per_s for run in one.lines[0].runs], [100.0, 120.0])

    def test_one_commit_is_no_history(self):
        self.assertIsNone(self.of([record("single", 1), record("ring_delayed", 2)]))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
