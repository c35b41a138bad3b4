"""ARFF files as tables."""

from __future__ import annotations

from .._arff import ArffReader
from ._columns import Choice, Table, shown
from ._rows import Rows
from ._source import Source

__all__ = ["read_arff"]


def read_arff(
    source: Source, choice: Choice, encoding: str, drop_missing: bool, mixed: bool = False
) -> Table:
    """Read an ARFF file; see :func:`pyelki_losdd._tables.read_table`."""
    reader = ArffReader(source.lines(encoding), source.name, source.take)
    if not reader.attributes:
        raise reader.wrong("no @attribute is declared before @data")
    names = [attribute.name for attribute in reader.attributes]
    roles = choice.roles(names, len(names), source.name)
    rows = Rows(source, names, roles, drop_missing, mixed)
    listed = None if roles.label is None else reader.attributes[roles.label].values
    allowed = None if listed is None else frozenset(listed)
    for cells in reader.rows():
        if allowed is not None and roles.label is not None:
            label = cells[roles.label]
            if label not in allowed and label != "?":
                raise reader.wrong(f"{names[roles.label]!r} has no value {shown(label)}")
        rows.add(cells, reader.line)
    return rows.table()
