"""Missing cells: ways to fill them, and what they do to the ranking of `detect`.

python experiments/missing.py [--quick]

Cells are taken out of bundled data sets at random, 10 and 30 % of them, from all rows or from half
of the rows. Finished cells are stored one by one: after an interruption, the same command goes on.
Results go to experiments/results/missing.md; with --quick, to build/missing-quick.
"""

import sys
from collections.abc import Sequence

from lab import command, missing
from lab.cells import run_cells
from lab.command import Session

PART = "missing"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run it.

    Parameters
    ----------
    arguments : sequence of str, optional
        Command line arguments; those of the process by default.

    Returns
    -------
    int
        Exit code.
    """
    parser = command.parser(__doc__, [PART])
    return command.run("missing", [PART], parser, run_session, arguments)


def run_session(session: Session) -> None:
    """Run all cells, and write the page."""
    given = session.given
    entries = missing.cells(quick=given.quick)
    run_cells([cell for _, cell in entries], session.store, missing.measure, jobs=given.jobs)
    missing.write(session.store.frame(entries), session.output("", seeds=missing.SEEDS))


if __name__ == "__main__":
    sys.exit(main())
