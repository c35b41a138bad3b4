"""The paper's experiments and more: figures, tables, and what does not agree.

python experiments/paper.py [part ...] [--quick]

Finished cells (a method on a data set) are stored one by one: after an interruption, the same
command goes on where it was; cells of another build of the package are run again. Results go to
experiments/results, and into experiments/README.md; with --quick, to build/paper-quick, from two
small data sets.
"""

import sys
from collections.abc import Sequence

from lab import bandwidth, batches, beyond, command, figures, table, tried
from lab.cells import run_cells
from lab.command import Session
from lab.detectors import measure, time_batches
from lab.scope import FULL, QUICK

#: Name -> what to run, and how to show it.
PARTS = {
    "bandwidth": (bandwidth.rule_cells, bandwidth.write_rules),
    "perturbation": (bandwidth.perturbation_cells, bandwidth.write_perturbation),
    "table": (table.cells, table.write),
    "tried": (tried.cells, tried.write),
    "beyond": (beyond.cells, beyond.write),
}
#: Draws pictures only.
FIGURES = "figures"
#: Measures run times, so nothing may run beside it.
BATCHES = "batches"
KNOWN = [FIGURES, *PARTS, BATCHES]


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
    return command.run("paper", KNOWN, command.parser(__doc__, KNOWN), run_session, arguments)


def run_session(session: Session) -> None:
    """Run and write the parts that are asked for."""
    parts = session.given.parts
    scope = QUICK if session.given.quick else FULL
    if FIGURES in parts:
        print("==> figures", flush=True)
        figures.write(session.output(FIGURES))
    run_parts([part for part in parts if part in PARTS], scope, session)
    if BATCHES in parts:
        print("==> batches", flush=True)
        entries = batches.cells(scope)
        run_cells([cell for _, cell in entries], session.store, time_batches)
        batches.write(session.store.frame(entries), session.output(BATCHES))


def run_parts(parts, scope, session):
    """Run the cells of several parts together, then write the results of each."""
    if not parts:
        return
    print(f"==> {', '.join(parts)}", flush=True)
    entries = {part: PARTS[part][0](scope) for part in parts}
    cells = (cell for part in parts for _, cell in entries[part])
    run_cells(cells, session.store, measure, jobs=session.given.jobs)
    for part in parts:
        PARTS[part][1](session.store.frame(entries[part]), session.output(part))


if __name__ == "__main__":
    sys.exit(main())
