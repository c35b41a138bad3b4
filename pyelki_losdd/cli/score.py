"""``losdd score``: new rows of a file, by a model that `losdd detect` or `losdd run` has saved."""

from __future__ import annotations

import argparse
from typing import Any

from ._options import (
    Formatter,
    add_data_options,
    add_java_options,
    configure_java,
    count,
    read_data,
)
from ._output import Output, add_output_options
from ._show import rows_of, say_measures

__all__ = ["add_parser"]

EPILOG = """\
examples:
  losdd detect train.csv --save model      learn what is usual
  losdd score model new.csv                the 10 most outlying of other rows
  losdd score model new.csv -o scores.csv  the scores of all of them, beside their data"""


def add_parser(commands: Any) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "score",
        help="score the rows of another file by a saved result",
        description="Score the rows of a file by a result that `losdd detect --save` or\n"
        "`losdd run --save` wrote. The rows need the columns of the training data, in any order.",
        epilog=EPILOG,
        formatter_class=Formatter,
        allow_abbrev=False,
    )
    parser.add_argument("model", metavar="MODEL", help="what --save wrote")
    add_data_options(parser)
    add_output_options(parser, "the scores")
    parser.add_argument("--top", type=count, metavar="N", help="only the N most outlying rows")
    parser.add_argument("--sort", action="store_true", help="the most outlying rows first")
    parser.add_argument(
        "--trust",
        action="store_true",
        help="let the file choose a class of ELKI as the kernel: only if you know who wrote it",
    )
    add_java_options(parser)
    parser.set_defaults(execute=execute)


def execute(args: argparse.Namespace) -> int:
    """Run the command."""
    import numpy as np
    import pandas as pd

    from .._detection import Detection
    from .._load import load
    from .._ranking import rank_rows

    output = Output(args.output, args.to, quiet=args.quiet, escape=args.escape)
    result = load(args.model, trust=args.trust)
    table, outlier = read_data(args, mixed=result.encoder is not None)
    configure_java(args)
    scores = result.score_samples(table.X)

    def values_of(rows: np.ndarray) -> np.ndarray:
        X = table.X.iloc[rows]
        return X.to_numpy() if result.encoder is None else result.encoder.transform(X)

    ranking = rank_rows(scores, None, values_of)
    rank = np.empty(len(scores), dtype=np.int64)
    rank[ranking] = np.arange(1, len(scores) + 1)
    found = {"score": scores, "rank": rank}
    if isinstance(result, Detection):
        found["outlier"] = (scores > result.threshold).astype(np.int64)
    output.say(f"{len(scores)} rows by {args.model} ({result.headline})")
    measures = say_measures(output, outlier, scores)
    frame = rows_of(args, output, pd.DataFrame(found, index=table.X.index), ranking, table)
    if output.is_readable:
        output.say("")
    output.write(frame, {"params": result.params, "measures": measures})
    output.say_written(frame, "row")
    return 0
