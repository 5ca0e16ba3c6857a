#!/bin/sh
# Starts the driver's Node.js with the libraries that lie beside the packaged program: a bare machine has none.
LD_LIBRARY_PATH=${0%/playwright/driver/node} exec "$0-bin" "$@"
