"""What commands print and write about the result of a single method."""

from __future__ import annotations

import argparse
import math
from typing import TYPE_CHECKING

from ._options import count
from ._output import Output, add_output_options, check_writable

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

    from .._scored import Scored

__all__ = ["add_result_options", "open_output", "show_result"]


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
    labels: np.ndarray | None,
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
    labels : ndarray or None
        The label of each row, as in the file.
    outlier : ndarray of bool or None
        True for known outliers.
    marked : ndarray or None
        1 for the rows to mark as outliers.
    """
    if args.save is not None:
        result.save(args.save)
    for line in (result.headline, *result.details):
        output.say(line)
    found = {} if outlier is None else _measure(outlier, result)
    if found:
        output.say(", ".join(f"{name} {value:.3f}" for name, value in found.items()))
    frame = _frame(args, output, result, labels, marked)
    if output.is_readable:
        output.say("")
    output.write(frame, {"params": result.params, "measures": found, "warnings": result.warnings})
    output.say_written(frame, "row")


def _measure(outlier: np.ndarray, result: Scored) -> dict[str, float]:
    """Measure how well a ranking finds known outliers; rows without a score have no rank."""
    from .._compare import MEASURES

    if any(math.isnan(score) for score in result.scores):
        return {}
    return {name: measure(outlier, result.scores) for name, measure in MEASURES.items()}


def _frame(
    args: argparse.Namespace,
    output: Output,
    result: Scored,
    labels: np.ndarray | None,
    marked: np.ndarray | None,
) -> pd.DataFrame:
    """Make the table of the rows that are asked for."""
    frame = result.to_frame()
    if marked is not None:
        frame["outlier"] = marked
    if labels is not None:
        frame["label"] = labels
    top = 10 if args.top is None and output.format == "table" else args.top
    if args.sort or top is not None:
        frame = frame.iloc[result.ranking[:top]]
    if output.format == "table":
        frame = frame[["rank", *(name for name in frame if name != "rank")]]
    return frame
