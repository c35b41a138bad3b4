"""Where results go: a file that is complete or not there, or standard output."""

from __future__ import annotations

import argparse
import csv
import io
import json
import math
import os
import sys
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from ._text import one_line, printable

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Output", "add_output_options", "check_writable", "text_table", "write_file"]

#: Suffixes of the formats.
SUFFIXES = {".csv": "csv", ".tsv": "tsv", ".json": "json", ".parquet": "parquet", ".pq": "parquet"}


def add_output_options(parser: argparse.ArgumentParser, what: str) -> None:
    """Add the options for tables; `what` says what is in them."""
    group = parser.add_argument_group("output")
    group.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        default=None,
        help=f"write {what} to a .csv, .tsv, .json or .parquet file; - is standard output",
    )
    group.add_argument(
        "--to",
        choices=("table", "csv", "tsv", "json", "parquet"),
        help="the format, if the file's suffix does not say it (a readable table)",
    )
    group.add_argument(
        "--escape",
        action="store_true",
        help="put ' before texts in CSV and TSV that a spreadsheet would run as formulas (=, +, -, "
        "@ at the start), and quotes around all texts; by default they are written as they are",
    )
    group.add_argument("-q", "--quiet", action="store_true", help="no summary")


class Output:
    """Where a table goes, and how; checked before the work begins.

    Parameters
    ----------
    path : str or None
        The file; None and ``"-"`` are standard output.
    format : str, optional
        The format; that of the file's suffix by default.
    quiet : bool, default=False
        Whether `say` says nothing.
    option : str, default="--output"
        What the user gave, for messages.
    escape : bool, default=False
        Whether to write texts in CSV and TSV so that no spreadsheet takes them for formulas.

    Attributes
    ----------
    path : str or None
        The file; None for standard output.
    format : str
        ``"table"``, ``"csv"``, ``"tsv"``, ``"json"`` or ``"parquet"``.
    """

    def __init__(
        self,
        path: str | None,
        format: str | None = None,
        *,
        quiet: bool = False,
        option: str = "--output",
        escape: bool = False,
    ) -> None:
        self._escape = escape
        self.path = None if path in ("-", "/dev/stdout") else path
        self._quiet = quiet
        suffix = "" if self.path is None else os.path.splitext(self.path)[1].lower()
        if self.path is not None:
            if format is None and suffix not in SUFFIXES:
                how = "; --to names another format" if option == "--output" else ""
                raise ValueError(
                    f"{option} {path}: the suffix must be one of {', '.join(SUFFIXES)}{how}."
                )
            check_writable(self.path, option)
        self.format = format or SUFFIXES.get(suffix, "table")
        if self.format == "parquet":
            from .._tables import pyarrow_for

            pyarrow_for("Parquet")
            if self.path is None and sys.stdout.isatty():
                raise ValueError("Parquet is no text for a terminal: give a file with --output.")

    @property
    def is_readable(self) -> bool:
        """Whether the table itself is for people: text on standard output."""
        return self.path is None and self.format == "table"

    def say(self, text: str) -> None:
        """Print something for people, where it does not mix with what is for programs."""
        if not self._quiet:
            mixes = self.path is None and not self.is_readable
            stream = sys.stderr if mixes else sys.stdout
            if stream is not None:
                print(text, file=stream)

    def complain(self, message: str) -> None:
        """Print what went wrong with a part of the work."""
        if sys.stderr is not None:
            print(f"losdd: error: {one_line(message)}", file=sys.stderr)

    def say_written(self, frame: pd.DataFrame, what: str) -> None:
        """Tell how much was written to a file, if it was one."""
        if self.path is not None:
            count = len(frame)
            self.say(f"{count} {what}{'s' * (count != 1)} written to {self.path}")

    def write(self, frame: pd.DataFrame, facts: Mapping[str, Any] | None = None) -> None:
        """Write a table, with its index as the first column.

        Parameters
        ----------
        frame : pandas.DataFrame
            The table.
        facts : mapping, optional
            What else there is to know; JSON has room for it.
        """
        if frame.index.name in frame.columns:
            frame = frame.rename_axis(index="id")
        content = _render(frame, facts or {}, self.format, self._escape)
        if self.path is not None:
            write_file(self.path, lambda stream: stream.write(content))
        elif sys.stdout is None:
            raise ValueError("there is no standard output: give a file with --output.")
        elif hasattr(sys.stdout, "buffer"):
            sys.stdout.flush()
            sys.stdout.buffer.write(content)
            sys.stdout.buffer.flush()
        else:  # somebody has replaced it
            sys.stdout.write(content.decode())


