# Where a series of numbers changes its level: Pettitt's test (A non-parametric approach to the change-point problem, Applied
# Statistics 28, 1979), again on both sides of what it finds. It compares ranks, so one odd value is no change.
import math
from bisect import bisect_left, bisect_right

CERTAIN = 0.05  # the largest probability that equal values would look like this


def pettitt(values):
    """(how many values come before the most likely change, the probability that there is none)."""
    n = len(values)
    best, at = 0, 0
    u = 0
    rising = sorted(values)
    for t in range(1, n):
        u += bisect_left(rising, values[t - 1]) - (n - bisect_right(rising, values[t - 1]))  # how many are below, less above
        if abs(u) > best:
            best, at = abs(u), t
    if best == 0:
        return 0, 1.0
    return at, min(1.0, 2 * math.exp(-6 * best**2 / (n**3 + n**2)))


def change_points(values, first=0):
    """Indices of the first value after each change, rising. Fewer than eleven values cannot show one."""
    at, chance = pettitt(values)
    if chance >= CERTAIN:
        return []
    return change_points(values[:at], first) + [first + at] + change_points(values[at:], first + at)
