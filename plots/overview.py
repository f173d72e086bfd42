# All trainings at a glance: the speed-up of every strategy on the most devices that count, with its interval, the ideal and the
# bound that `independent` sets.
from dataclasses import dataclass

import style
from records import BASELINE

COLUMNS = 3  # of panels; a phone has room for one
BOUND = "independent"


@dataclass(frozen=True)
class Row:
    strategy: str
    value: float
    low: float | None
    high: float | None


@dataclass(frozen=True)
class Panel:
    group: object
    devices: int
    bound: float | None  # of `independent`
    rows: list  # as the strategies follow one another


def panel(group):
    """None: no strategy has a speed-up on two devices or more."""
    counted = [r for r in group.cells.values() if r.counts and r.devices > 1 and r.strategy != BASELINE]
    if not any(r.strategy != BOUND for r in counted):
        return None
    most = max(r.devices for r in counted if r.strategy != BOUND)
    rows = {r.strategy: r for r in counted if r.devices == most}
    bound = rows.pop(BOUND, None)
    return Panel(group, most, bound and bound.speed_up,
                 [Row(s, rows[s].speed_up, rows[s].low, rows[s].high) for s in group.strategies if s in rows])


def panels(groups):
    return [one for one in map(panel, groups) if one]


def words(every):
    """What the picture says, for those who do not see it."""
    return " ".join(f"{p.group.title}, {p.group.where}, {p.devices} devices: " +
                    ", ".join(f"{r.strategy} {r.value:.2f}" for r in p.rows) +
                    (f"; bound {p.bound:.2f}" if p.bound else "") + "." for p in every)


def draw(every, columns=COLUMNS):
    lines = -(-len(every) // columns)
    columns = -(-len(every) // lines)  # as even as can be
    names = [s for s in every[0].group.strategies if any(r.strategy == s for p in every for r in p.rows)]
    names += sorted({r.strategy for p in every for r in p.rows} - set(names))
    fig, grid = style.figure(height=lines * (0.72 + 0.17 * len(names)) + 0.2, width=1.1 + 1.95 * columns, nrows=lines, ncols=columns,
                             squeeze=False, sharey=True)
    for axes in grid.flat[len(every):]:
        axes.set_visible(False)
    for axes, one in zip(grid.flat, every):
        draw_panel(axes, one, names)
    handles, labels = [], []
    for axes in grid.flat[:len(every)]:
        for handle, label in zip(*axes.get_legend_handles_labels()):
            if label not in labels:
                handles.append(handle)
                labels.append(label)
    fig.legend(handles, labels, loc="upper left", bbox_to_anchor=(0.02, 0), ncols=4 if columns > 1 else 1, handlelength=1.6, columnspacing=1.4)
    return fig


def draw_panel(axes, one, names):
    simulated = one.group.head["simulated"]
    axes.axvline(one.devices, color=style.SOFT, linewidth=0.8, label="ideal")
    if one.bound:
        axes.axvline(one.bound, color=style.SOFT, linewidth=1.1, linestyle=style.LOOKS[BOUND].dash, label="independent (the bound)")
    for row in one.rows:
        y = names.index(row.strategy)
        look = style.look(row.strategy, one.group.strategies)
        if row.low is not None and row.high is not None:
            axes.plot([row.low, row.high], [y, y], color=look.color, linewidth=1.4, solid_capstyle="butt")
        axes.plot([row.value], [y], marker=look.marker, color=look.color, markerfacecolor=style.filling(look, simulated), markersize=5.5)
    axes.plot([], [], linestyle="none", marker="o", color=style.SOFT, markerfacecolor=style.PAPER if simulated else style.SOFT,
              label="simulated" if simulated else "measured, with 95 % interval")
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(len(names) - 0.5, -0.5)
    axes.tick_params(axis="y", length=0)
    axes.set_xlim(0, max([one.devices, one.bound or 0] + [r.high or r.value for r in one.rows]) * 1.08)
    axes.locator_params(axis="x", nbins=5)
    head = one.group.head
    if simulated:
        where = f"{one.devices} devices of {head['machine'] or 'an unnamed machine'}, simulated"
    else:
        where = f"{one.devices} of {one.group.limit} cores, measured" + ("" if head["real_data"] or not head["dataset"] else " on made-up data")
    axes.set_title(f"{head['network']}, {head['scaling']} scaling\n{where}", fontsize=6.5, linespacing=1.35)
    axes.set_xlabel("speed-up over one device")
