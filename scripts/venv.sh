#!/bin/sh
# Makes .venv, with the package in editable form and everything its tests use.
set -eu
. "$(dirname "$0")/tools.sh"

if ! .venv/bin/python -c 'import pip, sys; sys.exit(sys.version_info < (3, 10))' 2>/dev/null; then
  say "making the virtual environment .venv with $("$PYTHON" --version)"
  "$PYTHON" -m venv --clear .venv
fi
say "installing the package and its requirements in .venv"
quietly build/pip.log .venv/bin/python -m pip install --disable-pip-version-check --editable '.[dev]'
touch .venv/.installed
