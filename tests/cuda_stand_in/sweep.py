# Fails the calls of a program into the stand-ins one after another, and judges how the program takes it.
import bisect
import collections
import functools
import os
import re
import subprocess
import tempfile
from dataclasses import dataclass

VIOLATION = 70
PATIENCE_S = 60

# What an error of these says went wrong before and was reported then, or does not matter any more: (function, who calls it).
MAY_BE_IGNORED = [
    (r"cudaFree|cudaFreeHost|cudnnDestroy\w*|cublasDestroy|cuda\w+Destroy|ncclCommDestroy|ncclCommAbort", r".*"),
    (r"cudaSetDevice|cudaStreamSynchronize", r".*::(~CudaStream|CudaStream::finish)\(\)"),
    (r"cudaSetDevice", r".*NcclCollective::check\(\)"),
    # No GPU is an answer, too.
    (r"cudaGetDeviceCount", r"ringside::cuda::(gpu_count_or_none|details)\b.*"),
    # Asked in order to forget the error, which the caller reports itself.
    (r"cudaGetLastError", r"(ringside::cuda::(?!launch)|std::_Rb_tree<.*ringside::cuda::RecordingStream).*"),
]


# What the message calls them.
NAMED_AS = {
    "__cudaLaunchKernel": "the launch of a kernel",
    "cudaGetLastError": "the launch of a kernel",
    "ncclAsyncError": r"a sum under way \(ncclCommGetAsyncError\)",
}


def may_be_ignored(function, caller):
    return any(re.fullmatch(a, function) and re.fullmatch(b, caller) for a, b in MAY_BE_IGNORED)


@dataclass(frozen=True)
class Site:
    """A way to a function: whether every call that comes this way is checked is a question of its own."""

    function: str
    way: str  # as CUDA_STAND_IN_FAIL wants it
    calls: int  # in a healthy run
    file: str

    def wish(self, number, later=""):
        return f"{self.function}@{self.way}:{number}{later}"

    @property
    def places(self):
        """Return addresses in the file, the innermost first."""
        return [int(place, 16) for place in self.way.split(".")]

    @property
    def names(self):
        """The functions of the way, the innermost first."""
        return [name_at(self.file, place - 1) for place in self.places]

    def may_be_ignored(self):
        return may_be_ignored(self.function, self.names[0])

    def __str__(self):
        return f"{self.function}, called by {' < '.join(self.names)}"


@functools.lru_cache
def symbols(file):
    """(sorted addresses, names) of a file's functions"""
    listing = subprocess.run(["nm", "--demangle", "--defined-only", file], capture_output=True, text=True, check=True).stdout
    found = sorted(re.findall(r"^([0-9a-f]+) [tTwW] (.*)$", listing, re.M))
    return [int(address, 16) for address, _ in found], [name for _, name in found]


def name_at(file, address):
    addresses, names = symbols(file)
    return names[bisect.bisect_right(addresses, address) - 1]


class Program:
    """A command that runs on the stand-ins."""

    def __init__(self, command):
        self.command = command

    def run(self, **wishes):
        """CUDA_STAND_IN_<name>=<value> for each wish. Raises subprocess.TimeoutExpired for a program that hangs."""
        environment = os.environ | {"CUDA_STAND_IN_" + name.upper(): value for name, value in wishes.items()}
        return subprocess.run(self.command, env=environment, capture_output=True, text=True, timeout=PATIENCE_S, check=False)

    def sites(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "sites")
            ended = self.run(sites=path)
            assert ended.returncode == 0, ended.stderr
            with open(path, encoding="utf-8") as file:
                found = [line.split(" ", 3) for line in file.read().splitlines()]
        return [Site(function, way, int(calls), caller) for function, way, calls, caller in found]

    def counts(self):
        """function -> how often a healthy run calls it"""
        counts = collections.Counter()
        for site in self.sites():
            counts[site.function] += site.calls
        return counts


def complaint(site, ended, later=False):
    """What is wrong with how a program took the failure of a call from the site, in words; "" if nothing is. `later`: every
    call after it failed as well."""
    if ended.returncode == VIOLATION:
        return ended.stderr.strip()
    if ended.returncode not in (0, 2, 4):
        return f"exit code {ended.returncode}: {ended.stderr.strip()}"
    if site.may_be_ignored():
        return "" if ended.returncode == 0 or later else f"it does not matter, but is reported: {ended.stderr.strip()}"
    if ended.returncode == 0:
        return "the error is ignored"
    what = NAMED_AS.get(site.function, site.function)
    words = rf"[\w ]+: (.*: )?(cuda( \d+)?|backend \"\w+\"): {what}: an error that the stand-in was asked for \(error \d+\)\n"
    return "" if re.fullmatch(words, ended.stderr) else f"no clear error: {ended.stderr.strip()}"


def sweep(program, sites):
    """Complaints of all sites: the first call from each fails, alone and with all calls after it."""
    found = []
    for site in sites:
        for kind in ("", "+"):
            try:
                words = complaint(site, program.run(fail=site.wish(1, kind)), later=kind == "+")
            except subprocess.TimeoutExpired:
                words = f"does not end within {PATIENCE_S} s"
            if words:
                found.append(f"{site}: {words}")
    return found
