#!/usr/bin/env bash
# Builds and runs the tests, from a fresh checkout, and ends with the test runner's own summary.
#   bash tests/run.sh          tests, formatting, clang-tidy, and the tests again under ASan + UBSan and TSan
#   bash tests/run.sh --quick  tests only
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

preset=all
case "${1-}" in
  "") ;;
  --quick) preset=release ;;
  -h | --help) sed -n '2,4s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; exit 0 ;;
  *) echo "tests/run.sh: unknown option \"$1\"; there is: --quick" >&2; exit 2 ;;
esac

bash cmake/install_packages.sh build test plot
cmake --preset release
cmake --build --preset release
exec ctest --preset "$preset" --parallel "$(nproc)"
