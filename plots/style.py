# The one style of all pictures: colours that the colour-blind can tell apart, and a marker and dash for every strategy, so that
# a greyscale print loses nothing. One column of a paper is 3.3 inches.
import textwrap
from dataclasses import dataclass

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402

COLUMN = 3.3
INK, SOFT, GRID, PAPER = "#1b1b1a", "#6b6b6a", "#dcdcda", "#fffffe"  # unlike any other colour: the report maps them to its theme


@dataclass(frozen=True)
class Look:
    color: str
    marker: str
    dash: object


LOOKS = {
    "single": Look(SOFT, "X", (0, (8, 2))),
    "independent": Look(SOFT, "D", (0, (1, 1.5))),
    "master_slave": Look("#d55e00", "s", (0, (5, 1.5))),
    "reduction_tree": Look("#e69f00", "^", (0, (3, 1, 1, 1))),
    "model_parallel": Look("#b3588f", "v", (0, (1, 1))),
    "ring_delayed": Look("#0072b2", "o", "-"),
}
OTHERS = [Look("#009e73", "P", "-"), Look("#56b4e9", "<", "--"), Look("#8c6d31", "*", "-."), Look("#7f7fbf", "h", ":")]

PHASES = {  # colour, hatch
    "compute": ("#56b4e9", ""),
    "exposed communication": ("#c44e00", "////"),
    "wait": ("#f3ecd6", ""),
    "communication in all": ("#e69f00", "\\\\\\\\"),
    "input": ("#555553", ""),
}
KINDS = {  # of tasks in a timeline: light, dark and middle within each lane, whatever their hue
    "forward": "#56b4e9",
    "backward": "#332288",
    "update": "#009e73",
    "transfer": "#c44e00",
    "reduce": "#f0b429",
    "copy": "#d98cb8",
    "input": "#555553",
}

plt.rcParams.update({
    "font.family": "sans-serif", "font.sans-serif": ["DejaVu Sans"], "font.size": 7.5,
    "axes.titlesize": 8, "axes.titlelocation": "left", "axes.labelsize": 7.5, "legend.fontsize": 7, "legend.frameon": False,
    "xtick.labelsize": 7, "ytick.labelsize": 7, "axes.spines.top": False, "axes.spines.right": False,
    "axes.grid": True, "axes.axisbelow": True, "grid.color": GRID, "grid.linewidth": 0.6,
    "axes.edgecolor": SOFT, "axes.labelcolor": INK, "text.color": INK, "xtick.color": INK, "ytick.color": INK,
    "axes.titlecolor": INK, "axes.linewidth": 0.7, "lines.linewidth": 1.2, "lines.markersize": 4.5,
    "figure.facecolor": PAPER, "axes.facecolor": PAPER, "savefig.facecolor": PAPER, "hatch.linewidth": 0.5,
    "svg.fonttype": "none", "svg.hashsalt": "ringside", "savefig.bbox": "tight", "savefig.pad_inches": 0.04,
})


def look(strategy, strategies):
    """The same for a strategy in every picture; names that are not of the menu take the rest in their order."""
    if strategy in LOOKS:
        return LOOKS[strategy]
    return OTHERS[[name for name in strategies if name not in LOOKS].index(strategy) % len(OTHERS)]


def filling(look_, simulated):
    """Of a marker: what was not measured is hollow."""
    return PAPER if simulated else look_.color


def figure(height=2.4, width=COLUMN, **kwargs):
    return plt.subplots(figsize=(width, height), layout="constrained", **kwargs)


def heading(axes, group, what):
    """What is shown, of what, and where; the last two in small print."""
    axes.set_title(f"{what}\n{group.title}\n{group.where}", fontsize=6.5, linespacing=1.35)


def legend(fig, axes, columns=2):
    handles, labels = axes.get_legend_handles_labels()
    fig.legend(handles, labels, loc="upper left",
               bbox_to_anchor=(0.02, 0), ncols=columns, handlelength=2.6, columnspacing=1.2)


def save(fig, path, notes=()):
    """PATH.svg for the web and PATH.png for papers, with the notes in small print below."""
    if notes:
        lines = [line for note in notes for line in textwrap.wrap(note, int(27 * fig.get_figwidth()), subsequent_indent="      ")]
        fig.canvas.draw()  # the legend's place is known only then
        low = min([0.0] + [one.get_window_extent().y0 for one in fig.legends])
        fig.text(0.02, low / fig.bbox.height - 0.02, "\n".join(lines), fontsize=5.5, color=SOFT, va="top", linespacing=1.3)
    fig.savefig(f"{path}.svg", metadata={"Date": None, "Creator": "ringside"})
    fig.savefig(f"{path}.png", dpi=300, metadata={"Software": "ringside"})
    plt.close(fig)
