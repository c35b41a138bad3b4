"""``losdd info``: what is installed here, and what ELKI has to offer."""

from __future__ import annotations

import argparse
import textwrap
from typing import TYPE_CHECKING, Any

from ._options import Formatter, add_java_options, configure_java
from ._text import one_line

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["add_parser"]

EPILOG = """\
examples:
  losdd info                  versions, Java, settings: what a bug report needs
  losdd info --algorithms     all outlier detectors that ELKI has here
  losdd info LOF              what one of them is, and its options"""


def add_parser(commands: Any) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "info",
        help="versions and settings; the detectors of ELKI and their options",
        description="Show versions and settings, or the detectors of ELKI and their options.",
        epilog=EPILOG,
        formatter_class=Formatter,
        allow_abbrev=False,
    )
    parser.add_argument("algorithm", nargs="?", metavar="NAME", help="a detector of ELKI")
    parser.add_argument("--algorithms", action="store_true", help="list all detectors")
    add_java_options(parser)
    parser.set_defaults(execute=execute)


def execute(args: argparse.Namespace) -> int:
    """Run the command."""
    configure_java(args)
    if args.algorithms or args.algorithm is not None:
        from .._elki import elki_algorithms

        frame = elki_algorithms()
        if args.algorithms:
            _list(frame)
        if args.algorithm is not None:
            _describe(args.algorithm, frame)
        return 0
    from .._java.jvm import info

    info()
    return 0


def _list(frame: pd.DataFrame) -> None:
    width = int(frame["name"].str.len().max())
    for name, title in zip(frame["name"], frame["title"], strict=True):
        print(f"{name:<{width}}  {one_line(title)}")


def _describe(name: str, frame: pd.DataFrame) -> None:
    from .._java.bridge import elki_options

    options = elki_options(name)  # is an error for unknown names
    for row in frame.to_dict(orient="records"):
        known = (row["name"], row["class"], *row["alias"].split(", "))
        if name.lower() in [text.lower() for text in known]:
            print(f"{one_line(row['title'])}\n{row['class']}")
            _print_paragraph(row["description"])
            _print_paragraph(row["reference"])
            break
    print("\noptions:" if options else "\nno options")
    for option in options:
        need = "required" if option["required"] else f"default {option['default'] or 'none'}"
        print(f"  {option['name']} {option['syntax']} ({need})")
        print(textwrap.indent(textwrap.fill(one_line(option["description"]), 90), " " * 6))


def _print_paragraph(text: str) -> None:
    if text:
        print(f"\n{textwrap.fill(one_line(text), 96)}")
