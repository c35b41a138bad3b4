"""The paper's toy examples: two Gaussians and noise, 25 points to remove."""

import numpy as np
import pandas as pd

from pyelki_losdd import plots

from .pages import Output, markdown, new_figure

REMOVALS = 25


def toy() -> tuple[np.ndarray, np.ndarray]:
    """Make two clusters of 100 points, 20 points of noise, and 5 outliers close together.

    Returns
    -------
    X : ndarray of shape (225, 2)
        The points.
    y : ndarray of shape (225,)
        1 = noise or outlier.
    """
    rng = np.random.default_rng(1)
    wide = rng.standard_normal((100, 2))
    narrow = rng.standard_normal((100, 2)) * 0.6 + np.array([5, 4])
    noise = rng.uniform([-4, -4], [8, 8], size=(20, 2))
    group = rng.standard_normal((5, 2)) * 0.8 + np.array([5, -2])
    return np.vstack([wide, narrow, noise, group]), np.repeat([0, 1], [200, 25])


def found(ax, X: np.ndarray, y: np.ndarray) -> tuple[int, int]:
    """Count the points that a panel marks as removed, and the outliers among them."""
    (marked,) = (dots for dots in ax.collections if dots.get_label() == "removed")
    points = np.asarray(marked.get_offsets())
    rows = [int(np.flatnonzero((point == X).all(axis=1))[0]) for point in points]
    return len(rows), int(y[rows].sum())


def write(output: Output) -> None:
    """Draw the three figures, and count what the panels remove."""
    points, y = toy()
    X = pd.DataFrame(points, columns=["x", "y"])
    counts = {}

    hulls = new_figure(5, 4.6)
    ax = hulls.subplots()
    plots.hulls(X, layers=5, ax=ax)
    ax.set_title("Five convex hulls")

    masking = new_figure(8, 7.6)
    plots.masking(X, REMOVALS, figure=masking)
    for ax in masking.axes:
        counts[f"Figure 2 {ax.get_title()}"] = found(ax, points, y)

    batches = new_figure(12, 5)
    panels = {"all at once": 1, "one at a time": REMOVALS, "batches of 5": REMOVALS // 5}
    for ax, (name, b) in zip(batches.subplots(1, 3, sharey=True), panels.items(), strict=True):
        plots.boundaries(X, b, REMOVALS, ax=ax)
        ax.set_title(f"Leave-one-out, {name}", fontsize="medium")
        ax.label_outer()
        ax.get_legend().remove()
        counts[f"Figure 3, {name}"] = found(ax, points, y)
    batches.legend(*ax.get_legend_handles_labels(), loc="outside lower center", ncols=4)

    table = pd.DataFrame.from_dict(counts, orient="index", columns=["removed", "outliers"])
    output.csv("figures", table.rename_axis("panel").reset_index())
    lines = [
        "## Figure 1: convex hulls", "", output.figure("figure-1", hulls), "",
        "## Figure 2: masking", "", output.figure("figure-2", masking), "",
        "## Figure 3: batches", "", output.figure("figure-3", batches), "",
        "## Outliers among the removed points", "",
    ]  # fmt: skip
    rows = markdown(table, corner="panel")
    about = (
        f"Two Gaussians of 100 points, 20 points of noise and 5 outliers close together; each "
        f"panel removes {REMOVALS} points. Standardised, Silverman's rule, C = 1."
    )
    output.page("figures", "Toy examples", [about, "", *lines, *rows])
    output.embed("figures", rows)
