"""All outlier detectors of ELKI that run with defaults, each in bounded time."""

import contextlib
import logging
import multiprocessing
import time
from dataclasses import replace
from pathlib import Path

import pandas as pd

import pyelki_losdd as pl

from .cells import Cell, Entry
from .detectors import load
from .pages import Output, markdown

DOCS = Path(__file__).parents[2] / "docs"

#: Seconds for a detector on a data set.
LIMIT = 30.0

#: Of detectors that ask for a number of neighbors, and for nothing else.
NEIGHBORS = 20

#: Faster runs are repeated once, as Java compiles while it runs.
FAST = 2.0

OURS = ("detect", "LOSDD", "LOSOC")

VERSION = 1

#: Of detectors that draw random numbers.
SEED = 1
SEEDS = f"{SEED} for ELKI (elki.seed), 0 for detect"

MEASURES = {
    "AUROC": pl.metrics.auroc,
    "AP": pl.metrics.average_precision,
}


def cells(*, quick: bool = False) -> list[Entry]:
    """All detectors on all bundled sets."""
    listed = pl.elki_algorithms()
    elki = listed[~listed["class"].str.startswith("elki.outlier.losvm.")]
    found = [("ours", name, name, {}) for name in OURS]
    for family, name, detector in zip(elki["family"], elki["name"], elki["class"], strict=True):
        options = pl.elki_algorithms(detector)
        required = list(options.loc[options["required"], "name"])
        only_k = all(option.rpartition(".")[2] == "k" for option in required)
        params = dict.fromkeys(required, NEIGHBORS) if only_k else {}
        found.append((family, name, detector, params))
    return [
        ({"family": family, "detector": name}, Cell.of(data, VERSION, detector, **params))
        for data in (("WBC", "Hepatitis") if quick else pl.datasets.names())
        for family, name, detector, params in found
    ]


def measure(cell: Cell) -> dict[str, float | str]:
    """Run a detector, and measure its ranking; what does not run says why."""
    logging.getLogger("pyelki_losdd.elki").setLevel(logging.ERROR)
    data = load(cell.data, cell.version)
    start = time.perf_counter()
    try:
        scores = _scores(cell, data.X)
        seconds = time.perf_counter() - start
        if seconds < FAST:
            start = time.perf_counter()
            _scores(cell, data.X)
            seconds = min(seconds, time.perf_counter() - start)
        return {name: m(data.y, scores) for name, m in MEASURES.items()} | {"time": seconds}
    except Exception as error:
        return {"error": str(error).strip().splitlines()[0] or type(error).__name__}


def _scores(cell, X):
    if cell.detector == "detect":
        return pl.detect(X, progress=False).scores
    if cell.detector in OURS:
        return pl.run(X, method=cell.detector.lower(), progress=False).scores
    options = dict(cell.params)
    found = pl.run_elki(X, cell.detector, options=options, standardize=True, progress=False)
    return found.scores


class Worker:
    """Measures cells in another process, which is ended where it takes too long.

    Parameters
    ----------
    limit : float
        Seconds for a cell.
    """

    def __init__(self, limit: float) -> None:
        self.limit = limit
        self._process = None

    def __enter__(self) -> "Worker":
        """Start with the first cell."""
        return self

    def __exit__(self, *_: object) -> None:
        """End the other process."""
        self._end()

    def __call__(self, cell: Cell) -> dict[str, float | str]:
        """Measure a cell."""
        if self._process is None:
            context = multiprocessing.get_context("spawn")  # Java does not survive a fork
            self._connection, other = context.Pipe()
            self._process = context.Process(target=_serve, args=(other,), daemon=True)
            self._process.start()
            other.close()
            # Java, and what all detectors need, is not the first one's time.
            self._connection.send(replace(cell, detector="detect", params=()))
            self._connection.recv()
        self._connection.send(cell)
        with contextlib.suppress(EOFError):
            if self._connection.poll(self.limit):
                return self._connection.recv()
            self._end()
            return {"error": f"more than {self.limit:g} seconds"}
        self._end()
        return {"error": "it ended the process"}

    def _end(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.join()
            self._process = None


def _serve(connection) -> None:
    pl.configure(options=f"-Delki.seed={SEED}")
    with contextlib.suppress(EOFError, KeyboardInterrupt):
        while True:
            connection.send(measure(connection.recv()))


def write(frame: pd.DataFrame, output: Output, limit: float) -> None:
    """Write the page and all figures."""
    if "error" not in frame:
        frame["error"] = None
    whole = frame.groupby(["family", "detector"], sort=False)
    means = whole[["AUROC", "AP"]].mean()
    means["seconds"] = whole["time"].sum()
    means["sets"] = whole["AUROC"].count()
    sets = frame["data"].nunique()
    lines = [
        f"Means over {sets} bundled data sets ({', '.join(frame['data'].unique())}; the first "
        "version of each), standardized; the seconds are the sum over all of them, on one machine "
        f"after a warm-up. Options are ELKI's defaults. Detectors that ask for a number of "
        f"neighbors, and for nothing else, have k = {NEIGHBORS}; those that ask for more are "
        f"below, as are those that failed or took more than {limit:g} seconds on a set. Many have "
        "options that suit these data better: this says what comes out of the box.",
        "",
    ]
    done = means[means["sets"] == sets]
    for family in done.index.unique("family"):
        table = done.loc[family].drop(columns="sets")
        lines += [f"## {family}", "", *markdown(table, corner="detector")]
    lines += ["## Not on all sets", ""]
    failed = frame[frame["error"].notna()]
    for (family, detector), found in failed.groupby(["family", "detector"], sort=False):
        where = "all" if len(found) == sets else ", ".join(found["data"])
        lines.append(f"- {detector} ({family}), {where}: {found['error'].iloc[0]}")
    output.csv("elki-detectors", frame.drop(columns="seconds"))
    folder = DOCS if output.readme else output.folder
    replace(output, folder=folder).page("elki-detectors", "Beside ELKI's detectors", lines)
