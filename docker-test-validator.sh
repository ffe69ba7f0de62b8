#!/bin/sh
# `solana-test-validator` of the image: the stand-in of stillnode, however it is started.
set -eu

# for the health check, which so knows the port; a container that is read-only has no such file
if [ -w /tmp ]; then export STILLNODE_READY_FILE="${STILLNODE_READY_FILE:-/tmp/stillnode-ready.json}"; fi
# exec: stillnode itself gets the signals
exec node /app/dist/cli.js test-validator "$@"
