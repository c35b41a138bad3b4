"""CSV, TSV and the like: one row per line, with a delimiter between the values."""

from __future__ import annotations

import csv
import itertools
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from .._encoding import DECIMALS, MISSING, date_reader, find_decimal, number_reader
from ._columns import Choice, Table
from ._rows import Rows
from ._source import Source

__all__ = ["read_delimited"]

#: What may be between values, the less ambiguous first; white space if none of them occurs.
_DELIMITERS = "\t;,|"

#: How many rows, and cells, are looked at to find out what is before the decimals.
_LOOKED_AT, _CELLS = 1000, 100_000

#: How many lines the names of the columns may take.
_HEAD = 100

#: The years that columns are named by.
_YEARS = range(1800, 2200)

_READERS = (*(number_reader(decimal) for decimal in DECIMALS), date_reader("."))

_Row = tuple[int, list[str]]


def read_delimited(
    source: Source,
    choice: Choice,
    delimiter: str | None,
    header: bool | None,
    encoding: str,
    drop_missing: bool,
    mixed: bool = False,
    decimal: str | None = None,
) -> Table:
    """Read a CSV file; see :func:`pyelki_losdd._tables.read_table`."""
    guessed = delimiter is None
    delimiter, rows = _rows(source, delimiter, encoding)
    first_rows = list(itertools.islice(rows, 2))
    if not first_rows:
        raise ValueError(f"{source.name} is empty.")
    width = len(first_rows[0][1])
    names = None
    if _is_header(first_rows) if header is None else header:
        names = [name.strip() for name in first_rows.pop(0)[1]]
    first_rows += _some(rows, width)
    chosen = choice.roles(names, width, source.name)
    if decimal is None:
        decimal = find_decimal(
            cells[j] for _, cells in first_rows for j in chosen.features if j < len(cells)
        )
    maybe_decimal = guessed and delimiter == "," and names is None and width == 2
    collected = Rows(source, names, chosen, drop_missing, mixed, decimal)
    for line, cells in itertools.chain(first_rows, rows):
        if len(cells) != width:
            raise ValueError(
                f"{source.name}, line {line}: {len(cells)} values, but there are {width} columns."
            )
        maybe_decimal = maybe_decimal and _is_decimal(cells)
        collected.add(cells, line)
    return replace(collected.table(), maybe_decimal=maybe_decimal)


def _some(rows: Iterator[_Row], width: int) -> list[_Row]:
    """Take some rows."""
    return list(itertools.islice(rows, min(_LOOKED_AT, _CELLS // width)))


def _is_decimal(cells: Sequence[str]) -> bool:
    """Tell whether two values may be one that had a decimal comma, such as 1,5."""
    whole, fraction = cells
    return fraction.isdecimal() and whole.lstrip("+-").isdecimal()


def _rows(source: Source, delimiter: str | None, encoding: str) -> tuple[str, Iterator[_Row]]:
    """Split the lines; return what is between values, too.

    Lines that are empty, or comments (#) before the first row, are skipped.
    """
    lines = source.lines(encoding)
    skipped = 0
    for first in lines:
        if first.strip() and not first.startswith("#"):
            break
        skipped += 1
    else:
        return "", iter(())
    head = [first]
    while first.count('"') % 2 and len(head) < _HEAD and (line := next(lines, "")):
        head.append(line)  # a name has a line break in it
        first += line
    content: Iterable[str] = itertools.chain(head, lines)
    delimiter = delimiter or _find_delimiter(first)
    if delimiter == " ":
        content = (" ".join(line.split()) for line in content)
    return delimiter, _split(source, content, delimiter, skipped)


def _split(source: Source, content: Iterable[str], delimiter: str, skipped: int) -> Iterator[_Row]:
    """Yield the number of each line, and its cells."""
    reader = csv.reader(content, delimiter=delimiter, skipinitialspace=True, strict=True)
    try:
        for cells in reader:
            if cells and (len(cells) > 1 or cells[0].strip()):
                yield skipped + reader.line_num, cells
    except csv.Error as error:
        line = skipped + reader.line_num
        raise ValueError(f"{source.name}, line {line}: {error}; is a quote missing?") from None


def _find_delimiter(line: str) -> str:
    bare = re.sub(r'"[^"]*"', "", line.strip("\r\n"))
    return next((delimiter for delimiter in _DELIMITERS if delimiter in bare), " ")


def _is_header(first_rows: list[_Row]) -> bool:
    """Tell whether the first row names the columns.

    It does if it has text where the next row has a number, if it has text only, if its numbers are
    successive years and those of the next row are not, or if it counts the columns from 0, as
    pandas does for arrays.
    """
    first = [cell.strip() for cell in first_rows[0][1]]
    text = [_is_text(cell) for cell in first]
    if all(text):
        return True
    if len(first_rows) > 1 and any(
        t and _is_number(c) for t, c in zip(text, first_rows[1][1], strict=False)
    ):
        return True
    if len(first_rows) > 1 and _are_years(first) and not _are_years(first_rows[1][1]):
        return True
    counted = first[1:] if first[0] == "" else first
    count = len(counted)
    return (count > 2 or first[0] == "") and counted == [str(j) for j in range(count)]


def _are_years(cells: Sequence[str]) -> bool:
    """Tell whether at least two cells are successive years, and the others are text."""
    numbers = [cell.strip() for cell in cells if not _is_text(cell)]
    if len(numbers) < 2 or not all(len(n) == 4 and n.isdecimal() for n in numbers):
        return False
    years = [int(number) for number in numbers]
    steps = {after - before for before, after in itertools.pairwise(years)}
    return len(steps) == 1 and 0 not in steps and all(year in _YEARS for year in years)


def _is_number(cell: str) -> bool:
    """Tell whether a cell is a value that no column is named by: a number, or a date."""
    if cell.strip().lower() in MISSING:
        return False
    try:
        float(cell)
    except ValueError:
        return any(read(cell) is not None for read in _READERS)
    return True


def _is_text(cell: str) -> bool:
    return not _is_number(cell) and cell.strip().lower() not in MISSING
