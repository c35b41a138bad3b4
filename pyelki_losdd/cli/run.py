"""``losdd run``: the outliers of a file, by a method to choose."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from .._parameters import AUTO, parameters_of
from ._options import (
    Formatter,
    add_data_options,
    add_java_options,
    add_method_options,
    configure_java,
    kinds_of,
    method_parameters,
    number,
    read_data,
)
from ._show import add_result_options, open_output, show_result, without_suspects
from ._specs import METHODS_HELP, parse_method

if TYPE_CHECKING:
    import pandas as pd

    from .._scored import Scored

__all__ = ["add_parser", "detect"]

EPILOG = f"""\
{METHODS_HELP}

examples:
  losdd run points.csv                                   the 10 most outlying rows
  losdd run data.csv --columns x,y,z -b 20 --top 20      some columns, more rounds and rows
  losdd run data.csv --id name --label kind              how well known outliers are found
  losdd run data.csv --drop name,kind -o scores.csv      the scores of all rows
  losdd run points.csv -m LOF:k=20 --to json             another detector, as JSON
  losdd run data.csv --mixed                             texts, dates and gaps as they are
  gzip -dc points.csv.gz | losdd run - --sort --to csv   in a pipe, the most outlying first"""


def add_parser(commands: Any) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "run",
        help="the same by the paper's algorithm, or any other method",
        description="Find the outliers of a file by the paper's algorithm, or any other method.",
        epilog=EPILOG,
        formatter_class=Formatter,
        allow_abbrev=False,
    )
    add_data_options(parser, kinds=True)
    parser.add_argument(
        "--mixed",
        action="store_true",
        help="take texts as categories, and dates and missing values, as losdd detect does; also "
        "if columns are said to be of a kind",
    )
    parser.add_argument(
        "-m",
        "--method",
        default="LOSDD",
        metavar="METHOD",
        help="how to find them, see below (LOSDD)",
    )
    add_method_options(parser)
    add_result_options(parser)
    parser.add_argument(
        "--contamination",
        type=number,
        metavar="N",
        help="add a column that marks the N most outlying rows, or this share of them",
    )
    add_java_options(parser)
    parser.set_defaults(execute=execute)


def execute(args: argparse.Namespace) -> int:
    """Run the command."""
    output = open_output(args)
    if args.contamination is not None:
        from .._checks import check_count

        check_count("--contamination", args.contamination, 1)
    mixed = args.mixed or bool(kinds_of(args))
    table, outlier = read_data(args, mixed=mixed)
    with without_suspects():  # reading has told of them, with what to say on the command line
        result = detect(args, table.X, (table.kinds or AUTO) if mixed else None)
    marked = None if args.contamination is None else result.labels(args.contamination)
    show_result(args, output, result, table, outlier, marked)
    return 0


def detect(
    args: argparse.Namespace, X: pd.DataFrame, columns: Mapping[str, str] | str | None = None
) -> Scored:
    """Run the method that was asked for; a table with more than numbers is encoded for it.

    Parameters
    ----------
    args : Namespace
        The options.
    X : pandas.DataFrame
        The data.
    columns : mapping of str to str, or "auto", optional
        What its columns are; by default, all are numbers.
    """
    from .._methods import make_methods
    from .._prepare import Prepared, prepare
    from .._validation import check_table

    spec = parse_method(args.method)
    parameters = method_parameters(args)
    configure_java(args)
    (method,) = make_methods([spec], parameters, len(X))
    plain = args.method.partition(":")[0].strip().lower() in ("svdd", "ocsvm")  # removes nothing
    useless = [name for name in parameters if method.kind != "ours" or (plain and name in "bR")]
    if useless:
        flags = ", ".join(parameters_of("run")[name].flag for name in useless)
        raise ValueError(f"{flags}: for LOSDD and LOSOC only, not for {method.name}.")
    if columns is None:
        prepared = prepare(X, args.standardize, min_rows=method.min_rows)
    else:
        squared = method.kind != "ensemble"
        prepared = Prepared(check_table(X, columns, squared=squared), args.standardize)
    return method.detect(prepared, args.progress)
