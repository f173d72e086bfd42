# The pictures of a group, with what they show in words: one place for plot.py and report.py.
from functools import partial

import convergence
import phases
import speed_up


def pictures(group):
    """(name, alternative text, function that draws) of every picture that has something to show."""
    found = []
    every = speed_up.series(group)
    if every:
        found.append(("speed_up", f"Speed-up over one device against devices. {speed_up_words(every)}", partial(speed_up.draw, group)))
        share = {name: [speed_up.Mark(m.devices, m.value / m.devices, None, None) for m in marks] for name, marks in every.items()}
        found.append(("efficiency", f"Efficiency against devices. {speed_up_words(share)}", partial(speed_up.draw, group, True)))
    rows = phases.bars(group)
    if rows:
        words = "; ".join(f"{strategy} on {n}: " + ", ".join(f"{k} {v:.2f}" for k, v in wide.items())
                          for n, strategy, wide, _, _ in rows if n == rows[-1][0])
        found.append(("phases", f"Milliseconds of a step by phase. {words}.", partial(phases.draw, group)))
    curves = convergence.curves(group)
    if convergence.panels(curves):
        words = "; ".join(f"{name} on {n} ends at training loss {curve[-1].train_loss:.3f}" +
                          (f", test accuracy {100 * curve[-1].test_accuracy:.1f} %" if curve[-1].test_accuracy is not None else "")
                          for name, (n, curve) in curves.items() if curve[-1].train_loss is not None)
        found.append(("convergence", f"Loss and accuracy against epochs and time. {words}.", partial(convergence.draw, group)))
    return found


def speed_up_words(every):
    return " ".join(f"{name}: " + ", ".join(f"{m.value:.2f} on {m.devices}" for m in marks) + "." for name, marks in every.items())
