# Lanes of every device over a few steps. Two strategies above each other on one time scale: one sees the ring turn under the next
# step's compute, and where master_slave waits.
import style
from matplotlib.collections import LineCollection
from matplotlib.patches import Patch, Rectangle

LANE, GAP = 0.42, 0.16  # of a device's height of 1


def lane_top(device, lane):
    return device + lane * LANE


def compared(timelines):
    """Those of one training that are drawn above each other: master_slave and ring_delayed on as many devices, if both are there."""
    pair = [one for one in timelines if one.strategy in ("master_slave", "ring_delayed")]
    return pair if len(pair) == 2 and pair[0].devices == pair[1].devices else []


def draw(timelines):
    heights = [t.devices for t in timelines]
    fig, grid = style.figure(height=0.75 + sum(0.36 * h + 0.42 for h in heights), width=2 * style.COLUMN, nrows=len(timelines),
                             squeeze=False, sharex=True, height_ratios=heights)
    for axes, one in zip(grid[:, 0], timelines):
        draw_one(axes, one)
    axes.set_xlabel("ms")
    used = {bar.kind for one in timelines for bar in one.bars}
    boxes = [Patch(color=color, label="input from the host" if kind == "input" else kind)
             for kind, color in style.KINDS.items() if kind in used]
    boxes.append(Patch(facecolor=style.GRID, label="idle"))
    fig.legend(handles=boxes, loc="upper left", bbox_to_anchor=(0.02, 0), ncols=len(boxes), handlelength=1.2, columnspacing=1.2)
    return fig


def draw_one(axes, one):
    reach = one.span / 1e3
    for device in range(one.devices):
        for lane in (0, 1):
            axes.add_patch(Rectangle((0, lane_top(device, lane)), reach, LANE - 0.06, facecolor=style.GRID, alpha=0.6, linewidth=0))
    for bar in one.bars:
        width = 0.15 if bar.end - bar.begin > one.span / 400 else 0  # an edge would hide a short task
        axes.add_patch(Rectangle((bar.begin / 1e3, lane_top(bar.device, bar.lane)), (bar.end - bar.begin) / 1e3, LANE - 0.06,
                                 facecolor=style.KINDS.get(bar.kind, style.SOFT), edgecolor=style.PAPER, linewidth=width))
    arrows = [[(bar.begin / 1e3, lane_top(bar.device, 1) + LANE / 2), (bar.end / 1e3, lane_top(bar.to, 1) + LANE / 2)]
              for bar in one.bars if bar.to is not None]
    axes.add_collection(LineCollection(arrows, colors=style.INK, linewidths=0.4, alpha=0.55))
    for step, begin in one.step_begins():
        axes.axvline(begin / 1e3, color=style.INK, linewidth=0.5, linestyle=(0, (2, 2)))
        axes.text(begin / 1e3, -0.08, f" step {step}", fontsize=6, va="bottom")
    axes.set_ylim(one.devices - GAP, -0.1)
    axes.set_xlim(0, max(reach, axes.get_xlim()[1]))
    axes.set_yticks([lane_top(d, lane) + LANE / 2 for d in range(one.devices) for lane in (0, 1)],
                    [name for d in range(one.devices) for name in (f"device {d}  compute", "transfer")], fontsize=6)
    axes.tick_params(axis="y", length=0)
    axes.grid(axis="y", visible=False)
    axes.set_title(one.name, pad=11, fontsize=7)
