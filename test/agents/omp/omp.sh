#!/bin/sh
# The pinned omp on the bun that it wants.
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
exec "$here/node_modules/@oven/bun-linux-x64/bin/bun" "$here/node_modules/omp/dist/cli.js" "$@"
