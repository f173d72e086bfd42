# Images per second over commits, of a training that several commits have run, and where they changed for good.
from dataclasses import dataclass
from statistics import median

import style
from change_points import change_points
from convergence import chosen_devices
from records import BASELINE

MOST_TICKS = 10


@dataclass(frozen=True)
class Run:
    commit: str
    finished_at: str
    img_per_s: float


@dataclass(frozen=True)
class Change:
    at: int  # index of the first run after it
    ratio: float  # median after / median before, up to the neighbouring changes


@dataclass(frozen=True)
class Line:
    strategy: str
    devices: int
    runs: list  # the oldest first
    changes: list


@dataclass(frozen=True)
class History:
    group: object  # the newest commit's
    commits: list  # of all runs, the oldest first
    lines: list


def changes(values):
    cuts = [0, *change_points(values), len(values)]
    return [Change(b, median(values[b:c]) / median(values[a:b])) for a, b, c in zip(cuts, cuts[1:], cuts[2:])]


def history(group, records):
    """None: fewer than two commits have run it. The baseline on one device, the others on the most devices that count."""
    mine = sorted((r for r in records if r.training == group.training and r.valid and r.img_per_s is not None),
                  key=lambda r: r.head["finished_at"])
    commits = list(dict.fromkeys(r.head["commit"] or "unknown" for r in mine))
    if len(commits) < 2:
        return None
    n = chosen_devices(group)
    lines = []
    for strategy in group.strategies:
        devices = 1 if strategy == BASELINE else n
        runs = [Run(r.head["commit"] or "unknown", r.head["finished_at"], r.img_per_s) for r in mine if (r.strategy, r.devices) == (strategy, devices)]
        if runs:
            lines.append(Line(strategy, devices, runs, changes([run.img_per_s for run in runs])))
    return History(group, commits, lines)


def words(one):
    told = []
    for line in one.lines:
        found = ", ".join(f"{100 * (c.ratio - 1):+.1f} % from {line.runs[c.at].commit[:7]}" for c in line.changes)
        told.append(f"{line.strategy} on {line.devices}: {found or 'no change'}")
    return f"Images per second over {len(one.commits)} commits. {'; '.join(told)}."


def draw(one):
    fig, axes = style.figure(height=2.5)
    style.heading(axes, one.group, f"Images per second over {len(one.commits)} commits")
    order = {commit: i for i, commit in enumerate(one.commits)}
    for line in one.lines:
        look = style.look(line.strategy, one.group.strategies)
        xs = [order[run.commit] for run in line.runs]
        axes.plot(xs, [run.img_per_s for run in line.runs], color=look.color, linestyle=look.dash, marker=look.marker, markersize=3,
                  markerfacecolor=style.filling(look, one.group.head["simulated"]), label=f"{line.strategy} on {line.devices}")
        for change in line.changes:
            axes.axvline((xs[change.at - 1] + xs[change.at]) / 2, color=look.color, linewidth=0.8, linestyle=(0, (2, 2)))
            axes.annotate(f"{100 * (change.ratio - 1):+.0f} %", (xs[change.at], line.runs[change.at].img_per_s), xytext=(3, 6),
                          textcoords="offset points", fontsize=6, color=look.color)
    shown = range(0, len(one.commits), -(-len(one.commits) // MOST_TICKS))
    axes.set_xticks(list(shown), [one.commits[i][:7] for i in shown], rotation=45, ha="right", fontsize=6)
    axes.set_ylabel("images/s")
    axes.set_ylim(bottom=0)
    style.legend(fig, axes)
    return fig
