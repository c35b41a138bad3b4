"""A demonstration: ``python -m pyelki_losdd.demo``.

Finds the outliers of a real data set, compares with KNN and plain SVDD, and draws how outliers mask
each other.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from . import Result, __version__, datasets, metrics, plots, run, run_elki
from .plots._canvas import paper

__all__ = ["main"]

DATA = "WBC"
VERSIONS = range(1, 11)

#: What is compared, all on the same standardized data.
METHODS: dict[str, Callable[[np.ndarray], Result]] = {
    'run_elki(X, "KNNOutlier", k=1, standardize=True)': lambda X: run_elki(
        X, "KNNOutlier", k=1, standardize=True
    ),
    "run(X, b=0), the plain SVDD": lambda X: run(X, b=0),
    "run(X, b=10), LOSDD": lambda X: run(X, b=10),
}

MEASURES = {"AUROC": metrics.auroc, "adjusted AP": metrics.adjusted_average_precision}

#: The picture. The bandwidth is wider than Silverman's, for a boundary easy to see.
MASKING: dict[str, Any] = {"removals": 25, "gamma": 1}


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the demonstration.

    Parameters
    ----------
    arguments : sequence of str, optional
        Command line arguments; those of the process by default.
    """
    parser = argparse.ArgumentParser(prog="python -m pyelki_losdd.demo", description=__doc__)
    parser.add_argument(
        "--output",
        type=Path,
        default=Path("losdd-demo.png"),
        help="the picture to write (default: %(default)s)",
    )
    output = parser.parse_args(arguments).output
    show_outliers()
    compare()
    draw(output)


def show_outliers() -> None:
    """Print the most outlying rows of one real data set."""
    data = datasets.load(DATA)
    print(f"pyelki_losdd {__version__}\n\n{data}\nSource: {data.source}\n")
    print("result = pyelki_losdd.run(X, b=10)")
    result = run(data.X, b=10)
    print(f"{result}\n\nThe most outlying rows, and whether they are labeled as outliers:")
    frame = result.to_frame().assign(labeled=np.where(data.y, "yes", "no"))
    top = frame.iloc[result.ranking[:10]].rename_axis("row").reset_index()
    print(top[["rank", "row", "score", "removed", "labeled"]].to_string(index=False))


def compare() -> None:
    """Print the quality of the rankings, averaged over the versions of the data set."""
    sets = [datasets.load(DATA, version) for version in VERSIONS]
    rows = {}
    for name, method in METHODS.items():
        scores = [method(data.X).scores for data in sets]
        rows[name] = {
            title: np.mean([measure(d.y, s) for d, s in zip(sets, scores, strict=True)])
            for title, measure in MEASURES.items()
        }
    print(f"\nMeans of the {len(sets)} versions of {DATA}, all standardized (1 is perfect):")
    print(pd.DataFrame(rows).T.to_string(float_format="{:.3f}".format))


def draw(path: Path) -> None:
    """Draw the masking picture into a file, or say what is missing."""
    parameters = ", ".join(f"{name}={value}" for name, value in MASKING.items())
    print(f"\nTwo clusters and noise, {MASKING['removals']} points removed in four ways:")
    print(f"plots.masking(X, {parameters})")
    try:
        figure = paper(8, 7.6)
    except ImportError as error:
        print(f"No picture was drawn. {error}")
        return
    plots.masking(masking_data(), figure=figure, **MASKING)
    figure.savefig(path, dpi=150)
    print(f"Picture written to {path}")


def masking_data() -> np.ndarray:
    """Make two clusters, noise, and a loose group of five outliers that mask each other."""
    rng = np.random.default_rng(1)
    wide = rng.standard_normal((100, 2))
    narrow = rng.standard_normal((100, 2)) * 0.6 + np.array([5, 4])
    noise = rng.uniform([-4, -4], [8, 8], size=(15, 2))
    group = rng.standard_normal((5, 2)) * 0.8 + np.array([5, -2])
    return np.vstack([wide, narrow, noise, group])


if __name__ == "__main__":
    main()
