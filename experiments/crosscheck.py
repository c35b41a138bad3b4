"""Ours beside ELKI's own detectors, on the bundled data sets.

python experiments/crosscheck.py [part ...] [--quick] [--limit SECONDS]

Parts: `weights` (the weight as a score, as ELKI's SVDD and OCSVM have it, beside distances and
LOSDD) and `elki` (all outlier detectors of ELKI that run with defaults). Finished cells (a method
on a data set) are stored one by one: after an interruption, the same command goes on where it was.
Results go to experiments/results, and the page of `elki` to docs; with --quick, all go to
build/crosscheck-quick, from two small data sets.
"""

import sys
from collections.abc import Sequence

from lab import command, elki_detectors, weights
from lab.cells import run_cells
from lab.command import Session
from lab.detectors import measure

WEIGHTS, ELKI = "weights", "elki"
KNOWN = [WEIGHTS, ELKI]


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
        "--limit", type=float, default=elki_detectors.LIMIT, metavar="SECONDS",
        help=f"time for a detector of ELKI on a data set ({elki_detectors.LIMIT:g})",
    )  # fmt: skip
    return command.run("crosscheck", KNOWN, parser, run_session, arguments)


def run_session(session: Session) -> None:
    """Run and write the parts that are asked for."""
    given = session.given
    if WEIGHTS in given.parts:
        print("==> weights", flush=True)
        entries = weights.cells(quick=given.quick)
        run_cells([cell for _, cell in entries], session.store, measure, jobs=given.jobs)
        weights.write(session.store.frame(entries), session.output(WEIGHTS))
    if ELKI in given.parts:
        print("==> elki", flush=True)
        entries = elki_detectors.cells(quick=given.quick)
        # One at a time, as run times are measured.
        with elki_detectors.Worker(given.limit) as worker:
            run_cells([cell for _, cell in entries], session.store, worker)
        output = session.output(ELKI, seeds=elki_detectors.SEEDS)
        elki_detectors.write(session.store.frame(entries), output, given.limit)


if __name__ == "__main__":
    sys.exit(main())
