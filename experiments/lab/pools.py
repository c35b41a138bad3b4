"""Two pools of labeled data sets to measure detectors on: ADBench's, and a part of ODDBench's."""

import functools
import hashlib
from pathlib import Path
from typing import NamedTuple

import numpy as np

FOLDER = Path(__file__).parents[1] / "data"

#: Rows of the largest draw: more are not stored of ODDBench's sets.
MOST_ROWS = 10_000
#: Outliers that a draw has at least, if there are that many: some sets have two in 10,000 rows.
FEWEST_OUTLIERS = 10
#: Seeds and size of the draws that ADBench's protocol makes from large sets.
PROTOCOL_SEEDS = (1, 2, 3)
PROTOCOL_ROWS = 10_000


class Pool(NamedTuple):
    """A folder of data sets.

    Attributes
    ----------
    title : str
        Its name in tables.
    rows : int
        How many rows of a set are used at most.
    """

    title: str
    rows: int


#: Name of the folder -> pool.
POOLS = {"adbench": Pool("ADBench", 1_500), "oddbench": Pool("ODDBench", 1_000)}


class Labeled(NamedTuple):
    """A data set, perhaps without rows that no experiment uses.

    Attributes
    ----------
    X : ndarray of shape (len(rows), d)
        What is stored.
    rows : ndarray of int
        Which rows of the original these are, ascending.
    y : ndarray of shape (n,)
        Labels of the original, 1 = outlier, also of rows that are not stored.
    """

    X: np.ndarray
    rows: np.ndarray
    y: np.ndarray

    def take(self, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return values and labels of some rows of the original, in the order given."""
        places = np.minimum(np.searchsorted(self.rows, rows), len(self.rows) - 1)
        if not np.array_equal(self.rows[places], rows):
            raise ValueError("some of these rows are not stored: draw by `draw` or `protocol_draw`")
        return self.X[places], self.y[rows]


def names(pool: str) -> list[str]:
    """Return the names of all sets of a pool: ``adbench/ALOI``."""
    return [f"{pool}/{name}" for name in sorted(_files(pool), key=str.lower)]


@functools.lru_cache(maxsize=2)
def load(name: str) -> Labeled:
    """Load a set by its name; the file must be the one that was stored here."""
    pool, _, short = name.partition("/")
    path, expected = _files(pool)[short]
    content = path.read_bytes()
    if hashlib.sha256(content).hexdigest() != expected:
        raise ValueError(f"{path} is damaged: its checksum is not that of SHA256SUMS")
    with np.load(path, allow_pickle=False) as file:
        X, y = file["X"].astype(float), file["y"].astype(int)
        rows = file["rows"] if "rows" in file else np.arange(len(y))
    return Labeled(X, rows, y)


def draw(y: np.ndarray, limit: int) -> np.ndarray:
    """Draw rows in random order, with the original's share of outliers.

    The same rows every time, and a smaller draw is a part of a larger one.

    Parameters
    ----------
    y : ndarray of shape (n,)
        Labels, 1 = outlier.
    limit : int
        How many at most.

    Returns
    -------
    ndarray of int
        The rows. All of them, if there are not more.
    """
    shuffled = np.random.RandomState(0).permutation(len(y))  # its numbers are fixed for ever
    if len(y) <= limit:
        return shuffled
    outlier = y[shuffled] == 1
    wanted = max(round(limit * outlier.mean()), FEWEST_OUTLIERS)
    wanted = min(wanted, int(outlier.sum()))
    chosen = np.where(outlier, np.cumsum(outlier) <= wanted, np.cumsum(~outlier) <= limit - wanted)
    return shuffled[chosen]


def protocol_draw(n: int, random: np.random.RandomState) -> np.ndarray:
    """Draw rows as ADBench does: 1,000 with repetitions of small sets, 10,000 of large ones."""
    if n < 1_000:
        return random.choice(n, 1_000, replace=True)
    if n > PROTOCOL_ROWS:
        return random.choice(n, PROTOCOL_ROWS, replace=False)
    return np.arange(n)


@functools.cache
def _files(pool: str) -> dict[str, tuple[Path, str]]:
    """Return path and checksum of all sets by their names, which ADBench puts behind a number."""
    lines = (FOLDER / pool / "SHA256SUMS").read_text().splitlines()
    found = {}
    for checksum, name in map(str.split, lines):
        if name.endswith(".npz"):
            stem = name.removesuffix(".npz")
            number, _, rest = stem.partition("_")
            found[rest if number.isdigit() else stem] = (FOLDER / pool / name, checksum)
    return found
