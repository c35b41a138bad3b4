"""What happened in each round."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .._result import Result
from ._canvas import CROSS, OTHER, finite, new_figure

if TYPE_CHECKING:
    from matplotlib.figure import FigureBase

    from .._scored import Scored

__all__ = ["rounds"]


def rounds(result: Scored, *, figure: FigureBase | None = None) -> FigureBase:
    """Draw the support vectors, rho, and the scores of the removed rows, round by round.

    Parameters
    ----------
    result : Result
        What to draw; of :func:`pyelki_losdd.run`, since ELKI's own detectors have no rounds.
    figure : matplotlib.figure.Figure or SubFigure, optional
        Where to draw three panels; by default, in a new figure.

    Returns
    -------
    matplotlib.figure.Figure or SubFigure
        Where it was drawn.
    """
    if not isinstance(result, Result) or result.model is None:
        raise ValueError(
            f"result: {result.params.get('method')} has no rounds; only results of "
            "pyelki_losdd.run have."
        )
    figure = new_figure(figure, figsize=(6.4, 6.4))
    upper, middle, lower = figure.subplots(3, 1, sharex=True)
    table, removed = result.rounds, result.removed
    line: dict[str, Any] = {"color": OTHER, "marker": "o", "markersize": 4, "linewidth": 1}
    upper.plot(table["round"], table["support_vectors"], **line)
    upper.set_ylabel("support vectors")
    middle.plot(table["round"], table["rho"], **line)
    middle.set_ylabel("rho")
    scores, note = finite(removed["score"].to_numpy())
    lower.scatter(removed["round"], scores, **CROSS)
    lower.set_ylabel(f"score of\nremoved rows{note}")
    lower.set_xlabel("round (0 = training on all rows)")
    lower.xaxis.get_major_locator().set_params(integer=True)
    return figure
