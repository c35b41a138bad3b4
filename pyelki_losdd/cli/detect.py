"""``losdd detect``: the outliers of a file, with nothing to tune."""

from __future__ import annotations

import argparse
from typing import Any

from .._parameters import parameters_of
from ._options import (
    Formatter,
    add_data_options,
    add_java_options,
    add_method_options,
    configure_java,
    read_data,
)
from ._show import add_result_options, open_output, show_result, without_suspects

__all__ = ["add_parser"]

EPILOG = """\
examples:
  losdd detect points.csv                                the 10 most outlying rows
  losdd detect data.csv --id name --label kind           how well known outliers are found
  losdd detect data.csv --drop name,kind -o scores.csv   the scores of all rows
  losdd detect points.csv --contamination 0.05 --sort --to csv
  losdd detect data.csv --category kind --ignore name    what columns are, where they do not show it
  losdd detect train.csv --save model                    for losdd score model new.csv
  gzip -dc points.csv.gz | losdd detect - --to json      in a pipe"""


def add_parser(commands: Any) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "detect",
        help="find the outliers of a file, with nothing to tune",
        description="Find the outliers of a file, with nothing to tune: an ensemble of leave-out\n"
        "SVMs, each of them cleaned. The column `outlier` marks those that stand out.\n"
        "Texts are categories, and dates and gaps are no obstacle.",
        epilog=EPILOG,
        formatter_class=Formatter,
        allow_abbrev=False,
    )
    add_data_options(parser, kinds=True)
    add_method_options(parser, "detect")
    add_result_options(parser)
    add_java_options(parser)
    parser.set_defaults(execute=execute)


def execute(args: argparse.Namespace) -> int:
    """Run the command."""
    from .._detect import check_arguments, detect

    output = open_output(args)
    known = parameters_of("detect").items()
    arguments = {
        name: getattr(args, name, parameter.default)
        for name, parameter in known
        if parameter.text is not None
    }
    check_arguments({**arguments, "columns": None})
    table, outlier = read_data(args, mixed=True)
    configure_java(args)
    with without_suspects():  # reading has told of them, with what to say on the command line
        result = detect(table.X, **arguments, columns=table.kinds or None)
    show_result(args, output, result, table, outlier, None)
    return 0
