"""The syntax of ARFF: declared attributes, then rows of values, dense or sparse.

What the columns mean is up to those who read a file: `_tables` for any file, `datasets` for the
benchmarks.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from ._allowance import text_size

__all__ = ["ArffReader", "Attribute"]

_NUMERIC = ("numeric", "real", "integer")

#: What an attribute takes in memory besides its texts.
_OBJECT = 200

#: Up to the closing quote; a backslash takes the next character as it is.
_QUOTED = {quote: re.compile(rf"((?:[^{quote}\\]|\\.)*){quote}") for quote in "'\""}
_ESCAPED = re.compile(r"\\(.)")
_ESCAPES = {"n": "\n", "r": "\r", "t": "\t"}

_SPACE = re.compile(r"\s*")
_BARE = re.compile(r"[^,]*")
_BARE_NAME = re.compile(r"[^\s,{}]+")
_SPARSE_PLACE = re.compile(r"\s*(\d{1,9})\s+")


@dataclass(frozen=True)
class Attribute:
    """A declared column.

    Attributes
    ----------
    name : str
        Its name.
    type : str
        Its type, as it is written.
    zero : str
        What a sparse row means if it does not mention the column.
    values : list of str or None
        The values it may have, if these are listed.
    line : int
        Where it is declared.
    """

    name: str
    type: str
    zero: str
    values: list[str] | None
    line: int

    @property
    def is_numeric(self) -> bool:
        """Whether its values are numbers."""
        return self.type.split()[0].lower() in _NUMERIC

    @property
    def size(self) -> int:
        """What it takes in memory."""
        return _OBJECT + sum(map(text_size, (self.name, self.type, *(self.values or ()))))


class ArffReader:
    """Reads the declarations at once, and the rows one by one.

    Parameters
    ----------
    lines : iterable of str
        The lines of the file.
    name : str
        What to call the file in messages.
    take : callable
        Is told how many bytes each declaration takes; raises if that is too much.
    max_attributes : int, optional
        The most columns that may be declared.

    Attributes
    ----------
    relation : str
        The title, empty if there is none.
    attributes : list of Attribute
        The columns.
    line : int
        The line that was read last.

    Raises
    ------
    ValueError
        If the file departs from the format; the message names the file and the line.
    """

    def __init__(
        self,
        lines: Iterable[str],
        name: str,
        take: Callable[[int], None],
        max_attributes: int | None = None,
    ) -> None:
        self._name = name
        self._take = take
        self._content = _content(lines)
        self.relation = ""
        self.attributes: list[Attribute] = []
        self.line = 0
        for number, text in self._content:
            self.line = number
            keyword, *rest = text.split(None, 1)
            try:
                if keyword.lower() == "@data":
                    return
                self._declare(keyword.lower(), text, "".join(rest))
            except _Wrong as error:
                raise self.wrong(str(error)) from None
            if max_attributes is not None and len(self.attributes) > max_attributes:
                raise self.wrong(f"more than {max_attributes} attributes")
        raise self.wrong("the file ends before @data")

    def wrong(self, what: str, line: int | None = None) -> ValueError:
        """Make an error about a line; by default, the one that was read last."""
        return ValueError(f"{self._name}, line {self.line if line is None else line}: {what}.")

    def _declare(self, keyword: str, text: str, rest: str) -> None:
        if keyword == "@attribute":
            attribute = _declaration(text, self.line)
            self._take(attribute.size)
            self.attributes.append(attribute)
        elif keyword == "@relation":
            self.relation = rest.strip().strip("'\"")
        else:
            raise _Wrong(f"expected @relation, @attribute or @data, got {_shown(text)}")

    def rows(self) -> Iterator[Sequence[str]]:
        """Yield the values of one row after the other, as text; a missing one is ``?``."""
        zeros = [attribute.zero for attribute in self.attributes]
        for number, text in self._content:
            self.line = number
            try:
                yield _sparse(text, zeros) if text.startswith("{") else _dense(text, len(zeros))
            except _Wrong as error:
                raise self.wrong(str(error)) from None


class _Wrong(Exception):
    """Something is wrong in a line; the message says what."""


def _content(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """Yield number and text of each line that says something."""
    for number, line in enumerate(lines, start=1):
        text = line.strip()
        if text and not text.startswith("%"):
            yield number, text


def _declaration(text: str, line: int) -> Attribute:
    at = _skip_space(text, len("@attribute"))
    name, at = _value(text, at, _BARE_NAME)
    kind = text[at:].strip()
    if not name or not kind:
        raise _Wrong(f"expected @attribute name type, got {_shown(text)}")
    if kind.startswith("{"):
        if not kind.endswith("}"):
            raise _Wrong(f"the values of {name!r} have no closing brace")
        values = _list(kind[1:-1])
        return Attribute(name, kind, values[0], values, line)
    word = kind.split()[0].lower()
    if word in _NUMERIC:
        return Attribute(name, kind, "0", None, line)
    if word in ("string", "date"):
        return Attribute(name, kind, "", None, line)
    raise _Wrong(f"{name!r} has the type {_shown(kind)}, which is not supported")


def _dense(text: str, width: int) -> Sequence[str]:
    cells = text.split(",") if "'" not in text and '"' not in text else _list(text)
    if len(cells) != width:
        raise _Wrong(f"{len(cells)} values, but there are {width} attributes")
    return [cell.strip() for cell in cells]


def _sparse(text: str, zeros: list[str]) -> Sequence[str]:
    """Read ``{2 0.5, 7 yes}``: positions and values of what is not zero."""
    if not text.endswith("}"):
        raise _Wrong("a sparse row has no closing brace")
    text = text[1:-1]
    cells = list(zeros)
    at = _skip_space(text, 0)
    last = -1
    while at < len(text):
        place = _SPARSE_PLACE.match(text, at)
        if place is None:
            raise _Wrong(f"expected a position and a value, got {_shown(text[at:])}")
        j = int(place[1])
        if j >= len(cells):
            raise _Wrong(f"position {j}, but there are {len(cells)} attributes, from 0")
        if j <= last:
            raise _Wrong(f"position {j} comes after position {last}")
        last = j
        cells[j], at = _value(text, place.end(), _BARE)
        at = _skip_comma(text, at)
    return cells


def _list(text: str) -> list[str]:
    """Split values at the commas that are not in quotes."""
    found = []
    at = 0
    while True:
        value, at = _value(text, _skip_space(text, at), _BARE)
        found.append(value)
        if at >= len(text):
            return found
        at = _skip_comma(text, at)


def _value(text: str, at: int, bare: re.Pattern[str]) -> tuple[str, int]:
    """Read a value, in quotes or bare, and return what it is and where it ends."""
    quote = text[at : at + 1]
    if quote in _QUOTED:
        match = _QUOTED[quote].match(text, at + 1)
        if match is None:
            raise _Wrong(f"a quote is not closed: {_shown(text[at:])}")
        value = _ESCAPED.sub(lambda m: _ESCAPES.get(m[1], m[1]), match[1])
        return value, _skip_space(text, match.end())
    match = bare.match(text, at)
    return (match[0].strip(), match.end()) if match else ("", at)


def _skip_space(text: str, at: int) -> int:
    match = _SPACE.match(text, at)
    assert match is not None
    return match.end()


def _skip_comma(text: str, at: int) -> int:
    if at < len(text) and text[at] != ",":
        raise _Wrong(f"expected a comma, got {_shown(text[at:])}")
    return at + 1


def _shown(text: str) -> str:
    """Quote a text in a message, but not a long one."""
    return repr(text if len(text) <= 40 else f"{text[:40]}...")
