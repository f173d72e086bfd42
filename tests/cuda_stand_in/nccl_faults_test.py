#!/usr/bin/env python3
# The same as faults_test.py of the calls into NCCL: each fails, is left out, or is found to have failed later. And which way sums
# go: by NCCL where every device is a GPU of its own, else by copies and additions.
# nccl_faults_test.py TRAINEE: expects the stand-ins in LD_LIBRARY_PATH.
import os
import sys
import tempfile
import unittest

import faults_test
import sweep
from faults_test import train
from sweep import VIOLATION

SUMS = ["cuda", "plain", "allreduce", "3"]

# Errors of the end, which come too late to matter.
IGNORED = {"ncclCommDestroy"}

# Called while somebody waits: how often is a matter of time, but at least once a step.
POLLED = {"ncclCommGetAsyncError", "ncclAsyncError"}


def counts(training):
    return sweep.Program([faults_test.TRAINEE] + training).counts()


def nccl_counts():
    return {name: count for name, count in counts(SUMS).items() if name.startswith("nccl")}


class NcclFaults(unittest.TestCase):
    def test_every_call_may_fail(self):
        tried = set()
        for function, count in nccl_counts().items():
            for number in {1, 2, 3} if function in POLLED else range(1, count + 1):
                with self.subTest(function=function, number=number):
                    ended = train(SUMS, fail=f"{function}:{number}")
                    tried.add(function)
                    if function in IGNORED:
                        self.assertEqual(ended.returncode, 0, ended.stderr)
                        continue
                    self.assertEqual(ended.returncode, 4, ended.stderr)
                    named = "ncclCommGetAsyncError" if function == "ncclAsyncError" else function
                    self.assertRegex(ended.stderr, rf"cuda [0-2]: .*{named}.*: an error that the stand-in was asked for \(error")
        self.assertEqual(tried, {"ncclCommInitAll", "ncclGroupStart", "ncclAllReduce", "ncclGroupEnd",
                                 "ncclCommGetAsyncError", "ncclAsyncError", "ncclCommDestroy", "ncclGetVersion"})

    def test_the_error_names_device_lane_and_task(self):
        ended = train(SUMS, fail="ncclAllReduce:2")
        self.assertIn("allreduce: step 0: device 0, transfer lane: all-reduce gradient on 0: cuda 1: ncclAllReduce: ",
                      ended.stderr)

    def test_no_call_is_left_out_unnoticed(self):
        all_counts = nccl_counts()
        for function in ("ncclCommInitAll", "ncclGroupStart", "ncclAllReduce", "ncclGroupEnd"):
            for number in range(1, all_counts[function] + 1):
                with self.subTest(function=function, number=number):
                    ended = train(SUMS, drop=f"{function}:{number}")
                    self.assertIn(ended.returncode, (1, VIOLATION), ended.stdout + ended.stderr)

    def test_no_wait_before_or_after_a_sum_is_left_out_unnoticed(self):
        for number in range(1, counts(SUMS)["cudaStreamWaitEvent"] + 1):
            with self.subTest(number=number):
                ended = train(SUMS, drop=f"cudaStreamWaitEvent:{number}")
                self.assertEqual(ended.returncode, VIOLATION, ended.stdout + ended.stderr)
                self.assertIn("nothing orders them", ended.stderr)

    def test_nccl_sums_where_every_device_is_a_gpu_of_its_own(self):
        for backend, gpus, devices, sums in (("cuda", 3, 3, True), ("cuda_tf32", 4, 2, True), ("cuda", 2, 3, False),
                                             ("cuda", 1, 2, False), ("cuda_deterministic", 4, 2, False),
                                             ("cuda", 4, 1, False)):
            with self.subTest(backend=backend, gpus=gpus, devices=devices):
                with tempfile.TemporaryDirectory() as folder:
                    path = os.path.join(folder, "sites")
                    ended = train([backend, "plain", "allreduce", str(devices)], sites=path, devices=str(gpus))
                    self.assertEqual(ended.returncode, 0, ended.stderr)
                    with open(path, encoding="utf-8") as file:
                        self.assertEqual("ncclAllReduce " in file.read(), sums)

    def test_devices_that_do_not_reach_each_other(self):
        self.assertEqual(train(["cuda", "plain", "allreduce", "4"], peers="0").returncode, 0)

    def test_a_library_that_is_no_good_is_named(self):
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, "libnccl.so.2"), "w", encoding="utf-8") as file:
                file.write("not a library")
            before = os.environ["LD_LIBRARY_PATH"]
            os.environ["LD_LIBRARY_PATH"] = f"{folder}:{before}"
            try:
                ended = train(SUMS)
            finally:
                os.environ["LD_LIBRARY_PATH"] = before
            self.assertEqual(ended.returncode, 2)
            self.assertIn("libnccl.so.2", ended.stderr)


if __name__ == "__main__":
    faults_test.TRAINEE = os.path.abspath(sys.argv.pop(1))
    unittest.main()
