"""``losdd compare``: several methods on a file, in one table."""

from __future__ import annotations

import argparse
from typing import Any

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
from ._output import Output, add_output_options, text_table
from ._specs import METHODS_HELP, parse_method

__all__ = ["add_parser"]

EPILOG = f"""\
{METHODS_HELP}

With --label, the table tells how well the rankings find the known outliers: AUROC, AP (average
precision), adjusted AP (0 = chance), P@n (precision at the number of outliers). Without, it tells
how much the rankings agree. Java compiles while it runs: on small data, what comes first looks
slow. If a method fails, the others are shown, and the exit code is 1.

examples:
  losdd compare data.csv --id name --label kind --positive outlier
  losdd compare points.csv -m LOSDD -m LOF:k=5 -m LOF:k=20 --top 20
  losdd compare --list
  losdd compare points.csv -m LOSDD:b=20 -m sklearn.ensemble.IsolationForest:random_state=1
  losdd compare points.csv -o table.csv --scores scores.csv"""


def add_parser(commands: Any) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "compare",
        help="run several methods, and compare what they find",
        description="Run several methods on the same data, and compare what they find.",
        epilog=EPILOG,
        formatter_class=Formatter,
        allow_abbrev=False,
    )
    add_data_options(parser)
    parser.add_argument(
        "-m",
        "--method",
        dest="methods",
        action="append",
        metavar="METHOD",
        help="a method, see below; give it several times (detect, LOSDD, LOSOC, SVDD, OCSVM, "
        "KNN, LOF)",
    )
    parser.add_argument(
        "--list",
        action=_List,
        nargs=0,
        help="list ELKI's detectors by family, also those of --classpath if that stands before",
    )
    parser.add_argument(
        "--top",
        type=count,
        default=10,
        metavar="N",
        help="length of the top lists that are compared without labels (10)",
    )
    add_method_options(parser)
    add_output_options(parser, "the table")
    parser.add_argument(
        "--scores", metavar="FILE", help="write the scores of all methods to a file, too"
    )
    add_java_options(parser)
    parser.set_defaults(execute=execute)


class _List(argparse.Action):
    """List ELKI's detectors instead of comparing anything; needs no file."""

    def __call__(
        self, parser: argparse.ArgumentParser, namespace: argparse.Namespace, *_: Any
    ) -> None:
        from .._elki import elki_algorithms

        configure_java(namespace)
        for family, found in elki_algorithms().groupby("family", sort=False):
            print(f"{family}:")
            for name, title in zip(found["name"], found["title"], strict=True):
                print(f"  {name:26} {'' if title == name else title}".rstrip())
        parser.exit()


def execute(args: argparse.Namespace) -> int:
    """Run the command."""
    from .._compare import compare

    output = Output(args.output, args.to, quiet=args.quiet, escape=args.escape)
    scores = (
        None if args.scores is None else Output(args.scores, option="--scores", escape=args.escape)
    )
    methods = None if args.methods is None else [parse_method(text) for text in args.methods]
    table, outlier = read_data(args)
    configure_java(args)
    found = compare(
        table.X,
        outlier,
        methods,
        standardize=args.standardize,
        top=args.top,
        progress=args.progress,
        **method_parameters(args),
    )
    if scores is not None:
        scores.write(found.scores)
    measured = found.table.rename_axis(index="method")
    shown = text_table(measured.drop(columns="error").reset_index(), digits=3)
    agreement = found.agreement
    matrices = [
        f"\n{title}\n{text_table(frame.rename_axis('method').reset_index(), digits=3)}"
        for title, frame in agreement.items()
    ]
    output.say(found.headline)
    if output.is_readable:
        print(shown, *matrices, sep="\n")
    else:
        for text in (shown, *matrices):
            output.say(text)
        names = ("spearman", "kendall", "overlap")
        facts = {name: f.to_dict() for name, f in zip(names, agreement.values(), strict=False)}
        output.write(measured, facts)
    output.say_written(measured, "method")
    for name, message in found.errors.items():
        output.complain(f"{name}: {message}")
    return 1 if found.errors else 0
