# Where a step's time goes, by strategy and devices. A wide bar is the compute lane's view and adds up to the step: compute,
# communication that nothing hides, waiting. The narrow bar below it is the transfer lane: what exceeds the exposed part is hidden.
import style

MOST_COUNTS = 4  # of devices: beyond that nobody compares


def counts(group):
    """The numbers of devices that are shown: all, or so many of them from the least to the most."""
    every = group.devices
    if len(every) <= MOST_COUNTS:
        return every
    return [every[round(i * (len(every) - 1) / (MOST_COUNTS - 1))] for i in range(MOST_COUNTS)]


def bars(group):
    """[(devices, strategy, {phase: milliseconds}, {phase: milliseconds}, oversubscribed)]: wide bar, narrow bar."""
    result = []
    for n in counts(group):
        for strategy in group.strategies:
            record = group.cells.get((strategy, n))
            if record is None or record.phases is None or not record.valid:
                continue
            p = record.phases
            ms = lambda seconds: 1e3 * seconds
            result.append((n, strategy,
                           {"compute": ms(p.compute), "exposed communication": ms(p.exposed), "wait": ms(p.wait)},
                           {"input": ms(p.input), "communication in all": ms(max(0.0, p.communicate - p.input))},
                           record.oversubscribed))
    return result


def draw(group):
    rows = bars(group)
    fig, axes = style.figure(height=0.75 + 0.2 * max(len(rows), 5))
    style.heading(axes, group, "Where a step's time goes (mean of the devices)")
    y, ticks, names, before = 0.0, [], [], None
    for n, strategy, wide, narrow, oversubscribed in rows:
        y += 1.0 if n == before else 1.7 if before is not None else 0.0
        before = n
        for offset, height, parts in ((0.0, 0.5, wide), (0.36, 0.22, narrow)):
            left = 0.0
            for phase, value in parts.items():
                color, hatch = style.PHASES[phase]
                axes.barh(y + offset, value, height, left, color=color, hatch=hatch, edgecolor=style.INK, linewidth=0.3)
                left += value
        ticks.append(y + 0.1)
        names.append(f"{strategy}, {n}{'*' if oversubscribed else ''}")
    axes.set_yticks(ticks, names)
    axes.set_ylim(y + 0.8, -0.6)
    axes.tick_params(axis="y", length=0)
    axes.grid(axis="y", visible=False)
    axes.set_xlabel("ms a step" + (" (*: more devices than cores)" if any(row[4] for row in rows) else ""))
    for phase, (color, hatch) in style.PHASES.items():
        axes.barh([0], [0], color=color, hatch=hatch, edgecolor=style.INK, linewidth=0.3, label=phase)
    style.legend(fig, axes)
    return fig
