# Speed-up and efficiency against devices: intervals, the ideal, the bound that `independent` sets, and what others have published.
from dataclasses import dataclass

import style
from records import BASELINE


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


def draw(group, efficiency=False):
    fig, axes = style.figure()
    simulated = group.head["simulated"]
    every = series(group, efficiency)
    published = [p for p in group.published if p.devices <= max(group.devices + [4])]
    counts = sorted(set(group.devices) | {p.devices for p in published} | {1})
    reach = max(counts)
    style.heading(axes, group, "Efficiency: speed-up / devices" if efficiency else "Speed-up over one device")
    axes.plot([1, reach], [1, 1] if efficiency else [1, reach], color=style.SOFT, linewidth=0.8, label="ideal", zorder=1)

    step = 0.028 * max(1, reach - 1)  # side by side, or intervals hide each other
    for i, (strategy, marks) in enumerate(every.items()):
        look = style.look(strategy, group.strategies)
        xs = [m.devices + step * (i - (len(every) - 1) / 2) for m in marks]
        known = [m.low is not None and m.high is not None for m in marks]
        spans = [[max(0, m.value - m.low) if k else 0 for m, k in zip(marks, known)],
                 [max(0, m.high - m.value) if k else 0 for m, k in zip(marks, known)]]
        axes.errorbar(xs, [m.value for m in marks], yerr=spans, color=look.color, linestyle=look.dash, marker=look.marker,
                      markerfacecolor=style.PAPER if simulated else look.color, elinewidth=0.8, capsize=1.8,
                      label=strategy + (" (bound)" if strategy == "independent" else "") + (" (simulated)" if simulated else ""))
    for number, value in enumerate(group.published, 1):
        if value not in published:
            continue
        height = value.speed_up / (value.devices if efficiency else 1)
        color = style.look(value.strategy, group.strategies).color if value.strategy in style.LOOKS else style.INK
        first = value is published[0]
        axes.plot([value.devices], [height], linestyle="none", marker="*", markersize=8, markerfacecolor=style.PAPER,
                  markeredgecolor=color, label="published, other hardware" if first else None, zorder=5)
        axes.annotate(f"[{number}]", (value.devices, height), xytext=(-5, -8), textcoords="offset points", fontsize=6,
                      color=color, ha="right")
    shade(axes, group, counts)
    axes.set_xticks(counts, [str(n) for n in counts])
    axes.set_xlabel("devices")
    axes.set_xlim(1 - 0.09 * reach, reach + 0.09 * reach)
    axes.set_ylabel("efficiency" if efficiency else "speed-up")
    axes.set_ylim(bottom=0)
    style.legend(fig, axes)
    return fig


def shade(axes, group, counts):
    over = missing(group)
    if not over:
        return
    below = max([n for n in counts if n <= group.limit] or [0])
    axes.axvspan((below + min(over)) / 2, max(counts) * 1.09, facecolor=style.GRID, alpha=0.5, linewidth=0, zorder=0)
    axes.text(0.98, 0.03, f"more than {group.limit} devices share\n{group.limit} cores: no speed-up", transform=axes.transAxes,
              ha="right", va="bottom", fontsize=6, color=style.SOFT)
