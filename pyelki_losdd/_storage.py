"""Results as files: a numpy archive of plain arrays and one JSON text, no pickle."""

from __future__ import annotations

import contextlib
import dataclasses
import datetime
import json
import os
import secrets
import shutil
import warnings
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import numpy as np
import pandas as pd

from ._model import Model

if TYPE_CHECKING:
    from ._result import Result

__all__ = ["load", "replacing", "save"]

_FORMAT = "pyelki-losdd result"
_VERSION = 1

#: What reading a damaged archive raises.
_DAMAGE = (
    ValueError,
    TypeError,
    KeyError,
    AttributeError,
    EOFError,
    OSError,
    OverflowError,
    RuntimeError,
    MemoryError,  # sizes beyond any machine
    zipfile.BadZipFile,
    zlib.error,
)

#: A file that unpacks to more bytes than this, and to this many times its size, holds no result:
#: scores do not compress that well.
_BOMB_SIZE, _BOMB_RATIO = 2**28, 100

#: Fields of a Model that are arrays (or None); the others go into the JSON text.
_MODEL_ARRAYS = ("rows", "alpha", "support_vectors", "mean", "scale")


def save(result: Result, path: str | os.PathLike[str]) -> None:
    """Write `result` to `path`; see :meth:`Result.save`."""
    arrays: dict[str, Any] = {
        "scores": result.scores,
        "ranking": result.ranking,
        "removal_round": result.removal_round,
        "removed": result.removed_rows,
    }
    if result.points is not None:
        arrays["points"] = result.points
    arrays |= {f"rounds/{name}": column for name, column in result.statistics.items()}
    meta: dict[str, Any] = {
        "format": _FORMAT,
        "version": _VERSION,
        "params": result.params,
        "rounds": list(result.statistics),
        "model": None,
        "index": None,
    }
    if result.model is not None:
        fields = {f.name: getattr(result.model, f.name) for f in dataclasses.fields(Model)}
        for name in _MODEL_ARRAYS:
            array = fields.pop(name)
            if array is not None:
                arrays[f"model/{name}"] = array
        meta["model"] = fields
    if result.index is not None:
        meta["index"] = _encode_index(result.index, "index", arrays)
    assert not any(array.dtype.hasobject for array in arrays.values())  # numpy would pickle
    text = json.dumps(meta, default=_plain).encode()
    arrays["meta"] = np.frombuffer(text, dtype=np.uint8)
    with replacing(path) as stream:
        np.savez_compressed(stream, **arrays)


def load(cls: type[Result], path: str | os.PathLike[str]) -> Result:
    """Read a `cls` from `path`; see :meth:`Result.load`."""
    with open(path, "rb") as stream:  # that there is no such file is no damage
        try:
            _check_unpacked_size(stream)
            with np.load(stream, allow_pickle=False) as archive:
                arrays = {name: archive[name] for name in archive.files}
            meta = json.loads(arrays["meta"].tobytes())
            if meta["format"] != _FORMAT:
                raise ValueError(f"the format is {meta['format']!r}")
            if meta["version"] > _VERSION:
                raise ValueError(
                    f"it has the version {meta['version']}, written by a newer pyelki_losdd; this "
                    f"one reads up to {_VERSION}"
                )
            return _decode(cls, arrays, meta)
        except _DAMAGE as error:
            raise ValueError(
                f"{os.fspath(path)!r} is no result saved by pyelki_losdd, or damaged: {error}"
            ) from error


def _check_unpacked_size(stream: BinaryIO) -> None:
    with zipfile.ZipFile(stream) as archive:
        size = sum(member.file_size for member in archive.infolist())
    packed = stream.seek(0, os.SEEK_END)
    stream.seek(0)
    if size > max(_BOMB_SIZE, _BOMB_RATIO * packed):
        raise ValueError(f"its {packed} bytes would unpack to {size}")


