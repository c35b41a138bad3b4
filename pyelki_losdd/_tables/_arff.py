"""ARFF: declared attributes, then rows of values, dense or sparse."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from .._allowance import text_size
from ._columns import Choice, Rows, Table, shown
from ._source import Source

__all__ = ["read_arff"]

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
class _Attribute:
    """A column.

    Attributes
    ----------
    name : str
        Its name.
    zero : str
        What a sparse row means if it does not mention the column.
    values : list of str or None
        The values it may have, if these are listed.
    """

    name: str
    zero: str
    values: list[str] | None

    @property
    def size(self) -> int:
        """What it takes in memory."""
        return _OBJECT + sum(map(text_size, (self.name, *(self.values or ()))))


def read_arff(source: Source, choice: Choice, encoding: str, drop_missing: bool) -> Table:
    """Read an ARFF file; see :func:`pyelki_losdd._tables.read_table`."""
    content = _content(source, encoding)
    attributes = _read_declarations(content, source)
    names = [attribute.name for attribute in attributes]
    roles = choice.roles(names, len(names), source.name)
    rows = Rows(source, names, roles, drop_missing)
    zeros = [attribute.zero for attribute in attributes]
    listed = None if roles.label is None else attributes[roles.label].values
    allowed = None if listed is None else frozenset(listed)
    for line, text in content:
        try:
            cells = _sparse(text, zeros) if text.startswith("{") else _dense(text, len(names))
            if allowed is not None and roles.label is not None:
                label = cells[roles.label]
                if label not in allowed and label != "?":
                    raise _Wrong(f"{names[roles.label]!r} has no value {shown(label)}")
        except _Wrong as error:
            raise ValueError(f"{source.name}, line {line}: {error}.") from None
        rows.add(cells, line)
    return rows.table()


class _Wrong(Exception):
    """Something is wrong in a line; the message says what."""


def _content(source: Source, encoding: str) -> Iterator[tuple[int, str]]:
    """Yield number and text of each line that says something."""
    for number, line in enumerate(source.lines(encoding), start=1):
        text = line.strip()
        if text and not text.startswith("%"):
            yield number, text


def _read_declarations(content: Iterator[tuple[int, str]], source: Source) -> list[_Attribute]:
    """Read up to @data."""
    attributes: list[_Attribute] = []
    line = 0
    for line, text in content:
        keyword = text.split(None, 1)[0].lower()
        try:
            if keyword == "@data":
                break
            if keyword == "@attribute":
                attributes.append(_declaration(text))
                source.take(attributes[-1].size)
            elif keyword != "@relation":
                raise _Wrong(f"expected @relation, @attribute or @data, got {shown(text)}")
        except _Wrong as error:
            raise ValueError(f"{source.name}, line {line}: {error}.") from None
    else:
        raise ValueError(f"{source.name}, line {line}: the file ends before @data.")
    if not attributes:
        raise ValueError(f"{source.name}, line {line}: no @attribute is declared before @data.")
    return attributes


def _declaration(text: str) -> _Attribute:
    at = _skip_space(text, len("@attribute"))
    name, at = _value(text, at, _BARE_NAME)
    kind = text[at:].strip()
    if not name or not kind:
        raise _Wrong(f"expected @attribute name type, got {shown(text)}")
    if kind.startswith("{"):
        if not kind.endswith("}"):
            raise _Wrong(f"the values of {name!r} have no closing brace")
        values = _list(kind[1:-1])
        return _Attribute(name, values[0], values)
    word = kind.split()[0].lower()
    if word in _NUMERIC:
        return _Attribute(name, "0", None)
    if word in ("string", "date"):
        return _Attribute(name, "", None)
    raise _Wrong(f"{name!r} has the type {shown(kind)}, which is not supported")


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
            raise _Wrong(f"expected a position and a value, got {shown(text[at:])}")
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
            raise _Wrong(f"a quote is not closed: {shown(text[at:])}")
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
        raise _Wrong(f"expected a comma, got {shown(text[at:])}")
    return at + 1
