"""Data files: CSV and the like, ARFF, Parquet, NPY and NPZ, from a path or standard input.

Nothing in a file is executed (no pickle), and a small file cannot unpack to more than a limit.
"""

from __future__ import annotations

import os

from ._arff import read_arff
from ._arrays import read_npy, read_npz
from ._columns import Choice, Table
from ._delimited import read_delimited
from ._parquet import pyarrow_for, read_parquet
from ._source import LIMIT, open_source, sniff

__all__ = ["FORMATS", "LIMIT", "Choice", "Table", "pyarrow_for", "read_table"]

#: Formats, and the suffixes by which they are known.
FORMATS = {
    "csv": (".csv", ".txt", ".dat", ".data"),
    "tsv": (".tsv", ".tab"),
    "arff": (".arff",),
    "parquet": (".parquet", ".pq"),
    "npy": (".npy",),
    "npz": (".npz",),
}


def read_table(
    source: str | os.PathLike[str],
    choice: Choice | None = None,
    *,
    format: str | None = None,
    delimiter: str | None = None,
    header: bool | None = None,
    encoding: str = "utf-8",
    key: str | None = None,
    drop_missing: bool = False,
    mixed: bool = False,
    decimal: str | None = None,
    limit: int = LIMIT,
) -> Table:
    """Read a data file.

    Parameters
    ----------
    source : str or path-like
        The file; ``"-"`` is standard input. Text may be compressed with gzip.
    choice : Choice, optional
        Which columns are the data, the labels, and the rows' names; all are data by default.
    format : str, optional
        One of `FORMATS`; by default found by the suffix, or else by the content.
    delimiter : str, optional
        What is between the values of a CSV file: one character, or ``" "`` for any white space. By
        default, the tab, semicolon, comma, bar or white space that the first line has.
    header : bool, optional
        Whether a CSV file begins with the columns' names; found out by default.
    encoding : str, default="utf-8"
        The encoding of text.
    key : str, optional
        The array of an NPZ file that holds the data; found out by default.
    drop_missing : bool, default=False
        Whether to leave out rows with missing values; otherwise they are an error.
    mixed : bool, default=False
        Whether to take texts, dates and missing values as they are; otherwise they are errors.
    decimal : str, optional
        What is before the decimals in a CSV file, ``"."`` or ``","``. By default a comma, where
        some of the first rows have one that can be nothing else, and none has such a point.
    limit : int
        The most bytes that the file may unpack to, as text or as numbers.

    Returns
    -------
    Table
        The data, and the labels.

    Raises
    ------
    ValueError
        If there is something wrong with the file; the message names it, and the line.
    OSError
        If the file cannot be read.
    """
    choice = choice or Choice()
    with open_source(source, limit) as opened:
        format = format or _by_suffix(os.fspath(source)) or sniff(opened.stream)
        if format in ("csv", "tsv"):
            delimiter = delimiter or ("\t" if format == "tsv" else None)
            return read_delimited(
                opened, choice, delimiter, header, encoding, drop_missing, mixed, decimal
            )
        if format == "arff":
            return read_arff(opened, choice, encoding, drop_missing, mixed)
        if format == "parquet":
            return read_parquet(opened, choice, drop_missing, mixed)
        if format == "npy":
            return read_npy(opened, choice, drop_missing, mixed)
        return read_npz(opened, choice, key, drop_missing, mixed)


def _by_suffix(source: str) -> str | None:
    stem, suffix = os.path.splitext(source.lower())
    if suffix == ".gz":
        suffix = os.path.splitext(stem)[1]
    return next((name for name, suffixes in FORMATS.items() if suffix in suffixes), None)
