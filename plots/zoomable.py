# A timeline as an SVG that report.js zooms by its viewBox: x is microseconds, y is lanes. Words and ticks stand outside it, in
# HTML, so that they are never stretched.
from dataclasses import dataclass
from html import escape

LANE, GAP = 10, 4  # a lane's height; between devices


@dataclass(frozen=True)
class Zoomable:
    svg: str
    names: list  # of the lanes, from above
    height: int  # of the picture, in the lanes' unit
    shares: list  # (device, compute %, transfer %, idle %) of the time shown
    alternative: str


def top(device, lane):
    return device * (2 * LANE + GAP) + lane * LANE


def union(spans):
    """Length of what intervals cover together."""
    covered, reach = 0.0, float("-inf")
    for begin, end in sorted(spans):
        covered += max(0.0, end - max(begin, reach))
        reach = max(reach, end)
    return covered


def shares(one):
    result = []
    for device in range(one.devices):
        spans = [[(b.begin, b.end) for b in one.bars if b.device == device and b.lane == lane] for lane in (0, 1)]
        percent = lambda seconds: 100 * seconds / one.span
        result.append((device, percent(union(spans[0])), percent(union(spans[1])), 100 - percent(union(spans[0] + spans[1]))))
    return result


def zoomable(one, span):
    """`span`: how many microseconds are shown, so that timelines that are to be compared have one scale."""
    height = one.devices * (2 * LANE + GAP) - GAP
    lines = [f'<rect class="idle" x="0" y="{top(d, lane)}" width="{one.span:.3f}" height="{LANE - 1}"/>'
             for d in range(one.devices) for lane in (0, 1)]
    for bar in one.bars:
        lines.append(f'<rect class="{escape(bar.kind, True)}" x="{bar.begin:.3f}" y="{top(bar.device, bar.lane)}" '
                     f'width="{bar.end - bar.begin:.3f}" height="{LANE - 1}"><title>{escape(bar.text)}, step {bar.step}: '
                     f'{(bar.end - bar.begin) / 1e3:.4f} ms from {bar.begin / 1e3:.4f} ms</title></rect>')
    for bar in one.bars:
        if bar.to is not None:
            lines.append(f'<path class="arrow" d="M{bar.begin:.3f} {top(bar.device, 1) + LANE / 2}'
                         f'L{bar.end:.3f} {top(bar.to, 1) + LANE / 2}"/>')
    for _, begin in one.step_begins():
        lines.append(f'<path class="step" d="M{begin:.3f} 0V{height}"/>')
    parts = shares(one)
    words = "; ".join(f"device {d} computes {c:.0f} %, transfers {t:.0f} %, is idle {i:.0f} %" for d, c, t, i in parts)
    alternative = f"{one.name}: {len(one.step_begins())} steps in {one.span / 1e3:.3f} ms. {words}."
    svg = (f'<svg class="lanes" viewBox="0 0 {span:.3f} {height}" preserveAspectRatio="none" role="img" '
           f'aria-label="{escape(alternative, True)}">' + "".join(lines) + "</svg>")
    names = [name for d in range(one.devices) for name in (f"device {d}  compute", "transfer")]
    return Zoomable(svg, names, height, parts, alternative)
