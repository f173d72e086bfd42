# What the report says in words: the headline with its uncertainty, warnings, what failed, and how to run it again.
import shlex
from collections import Counter

from records import BASELINE


def counted(group):
    return [r for r in group.cells.values() if r.counts and r.devices > 1 and r.strategy not in ("independent", BASELINE)]


def best(group):
    """The fastest of what counts; None if nothing does."""
    return max(counted(group), key=lambda r: r.speed_up, default=None)


def lead(groups):
    """The group whose headline leads: measured before simulated; of these the speed-up that is certain by most."""
    def rank(group):
        one = best(group)
        return (one is not None, not group.head["simulated"], (one.low or 0, one.speed_up) if one else (0, 0))
    return max(groups, key=rank)


def headline(group):
    """One sentence: who is fastest, by how much, how sure."""
    one = best(group)
    if one is None:
        return f"{group.title}: no valid speed-up on two devices or more ({reasons(group)})."
    network = group.head["network"]
    if one.speed_up > 1:
        verb = "would train" if group.head["simulated"] else "trained"
        sentence = f"{one.strategy} {verb} {network} {one.speed_up:.2f} times as fast on {one.devices} devices as on one"
    else:
        sentence = (f"No strategy was faster than one device on {network}; nearest came {one.strategy} with "
                    f"{one.speed_up:.2f} times the speed on {one.devices} devices")
    if one.low is None or one.high is None:
        return sentence + (", by simulation." if group.head["simulated"] else "; too few repetitions for an interval.")
    sentence += f" (95\u00a0% interval {one.low:.2f} to {one.high:.2f}; efficiency {one.speed_up / one.devices:.0%})".replace("%)", "\u00a0%)")
    if one.speed_up > one.devices:
        sentence += "; more than that many devices can give: the machine was not quiet"
    if one.speed_up > 1 >= one.low:
        sentence += "; that it is faster at all is not certain"
    rivals = [r for r in counted(group) if r is not one and r.devices == one.devices and r.high is not None and r.high >= one.low]
    if rivals:
        names = sorted({r.strategy for r in rivals})
        listed = " and ".join([", ".join(names[:-1]), names[-1]] if names[1:] else names)
        sentence += f". The interval{'s' if names[1:] else ''} of {listed} overlap{'' if names[1:] else 's'} with it"
    return sentence + "."


def reasons(group):
    found = Counter(r.reason or r.status for r in group.cells.values() if r.devices > 1 and r.strategy != "independent")
    return ", ".join(name.replace("_", " ") for name in found) or "there is no run on more than one"


def failures(groups):
    """(what, where, why) of every run whose time does not count."""
    result = []
    for group in groups:
        for r in group.cells.values():
            if r.valid:
                continue
            failed = "; ".join(f"{name}: error {'unknown' if error is None else f'{error:.2g}'}, at most {tolerance:.2g} passes"
                               for name, error, tolerance, passed in r.checks if not passed)
            what = f"{group.head['network']}, {r.strategy} on {r.devices}, {group.head['scaling']} scaling"
            result.append((what, r.status.replace("_", " "), "; ".join(t for t in (r.message, failed) if t) or "no reason given"))
    return result


def warnings(groups):
    """(code, text of the first, [where]) by code: a warning said 40 times is read by nobody."""
    found = {}
    for group in groups:
        for r in group.cells.values():
            for code, text in r.warnings:
                found.setdefault(code, (text, []))[1].append(
                    f"{group.head['network']} {r.strategy} on {r.devices} ({group.head['scaling']}): {text}")
    return [(code.replace("_", " "), text, where) for code, (text, where) in found.items()]


def command(group):
    """The command whose records these are; the experiment's defaults are spelt out, as far as records tell them."""
    head = group.head
    words = ["build/release/ringside", "run", head["experiment"], "--strategy", ",".join(group.strategies),
             "--devices", ",".join(map(str, group.devices)), "--scaling", head["scaling"], "--batch", str(head["base_batch"])]
    words += ["--steps", str(head["steps"])] if head["epochs"] is None else ["--epochs", f"{head['epochs']:g}"]
    words += ["--repetitions", str(head["repetitions"]), "--seed", str(head["seed"])]
    if head["backend"]:
        words += ["--backend", head["backend"]]
    if head["simulated"] and head["machine"]:
        words += ["--simulate", head["machine"]]
    if head["origin"] and "in the checkout" not in head["origin"] and head["real_data"]:
        words += ["--data", "DIR"]
    return shlex.join(words + ["--out", f"{group.slug}.jsonl"])


def facts(group):
    head = group.head
    length = f"{head['epochs']:g} epochs" if head["epochs"] is not None else f"{head['steps']} steps"
    if head["simulated"]:
        length += " simulated after the first ones"
    else:
        length += f" in {head['repetitions']} repetitions, seed {head['seed']}"
    return [(name, value) for name, value in (
        ("where", group.where),
        ("data", head["origin"] and head["origin"] + ("" if head["real_data"] else " (synthetic: accuracy says nothing)")),
        ("length", length),
        ("arithmetic", ", ".join(t for t in (head["backend"], head["backend_details"]) if t)),
        ("build", f"ringside {head['version']}, commit {head['commit'] or 'unknown'}, {head['build_type']}, {head['compiler']}"),
        ("system", head["os"]),
        ("finished", head["finished_at"]),
        ("not shown", f"{group.replaced} older records of the same cells" if group.replaced else None),
        ("other commits", f"{group.older} records, in the history alone" if group.older else None)) if value]
