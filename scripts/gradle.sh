#!/bin/sh
# gradle.sh TASK...: runs Gradle, and of all it prints shows the tests' summary only.
set -eu
. "$(dirname "$0")/tools.sh"

quietly build/gradle.log gradle --no-daemon --console=plain "$@"
grep '^JUnit: ' build/gradle.log || true
