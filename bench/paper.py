#!/usr/bin/env python3
# The thesis's table, simulated: on every machine of its time, for every batch it may have used. Its hardware and batch are not
# known, so what is shown is the band of speed-ups over all of them, and which of them give what the thesis reports.
#   bench/paper.py PROGRAM OUT    PROGRAM: build/release/ringside; OUT: the file of records, replaced
import collections
import json
import subprocess
import sys

MACHINES = ["k20x4", "k20x4_switch", "k40x4", "k80x2", "titanxx4"]
BATCHES = [32, 64, 128, 256, 512]
REPORTED = {"lenet": 3.77, "cifar10_quick": 3.79}  # delayed ring, four GPUs
NEAR = 0.05  # relative


def simulate(program, out):
    mode = "--force"
    for machine in MACHINES:
        for batch in BATCHES:
            command = [program, "run", "paper", "--simulate", machine, "--batch", str(batch), "--out", out, mode, "--quiet"]
            subprocess.run(command, check=True)
            mode = "--append"


def speed_ups(out):
    """(network, scaling, strategy, devices) -> [(speed-up, machine, batch)], rising."""
    found = collections.defaultdict(list)
    with open(out, encoding="utf-8") as lines:
        for line in lines:
            record = json.loads(line)
            identity = record["identity"]
            value = record["results"]["speed_up"]["value"]
            if record["valid"] and value is not None:
                key = (identity["network"], identity["scaling"], identity["strategy"], identity["devices"])
                found[key].append((value, identity["machine"]["name"], identity["base_batch"]))
    return {key: sorted(values) for key, values in found.items()}


def show(found):
    for network, scaling in sorted({key[:2] for key in found}):
        print(f"\n{network}, {scaling} scaling: speed-up over one device, lowest to highest of "
              f"{len(MACHINES)} machines x {len(BATCHES)} batches (simulated)")
        devices = sorted({key[3] for key in found})
        print(f"  {'':16}" + "".join(f"{n:>16}" for n in devices))
        for strategy in dict.fromkeys(key[2] for key in found if key[2] != "single"):
            bands = [found[network, scaling, strategy, n] for n in devices]
            print(f"  {strategy:16}" + "".join(f"{f'{b[0][0]:.2f} to {b[-1][0]:.2f}':>16}" for b in bands))
        reported = REPORTED[network]
        points = found[network, scaling, "ring_delayed", 4]
        near = [f"{machine} batch {batch} ({value:.2f})" for value, machine, batch in points if abs(value / reported - 1) <= NEAR]
        place = "within" if points[0][0] <= reported <= points[-1][0] else "outside"
        print(f"  {reported}x, reported for the delayed ring on 4, lies {place} the band; "
              f"within {NEAR:.0%} of it: {', '.join(near) or 'none'}")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("paper.py PROGRAM OUT")
    simulate(sys.argv[1], sys.argv[2])
    show(speed_ups(sys.argv[2]))
