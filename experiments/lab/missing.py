"""Missing cells: data with gaps, ways to fill them, and what becomes of the ranking."""

import functools
import warnings

import numpy as np
import pandas as pd
from sklearn.impute import KNNImputer
from sklearn.preprocessing import StandardScaler

import pyelki_losdd as pl
from pyelki_losdd._detect import by_ensemble, check_arguments
from pyelki_losdd._encoding import Filler, learn
from pyelki_losdd._parameters import parameters_of
from pyelki_losdd._validation import Data

from . import pools
from .cells import Cell, Entry
from .pages import Output, markdown

SEEDS = "the number of the draw, 0 to 2, for the gaps"
DRAWS = 3
SHARES = (0.1, 0.3)
ROWS_OF_POOLS = 1000
SETS = ("Arrhythmia", "Hepatitis", "PageBlocks", "WBC", "WDBC", "adbench/cardio",
        "adbench/Stamps", "adbench/glass", "adbench/pendigits", "adbench/wine")  # fmt: skip
QUICK_SETS = ("Hepatitis",)

#: Whether every second column becomes a category of four levels.
FORMS = ("numbers", "mixed")
ROWS = ("all rows", "half of the rows")

#: How many rows to fill from; None is done before, with the table.
WAYS = {
    "nothing missing": None,
    "median, most frequent": None,
    "KNNImputer of scikit-learn, k = 5": None,
    "a category of its own": 1,
    "similar rows, k = 1": 1,
    "similar rows, k = 3": 3,
    "similar rows, k = 5": 5,
    "similar rows, k = 10": 10,
}
COMPLETE, OWN = "nothing missing", "a category of its own"

#: The share of the rows that counts as the top of the ranking.
TOP = 0.05


def cells(*, quick: bool = False) -> list[Entry]:
    """All ways on all sets; what does not depend on the gaps is run once."""
    return [
        ({"form": form, "share": share, "where": rows, "way": way},
         Cell.of(name, draw, way, form=form, share=share, rows=rows))
        for name in (QUICK_SETS if quick else SETS)
        for draw in range(1 if quick else DRAWS)
        for form in FORMS
        for share in (SHARES[-1:] if quick else SHARES)
        for rows in ROWS
        for way in WAYS
        if form == "mixed" or way != OWN
    ]  # fmt: skip


def table(name: str, form: str) -> tuple[pd.DataFrame, np.ndarray]:
    """Return a data set as a table, with categories if these are wanted, and the labels."""
    if "/" in name:
        data = pools.load(name)
        values, y = data.take(pools.draw(data.y, ROWS_OF_POOLS))
    else:
        data = pl.datasets.load(name)
        values, y = data.X, data.y
    X = pd.DataFrame(values)
    frame = X.loc[:, X.nunique() > 1].copy()
    frame.columns = [f"c{j}" for j in range(frame.shape[1])]
    if form == "mixed":
        for name in frame.columns[::2]:
            frame[name] = levels(frame[name])
    return frame.loc[:, frame.nunique() > 1], y


def levels(column: pd.Series) -> pd.Series:
    """Cut numbers into categories at their quartiles."""
    edges = np.unique(np.quantile(column, (0.25, 0.5, 0.75)))
    return pd.Series(np.array(list("abcd"))[np.searchsorted(edges, column)], dtype=object)


