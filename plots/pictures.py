# The pictures of a group, with what they show in words: one place for plot.py and report.py.
from dataclasses import dataclass
from functools import partial

import convergence
import history
import phases
import speed_up

MOST_TOLD = 8  # marks of a strategy in a text alternative: the table has them all


@dataclass(frozen=True)
class Picture:
    name: str
    alternative: str
    draw: object  # makes the figure
    notes: list  # what a picture that stands alone must say too


def pictures(group, records):
    """Of every picture that has something to show."""
    found = []
    every = speed_up.series(group)
    if every:
        notes = speed_up.notes(group)
        found.append(Picture("speed_up", f"Speed-up over one device against devices. {told(every)}", partial(speed_up.draw, group), notes))
        shares = speed_up.series(group, True)
        found.append(Picture("efficiency", f"Efficiency against devices. {told(shares)}", partial(speed_up.draw, group, True), notes))
    rows = phases.bars(group)
    if rows:
        words = "; ".join(f"{strategy} on {n}: " + ", ".join(f"{k} {v:.2f}" for k, v in wide.items())
                          for n, strategy, wide, _, _ in rows if n == rows[-1][0])
        found.append(Picture("phases", f"Milliseconds of a step by phase. {words}.", partial(phases.draw, group), []))
    curves = convergence.curves(group)
    if convergence.panels(curves):
        words = "; ".join(f"{name} on {n} ends at training loss {curve[-1].train_loss:.3f}" +
                          (f", test accuracy {100 * curve[-1].test_accuracy:.1f} %" if curve[-1].test_accuracy is not None else "")
                          for name, (n, curve) in curves.items() if curve[-1].train_loss is not None)
        found.append(Picture("convergence", f"Loss and accuracy against epochs and time. {words}.", partial(convergence.draw, group), []))
    past = history.history(group, records)
    if past:
        found.append(Picture("history", history.words(past), partial(history.draw, past), []))
    return found


def told(every):
    return " ".join(f"{name}: " + ", ".join(f"{m.value:.2f} on {m.devices}" for m in marks[-MOST_TOLD:]) + "." for name, marks in every.items())
