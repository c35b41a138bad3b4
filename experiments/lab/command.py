"""The command line of an experiment: its parts, where results go, and going on after Ctrl-C."""

import argparse
import shlex
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from .cells import Store
from .pages import Output

HERE = Path(__file__).parents[1]
BUILD = HERE.parent / "build"


@dataclass(frozen=True)
class Session:
    """One call of an experiment.

    Attributes
    ----------
    name : str
        The experiment's name, which is that of its script.
    given : argparse.Namespace
        What was asked for; `parts` are in order.
    store : Store
        Where finished cells are, and go.
    folder : Path
        Where results go.
    """

    name: str
    given: argparse.Namespace
    store: Store
    folder: Path

    def output(self, part: str, **about) -> Output:
        """Say where the results of a part go, and how they are made; "" is all of it."""
        command = f"python experiments/{self.name}.py" + " --quick" * self.given.quick
        readme = HERE / "README.md" if self.folder == HERE / "results" else None
        return Output(self.folder, f"{command} {part}".rstrip(), readme, **about)


def parser(about: str, known: Sequence[str]) -> argparse.ArgumentParser:
    """Make a parser of what all experiments understand."""
    made = argparse.ArgumentParser(
        description=about.splitlines()[0], epilog="All parts, if none is given."
    )
    made.add_argument("parts", nargs="*", metavar="part", help=f"one of {', '.join(known)}")
    made.add_argument("--quick", action="store_true", help="a few small data sets only")
    made.add_argument("--jobs", type=int, default=-1, help="processes (one on each core)")
    made.add_argument("--output", type=Path, help="another folder for the results")
    made.add_argument("--store", type=Path, help="another file for finished cells")
    made.add_argument("--fresh", action="store_true", help="forget the finished cells first")
    return made


def run(
    name: str,
    known: Sequence[str],
    parser: argparse.ArgumentParser,
    work: Callable[[Session], None],
    arguments: Sequence[str] | None,
) -> int:
    """Do what is asked for.

    Parameters
    ----------
    name : str
        The experiment's name.
    known : sequence of str
        Its parts, in order.
    parser : argparse.ArgumentParser
        Made by `parser`, perhaps with more options.
    work : callable
        Runs the parts of a session.
    arguments : sequence of str or None
        Command line arguments; those of the process by default.

    Returns
    -------
    int
        Exit code.
    """
    given = parser.parse_args(arguments)
    unknown = set(given.parts) - set(known)
    if unknown:
        parser.error(f"unknown part {', '.join(sorted(unknown))}: choose from {', '.join(known)}")
    given.parts = [part for part in known if part in (given.parts or known)]
    build = BUILD / (f"{name}-quick" if given.quick else name)
    path = given.store or build / "cells.jsonl"
    if given.fresh:
        path.unlink(missing_ok=True)
    folder = given.output or (build if given.quick else HERE / "results")
    try:
        work(Session(name, given, Store(path), folder))
    except KeyboardInterrupt:
        again = shlex.join(["python", *sys.argv])
        print(f"\nInterrupted. What is finished is stored; this goes on: {again}", file=sys.stderr)
        return 130
    print(f"Results are in {folder}")
    return 0
