# Timelines: which are worth seeing, where their bars stand, and how much of the time each lane is busy.
import re
import sys
import unittest

import made  # noqa: F401  the way to plots/
from trace_made import NAME, events
from traces import timelines, worth_seeing
from zoomable import shares, zoomable


def one(name=NAME):
    return timelines(events(name), "made")[0]


class Chosen(unittest.TestCase):
    def names(self, *names, limit=None):
        return [[t.name for t in ones] for ones in worth_seeing([one(name) for name in names], limit)]

    def test_the_most_devices_of_each_strategy_that_there_really_are(self):
        named = "lenet {} on {} devices, strong scaling{}".format
        two, four = named("ring_delayed", 2, ""), named("ring_delayed", 4, "")
        self.assertEqual(self.names(two, four), [[four]])
        self.assertEqual(self.names(four, two, limit=2), [[two]])
        far = named("ring_delayed", 4, ", simulated on titanxx4")  # its devices are the machine's
        self.assertEqual(self.names(two, four, far, limit=2), [[two], [far]])
        self.assertEqual(self.names(named("reduction_tree", 2, ""), two, named("master_slave", 2, "")),
                         [[named("master_slave", 2, ""), two, named("reduction_tree", 2, "")]])

    def test_one_device_exchanges_nothing(self):
        self.assertEqual(self.names("lenet single on 1 device, strong scaling"), [])

    def test_what_is_drawn_above_each_other_has_as_many_devices(self):
        from timeline import compared

        named = lambda strategy, n: one(f"lenet {strategy} on {n} devices, strong scaling")
        self.assertEqual(len(compared([named("master_slave", 2), named("ring_delayed", 2), named("reduction_tree", 2)])), 2)
        self.assertEqual(compared([named("master_slave", 4), named("ring_delayed", 2)]), [])


class Zoomable(unittest.TestCase):
    def test_shares_of_the_time(self):
        # 20 µs in all. Device 0 computes in 0 to 10, transfers in 10 to 13; device 1 computes in 2 to 12, sums in 14 to 20.
        self.assertEqual([tuple(round(x, 9) for x in row) for row in shares(one())], [(0, 50, 15, 35), (1, 50, 30, 20)])

    def test_overlapping_lanes_are_idle_only_together(self):
        from zoomable import union

        self.assertEqual(union([(0, 10), (5, 12), (20, 21), (20.5, 20.75)]), 13)
        self.assertEqual(union([]), 0)

    def test_bars_stand_at_their_time_in_their_lane(self):
        drawn = zoomable(one(), 40.0)
        self.assertIn('viewBox="0 0 40.000 44"', drawn.svg)  # two devices of two lanes, 10 high, 4 between devices
        found = re.findall(r'<rect class="(\w+)" x="([\d.]+)" y="(\d+)" width="([\d.]+)"', drawn.svg)
        self.assertEqual([(kind, float(x), int(y), float(width)) for kind, x, y, width in found if kind != "idle"],
                         [("forward", 0, 0, 10), ("backward", 2, 24, 10), ("transfer", 10, 10, 3), ("reduce", 14, 34, 6)])
        self.assertEqual(re.findall(r'class="arrow" d="([^"]+)"', drawn.svg), ["M10.000 15.0L13.000 39.0"])

    def test_words_for_those_who_do_not_see_it(self):
        self.assertEqual(zoomable(one(), 20.0).alternative, NAME + ": 1 steps in 0.020 ms. device 0 computes 50 %, transfers 15 %, is idle 35 %; "
                         "device 1 computes 50 %, transfers 30 %, is idle 20 %.")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
