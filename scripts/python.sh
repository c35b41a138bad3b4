#!/bin/sh
# python.sh ARGUMENT...: the Python of .venv, with the Java that built the jar.
set -eu
. "$(dirname "$0")/tools.sh"

exec .venv/bin/python "$@"
