"""The paper's table: all methods in two settings, beside the published figures."""

import pandas as pd

from . import published
from .cells import Cell, Entry
from .detectors import MEASURES
from .pages import Output, markdown, new_figure
from .scope import NAMES, SETTINGS, Scope

REMOVALS = (1, 5, 10, 20)

#: What the issue of the experiments demands: largest differences from the paper, in the paper's
#: setting on the DAMI sets. InternetAds is another draw of outliers than the paper's.
KNN_LIMIT = 0.002
LOSDD_LIMIT = 0.035
DAMI = [name for name in published.SETS if name != "InternetAds"]


def methods(setting: str) -> dict[str, tuple[str, dict]]:
    """Return detector and parameters for each row of the table."""
    params = SETTINGS[setting]
    rows = {"KNN": ("knn", {"k": 1, "standardize": params.get("standardize", True)})}
    for plain, method in (("OCSVM", "losoc"), ("SVDD", "losdd")):
        rows[plain] = ("losvm", {"method": method, "b": 0, **params})
        for b in REMOVALS:
            rows[f"{method.upper()} b={b}"] = ("losvm", {"method": method, "b": b, **params})
    return rows


def cells(scope: Scope) -> list[Entry]:
    """All rows on all sets."""
    return [
        ({"setting": setting, "method": name}, Cell.of(*data, detector, **params))
        for data in scope.paper
        for setting in SETTINGS
        for name, (detector, params) in methods(setting).items()
    ]


def means(frame: pd.DataFrame, setting: str, measure: str) -> pd.DataFrame:
    """Average over the versions: methods by data sets."""
    part = frame[frame["setting"] == setting]
    return part.pivot_table(index="method", columns="data", values=measure, sort=False)


def differences(frame: pd.DataFrame, setting: str, measure: str) -> pd.DataFrame:
    """Return ours minus the paper's."""
    ours = means(frame, setting, measure)
    return ours - published.table(measure).loc[ours.index, ours.columns]


def checks(frame: pd.DataFrame) -> list[tuple[str, float, float]]:
    """Return what is to be near the paper's figures: what, largest difference, limit."""
    setting = next(iter(SETTINGS))
    found = []
    for rows, measures, limit in (
        (["KNN"], list(MEASURES), KNN_LIMIT),
        (["LOSDD b=1"], ["auroc"], LOSDD_LIMIT),
    ):
        for measure in measures:
            table = differences(frame, setting, measure).loc[rows]
            dami = table[[name for name in DAMI if name in table]]
            found.append((f"{rows[0]}, {NAMES[measure]}", float(dami.abs().max().max()), limit))
    return found


def write(frame: pd.DataFrame, output: Output) -> None:
    """Write the tables, and draw quality over the number of removals."""
    lines = ["## Checks", ""]
    shown = pd.DataFrame(
        [(f"{worst:.4f}", f"{limit}", "yes" if worst <= limit else "**no**")
         for _, worst, limit in checks(frame)],
        index=[what for what, _, _ in checks(frame)],
        columns=["largest difference", "limit", "holds"],
    )  # fmt: skip
    lines += markdown(shown, corner="paper's setting, DAMI sets")
    for setting in SETTINGS:
        for measure in MEASURES:
            ours, paper = means(frame, setting, measure), published.table(measure)
            lines += [f"## {NAMES[measure]}, {setting}", ""]
            lines += markdown(_beside(ours, paper), corner="ours (minus the paper's)")
    for measure in MEASURES:
        lines += [f"## {NAMES[measure]}, as published", ""]
        lines += markdown(published.table(measure), corner="method")
    intro = [
        "Means over the versions. The differences from the published figures are in brackets.",
        "",
        output.figure("table", picture(frame)),
        "",
    ]
    csv = frame.drop(columns="seconds").astype({"support_vectors": "Int64"})
    output.csv("table", csv)
    output.page("table", "The paper's table", intro + lines)
    output.embed("table", lines[: lines.index(f"## {NAMES['adjusted_ap']}, as published")])


def _beside(ours: pd.DataFrame, paper: pd.DataFrame) -> pd.DataFrame:
    """Write our figures with the differences from the paper's; the best of a column is bold."""
    text = {}
    for name in ours:
        column = ours[name]
        best = column.round(3).max()
        text[name] = [
            ("**{:.3f}** ({:+.3f})" if round(value, 3) == best else "{:.3f} ({:+.3f})").format(
                value, value - paper.loc[method, name]
            )
            for method, value in column.items()
        ]
    return pd.DataFrame(text, index=ours.index)


def picture(frame: pd.DataFrame):
    """Draw LOSDD over b = R in both settings, with KNN and the paper's figures."""
    sets = list(dict.fromkeys(frame["data"]))
    figure = new_figure(2 + 1.9 * len(sets), 5.6)
    axes = figure.subplots(2, len(sets), sharex=True, squeeze=False)
    rows = ["SVDD", *(f"LOSDD b={b}" for b in REMOVALS)]
    ticks = ["0", *map(str, REMOVALS)]
    for row, measure in zip(axes, MEASURES, strict=True):
        paper = published.table(measure)
        for ax, name in zip(row, sets, strict=True):
            for setting, color in zip(SETTINGS, ("C0", "C1"), strict=True):
                ours = means(frame, setting, measure)[name]
                ax.plot(ticks, ours[rows], color=color, marker="o", ms=4, label=f"LOSDD, {setting}")
                ax.axhline(ours["KNN"], color=color, ls=":", label=f"KNN, {setting}")
            ax.plot(
                ticks, paper.loc[rows, name], color="black", ls="--", marker="x", label="published"
            )
            ax.grid(alpha=0.3)
        row[0].set_ylabel(NAMES[measure])
    for ax, name in zip(axes[0], sets, strict=True):
        ax.set_title(name, fontsize="medium")
    for ax in axes[1]:
        ax.set_xlabel("b = R")
    figure.legend(*axes[0, 0].get_legend_handles_labels(), loc="outside lower center", ncols=3)
    return figure
