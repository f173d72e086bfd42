# What the report says in words: the headline with its uncertainty, warnings, what failed, and how to run it again.
import shlex
from collections import Counter

from records import BASELINE


def headline(group):
    """One sentence: who is fastest, by how much, how sure."""
    counted = [r for r in group.cells.values() if r.valid and r.speed_up is not None and r.devices > 1 and
               not r.oversubscribed and r.strategy not in ("independent", BASELINE)]
    if not counted:
        return f"{group.title}: no valid speed-up on two devices or more ({reasons(group)})."
    best = max(counted, key=lambda r: r.speed_up)
    verb = "would train" if group.head["simulated"] else "trained"
    sentence = f"{best.strategy} {verb} {group.head['network']} {best.speed_up:.2f} times as fast on {best.devices} devices as on one"
    if best.low is None or best.high is None:
        return sentence + (", by simulation." if group.head["simulated"] else "; too few repetitions for an interval.")
    sentence += f" (95 % interval {best.low:.2f} to {best.high:.2f}; efficiency {best.speed_up / best.devices:.0%})".replace("%)", " %)")
    if best.speed_up > best.devices:
        sentence += "; more than that many devices can give: the machine was not quiet"
    if best.low <= 1:
        sentence += "; that it is faster at all is not certain"
    rivals = [r for r in counted if r is not best and r.devices == best.devices and r.high is not None and r.high >= best.low]
    if rivals:
        names = sorted({r.strategy for r in rivals})
        sentence += f". The intervals of {', '.join(names)} overlap with it"
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
    return shlex.join(words + ["--out", f"{group.slug}.jsonl"])


def facts(group):
    head = group.head
    length = f"{head['epochs']:g} epochs" if head["epochs"] is not None else f"{head['steps']} steps"
    return [(name, value) for name, value in (
        ("where", group.where),
        ("data", (head["origin"] or "none") + ("" if head["real_data"] or not head["origin"] else " (synthetic: accuracy says nothing)")),
        ("length", f"{length} in {head['repetitions']} repetitions, seed {head['seed']}"),
        ("arithmetic", ", ".join(t for t in (head["backend"], head["backend_details"]) if t)),
        ("build", f"ringside {head['version']}, commit {head['commit'] or 'unknown'}, {head['build_type']}, {head['compiler']}"),
        ("system", head["os"]),
        ("finished", head["finished_at"]),
        ("not shown", f"{group.replaced} older records of the same cells" if group.replaced else None)) if value]
