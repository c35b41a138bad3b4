"""ARFF files of benchmarks: numeric columns, and one that marks the outliers."""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np

from .._allowance import Allowance
from .._arff import ArffReader, Attribute

__all__ = ["Arff", "parse_arff"]

MAX_ATTRIBUTES = 10_000
MAX_VALUES = 50_000_000
MAX_LINE = 1_000_000

#: The most bytes of memory that names and listed values may take.
MAX_DECLARED = 64 << 20


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
    declared = Allowance(
        MAX_DECLARED, f"{name} declares more than {MAX_DECLARED >> 20} MB of names and values."
    )
    reader = ArffReader(_short(lines, name), name, declared.take, MAX_ATTRIBUTES)
    attributes = reader.attributes
    for attribute in attributes:
        _check_type(attribute, reader)
    label, features = _roles([attribute.name.lower() for attribute in attributes], reader)
    limit = MAX_VALUES // len(attributes)
    names = [attribute.name for attribute in attributes]
    values = array("d")
    labels = array("b")
    for cells in reader.rows():
        if cells[label] not in ("yes", "no"):
            raise reader.wrong(f"outlier is {cells[label]!r}, expected 'yes' or 'no'")
        if len(labels) == limit:
            raise reader.wrong(f"more than {MAX_VALUES} values")
        values.extend(_number(cells[j], names[j], reader) for j in features)
        labels.append(cells[label] == "yes")
    if not labels:
        raise reader.wrong("no data after @data")
    return Arff(
        reader.relation,
        np.frombuffer(values).reshape(len(labels), len(features)),
        np.array(labels, dtype=np.int64),
        [names[j] for j in features],
    )


def _short(lines: Iterable[str], name: str) -> Iterator[str]:
    """Pass the lines on; one without an end is an error."""
    for number, line in enumerate(lines, start=1):
        if len(line) > MAX_LINE:
            raise ValueError(f"{name}, line {number}: longer than {MAX_LINE} characters.")
        yield line


def _check_type(attribute: Attribute, reader: ArffReader) -> None:
    name = attribute.name
    if name.lower() == "outlier":
        if attribute.values is None or sorted(set(attribute.values)) != ["no", "yes"]:
            raise reader.wrong(
                f"outlier has the type {attribute.type!r}, expected {{'yes','no'}}", attribute.line
            )
    elif name.lower() != "id" and not attribute.is_numeric:
        raise reader.wrong(
            f"attribute {name!r} has the type {attribute.type!r}, expected a numeric one",
            attribute.line,
        )


def _roles(names: list[str], reader: ArffReader) -> tuple[int, list[int]]:
    """Return the position of the label and those of the features, given names in lower case."""
    if len(set(names)) < len(names):
        double = next(name for name in names if names.count(name) > 1)
        raise reader.wrong(f"attribute {double!r} is declared twice")
    if "outlier" not in names:
        raise reader.wrong("no attribute 'outlier' is declared")
    features = [j for j, name in enumerate(names) if name not in ("id", "outlier")]
    if not features:
        raise reader.wrong("no attribute beside 'id' and 'outlier' is declared")
    return names.index("outlier"), features


def _number(cell: str, name: str, reader: ArffReader) -> float:
    try:
        value = float(cell)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise reader.wrong(f"attribute {name!r} is {cell!r}, expected a finite number")
    return value
