"""The command line ``losdd``.

One module for each command; what takes long to import is imported once it is needed, so that help
and mistakes cost no time.
"""

from __future__ import annotations

import argparse
import contextlib
import logging
import os
import sys
import traceback
import warnings
from collections.abc import Iterator, Sequence
from typing import Any

from .._version import __version__
from . import compare, detect, elki, gui, info, plot, report, run, score
from ._options import Formatter, Parser, add_java_options
from ._text import one_line

__all__ = ["main"]

#: In the order of the help.
COMMANDS = (detect, score, run, compare, plot, report, info, elki, gui)

DESCRIPTION = """\
Find outliers in dirty data with leave-out support vector machines: an ensemble of them, with
nothing to tune, or LOSDD and LOSOC as in the paper; and compare them with the detectors of ELKI,
scikit-learn and PyOD."""

EPILOG = """\
examples:
  losdd detect points.csv                         the most outlying rows
  losdd detect data.csv --id name --label kind    named rows, measured against known outliers
  losdd score model new.csv                       other rows, by what detect --save wrote
  losdd run points.csv -b 10                      the algorithm of the paper
  losdd compare data.csv --id name --label kind   detect, LOSDD, KNN, LOF ... in one table
  losdd report points.csv -o report.html          a page to read and to share
  losdd run --help                                the options of a command, with examples

exit codes: 0 all went well, 1 it did not (one line says why), 2 the command line is wrong,
130 stopped by Ctrl-C"""


def make_parser() -> argparse.ArgumentParser:
    """Make the parser of all commands."""
    parser = Parser(
        prog="losdd",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=Formatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"losdd {__version__}")
    add_java_options(parser)
    commands = parser.add_subparsers(
        dest="command", metavar="COMMAND", required=True, parser_class=Parser
    )
    for command in COMMANDS:
        command.add_parser(commands)
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line.

    Parameters
    ----------
    arguments : sequence of str, optional
        The arguments; those of the process by default.

    Returns
    -------
    int
        The exit code: 0 if all went well, 1 if not, 2 for a wrong command line, 130 for Ctrl-C.
    """
    given = sys.argv[1:] if arguments is None else list(arguments)
    try:
        code = _execute(given)
        if sys.stdout is not None:
            sys.stdout.flush()  # a closed pipe or a full disk must be noticed here
        return code
    except KeyboardInterrupt:
        _say("losdd: stopped")
        return 130
    except BrokenPipeError:
        # The reader of our output has seen enough. Python would complain when it closes the pipe.
        with contextlib.suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except Exception as error:
        if "--debug" in given:
            traceback.print_exc()
        _say(f"losdd: error: {_explain(error)}")
        return 1


def _execute(given: list[str]) -> int:
    """Run a command, and return its exit code."""
    try:
        args = make_parser().parse_args(given)
    except SystemExit as end:  # after help or a mistake
        return end.code if isinstance(end.code, int) else 1
    args.given = given
    with _messages(getattr(args, "verbose", False)):
        return int(args.execute(args))


def _explain(error: Exception) -> str:
    """Say what is wrong, in one line."""
    if isinstance(error, OSError) and error.strerror:
        place = "standard output" if error.filename is None else os.fspath(error.filename)
        return one_line(f"{place}: {error.strerror}")
    if isinstance(error, MemoryError):
        from .._java.errors import JavaError

        if isinstance(error.__cause__, JavaError):
            remedy = "Give it more with --memory, e.g. --memory 8g."
            return one_line(f"Java ran out of memory ({error.__cause__}). {remedy}")
        return one_line(str(error) or "out of memory")
    # These are raised with a text for users; others are our mistakes.
    if isinstance(error, (ValueError, TypeError, ImportError, MemoryError, RuntimeError, OSError)):
        return one_line(str(error) or type(error).__name__)
    hint = "This is a mistake of the program: please report it, with what --debug shows."
    return one_line(f"{type(error).__name__}: {error}. {hint}")


def _say(text: str) -> None:
    if sys.stderr is not None:
        with contextlib.suppress(OSError, ValueError):  # nobody may be listening
            print(text, file=sys.stderr, flush=True)


class _Handler(logging.Handler):
    """Shows what is logged in one line each."""

    def emit(self, record: logging.LogRecord) -> None:
        level = "" if record.levelno < logging.WARNING else f"{record.levelname.lower()}: "
        _say(f"losdd: {level}{one_line(record.getMessage())}")


@contextlib.contextmanager
def _messages(verbose: bool) -> Iterator[None]:
    """Show warnings and the log as lines for users, without file names and source code."""

    def show(message: Warning | str, *details: Any, **more: Any) -> None:
        _say(f"losdd: warning: {one_line(str(message))}")

    logger, handler = logging.getLogger("pyelki_losdd"), _Handler()
    level, propagate = logger.level, logger.propagate
    logger.addHandler(handler)
    logger.propagate = False
    if verbose:
        logger.setLevel(logging.INFO)
    try:
        with warnings.catch_warnings():
            warnings.showwarning = show
            yield
    finally:
        logger.removeHandler(handler)
        logger.setLevel(level)
        logger.propagate = propagate
