#!/usr/bin/env python3
"""Holds Ringside to its goals for speed: measures it, PyTorch and itself in other circumstances in turns, and prints medians of
paired ratios with the goal beside each, met or missed.

Needs a release build. What compares with PyTorch also needs Debian's python3-torch, and is left out without it; nothing is
installed. What compares with a bare loop needs build/release/ringside_micro, which is built where libbenchmark-dev is installed.
"""

import argparse
import json
import os
import pathlib
import random
import statistics
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
BUILD = HERE.parent.parent / "build" / "release"
BATCH = {"lenet": 64, "cifar10_quick": 100}
SYNCHRONOUS = ("master_slave", "reduction_tree", "model_parallel")
DEBIANS_PYTHON = "/usr/bin/python3"  # the one that Debian's PyTorch belongs to


class Server:
    """A program that answers a line with a line. With several, they take turns: one works, the others wait."""

    def __init__(self, command, environment=None):
        self.command = [str(word) for word in command]
        self.process = subprocess.Popen(
            self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env={**os.environ, **(environment or {})}
        )

    def ask(self, request):
        self.process.stdin.write(f"{request}\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        if not answer:
            sys.exit(f"goals.py: {' '.join(self.command)} gave no answer to {request!r}")
        return float(answer)

    def close(self):
        self.process.stdin.close()
        self.process.wait()


class Contest:
    """Contenders, each measured once in every round, in another order each time."""

    def __init__(self, rounds):
        self.rounds = rounds
        self.contenders = {}
        self.rates = {}

    def add(self, name, ask):
        self.contenders[name] = ask

    def run(self):
        order = list(self.contenders)
        shuffle = random.Random(1).shuffle
        self.rates = {name: [] for name in order}
        for ask in self.contenders.values():
            ask()  # prepares
        for _ in range(self.rounds):
            shuffle(order)
            for name in order:
                self.rates[name].append(self.contenders[name]())

    def median(self, name):
        return statistics.median(self.rates[name])

    def ratio(self, numerator, denominator):
        pairs = [a / b for a, b in zip(self.rates[numerator], self.rates[denominator])]
        low, _, high = statistics.quantiles(pairs, n=4)
        return statistics.median(pairs), low, high


MISSED = []


def line(what, value, goal=None, spread=None):
    within = f" [{spread[0]:.3g}, {spread[1]:.3g}]" if spread else ""
    verdict = ""
    if goal is not None:
        at_least, limit = goal
        met = value >= limit if at_least else value <= limit
        verdict = f"  goal {'>=' if at_least else '<='} {limit:g}: {'met' if met else 'MISSED'}"
        if not met:
            MISSED.append(what)
    print(f"  {what:<64} {value:8.3f}{within}{verdict}", flush=True)


def ratio_line(contest, what, numerator, denominator, goal=None):
    value, low, high = contest.ratio(numerator, denominator)
    line(what, value, goal, (low, high))


def at_least(limit):
    return True, limit


def at_most(limit):
    return False, limit


def has_torch():
    found = subprocess.run([DEBIANS_PYTHON, "-c", "import torch"], capture_output=True, check=False)
    return found.returncode == 0


def torch(network, layout, processes, seconds):
    """Asks for as many steps as take about so long."""
    server = Server([DEBIANS_PYTHON, HERE / "torch_rate.py", network, layout, processes])
    guess = server.ask(3)
    steps = max(5, round(seconds * guess / (BATCH[network] * processes)))
    return server, lambda: server.ask(steps)


def one_device(options):
    """Against PyTorch on one thread, and against what the core can do."""
    for network in BATCH:
        batch = BATCH[network]
        print(f"{network}, batch {batch}, one thread; quartiles of {options.rounds} rounds in brackets")
        contest = Contest(options.rounds)
        ours = Server([BUILD / "ringside_rate"])
        servers = [ours]
        flops = ours.ask(f"flops {network} {batch}")
        for backend in ("auto", "native", "onednn"):
            contest.add(backend, lambda b=backend: ours.ask(f"rate {network} single 1 {batch} {b} {options.seconds}"))
        contest.add("peak", lambda: ours.ask("peak") / flops * batch)
        if options.torch:
            for layout in ("nchw", "channels_last"):
                server, contest.contenders[f"torch {layout}"] = torch(network, layout, 1, options.seconds)
                servers.append(server)
        contest.run()
        for name in contest.rates:
            what = "peak of multiply-adds, GFLOP/s" if name == "peak" else f"{name}, images/s"
            line(what, contest.median(name) * (flops / batch / 1e9 if name == "peak" else 1))
        ratio_line(contest, "share of the peak", "auto", "peak", at_least(0.75) if network == "lenet" else None)
        ratio_line(contest, "over oneDNN", "auto", "onednn")
        if options.torch:
            ratio_line(contest, "over PyTorch nchw", "auto", "torch nchw")
            goal = at_least(2.5 if network == "lenet" else 1.3)
            ratio_line(contest, "over PyTorch channels_last", "auto", "torch channels_last", goal)
        for server in servers:
            server.close()


def narrow(options):
    """As if the machine had no more than AVX2."""
    print("lenet, batch 64, one thread, AVX2 only")
    contest = Contest(options.rounds)
    environment = {"RINGSIDE_SIMD": "avx2", "ONEDNN_MAX_CPU_ISA": "AVX2", "DNNL_MAX_CPU_ISA": "AVX2"}
    ours = Server([BUILD / "ringside_rate"], environment)
    for backend in ("native", "onednn"):
        contest.add(backend, lambda b=backend: ours.ask(f"rate lenet single 1 64 {b} {options.seconds}"))
    contest.run()
    ratio_line(contest, "native over oneDNN", "native", "onednn", at_least(1.3))
    ours.close()


def executor(options):
    """Graph, lanes and clocks against a bare loop over the same kernels."""
    print("whole step through the executor over the same kernels in a bare loop")
    micro = BUILD / "ringside_micro"
    if not micro.exists():
        print("  left out: no ringside_micro; install libbenchmark-dev and build again")
        return
    command = [micro, "--benchmark_filter=step/.*/native", f"--benchmark_min_time={options.rounds * 0.4}", "--benchmark_format=json"]
    found = subprocess.run(command, capture_output=True, check=True, text=True)
    for result in json.loads(found.stdout)["benchmarks"]:
        line(f"{result['name'].split('/')[1]}, median of {result['iterations']} rounds", result["ratio"], at_most(1.01))


def weak(options):
    """Two devices, a batch for each."""
    for network in BATCH:
        batch = BATCH[network]
        print(f"{network}, weak scaling: a batch of {batch} on each of 2 devices")
        contest = Contest(options.rounds)
        ours = Server([BUILD / "ringside_rate"])
        servers = [ours]
        contest.add("single", lambda: ours.ask(f"rate {network} single 1 {batch} auto {options.seconds}"))
        for strategy in ("independent", "ring_delayed", *SYNCHRONOUS):
            contest.add(strategy, lambda s=strategy: ours.ask(f"rate {network} {s} 2 {2 * batch} auto {options.seconds}"))
        if options.torch:
            for processes in (1, 2):
                server, contest.contenders[f"ddp {processes}"] = torch(network, "channels_last", processes, options.seconds)
                servers.append(server)
        contest.run()
        ratio_line(contest, "independent over single", "independent", "single")
        ratio_line(contest, "ring_delayed over independent", "ring_delayed", "independent", at_least(0.97))
        for strategy in SYNCHRONOUS:
            ratio_line(contest, f"{strategy} over independent", strategy, "independent", at_least(0.90))
        if options.torch:
            speed_up = contest.ratio("ddp 2", "ddp 1")[0]
            line("speed-up of DistributedDataParallel (gloo, channels_last)", speed_up)
            ratio_line(contest, "speed-up of ring_delayed", "ring_delayed", "single", at_least(speed_up))
        for server in servers:
            server.close()


def strong(options):
    """Two devices share a batch."""
    for network, batches in {"lenet": (64, 128), "cifar10_quick": (100,)}.items():
        contest = Contest(options.rounds)
        ours = Server([BUILD / "ringside_rate"])

        def add(strategy, devices, batch):
            request = f"rate {network} {strategy} {devices} {batch} auto {options.seconds}"
            contest.add((strategy, batch), lambda: ours.ask(request))

        for batch in batches:
            add("single", 1, batch)
            for strategy in ("independent", "ring_delayed", *SYNCHRONOUS):
                add(strategy, 2, batch)
        contest.run()
        for batch in batches:
            print(f"{network}, strong scaling: a batch of {batch} shared by 2 devices, speed-up over one")
            for strategy in ("independent", "ring_delayed", *SYNCHRONOUS):
                ratio_line(contest, strategy, (strategy, batch), ("single", batch))
        ours.close()


def oversubscribed(options):
    """Twice as many devices as cores, for the same work."""
    print("a batch of 128 (lenet) on 4 devices over the same on 2, time on this machine's cores")
    contest = Contest(options.rounds)
    ours = Server([BUILD / "ringside_rate"])
    strategies = ("independent", "ring_delayed", *SYNCHRONOUS)
    for strategy in strategies:
        for devices in (2, 4):
            request = f"rate lenet {strategy} {devices} 128 auto {options.seconds}"
            contest.add((strategy, devices), lambda r=request: ours.ask(r))
    contest.run()
    for strategy in strategies:
        ratio_line(contest, strategy, (strategy, 2), (strategy, 4), at_most(1.10))
    ours.close()


GROUPS = {f.__name__: f for f in (one_device, narrow, executor, weak, strong, oversubscribed)}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("groups", nargs="*", metavar="GROUP", help=f"all, if none is named: {', '.join(GROUPS)}")
    parser.add_argument("--rounds", type=int, default=9, help="how often all take turns (9)")
    parser.add_argument("--seconds", type=float, default=0.4, help="of each turn (0.4)")
    options = parser.parse_args()
    unknown = [group for group in options.groups if group not in GROUPS]
    if unknown:
        parser.error(f"unknown group {unknown[0]!r}; there are: {', '.join(GROUPS)}")
    if not (BUILD / "ringside_rate").exists():
        sys.exit("goals.py: no build/release/ringside_rate; build it with: cmake --preset release && cmake --build --preset release")
    options.torch = has_torch()
    if not options.torch:
        print("PyTorch is left out; to compare with it: apt-get install --no-install-recommends python3-torch\n")
    for name in options.groups or GROUPS:
        GROUPS[name](options)
    print(f"\n{len(MISSED)} goals missed" + "".join(f"\n  {what}" for what in MISSED))


if __name__ == "__main__":
    main()
