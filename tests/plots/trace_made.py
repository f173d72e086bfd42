# A trace made by hand: two devices, one transfer between them, and the arrow that goes with it.
import copy

NAME = "lenet ring_delayed on 2 devices, strong scaling"


def task(process, lane, begin, length, name, step=3):
    return {"name": name, "ph": "X", "ts": begin, "dur": length, "pid": process, "tid": lane, "args": {"step": step}}


def events(name=NAME):
    names = [{"name": of, "ph": "M", "pid": process, "tid": lane, "args": {"name": words}}
             for process in (0, 1)
             for of, lane, words in (("process_name", 0, f"{name}: device {process}"), ("thread_name", 0, "compute"), ("thread_name", 1, "transfer"))]
    arrow = [{"name": "transfer", "cat": "transfer", "id": 1, "ph": "s", "ts": 10.0, "pid": 0, "tid": 1},
             {"name": "transfer", "cat": "transfer", "id": 1, "ph": "f", "bp": "e", "ts": 14.0, "pid": 1, "tid": 1}]
    return copy.deepcopy(names + [
        task(0, 0, 0.0, 10.0, "forward conv1 on 0"), task(1, 0, 2.0, 10.0, "backward conv1 on 1"),
        task(0, 1, 10.0, 3.0, "transfer 0→1 gradient"), task(1, 1, 14.0, 6.0, "reduce gradient into sum on 1")] + arrow)
