#!/usr/bin/env bash
# How often is a slowdown found, and how often is none seen as one? Builds this checkout and a copy that takes 8 % longer for
# every task (planted_slowdown.patch), and lets ab.sh compare: the program with itself, and with the slow copy.
#
#   bash bench/ci/power.sh [TRIES] [ROUNDS] [SCRATCH_DIR]     (20 tries of 20 rounds: some 25 minutes)
#
# Prints a line a try and the rates. A false alarm or a miss is a result, not an error: the exit code is 0.
set -euo pipefail
case "${1-}" in -h | --help) sed -n '5,7s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; exit 0 ;; esac
tries=${1:-20} rounds=${2:-20} scratch=${3:-$(mktemp -d)}
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

mkdir -p "$scratch"
for tree in usual slow; do
  rm -rf "${scratch:?}/$tree" && mkdir "$scratch/$tree"
  git archive HEAD | tar x -C "$scratch/$tree"
  [ "$tree" = usual ] || patch --silent --force --strip=1 -d "$scratch/$tree" < bench/ci/planted_slowdown.patch
  (cd "$scratch/$tree" && cmake --preset release -DRINGSIDE_TESTS=OFF && cmake --build --preset release --target ringside) >&2
done
usual=$scratch/usual/build/release/ringside slow=$scratch/slow/build/release/ringside

# 0: not flagged, 1: flagged
flagged() { # CANDIDATE
  local code=0
  bash bench/ci/ab.sh "$usual" "$1" --rounds "$rounds" --out "$scratch/ab" --compare "--metric step_p10_s --format json" \
    -- lenet --strategy single --devices 1 --scaling strong --steps 40 --repetitions 2 > "$scratch/report.json" || code=$?
  [ "$code" -le 1 ] || { echo "power.sh: ab.sh ended with $code" >&2; exit "$code"; }
  ratio=$(grep -m1 '"ratio"' "$scratch/report.json" | tr -dc '0-9.')
  result=$code
}
alarms=0 found=0
for ((try = 1; try <= tries; ++try)); do
  flagged "$usual"; ((alarms += result)) || true; same="$result ($ratio)"
  flagged "$slow"; ((found += result)) || true
  echo "try $try: same program flagged $same, slower one flagged $result ($ratio)"
done
echo "false alarms: $alarms of $tries; 8 % found: $found of $tries"
