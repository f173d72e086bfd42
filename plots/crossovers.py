# Which strategy is the fastest where: a map of what ringside advise --json has swept, one panel for each bandwidth.
from dataclasses import dataclass

import style
from matplotlib.lines import Line2D
from matplotlib.patches import Patch, Rectangle
from records import BASELINE, BadRecords, Fields, load_json


@dataclass(frozen=True)
class Cell:
    devices: int
    batch: int
    bandwidth: float  # of every link, in those of the machine
    leaders: list  # the fastest first, then what is too close to it to call; none: nothing can be run
    speed_up: float | None  # of the first


@dataclass(frozen=True)
class Map:
    network: str
    machine: str
    scaling: str
    error: float  # of the model, relative
    error_is_measured: bool
    cells: list

    @property
    def title(self):
        return f"{self.network}, {self.scaling} scaling"

    @property
    def where(self):
        return f"simulated on {self.machine}"


def load_advice(name):
    value = load_json(name, "what ringside advise --json writes")
    advice = Fields(value, name)
    cells = []
    for cell in advice.parts("cells"):
        candidates = [(c.get("strategy", str), c.number("speed_up", True)) for c in cell.parts("candidates")]
        leaders = candidates[:cell.count("leaders", 0)]
        cells.append(Cell(cell.count("devices"), cell.count("batch"), cell.number("bandwidth_scale"), [s for s, _ in leaders],
                          leaders[0][1] if leaders else None))
    if not cells:
        raise BadRecords(f"{name}: cells is empty, expected a sweep over devices, batches and bandwidths")
    return Map(advice.get("network", str), advice.get("machine", str), advice.get("scaling", str), advice.number("error"),
               advice.get("error_is_measured", bool), cells)


def words(one):
    told = [f"{c.devices} devices, batch {c.batch}, bandwidth x{c.bandwidth:g}: " +
            (" or ".join(c.leaders) if c.leaders else "nothing can be run") +
            (f", {c.speed_up:.2f} times as fast as one device" if c.speed_up else "") for c in one.cells]
    return f"The fastest strategy, {one.where}. " + "; ".join(told) + "."


def draw(one):
    bandwidths = sorted({c.bandwidth for c in one.cells})
    devices, batches = sorted({c.devices for c in one.cells}), sorted({c.batch for c in one.cells})
    fig, grid = style.figure(height=0.75 + 0.36 * len(batches), width=max(style.COLUMN, 0.8 + 0.46 * len(devices) * len(bandwidths)),
                             ncols=len(bandwidths), squeeze=False, sharey=True)
    names = list(style.LOOKS) + sorted({s for c in one.cells for s in c.leaders} - set(style.LOOKS))
    for axes, bandwidth in zip(grid[0], bandwidths):
        for cell in one.cells:
            if cell.bandwidth == bandwidth:
                draw_cell(axes, cell, devices.index(cell.devices), batches.index(cell.batch), names)
        axes.set_xlim(-0.5, len(devices) - 0.5)
        axes.set_ylim(-0.5, len(batches) - 0.5)
        axes.set_xticks(range(len(devices)), devices)
        axes.set_yticks(range(len(batches)), batches)
        axes.tick_params(length=0)
        axes.grid(visible=False)
        axes.set_xlabel("devices" if len(bandwidths) == 1 else f"devices, bandwidth ×{bandwidth:g}")
    grid[0][0].set_ylabel("batch")
    close = f"{100 * one.error:.0f} %, {'as measured' if one.error_is_measured else 'assumed'}"
    grid[0][0].set_title(f"The fastest strategy, and its speed-up over one device\n{one.title}, {one.where}\n"
                         f"unfilled: closer than the model's error ({close})", fontsize=6.5, linespacing=1.35)
    used = [s for s in names if any(s in c.leaders for c in one.cells)]
    fig.legend(handles=[Line2D([], [], linestyle="none", marker=style.look(s, names).marker, color=style.look(s, names).color,
                                label="single (one device)" if s == BASELINE else s)
                        for s in used] + [Patch(facecolor=style.GRID, label="nothing can be run")] * any(not c.leaders for c in one.cells),
               loc="upper left", bbox_to_anchor=(0.02, 0), ncols=2, handlelength=1.6)
    return fig


def draw_cell(axes, cell, x, y, names):
    looks = [style.look(s, names) for s in cell.leaders]
    alone = len(looks) == 1
    axes.add_patch(Rectangle((x - 0.48, y - 0.46), 0.96, 0.92, facecolor=looks[0].color if alone else style.GRID if not looks else style.PAPER,
                             alpha=0.28 if alone else 1, edgecolor="none"))
    axes.add_patch(Rectangle((x - 0.48, y - 0.46), 0.96, 0.92, facecolor="none", edgecolor=style.SOFT, linewidth=0.4))
    for i, look in enumerate(looks):
        axes.plot([x + 0.25 * (i - (len(looks) - 1) / 2)], [y + 0.15], linestyle="none", marker=look.marker, color=look.color, markersize=4)
    if cell.speed_up is not None:
        axes.text(x, y - 0.3, f"{cell.speed_up:.2f}", ha="center", va="center", fontsize=6)
