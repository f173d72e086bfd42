# The validator of traces finds what breaks a rule, and nothing in what keeps them all.
import json
import os
import sys
import tempfile
import unittest

import made  # noqa: F401  the way to plots/
from records import BadRecords
from trace_made import NAME, events, task
from trace_rules import problems
from traces import load_trace


def changed(number, **fields):
    every = events()
    every[number] |= fields
    return every


FORWARD, TRANSFER, START, FINISH = 6, 8, 10, 11


class Rules(unittest.TestCase):
    def check(self, every, message):
        self.assertIn(message, " | ".join(problems(every)))

    def test_a_good_trace_has_no_problem(self):
        self.assertEqual(problems(events()), [])

    def test_times(self):
        self.check(changed(FORWARD, dur=-1), "dur is -1")
        self.check(changed(FORWARD, ts=-0.5), "ts is -0.5")
        self.check(changed(FORWARD, dur=float("nan")), "dur is nan")
        self.check(changed(FORWARD, ts="0"), "ts is '0'")
        self.check(changed(FORWARD, ts=True), "ts is True")

    def test_what_begins_ends(self):
        begin = {"name": "a", "ph": "B", "ts": 0, "pid": 0, "tid": 0}
        self.check(events() + [begin], "begun and never ended")
        self.check(events() + [begin | {"ph": "E"}], "ends what was not begun")
        self.assertEqual(problems(events() + [begin, begin | {"ph": "E", "ts": 1}]), [])

    def test_processes_are_devices_and_threads_lanes(self):
        self.check(events()[1:], "process 0 has no name")
        self.check(events()[:1] + events()[2:], "thread 0 of process 0 has no name")
        self.check(events() + [task(0, 2, 0, 1, "forward a on 0")], "thread 2 is no lane")
        self.check(changed(FORWARD, pid="0"), "pid and tid must be whole numbers")

    def test_a_lane_does_one_task_at_a_time(self):
        self.check(events() + [task(0, 0, 9.5, 1, "forward b on 0")], "begins at 9.5 µs, before the lane's task before it ends at 10.0 µs")
        self.assertEqual(problems(events() + [task(0, 0, 10.0, 1, "forward b on 0")]), [])

    def test_arrows_have_two_ends_that_stand_at_tasks(self):
        self.check(events()[:FINISH], "arrow 1 is not one start and, no earlier, one finish")
        self.check(events()[:START] + events()[FINISH:], "arrow 1 is not one start")
        self.check(events() + [events()[FINISH]], "arrow 1 is not one start")
        self.check(changed(FINISH, ts=9.0), "arrow 1 is not one start and, no earlier, one finish")
        self.check(changed(START, ts=10.5), "arrow 1 is at 10.5 µs in thread 1 of process 0, where no task begins")
        self.check(changed(FINISH, pid=0, tid=0, ts=10.0), "arrow 1 stays in process 0")

    def test_events_are_what_they_should_be(self):
        self.check([3], "not an object with a phase")
        self.check(changed(FORWARD, ph="Z"), "phase 'Z' is none of")
        self.check(changed(FORWARD, name=7), "name must be text")
        self.check(changed(FORWARD, args=[]), "args an object")


class Loading(unittest.TestCase):
    def load(self, text):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "trace.json")
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
            return load_trace(path)

    def test_timelines(self):
        for name, where in ((NAME, "measured"), (NAME + ", simulated on titanxx4", "simulated on titanxx4")):
            (one,) = self.load(json.dumps({"traceEvents": events(name)}))
            self.assertEqual((one.network, one.strategy, one.devices, one.scaling, one.where, one.span),
                             ("lenet", "ring_delayed", 2, "strong", where, 20.0))
            self.assertEqual([(b.device, b.lane, b.begin, b.end, b.kind, b.to) for b in one.bars],
                             [(0, 0, 0, 10, "forward", None), (1, 0, 2, 12, "backward", None), (0, 1, 10, 13, "transfer", 1),
                              (1, 1, 14, 20, "reduce", None)])
            self.assertEqual(one.step_begins(), [(3, 0.0)])

    def test_what_is_no_trace(self):
        for text, message in (("", "not a trace"), ("[", "not a trace"), ("{}", "no events"), ('{"traceEvents": []}', "no events"),
                              (json.dumps(changed(FORWARD, dur=-1)), "dur is -1"),
                              (json.dumps(events("x"))[:-1] + ', {"name": "process_name", "ph": "M", "pid": 7, "tid": 0, "args": {"name": "y"}}]',
                               'process "y" is no "NAME: device N"')):
            with self.assertRaisesRegex(BadRecords, message):
                self.load(text)
        with self.assertRaisesRegex(BadRecords, "/none.json: cannot be read: No such file"):
            load_trace("/none.json")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
