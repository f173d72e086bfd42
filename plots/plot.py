#!/usr/bin/python3
"""plot.py RECORDS... --out DIR [--trace FILE]: pictures of records, as PNG and SVG. Nothing is run."""
import argparse
import os
import sys

from groups import group, load_published
from records import BadRecords, load
from traces import load_trace, worth_seeing

PUBLISHED = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "results", "published.json")
MOST = 6  # groups that are drawn: beyond that nobody looks, and it takes minutes


def main(arguments=None):
    parser = argparse.ArgumentParser(prog="plot.py", description=__doc__)
    parser.add_argument("records", nargs="+", metavar="RECORDS", help="files that ringside run has written; - is stdin")
    parser.add_argument("--out", required=True, metavar="DIR", help="where the pictures go")
    parser.add_argument("--trace", metavar="FILE", help="what ringside run --trace wrote: timelines too")
    args = parser.parse_args(arguments)
    try:
        groups = group(load(args.records), load_published(PUBLISHED))
        os.makedirs(args.out, exist_ok=True)
        draw(groups, args.out)
        if args.trace:
            draw_timelines(load_trace(args.trace), groups, args.out)
    except (BadRecords, OSError) as error:
        print(f"plot.py: {error}", file=sys.stderr)
        return 2
    return 0


def draw(groups, out):
    import style  # matplotlib takes a second; a message about bad input does not
    from pictures import pictures

    if len(groups) > MOST:
        print(f"plot.py: {len(groups)} different trainings; the first {MOST} are drawn", file=sys.stderr)
    used = {}
    for one in groups[:MOST]:
        used[one.slug] = used.get(one.slug, 0) + 1
        slug = one.slug if used[one.slug] == 1 else f"{one.slug}_{used[one.slug]}"
        for name, _, picture in pictures(one):
            style.save(picture(), os.path.join(out, f"{slug}_{name}"))
            print(os.path.join(out, f"{slug}_{name}.png"))


def draw_timelines(every, groups, out):
    import style
    import timeline

    fit = [one.limit for one in groups if not one.head["simulated"]]
    shown = worth_seeing(every, max(fit, default=None))
    if not shown:
        print("plot.py: the trace has no run on two devices or more: no timeline", file=sys.stderr)
    pictures = [(f"{one.network}_{one.scaling}_{one.strategy}", [one]) for one in shown]
    pictures += [(f"{ones[-1].network}_{ones[-1].scaling}_compared", ones) for ones in timeline.pairs(shown) if len(ones) == 2]
    for name, ones in pictures:
        style.save(timeline.draw(ones), os.path.join(out, f"timeline_{name}"))
        print(os.path.join(out, f"timeline_{name}.png"))


if __name__ == "__main__":
    sys.exit(main())
