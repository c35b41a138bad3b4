"""Quality of detection on many data sets: `detect` and `run` beside other detectors.

python experiments/quality.py [part ...] [--quick] [--skip METHOD] [--rows N]

Parts: `pools` (two pools of data sets) and `adbench` (its protocol beside its published table).
Finished cells (a method on a data set) are stored one by one: after an interruption, the same
command goes on where it was. Ours are run again when the package changes, those of PyOD only with
another version of it. Results go to experiments/results, and into experiments/README.md; with
--quick, to build/quality-quick, from a few small data sets.
"""

import sys
from collections.abc import Sequence

from lab import command, pools, protocol, quality
from lab.cells import run_cells
from lab.command import Session
from lab.methods import METHODS
from lab.pages import LIBRARIES

POOLS, ADBENCH = "pools", "adbench"
KNOWN = [POOLS, ADBENCH]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run what is asked for.

    Parameters
    ----------
    arguments : sequence of str, optional
        Command line arguments; those of the process by default.

    Returns
    -------
    int
        Exit code.
    """
    parser = command.parser(__doc__, KNOWN)
    parser.add_argument(
        "--skip", action="append", default=[], choices=list(METHODS), metavar="METHOD",
        help=f"leave a method out (may be repeated): {'; '.join(METHODS)}",
    )  # fmt: skip
    parser.add_argument(
        "--rows", type=int, choices=range(100, pools.MOST_ROWS + 1), metavar="N",
        help=f"up to N rows of each set of the pools (at most {pools.MOST_ROWS}); with --output",
    )  # fmt: skip
    given = parser.parse_args(arguments)
    if given.rows and not given.output:
        parser.error("--rows needs --output: experiments/results is for the usual number of rows")
    return command.run("quality", KNOWN, parser, run_session, arguments)


def run_session(session: Session) -> None:
    """Run and write the parts that are asked for."""
    given = session.given
    methods = [name for name in METHODS if name not in given.skip]
    libraries = (*LIBRARIES, "pyod")
    if POOLS in given.parts:
        print("==> pools", flush=True)
        entries = quality.cells(methods, quick=given.quick, rows=given.rows)
        run_cells([cell for _, cell in entries], session.store, quality.measure, jobs=given.jobs)
        output = session.output(POOLS, seeds=quality.SEEDS, libraries=libraries)
        quality.write(session.store.frame(entries), output)
    if ADBENCH in given.parts:
        print("==> ADBench's protocol", flush=True)
        entries = protocol.cells(methods, quick=given.quick)
        run_cells([cell for _, cell in entries], session.store, protocol.measure, jobs=given.jobs)
        output = session.output(ADBENCH, seeds=protocol.SEEDS, libraries=libraries)
        protocol.write(session.store.frame(entries), output)


if __name__ == "__main__":
    sys.exit(main())
