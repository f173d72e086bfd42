# A trace as ringside run --trace writes it: read, held to the rules of the trace event format, and turned into timelines.
# Process = device, thread = lane, times in microseconds.
import json
import re
from dataclasses import dataclass

from records import BadRecords

COMPUTE, TRANSFER = 0, 1
ROUNDING = 0.002  # microseconds: times are written to the nanosecond


@dataclass(frozen=True)
class Bar:
    device: int
    lane: int
    begin: float
    end: float
    step: int
    kind: str
    text: str
    to: int | None  # the device that a transfer between two goes to


@dataclass
class Timeline:
    name: str
    strategy: str
    devices: int
    scaling: str
    network: str
    bars: list

    @property
    def span(self):
        return max(bar.end for bar in self.bars)

    def step_begins(self):
        """[(step, when its first forward pass begins)]"""
        begins = {}
        for bar in self.bars:
            if bar.kind == "forward":
                begins[bar.step] = min(begins.get(bar.step, bar.begin), bar.begin)
        return sorted(begins.items())


def problems(events):
    """Everything that breaks a rule, in words; at most one for each event."""
    found, names, lanes, open_spans, flows = [], {}, {}, {}, {}
    for i, event in enumerate(events):
        place = f"event {i}"
        if not isinstance(event, dict) or not isinstance(event.get("ph"), str):
            found.append(f"{place}: not an object with a phase (ph)")
            continue
        lane = (event.get("pid"), event.get("tid"))
        if not all(isinstance(number, int) and not isinstance(number, bool) for number in lane):
            found.append(f"{place}: pid and tid must be whole numbers, not {lane[0]!r} and {lane[1]!r}")
            continue
        if event["ph"] == "M":
            name = (event.get("args") or {}).get("name")
            names[(event.get("name"), *(lane if event.get("name") == "thread_name" else lane[:1]))] = name
            continue
        if not at_least_zero(event.get("ts")):
            found.append(f"{place}: ts is {event.get('ts')!r}, expected microseconds from 0 up")
            continue
        if event["ph"] == "X":
            if not at_least_zero(event.get("dur")):
                found.append(f"{place}: dur is {event.get('dur')!r}, expected microseconds from 0 up")
                continue
            lanes.setdefault(lane, []).append((event["ts"], event["ts"] + event["dur"], place))
        elif event["ph"] == "B":
            open_spans.setdefault(lane, []).append((event["ts"], place))
        elif event["ph"] == "E":
            begun = open_spans.get(lane) or [None]
            if begun[-1] is None or event["ts"] < begun[-1][0]:
                found.append(f"{place}: ends what was not begun")
            if begun[-1] is not None:
                begun.pop()
        elif event["ph"] in "sf":
            flows.setdefault(event.get("id"), []).append((event["ph"], event["ts"], place))
        else:
            found.append(f"{place}: phase {event['ph']!r} is none of X, B, E, M, s, f")
    for spans in open_spans.values():
        found += [f"{place}: begun and never ended" for _, place in spans]
    for lane, spans in lanes.items():
        if ("process_name", lane[0]) not in names:
            found.append(f"process {lane[0]} has no name")
        if ("thread_name", *lane) not in names:
            found.append(f"thread {lane[1]} of process {lane[0]} has no name")
        spans.sort(key=lambda span: (span[0], span[1]))
        for (_, end, _), (begin, _, place) in zip(spans, spans[1:]):
            if begin < end - ROUNDING:
                found.append(f"{place}: begins at {begin} µs, before the lane's task before it ends at {end} µs")
    for number, ends in flows.items():
        if [phase for phase, _, _ in sorted(ends, key=lambda e: (e[1], e[0] == "f"))] != ["s", "f"]:
            found.append(f"{ends[0][2]}: flow {number} is not one start and, no earlier, one finish")
    return found


def at_least_zero(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool) and 0 <= value < float("inf")


def kind(text):
    words = text.split()
    if words[:1] == ["transfer"] and len(words) > 1 and words[1].startswith("host"):
        return "input"
    return words[0] if words else ""


def load_trace(name):
    """The timelines of a trace file, in its order. Throws BadRecords."""
    try:
        with open(name, encoding="utf-8") as file:
            value = json.load(file)
    except OSError as error:
        raise BadRecords(f"{name}: cannot be read: {error.strerror}") from None
    except (ValueError, RecursionError) as error:
        raise BadRecords(f"{name}: not a trace: {error}") from None
    events = value.get("traceEvents") if isinstance(value, dict) else value
    if not isinstance(events, list) or not events:
        raise BadRecords(f"{name}: no events; expected what ringside run --trace writes")
    wrong = problems(events)
    if wrong:
        raise BadRecords(f"{name}: {wrong[0]}" + (f" ({len(wrong) - 1} more)" if wrong[1:] else ""))
    return timelines(events, name)


def timelines(events, place):
    owners, found = {}, {}
    for event in events:
        if event["ph"] == "M" and event["name"] == "process_name":
            match = re.fullmatch(r"(.*): device (\d+)", event["args"]["name"])
            if not match:
                raise BadRecords(f'{place}: process "{event["args"]["name"]}" is no "NAME: device N"')
            owners[event["pid"]] = (match[1], int(match[2]))
            found.setdefault(match[1], [])
    for event in events:
        if event["ph"] != "X":
            continue
        name, device = owners[event["pid"]]
        to = re.match(r"transfer \d+→(\d+)", event["name"])
        found[name].append(Bar(device, event["tid"], event["ts"], event["ts"] + event["dur"],
                               int((event.get("args") or {}).get("step", 0)), kind(event["name"]), event["name"],
                               int(to[1]) if to else None))
    result = []
    for name, bars in found.items():
        words = re.fullmatch(r"(\S+) (\S+) on (\d+) devices?, (\w+) scaling.*", name)
        network, strategy, devices, scaling = words.groups() if words else ("", name, len({b.device for b in bars}), "")
        if bars:
            result.append(Timeline(name, strategy, int(devices), scaling, network, sorted(bars, key=lambda bar: bar.begin)))
    return result


def worth_seeing(every, limit=None):
    """Of each network, scaling and strategy the run on the most devices, up to `limit` if there are such; two at least."""
    best = {}
    for one in every:
        if one.devices < 2:
            continue
        key = (one.network, one.scaling, one.strategy)
        rank = lambda t: (limit is None or t.devices <= limit, t.devices)
        if key not in best or rank(one) > rank(best[key]):
            best[key] = one
    return list(best.values())
