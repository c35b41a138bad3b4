"""Row labels in files: pandas' indexes as plain arrays and JSON."""

from __future__ import annotations

import datetime
import re
import warnings
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import pandas as pd

__all__ = ["decode_index", "encode_index"]

_UNITS = ("s", "ms", "us", "ns")

#: Names of time zones. Others could be files: "dateutil//tmp/x" makes pandas open /tmp/x.
_ZONE = re.compile(r"(?!dateutil/)\w[\w+-]*(/[\w+-]+)*", re.ASCII)

#: What pandas takes for a label of a level of several, in bytes: it sorts and numbers them.
_LEVEL_WEIGHT = 64


def encode_index(index: pd.Index, key: str, arrays: dict[str, np.ndarray]) -> dict[str, Any]:
    """Describe `index` in JSON values; long numbers go to ``arrays[key]``."""
    if isinstance(index, pd.MultiIndex):
        levels = [
            encode_index(index.get_level_values(i), f"{key}/{i}", arrays)
            for i in range(index.nlevels)
        ]
        return {"kind": "multi", "levels": levels}
    spec: dict[str, Any] = {"key": key, "name": index.name}
    if isinstance(index, pd.RangeIndex):
        return spec | {"kind": "range", "range": [index.start, index.stop, index.step]}
    zone = getattr(index, "tz", None)
    written = _encode_zone(zone)
    is_time = isinstance(index, (pd.DatetimeIndex, pd.TimedeltaIndex))
    if is_time and (zone is None or written is not None):
        arrays[key] = index.asi8
        kind = "timedelta" if isinstance(index, pd.TimedeltaIndex) else "datetime"
        return spec | {"kind": kind, "unit": getattr(index, "unit", "ns"), "tz": written}
    if isinstance(index.dtype, np.dtype) and index.dtype.kind in "fiub":
        arrays[key] = index.to_numpy()
        return spec | {"kind": "number"}
    labels = index.tolist()
    if not all(isinstance(label, str) for label in labels):
        warnings.warn(
            f"The row labels have the type {index.dtype} and are saved as text.",
            UserWarning,
            stacklevel=4,
        )
    return spec | {"kind": "text", "labels": [str(label) for label in labels]}


def _encode_zone(zone: Any) -> str | float | None:
    """Name a time zone, or give its fixed distance from UTC in seconds; None if it has neither."""
    if zone is None:
        return None
    name = getattr(zone, "key", None) or getattr(zone, "zone", None)
    if name is None:
        offset = zone.utcoffset(None)
        return None if offset is None else float(offset.total_seconds())
    return str(name) if _ZONE.fullmatch(str(name)) else None


def decode_index(
    spec: Any, arrays: Mapping[str, np.ndarray], n: int, take: Callable[[int], None]
) -> pd.Index:
    """Make the index of `n` rows that `encode_index` described.

    Parameters
    ----------
    spec : JSON value
        The description, maybe by a stranger.
    arrays : mapping of str to ndarray
        Long numbers.
    n : int
        How many labels there must be.
    take : callable
        Is told how many bytes are about to be taken; raises if that is too much.
    """
    if spec["kind"] == "multi":
        take(_LEVEL_WEIGHT * n * len(spec["levels"]))
        return pd.MultiIndex.from_arrays([_decode_level(s, arrays, n) for s in spec["levels"]])
    return _decode_level(spec, arrays, n)


def _decode_level(spec: Any, arrays: Mapping[str, np.ndarray], n: int) -> pd.Index:
    kind, name = spec["kind"], spec["name"]
    if isinstance(name, list):  # a tuple once, as JSON has none; a list cannot be a name
        name = tuple(name)
    if kind == "range":
        found = range(*map(_integer, spec["range"]))
        _check_length(len(found), n)
        return pd.RangeIndex(found, name=name)
    if kind == "text":
        labels = spec["labels"]
        _check_length(len(labels), n)
        if not all(isinstance(label, str) for label in labels):
            raise ValueError("a row label is no text")
        return pd.Index(labels, name=name)
    numbers = arrays[spec["key"]]
    if numbers.ndim != 1 or numbers.dtype.kind not in "fiub":
        raise ValueError("the row labels are no list of numbers")
    _check_length(len(numbers), n)
    if kind == "number":
        return pd.Index(numbers, name=name)
    if kind not in ("timedelta", "datetime") or numbers.dtype != np.int64:
        raise ValueError(f"row labels of the kind {kind!r} are unknown")
    unit, zone = spec["unit"], spec["tz"]
    if unit not in _UNITS:
        raise ValueError(f"the unit of time {unit!r} is unknown")
    if kind == "timedelta":
        return pd.TimedeltaIndex(numbers.view(f"m8[{unit}]"), name=name)
    index = pd.DatetimeIndex(numbers.view(f"M8[{unit}]"), name=name)
    return index if zone is None else index.tz_localize("UTC").tz_convert(_decode_zone(zone))


def _decode_zone(zone: str | float) -> str | datetime.timezone:
    if not isinstance(zone, str):
        return datetime.timezone(datetime.timedelta(seconds=zone))
    if not _ZONE.fullmatch(zone):
        raise ValueError(f"the time zone {zone!r} is unknown")
    return zone


def _integer(value: object) -> int:
    if not isinstance(value, int):
        raise ValueError(f"{value!r} is no integer")
    return value


def _check_length(found: int, n: int) -> None:
    if found != n:
        raise ValueError(f"there are {found} row labels for {n} rows")
