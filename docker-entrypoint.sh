#!/bin/sh
# Runs stillnode on what is mounted at /ledger, or on the sample ledger where nothing is. A path or `check PATH` of the
# caller's comes before both. The programs that are named here are run instead; every other word is for stillnode.
set -eu

case "${1-}" in
  sh | bash | node | solana-test-validator) exec "$@" ;;
esac

if [ -e /ledger ]; then export STILLNODE_LEDGER="${STILLNODE_LEDGER:-/ledger}"; fi
# for the health check, which so knows the port; a container that is read-only has no such file
if [ -w /tmp ]; then export STILLNODE_READY_FILE="${STILLNODE_READY_FILE:-/tmp/stillnode-ready.json}"; fi
# exec: stillnode itself gets the signals
exec node "$(dirname "$0")/dist/cli.js" "$@"
