# Sourced by the other scripts. Goes to the project's root, finds a JDK, Gradle and Python, and installs
# what is missing (Debian, Ubuntu). Sets JAVA_HOME and PYTHON. Every call runs it, so it starts no JVM.
# shellcheck shell=sh
cd "$(dirname "$0")/.." || exit

say() {
  printf '==> %s\n' "$*"
}

die() {
  printf 'error: %s\n' "$*" >&2
  exit 1
}

# quietly LOG COMMAND...: what the command prints goes to the log, and is shown if it fails.
quietly() {
  log=$1
  shift
  mkdir -p "$(dirname "$log")"
  "$@" >"$log" 2>&1 || {
    cat "$log" >&2
    die "this failed, see above or $log: $*"
  }
}

# Java 11 is what we compile for; the test task of Debian's Gradle 4.4.1 fails on Java 24 and later.
find_jdk() {
  javac=$(command -v javac) && javac=$(readlink -f "$javac")
  for home in "${JAVA_HOME:-}" "${javac%/bin/javac}" /usr/lib/jvm/*; do
    if [ -x "$home/bin/javac" ] && [ -r "$home/release" ]; then
      major=$(sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$home/release")
      if [ "${major:-0}" -ge 11 ] && [ "$major" -le 23 ]; then
        echo "$home"
        return
      fi
    fi
  done
}

# Newer Gradles know which Java they can use; asked only where there is none for the old one.
modern_gradle() {
  version=$(gradle --version 2>/dev/null) && ! echo "$version" | grep -q '^Gradle [1-6]\.'
}

find_python() {
  for name in "${PYTHON:-python3}" python3.14 python3.13 python3.12 python3.11 python3.10; do
    if "$name" -c 'import sys; sys.exit(sys.version_info < (3, 10))' 2>/dev/null; then
      echo "$name"
      return
    fi
  done
}

# What has to be installed, by the names of Debian's packages, in one line.
missing() {
  packages=
  if [ -z "$(find_jdk)" ] && ! modern_gradle; then
    for jdk in openjdk-17-jdk-headless openjdk-21-jdk-headless default-jdk-headless; do
      ! apt-cache show "$jdk" >/dev/null 2>&1 || break
    done
    packages="$jdk "
  fi
  command -v gradle >/dev/null || packages="${packages}gradle "
  python=$(find_python)
  if [ -z "$python" ]; then
    packages="${packages}python3 python3-venv"
  elif ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
    packages="$packages$("$python" -c 'import sys; print("python%d.%d-venv" % sys.version_info[:2])')"
  fi
  echo "$packages"
}

can_sudo() {
  command -v sudo >/dev/null && { sudo -n true 2>/dev/null || [ -t 0 ]; }
}

# install_missing DESCRIPTION: installs what `missing` names; the description is for other systems.
install_missing() {
  command -v apt-get >/dev/null ||
    die "there is no apt-get here; please install by hand what Debian calls: $(missing) ($*)"
  sudo=
  if [ "$(id -u)" -ne 0 ]; then
    can_sudo || die "packages are missing; as root, please run: apt-get update && apt-get install -y $(missing)"
    sudo=sudo
  fi
  $sudo apt-get update >/dev/null 2>&1 || true # one broken source must not stop the others
  say "installing with apt-get: $(missing)"
  # shellcheck disable=SC2046 # one word for each package
  quietly build/apt.log $sudo env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y --no-install-recommends $(missing)
  [ -z "$(missing)" ] || die "apt-get has no more to offer, but this is missing: $(missing) ($*)"
}

[ -z "$(missing)" ] ||
  install_missing "a JDK of 17 or 21, Gradle, Python 3.10 or later with its venv module;" \
    "to name a Python: make PYTHON=/path/to/python ..."
PYTHON=$(find_python)
jdk=$(find_jdk)
[ -z "$jdk" ] || export JAVA_HOME="$jdk"
# Ubuntu 22.04's Gradle needs this on Java 17; later ones add it themselves.
export GRADLE_OPTS="--add-opens java.base/java.lang=ALL-UNNAMED ${GRADLE_OPTS:-}"
