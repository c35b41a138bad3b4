"""The choice of the bandwidth: the paper's rules, and how far from Silverman's it may be."""

import numpy as np

from .cells import Cell, Entry
from .detectors import MEASURES
from .pages import Output, markdown, new_figure
from .scope import NAMES, SETTINGS, Scope

RULES = ("scott", "sklearn", "silverman")
POWERS = np.arange(-1, 1.01, 0.25)


def rule_cells(scope: Scope) -> list[Entry]:
    """LOSDD with one removal, for each rule."""
    return [
        ({"setting": setting, "rule": rule}, Cell.of(*data, "losvm", b=1, gamma=rule, **params))
        for data in scope.paper
        for setting, params in SETTINGS.items()
        for rule in RULES
    ]


def write_rules(frame, output: Output) -> None:
    """Draw the boxes over all sets and versions."""
    figure = new_figure(8, 6)
    axes = figure.subplots(2, 2, sharey="col")
    lines = []
    for row, setting in zip(axes, SETTINGS, strict=True):
        part = frame[frame["setting"] == setting]
        for ax, measure in zip(row, MEASURES, strict=True):
            values = [part.loc[part["rule"] == rule, measure] for rule in RULES]
            ax.boxplot(values, tick_labels=RULES, medianprops={"color": "C3", "linewidth": 2})
            ax.plot(range(1, 4), [v.mean() for v in values], "D", color="C0", label="mean")
            ax.set_title(f"{NAMES[measure]}, {setting}", fontsize="medium")
            ax.grid(axis="y", alpha=0.3)
    axes[0, 0].legend()
    summary = (
        frame.groupby(["setting", "rule"], sort=False)[list(MEASURES)]
        .agg(["median", "mean"])
        .set_axis([f"{NAMES[m]}, {a}" for m in MEASURES for a in ("median", "mean")], axis=1)
    )
    for setting in SETTINGS:
        lines += [f"## {setting}", "", *markdown(summary.loc[setting], corner="rule")]
    intro = [
        f"LOSDD, C = 1, b = R = 1, {len(frame) // len(RULES) // 2} data sets and versions. The "
        "paper has all percentages of outliers, of which one is at hand here.",
        "",
        output.figure("bandwidth", figure),
        "",
    ]
    output.csv("bandwidth", frame.drop(columns="seconds"))
    output.page("bandwidth", "Bandwidth rules", intro + lines)
    output.embed("bandwidth", lines)


def perturbation_cells(scope: Scope) -> list[Entry]:
    """LOSDD with one removal, for each factor."""
    return [
        (
            {"setting": setting, "power": float(power)},
            Cell.of(*data, "losvm", b=1, factor=float(10**power), **params),
        )
        for data in scope.paper
        for setting, params in SETTINGS.items()
        for power in POWERS
    ]


def write_perturbation(frame, output: Output) -> None:
    """Draw quality over the factor."""
    means = frame.groupby(["setting", "data", "power"], sort=False)[list(MEASURES)].mean()
    figure = new_figure(9, 6)
    axes = figure.subplots(2, 2, sharex=True, sharey="col")
    lines = []
    for row, setting in zip(axes, SETTINGS, strict=True):
        sets = means.loc[setting]
        for ax, measure in zip(row, MEASURES, strict=True):
            by_set = sets[measure].unstack("power")
            for name, marker in zip(by_set.index, "os^vD*", strict=False):
                ax.plot(POWERS, by_set.loc[name], marker=marker, ms=4, lw=1, label=name)
            ax.plot(POWERS, by_set.mean(), color="black", lw=2.5, label="mean")
            ax.axvline(0, color="0.7", zorder=0)
            ax.set_title(f"{NAMES[measure]}, {setting}", fontsize="medium")
            ax.grid(alpha=0.3)
        table = sets.groupby("power")[list(MEASURES)].mean().T
        table.index = [NAMES[m] for m in table.index]
        lines += [f"## {setting}", "", *markdown(table, corner="f")]
    for ax in axes[1]:
        ax.set_xlabel("f, gamma = 10^f times Silverman's")
    figure.legend(*axes[0, 0].get_legend_handles_labels(), loc="outside right center")
    intro = [
        "LOSDD, C = 1, b = R = 1, gamma = 10^f times that of Silverman's rule; means over the "
        "versions, then over the data sets.",
        "",
        output.figure("perturbation", figure),
        "",
    ]
    output.csv("perturbation", frame.drop(columns="seconds"))
    output.page("perturbation", "Perturbation of the bandwidth", intro + lines)
    output.embed("perturbation", lines)
