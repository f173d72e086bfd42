#!/usr/bin/env python3
"""Prints where a training step's time and memory go: for every layer of LeNet and cifar10_quick the share of the core's peak that it
reaches and its share of the step; and of every network how long a run takes to start and how much memory it takes, beside what
its graph says it takes.

Needs a release build with ringside_micro, which is built where libbenchmark-dev is installed.
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

BUILD = pathlib.Path(__file__).resolve().parent.parent.parent / "build" / "release"
TIMED = ("lenet", "cifar10_quick")
MIB = 1 << 20


def benchmarks(pattern, repetitions):
    """The best repetition of each benchmark, all of them in turns."""
    command = [BUILD / "ringside_micro", f"--benchmark_filter={pattern}", f"--benchmark_repetitions={repetitions}"]
    command += ["--benchmark_enable_random_interleaving=true", "--benchmark_min_time=0.05", "--benchmark_format=json"]
    found = json.loads(subprocess.run(command, capture_output=True, check=True, text=True).stdout)
    runs = {}
    for run in found["benchmarks"]:
        if run["run_type"] == "iteration":
            runs.setdefault(run["run_name"], []).append(run)
    return {name: min(several, key=lambda run: run["cpu_time"]) for name, several in runs.items()}


def names(network):
    """Layers and directions, in the network's order."""
    command = [BUILD / "ringside_micro", f"--benchmark_filter=^layer/{network}/.*/native$", "--benchmark_list_tests"]
    return [line.rsplit("/", 1)[0] for line in subprocess.run(command, capture_output=True, check=True, text=True).stdout.split()]


def layers(network, repetitions):
    """As `auto` would choose: the faster kernel of each layer and direction. A step is what the executor took at best."""
    best = benchmarks(f"^(peak|layer/{network}/.*/(native|onednn))$", repetitions)
    peak = best.pop("peak")["flop/s"]
    step = benchmarks(f"^step/{network}/auto", 3)
    step_s = min(run["executor_s"] for run in step.values())
    print(f"{network}: {peak / 1e9:.1f} Gflop/s at most, a step takes {step_s * 1e3:.2f} ms")
    print(f"  {'':<16}{'kernel':>8}{'ms':>8}{'of the peak':>13}{'of the step':>13}")
    whole_s = whole_flops = 0
    for name in names(network):
        backend = min(("native", "onednn"), key=lambda b: best[f"{name}/{b}"]["cpu_time"])
        run = best[f"{name}/{backend}"]
        seconds = run["cpu_time"] * {"ns": 1e-9, "us": 1e-6, "ms": 1e-3}[run["time_unit"]]
        flops = run["flop/s"] * seconds
        whole_s, whole_flops = whole_s + seconds, whole_flops + flops
        _, _, layer, direction = name.split("/")
        of_peak = f"{flops / seconds / peak:13.1%}" if layer.startswith(("conv", "ip")) else f"{'-':>13}"
        print(f"  {layer + ' ' + direction:<16}{backend:>8}{seconds * 1e3:8.3f}{of_peak}{seconds / step_s:13.1%}")
    print(f"  {'all layers':<24}{whole_s * 1e3:8.3f}{whole_flops / whole_s / peak:13.1%}{whole_s / step_s:13.1%}")
    print(f"  {'input, update, executor':<24}{(step_s - whole_s) * 1e3:8.3f}{'':>13}{1 - whole_s / step_s:13.1%}")
    print(f"  {'the step':<24}{step_s * 1e3:8.3f}{whole_flops / step_s / peak:13.1%}")
    print("  products with the zeros around an image count, though the kernels leave them out: a layer may pass 100 %\n", flush=True)


def run(network, folder, *options):
    """Record of a run, how long it took and its peak of memory."""
    experiment, out = folder / "experiment.json", folder / "run.jsonl"
    parts = {"summary": "", "networks": [network], "strategies": ["single"], "devices": [1], "scaling": ["strong"]}
    experiment.write_text(json.dumps({**parts, "steps": 2, "repetitions": 1, "warm_up_steps": 1}), encoding="utf-8")
    command = [BUILD / "ringside", "run", experiment, "--quiet", "--force", "--out", out, *options]
    begin = time.monotonic()
    with open(os.devnull, "wb") as quiet:
        process = subprocess.Popen([str(word) for word in command], stdout=quiet)
        _, status, usage = os.wait4(process.pid, 0)
    if status != 0:
        sys.exit(f"parts.py: {' '.join(map(str, command))} failed")
    with open(out, encoding="utf-8") as records:
        return json.loads(records.readline()), time.monotonic() - begin, usage.ru_maxrss * 1024


def memory(networks):
    print("one device, the recipe's batch; MiB; a start is a run without its steps")
    print(f"  {'':<16}{'batch':>6}{'start, s':>10}{'graph says':>12}{'taken':>9}{'process at peak':>17}")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for network in networks:
            simulated, _, _ = run(network, folder, "--simulate", "titanxx4")
            record, seconds, peak = run(network, folder)
            says = simulated["results"]["memory"]
            says = sum(says["device_bytes"]) + says["host_bytes"]
            start = seconds - sum(map(sum, record["results"]["step_s"]))
            print(
                f"  {network:<16}{record['identity']['batch']:>6}{start:10.2f}{says / MIB:12.1f}"
                f"{record['results']['memory']['session_bytes'] / MIB:9.1f}{peak / MIB:17.1f}",
                flush=True,
            )


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repetitions", type=int, default=9, help="of every layer's benchmark (9)")
    parser.add_argument("--networks", default="lenet,cifar10_quick,cifar10_full,alexnet", help="whose memory is looked at")
    options = parser.parse_args()
    for program in ("ringside", "ringside_micro"):
        if not (BUILD / program).exists():
            sys.exit(f"parts.py: no build/release/{program}; install libbenchmark-dev, then: cmake --preset release && cmake --build --preset release")
    for network in TIMED:
        layers(network, options.repetitions)
    memory(options.networks.split(","))


if __name__ == "__main__":
    main()
