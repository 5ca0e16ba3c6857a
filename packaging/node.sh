#!/bin/sh
# Starts the driver's Node.js with the libraries that lie beside the packaged program: a bare machine has none.
# The driver waits more than it computes: without its heaviest compiler and a heap per thread it does with 15 MB less.
export MALLOC_ARENA_MAX=1 LD_LIBRARY_PATH="${0%/playwright/driver/node}"
exec "$0-bin" --max-opt=2 --no-node-snapshot "$@"
