"""Run time and memory of `detect` on many rows, beside other detectors; a part of `make bench`.

python experiments/scale.py [--quick] [--fresh] [--store FILE] [--output FOLDER]

Each detector runs in a process of its own, on the same data, one after the other. What has been
measured is stored: after an interruption, the same command goes on. Writes scale.csv, scale.md, and
scale.svg and .png into experiments/results; with --quick, a small size into build/scale-quick.
"""

import json
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pandas as pd
from lab import command
from lab.cells import Cell, run_cells
from lab.command import Session
from lab.methods import PEERS_CODE
from lab.pages import LIBRARIES, Output, markdown, new_figure

SIZES = (100_000, 1_000_000, 10_000_000)
QUICK_SIZES = (10_000,)
#: Seconds for one run; what takes longer is not tried with more rows.
LONGEST = 900
#: What takes less than this many seconds is repeated, best of three.
REPEATED = 20
DETECTORS = ("detect", "isolation forest", "KNN, k=20", "LOF, k=20", "ECOD", "HBOS")
DATA = ("made-up", "donors", "http")
HERE = Path(__file__).parent


# ---------------------------------------------------------------------------- one run


def made_up(n: int) -> np.ndarray:
    """Draw three clusters in ten dimensions, and one percent of uniform rows."""
    rng = np.random.default_rng(0)
    centers, widths = rng.normal(scale=4, size=(3, 10)), (0.5, 1.0, 1.5)
    X = rng.normal(size=(n, 10))
    for number, rows in enumerate(np.array_split(np.arange(n), 3)):
        X[rows] = X[rows] * widths[number] + centers[number]
    outliers = rng.integers(n, size=n // 100)
    X[outliers] = rng.uniform(-12, 12, size=(len(outliers), 10))
    return X


def repeated(name: str, n: int) -> np.ndarray:
    """Repeat a real data set, with noise of a hundredth of each column's standard deviation."""
    (path,) = (HERE / "data" / "adbench").glob(f"*_{name}.npz")
    with np.load(path, allow_pickle=False) as file:
        rows = file["X"].astype(float)
    rng = np.random.default_rng(0)
    X = rows[rng.integers(len(rows), size=n)]
    for column, spread in zip(X.T, rows.std(axis=0), strict=True):
        column += rng.normal(scale=0.01 * spread, size=n)
    return X


def work(detector: str):
    """Make a function that scores all rows by a detector."""
    if detector == "detect":
        import pyelki_losdd as pl

        return lambda X: pl.detect(X, progress=False).scores
    if detector == "isolation forest":
        from sklearn.ensemble import IsolationForest

        def by_forest(X):
            forest = IsolationForest(random_state=0, n_jobs=2).fit(X)
            return -forest.score_samples(X)

        return by_forest
    if detector == "KNN, k=20":
        from sklearn.neighbors import NearestNeighbors

        return lambda X: NearestNeighbors(n_neighbors=20, n_jobs=2).fit(X).kneighbors()[0][:, -1]
    if detector == "LOF, k=20":
        from sklearn.neighbors import LocalOutlierFactor

        return lambda X: -LocalOutlierFactor(n_jobs=2).fit(X).negative_outlier_factor_
    if detector == "ECOD":
        from pyod.models.ecod import ECOD

        return lambda X: ECOD().fit(X).decision_scores_
    from pyod.models.hbos import HBOS

    return lambda X: HBOS().fit(X).decision_scores_


def peak_mb() -> float:
    """Return the most memory that this process has had."""
    lines = Path("/proc/self/status").read_text().splitlines()
    (line,) = (line for line in lines if line.startswith("VmHWM"))
    return int(line.split()[1]) / 1024


def forget_peak() -> None:
    """Let the peak begin anew at what is in use."""
    Path("/proc/self/clear_refs").write_text("5")


def one(data: str, n: int, detector: str) -> None:
    """Measure one run in this process; prints JSON."""
    X = made_up(n) if data == "made-up" else repeated(data, n)
    if detector != "detect":  # which does this itself
        X -= X.mean(axis=0)
        X /= X.std(axis=0)
    score = work(detector)
    for _ in range(5 if detector == "detect" else 1):  # until libraries and Java are ready
        score(X[:5_000])
    forget_peak()
    before = peak_mb()
    times: list[float] = []
    while not times or (times[0] < REPEATED and len(times) < 3):
        start = time.perf_counter()
        scores = score(X)
        times.append(time.perf_counter() - start)
        if len(times) == 1:
            memory = peak_mb() - before
    assert scores.shape == (n,)
    found = {"seconds": min(times), "beyond_mb": memory, "columns": X.shape[1]}
    print(json.dumps(found))


def in_process(cell: Cell) -> dict:
    """Measure in a process of its own, as its memory only grows."""
    arguments = [cell.data, str(cell.version), cell.detector]
    line = [sys.executable, __file__, "--one", *arguments]
    try:
        done = subprocess.run(line, capture_output=True, text=True, timeout=4 * LONGEST)
    except subprocess.TimeoutExpired:
        return {"failed": f"more than {4 * LONGEST} seconds"}
    if done.returncode:
        return {"failed": (done.stderr.strip().splitlines() or ["ended by a signal"])[-1][:200]}
    return json.loads(done.stdout.splitlines()[-1])


# ---------------------------------------------------------------------------- results


def growth(frame: pd.DataFrame) -> pd.Series:
    """Fit the exponent with which the time grows with the rows, by data and detector."""

    def exponent(part):
        if len(part) < 2:
            return np.nan
        return np.polyfit(np.log(part["rows"]), np.log(part["seconds"]), 1)[0]

    measured = frame[frame["seconds"].notna()]
    return measured.groupby(["data", "method"], sort=False)[["rows", "seconds"]].apply(exponent)


def picture(frame: pd.DataFrame):
    """Draw time and memory over the number of rows, for the data that are made up."""
    figure = new_figure(10, 4.2)
    axes = figure.subplots(1, 2)
    exponents = growth(frame)
    part = frame[frame["data"] == DATA[0]]
    for marker, name in zip("osv^D*", DETECTORS, strict=True):
        mine = part[(part["method"] == name) & part["seconds"].notna()]
        label = f"{name}, n^{exponents[DATA[0], name]:.2f}"
        axes[0].loglog(mine["rows"], mine["seconds"], marker=marker, label=label)
        axes[1].loglog(mine["rows"], mine["beyond_mb"].clip(lower=1), marker=marker, label=name)
    axes[0].set(xlabel="rows", ylabel="seconds")
    axes[1].set(xlabel="rows", ylabel="memory beyond the data, MB")
    for ax in axes:
        ax.grid(alpha=0.3)
    axes[0].legend(fontsize="small")
    return figure


def cluster(frame: pd.DataFrame) -> list[str]:
    """Compute what a billion rows would take, from the largest run."""
    ours = frame[(frame["data"] == DATA[0]) & (frame["method"] == "detect")]
    largest = ours.loc[ours["rows"].idxmax()]
    rate = largest["rows"] / largest["seconds"] / (os.cpu_count() or 1)
    rows, columns = 10**9, int(largest["columns"])
    table = pd.DataFrame(
        {
            "workers of two cores": [1, 10, 100],
            "seconds": [f"{rows / rate / (2 * w):,.0f}" for w in (1, 10, 100)],
            "GB a worker, float64": [f"{rows * columns * 8 / 1e9 / w:.1f}" for w in (1, 10, 100)],
            "GB a worker, float32": [f"{rows * columns * 4 / 1e9 / w:.1f}" for w in (1, 10, 100)],
            "GB of scores in all": ["8.0"] * 3,
        }
    )
    return [
        "## A billion rows, on paper",
        "",
        f"Not run: computed from {rate / 1e3:,.0f} thousand rows a second and core, measured with "
        f"{int(largest['rows']):,} rows of {columns} columns, learning included. Chunks are read "
        "once for the ranges of the columns, once for means and the order of rows, once for the "
        "samples, and once for the scores; all but the last are short. Reading the chunks from a "
        "disk or over a network comes on top, if that is slower.",
        "",
        *markdown(table.set_index("workers of two cores"), corner="workers of two cores"),
    ]


def write(frame: pd.DataFrame, output: Output) -> None:
    """Write all figures."""
    frame = frame.rename(columns={"version": "rows"})
    for column in ("seconds", "beyond_mb", "failed"):
        if column not in frame:
            frame[column] = np.nan
    lines = [
        "Seconds from numpy to scores, best of three if they are few; memory that the process "
        "takes beyond the data, at its peak. Two threads or jobs where a detector has them. What "
        f"took more than {LONGEST // 60} minutes was not tried with more rows.",
        "",
        output.figure("scale", picture(frame)),
        "",
    ]
    for data in dict.fromkeys(frame["data"]):
        part = frame[frame["data"] == data]
        seconds = part.pivot(index="method", columns="rows", values="seconds")
        memory = part.pivot(index="method", columns="rows", values="beyond_mb")
        shown = pd.DataFrame(
            {f"{rows:,} rows, s": seconds[rows].map("{:.2f}".format) for rows in seconds}
            | {f"{rows:,} rows, MB": memory[rows].map("{:.0f}".format) for rows in memory}
        ).replace("nan", "")
        exponents = growth(part).droplevel("data")
        shown["grows with"] = exponents.map("n^{:.2f}".format).replace("n^nan", "")
        columns = int(part["columns"].max())
        lines += [f"## {data}, {columns} columns", ""]
        lines += markdown(shown.reindex([m for m in DETECTORS if m in shown.index]), corner="")
    for data, rows, method, why in frame.loc[
        frame["failed"].notna(), ["data", "rows", "method", "failed"]
    ].values:
        lines += [f"- {method} failed on {data} with {rows:,} rows: {why}"]
    lines += ["", *cluster(frame)]
    output.csv("scale", frame)
    output.page("scale", "Many rows", lines)


def _code(detector: str) -> str:
    """Tell what the figures of a detector depend on."""
    return "" if detector == "detect" else PEERS_CODE


def run_session(session: Session) -> None:
    """Measure size after size, and write the results."""
    sizes = QUICK_SIZES if session.given.quick else SIZES
    data = DATA[:1] if session.given.quick else DATA
    entries, slow = [], set()
    for n in sizes:
        new = [
            (
                {"method": name},
                Cell.of(source, n, name, code="" if name == "detect" else PEERS_CODE),
            )
            for source in data
            for name in DETECTORS
            if (source, name) not in slow
        ]
        run_cells([cell for _, cell in new], session.store, in_process)
        entries += new
        for names, cell in new:
            if session.store[cell].get("seconds", np.inf) > LONGEST:
                slow.add((cell.data, names["method"]))
    libraries = (*LIBRARIES, "pyod")
    output = session.output("", seeds="0 for data and forests", libraries=libraries)
    write(session.store.frame(entries), output)


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, and write the results.

    Parameters
    ----------
    arguments : sequence of str, optional
        Command line arguments; those of the process by default.

    Returns
    -------
    int
        Exit code.
    """
    parser = command.parser(__doc__, [])
    return command.run("scale", [], parser, run_session, arguments)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--one"]:
        one(sys.argv[2], int(sys.argv[3]), sys.argv[4])
    else:
        sys.exit(main())
