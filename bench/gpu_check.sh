#!/usr/bin/env bash
# Checks and measures the CUDA backend on this machine's GPUs: one command, one archive.
#
#   bash bench/gpu_check.sh [--quick | --rehearse DIR]
#
#   --quick         LeNet alone and few steps
#   --rehearse DIR  only whether this script works: with the programs of DIR, a tiny network, and no times kept
#
# Installs what is missing (not the driver, CUDA 13 and cuDNN 9: those must be there), builds for these GPUs, then
#   1. every layer of the CUDA backends against the reference,
#   2. every strategy's weights against the textbook's, on 1 to as many devices as there are GPUs, and on 2 and 4 that share them,
#   3. images per second of every strategy on LeNet, cifar10_quick and AlexNet, and of four on VGG-16, on 1 to all GPUs,
#   4. the speed of layers, copies, sums and updates: a machine file to simulate on.
# Leaves results/run/gpu_check.tar.gz with the logs and the records. Planned for under 8 minutes on one GPU; that was never
# measured. Exit codes: 0 all is right, 2 something is missing, 4 a check failed, 130 interrupted.
set -euo pipefail

quick=false rehearse=false build=build/release
case "${1-}" in
  "") ;;
  --quick) quick=true ;;
  --rehearse) rehearse=true build=$(realpath "${2:?gpu_check.sh: --rehearse needs a folder}") ;;
  -h | --help) sed -n '4,7s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; exit 0 ;;
  *) echo "gpu_check.sh: unknown option \"$1\"; expected --quick or --rehearse" >&2; exit 2 ;;
esac
cd "$(dirname "${BASH_SOURCE[0]}")/.."

if ! $rehearse; then
  bash cmake/install_packages.sh build test
  cmake --preset release "-DCMAKE_CUDA_ARCHITECTURES=${GPU_ARCHITECTURES:-native}" >&2
  grep -q '^RINGSIDE_CUDA:.*=ON' build/release/CMakeCache.txt || {
    echo "gpu_check.sh: no CUDA 13 toolkit with cuDNN 9 was found (is nvcc on the PATH?)" >&2
    exit 2
  }
  cmake --build --preset release --target ringside ringside_cuda test_core_backend cuda_trainee >&2
fi

folder=results/run/gpu_check
! $rehearse || folder=$build/gpu_check
rm -rf "$folder"
mkdir -p "$folder"
$build/ringside list backends --json >"$folder/backends.json"
gpus=$(python3 - "$folder/backends.json" <<'PYTHON'
import json
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    cuda = next(backend for backend in json.load(file) if backend["name"] == "cuda")
if cuda["missing"]:
    sys.exit(f"gpu_check.sh: {cuda['missing']}")
print(cuda["details"], file=sys.stderr)
print(cuda["physical_devices"])
PYTHON
) || exit 2
nvidia-smi -q >"$folder/nvidia-smi.txt" 2>&1 || true # for the reader alone

# Goes on after a failure: what works elsewhere is worth knowing.
status=0
check() { # NAME SECONDS command...
  local name=$1 seconds=$2
  shift 2
  echo "$name" >&2
  timeout "$seconds" "$@" >"$folder/$name.log" 2>&1 || {
    echo "gpu_check.sh: $name failed (exit code $?): the end of $folder/$name.log:" >&2
    tail -n 15 "$folder/$name.log" >&2
    status=4
  }
}
all=$(seq -s ' ' 1 "$gpus")
check layers 120 $build/tests/test_core_backend '--gtest_filter=*Conformance*/cuda*'
grep -q 'Running [1-9]' "$folder/layers.log" || { echo "gpu_check.sh: no layer was checked" >&2; status=4; }
check strategies 120 $build/tests/cuda_trainee cuda all all $(printf '%s\n' $all 2 4 | sort -nu)

devices=$(seq -s , 1 "$gpus")
options=(--backend cuda --devices "$devices" --force)
machine_network=lenet,cifar10_quick,alexnet
if $rehearse; then
  machine_network=lenet5
  check tiny 120 $build/ringside run tiny "${options[@]}" --strategy single,ring_delayed --steps 2 --repetitions 1 --out "$folder/tiny.jsonl"
elif $quick; then
  machine_network=lenet
  check lenet 120 $build/ringside run lenet "${options[@]}" --scaling weak --steps 20 --repetitions 5 \
    --out "$folder/lenet.jsonl"
else
  check gpu 240 $build/ringside run gpu "${options[@]}" --out "$folder/gpu.jsonl"
  check vgg16 120 $build/ringside run gpu_vgg16 "${options[@]}" --out "$folder/vgg16.jsonl"
fi
check machine 120 $build/ringside calibrate --backend cuda --rounds 1 --network $machine_network --force --out "$folder/machine.json"
for records in "$folder"/*.jsonl; do
  [ ! -e "$records" ] || $build/ringside table "$records" || status=4
done
! $rehearse || rm -f "$folder"/*.jsonl "$folder/machine.json" # a time of a rehearsal is none
tar -czf "$folder.tar.gz" -C "$(dirname "$folder")" gpu_check
echo "$folder.tar.gz" >&2
exit "$status"
