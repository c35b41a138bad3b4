"""Errors planted into tables: single cells of inliers, of which the place and the truth are known.

A table is made by a name of `TABLES`, which may come to hold tables with categories and dates, too:
what is planted there is a matter of their makers.
"""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

import pyelki_losdd as pl

#: Figures of other errors do not count.
CODE = hashlib.sha256(Path(__file__).read_bytes()).hexdigest()[:12]

#: What happens to a cell.
KINDS = ("swapped", "times ten", "shifted")

#: How many rows get an error: a share, but at least and at most so many.
SHARE, LEAST, MOST = 0.02, 4, 20

#: How far off an error is, in standard deviations of its column; below, nothing is wrong.
FAR = 1.0

#: How far values are shifted, up or down, in standard deviations.
SHIFT = 8.0


@dataclass(frozen=True)
class Planted:
    """A table with errors.

    Attributes
    ----------
    X, clean : ndarray of shape (n, d)
        The table with and without errors.
    rows, columns : ndarray of shape (e,)
        Where the errors are, one in a row.
    truth : ndarray of shape (e,)
        What was there.
    spread : ndarray of shape (e,)
        The standard deviation of the error's column, before there were errors.
    """

    X: np.ndarray
    clean: np.ndarray
    rows: np.ndarray
    columns: np.ndarray
    truth: np.ndarray
    spread: np.ndarray


def bundled(name: str, version: int, kind: str) -> Planted:
    """Plant errors into the inliers of a bundled data set, whose outliers remain.

    Parameters
    ----------
    name : str
        The data set.
    version : int
        Its version, and the seed.
    kind : str
        One of `KINDS`: the value of another row, ten times the value, or one far from it.
    """
    data = pl.datasets.load(name, version)
    random = np.random.default_rng(version)
    X, inliers = data.X, np.flatnonzero(data.y == 0)
    spread = X.std(axis=0)
    count = int(np.clip(round(SHARE * len(X)), LEAST, MOST))
    errors: dict[int, tuple[int, float]] = {}
    while len(errors) < count:
        row, column, other = (
            random.choice(inliers),
            random.integers(X.shape[1]),
            random.choice(inliers),
        )
        value = {
            "swapped": X[other, column],
            "times ten": 10 * X[row, column],
            "shifted": X[row, column] + random.choice((-1, 1)) * SHIFT * spread[column],
        }[kind]
        if spread[column] > 0 and abs(value - X[row, column]) >= FAR * spread[column]:
            errors.setdefault(int(row), (int(column), float(value)))
    rows = np.array(list(errors))
    columns = np.array([column for column, _ in errors.values()])
    changed = X.copy()
    changed[rows, columns] = [value for _, value in errors.values()]
    return Planted(changed, X, rows, columns, X[rows, columns], spread[columns])


#: Table -> what makes it of a version and a kind of errors.
TABLES: dict[str, Callable[[str, int, str], Planted]] = {
    "Arrhythmia": bundled,
    "Hepatitis": bundled,
    "PageBlocks": bundled,
    "WBC": bundled,
    "WDBC": bundled,
}
