# What the tests of plots/ share: the way to plots/, a reason to skip where its packages are missing, and records made by hand.
import importlib.util
import json
import os
import sys

SKIPPED = 77  # ctest counts that as skipped
ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
sys.path.insert(0, os.path.join(ROOT, "plots"))

lacking = [name for name in ("matplotlib", "jinja2") if importlib.util.find_spec(name) is None]
if lacking:
    print(f"skipped: {sys.executable} has no {' and no '.join(lacking)}; bash cmake/install_packages.sh plot installs it for /usr/bin/python3")
    sys.exit(SKIPPED)


def record(strategy, devices, speed_up=None, low=None, high=None, **changes):
    """The fields that plots/ reads, of a valid run of LeNet on 2 cores; `changes` replace whole fields, "a.b" in the path a, b."""
    value = {
        "schema_version": 1, "status": "ok", "message": None, "valid": True, "warnings": [], "checks": [],
        "identity": {
            "timing": "measured", "network": "lenet", "strategy": strategy, "devices": devices, "delay": 0, "scaling": "strong",
            "dataset": {"name": "mnist", "hash": "ab12", "real": True, "origin": "5,000 + 1,000 images of MNIST (the small set in the checkout)"},
            "machine": None, "base_batch": 64, "batch": 64, "backend": "onednn", "seed": 1, "steps": 20, "epochs": None, "repetitions": 2},
        "results": {
            "statistics": {"median_s": 0.01, "spread": 0.04}, "throughput": {"median_img_per_s": 6400.0},
            "speed_up": {"value": speed_up, "low": low, "high": high, "efficiency": None, "reason": None},
            "phases": [{"compute_s": 0.006, "exposed_communicate_s": 0.001, "wait_s": 0.003, "communicate_s": 0.004, "input_s": 0.0005}],
            "traffic": {"counted": {"bytes": 3448640}}, "memory": {"session_bytes": 0, "device_bytes": [7000000, 9000000]},
            "convergence": [{"epoch": 0.1, "train_loss": 2.0, "test_loss": None, "test_accuracy": None},
                            {"epoch": 0.2, "train_loss": 1.0, "test_loss": 0.9, "test_accuracy": 0.7}],
            "step_s": [[0.5, 0.25], [0.25, 0.25]]},
        "context": {
            "experiment": "lenet", "finished_at": "2026-01-31T12:00:00Z", "cpu": "A CPU", "physical_devices": 2, "os": "Linux",
            "backend_details": None, "compiler": "GNU 12", "version": "0.1.0", "commit": "abc1234", "build_type": "Release"}}
    for path, replacement in changes.items():
        *way, last = path.replace("__", ".").split(".")
        place = value
        for step in way:
            place = place[step]
        place[last] = replacement
    return value


def simulated(strategy, devices, speed_up, **changes):
    return record(strategy, devices, speed_up, **{
        "identity.timing": "simulated", "identity.dataset": None, "identity.backend": None, "identity.scaling": "weak",
        "identity.machine": {"name": "titanxx4", "hash": "cd34", "devices": 4}, "identity.repetitions": 1, "context.physical_devices": 4,
        "results.convergence": [], "results.step_s": [[0.01]], **changes})


def text(*records):
    return "".join(json.dumps(one) + "\n" for one in records)


def read(*records):
    """As plots/ reads them from a file."""
    from records import read_lines

    return list(read_lines(text(*records).splitlines(), "made.jsonl"))


def groups(*records, published=()):
    from groups import group

    return group(read(*records), published)


def usual():
    """Measured, all strategies on 1 and 2 of 2 cores, and the ring on 4."""
    return [record("single", 1, 1.0, 1.0, 1.0), record("independent", 2, 1.9, 1.85, 1.95), record("master_slave", 2, 1.6, 1.5, 1.7),
            record("ring_delayed", 1, 0.98, 0.95, 1.01), record("ring_delayed", 2, 1.88, 1.8, 1.93), record("ring_delayed", 4, 1.9, 1.8, 2.0)]
