#!/usr/bin/python3
"""report.py RECORDS... [--trace FILE] [--advice FILE] --out FILE: one page that tells what came of the runs. It needs no network
and no server."""
import argparse
import os
import shlex
import sys

from findings import command, facts, failures, headline, lead, warnings
from groups import group, load_published, newest
from records import BadRecords, load
from tables import COLUMNS, MOST_ROWS, SUMMARY, results, summary
from traces import load_trace, worth_seeing
from zoomable import zoomable

HERE = os.path.dirname(os.path.abspath(__file__))
PUBLISHED = os.path.join(HERE, "..", "results", "published.json")
MOST_DRAWN = 6  # trainings with pictures
MOST_SHOWN = 40  # trainings with a table; the rest are counted
MOST_BARS = 5000  # in all timelines: a browser stays quick

CAPTIONS = {
    "speed_up": "Speed-up over one device. Bars are 95 % intervals; the line is ideal; nobody can beat independent, which exchanges nothing. "
                "Stars are published values from other hardware, numbered as in the list below.",
    "efficiency": "The same divided by the number of devices: 1 is perfect.",
    "phases": "Wide bars add up to a step: compute, communication that nothing hides, waiting. The narrow bar below each is the transfer "
              "lane; what of it exceeds the exposed part is hidden under compute.",
    "convergence": "The baseline on one device and each strategy on the most devices that do not share cores. What a delayed gradient "
                   "costs shows against epochs; what devices buy, against time.",
    "history": "The same training on other commits, the oldest at the left. Dashed: where ranks say that the level changed for good "
               "(Pettitt's test, 5 %), and by how much the median did.",
}


def sections(groups, records):
    from inline_svg import inline
    from pictures import pictures

    result = []
    for i, one in enumerate(groups):
        drawn = [(p.name, inline(p.draw(), f"{i}_{p.name}", p.alternative)) for p in pictures(one, records)] if i < MOST_DRAWN else []
        result.append({"group": one, "headline": headline(one), "facts": facts(one), "rows": results(one), "pictures": drawn,
                       "command": command(one)})
    return result


def overview_of(groups):
    import overview
    from inline_svg import inline

    every = overview.panels(groups[:MOST_DRAWN])
    words = f"Speed-up of every strategy. {overview.words(every)}"
    return [(kind, inline(overview.draw(every, columns), kind, words)) for kind, columns in (("wide", 3), ("narrow", 1)) if every]


def maps(files):
    import crossovers
    from inline_svg import inline

    return [(one, inline(crossovers.draw(one), f"map{i}", crossovers.words(one)))
            for i, one in enumerate(map(crossovers.load_advice, files))]


def choose_timelines(every, groups):
    """[(name, [(Timeline, Zoomable)] to compare, the others)], one for each training. What is compared has one scale."""
    limit = max((one.limit for one in groups if not one.head["simulated"]), default=None)
    left = MOST_BARS

    def fitting(ones):
        nonlocal left
        span = max((one.span for one in ones), default=0)
        result = []
        for one in ones:
            if len(one.bars) <= left:
                left -= len(one.bars)
                result.append((one, zoomable(one, span)))
        return result

    chosen = worth_seeing(every, limit)
    compared = [fitting(ones[:2]) for ones in chosen]  # of all trainings, before the rest of any
    return [(f"{ones[0].network}, {ones[0].scaling} scaling, {ones[0].where}", pair, fitting(ones[2:]))
            for ones, pair in zip(chosen, compared) if pair]


def page(args, made_by):
    from jinja2 import Environment, FileSystemLoader

    records = load(args.records)
    groups = newest(group(records, load_published(PUBLISHED)))
    first = lead(groups)
    groups.sort(key=lambda one: one is not first)
    shown = groups[:MOST_SHOWN]
    traces = [one for name in args.trace for one in load_trace(name)]
    environment = Environment(loader=FileSystemLoader(HERE), autoescape=True, trim_blocks=True, lstrip_blocks=True)

    def text(name):
        with open(os.path.join(HERE, name), encoding="utf-8") as file:
            return file.read()

    return environment.get_template("report.html.jinja").render(
        sections=sections(shown, records), drawn=MOST_DRAWN, hidden=len(groups) - len(shown), columns=COLUMNS, most_rows=MOST_ROWS,
        overview=overview_of(shown), summary_columns=SUMMARY, summary=summary(shown), captions=CAPTIONS,
        failures=failures(groups)[:MOST_ROWS], warnings=warnings(groups), files=args.records, maps=maps(args.advice),
        timelines=choose_timelines(traces, groups), style=text("report.css"), script=text("report.js"), made_by=made_by)


def main(arguments=None):
    arguments = sys.argv[1:] if arguments is None else arguments
    parser = argparse.ArgumentParser(prog="report.py", description=__doc__)
    parser.add_argument("records", nargs="+", metavar="RECORDS", help="files that ringside run has written; - is stdin")
    parser.add_argument("--out", default="report.html", metavar="FILE", help="the page; default report.html")
    parser.add_argument("--trace", action="append", default=[], metavar="FILE", help="what ringside run --trace wrote: timelines")
    parser.add_argument("--advice", action="append", default=[], metavar="FILE", help="what ringside advise --json wrote: a map of the fastest")
    args = parser.parse_args(arguments)
    made_by = ["build/release/ringside", "report", *args.records, "--out", args.out]
    for option, files in (("--trace", args.trace), ("--advice", args.advice)):
        made_by += [word for name in files for word in (option, name)]
    try:
        html = page(args, shlex.join(made_by))
        with open(args.out, "w", encoding="utf-8") as file:
            file.write(html)
    except (BadRecords, OSError) as error:
        print(f"ringside report: {error}", file=sys.stderr)
        return 2
    except ImportError as error:
        print(f"ringside report: {error}; on Debian: sudo apt-get install python3-matplotlib python3-jinja2", file=sys.stderr)
        return 2
    print(args.out)
    return 0


if __name__ == "__main__":
    sys.exit(main())
