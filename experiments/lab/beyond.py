"""Beyond the paper: what the scores, the reference, the kernel and the margin do; other detectors.

All on standardised data with `run`'s defaults, but for what is varied.
"""

import pandas as pd

from . import ranks
from .cells import Cell, Entry
from .detectors import MEASURES, PAPER
from .pages import Output, markdown, new_figure
from .scope import NAMES, Scope

KERNELS = ("rbf", "laplace", "rational_quadratic")
RULES = ("silverman", "sklearn")
MARGINS = (0.05, 0.1, 0.2, 0.5)
NEIGHBOURS = (1, 2, 3, 5, 10, 20, 50)  # Hepatitis has 70 rows

Method = tuple[str, dict]


def _losdd(**params) -> Method:
    return "losvm", params


def _variants() -> dict[str, dict[str, Method]]:
    """Return groups of methods, by the names they have in the tables."""
    scores = {
        f"{score}, {reference}, b={b}": _losdd(b=b, score_form=score, reference=reference)
        for b in (10, 20)
        for score in ("distance", "relative", "log_ratio")
        for reference in ("round", "final")
    }
    kernels = {
        f"{kernel}, b={b}": _losdd(b=b, kernel=kernel) for kernel in KERNELS for b in (0, 1, 10)
    } | {
        f"{kernel}, b=10, final": _losdd(b=10, kernel=kernel, reference="final")
        for kernel in KERNELS
    }
    margins = {
        f"{rule}, {'C=1' if nu is None else f'nu={nu}'}, b={b}": _losdd(
            b=b, gamma=rule, **({} if nu is None else {"nu": nu})
        )
        for rule in RULES
        for nu in (None, *MARGINS)
        for b in ((0, 1, 10, 20) if nu is None else (0, 1, 10))
    }
    detectors = {
        f"{name}, k={k}": (detector, {"k": k, "standardize": True})
        for name, detector in (("KNN", "knn"), ("LOF", "lof"))
        for k in NEIGHBOURS
        if (name, k) != ("LOF", 1)
    } | {"isolation forest": ("isolation forest", {})}
    return {"scores": scores, "kernels": kernels, "margins": margins, "detectors": detectors}


VARIANTS = _variants()

TITLES = {
    "scores": "Score forms and references",
    "kernels": "Kernels",
    "margins": "Bandwidth and soft margin",
    "detectors": "Other detectors",
}

#: Defaults and simple variants; the best of many settings would be chosen by the labels.
OURS = "LOSDD, b=10"
RANKED: dict[str, Method] = {
    "KNN, k=1": VARIANTS["detectors"]["KNN, k=1"],
    "KNN, k=10": VARIANTS["detectors"]["KNN, k=10"],
    "LOF, k=20": VARIANTS["detectors"]["LOF, k=20"],
    "isolation forest": VARIANTS["detectors"]["isolation forest"],
    "SVDD, C=1": _losdd(b=0),
    "SVDD, sklearn, nu=.5": _losdd(b=0, gamma="sklearn", nu=0.5),
    "LOSDD, paper's setting, b=1": _losdd(b=1, **PAPER),
    "LOSDD, paper's setting, b=20": _losdd(b=20, **PAPER),
    "LOSDD, b=1": _losdd(b=1),
    OURS: _losdd(b=10),
    "LOSDD, b=10, laplace": _losdd(b=10, kernel="laplace"),
    "LOSDD, b=10, rational quadratic": _losdd(b=10, kernel="rational_quadratic"),
    "LOSDD, b=10, sklearn": _losdd(b=10, gamma="sklearn"),
    "LOSDD, b=10, sklearn, nu=.2": _losdd(b=10, gamma="sklearn", nu=0.2),
}


def cells(scope: Scope) -> list[Entry]:
    """All methods on all sets, also those that the paper does not use."""
    groups = {**VARIANTS, "ranked": RANKED}
    return [
        ({"group": group, "method": name}, Cell.of(*data, detector, **params))
        for data in scope.beyond
        for group, methods in groups.items()
        for name, (detector, params) in methods.items()
    ]


def means(frame: pd.DataFrame, group: str, measure: str) -> pd.DataFrame:
    """Average over the versions: methods by data sets."""
    part = frame[frame["group"] == group]
    return part.pivot_table(index="method", columns="data", values=measure, sort=False)


