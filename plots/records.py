# Records as ringside run writes them (results/README.md): read, checked, and grouped into what may stand in one picture.
import json
import sys
from dataclasses import dataclass, field

STRATEGIES = ["single", "independent", "master_slave", "reduction_tree", "model_parallel", "ring_delayed"]
BASELINE = "single"


class BadRecords(Exception):
    """What is wrong with the input, where, and what was expected."""


def load_json(name, expected):
    """The value in a file. Throws BadRecords: not readable, or not `expected`."""
    try:
        with open(name, encoding="utf-8") as file:
            return json.load(file)
    except OSError as error:
        raise BadRecords(f"{name}: cannot be read: {error.strerror}") from None
    except (ValueError, RecursionError) as error:
        raise BadRecords(f"{name}: not {expected}: {error}") from None


class Fields:
    """A JSON object that knows where it stands, so that every message names file, line and field."""

    def __init__(self, value, place, name=""):
        self.place, self.name = place, name
        if not isinstance(value, dict):
            raise BadRecords(f"{place}: {name or 'a record'} is {kind(value)}, expected an object")
        self.value = value

    def get(self, key, types, optional=False):
        path = f"{self.name}.{key}" if self.name else key
        if key not in self.value:
            if optional:
                return None
            raise BadRecords(f"{self.place}: {path} is missing")
        value = self.value[key]
        if value is None and optional:
            return None
        wrong_bool = isinstance(value, bool) and types is not bool  # to Python, true is a number
        if wrong_bool or not isinstance(value, types):
            raise BadRecords(f"{self.place}: {path} is {kind(value)}, expected {words(types)}")
        return value

    def number(self, key, optional=False, least=0):
        value = self.get(key, (int, float), optional)
        if value is not None and not least <= value < float("inf"):
            raise BadRecords(f"{self.place}: {self.name}.{key} is {value}, expected a number from {least} up")
        return value

    def count(self, key, least=1):
        value = self.get(key, int)
        if value < least:
            raise BadRecords(f"{self.place}: {self.name}.{key} is {value}, expected {least} or more")
        return value

    def part(self, key, optional=False):
        value = self.get(key, dict, optional)
        return None if value is None else Fields(value, self.place, f"{self.name}.{key}" if self.name else key)

    def parts(self, key, optional=False):
        values = self.get(key, list, optional) or []
        path = f"{self.name}.{key}"
        return [Fields(value, self.place, f"{path}[{i}]") for i, value in enumerate(values)]


def kind(value):
    names = {dict: "an object", list: "a list", str: "text", bool: "true or false", int: "a number", float: "a number"}
    return names.get(type(value), "null")


def words(types):
    return {str: "text", int: "a whole number", bool: "true or false", list: "a list", dict: "an object"}.get(types, "a number")


@dataclass(frozen=True)
class Phases:
    """Seconds of a step, mean of the devices. The compute lane's view: compute + exposed + wait is the step."""

    compute: float
    exposed: float
    wait: float
    communicate: float
    input: float


@dataclass(frozen=True)
class Point:
    epoch: float
    seconds: float  # of training so far; evaluation does not count
    train_loss: float | None
    test_loss: float | None
    test_accuracy: float | None


@dataclass
class Record:
    place: str
    key: tuple  # equal keys: may stand in one picture
    training: tuple  # the same but for the commit: may stand in one history
    strategy: str
    devices: int
    batch: int
    delay: int
    status: str
    message: str | None
    valid: bool
    oversubscribed: bool
    warnings: list
    checks: list  # (name, error, tolerance, passed)
    speed_up: float | None
    low: float | None
    high: float | None
    efficiency: float | None
    reason: str | None
    img_per_s: float | None
    median_s: float | None
    spread: float | None
    phases: Phases | None
    bytes: int
    memory: int  # of the device that needs the most
    curve: list
    head: dict = field(repr=False)  # what all records of the group share, for titles

    @property
    def counts(self):
        """Whether its speed-up says something."""
        return self.valid and self.speed_up is not None and not self.oversubscribed


def read_phases(devices):
    if not devices:
        return None
    mean = lambda key: sum(d.number(key) for d in devices) / len(devices)
    return Phases(mean("compute_s"), mean("exposed_communicate_s"), mean("wait_s"), mean("communicate_s"), mean("input_s"))


def read_memory(memory):
    each = memory.get("device_bytes", list)
    if not all(type(b) is int and b >= 0 for b in each):
        raise BadRecords(f"{memory.place}: {memory.name}.device_bytes has an entry that is no number of bytes")
    return max(each, default=0)


