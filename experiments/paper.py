"""The paper's experiments and more: figures, tables, and what does not agree.

python experiments/paper.py [part ...] [--quick]

Finished cells (a method on a data set) are stored one by one: after an interruption, the same
command goes on where it was; cells of another build of the package are run again. Results go to
experiments/results, and into experiments/README.md; with --quick, to build/paper-quick, from two
small data sets.
"""

import argparse
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path

from lab import bandwidth, batches, beyond, figures, table, tried
from lab.cells import Store, run_cells
from lab.detectors import measure, time_batches
from lab.pages import Output
from lab.scope import FULL, QUICK

HERE = Path(__file__).parent
BUILD = HERE.parent / "build"

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
    parser = argparse.ArgumentParser(
        description=__doc__.splitlines()[0], epilog="All parts, if none is given."
    )
    known = [FIGURES, *PARTS, BATCHES]
    parser.add_argument("parts", nargs="*", metavar="part", help=f"one of {', '.join(known)}")
    parser.add_argument("--quick", action="store_true", help="two small data sets only")
    parser.add_argument("--jobs", type=int, default=-1, help="processes (one on each core)")
    parser.add_argument("--output", type=Path, help="another folder for the results")
    parser.add_argument("--store", type=Path, help="another file for finished cells")
    parser.add_argument("--fresh", action="store_true", help="forget the finished cells first")
    given = parser.parse_args(arguments)
    unknown = set(given.parts) - set(known)
    if unknown:
        parser.error(f"unknown part {', '.join(sorted(unknown))}: choose from {', '.join(known)}")
    parts = [part for part in known if part in (given.parts or known)]

    build = BUILD / ("paper-quick" if given.quick else "paper")
    path = given.store or build / "cells.jsonl"
    if given.fresh:
        path.unlink(missing_ok=True)
    store = Store(path)
    folder = given.output or (build if given.quick else HERE / "results")
    readme = HERE / "README.md" if folder == HERE / "results" else None
    command = "python experiments/paper.py" + " --quick" * given.quick
    scope = QUICK if given.quick else FULL
    outputs = {part: Output(folder, f"{command} {part}", readme) for part in parts}
    try:
        if FIGURES in parts:
            print("==> figures", flush=True)
            figures.write(outputs[FIGURES])
        run_parts([part for part in parts if part in PARTS], scope, store, given.jobs, outputs)
        if BATCHES in parts:
            print("==> batches", flush=True)
            entries = batches.cells(scope)
            run_cells([cell for _, cell in entries], store, time_batches)
            batches.write(store.frame(entries), outputs[BATCHES])
    except KeyboardInterrupt:
        again = shlex.join(["python", *sys.argv])
        print(f"\nInterrupted. What is finished is stored; this goes on: {again}", file=sys.stderr)
        return 130
    print(f"Results are in {folder}")
    return 0


def run_parts(parts, scope, store, jobs, outputs):
    """Run the cells of several parts together, then write the results of each."""
    if not parts:
        return
    print(f"==> {', '.join(parts)}", flush=True)
    entries = {part: PARTS[part][0](scope) for part in parts}
    run_cells((cell for part in parts for _, cell in entries[part]), store, measure, jobs=jobs)
    for part in parts:
        PARTS[part][1](store.frame(entries[part]), outputs[part])


if __name__ == "__main__":
    sys.exit(main())
