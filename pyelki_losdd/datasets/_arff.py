"""A small, strict reader of ARFF files with numeric attributes and an outlier label."""

from __future__ import annotations

import math
import re
from array import array
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np

__all__ = ["Arff", "parse_arff"]

MAX_ATTRIBUTES = 10_000
MAX_VALUES = 50_000_000
MAX_LINE = 1_000_000

_ATTRIBUTE = re.compile(
    r"@attribute\s+(?:'(?P<single>[^']+)'|\"(?P<double>[^\"]+)\"|(?P<bare>[^\s'\"{}]+))"
    r"\s+(?P<type>\S.*)",
    re.IGNORECASE,
)


class Arff(NamedTuple):
    """What a benchmark file holds: the numbers, the labels and the names."""

    relation: str
    X: np.ndarray
    y: np.ndarray
    feature_names: list[str]


def parse_arff(lines: Iterable[str], name: str = "ARFF file") -> Arff:
    """Parse the lines of an ARFF file with the columns of the DAMI benchmark.

    The column `id` is dropped, the column `outlier` (``yes`` or ``no``) becomes the label; both
    are found by name, in any case and at any place. All other columns must be numeric.

    Parameters
    ----------
    lines : iterable of str
        The file's lines.
    name : str
        The file's name, for error messages.

    Returns
    -------
    Arff
        Values, labels (1 = outlier) and names.

    Raises
    ------
    ValueError
        If the file departs from the format; the message gives the file and the line number.
    """
    relation = ""
    attributes: list[str] = []
    where = f"{name}, line 0"
    content = _content(lines, name)
    for where, line in content:
        keyword = line.split(None, 1)[0].lower()
        if keyword == "@relation":
            relation = line[len("@relation") :].strip().strip("'\"")
        elif keyword == "@attribute":
            attributes.append(_attribute(line, where))
            if len(attributes) > MAX_ATTRIBUTES:
                raise ValueError(f"{where}: more than {MAX_ATTRIBUTES} attributes.")
        elif keyword == "@data":
            break
        else:
            raise ValueError(
                f"{where}: expected @relation, @attribute or @data, got {line[:40]!r}."
            )
    else:
        raise ValueError(f"{where}: the file ends before @data.")

    label, features = _roles(attributes, where)
    limit = MAX_VALUES // len(attributes)
    values = array("d")
    labels = array("b")
    for where, line in content:
        fields = line.split(",")
        if len(fields) != len(attributes):
            raise ValueError(
                f"{where}: {len(fields)} values, but there are {len(attributes)} attributes."
            )
        answer = fields[label].strip(" \t'\"")
        if answer not in ("yes", "no"):
            raise ValueError(f"{where}: outlier is {answer!r}, expected 'yes' or 'no'.")
        if len(labels) == limit:
            raise ValueError(f"{where}: more than {MAX_VALUES} values.")
        values.extend(_number(fields[j], attributes[j], where) for j in features)
        labels.append(answer == "yes")
    if not labels:
        raise ValueError(f"{where}: no data after @data.")
    return Arff(
        relation,
        np.frombuffer(values).reshape(len(labels), len(features)),
        np.array(labels, dtype=np.int64),
        [attributes[j] for j in features],
    )


def _content(lines: Iterable[str], name: str) -> Iterator[tuple[str, str]]:
    """Yield where it stands and what it says, for each line that says something."""
    for number, raw in enumerate(lines, start=1):
        where, line = f"{name}, line {number}", raw.strip()
        if len(raw) > MAX_LINE:
            raise ValueError(f"{where}: longer than {MAX_LINE} characters.")
        if line and not line.startswith("%"):
            yield where, line


def _attribute(line: str, where: str) -> str:
    """Return the attribute's name, after a check of its type."""
    match = _ATTRIBUTE.fullmatch(line)
    if not match:
        raise ValueError(f"{where}: expected @attribute name type, got {line[:60]!r}.")
    name = match["single"] or match["double"] or match["bare"]
    kind = match["type"].lower()
    if name.lower() == "outlier":
        values = {value.strip().strip("'\"") for value in kind.strip("{} ").split(",")}
        if not kind.startswith("{") or values != {"yes", "no"}:
            raise ValueError(f"{where}: outlier has the type {kind!r}, expected {{'yes','no'}}.")
    elif name.lower() != "id" and kind not in ("real", "numeric", "integer"):
        raise ValueError(
            f"{where}: attribute {name!r} has the type {kind!r}, expected a numeric one."
        )
    return name


def _roles(attributes: list[str], where: str) -> tuple[int, list[int]]:
    """Return the position of the label and those of the features."""
    lower = [attribute.lower() for attribute in attributes]
    if len(set(lower)) < len(lower):
        double = next(a for a in lower if lower.count(a) > 1)
        raise ValueError(f"{where}: attribute {double!r} is declared twice.")
    if "outlier" not in lower:
        raise ValueError(f"{where}: no attribute 'outlier' is declared.")
    features = [j for j, attribute in enumerate(lower) if attribute not in ("id", "outlier")]
    if not features:
        raise ValueError(f"{where}: no attribute beside 'id' and 'outlier' is declared.")
    return lower.index("outlier"), features


def _number(field: str, attribute: str, where: str) -> float:
    try:
        value = float(field)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise ValueError(
            f"{where}: attribute {attribute!r} is {field.strip()!r}, expected a finite number."
        )
    return value
