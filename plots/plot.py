#!/usr/bin/python3
"""plot.py RECORDS... --out DIR [--trace FILE]: pictures of records, as PNG and SVG. Nothing is run."""
import argparse
import os
import sys

from groups import group, load_published
from records import BadRecords, load

PUBLISHED = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "results", "published.json")
MOST = 6  # groups that are drawn: beyond that nobody looks, and it takes minutes


def main(arguments=None):
    parser = argparse.ArgumentParser(prog="plot.py", description=__doc__)
    parser.add_argument("records", nargs="+", metavar="RECORDS", help="files that ringside run has written; - is stdin")
    parser.add_argument("--out", required=True, metavar="DIR", help="where the pictures go")
    args = parser.parse_args(arguments)
    try:
        groups = group(load(args.records), load_published(PUBLISHED))
        os.makedirs(args.out, exist_ok=True)
        draw(groups, args.out)
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


if __name__ == "__main__":
    sys.exit(main())
