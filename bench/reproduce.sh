#!/usr/bin/env bash
# Measures what the README shows: trains LeNet and cifar10_quick with every strategy on 1, 2 and 4 devices. Then simulates the
# thesis's table on the machines of its time.
#
#   bash bench/reproduce.sh [--quick] [--data DIR]
#
#   --quick     strong scaling alone and few steps: under 3 minutes instead of 10 on two cores, speed-ups less certain
#   --data DIR  the full data sets (ringside data fetch DIR) instead of the small one in the checkout
#
# Installs what is missing, builds build/release/ringside, writes results/run/*.jsonl and prints a table for each network.
# Progress goes to stderr, the tables to stdout. Exit codes: 0 all results valid, 2 bad usage or a missing package,
# 4 a run failed or gave a wrong result, 130 interrupted.
set -euo pipefail

usage() { sed -n '5,8s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; }

quick=false data=()
while [ $# -gt 0 ]; do
  case "$1" in
    --quick) quick=true ;;
    --data)
      [ $# -ge 2 ] && [ -d "$2" ] || { echo "reproduce.sh: --data needs a folder, got \"${2-}\"" >&2; exit 2; }
      data=(--data "$(realpath "$2")")
      shift
      ;;
    -h | --help) usage; exit 0 ;;
    *) echo "reproduce.sh: unknown option \"$1\"" >&2; usage >&2; exit 2 ;;
  esac
  shift
done
cd "$(dirname "${BASH_SOURCE[0]}")/.."

bash cmake/install_packages.sh build
cmake --preset release -DRINGSIDE_TESTS=OFF >&2
cmake --build --preset release --target ringside >&2

# A failed run still shows what it has.
status=0
records=()
measure() { # EXPERIMENT QUICK_STEPS
  local length=()
  if $quick; then length=(--scaling strong --repetitions 5 --steps "$2"); fi
  records+=("results/run/$1.jsonl")
  build/release/ringside run "$1" --force --out "${records[-1]}" "${length[@]}" "${data[@]}" || status=$?
  [ "$status" -eq 0 ] || [ "$status" -eq 4 ] || exit "$status"
}
measure lenet 30
measure cifar10_quick 10
build/release/ringside table "${records[@]}"
# The same on the machines of the thesis's time, simulated: the band over machines and batches, for neither is known.
python3 bench/paper.py build/release/ringside results/run/paper.jsonl
exit "$status"