def _render(frame: pd.DataFrame, facts: Mapping[str, Any], format: str, escape: bool) -> bytes:
    if format == "table":
        return (text_table(frame.reset_index()) + "\n").encode()
    if format == "json":
        rows = frame.reset_index().to_dict(orient="records")
        return (json.dumps(_plain({**facts, "rows": rows}), indent=1) + "\n").encode()
    if format == "parquet":
        stream = io.BytesIO()
        frame.reset_index().to_parquet(stream, index=False, engine="pyarrow")
        return stream.getvalue()
    separator = "\t" if format == "tsv" else ","
    quoting = csv.QUOTE_MINIMAL
    if escape:
        # Without quotes, a spreadsheet that separates cells by something else would cut them.
        frame, quoting = _without_formulas(frame), csv.QUOTE_NONNUMERIC
    return str(frame.to_csv(sep=separator, lineterminator="\n", quoting=quoting)).encode()


def _without_formulas(frame: pd.DataFrame) -> pd.DataFrame:
    """Escape all texts of a table: names of columns and rows, and cells."""
    escaped = frame.rename(columns=_escaped, index=_escaped)
    escaped.index.name = _escaped(frame.index.name)
    for place, kind in enumerate(escaped.dtypes):
        if kind.kind not in "fiub":
            escaped.isetitem(place, [_escaped(cell) for cell in escaped.iloc[:, place]])
    return escaped


def _escaped(cell: Any) -> Any:
    """Put a quote before a text that a spreadsheet would take for a formula."""
    starts = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")
    return f"'{cell}" if isinstance(cell, str) and cell.lstrip(" ").startswith(starts) else cell


def _plain(value: Any) -> Any:
    """Turn values into what JSON has; it knows neither NaN nor infinity."""
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    if hasattr(value, "item"):  # a number of numpy
        value = value.item()
    if isinstance(value, float) and not math.isfinite(value):
        return None if math.isnan(value) else ("Infinity" if value > 0 else "-Infinity")
    return value if isinstance(value, (str, int, float, bool, type(None))) else str(value)


def text_table(frame: pd.DataFrame, digits: int | None = None) -> str:
    """Lay out a table for people; texts from the data can do no harm.

    Parameters
    ----------
    frame : pandas.DataFrame
        The table; its index is not shown.
    digits : int, optional
        How many digits after the point; by default 6 that matter.
    """
    shown = frame.rename(columns=lambda name: printable(str(name)))
    for position, kind in enumerate(shown.dtypes):
        if kind.kind not in "fiub":
            texts = [printable(str(value)) for value in shown.iloc[:, position]]
            shown.isetitem(position, texts)
    written = "{:.6g}" if digits is None else f"{{:.{digits}f}}"
    return str(shown.to_string(index=False, float_format=written.format, na_rep="-"))


def check_writable(path: str, option: str = "--output") -> None:
    """Find out before long work whether a file can be written in the end."""
    folder = os.path.dirname(os.path.abspath(path))
    if os.path.isdir(path):
        raise ValueError(f"{option} {path}: is a folder; name a file in it.")
    if not os.path.isdir(folder):
        raise ValueError(f"{option} {path}: there is no folder {folder}; make it first.")
    try:
        os.stat(path)
    except FileNotFoundError:
        pass  # this is usual
    except OSError as error:  # such as a name that is too long, or a loop of links
        raise ValueError(f"{option} {path}: {error.strerror}.") from None
    place = path if os.path.exists(path) and not os.path.isfile(path) else folder
    if not os.access(place, os.W_OK):
        raise ValueError(f"{option} {path}: {place} cannot be written to.")


def write_file(path: str, write: Callable[[Any], Any]) -> None:
    """Write a file that replaces an old one only once it is complete."""
    from .._storage import replacing

    with replacing(path) as stream:
        write(stream)