def read_curve(results):
    rounds = results.get("step_s", list)
    if not all(isinstance(steps, list) and all(type(s) in (int, float) for s in steps) for steps in rounds):
        raise BadRecords(f"{results.place}: results.step_s has an entry that is no list of seconds")
    curve, seconds = [], 0.0
    for i, point in enumerate(results.parts("convergence")):
        seconds += sum(rounds[i]) if i < len(rounds) else 0.0
        curve.append(Point(point.number("epoch"), seconds, point.number("train_loss", True, float("-inf")),
                           point.number("test_loss", True, float("-inf")), point.number("test_accuracy", True)))
    return curve


def read_record(value, place):
    record = Fields(value, place)
    if "traceEvents" in value:
        raise BadRecords(f"{place}: this is a trace; give it with --trace")
    version = record.get("schema_version", int)
    if version != 1:
        raise BadRecords(f"{place}: schema_version is {version}, expected 1")
    identity, results, context = record.part("identity"), record.part("results"), record.part("context")
    dataset, machine = identity.part("dataset", True), identity.part("machine", True)
    speed_up = results.part("speed_up")
    statistics, throughput = results.part("statistics", True), results.part("throughput", True)
    timing = identity.get("timing", str)
    if timing not in ("measured", "simulated"):
        raise BadRecords(f'{place}: identity.timing is "{timing}", expected "measured" or "simulated"')
    epochs = identity.number("epochs", True)
    head = {
        "simulated": timing == "simulated",
        "network": identity.get("network", str),
        "dataset": dataset.get("name", str) if dataset else None,
        "dataset_hash": dataset.get("hash", str) if dataset else None,
        "machine": machine.get("name", str) if machine else None,
        "machine_hash": machine.get("hash", str) if machine else None,
        "scaling": identity.get("scaling", str),
        "base_batch": identity.count("base_batch"),
        "backend": identity.get("backend", str, True),
        "seed": identity.get("seed", int),
        "epochs": epochs,
        "steps": None if epochs is not None else identity.count("steps", 0),
        "cpu": context.get("cpu", str, True),
        "physical_devices": machine.count("devices") if machine else context.count("physical_devices"),
        "build_type": context.get("build_type", str),
        "commit": context.get("commit", str, True),
    }
    key = tuple(head.values())
    head |= {
        "repetitions": identity.count("repetitions"),
        "origin": dataset.get("origin", str) if dataset else None,
        "real_data": dataset.get("real", bool) if dataset else False,
        "experiment": context.get("experiment", str),
        "os": context.get("os", str, True),
        "backend_details": context.get("backend_details", str, True),
        "compiler": context.get("compiler", str),
        "version": context.get("version", str),
        "finished_at": context.get("finished_at", str),
    }
    devices = identity.count("devices")
    return Record(
        place=place, key=key, training=key[:-1], strategy=identity.get("strategy", str), devices=devices, batch=identity.count("batch"),
        delay=identity.count("delay", 0), status=record.get("status", str), message=record.get("message", str, True),
        valid=record.get("valid", bool),
        oversubscribed=timing == "measured" and devices > head["physical_devices"],
        warnings=[(w.get("code", str), w.get("text", str)) for w in listed(record, "warnings")],
        checks=[(c.get("name", str), c.number("error", True), c.number("tolerance"), c.get("passed", bool))
                for c in listed(record, "checks")],
        speed_up=speed_up.number("value", True), low=speed_up.number("low", True), high=speed_up.number("high", True),
        efficiency=speed_up.number("efficiency", True), reason=speed_up.get("reason", str, True),
        img_per_s=throughput.number("median_img_per_s", True) if throughput else None,
        median_s=statistics.number("median_s") if statistics else None,
        spread=statistics.number("spread") if statistics else None,
        phases=read_phases(results.parts("phases", True)),
        bytes=results.part("traffic").part("counted").count("bytes", 0),
        memory=read_memory(results.part("memory")),
        curve=read_curve(results), head=head)


def listed(record, key):
    return [Fields(value, record.place, f"{key}[{i}]") for i, value in enumerate(record.get(key, list))]


def no_constant(name):
    raise ValueError(f"{name} is not strict JSON")


def read_lines(lines, name):
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        place = f"{name}:{number}"
        try:
            value = json.loads(line, parse_constant=no_constant)
        except (ValueError, RecursionError) as error:
            raise BadRecords(f"{place}: not a record: {error}") from None
        yield read_record(value, place)


def load(files):
    """All records of the files ("-" is stdin), in order. Throws BadRecords; no record at all is bad too."""
    records = []
    for name in files:
        try:
            if name == "-":
                records += read_lines(sys.stdin, "stdin")
            else:
                with open(name, encoding="utf-8") as file:
                    records += read_lines(file, name)
        except OSError as error:
            raise BadRecords(f"{name}: cannot be read: {error.strerror}") from None
        except UnicodeDecodeError:
            raise BadRecords(f"{name}: not UTF-8 text; expected what ringside run writes") from None
    if not records:
        raise BadRecords(f"{', '.join(files)}: no record; expected a line of JSON for every result")
    return records
