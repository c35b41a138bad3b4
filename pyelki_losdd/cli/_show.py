"""What commands print and write about the result of a single method."""

from __future__ import annotations

import argparse
import contextlib
import math
import warnings
from collections.abc import Iterator
from typing import TYPE_CHECKING

from ._options import count
from ._output import Output, add_output_options, check_writable

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

    from .._scored import Scored
    from .._tables import Table

__all__ = [
    "add_result_options",
    "open_output",
    "rows_of",
    "say_measures",
    "show_result",
    "without_suspects",
]

#: As many columns of the data are shown in a terminal.
_WIDTH = 6


def add_result_options(parser: argparse.ArgumentParser) -> None:
    """Add the options for the result."""
    add_output_options(parser, "the scores")
    parser.add_argument("--top", type=count, metavar="N", help="only the N most outlying rows")
    parser.add_argument("--sort", action="store_true", help="the most outlying rows first")
    parser.add_argument("--save", metavar="FILE", help="save the result for pyelki_losdd.load()")


def open_output(args: argparse.Namespace) -> Output:
    """Find out before the work where its result goes."""
    output = Output(args.output, args.to, quiet=args.quiet, escape=args.escape)
    if args.save is not None:
        check_writable(args.save, "--save")
    return output


def show_result(
    args: argparse.Namespace,
    output: Output,
    result: Scored,
    table: Table,
    outlier: np.ndarray | None,
    marked: np.ndarray | None,
) -> None:
    """Save the result, print its summary, and write the table of its rows.

    Parameters
    ----------
    args : Namespace
        The options of `add_result_options`.
    output : Output
        Where the table goes.
    result : Scored
        What was found.
    table : Table
        What was read.
    outlier : ndarray of bool or None
        True for known outliers.
    marked : ndarray or None
        1 for the rows to mark as outliers.
    """
    if args.save is not None:
        result.save(args.save)
    for line in (result.headline, *result.details):
        output.say(line)
    found = say_measures(output, outlier, result.scores)
    frame = result.to_frame()
    if marked is not None:
        frame["outlier"] = marked
    frame = rows_of(args, output, frame, result.ranking, table)
    if output.is_readable:
        output.say("")
    output.write(frame, {"params": result.params, "measures": found, "warnings": result.warnings})
    output.say_written(frame, "row")


def say_measures(
    output: Output, outlier: np.ndarray | None, scores: np.ndarray
) -> dict[str, float]:
    """Measure how well a ranking finds known outliers; rows without a score have no rank."""
    from .._compare import MEASURES

    if outlier is None or any(math.isnan(score) for score in scores):
        return {}
    found = {name: measure(outlier, scores) for name, measure in MEASURES.items()}
    output.say(", ".join(f"{name} {value:.3f}" for name, value in found.items()))
    return found


def rows_of(
    args: argparse.Namespace,
    output: Output,
    frame: pd.DataFrame,
    ranking: np.ndarray,
    table: Table,
) -> pd.DataFrame:
    """Make the table of the rows that are asked for, with their data beside what was found.

    Parameters
    ----------
    args : Namespace
        The options of `add_result_options`.
    output : Output
        Where the table goes.
    frame : pandas.DataFrame
        What was found, in the order of the data.
    ranking : ndarray
        The rows, most outlying first.
    table : Table
        What was read. A terminal has room for a few of its columns only.
    """
    if table.y is not None:
        frame["label"] = table.y
    top = 10 if args.top is None and output.format == "table" else args.top
    rows = ranking[:top] if args.sort or top is not None else slice(None)
    frame = frame.iloc[rows]
    if output.format == "table":
        frame = frame[["rank", *(name for name in frame if name != "rank")]]
    if output.format == "table" and table.X.shape[1] > _WIDTH:
        return frame
    data = table.X.iloc[rows]
    taken = {*frame.columns, frame.index.name}
    names = []
    for name in map(str, data.columns):
        while name in taken:
            name += " (data)"
        names.append(name)
        taken.add(name)
    import pandas as pd

    return pd.concat([frame, data.set_axis(names, axis=1).set_axis(frame.index)], axis=1)


@contextlib.contextmanager
def without_suspects() -> Iterator[None]:
    """Keep warnings back that tell what a column looks like."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "the column .* looks like ")
        yield
