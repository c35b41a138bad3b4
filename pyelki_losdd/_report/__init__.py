"""`report`: a result or a comparison as one HTML page."""

from __future__ import annotations

import datetime
import os
from collections.abc import Sequence
from typing import Any

from .._checks import check_int
from .._compare import Comparison
from .._labels import check_labels
from .._scored import Scored
from .._storage import replacing
from .._validation import check_data
from ._comparison import make_comparison_page
from ._content import Content, clean, code_of, reasons_of, row_names, summary_of, versions
from ._page import make_page
from ._pictures import draw

__all__ = ["report"]


def report(
    result: Scored | Comparison,
    path: str | os.PathLike[str],
    *,
    X: Any = None,
    y: Any = None,
    names: Sequence[Any] | None = None,
    title: str | None = None,
    command: str | None = None,
    rows: int = 1000,
) -> None:
    """Write a result as an HTML page: summary, ranking, reasons, pictures, parameters, versions.

    Of a comparison, the page has the table of the methods, curves or agreement, and top lists.

    The page is one file that needs no network. It replaces an old one only once it is complete.
    Needs matplotlib (``pip install pyelki-losdd[plot]``).

    Parameters
    ----------
    result : Result, Detection or Comparison
        What to show. A comparison knows its labels and rows: `X`, `y`, `names` and `rows` are for
        results only.
    path : str or path-like
        The file to write.
    X : array-like of shape (n, d), optional
        The data, to show the rows' values and the reasons of the most outlying 50 rows, and to draw
        them where they have not two columns.
    y : array-like of shape (n,), optional
        Which rows are known outliers (1 or "outlier") and inliers, to show how well the ranking
        finds them.
    names : sequence of length n, optional
        The rows' names; by default the labels of the DataFrame that was run on, or row numbers.
    title : str, optional
        The title of the page.
    command : str, optional
        How to make this page, if it was not by Python.
    rows : int, default=1000
        How many rows the ranking shows at most.

    Examples
    --------
    >>> import pyelki_losdd
    >>> data = pyelki_losdd.datasets.load("WBC")
    >>> result = pyelki_losdd.run(data.X, b=10)
    >>> pyelki_losdd.report(result, "wbc.html", X=data.X, y=data.y)  # doctest: +SKIP
    """
    if isinstance(result, Comparison):
        given = {"X": X, "y": y, "names": names}
        for name, value in given.items():
            if value is not None:
                raise ValueError(f"{name} is for a single result; a comparison brings its own.")
        page = make_comparison_page(result, title, command)
        with replacing(path) as stream:
            stream.write(page.encode())
        return
    if not isinstance(result, Scored):
        raise TypeError(
            f"result is of type {type(result).__name__}: must be a result; use "
            "report(run(X), path, X=X)."
        )
    rows = check_int("rows", rows, 1)
    n = len(result)
    data = None if X is None else check_data(X, min_rows=1)
    if data is not None and len(data.values) != n:
        raise ValueError(f"X has {len(data.values)} rows, but the result {n}: pass the same data.")
    if data is not None:
        columns = data.columns or [f"column {j}" for j in range(data.values.shape[1])]
    else:
        columns = []
    explanation, no_reasons = reasons_of(result, min(rows, n), X)
    content = Content(
        result=result,
        title=clean(title or f"Outliers found by {result.name}"),
        date=datetime.datetime.now().astimezone(),
        values=None if data is None else data.values,
        columns=[clean(name) for name in columns],
        outlier=None if y is None else check_labels(y, n),
        names=row_names(result, names),
        command=None if command is None else clean(command),
        rows=min(rows, n),
        explanation=explanation,
        no_reasons=no_reasons,
    )
    page = make_page(content, summary_of(content), draw(content), code_of(content), versions())
    with replacing(path) as stream:
        stream.write(page.encode())
