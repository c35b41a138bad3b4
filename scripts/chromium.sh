#!/bin/sh
# Installs Debian's chromium where there is no such browser: the tests open the report's page in it.
set -eu
. "$(dirname "$0")/tools.sh"

missing() {
  for name in chromium chromium-browser google-chrome; do
    ! command -v "$name" >/dev/null || return 0
  done
  echo chromium
}

[ -z "$(missing)" ] || install_missing "chromium, or Google Chrome"
