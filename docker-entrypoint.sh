#!/bin/sh
# Runs stillnode on what is mounted at /ledger, or on the sample ledger where nothing is. A path or `check PATH` of the
# caller's comes before both; a command that the image has, such as `sh`, is run instead.
set -eu

case "${1-}" in
  '' | -* | */*) ;;
  *) if command -v "$1" >/dev/null 2>&1; then exec "$@"; fi ;;
esac

if [ -e /ledger ]; then export STILLNODE_LEDGER="${STILLNODE_LEDGER:-/ledger}"; fi
# exec: stillnode itself gets the signals
exec node "$(dirname "$0")/dist/cli.js" "$@"
