"""Removing 20 points at once, in batches of 5, and one at a time: run time and quality."""

import numpy as np
import pandas as pd

from .cells import Cell, Entry
from .detectors import BATCHES, MEASURES, SOLVERS
from .pages import Output, markdown, new_figure
from .scope import NAMES, SETTINGS, Scope


def cells(scope: Scope) -> list[Entry]:
    """One cell for each data set and setting: it measures all variants."""
    return [
        ({"setting": setting}, Cell.of(*data, "batches", **params))
        for data in scope.timed
        for setting, params in SETTINGS.items()
    ]


def unfold(frame: pd.DataFrame) -> pd.DataFrame:
    """Make one row for each variant."""
    return pd.DataFrame(
        {
            **{name: row[name] for name in ("setting", "data", "version")},
            "solver": solver,
            "b": b,
            "R": 20,
            **{name: row[f"{solver} {b} {name}"] for name in ("seconds", *MEASURES)},
        }
        for _, row in frame.iterrows()
        for solver in SOLVERS
        for b in BATCHES
    )


def write(frame: pd.DataFrame, output: Output) -> None:
    """Write seconds, ratios and quality."""
    rows = unfold(frame)
    keys = ["setting", "data", "solver", "b"]
    means = rows.groupby(keys, sort=False)[["seconds", *MEASURES]].mean()
    figure = new_figure(10, 8)
    axes = figure.subplots(3, 2, sharex="col", sharey="row")
    lines = []
    for column, setting in zip(axes.T, SETTINGS, strict=True):
        part = means.loc[setting]
        wide = part.unstack(["solver", "b"])
        for ax, value in zip(column, ("seconds", *MEASURES), strict=True):
            for solver, color, side in zip(SOLVERS, ("C0", "C1"), (-1, 1), strict=True):
                for b, marker, step in zip(BATCHES, "o^s", (1, 2, 3), strict=True):
                    ax.plot(
                        np.arange(len(wide)) + side * 0.08 * step,
                        wide[value, solver, b],
                        marker,
                        color=color,
                        label=f"{solver}, b={b}",
                    )
            ax.set_xticks(range(len(wide)), wide.index, rotation=30)
            ax.grid(axis="y", alpha=0.3)
            if value == "seconds":
                ax.set_yscale("log")
                ax.set_title(setting, fontsize="medium")
        lines += [f"## {setting}", ""]
        seconds = wide["seconds"]
        table = pd.DataFrame(
            {f"{solver}, b={b}, s": seconds[solver, b].map("{:.3f}".format)
             for solver in SOLVERS for b in BATCHES}
            | {f"{solver}, b=20 / b=4": (seconds[solver, 20] / seconds[solver, 4]) for solver in
               SOLVERS}
            | {"smo / exact, b=20": seconds["smo", 20] / seconds["exact", 20]}
        )  # fmt: skip
        lines += markdown(table, digits=2, corner="run time")
        for measure in MEASURES:
            table = wide[measure].copy()
            table.columns = [f"{solver}, b={b}" for solver, b in table.columns]
            table.loc["mean"] = table.mean()
            lines += markdown(table, corner=NAMES[measure])
    for ax, value in zip(axes[:, 0], ("seconds", *MEASURES), strict=True):
        ax.set_ylabel(NAMES.get(value, value))
    figure.legend(*axes[0, 0].get_legend_handles_labels(), loc="outside lower center", ncols=6)
    intro = [
        "LOSDD, R = 20 points removed in b = 1, 4 and 20 batches. Best of several in one process "
        "with one thread, the variants in turns; the machine is shared: look at the ratios. Three "
        "versions, one of PageBlocks; not InternetAds, where smo takes minutes.",
        "",
        output.figure("batches", figure),
        "",
    ]
    output.csv("batches", rows)
    output.page("batches", "Batches", intro + lines)
    output.embed("batches", lines)
