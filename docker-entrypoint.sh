#!/bin/sh
# Runs stillnode on what is mounted at /ledger, or on the sample ledger where nothing is. A path or `check PATH` of the
# caller's comes before both. The programs that are named here are run instead; every other word is for stillnode.
set -eu

case "${1-}" in
  sh | bash | node) exec "$@" ;;
esac

if [ -e /ledger ]; then export STILLNODE_LEDGER="${STILLNODE_LEDGER:-/ledger}"; fi
# exec: stillnode itself gets the signals
exec node "$(dirname "$0")/dist/cli.js" "$@"
