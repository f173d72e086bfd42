# A report page of everything there is: failures, warnings, two trainings, a history, a map, timelines.
import json
import os

import made
from made import record, simulated
from plot_data_test import Crossovers
from trace_made import events

WARNING = {"code": "wide_spread", "text": "step times spread over 7 % of their median"}
BROKEN = {"valid": False, "status": "wrong_result", "message": "the weights differ", "checks":
          [{"name": "weights", "error": 0.5, "tolerance": 0.05, "passed": False}]}


def write(folder):
    """The path of the page."""
    import report

    older = record("ring_delayed", 2, 1.7, **{"context.commit": "older", "context.finished_at": "2026-01-01T00:00:00Z"})
    every = [older, *made.usual(), record("model_parallel", 2, 1.7, **BROKEN), record("reduction_tree", 2, 1.5, 1.4, 1.6, warnings=[WARNING]),
             simulated("single", 1, 1.0), simulated("ring_delayed", 4, 3.1), simulated("master_slave", 4, 1.5)]
    names = [f"lenet {strategy} on 2 devices, strong scaling" for strategy in ("master_slave", "ring_delayed", "reduction_tree")]
    trace = []
    for i, name in enumerate(names):
        trace += [event | {"pid": event["pid"] + 2 * i} | ({"id": 1 + i} if "id" in event else {}) for event in events(name)]
    inputs = {"records.jsonl": made.text(*every), "trace.json": json.dumps({"traceEvents": trace}), "advice.json": json.dumps(Crossovers.ADVICE)}
    for name, content in inputs.items():
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write(content)
    at = lambda name: os.path.join(folder, name)
    if report.main([at("records.jsonl"), "--trace", at("trace.json"), "--advice", at("advice.json"), "--out", at("report.html")]) != 0:
        raise RuntimeError("report.py failed")
    return at("report.html")
