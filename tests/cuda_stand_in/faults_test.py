#!/usr/bin/env python3
# Waits and kernels are left out one by one: that is noticed. What is missing, or no good, is named.
# faults_test.py TRAINEE ARCHITECTURES: expects the stand-ins in LD_LIBRARY_PATH.
import os
import subprocess
import sys
import tempfile
import unittest

import sweep

TRAINING = ["cuda", "lrn", "ring_delayed", "2"]


def train(training=TRAINING, **wishes):
    return sweep.Program([TRAINEE] + training).run(**wishes)


def calls():
    return sweep.Program([TRAINEE] + TRAINING).counts()


class Faults(unittest.TestCase):
    def test_no_wait_is_left_out_unnoticed(self):
        for number in range(1, calls()["cudaStreamWaitEvent"] + 1):
            with self.subTest(number=number):
                ended = train(drop=f"cudaStreamWaitEvent:{number}")
                self.assertEqual(ended.returncode, sweep.VIOLATION, ended.stdout + ended.stderr)
                self.assertIn("nothing orders them", ended.stderr)

    def test_no_work_is_left_out_unnoticed(self):
        counts = calls()
        for function in ("__cudaLaunchKernel", "cublasSgemm", "cudnnConvolutionForward", "cudnnConvolutionBackwardData",
                         "cudnnConvolutionBackwardFilter", "cudnnSoftmaxForward"):
            # Not in the first step, whose update does nothing, nor in the last, whose gradient is never applied.
            count = counts[function]
            for number in range(count // 5 + 1, count * 3 // 5, max(1, count // 12)):
                with self.subTest(function=function, number=number):
                    ended = train(drop=f"{function}:{number}")
                    self.assertIn(ended.returncode, (1, sweep.VIOLATION), ended.stdout + ended.stderr)

    def test_out_of_memory_names_what_and_how_much(self):
        ended = train(bytes="20000")
        self.assertEqual(ended.returncode, 2)
        self.assertRegex(ended.stderr, r'buffer ".*": cuda 0: out of memory: .* \(\d+ bytes\) were asked for; .* are free')

    def test_devices_that_do_not_reach_each_other(self):
        for strategy in ("master_slave", "ring_delayed", "model_parallel"):
            ended = train(["cuda", "plain", strategy, "4"], peers="0")
            self.assertEqual(ended.returncode, 0, ended.stderr)

    def test_a_library_that_is_no_good_is_named(self):
        for library in ("libcudart.so.13", "libcudnn.so.9", "libcublas.so.13"):
            with tempfile.TemporaryDirectory() as folder:
                with open(os.path.join(folder, library), "w", encoding="utf-8") as file:
                    file.write("not a library")
                ended = subprocess.run([TRAINEE] + TRAINING, env=os.environ | {"LD_LIBRARY_PATH": folder},
                                       capture_output=True, text=True, timeout=60)
                self.assertEqual(ended.returncode, 2)
                self.assertIn(library, ended.stderr)

    def test_the_library_has_code_for_every_architecture(self):
        with open(os.path.join(os.path.dirname(TRAINEE), "..", "libringside_cuda.so"), "rb") as file:
            library = file.read()
        for architecture in ARCHITECTURES:
            self.assertIn(b"sm_" + architecture.split("-")[0].encode(), library)

    def test_what_is_missing_is_told_apart(self):
        for devices, words in (
            ("no_driver", "no NVIDIA driver was found"),
            ("old_driver", "the NVIDIA driver is too old: it knows CUDA 12.4"),
            ("no_device", "there is an NVIDIA driver, but no GPU"),
        ):
            ended = train(devices=devices)
            self.assertEqual(ended.returncode, 2)
            self.assertIn(f'backend "cuda": {words}', ended.stderr)


if __name__ == "__main__":
    TRAINEE = os.path.abspath(sys.argv.pop(1))
    ARCHITECTURES = sys.argv.pop(1).split(",")
    unittest.main()
