#!/usr/bin/env bash
# install_packages.sh GROUP...: installs what is missing of the groups of packages.txt; silent when nothing is.
set -euo pipefail
list="$(dirname "${BASH_SOURCE[0]}")/../packages.txt"

if ! command -v dpkg-query >/dev/null; then
  echo "Not a Debian system: nothing is installed; the counterparts of packages.txt must be there." >&2
  exit 0
fi

missing=()
for group in "$@"; do
  packages=$(awk -v group="$group" '$1 == group { print $2 }' "$list")
  [ -n "$packages" ] || { echo "install_packages.sh: no group \"$group\" in packages.txt" >&2; exit 2; }
  for package in $packages; do
    [ "$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null)" = installed ] || missing+=("$package")
  done
done
[ ${#missing[@]} -gt 0 ] || exit 0

as_root=()
if [ "$(id -u)" -ne 0 ]; then
  if ! sudo -n true 2>/dev/null; then
    echo "Packages are missing. Install them, then run this again:" >&2
    echo "  sudo apt-get update && sudo apt-get install --no-install-recommends ${missing[*]}" >&2
    exit 2
  fi
  as_root=(sudo -n)
fi

# What apt-get says belongs on stderr, like all progress.
echo "Installing ${missing[*]}" >&2
"${as_root[@]}" apt-get update -qq >&2
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends "${missing[@]}" >&2
