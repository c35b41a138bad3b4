"""ADBench's protocol, beside its published table, so that figures compare with the literature.

S. Han et al.: ADBench: Anomaly Detection Benchmark. NeurIPS 2022. Sets of less than 1,000 rows are
resampled to 1,000, those of more than 10,000 cut to 10,000. Detectors are fitted to 70 % of the
rows without labels, and score the other 30 %; both parts have the same share of outliers, and the
columns are scaled to 0..1 by the first one. Seeds 1 to 3; random numbers are used in the order of
ADBench's own code, so these are its rows.
"""

import numpy as np
import pandas as pd
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import MinMaxScaler

from . import pools, ranks
from .cells import Cell, Entry
from .methods import METHODS, judge
from .pages import Output, markdown
from .quality import best_in_bold, each_set

SEEDS = "1 to 3, for rows, splits and random detectors"
TEST = 0.3
MEASURES = {"auroc": "AUROC", "aucpr": "AUCPR"}
FILES = {"auroc": "published-aucroc.csv", "aucpr": "published-aucpr.csv"}

#: Published name -> what it is here; the others of the table were not run again.
AGAIN = {
    "IForest": "isolation forest",
    "KNN": "KNN, k=5",
    "LOF": "LOF, k=20",
    **{name: name for name in ("CBLOF", "COPOD", "ECOD", "HBOS", "OCSVM", "PCA")},
}
QUICK_SETS = ("adbench/glass", "adbench/wine", "adbench/vertebral")


def cells(methods: list[str], *, quick: bool = False) -> list[Entry]:
    """Ours, and what the published table has, on all sets of ADBench with each seed."""
    methods = [name for name in methods if METHODS[name].ours or name in AGAIN.values()]
    seeds = pools.PROTOCOL_SEEDS[: 1 if quick else None]
    return [
        ({"method": name}, Cell.of(data, seed, name, code=METHODS[name].code, test=TEST,
                                   **METHODS[name].params))
        for data in (QUICK_SETS if quick else pools.names("adbench"))
        for seed in seeds
        for name in methods
    ]  # fmt: skip


def split(name: str, seed: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the rows to fit to, those to score, and the labels of the latter."""
    random = np.random.RandomState(seed)
    data = pools.load(name)
    X, y = data.take(pools.protocol_draw(len(data.y), random))
    train, test, _, y_test = train_test_split(X, y, test_size=TEST, stratify=y, random_state=random)
    scaler = MinMaxScaler().fit(train)
    return scaler.transform(train), scaler.transform(test), y_test


def measure(cell: Cell) -> dict:
    """Fit to one part, score the other."""
    train, test, y = split(cell.data, cell.version)
    return judge(METHODS[cell.detector], train, cell.version, test, y)


def published(measure: str) -> pd.DataFrame:
    """Return the published means of three seeds: detectors by data sets."""
    path = pools.FOLDER / "adbench" / FILES[measure]
    return pd.read_csv(path, index_col="dataset").T


def table(frame: pd.DataFrame, measure: str) -> pd.DataFrame:
    """Return our means over the seeds: methods by data sets."""
    frame = frame.assign(data=frame["data"].str.partition("/")[2])
    return frame.pivot_table(index="method", columns="data", values=measure, sort=False)


def beside(ours: pd.DataFrame, theirs: pd.DataFrame) -> pd.DataFrame:
    """Put our methods and the published detectors into one table."""
    chosen = ours.loc[[name for name in ours.index if METHODS[name].ours]]
    named = theirs.rename(index=lambda name: f"{name} (published)")
    return pd.concat([chosen, named[ours.columns]])


def write(frame: pd.DataFrame, output: Output) -> None:
    """Write our figures beside the published ones."""
    again, ranked, sets = {}, [], []
    for measure, title in MEASURES.items():
        ours = table(frame, measure)
        theirs = published(measure)[ours.columns]
        again[f"{title}, here"] = ours.mean(axis=1)
        names = {here: name for name, here in AGAIN.items()}
        again[f"{title}, published"] = pd.Series(
            {name: theirs.loc[names[name]].mean() for name in ours.index if name in names}
        )
        ranked += _ranks(beside(ours, theirs), title, measure, output)
        sets += [f"## {title} on each set, here", "", *markdown(each_set(ours), corner="set")]
        sets += [f"## {title} on each set, as published", ""]
        sets += markdown(each_set(theirs.loc[:, theirs.notna().any()]), corner="set")
    means = pd.DataFrame(again).reindex(table(frame, "auroc").index)
    shown = means.map(lambda value: "" if np.isnan(value) else f"{value:.3f}")
    heading = ["## Means, run again and published", ""]
    short = markdown(shown, corner="mean")
    intro = [
        f"{len(table(frame, 'auroc').columns)} sets, means over the seeds "
        f"{', '.join(map(str, sorted(frame['version'].unique())))}: fitted to 70 % of the rows "
        "(resampled or cut to 1,000 to 10,000, columns scaled to 0..1), without labels, and judged "
        "on the other 30 %. Published detectors that were run again show how near this is to "
        "ADBench's own runs; k = 5 and 20 are its settings of KNN and LOF.",
        "",
    ]
    columns = ["adjusted_ap", "seconds", "failed", "warned"]
    output.csv("quality-adbench", frame.drop(columns=columns, errors="ignore"))
    output.page("quality-adbench", "ADBench's protocol", intro + heading + short + ranked + sets)
    output.embed("quality-adbench", short)


def _ranks(both: pd.DataFrame, title: str, measure: str, output: Output) -> list[str]:
    """Rank ours among the published detectors; one that has no figure for a set is last there."""
    found = ranks.compare(both.fillna(-1.0))
    name = f"quality-adbench-{measure}"
    heading = f"Mean ranks by {title}, ADBench's protocol, {both.shape[1]} data sets"
    shown = pd.DataFrame(
        {
            "mean rank": best_in_bold(-found.ranks, 2),
            title: best_in_bold(both.mean(axis=1), 3).reindex(found.ranks.index),
            "sets": both.notna().sum(axis=1).reindex(found.ranks.index),
        }
    )
    return [
        f"## Ranks by {title} among the published detectors",
        "",
        output.figure(name, ranks.diagram(found, heading)),
        "",
        *markdown(shown, corner="method"),
    ]
