"""Quality of detection: every method on every set of the two pools."""

import pandas as pd
from sklearn.preprocessing import StandardScaler

from . import pools, ranks
from .cells import Cell, Entry
from .methods import DETECT, METHODS, judge
from .pages import Output, markdown, new_figure
from .scope import NAMES

SEED = 0
SEEDS = f"{SEED} for drawing rows and for random detectors"

#: Small sets for a quick run, and fewer rows of them.
QUICK_SETS = ("adbench/glass", "adbench/Stamps", "adbench/wine", "oddbench/CrimeIncident",
              "oddbench/DialogueIllocution", "oddbench/MagicCardRarity")  # fmt: skip
QUICK_ROWS = 250

Wide = dict[str, pd.DataFrame]


def cells(methods: list[str], *, quick: bool = False, rows: int | None = None) -> list[Entry]:
    """All methods on all sets.

    Parameters
    ----------
    methods : list of str
        Names of `METHODS`.
    quick : bool
        Whether to take a few small sets only.
    rows : int, optional
        Another limit than those of the pools.

    Returns
    -------
    list of Entry
        What to run.
    """
    return [
        ({"pool": pool.title, "method": name}, _cell(data, name, rows=limit))
        for folder, pool in pools.POOLS.items()
        for data in (pools.names(folder) if not quick else QUICK_SETS)
        if data.startswith(folder)
        for limit in [rows or (QUICK_ROWS if quick else pool.rows)]
        for name in methods
    ]


def _cell(data: str, name: str, rows: int) -> Cell:
    return Cell.of(data, SEED, name, code=METHODS[name].code, rows=rows, **METHODS[name].params)


def measure(cell: Cell) -> dict:
    """Score all rows of a draw; the columns are standardized, which ours do themselves."""
    data = pools.load(cell.data)
    X, y = data.take(pools.draw(data.y, dict(cell.params)["rows"]))
    method = METHODS[cell.detector]
    Z = X if method.ours else StandardScaler().fit_transform(X)
    about = {"rows": len(y), "columns": X.shape[1], "outliers": int(y.sum())}
    return about | judge(method, Z, cell.version, None, y)


def tables(frame: pd.DataFrame, measure: str) -> Wide:
    """Return methods by data sets for each pool, and for both together."""
    frame = frame.assign(data=frame["data"].str.partition("/")[2])
    found = {
        pool: part.pivot(index="method", columns="data", values=measure).loc[
            list(dict.fromkeys(frame["method"]))
        ]
        for pool, part in frame.groupby("pool", sort=False)
    }
    if len(set().union(*found.values())) < sum(map(len, map(list, found.values()))):
        raise ValueError("two pools have a set of the same name")
    return {**found, "both": pd.concat(list(found.values()), axis=1)}


def write(frame: pd.DataFrame, output: Output) -> None:
    """Write means, ranks and the figures of all sets."""
    wide = {measure: tables(frame, measure) for measure in NAMES}
    sizes = {pool: table.shape[1] for pool, table in wide["auroc"].items()}
    intro = [
        f"{sizes['ADBench']} sets of ADBench and {sizes['ODDBench']} of ODDBench: at most "
        f"{_limits(frame)} rows of each, drawn with the set's share of outliers (ten at least, "
        "if there are ten) and shuffled. Every method sees the same standardized rows without "
        "labels, and ranks them. Others are PyOD's, with its defaults but for k.",
        "",
        output.figure("quality", picture(wide)),
        "",
    ]
    short = [
        *markdown(means(wide), corner="mean"),
        *markdown(mean_ranks(wide), corner="mean rank"),
    ]
    lines = ["## Means and mean ranks", "", *short, *ranked(wide, output), *remarks(frame)]
    for measure, of_pool in wide.items():
        for pool in sizes:
            if pool != "both":
                lines += [f"## {NAMES[measure]} on each set of {pool}", ""]
                lines += markdown(each_set(of_pool[pool]), corner="set")
    columns = ["aucpr", "seconds", "failed", "warned"]
    output.csv("quality", frame.drop(columns=columns, errors="ignore"))
    output.page("quality", "Quality of detection", intro + lines)
    output.embed("quality", short)


def _limits(frame: pd.DataFrame) -> str:
    """Say how many rows were drawn at most."""
    most = frame.groupby("pool", sort=False)["rows"].max()
    return " and ".join(f"{rows:,} ({pool})" for pool, rows in most.items())


