# Where a step's time goes, by strategy and devices. A wide bar is the compute lane's view and adds up to the step: compute,
# communication that nothing hides, waiting. The narrow bar beside it is the transfer lane: what exceeds the exposed part is hidden.
import style


def bars(group):
    """[(devices, strategy, {phase: milliseconds}, {phase: milliseconds}, oversubscribed)]: wide bar, narrow bar."""
    result = []
    for n in group.devices:
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
    fig, axes = style.figure(height=0.9 + 0.17 * max(len(rows), 6))
    style.heading(axes, group, "Where a step's time goes (mean of the devices)")
    y, ticks, names, before = 0.0, [], [], None
    for n, strategy, wide, narrow, oversubscribed in rows:
        y += 1.0 if n == before else 1.6 if before is not None else 0.0
        before = n
        for offset, height, parts in ((0.0, 0.5, wide), (0.36, 0.2, narrow)):
            left = 0.0
            for phase, value in parts.items():
                color, hatch = style.PHASES[phase]
                axes.barh(y + offset, value, height, left, color=color, hatch=hatch, edgecolor=style.INK, linewidth=0.3)
                left += value
        ticks.append(y + 0.1)
        names.append(f"{strategy}, {n}{'*' if oversubscribed else ''}")
    axes.set_yticks(ticks, names)
    axes.invert_yaxis()
    axes.grid(axis="y", visible=False)
    axes.set_xlabel("ms a step" + (" (*: more devices than cores)" if any(row[4] for row in rows) else ""))
    for phase, (color, hatch) in style.PHASES.items():
        axes.barh([0], [0], color=color, hatch=hatch, edgecolor=style.INK, linewidth=0.3, label=phase)
    style.legend(fig, axes)
    return fig
