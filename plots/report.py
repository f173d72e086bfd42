#!/usr/bin/python3
"""report.py RECORDS... [--trace FILE] --out FILE: one page that tells what came of the runs. It needs no network and no server."""
import argparse
import os
import shlex
import sys

from findings import command, facts, failures, headline, warnings
from groups import group, load_published
from records import BASELINE, BadRecords, load
from traces import load_trace, worth_seeing
from zoomable import zoomable

HERE = os.path.dirname(os.path.abspath(__file__))
PUBLISHED = os.path.join(HERE, "..", "results", "published.json")
MOST_GROUPS = 6  # with pictures; all have their headline and table
MOST_BARS = 20000  # in all timelines: a browser stays quick


def rows(one):
    """Cells of a table: (text, value to sort by)."""
    result = []
    for strategy in one.strategies:
        for r in one.of(strategy):
            accuracy = next((p.test_accuracy for p in reversed(r.curve) if p.test_accuracy is not None), None)
            interval = f"{r.low:.2f} to {r.high:.2f}" if r.low is not None and r.high is not None else ""
            baseline = strategy == BASELINE and r.devices == 1
            counts = r.valid and r.speed_up is not None and not r.oversubscribed
            why = "oversubscribed" if r.oversubscribed else r.reason or r.status
            result.append([
                (strategy, one.strategies.index(strategy)), (str(r.devices), r.devices),
                number(r.speed_up, "1 (baseline)" if baseline else "{:.2f}") if counts else (why.replace("_", " "), None),
                (interval if counts and not baseline else "", r.low if counts else None),
                number(r.speed_up / r.devices if counts else None, "{:.2f}"),
                number(r.img_per_s, "{:,.0f}"), number(r.median_s and 1e3 * r.median_s, "{:.2f}"),
                number(r.spread and 100 * r.spread, "{:.0f}"), number(r.bytes / 1e6, "{:.2f}"), number(r.memory / 1e6, "{:.1f}"),
                number(accuracy if accuracy is None else 100 * accuracy, "{:.2f}"),
                ("✓" if r.valid else "✗ " + r.status.replace("_", " "), int(r.valid))])
    return result


def number(value, form):
    return ("", None) if value is None else (form.format(value), value)


COLUMNS = [("strategy", ""), ("devices", ""), ("speed-up", "images/s over those of single on one device"),
           ("95 % interval", "by bootstrap over repetitions"), ("efficiency", "speed-up / devices"),
           ("images/s", "batch / median step time"), ("step, ms", "median"), ("spread, %", "(p95 − p10) / median"),
           ("moved, MB", "between devices in a step"), ("memory, MB", ""), ("accuracy, %", "of the test set"),
           ("checked", "trained to the weights that its meaning promises")]


CAPTIONS = {
    "speed_up": "Speed-up over one device. Bars are 95 % intervals; the line is ideal; nobody can beat independent, which exchanges nothing. "
                "Stars are published values from other hardware, numbered as in the list below.",
    "efficiency": "The same divided by the number of devices: 1 is perfect.",
    "phases": "Wide bars add up to a step: compute, communication that nothing hides, waiting. The narrow bar below each is the transfer "
              "lane; what of it exceeds the exposed part is hidden under compute.",
    "convergence": "The baseline on one device and each strategy on the most devices that do not share cores. What a delayed gradient "
                   "costs shows against epochs; what devices buy, against time.",
}


def sections(groups):
    import style  # noqa: F401  matplotlib takes a second; a message about bad input does not
    from inline_svg import inline
    from pictures import pictures

    result = []
    for i, one in enumerate(groups):
        drawn = [(name, inline(picture(), f"{i}_{name}", text), text) for name, text, picture in pictures(one)] if i < MOST_GROUPS else []
        result.append({"group": one, "headline": headline(one), "facts": facts(one), "rows": rows(one), "pictures": drawn,
                       "command": command(one)})
    return result


def choose_timelines(every, groups):
    limit = max((one.limit for one in groups if not one.head["simulated"]), default=None)
    shown, bars = [], 0
    for one in worth_seeing(every, limit):
        bars += len(one.bars)
        if bars <= MOST_BARS:
            shown.append((one, zoomable(one)))
    return shown


def page(groups, files, traces, arguments):
    from jinja2 import Environment, FileSystemLoader

    environment = Environment(loader=FileSystemLoader(HERE), autoescape=True, trim_blocks=True, lstrip_blocks=True)
    text = lambda name: open(os.path.join(HERE, name), encoding="utf-8").read()
    return environment.get_template("report.html.jinja").render(
        sections=sections(groups), columns=COLUMNS, captions=CAPTIONS, failures=failures(groups), warnings=warnings(groups), files=files,
        timelines=choose_timelines(traces, groups), style=text("report.css"), script=text("report.js"), most=MOST_GROUPS,
        report_command=shlex.join(["plots/report.py", *arguments]))


def main(arguments=None):
    arguments = sys.argv[1:] if arguments is None else arguments
    parser = argparse.ArgumentParser(prog="report.py", description=__doc__)
    parser.add_argument("records", nargs="+", metavar="RECORDS", help="files that ringside run has written; - is stdin")
    parser.add_argument("--out", default="report.html", metavar="FILE", help="the page; default report.html")
    parser.add_argument("--trace", action="append", default=[], metavar="FILE", help="what ringside run --trace wrote: timelines")
    args = parser.parse_args(arguments)
    try:
        groups = group(load(args.records), load_published(PUBLISHED))
        traces = [one for name in args.trace for one in load_trace(name)]
        html = page(groups, args.records, traces, arguments)
        with open(args.out, "w", encoding="utf-8") as file:
            file.write(html)
    except (BadRecords, OSError) as error:
        print(f"report.py: {error}", file=sys.stderr)
        return 2
    except ImportError as error:
        print(f"report.py: {error}; bash cmake/install_packages.sh plot installs it for /usr/bin/python3", file=sys.stderr)
        return 2
    print(args.out)
    return 0


if __name__ == "__main__":
    sys.exit(main())
