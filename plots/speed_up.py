# Speed-up and efficiency against devices: intervals, the ideal, the bound that `independent` sets, and what others have published.
from dataclasses import dataclass

import style
from matplotlib.ticker import FuncFormatter, NullLocator
from records import BASELINE

MANY = 16  # devices; beyond that both axes are logarithmic, and the ideal is a straight line still


@dataclass(frozen=True)
class Mark:
    devices: int
    value: float
    low: float | None
    high: float | None


def series(group, efficiency=False):
    """{strategy: [Mark]} of what counts: valid, with a value. One device of another strategy is a point too."""
    result = {}
    for strategy in group.strategies:
        marks = []
        for record in group.of(strategy):
            if not record.valid or record.speed_up is None or record.oversubscribed:
                continue
            over = record.devices if efficiency else 1
            part = lambda value: None if value is None else value / over
            marks.append(Mark(record.devices, part(record.speed_up), part(record.low), part(record.high)))
        if marks and not (strategy == BASELINE and group.strategies != [BASELINE]):  # 1 by definition
            result[strategy] = marks
    return result


def missing(group):
    """Device counts that have records but no speed-up, because the devices share fewer cores."""
    return [n for n in group.devices if not group.head["simulated"] and n > group.limit]


def published(group):
    """[(number, Published)] near the group's numbers of devices, numbered as the report lists them."""
    return [(i, p) for i, p in enumerate(group.published, 1) if p.devices <= max(group.devices + [4])]


def notes(group):
    return [f"[{number}] {p.speed_up:.2f}: {p.text}" for number, p in published(group)]


def draw(group, efficiency=False):
    fig, axes = style.figure()
    every = series(group, efficiency)
    others = published(group)
    counts = sorted(set(group.devices) | {p.devices for _, p in others} | {1})
    reach = max(counts)
    style.heading(axes, group, "Efficiency: speed-up / devices" if efficiency else "Speed-up over one device")
    axes.plot([1, reach], [1, 1] if efficiency else [1, reach], color=style.SOFT, linewidth=0.8, label="ideal", zorder=1)
    draw_strategies(axes, group, every, reach)
    for number, value in others:
        height = value.speed_up / (value.devices if efficiency else 1)
        color = style.LOOKS[value.strategy].color if value.strategy in style.LOOKS else style.INK
        axes.plot([value.devices], [height], linestyle="none", marker="*", markersize=8, markerfacecolor=style.PAPER,
                  markeredgecolor=color, label="published, other hardware" if number == others[0][0] else None, zorder=5)
        axes.annotate(f"[{number}]", (value.devices, height), xytext=(5, 0), textcoords="offset points", fontsize=6,
                      color=color, va="center")
    shade(axes, group, counts)
    axes.set_xlabel("devices")
    axes.set_ylabel("efficiency" if efficiency else "speed-up")
    scale(axes, counts, efficiency)
    style.legend(fig, axes)
    return fig


def draw_strategies(axes, group, every, reach):
    simulated = group.head["simulated"]
    intervals = any(m.low is not None for marks in every.values() for m in marks)
    step = 0.022 * max(1, reach - 1) if intervals and reach <= MANY else 0  # side by side, or intervals hide each other
    for i, (strategy, marks) in enumerate(every.items()):
        look = style.look(strategy, group.strategies)
        xs = [m.devices + step * (i - (len(every) - 1) / 2) for m in marks]
        known = [m.low is not None and m.high is not None for m in marks]
        spans = [[max(0, m.value - m.low) if k else 0 for m, k in zip(marks, known)],
                 [max(0, m.high - m.value) if k else 0 for m, k in zip(marks, known)]]
        drawn = dict(color=look.color, linestyle=look.dash, marker=look.marker, markerfacecolor=style.filling(look, simulated),
                     label=strategy + (" (bound)" if strategy == "independent" else ""))
        if intervals:
            axes.errorbar(xs, [m.value for m in marks], yerr=spans, elinewidth=0.8, capsize=1.8, **drawn)
        else:
            axes.plot(xs, [m.value for m in marks], **drawn)
    if simulated:
        axes.plot([], [], linestyle="none", marker="o", markerfacecolor=style.PAPER, markeredgecolor=style.SOFT, label="hollow: simulated")


def scale(axes, counts, efficiency):
    reach = max(counts)
    if reach <= MANY:
        axes.set_xlim(1 - 0.09 * reach, reach + 0.11 * reach)
        axes.set_xticks(counts, [str(n) for n in counts])
        axes.set_ylim(bottom=0)
        return
    axes.set_xscale("log", base=2)
    axes.xaxis.set_major_formatter(FuncFormatter(lambda n, _: f"{n:g}"))
    if efficiency:
        axes.set_ylim(bottom=0)
        return
    axes.set_yscale("log", base=2)
    axes.yaxis.set_major_formatter(FuncFormatter(lambda n, _: f"{n:g}"))
    axes.yaxis.set_minor_locator(NullLocator())


def shade(axes, group, counts):
    over = missing(group)
    if not over:
        return
    below = max([n for n in counts if n <= group.limit] or [0])
    axes.axvspan((below + min(over)) / 2, max(counts) * 1.11, facecolor=style.GRID, alpha=0.5, linewidth=0, zorder=0)
    axes.text(0.98, 0.03, f"more than {group.limit} devices share\n{group.limit} cores: no speed-up", transform=axes.transAxes,
              ha="right", va="bottom", fontsize=6, color=style.SOFT)
