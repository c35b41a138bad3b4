"""``losdd plot``: pictures of a file's outliers."""

from __future__ import annotations

import argparse
import os
from typing import TYPE_CHECKING, Any

from ._options import (
    Formatter,
    add_data_options,
    add_java_options,
    add_method_options,
    configure_java,
    count,
    method_parameters,
    read_data,
)
from ._output import check_writable, write_file
from ._specs import METHODS_HELP, parse_method
from .run import detect

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

__all__ = ["add_parser"]

#: Kinds of pictures, and what they show.
KINDS = {
    "points": "the rows, their scores and the boundary; many columns by principal components",
    "histogram": "how many rows have which score",
    "ranks": "the scores by rank",
    "rounds": "support vectors, rho and the scores of what was removed, round by round",
    "masking": "how outliers mask each other, and how removing them one by one helps",
    "hulls": "convex hull peeling, for contrast",
    "roc": "ROC curves of one or several methods; needs --label",
    "precision-recall": "precision over recall, likewise",
}

SUFFIXES = (".png", ".svg", ".pdf")

EPILOG = f"""\
kinds:
{chr(10).join(f"  {kind:<17} {text}" for kind, text in KINDS.items())}

{METHODS_HELP}

examples:
  losdd plot points.csv -o points.png
  losdd plot points.csv --kind masking -R 15 -o masking.svg
  losdd plot data.csv --id name --label kind --kind histogram -o scores.pdf
  losdd plot data.csv --id name --label kind --kind roc -m LOSDD -m KNN -o roc.png"""


def add_parser(commands: Any) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "plot",
        help="draw the rows, scores, rounds, curves",
        description="Draw a picture of the data and what was found in them.",
        epilog=EPILOG,
        formatter_class=Formatter,
        allow_abbrev=False,
    )
    add_data_options(parser)
    parser.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        required=True,
        help=f"the picture to write: {', '.join(SUFFIXES)}",
    )
    parser.add_argument(
        "--kind",
        choices=KINDS,
        default="points",
        metavar="KIND",
        help="what to draw, see below (points)",
    )
    parser.add_argument(
        "-m",
        "--method",
        dest="methods",
        action="append",
        metavar="METHOD",
        help="see below (LOSDD); several for roc and precision-recall",
    )
    parser.add_argument(
        "--every", type=count, metavar="N", help="masking: a boundary after every N removals (5)"
    )
    parser.add_argument("--layers", type=count, metavar="N", help="hulls: how many (5)")
    parser.add_argument("--dpi", type=count, default=150, metavar="N", help="of .png (150)")
    add_method_options(parser)
    add_java_options(parser)
    parser.set_defaults(execute=execute)


def execute(args: argparse.Namespace) -> int:
    """Run the command."""
    check_writable(args.output)
    suffix = os.path.splitext(args.output)[1].lower()
    if suffix not in SUFFIXES:
        raise ValueError(
            f"--output {args.output}: the suffix must be one of {', '.join(SUFFIXES)}."
        )
    curves = args.kind in ("roc", "precision-recall")
    if curves and args.label is None:
        raise ValueError(f"--kind {args.kind} needs --label: the column with known outliers.")
    if not curves and len(args.methods or ()) > 1:
        raise ValueError(f"--kind {args.kind} shows one method: give --method once.")
    from ..plots._canvas import matplotlib_module

    pyplot = matplotlib_module("pyplot")
    pyplot.switch_backend("agg")  # a file needs no screen
    table, outlier = read_data(args)
    drawn = _draw(args, table.X, outlier)
    figure = getattr(drawn, "figure", drawn)  # of axes, or itself
    write_file(args.output, lambda stream: figure.savefig(stream, format=suffix[1:], dpi=args.dpi))
    pyplot.close(figure)
    print(f"{args.output} written")
    return 0


def _draw(args: argparse.Namespace, X: pd.DataFrame, outlier: np.ndarray | None) -> Any:
    """Draw, and return the axes or the figure."""
    from .. import plots

    if args.kind == "hulls":
        return plots.hulls(X, args.layers or 5)
    if args.kind == "masking":
        return _draw_masking(args, X)
    if args.kind in ("roc", "precision-recall"):
        draw = plots.roc if args.kind == "roc" else plots.precision_recall
        return draw(outlier, _detect_all(args, X))
    (args.method,) = args.methods or ["LOSDD"]
    result = detect(args, X)
    if args.kind == "points":
        return plots.points(result, X)
    if args.kind == "rounds":
        return plots.rounds(result)
    return (
        plots.histogram(result, outlier)
        if args.kind == "histogram"
        else plots.ranks(result, outlier)
    )


def _draw_masking(args: argparse.Namespace, X: pd.DataFrame) -> Any:
    from .. import plots

    (method,) = args.methods or ["LOSDD"]
    if method.lower() not in ("losdd", "losoc"):
        raise ValueError(f"--method {method}: --kind masking is about LOSDD or LOSOC.")
    parameters = method_parameters(args)
    if "b" in parameters:
        raise ValueError("-b: --kind masking removes at once and one at a time; give -R only.")
    configure_java(args)
    return plots.masking(
        X,
        parameters.pop("R", 25),
        every=args.every or 5,
        method=method.lower(),
        standardize=args.standardize,
        **parameters,
    )


def _detect_all(args: argparse.Namespace, X: pd.DataFrame) -> dict[str, Any]:
    """Run several methods, and return their scores by name."""
    from .._compare import compare

    configure_java(args)
    found = compare(
        X,
        methods=[parse_method(text) for text in args.methods or ["LOSDD"]],
        standardize=args.standardize,
        progress=args.progress,
        **method_parameters(args),
    )
    for name, message in found.errors.items():
        raise ValueError(f"{name}: {message}")
    return {name: result.scores for name, result in found.results.items()}
