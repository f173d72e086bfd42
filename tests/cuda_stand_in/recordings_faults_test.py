#!/usr/bin/env python3
# Recordings with faults: every call that makes, changes or launches one fails once, or does nothing: that is told, or noticed.
# recordings_faults_test.py TEST_CUDA_BACKEND: expects the stand-ins in LD_LIBRARY_PATH.
import os
import sys
import unittest

import sweep

FAILED = 1
VIOLATION = 70
# A rate that falls and a mask that changes with every step; the gradient that is applied is that of the step before.
TRAINING = "All/Recordings.TrainTheSame/dropout_ring_delayed_2"

CALLS = (
    "cudaStreamBeginCapture",
    "cudaStreamEndCapture",
    "cudaStreamGetCaptureInfo",
    "cudaEventRecordWithFlags",
    "cudaGraphInstantiate",
    "cudaGraphExecKernelNodeSetParams",
    "cudaGraphLaunch",
)
# Their errors come too late to matter.
IGNORED = ("cudaGraphDestroy", "cudaGraphExecDestroy")


def training():
    return sweep.Program([PROGRAM, f"--gtest_filter={TRAINING}"])


def train(**wishes):
    return training().run(**wishes)


class Faults(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.counts = training().counts()

    def test_every_call_may_fail(self):
        for function in CALLS:
            count = self.counts[function]
            for number in sorted({1, (count + 1) // 2, count}):
                with self.subTest(function=function, number=number):
                    ended = train(fail=f"{function}:{number}")
                    self.assertEqual(ended.returncode, FAILED, ended.stderr)
                    self.assertIn(f"{function}: an error that the stand-in was asked for", ended.stdout)
        for function in IGNORED:
            with self.subTest(function=function):
                ended = train(fail=f"{function}:1")
                self.assertEqual(ended.returncode, 0, ended.stdout + ended.stderr)

    def test_no_launch_is_left_out_unnoticed(self):
        self.left_out("cudaGraphLaunch")

    def test_no_stale_rate_or_mask_goes_unnoticed(self):
        self.left_out("cudaGraphExecKernelNodeSetParams")

    def left_out(self, function):
        count = self.counts[function]
        self.assertGreater(count, 8)
        for number in range(1, count + 1, max(1, count // 24)):
            with self.subTest(function=function, number=number):
                ended = train(drop=f"{function}:{number}")
                self.assertIn(ended.returncode, (FAILED, VIOLATION), ended.stdout + ended.stderr)

    def test_a_recording_that_was_not_ended_is_noticed(self):
        self.assertEqual(train(drop="cudaStreamEndCapture:1").returncode, VIOLATION)


if __name__ == "__main__":
    PROGRAM = os.path.abspath(sys.argv.pop(1))
    unittest.main()
