#!/usr/bin/env bash
# Runs two programs in turns and compares what they measured: drift of the machine falls on both of them.
#
#   bash bench/ci/ab.sh BASELINE CANDIDATE [--rounds N] [--out DIR] [--compare "OPTIONS"] [-- RUN ARGUMENTS]
#
#   BASELINE, CANDIDATE  programs: build/release/ringside of two checkouts
#   --rounds N           turns of each (20): fewer than 15 and a slowdown of 8 % may be missed
#   --out DIR            where baseline.jsonl and candidate.jsonl are written (results/run/ab)
#   --compare OPTIONS    of ringside compare ("--suite ci --allow-missing --format text")
#   -- RUN ARGUMENTS     of ringside run (ci --steps 32 --repetitions 2)
#
# The first run of each is followed by a simulated one, whose numbers are exact. Both programs read this checkout's experiments.
# Exit codes: those of ringside compare, or of the run that failed.
set -euo pipefail

usage() { sed -n '4,12s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; }
wrong() { echo "ab.sh: $1" >&2; usage >&2; exit 2; }

home=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
programs=() rounds=20 out=results/run/ab run=(ci --steps 32 --repetitions 2)
read -ra options <<< "--suite ci --allow-missing --format text"
while [ $# -gt 0 ]; do
  case "$1" in
    --rounds) [[ ${2-} =~ ^[1-9][0-9]*$ ]] || wrong "--rounds needs a whole number from 1, got \"${2-}\""; rounds=$2; shift ;;
    --out) [ -n "${2-}" ] || wrong "--out needs a folder"; out=$2; shift ;;
    --compare) [ $# -ge 2 ] || wrong "--compare needs options"; read -ra options <<< "$2"; shift ;;
    --) shift; [ $# -gt 0 ] && run=("$@"); break ;;
    -h | --help) usage; exit 0 ;;
    -*) wrong "unknown option \"$1\"" ;;
    *) programs+=("$1") ;;
  esac
  shift
done
[ "${#programs[@]}" -eq 2 ] || wrong "expected two programs, got ${#programs[@]}"
for program in "${programs[@]}"; do [ -x "$program" ] || wrong "$program: no such program"; done
export RINGSIDE_HOME=${RINGSIDE_HOME:-$home}

mkdir -p "$out"
files=("$out/baseline.jsonl" "$out/candidate.jsonl")
rm -f "${files[@]}"
for which in 0 1; do
  [ "${run[0]}" = ci ] || break
  "${programs[which]}" run ci --simulate titanxx4 --quiet --append --out "${files[which]}"
done
for ((round = 0; round < rounds; ++round)); do
  order=(0 1)
  ((round % 2 == 0)) || order=(1 0)  # whoever comes second finds the machine warm
  for which in "${order[@]}"; do
    "${programs[which]}" run "${run[@]}" --quiet --append --out "${files[which]}"
  done
done
"${programs[1]}" compare "${files[@]}" "${options[@]}"
