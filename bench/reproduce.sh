#!/usr/bin/env bash
# Measures what the README shows: trains LeNet and cifar10_quick with every strategy on 1, 2 and 4 devices, simulates them on a
# machine with four GPUs and, the thesis's table, on the machines of its time, and writes a report.
#
#   bash bench/reproduce.sh [--quick] [--data DIR] [--out DIR]
#
#   --quick     strong scaling alone and few steps: under 3 minutes instead of 10 on two cores, speed-ups less certain
#   --data DIR  the full data sets (ringside data fetch DIR) instead of the small one in the checkout
#   --out DIR   where records, traces and the report go; default results/run
#
# Installs what is missing, builds build/release/ringside, prints a table for each network, and ends by naming the report, a page
# for a browser. Progress goes to stderr, the tables to stdout. Exit codes: 0 all results valid, 2 bad usage or a missing package,
# 4 a run failed or gave a wrong result, 130 interrupted.
set -euo pipefail

usage() { sed -n '5,9s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; }

quick=false data=() out=results/run start=$PWD
while [ $# -gt 0 ]; do
  case "$1" in
    --quick) quick=true ;;
    --data)
      [ $# -ge 2 ] && [ -d "$2" ] || { echo "reproduce.sh: --data needs a folder, got \"${2-}\"" >&2; exit 2; }
      data=(--data "$(realpath "$2")")
      shift
      ;;
    --out)
      [ $# -ge 2 ] || { echo "reproduce.sh: --out needs a folder" >&2; exit 2; }
      out=$2
      shift
      ;;
    -h | --help) usage; exit 0 ;;
    *) echo "reproduce.sh: unknown option \"$1\"" >&2; usage >&2; exit 2 ;;
  esac
  shift
done
cd "$(dirname "${BASH_SOURCE[0]}")/.."
[ "$out" = results/run ] || out=$(realpath -m --relative-to . "$start/$out")
mkdir -p "$out"

bash cmake/install_packages.sh build plot
cmake --preset release -DRINGSIDE_TESTS=OFF >&2
cmake --build --preset release --target ringside >&2
ringside=build/release/ringside

# A failed run still shows what it has.
status=0
records=() report=()
run() { # NAME EXPERIMENT... OPTION...: records and trace of that name
  local name=$1
  shift
  records+=("$out/$name.jsonl")
  report+=(--trace "$out/${name}_trace.json")
  $ringside run "$@" --force --out "$out/$name.jsonl" --trace "$out/${name}_trace.json" || status=$?
  [ "$status" -eq 0 ] || [ "$status" -eq 4 ] || exit "$status"
}
measure() { # EXPERIMENT QUICK_STEPS
  local length=()
  if $quick; then length=(--scaling strong --repetitions 5 --steps "$2"); fi
  run "$1" "$1" "${length[@]}" "${data[@]}"
}
measure lenet 30
measure cifar10_quick 10
$ringside table "${records[@]}"

run titanxx4 lenet cifar10_quick --simulate titanxx4 --scaling weak
for network in lenet cifar10_quick; do
  $ringside advise --network "$network" --machine titanxx4 --devices 2,3,4 --batch 16,32,64,128,256 --bandwidth-scale 0.5,1,2 --json \
    > "$out/${network}_advice.json"
  report+=(--advice "$out/${network}_advice.json")
done
plots/plot.py "${records[@]}" --only overview --out "$out" >&2
$ringside report "${records[@]}" "${report[@]}" --out "$out/report.html" > /dev/null
# The thesis's table, simulated: the band over machines and batches, for neither is known.
python3 bench/paper.py build/release/ringside "$out/paper.jsonl"
echo "report: $out/report.html"
exit "$status"
