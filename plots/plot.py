#!/usr/bin/python3
"""plot.py RECORDS... --out DIR [--trace FILE] [--advice FILE]: pictures of records, as PNG and SVG. Nothing is run."""
import argparse
import os
import sys

from groups import group, load_published, newest
from records import BadRecords, load
from traces import load_trace, worth_seeing

PUBLISHED = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "results", "published.json")
NAMES = ("overview", "speed_up", "efficiency", "phases", "convergence", "history")
MOST = 6  # groups that are drawn: beyond that nobody looks, and it takes minutes


def main(arguments=None):
    parser = argparse.ArgumentParser(prog="plot.py", description=__doc__)
    parser.add_argument("records", nargs="+", metavar="RECORDS", help="files that ringside run has written; - is stdin")
    parser.add_argument("--out", required=True, metavar="DIR", help="where the pictures go")
    parser.add_argument("--trace", action="append", default=[], metavar="FILE", help="what ringside run --trace wrote: timelines too")
    parser.add_argument("--advice", action="append", default=[], metavar="FILE", help="what ringside advise --json wrote: a map of the fastest")
    parser.add_argument("--only", choices=NAMES, help="this picture alone")
    args = parser.parse_args(arguments)
    try:
        records = load(args.records)
        groups = newest(group(records, load_published(PUBLISHED)))
        traces = [one for name in args.trace for one in load_trace(name)]
        os.makedirs(args.out, exist_ok=True)
        draw(groups, records, args.out, args.only)
        draw_timelines(traces, groups, args.out)
        draw_maps(args.advice, args.out)
    except (BadRecords, OSError) as error:
        print(f"plot.py: {error}", file=sys.stderr)
        return 2
    except ImportError as error:
        print(f"plot.py: {error}; bash cmake/install_packages.sh plot installs it for /usr/bin/python3", file=sys.stderr)
        return 2
    return 0


def save(figure, out, name, notes=()):
    import style  # matplotlib takes a second; a message about bad input does not

    path = os.path.join(out, name)
    style.save(figure, path, notes)
    print(path + ".png")


def draw(groups, records, out, only):
    import overview
    from pictures import pictures

    every = overview.panels(groups[:MOST])
    if every and only in (None, "overview"):
        save(overview.draw(every), out, "overview")
    if len(groups) > MOST:
        print(f"plot.py: {len(groups)} different trainings; the first {MOST} are drawn", file=sys.stderr)
    used = {}
    for one in groups[:MOST]:
        used[one.slug] = used.get(one.slug, 0) + 1
        slug = one.slug if used[one.slug] == 1 else f"{one.slug}_{used[one.slug]}"
        for picture in pictures(one, records):
            if only in (None, picture.name):
                save(picture.draw(), out, f"{slug}_{picture.name}", picture.notes)


def draw_timelines(every, groups, out):
    import timeline

    shown = worth_seeing(every, max((one.limit for one in groups if not one.head["simulated"]), default=None))
    if every and not shown:
        print("plot.py: the traces have no run on two devices or more: no timeline", file=sys.stderr)
    for ones in shown:
        drawn = [(one.strategy, [one]) for one in ones] + [("compared", pair) for pair in [timeline.compared(ones)] if pair]
        for name, lanes in drawn:
            where = "" if ones[0].where == "measured" else "_" + ones[0].where.split()[-1]
            save(timeline.draw(lanes), out, f"timeline_{ones[0].network}_{ones[0].scaling}{where}_{name}")


def draw_maps(files, out):
    for i, name in enumerate(files):
        from crossovers import draw, load_advice

        one = load_advice(name)
        save(draw(one), out, f"fastest_{one.network}_{one.scaling}_{one.machine}" + (f"_{i + 1}" if i else ""))


if __name__ == "__main__":
    sys.exit(main())
