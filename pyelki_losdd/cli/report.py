"""``losdd report``: a file's outliers as a page."""

from __future__ import annotations

import argparse
import shlex
from typing import Any

from ._options import (
    Formatter,
    add_data_options,
    add_java_options,
    add_method_options,
    count,
    read_data,
)
from ._output import check_writable
from ._specs import METHODS_HELP
from .run import detect

__all__ = ["add_parser"]

EPILOG = f"""\
{METHODS_HELP}

examples:
  losdd report points.csv -o report.html
  losdd report data.csv --id name --label kind -b 20 --title "My data" -o report.html"""


def add_parser(commands: Any) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "report",
        help="write a page with the ranking, pictures and parameters",
        description="Write a page (HTML, one file, no network) with the summary, the ranking,\n"
        "pictures, parameters and versions.",
        epilog=EPILOG,
        formatter_class=Formatter,
        allow_abbrev=False,
    )
    add_data_options(parser)
    parser.add_argument(
        "-m", "--method", default="LOSDD", metavar="METHOD", help="see below (LOSDD)"
    )
    parser.add_argument("-o", "--output", metavar="FILE", required=True, help="the page to write")
    parser.add_argument("--title", metavar="TEXT", help="the title of the page")
    parser.add_argument(
        "--rows", type=count, default=1000, metavar="N", help="rows to list at most (1000)"
    )
    add_method_options(parser)
    add_java_options(parser)
    parser.set_defaults(execute=execute)


def execute(args: argparse.Namespace) -> int:
    """Run the command."""
    from .._report import report

    check_writable(args.output)
    table, outlier = read_data(args)
    result = detect(args, table.X)
    report(
        result,
        args.output,
        X=table.X,
        y=outlier,
        title=args.title or f"Outliers of {table.name}",
        command=shlex.join(["losdd", *args.given]),
        rows=args.rows,
    )
    print(f"{args.output} written")
    return 0
