# A trace as ringside run --trace writes it, turned into timelines.
import re
from dataclasses import dataclass

from records import BadRecords, load_json
from trace_rules import problems


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
    where: str  # "measured", or on what it was simulated
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


def kind(text):
    words = text.split()
    if words[:1] == ["transfer"] and len(words) > 1 and words[1].startswith("host"):
        return "input"
    return words[0] if words else ""


def load_trace(name):
    """The timelines of a trace file, in its order. Throws BadRecords."""
    value = load_json(name, "a trace")
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
        words = re.fullmatch(r"(\S+) (\S+) on (\d+) devices?, (\w+) scaling(?:, (.*))?", name)
        network, strategy, devices, scaling, where = words.groups() if words else ("", name, len({b.device for b in bars}), "", None)
        if bars:
            bars.sort(key=lambda bar: bar.begin)
            result.append(Timeline(name, strategy, int(devices), scaling, network, where or "measured", bars))
    return result


def worth_seeing(every, limit=None):
    """Of each training and strategy the run on the most devices, up to `limit` if it was measured and there are such; two at
    least. [[Timeline, ...]], one list a training, and in it what the pictures compare first: who waits, and who does not."""
    best = {}
    for one in every:
        if one.devices < 2:
            continue
        mine = best.setdefault((one.network, one.scaling, one.where), {})
        rank = lambda t: (limit is None or t.where != "measured" or t.devices <= limit, t.devices)
        if one.strategy not in mine or rank(one) > rank(mine[one.strategy]):
            mine[one.strategy] = one
    first = {"master_slave": 0, "ring_delayed": 1}
    return [sorted(ones.values(), key=lambda t: first.get(t.strategy, 2)) for ones in best.values()]
