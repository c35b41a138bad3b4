"""Real data sets with known outliers: the six of the paper, ten versions of each.

Five are files of the DAMI benchmark of Campos et al. (2016), normalized to 0..1 and without
duplicates, as published by the LMU Munich. The paper's InternetAds_02 is not among the files: it is
drawn anew from that of ADBench (Han et al. 2022), all inliers and 32 of the outliers, with the
version as the seed. Checksums are in ``dami/SHA256SUMS`` and ``adbench/SHA256SUMS``.

References
----------
G. O. Campos, A. Zimek, J. Sander, R. J. G. B. Campello, B. Micenková, E. Schubert, I. Assent,
M. E. Houle: On the evaluation of unsupervised outlier detection: measures, datasets, and an
empirical study. Data Mining and Knowledge Discovery 30(4), 2016. doi:10.1007/s10618-015-0444-8

S. Han, X. Hu, H. Huang, M. Jiang, Y. Zhao: ADBench: Anomaly detection benchmark. Advances in Neural
Information Processing Systems 35, 2022. arXiv:2206.09426
"""

from __future__ import annotations

import gzip
import io
import os
import zlib
from dataclasses import dataclass, field
from importlib import resources
from pathlib import Path

import numpy as np

from .._checks import check_choice, check_int
from . import _internet_ads
from ._arff import MAX_LINE, parse_arff

__all__ = ["Dataset", "load", "names", "read_arff"]

#: Name -> stem of the files; the number is the percentage the outliers were downsampled to. None:
#: not one of the DAMI files.
_FILES = {
    "Arrhythmia": "Arrhythmia_withoutdupl_norm_02",
    "Hepatitis": "Hepatitis_withoutdupl_norm_05",
    "InternetAds": None,
    "PageBlocks": "PageBlocks_withoutdupl_norm_05",
    "WBC": "WBC_withoutdupl_norm",
    "WDBC": "WDBC_withoutdupl_norm",
}

#: Each set was downsampled ten times.
_VERSIONS = 10

_SOURCE = (
    "Campos et al. 2016, doi:10.1007/s10618-015-0444-8, "
    "http://www.dbs.ifi.lmu.de/research/outlier-evaluation/DAMI"
)


@dataclass(frozen=True)
class Dataset:
    """A data set with known outliers.

    Attributes
    ----------
    X : ndarray of shape (n, d)
        The values as they are in the file (normalized to 0..1, not standardized).
    y : ndarray of shape (n,)
        1 = outlier, 0 = inlier.
    feature_names : list of str
        The columns' names.
    name : str
        For example ``"WBC v01"``.
    source : str
        Where the data come from, for citing.
    """

    X: np.ndarray = field(repr=False)
    y: np.ndarray = field(repr=False)
    feature_names: list[str] = field(repr=False)
    name: str
    source: str

    def __str__(self) -> str:
        """Name and size."""
        n, d = self.X.shape
        return f"{self.name}: {n} rows, {d} columns, {int(self.y.sum())} outliers"


def names() -> list[str]:
    """List the bundled data sets.

    Returns
    -------
    list of str
        Names for :func:`load`.
    """
    return list(_FILES)


def load(name: str, version: int = 1) -> Dataset:
    """Load a bundled data set.

    The rows come in the order of the file, which may be sorted by label: nothing that you compare
    may depend on it.

    Parameters
    ----------
    name : str
        One of :func:`names`, in any case.
    version : int, default=1
        1 to 10: each set was downsampled ten times.

    Returns
    -------
    Dataset
        Values, labels and names.

    Examples
    --------
    >>> from pyelki_losdd import datasets
    >>> print(datasets.load("wbc"))
    WBC v01: 223 rows, 9 columns, 10 outliers
    """
    by_lower = {known.lower(): known for known in _FILES}
    if isinstance(name, str):
        name = by_lower.get(name.lower(), name)
    check_choice("name", name, list(_FILES))
    if check_int("version", version, 1) > _VERSIONS:
        raise ValueError(f"version={version!r}: {name} has the versions 1 to {_VERSIONS}.")
    title, stem = f"{name} v{version:02d}", _FILES[name]
    if stem is None:
        X, y = _internet_ads.draw(version)
        columns = [f"x{j}" for j in range(1, X.shape[1] + 1)]  # the file has no names
        return Dataset(X, y, columns, title, _internet_ads.SOURCE)
    file = resources.files(__package__) / "dami" / f"{stem}_v{version:02d}.arff.gz"
    return _read(file.read_bytes(), file.name, title, _SOURCE)


def read_arff(path: str | os.PathLike[str]) -> Dataset:
    """Read another file of the DAMI benchmark, or one in the same format.

    Parameters
    ----------
    path : str or path-like
        An ``.arff`` or ``.arff.gz`` file with numeric columns, a column ``outlier`` of ``yes`` and
        ``no``, and perhaps a column ``id``, which is dropped.

    Returns
    -------
    Dataset
        Values, labels and names.
    """
    path = Path(path)
    return _read(path.read_bytes(), path.name, None, str(path))


def _read(content: bytes, file: str, name: str | None, source: str) -> Dataset:
    stream: io.BytesIO | gzip.GzipFile = io.BytesIO(content)
    if content[:2] == b"\x1f\x8b":
        stream = gzip.GzipFile(fileobj=stream)
    try:
        text = io.TextIOWrapper(stream, encoding="utf-8")
        # readline with a limit: a small file must not unpack to one endless line.
        lines = iter(lambda: text.readline(MAX_LINE + 2), "")
        parsed = parse_arff(lines, file)
    except (EOFError, gzip.BadGzipFile, zlib.error, UnicodeDecodeError) as error:
        raise ValueError(f"{file} is damaged or no ARFF file: {error}") from error
    return Dataset(
        parsed.X, parsed.y, parsed.feature_names, name or parsed.relation or file, source
    )
