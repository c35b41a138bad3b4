"""``losdd gui``: ELKI's MiniGUI from the user's bundle, with the plugin beside it."""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
import zipfile
from pathlib import Path
from typing import Any

from ._options import Formatter, add_java_options, configure_java

__all__ = ["add_parser"]

MAIN = "elki.gui.minigui.MiniGUI"

DOWNLOAD = (
    "download elki-bundle-0.8.0.jar from https://elki-project.github.io/releases/, then: losdd gui "
    "--elki elki-bundle-0.8.0.jar"
)

#: Where a bundle is looked for, in this order.
PLACES = (
    ".", "~/Downloads", "~", "~/elki", "~/.local/share/elki", "/opt/elki", "/usr/local/share/java",
    "/usr/share/java",
)  # fmt: skip

EPILOG = f"""\
The graphical interface is part of ELKI's bundle, which its users download from
https://elki-project.github.io/releases/ (it is in none of the jars that come with this package).
LOSDD and LOSOC appear among the algorithms. Without --elki, elki-bundle-*.jar is looked for among
the jars of --classpath, and in these folders:
  {", ".join(PLACES)}

examples:
  losdd gui
  losdd gui --elki elki-bundle-0.8.0.jar
  losdd gui --elki ~/Downloads --memory 8g"""


def add_parser(commands: Any) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "gui",
        help="ELKI's graphical interface, with LOSDD among its algorithms",
        description="Start ELKI's graphical interface (MiniGUI), with LOSDD among its algorithms.",
        epilog=EPILOG,
        formatter_class=Formatter,
        allow_abbrev=False,
    )
    parser.add_argument(
        "--elki", metavar="PATH", help="ELKI's bundle jar, or the folder that holds it"
    )
    add_java_options(parser)
    parser.set_defaults(execute=execute)


def execute(args: argparse.Namespace) -> int:
    """Run the command."""
    bundle = (
        search(getattr(args, "classpath", None))
        if args.elki is None
        else find_bundle(_path(args.elki))
    )
    from .._java.jvm import bundled_jars, command
    from .._java.programs import call

    configure_java(args)
    (plugin,) = [jar for jar in bundled_jars() if Path(jar).name.startswith("pyelki-losdd")]
    program = command([str(bundle), plugin], MAIN)
    check_display(Path(program[0]).parent.parent)
    return call(program)


def _path(text: str) -> Path:
    return Path(text).expanduser()


def search(classpath: str | None) -> Path:
    """Look for ELKI's bundle in the usual places, and say which one is taken.

    Parameters
    ----------
    classpath : str or None
        Jars that the user has named.
    """
    named = [path for path in map(_path, (classpath or "").split(os.pathsep)) if path.is_file()]
    found = [path for path in named if path.match("elki-bundle-*.jar")]
    for place in PLACES:
        with contextlib.suppress(OSError, RuntimeError):  # not readable, or no home
            found += sorted(_path(place).glob("elki-bundle-*.jar"), reverse=True)
    if not found:
        raise ValueError(
            "ELKI's bundle, which has the graphical interface, is not among the jars of "
            f"--classpath, nor in {', '.join(PLACES)}; {DOWNLOAD}."
        )
    problems = []
    for path in found:
        try:
            bundle = find_bundle(path)
        except ValueError as error:
            problems.append(error)
        else:
            print(f"ELKI is {bundle}", file=sys.stderr)
            return bundle
    raise problems[0]


def find_bundle(path: Path) -> Path:
    """Find ELKI's bundle jar, and look whether it is one."""
    if path.is_dir():
        found = sorted(path.glob("elki-bundle-*.jar"))
        if not found:
            raise ValueError(f"--elki {path}: there is no elki-bundle-*.jar in it; {DOWNLOAD}.")
        path = found[-1]
    if not path.exists():
        raise ValueError(f"--elki {path}: there is no such file; {DOWNLOAD}.")
    try:
        with zipfile.ZipFile(path) as jar:
            names = jar.namelist()
    except (zipfile.BadZipFile, OSError) as error:
        raise ValueError(f"--elki {path}: is no jar ({error}); {DOWNLOAD}.") from None
    if MAIN.replace(".", "/") + ".class" in names:
        return path
    if any(name.startswith("de/lmu/ifi/dbs/elki/") for name in names):
        raise ValueError(f"--elki {path}: is a version before 0.8.0, too old for us; {DOWNLOAD}.")
    raise ValueError(f"--elki {path}: has no graphical interface, it is no bundle; {DOWNLOAD}.")


def check_display(java: Path) -> None:
    """Say what is missing where windows cannot be opened; Java's own messages are obscure."""
    if not sys.platform.startswith("linux"):
        return
    if not os.environ.get("DISPLAY"):
        raise RuntimeError(
            "there is no display: DISPLAY is not set. Run this in a graphical session, or log in "
            "with ssh -X."
        )
    if not any(java.glob("**/libawt_xawt.so")):
        raise RuntimeError(
            f"the Java in {java} cannot open windows (it is a headless one): install a full one, "
            "e.g. apt-get install default-jre, or name another with --java."
        )
