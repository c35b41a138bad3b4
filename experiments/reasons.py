"""Reasons of planted errors: `explain` beside SHAP and the scores of single columns.

python experiments/reasons.py [--quick]

Errors are planted into single cells of bundled data sets; a detector should find the rows, and an
explainer name the columns and say what was expected. SHAP is taken along where it is installed.
Finished cells are stored one by one: after an interruption, the same command goes on where it was.
Results go to experiments/results; with --quick, to build/reasons-quick, from two small data sets.
"""

import sys
from collections.abc import Sequence

from lab import command, explainers, reasons
from lab.cells import run_cells
from lab.command import Session
from lab.pages import LIBRARIES

PARTS = ["reasons"]


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
    parser = command.parser(__doc__, PARTS)
    return command.run("reasons", PARTS, parser, run_session, arguments)


def run_session(session: Session) -> None:
    """Run and write the parts that are asked for."""
    given, store = session.given, session.store
    print("==> times", flush=True)
    timed = reasons.timed(quick=given.quick)
    run_cells([cell for _, cell in timed], store, reasons.measure_times)
    print("==> reasons", flush=True)
    entries = reasons.cells(quick=given.quick)
    run_cells([cell for _, cell in entries], store, reasons.measure, jobs=given.jobs)
    shap = ("shap",) if explainers.shap is not None else ()
    output = session.output(PARTS[0], seeds=reasons.SEEDS, libraries=(*LIBRARIES, "pyod", *shap))
    reasons.write(store.frame(entries), store.frame(timed), output)


if __name__ == "__main__":
    sys.exit(main())
