# The report's tables: what stands in a cell, and what it is sorted by.
from findings import best
from records import BASELINE

MOST_ROWS = 400  # of a table: a page of ten thousand is read by nobody

COLUMNS = [("strategy", ""), ("devices", ""), ("speed-up", "images/s over those of single on one device"),
           ("95 % interval", "by bootstrap over repetitions"), ("efficiency", "speed-up / devices"),
           ("images/s", "batch / median step time"), ("step, ms", "median"), ("spread, %", "(p95 − p10) / median"),
           ("moved, MB", "between devices in a step"), ("memory, MB", "buffers of the device that needs the most"),
           ("accuracy, %", "of the test set"), ("checked", "trained to the weights that its meaning promises")]


def number(value, form):
    return ("", None) if value is None else (form.format(value), value)


def interval(record):
    return f"{record.low:.2f} to {record.high:.2f}" if record.low is not None and record.high is not None else ""


def results(group):
    """Rows of (text, value to sort by), one a record."""
    rows = []
    for place, strategy in enumerate(group.strategies):
        for r in group.of(strategy):
            accuracy = next((p.test_accuracy for p in reversed(r.curve) if p.test_accuracy is not None), None)
            baseline = strategy == BASELINE and r.devices == 1
            why = "oversubscribed" if r.oversubscribed else r.reason or r.status
            rows.append([
                (strategy, place), (str(r.devices), r.devices),
                number(r.speed_up, "1 (baseline)" if baseline else "{:.2f}") if r.counts else (why.replace("_", " "), None),
                (interval(r) if r.counts and not baseline else "", r.low if r.counts else None),
                number(r.speed_up / r.devices if r.counts else None, "{:.2f}"),
                number(r.img_per_s, "{:,.0f}"), number(r.median_s and 1e3 * r.median_s, "{:.2f}"),
                number(r.spread and 100 * r.spread, "{:.0f}"), number(r.bytes / 1e6, "{:.2f}"), number(r.memory / 1e6, "{:.1f}"),
                number(accuracy if accuracy is None else 100 * accuracy, "{:.2f}"),
                ("✓" if r.valid else "✗ " + r.status.replace("_", " "), int(r.valid))])
    return rows


SUMMARY = [("training", ""), ("where", ""), ("fastest", ""), ("devices", ""), ("speed-up", "images/s over those of single on one device"),
           ("95 % interval", "by bootstrap over repetitions"), ("bound", "independent on as many devices: nothing is exchanged"),
           ("valid", "runs that were checked and found right")]


def where(group):
    head = group.head
    return f"simulated, {head['machine'] or 'unnamed'}" if head["simulated"] else f"measured, {group.limit} cores"


def summary(groups):
    """One row a training: its fastest strategy."""
    rows = []
    for i, group in enumerate(groups):
        one = best(group)
        bound = group.cells.get(("independent", one.devices)) if one else None
        valid = sum(r.valid for r in group.cells.values())
        rows.append([
            (group.title, i), (where(group), int(group.head["simulated"])),
            (one.strategy if one else "none", group.strategies.index(one.strategy) if one else None),
            number(one and one.devices, "{}"), number(one and one.speed_up, "{:.2f}"), (interval(one) if one else "", one and one.low),
            number(bound.speed_up if bound and bound.counts else None, "{:.2f}"), (f"{valid} of {len(group.cells)}", valid / len(group.cells))])
    return rows
