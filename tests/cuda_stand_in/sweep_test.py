#!/usr/bin/env python3
# Every call into the CUDA libraries, from every place and every way to it, fails: a clear error that names it, the right exit code,
# no leak, no hang, and no result that nobody looks at.
# sweep_test.py TRAINEE CARELESS LIBRARY: expects the stand-ins in LD_LIBRARY_PATH.
import re
import subprocess
import sys
import time
import unittest

import sweep

# Together they come to every call of the library.
TRAININGS = [
    ["cuda", "lrn", "ring_delayed", "2"],
    ["cuda", "tanh", "model_parallel", "3"],
    ["cuda", "dropout", "allreduce", "2"],
    ["cuda", "average", "master_slave", "2"],
    ["cuda", "tanh", "by_the_book"],
    ["cuda", "dropout", "by_the_book"],
    ["cuda_graphs", "dropout", "single", "1"],
]

# Calls that no short, healthy training comes to: after something else has failed; after a second of rest, or with 4096 tasks under
# way (the clock is set anew, an event is used again); the second look at an event, by chance (the first is tried); nvcc's second way to
# each kernel, which no code takes; dropout on a device while not training; NCCL's version, which records ask for; and kernels on
# memory of the host that tests alone use,
# by the same few functions (Twin, finish) as those that are failed here.
NOT_REACHED = r".*(\[clone \.cold\]|fail_call|about_driver|cuda::missing\b|allocate_on_gpu|allocate_pinned|Clock::begin_timing|Clock::set|Timings::next|NcclCollective::name|CudaDevice::await|cuda::\w+_kernel\(|DropoutKernel::backward|DropoutKernel::forward|::Staged\w+::).*"

# Their calls return no status.
NO_STATUS = r"cudaGetErrorString|ncclGetErrorString|ncclGetLastError|cudnnGetErrorString|cudnnGetVersion|cublasGetStatusString\w*|__cuda(?!LaunchKernel).*"


def places_in(library):
    """return address -> function, of every call of a CUDA library's function in the library's code"""
    listing = subprocess.run(["objdump", "--disassemble", "--no-show-raw-insn", library], capture_output=True, text=True,
                             check=True).stdout
    call = r"^ +[0-9a-f]+:\s+call +[0-9a-f]+ <((?:__)?(?:cuda|cudnn|cublas|nccl)[A-Z]\w*)@plt>\n +([0-9a-f]+):"
    return {int(after, 16): function for function, after in re.findall(call, listing, re.M)
            if not re.fullmatch(NO_STATUS, function)}


class Sweep(unittest.TestCase):
    def test_every_call_may_fail(self):
        begin = time.monotonic()
        done, functions = set(), set()
        for training in TRAININGS:
            program = sweep.Program([TRAINEE] + training)
            sites = [site for site in program.sites() if (site.function, site.way) not in done]
            with self.subTest(training=training):
                self.assertEqual(sweep.sweep(program, sites), [])
            done |= {(site.function, site.way) for site in sites}
            functions |= {site.function for site in sites}
        print(f"{2 * len(done)} failures of {len(done)} ways to {len(functions)} functions, {time.monotonic() - begin:.0f} s")
        reached = {int(way.split(".")[0], 16) for _, way in done}
        missed = []
        for place, function in places_in(LIBRARY).items():
            caller = sweep.name_at(LIBRARY, place - 1)
            known = re.fullmatch(NOT_REACHED, caller) or sweep.may_be_ignored(function.removesuffix("_v2"), caller)
            if place not in reached and not known:
                missed.append(f"{function} in {caller}")
        self.assertEqual(missed, [])

    def test_mistakes_are_named(self):
        for mistake, expected in (("careful", None), ("forgets", r"cudaMemset, .*: the error is ignored"),
                                  ("leaks", r"(?s)cudaMemset, .*cuda stand-in: never freed: 64 bytes on device 0")):
            with self.subTest(mistake):
                program = sweep.Program([CARELESS, mistake])
                found = sweep.sweep(program, program.sites())
                if expected is None:
                    self.assertEqual(found, [])
                else:
                    self.assertTrue(any(re.fullmatch(expected, words) for words in found), found)


if __name__ == "__main__":
    TRAINEE, CARELESS, LIBRARY = sys.argv[1:4]
    unittest.TestCase.maxDiff = None
    unittest.main(argv=sys.argv[:1])