def means(wide: dict[str, Wide]) -> pd.DataFrame:
    """Return means on each pool; the best rank comes first."""
    columns = {
        f"{pool}, {NAMES[measure]}": best_in_bold(table.mean(axis=1), 3)
        for pool in wide["auroc"]
        if pool != "both"
        for measure in wide
        for table in [wide[measure][pool]]
    }
    return pd.DataFrame(columns).loc[ranks.compare(wide["auroc"]["both"]).ranks.index]


def mean_ranks(wide: dict[str, Wide]) -> pd.DataFrame:
    """Return mean ranks on each pool and on both, best first."""
    columns = {
        f"{pool}, {NAMES[measure]}": best_in_bold(-ranks.compare(wide[measure][pool]).ranks, 2)
        for pool in wide["auroc"]
        for measure in wide
    }
    return pd.DataFrame(columns).loc[ranks.compare(wide["auroc"]["both"]).ranks.index]


def best_in_bold(values: pd.Series, digits: int) -> pd.Series:
    """Write numbers, the highest one in bold; negative ones stand for ranks, where 1 is best."""
    rounded = values.round(digits)
    shown = rounded.abs() if (values < -0.5).any() else rounded
    text = shown.map(f"{{:.{digits}f}}".format)
    return text.where(rounded < rounded.max(), "**" + text + "**")


def each_set(table: pd.DataFrame) -> pd.DataFrame:
    """Return data sets by methods, the best of each in bold, with the mean below."""
    table = table.assign(mean=table.mean(axis=1)) if table.shape[1] > 1 else table
    return table.apply(best_in_bold, digits=3).T


def ranked(wide: dict[str, Wide], output: Output) -> list[str]:
    """Compare all methods on both pools together, and by pairs with the first one."""
    lines = []
    for measure, of_pool in wide.items():
        table = of_pool["both"]
        found = ranks.compare(table)
        first = table.index[0]
        pairs = ranks.against(table, first)
        pairs.insert(0, "mean rank", found.ranks)
        title = f"Mean ranks by {NAMES[measure]}, {table.shape[1]} data sets"
        name = f"quality-ranks-{measure}".replace("_", "-")
        lines += [
            f"## Ranks by {NAMES[measure]}, both pools",
            "",
            output.figure(name, ranks.diagram(found, title)),
            "",
            f"Friedman's test: p = {found.friedman:.2g}; critical difference of Nemenyi's test at "
            f"5 %: {found.critical:.2f}. Below: against {first} (mean rank "
            f"{found.ranks[first]:.2f}) by Wilcoxon's signed rank test.",
            "",
            *markdown(pairs.sort_values("mean rank"), corner=f"against {first}"),
        ]
    return lines


def remarks(frame: pd.DataFrame) -> list[str]:
    """List where a method failed, and where `detect` warned."""
    lines = []
    for column, wanted, title in (
        ("failed", frame["method"].notna(), "No scores (counted as a guess)"),
        ("warned", frame["method"] == DETECT, "Warnings of detect"),
    ):
        part = frame[wanted & frame[column].notna()] if column in frame else frame[:0]
        if len(part):
            lines += [f"## {title}", ""]
            lines += [f"- {m} on {d}: {t}" for m, d, t in part[["method", "data", column]].values]
            lines += [""]
    return lines


def picture(wide: dict[str, Wide]):
    """Draw the means of all methods on each pool, best first."""
    shown = [pool for pool in wide["auroc"] if pool != "both"]
    figure = new_figure(11, 8)
    axes = figure.subplots(len(wide), len(shown))
    for row, (measure, of_pool) in zip(axes, wide.items(), strict=True):
        for ax, pool in zip(row, shown, strict=True):
            mean = of_pool[pool].mean(axis=1).sort_values()
            for place, (name, value) in enumerate(mean.items()):
                ax.plot(value, place, "o", color="C3" if METHODS[name].ours else "C0")
                ax.text(value, place, f"   {value:.3f}", va="center", fontsize="x-small")
            ax.set_yticks(range(len(mean)), mean.index, fontsize="small")
            ax.margins(x=0.12)
            ax.set_xlabel(f"mean {NAMES[measure]}")
            ax.set_title(f"{pool}, {of_pool[pool].shape[1]} sets", fontsize="medium")
            ax.grid(alpha=0.3)
    return figure