def write(frame: pd.DataFrame, output: Output) -> None:
    """Write the tables of all groups, and the ranks."""
    lines, short = [], []
    for group, title in TITLES.items():
        lines += [f"## {title}", ""]
        short += [f"## {title}", "", *markdown(summary(frame, group), corner="mean of all sets")]
        for measure in MEASURES:
            table = means(frame, group, measure)
            table["mean"] = table.mean(axis=1)
            lines += markdown(table, corner=NAMES[measure])
    lines += ["## Ranks", "", *ranked(frame, output)]
    intro = [
        "Standardised data and the defaults of `run`, but for what is varied; means over the "
        "versions (the first one of InternetAds and PageBlocks). Shuttle and Stamps are "
        "not in the paper, and have one version.",
        "",
        output.figure("beyond", picture(frame)),
        "",
    ]
    output.csv("beyond", frame.drop(columns="seconds").astype({"support_vectors": "Int64"}))
    output.page("beyond", "Beyond the paper", intro + lines)
    output.embed("beyond", short)


def summary(frame: pd.DataFrame, group: str) -> pd.DataFrame:
    """Return the means over all data sets, and the mean ranks inside the group."""
    columns = {}
    for measure in MEASURES:
        table = means(frame, group, measure)
        columns[NAMES[measure]] = table.mean(axis=1)
        columns[f"{NAMES[measure]}, mean rank"] = ranks.compare(table).ranks.round(1).map(str)
    return pd.DataFrame(columns, index=table.index)


def ranked(frame: pd.DataFrame, output: Output) -> list[str]:
    """Compare the chosen methods."""
    lines = []
    for measure in MEASURES:
        table = means(frame, "ranked", measure)
        found = ranks.compare(table)
        title = f"Mean ranks by {NAMES[measure]}, {table.shape[1]} data sets"
        pairs = ranks.against(table, OURS)
        pairs.insert(0, "mean rank", found.ranks)
        figure = output.figure(f"ranks-{measure}".replace("_", "-"), ranks.diagram(found, title))
        lines += [
            f"### {NAMES[measure]}",
            "",
            figure,
            "",
            f"Friedman's test: p = {found.friedman:.2g}; critical difference of Nemenyi's test at "
            f"5 %: {found.critical:.2f}. Below: against {OURS} (mean rank "
            f"{found.ranks[OURS]:.2f}) by Wilcoxon's signed rank test.",
            "",
            *markdown(pairs.sort_values("mean rank"), corner=f"against {OURS}"),
        ]
    output.embed("ranks", [line.replace("(ranks-", "(results/ranks-") for line in lines])
    return lines


def picture(frame: pd.DataFrame):
    """Draw what each choice does to the mean over all data sets."""
    figure = new_figure(13, 6.4)
    axes = figure.subplots(2, 4, sharey="row")
    titles = ("kernel", *(f"soft margin, {rule}" for rule in RULES), "other detectors")
    for row, measure in zip(axes, MEASURES, strict=True):
        average = {group: means(frame, group, measure).mean(axis=1) for group in TITLES}
        for b, marker in ((0, "s-"), (1, "o-"), (10, "^-")):
            values = [average["kernels"][f"{kernel}, b={b}"] for kernel in KERNELS]
            row[0].plot([k.replace("_", "\n") for k in KERNELS], values, marker, label=f"b={b}")
            for ax, rule in zip(row[1:], RULES, strict=False):
                margins = ("C=1", *(f"nu={nu}" for nu in MARGINS))
                values = [average["margins"][f"{rule}, {margin}, b={b}"] for margin in margins]
                ax.plot(["1/n", *map(str, MARGINS)], values, marker, label=f"b={b}")
        for name, used, marker in (("KNN", NEIGHBOURS, "o-"), ("LOF", NEIGHBOURS[1:], "s-")):
            values = [average["detectors"][f"{name}, k={k}"] for k in used]
            row[-1].plot(used, values, marker, label=name)
        for name, value, style in (
            ("isolation forest", average["detectors"]["isolation forest"], "--"),
            ("LOSDD, b=10", average["kernels"]["rbf, b=10"], ":"),
        ):
            row[-1].axhline(value, color="black", ls=style, label=name)
        row[-1].set_xscale("log")
        row[-1].set_xticks(NEIGHBOURS, map(str, NEIGHBOURS))
        row[-1].minorticks_off()
        row[0].set_ylabel(f"{NAMES[measure]}, mean of all sets")
        for ax in row:
            ax.grid(alpha=0.3)
    for ax, title in zip(axes[0], titles, strict=True):
        ax.set_title(title, fontsize="medium")
    for ax, label in zip(axes[1], ("", "nu", "nu", "k"), strict=True):
        ax.set_xlabel(label)
        ax.legend(fontsize="small")
    return figure
