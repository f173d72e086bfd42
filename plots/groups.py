# Records that may stand in one picture: the same training on the same machine, differing in strategy and devices alone.
import json
from dataclasses import dataclass

from records import STRATEGIES, BadRecords, Fields


@dataclass
class Published:
    strategy: str | None
    devices: int
    speed_up: float
    text: str


@dataclass
class Group:
    head: dict
    training: tuple  # the same for all commits
    cells: dict  # (strategy, devices) -> Record, the newest
    replaced: int  # older records of the same cells
    published: list
    older: int = 0  # records of other commits; a history shows them

    @property
    def strategies(self):
        names = list(dict.fromkeys(strategy for strategy, _ in self.cells))
        rank = {name: i for i, name in enumerate(STRATEGIES)}
        return sorted(names, key=lambda name: rank.get(name, len(rank)))

    @property
    def devices(self):
        return sorted({devices for _, devices in self.cells})

    @property
    def limit(self):
        """Devices that there really are."""
        return self.head["physical_devices"]

    def of(self, strategy):
        return [self.cells[strategy, n] for n in self.devices if (strategy, n) in self.cells]

    @property
    def where(self):
        head = self.head
        if head["simulated"]:
            return f"simulated on {head['machine'] or 'an unnamed machine'}"
        count = self.limit
        return f"measured on {head['cpu'] or 'an unknown CPU'}, {count} {'core' if count == 1 else 'cores'}"

    @property
    def title(self):
        head = self.head
        per = "on every device" if head["scaling"] == "weak" else "in all"
        data = f" on {head['dataset']}" if head["dataset"] else ""
        return f"{head['network']}{data}, {head['scaling']} scaling, batch {head['base_batch']} {per}"

    @property
    def slug(self):
        head = self.head
        parts = [head["network"], head["scaling"], str(head["base_batch"])]
        if head["simulated"]:
            parts.append(head["machine"] or "simulated")
        return "_".join("".join(c if c.isalnum() else "_" for c in part) for part in parts)


def group(records, published=()):
    found = {}
    for record in records:
        one = found.setdefault(record.key, Group(dict(record.head), record.training, {}, 0, []))
        cell = (record.strategy, record.devices)
        one.replaced += cell in one.cells
        one.cells[cell] = record
        one.head["finished_at"] = max(one.head["finished_at"], record.head["finished_at"])
    groups = list(found.values())
    for one in groups:
        one.published = [value for network, value in published if network == one.head["network"]]
    return groups


def newest(groups):
    """Of every training what the newest commit gave; the groups of older ones are only counted."""
    best = {}
    for one in groups:
        other = best.get(one.training)
        if other is None:
            best[one.training] = one
            continue
        one, other = sorted((one, other), key=lambda g: g.head["finished_at"])
        other.older += one.older + len(one.cells) + one.replaced
        best[one.training] = other
    return list(best.values())


def load_published(file):
    """(network, Published) of results/published.json."""
    try:
        with open(file, encoding="utf-8") as stream:
            values = json.load(stream)
    except (OSError, ValueError) as error:
        raise BadRecords(f"{file}: cannot be read: {error}") from None
    result = []
    for number, value in enumerate(values, 1):
        one = Fields(value, f"{file}: entry {number}")
        text = f"{one.get('what', str)}; {one.get('hardware', str)}; {one.get('source', str)}"
        result.append((one.get("network", str),
                       Published(one.get("strategy", str, True), one.get("devices", int), one.number("speed_up"), text)))
    return result
