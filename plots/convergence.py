# Loss and accuracy, against epochs (what a delayed gradient costs) and against time (what the devices buy).
import style
from records import BASELINE


def chosen_devices(group):
    """The most devices that were trained on without sharing cores; one, if there is nothing else."""
    fit = [n for n in group.devices if group.head["simulated"] or n <= group.limit]
    return max(fit or group.devices[:1])


def curves(group):
    """{strategy: (devices, [Point])}: the baseline on one device, everything else on the most devices that are no fiction.
    `independent` trains N models apart from each other: its curve says nothing."""
    n = chosen_devices(group)
    result = {}
    for strategy in group.strategies:
        devices = 1 if strategy == BASELINE else n
        record = group.cells.get((strategy, devices))
        if strategy != "independent" and record is not None and record.curve and record.valid:
            result[strategy] = (devices, record.curve)
    return result


def panels(every):
    """What there is to show: (attribute, label, factor)."""
    choice = [("train_loss", "training loss", 1), ("test_accuracy", "test accuracy (%)", 100)]
    return [p for p in choice if any(getattr(point, p[0]) is not None for _, curve in every.values() for point in curve)]


def draw(group):
    every = curves(group)
    rows = panels(every)
    fig, grid = style.figure(height=0.6 + 1.3 * len(rows), nrows=len(rows), ncols=2, squeeze=False, sharey="row", sharex="col")
    style.heading(grid[0][0], group, "Convergence")
    for row, (attribute, label, factor) in zip(grid, rows):
        row[0].set_ylabel(label)
        for axes, against in zip(row, ("epoch", "seconds")):
            for i, (strategy, (devices, curve)) in enumerate(every.items()):
                look = style.look(strategy, group.strategies)
                known = [p for p in curve if getattr(p, attribute) is not None]
                # Synchronous strategies give equal curves: what is drawn later is smaller, so that each shows around the next.
                axes.plot([getattr(p, against) for p in known], [factor * getattr(p, attribute) for p in known],
                          color=look.color, linestyle=look.dash, linewidth=1.0, marker=look.marker, markersize=max(2.2, 5.6 - 0.9 * i),
                          markevery=max(1, len(known) // 12), label=f"{strategy} on {devices}")
            axes.margins(0.08)
            axes.locator_params(axis="x", nbins=5)
    grid[-1][0].set_xlabel("epochs")
    grid[-1][1].set_xlabel("seconds of training")
    style.legend(fig, grid[0][0])
    return fig
