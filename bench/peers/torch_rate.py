"""How fast PyTorch trains, for goals.py: torch_rate.py NETWORK nchw|channels_last PROCESSES

Reads requests from stdin, a number of steps each, and answers each with a line: images a second, from the median step. One
process trains alone on one thread; several train with DistributedDataParallel over gloo, each on a batch of its own and a core
of its own, and the slowest one's steps count.
"""

import os
import socket
import statistics
import sys
import time

# Set before torch is loaded: OpenBLAS takes this kind of CPU for one without wide registers.
with open("/proc/cpuinfo", encoding="ascii", errors="replace") as cpuinfo:
    if "avx512f" in cpuinfo.read():
        os.environ.setdefault("OPENBLAS_CORETYPE", "SkylakeX")
os.environ.setdefault("OMP_WAIT_POLICY", "passive")
os.environ.setdefault("OMP_NUM_THREADS", "1")

import torch.distributed as distributed
import torch.multiprocessing as multiprocessing
from networks import BATCH, Training
from torch.nn.parallel import DistributedDataParallel

WARM_UP_STEPS = 5


def pin(rank):
    cores = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {cores[rank % len(cores)]})


def median_step_s(training, steps):
    times = []
    for _ in range(steps):
        begin = time.perf_counter()
        training.step()
        times.append(time.perf_counter() - begin)
    return statistics.median(times)


def work(rank, processes, port, network, channels_last, requests, results):
    pin(rank)
    os.environ.update(MASTER_ADDR="127.0.0.1", MASTER_PORT=str(port))
    distributed.init_process_group("gloo", rank=rank, world_size=processes)
    training = Training(network, channels_last, lambda m: DistributedDataParallel(m, gradient_as_bucket_view=True))
    median_step_s(training, WARM_UP_STEPS)
    while steps := requests.get():  # all processes the same number: a step waits for every other's
        results.put(median_step_s(training, steps))
    distributed.destroy_process_group()


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def answer(step_s):
    """Answers every request on stdin; step_s: from a number of steps to the seconds of one."""
    network, processes = sys.argv[1], int(sys.argv[3])
    for line in sys.stdin:
        print(BATCH[network] * processes / step_s(int(line)), flush=True)


def main():
    network, channels_last, processes = sys.argv[1], sys.argv[2] == "channels_last", int(sys.argv[3])
    if processes == 1:
        pin(0)
        training = Training(network, channels_last)
        median_step_s(training, WARM_UP_STEPS)
        answer(lambda steps: median_step_s(training, steps))
        return
    context = multiprocessing.get_context("spawn")
    results = context.Queue()
    queues = [context.Queue() for _ in range(processes)]
    port = free_port()
    workers = [
        context.Process(target=work, args=(rank, processes, port, network, channels_last, queues[rank], results))
        for rank in range(processes)
    ]
    for worker in workers:
        worker.start()

    def step_s(steps):
        for queue in queues:
            queue.put(steps)
        return max(results.get() for _ in workers)

    answer(step_s)
    for queue in queues:
        queue.put(0)
    for worker in workers:
        worker.join()


if __name__ == "__main__":
    main()