def with_gaps(frame: pd.DataFrame, share: float, rows: str, draw: int) -> pd.DataFrame:
    """Take cells out at random."""
    rng = np.random.default_rng(draw)
    gaps = rng.random(frame.shape) < share
    if rows == "half of the rows":
        gaps[rng.permutation(len(frame))[: len(frame) // 2]] = False
    return frame.mask(gaps)


def filled(frame: pd.DataFrame, way: str) -> pd.DataFrame:
    """Fill gaps beforehand, if that is the way."""
    texts = [name for name in frame if frame[name].dtype == object]
    numbers = [name for name in frame if name not in texts]
    if way == OWN:
        return frame.assign(**{name: frame[name].fillna("missing") for name in texts})
    if way.startswith("similar") or way == COMPLETE:
        return frame
    found = frame.assign(**{name: frame[name].fillna(frame[name].mode()[0]) for name in texts})
    if way.startswith("KNN"):
        scaled = StandardScaler().fit_transform(frame[numbers])
        found[numbers] = KNNImputer(n_neighbors=5).fit_transform(scaled)
        return found
    return found.fillna(frame[numbers].median())


def scores_of(frame: pd.DataFrame, neighbors: int | None) -> np.ndarray:
    """Score the rows as `detect` does, with gaps filled from so many similar rows."""
    encoder = learn(frame)
    filler = Filler(
        encoder.reference, encoder.copies, encoder.groups, encoder.as_is, encoder.default,
        neighbors or 1,
    )  # fmt: skip
    values = filler.fill(encoder.encode(frame))
    defaults = {name: known.default for name, known in parameters_of("detect").items()}
    return by_ensemble(Data(values, None, None, encoder), check_arguments(defaults)).scores


def measure(cell: Cell) -> dict:
    """Rank the rows with and without gaps."""
    asked = dict(cell.params)
    frame, y = table(cell.data, asked["form"])
    gaps = with_gaps(frame, asked["share"], asked["rows"], cell.version)
    touched = gaps.isna().any(axis=1).to_numpy()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        before = complete(cell.data, asked["form"])
        way = cell.detector
        after = before if way == COMPLETE else scores_of(filled(gaps, way), WAYS[way])
    inlier = touched & (y == 0)
    top = after >= np.quantile(after[y == 0], 1 - TOP)
    found = {
        "auroc": pl.metrics.auroc(y, after),
        "shift": 100 * float((places(after) - places(before))[inlier].mean()),
        "top": float((top & inlier).sum() / inlier.sum() / TOP),
    }
    if 0 < y[touched].sum() < touched.sum():
        found["auroc_touched"] = pl.metrics.auroc(y[touched], after[touched])
    return found


@functools.lru_cache(maxsize=2)
def complete(name: str, form: str) -> np.ndarray:
    """Score the rows of a set with nothing missing."""
    return scores_of(table(name, form)[0], None)


def places(scores: np.ndarray) -> np.ndarray:
    """Return the place of each row in the ranking, 1 for the most outlying, 0 for the least."""
    return pd.Series(scores).rank(pct=True).to_numpy()


def write(frame: pd.DataFrame, output: Output) -> None:
    """Write the page."""
    lines = [
        "Cells were taken out at random, from all rows or from half of them. *AUROC* is over all "
        "rows; *of rows with gaps* over these only. *Shift* is by how many percent of the table "
        "the inliers with gaps moved up in the ranking, compared with the complete table "
        "(negative: down). *Top* is how many inliers with gaps are in the top "
        f"{TOP:.0%} of the inliers, divided by what chance gives: 1 is neither for nor against "
        "them. Means over the sets and draws; in mixed tables, every second column is a category "
        "of four levels.",
        "",
    ]
    names = {
        "auroc": "AUROC",
        "auroc_touched": "of rows with gaps",
        "shift": "shift",
        "top": "top",
    }
    for (form, rows), part in frame.groupby(["form", "where"], sort=False):
        columns = {}
        for share in part["share"].unique():
            means = part[part["share"] == share].groupby("way", sort=False)[list(names)].mean()
            for name, title in names.items():
                columns[f"{title}, {share:.0%}"] = means[name]
        lines += [f"## {form.capitalize()}, gaps in {rows}", ""]
        lines += markdown(pd.DataFrame(columns), corner="way")
    lines += ["## AUROC on each set, 30 % of all cells missing", ""]
    part = frame[(frame["share"] == SHARES[-1]) & (frame["where"] == ROWS[0])]
    for form, own in part.groupby("form", sort=False):
        wide = own.pivot_table(index="way", columns="data", values="auroc", sort=False)
        lines += markdown(wide, corner=form)
    output.csv("missing", frame.drop(columns=["seconds"], errors="ignore"))
    output.page("missing", "Missing cells", lines)
