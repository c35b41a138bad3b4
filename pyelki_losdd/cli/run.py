"""``losdd run``: the outliers of a file."""

from __future__ import annotations

import argparse
import math
from typing import TYPE_CHECKING, Any

from .._parameters import parameters_of
from ._options import (
    Formatter,
    add_data_options,
    add_java_options,
    add_method_options,
    configure_java,
    count,
    method_parameters,
    number,
    read_data,
)
from ._output import Output, add_output_options, check_writable
from ._specs import METHODS_HELP, parse_method

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

    from .._result import Result

__all__ = ["add_parser", "detect"]

EPILOG = f"""\
{METHODS_HELP}

examples:
  losdd run points.csv                                   the 10 most outlying rows
  losdd run data.csv --columns x,y,z -b 20 --top 20      some columns, more rounds and rows
  losdd run data.csv --id name --label kind              how well known outliers are found
  losdd run data.csv --drop name,kind -o scores.csv      the scores of all rows
  losdd run points.csv -m LOF:k=20 --to json             another detector, as JSON
  gzip -dc points.csv.gz | losdd run - --sort --to csv   in a pipe, the most outlying first"""


def add_parser(commands: Any) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "run",
        help="find the outliers of a file",
        description="Find the outliers of a file.",
        epilog=EPILOG,
        formatter_class=Formatter,
        allow_abbrev=False,
    )
    add_data_options(parser)
    parser.add_argument(
        "-m",
        "--method",
        default="LOSDD",
        metavar="METHOD",
        help="how to find them, see below (LOSDD)",
    )
    add_method_options(parser)
    add_output_options(parser, "the scores")
    parser.add_argument("--top", type=count, metavar="N", help="only the N most outlying rows")
    parser.add_argument("--sort", action="store_true", help="the most outlying rows first")
    parser.add_argument(
        "--contamination",
        type=number,
        metavar="N",
        help="add a column that marks the N most outlying rows, or this share of them",
    )
    parser.add_argument("--save", metavar="FILE", help="save the result for pyelki_losdd.load()")
    add_java_options(parser)
    parser.set_defaults(execute=execute)


def execute(args: argparse.Namespace) -> int:
    """Run the command."""
    output = Output(args.output, args.to, quiet=args.quiet, escape=args.escape)
    if args.save is not None:
        check_writable(args.save, "--save")
    if args.contamination is not None:
        from .._checks import check_count

        check_count("--contamination", args.contamination, 1)
    table, outlier = read_data(args)
    result = detect(args, table.X)
    if args.save is not None:
        result.save(args.save)
    for line in (result.headline, *result.details):
        output.say(line)
    found = {} if outlier is None else _measure(outlier, result)
    if found:
        output.say(", ".join(f"{name} {value:.3f}" for name, value in found.items()))
    frame = _frame(args, output, result, table.y)
    if output.is_readable:
        output.say("")
    output.write(frame, {"params": result.params, "measures": found})
    output.say_written(frame, "row")
    return 0


def detect(args: argparse.Namespace, X: pd.DataFrame) -> Result:
    """Run the method that was asked for."""
    from .._methods import make_methods
    from .._prepare import prepare

    spec = parse_method(args.method)
    parameters = method_parameters(args)
    configure_java(args)
    (method,) = make_methods([spec], parameters, len(X))
    plain = args.method.partition(":")[0].strip().lower() in ("svdd", "ocsvm")  # removes nothing
    useless = [name for name in parameters if method.kind != "ours" or (plain and name in "bR")]
    if useless:
        flags = ", ".join(parameters_of("run")[name].flag for name in useless)
        raise ValueError(f"{flags}: for LOSDD and LOSOC only, not for {method.name}.")
    return method.detect(prepare(X, args.standardize, min_rows=method.min_rows), args.progress)


def _measure(outlier: np.ndarray, result: Result) -> dict[str, float]:
    """Measure how well a ranking finds known outliers; rows without a score have no rank."""
    from .._compare import MEASURES

    if any(math.isnan(score) for score in result.scores):
        return {}
    return {name: measure(outlier, result.scores) for name, measure in MEASURES.items()}


def _frame(
    args: argparse.Namespace, output: Output, result: Result, labels: np.ndarray | None
) -> pd.DataFrame:
    """Make the table of the rows that are asked for."""
    frame = result.to_frame()
    if args.contamination is not None:
        frame["outlier"] = result.labels(args.contamination)
    if labels is not None:
        frame["label"] = labels
    top = 10 if args.top is None and output.format == "table" else args.top
    if args.sort or top is not None:
        frame = frame.iloc[result.ranking[:top]]
    if output.format == "table":
        frame = frame[["rank", *(name for name in frame if name != "rank")]]
    return frame
