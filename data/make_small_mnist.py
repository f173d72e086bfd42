#!/usr/bin/env python3
"""Writes the small MNIST of this folder from a directory of the full set: the first images of each digit, in their order.

usage: make_small_mnist.py FULL_SET_DIRECTORY DESTINATION
"""
import gzip
import pathlib
import struct
import sys

PARTS = {"train": 500, "t10k": 100}  # images of each digit


def read(directory, name):
    packed = directory / f"{name}.gz"
    return gzip.decompress(packed.read_bytes()) if packed.exists() else (directory / name).read_bytes()


def write(directory, name, sizes, values):
    header = struct.pack(f">HBB{len(sizes)}I", 0, 8, len(sizes), *sizes)
    # No time and no name in the gzip header: the same bytes whenever it is run.
    (directory / f"{name}.gz").write_bytes(gzip.compress(header + values, compresslevel=9, mtime=0))


def main(source, destination):
    destination.mkdir(parents=True, exist_ok=True)
    for part, per_digit in PARTS.items():
        images, labels = read(source, f"{part}-images-idx3-ubyte")[16:], read(source, f"{part}-labels-idx1-ubyte")[8:]
        seen = [0] * 10
        chosen = []
        for i, digit in enumerate(labels):
            seen[digit] += 1
            if seen[digit] <= per_digit:
                chosen.append(i)
        pixels = b"".join(images[784 * i:784 * (i + 1)] for i in chosen)
        write(destination, f"{part}-images-idx3-ubyte", (len(chosen), 28, 28), pixels)
        write(destination, f"{part}-labels-idx1-ubyte", (len(chosen),), bytes(labels[i] for i in chosen))


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]))