@contextlib.contextmanager
def replacing(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """Open a file that replaces `path` once it is complete.

    What is written goes to a neighbor first: a crash or a full disk leaves the old file or the
    new one, never half of it.

    Parameters
    ----------
    path : str or path-like
        The file to write. A link is followed; a device or a pipe is written to directly.

    Yields
    ------
    binary stream
        Where to write.
    """
    given = Path(path)
    if given.exists() and not given.is_file() and not given.is_dir():
        try:
            with open(given, "wb") as stream:
                yield stream
        except OSError as error:
            raise _about(path, error) from None
        return
    target = given.resolve()  # replace what a link points to, not the link
    temporary = target.with_name(f".{target.name}.{secrets.token_hex(4)}.tmp")
    try:
        with open(temporary, "xb") as stream:
            if target.is_file():
                shutil.copymode(target, temporary)
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        os.replace(temporary, target)
    except OSError as error:
        raise _about(path, error, temporary) from None
    finally:
        with contextlib.suppress(OSError):
            temporary.unlink(missing_ok=True)


def _about(path: str | os.PathLike[str], error: OSError, temporary: Path | None = None) -> OSError:
    """Name the file that was asked for in an error; the user does not know the temporary one."""
    if error.errno is None or error.filename not in (None, str(temporary)):
        return error  # it is about something else
    return OSError(error.errno, error.strerror, os.fspath(path))


def _decode(cls: type[Result], arrays: dict[str, np.ndarray], meta: dict[str, Any]) -> Result:
    model = None
    if meta["model"] is not None:
        fields: dict[str, Any] = {name: arrays.get(f"model/{name}") for name in _MODEL_ARRAYS}
        model = Model(**meta["model"], **fields)
    index = None if meta["index"] is None else _decode_index(meta["index"], arrays)
    result = cls(
        arrays["scores"],
        meta["params"],
        ranking=arrays["ranking"],
        index=index,
        removal_round=arrays["removal_round"],
        removed=arrays["removed"],
        rounds={name: arrays[f"rounds/{name}"] for name in meta["rounds"]},
        model=model,
    )
    result.points = arrays.get("points")
    _check_consistent(result)
    return result


def _check_consistent(result: Result) -> None:
    """Reject a file whose parts do not fit together, before it misleads anybody."""
    n = len(result.scores)
    fits = (
        result.scores.ndim == 1
        and np.array_equal(np.sort(result.ranking), np.arange(n))
        and result.removal_round.shape == (n,)
        and (result.index is None or len(result.index) == n)
        and (result.points is None or result.points.shape == (n, 2))
        and all(0 <= row < n for row in result.removed_rows)
        and len({column.shape for column in result.statistics.values()}) <= 1
    )
    model = result.model
    if fits and model is not None:
        fits = (
            model.rows.shape == model.alpha.shape
            and all(0 <= row < n for row in model.rows)
            and (
                model.support_vectors is None
                or model.support_vectors.shape == (len(model.rows), model.width)
            )
        )
    if not fits:
        raise ValueError("its arrays do not fit together")


# ---------------------------------------------------------------------------- row labels


def _encode_index(index: pd.Index, key: str, arrays: dict[str, np.ndarray]) -> dict[str, Any]:
    """Describe `index` in JSON values; long numbers go to ``arrays[key]``."""
    if isinstance(index, pd.MultiIndex):
        levels = [
            _encode_index(index.get_level_values(i), f"{key}/{i}", arrays)
            for i in range(index.nlevels)
        ]
        return {"kind": "multi", "levels": levels}
    spec: dict[str, Any] = {"key": key, "name": index.name}
    if isinstance(index, pd.RangeIndex):
        return spec | {"kind": "range", "range": [index.start, index.stop, index.step]}
    if isinstance(index, (pd.DatetimeIndex, pd.TimedeltaIndex)):
        arrays[key] = index.asi8
        kind = "timedelta" if isinstance(index, pd.TimedeltaIndex) else "datetime"
        zone = _encode_zone(getattr(index, "tz", None))
        return spec | {"kind": kind, "unit": getattr(index, "unit", "ns"), "tz": zone}
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
    """Name a time zone, or give its fixed distance from UTC in seconds."""
    if zone is None:
        return None
    name = getattr(zone, "key", None) or getattr(zone, "zone", None)
    offset = zone.utcoffset(None)
    if name is None and offset is not None:
        return float(offset.total_seconds())
    return str(name or zone)


def _decode_index(spec: dict[str, Any], arrays: dict[str, np.ndarray]) -> pd.Index:
    kind = spec["kind"]
    if kind == "multi":
        return pd.MultiIndex.from_arrays([_decode_index(s, arrays) for s in spec["levels"]])
    name = spec["name"]
    if kind == "range":
        return pd.RangeIndex(*spec["range"], name=name)
    if kind == "text":
        return pd.Index(spec["labels"], name=name)
    numbers = arrays[spec["key"]]
    if kind == "timedelta":
        return pd.TimedeltaIndex(numbers.view(f"m8[{spec['unit']}]"), name=name)
    if kind == "datetime":
        index = pd.DatetimeIndex(numbers.view(f"M8[{spec['unit']}]"), name=name)
        if spec["tz"] is None:
            return index
        zone = spec["tz"]
        if not isinstance(zone, str):
            zone = datetime.timezone(datetime.timedelta(seconds=zone))
        return index.tz_localize("UTC").tz_convert(zone)
    return pd.Index(numbers, name=name)


def _plain(value: Any) -> Any:
    """Turn what JSON does not know into something it does."""
    return value.item() if isinstance(value, np.generic) else str(value)
