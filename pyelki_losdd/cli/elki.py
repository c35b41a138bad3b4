"""``losdd elki``: ELKI's own command line, with the plugin on the class path."""

from __future__ import annotations

import argparse
from typing import Any

from ._options import Formatter, configure_java

__all__ = ["add_parser"]

DESCRIPTION = """\
Hand everything that follows to ELKI's own command line, with LOSDD and LOSOC on its class path.

If the first word is an option, ELKI's cli application gets it; otherwise it is the application to
run (cli, or the name of its class). Options for Java stand before: losdd --memory 8g elki ..."""

EPILOG = """\
examples:
  losdd elki -help                                   what ELKI's cli understands
  losdd elki -description elki.outlier.losvm.LOSDD   the options of LOSDD
  losdd elki -dbc.in points.csv -algorithm losdd -losvm.batches 10 \\
      -resulthandler ResultWriter -out results       a run, with files of results

ELKI takes columns of text for labels. The exit code is its own, which is 1 also after its help."""


def add_parser(commands: Any) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "elki",
        help="ELKI's own command line, with LOSDD on the class path",
        usage="losdd elki [APPLICATION] [-OPTION VALUE ...]",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=Formatter,
        prefix_chars="\0",  # no option is ours
        add_help=False,
    )
    parser.add_argument("arguments", nargs=argparse.REMAINDER, help=argparse.SUPPRESS)
    parser.set_defaults(execute=lambda args: execute(args, parser))


def execute(args: argparse.Namespace, parser: argparse.ArgumentParser) -> int:
    """Run the command."""
    given = args.arguments
    if not given or given in (["-h"], ["--help"]):
        parser.print_help()
        return 0
    from .._java.jvm import bundled_jars, command
    from .._java.programs import call

    configure_java(args)
    program = command(bundled_jars(), "elki.application.ELKILauncher")
    return call([*program, *(["cli"] if given[0].startswith("-") else []), *given])
