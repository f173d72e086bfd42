#!/usr/bin/env bash
# Builds and runs the tests, from a fresh checkout, and ends with the test runner's own summary.
#   bash tests/run.sh             tests, formatting, and those of memory and threads again under ASan + UBSan and TSan
#   bash tests/run.sh --quick     tests only
#   bash tests/run.sh --thorough  also clang-tidy, and all tests under ASan + UBSan: an hour
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

preset=all
case "${1-}" in
  "") ;;
  --quick) preset=release ;;
  --thorough) preset=thorough ;;
  -h | --help) sed -n '2,5s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; exit 0 ;;
  *) echo "tests/run.sh: unknown option \"$1\"; there are: --quick, --thorough" >&2; exit 2 ;;
esac

bash cmake/install_packages.sh build test plot
cmake --preset release
cmake --build --preset release
exec ctest --preset "$preset" --parallel "$(nproc)"
