"""Results as files: a numpy archive of plain arrays and one JSON text, no pickle."""

from __future__ import annotations

import contextlib
import dataclasses
import json
import os
import secrets
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import numpy as np

from ._encoding import encode_encoder
from ._model import Model
from ._row_labels import encode_index
from ._saved import FORMAT, MODEL_ARRAYS, VERSION

if TYPE_CHECKING:
    from ._result import Result
    from ._scored import Scored

__all__ = ["encode_run", "replacing", "save"]


def save(
    result: Scored, path: str | os.PathLike[str], arrays: dict[str, Any], meta: dict[str, Any]
) -> None:
    """Write a result to a file.

    Parameters
    ----------
    result : Scored
        Of any kind.
    path : str or path-like
        The file.
    arrays : dict of ndarray
        What its kind has beside scores and ranking.
    meta : dict
        The rest of that, as JSON values.
    """
    arrays |= {"scores": result.scores, "ranking": result.ranking}
    if result.points is not None:
        arrays["points"] = result.points
    if result.twins is not None:
        arrays["twins"] = result.twins
    meta |= {
        "format": FORMAT,
        "version": VERSION,
        "params": result.params,
        "index": None,
        "warnings": result.warnings,
    }
    if result.index is not None:
        meta["index"] = encode_index(result.index, "index", arrays)
    assert not any(array.dtype.hasobject for array in arrays.values())  # numpy would pickle
    text = json.dumps(meta, default=_plain).encode()
    arrays["meta"] = np.frombuffer(text, dtype=np.uint8)
    with replacing(path) as stream:
        np.savez_compressed(stream, **arrays)


def encode_run(result: Result) -> tuple[dict[str, Any], dict[str, Any]]:
    """Collect the arrays and JSON values that only a result of `run` or `run_elki` has."""
    arrays: dict[str, Any] = {
        "removal_round": result.removal_round,
        "removed": result.removed_rows,
        **{f"rounds/{name}": column for name, column in result.statistics.items()},
    }
    meta: dict[str, Any] = {"rounds": list(result.statistics), "model": None}
    if result.model is not None:
        fields: dict[str, Any] = {
            f.name: getattr(result.model, f.name) for f in dataclasses.fields(Model)
        }
        del fields["trusted"]  # who loads it decides that anew
        for name in MODEL_ARRAYS:
            array = fields.pop(name)
            if array is not None:
                arrays[f"model/{name}"] = array
        fields["encoder"] = encode_encoder(result.model.encoder, arrays)
        meta["model"] = fields
    return arrays, meta


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
    with contextlib.suppress(FileNotFoundError):
        os.stat(given)  # raises for a loop of links and a name that is too long, unlike exists()
    if given.exists() and not given.is_file() and not given.is_dir():
        try:
            with open(given, "wb") as stream:
                yield stream
        except OSError as error:
            raise _about(path, error) from None
        return
    target = Path(os.path.realpath(given))  # replace what a link points to, not the link
    # Of the name only as much as leaves room: some systems allow no more than 255 bytes.
    temporary = target.with_name(f".{target.name[:50]}.{secrets.token_hex(4)}.tmp")
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


def _plain(value: Any) -> Any:
    """Turn what JSON does not know into something it does."""
    return value.item() if isinstance(value, np.generic) else str(value)
