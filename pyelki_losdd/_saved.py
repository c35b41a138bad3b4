"""Reading saved results: all of a file is checked, since a stranger may have written it.

It must not make us open other files, run classes of its choice, or take more memory than a limit;
and its parts must fit together, before they mislead anybody.
"""

from __future__ import annotations

import json
import math
import os
import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple, TypeVar

import numpy as np

from ._allowance import Allowance
from ._archive import BadArray, members_of, open_archive, read_member
from ._checks import check_bool, check_choice, check_float, check_int
from ._encoding import decode_encoder
from ._model import Model
from ._parameters import METHODS, SCORES, elki_options, parameters_of
from ._row_labels import decode_index

if TYPE_CHECKING:
    from ._result import Result

__all__ = ["FORMAT", "MODEL_ARRAYS", "VERSION", "Arrays", "Saved", "load", "read_run"]

_Result = TypeVar("_Result")

FORMAT = "pyelki-losdd result"
VERSION = 1

#: Fields of a Model that are arrays (or None); the others are in the JSON text.
MODEL_ARRAYS = ("rows", "alpha", "support_vectors", "mean", "scale")

#: A file may take this many bytes, or this many times its size: scores do not compress that well.
_LIMIT, _RATIO = 2**28, 20

#: What JSON takes in memory: for a character, and for a value.
_CHARACTER, _VALUE = 8, 96

#: What the rounds tell; some rounds of other versions may tell more.
_ROUNDS = ("round", "support_vectors", "removed", "rho", "radius")

_CLASS = re.compile(r"\w+(\.\w+)*\.[\w$]+", re.ASCII)


class Saved(NamedTuple):
    """What is in a file, before it becomes a result.

    Attributes
    ----------
    arrays : Arrays
        The arrays by name.
    meta : dict
        The description: JSON values of anybody.
    allowance : Allowance
        How much memory is left for it.
    trust : bool
        Whether the user knows who wrote it.
    """

    arrays: Arrays
    meta: dict[str, Any]
    allowance: Allowance
    trust: bool

    def rows(self) -> dict[str, Any]:
        """Read what every kind of result has."""
        scores = self.arrays.get_checked("scores", "f", (None,))
        n, index = len(scores), self.meta["index"]
        return {
            "scores": scores,
            "params": _check_params(self.meta["params"]),
            "ranking": self.arrays.distinct_rows("ranking", n, n),
            "twins": self._twins(scores),
            "warnings": _check_warnings(self.meta.get("warnings", [])),  # older files have none
            "index": (
                None if index is None else decode_index(index, self.arrays, n, self.allowance.take)
            ),
        }

    def _twins(self, scores: np.ndarray) -> np.ndarray | None:
        """Read which rows are identical; files of older versions do not tell."""
        if "twins" not in self.arrays:
            return None
        n = len(scores)
        twins = self.arrays.get_checked("twins", "i", (n,))
        _check(
            n == 0 or (twins.min() >= 0 and twins.max() < n), "the array 'twins' has no such rows"
        )
        fits = np.array_equal(twins[twins], twins)
        same = np.array_equal(scores[twins], scores, equal_nan=True)
        _check(fits and same, "the array 'twins' does not fit together")
        return twins

    def points(self, n: int) -> np.ndarray | None:
        """Read the data, if they were kept for pictures."""
        return self.arrays.finite("points", (n, 2)) if "points" in self.arrays else None


def load(
    path: str | os.PathLike[str], trust: bool, readers: Mapping[str, Callable[[Saved], _Result]]
) -> _Result:
    """Read a result from a file; see :meth:`Result.load`.

    Parameters
    ----------
    path : str or path-like
        The file.
    trust : bool
        Whether the user knows who wrote it.
    readers : mapping
        From kinds of results to functions that make them.
    """
    trust = check_bool("trust", trust)
    with open(path, "rb") as stream:  # that there is no such file is no damage
        try:
            saved = _read(stream, trust)
            kind = saved.meta.get("kind", "run")
            if kind not in readers:
                raise ValueError(f"it holds a result of {kind!r}; use pyelki_losdd.load")
            return readers[kind](saved)
        except Exception as error:  # who knows what a damaged file leads to
            raise ValueError(
                f"{os.fspath(path)!r} is no result saved by pyelki_losdd, or damaged: {error}"
            ) from error


def _read(stream: BinaryIO, trust: bool) -> Saved:
    packed = stream.seek(0, os.SEEK_END)
    limit = max(_LIMIT, _RATIO * packed)
    allowance = Allowance(limit, f"its {packed:,} bytes would unpack to more than {limit >> 20} MB")
    arrays = Arrays()
    with open_archive(stream, allowance.take) as archive:
        for name, member in members_of(archive).items():
            try:
                arrays[name] = read_member(archive, member, allowance.take)
            except BadArray as error:
                raise ValueError(f"the array {name!r} {error}") from None
    meta = _read_meta(arrays, allowance)
    if meta["format"] != FORMAT:
        raise ValueError(f"the format is {meta['format']!r}")
    if check_int("its version", meta["version"], 1) > VERSION:
        raise ValueError(
            f"it has the version {meta['version']}, written by a newer pyelki_losdd; this "
            f"one reads up to {VERSION}"
        )
    return Saved(arrays, meta, allowance, trust)


class Arrays(dict[str, np.ndarray]):
    """The arrays of a file by name."""

    def __missing__(self, name: str) -> np.ndarray:
        raise ValueError(f"the array {name!r} is missing")

    def get_checked(self, name: str, kinds: str, shape: tuple[int | None, ...]) -> np.ndarray:
        """Return an array of one of numpy's kinds of types, and of a shape; None is any length."""
        array = self[name]
        fits = len(array.shape) == len(shape) and all(
            wanted in (None, size) for size, wanted in zip(array.shape, shape, strict=True)
        )
        if not fits or array.dtype.kind not in kinds:
            raise ValueError(
                f"the array {name!r} of shape {array.shape} and type {array.dtype} does not fit"
            )
        return array

    def finite(self, name: str, shape: tuple[int | None, ...]) -> np.ndarray:
        """Return an array of finite floats."""
        array = self.get_checked(name, "f", shape)
        if not np.isfinite(array).all():
            raise ValueError(f"the array {name!r} is not finite")
        return array

    def distinct_rows(self, name: str, n: int, size: int | None = None) -> np.ndarray:
        """Return an array of different numbers of the `n` rows."""
        rows = self.get_checked(name, "i", (size,))
        _check(rows.size == 0 or (rows.min() >= 0 and rows.max() < n), f"{name!r} has no such rows")
        seen = np.zeros(n, dtype=bool)
        seen[rows] = True
        _check(np.count_nonzero(seen) == len(rows), f"the array {name!r} has a row twice")
        return rows


def _read_meta(arrays: Arrays, allowance: Allowance) -> dict[str, Any]:
    text = arrays.pop("meta").tobytes()
    values = sum(text.count(sign) for sign in (b",", b":", b"[", b"{"))
    allowance.take(_CHARACTER * len(text) + _VALUE * values)
    meta = json.loads(text)
    _check(isinstance(meta, dict), "its description is none")
    return dict(meta)


def read_run(cls: type[Result], saved: Saved) -> Result:
    """Make a result of `run` or `run_elki`."""
    rows, arrays, meta = saved.rows(), saved.arrays, saved.meta
    n, params = len(rows["scores"]), rows["params"]
    removed = arrays.distinct_rows("removed", n)
    removal_round = arrays.get_checked("removal_round", "i", (n,))
    by_round = np.flatnonzero(removal_round)
    _check(
        np.array_equal(by_round, np.sort(removed)), "removed rows and rounds do not fit together"
    )
    model = None
    if meta["model"] is not None:
        model = _decode_model(meta["model"], arrays, n, saved.trust)
        _check_fits(params, model, removed)
    result = cls(
        **rows,
        removal_round=removal_round,
        removed=removed,
        rounds=_decode_rounds(meta["rounds"], arrays, n, model is not None),
        model=model,
    )
    result.points = saved.points(n)
    return result


# ---------------------------------------------------------------------------- settings


def _check_params(params: Any) -> dict[str, Any]:
    """Check that settings are what JSON can say without much depth, under names."""
    _check(isinstance(params, dict), "the settings have no names")
    _check(isinstance(params.get("method"), str), "the method has no name")
    for name, value in params.items():
        inner = value.values() if isinstance(value, dict) else value
        plain = (
            all(map(_is_scalar, inner)) if isinstance(value, (dict, list)) else _is_scalar(value)
        )
        _check(plain, f"the setting {name!r} is neither a value nor a list of values")
    return dict(params)


def _check_warnings(warnings: Any) -> list[str]:
    fits = isinstance(warnings, list) and all(isinstance(text, str) for text in warnings)
    _check(fits, "the warnings are no list of texts")
    return list(warnings)


def _is_scalar(value: object) -> bool:
    return value is None or isinstance(value, (str, int, float, bool))


def _check_fits(params: Mapping[str, Any], model: Model, removed: np.ndarray) -> None:
    """Check the settings of `run`, and that they are those of the model."""
    for name, parameter in parameters_of("run").items():
        value = params.get(name)
        if name == "R":
            _check(
                check_int(name, value, 0) == len(removed), f"{name}={value} rows are not removed"
            )
        elif name == "nu" and value is not None:
            check_float(name, value, above=0)  # from C, so that 1 may be off by rounding
        elif value is not None:
            parameter.check(name, value)
    kernel = params["kernel"]
    same = (
        params["method"] == model.method
        and params.get("score_form", model.score_form) == model.score_form
        and params.get("standardize", model.mean is not None) == (model.mean is not None)
        and (model.precomputed or kernel == model.options["losvm.kernel"])
    )
    _check(same, "the settings are not those of the model")
    check_float("C", params["C"], above=0)


def _decode_rounds(names: Any, arrays: Arrays, n: int, expected: bool) -> dict[str, np.ndarray]:
    rounds = {name: arrays.get_checked(f"rounds/{name}", "iufU", (None,)) for name in names}
    _check(len({len(column) for column in rounds.values()}) <= 1, "the rounds do not fit together")
    _check(all(len(column) <= n + 1 for column in rounds.values()), "there are too many rounds")
    for name in _ROUNDS if expected else ():
        _check(name in rounds and rounds[name].dtype.kind != "U", f"the rounds have no {name!r}")
    return rounds


# ---------------------------------------------------------------------------- the model


def _decode_model(fields: Any, arrays: Arrays, n: int, trust: bool) -> Model:
    precomputed = "model/support_vectors" not in arrays
    width = check_int("width", fields["width"], 1)
    rows = arrays.distinct_rows("model/rows", n)
    alpha = arrays.finite("model/alpha", (len(rows),))
    _check(len(rows) > 0 and alpha.min() > 0, "a support vector has no weight")
    _check(abs(alpha.sum() - 1) < 1e-3, "the weights do not sum to 1")
    mean = scale = None
    if "model/mean" in arrays or "model/scale" in arrays:
        mean = arrays.finite("model/mean", (width,))
        scale = arrays.get_checked("model/scale", "f", (width,))
        _check((scale > 0).all(), "a scale is not positive")  # infinite for constant columns
    columns = fields["columns"]
    if columns is not None:
        named = isinstance(columns, list) and all(isinstance(name, str) for name in columns)
        _check(named and len(columns) == width, "the names of the columns do not fit")
    if precomputed:
        _check(width == n and mean is None and columns is None, "a matrix has other fields")
    encoder = decode_encoder(fields.get("encoder"), arrays, width)
    _check(encoder is None or not (precomputed or columns), "an encoded table has other columns")
    diagonal = fields["diagonal"]
    if diagonal is not None:
        _check(precomputed, "only matrices have a diagonal")
        diagonal = check_float("diagonal", diagonal, least=0)
    options: dict[str, str] = {}
    trusted = True
    if not precomputed:
        options, trusted = _kernel_options(fields["options"], trust)
    return Model(
        method=check_choice("method", fields["method"], METHODS),
        score_form=check_choice("score_form", fields["score_form"], SCORES),
        options=options,
        rho=check_float("rho", fields["rho"]),
        radius=_number_or_nan(fields["radius"]),
        norm=check_float("norm", fields["norm"]),
        needs_diagonal=check_bool("needs_diagonal", fields["needs_diagonal"]),
        rows=rows,
        alpha=alpha,
        support_vectors=(
            None if precomputed else arrays.finite("model/support_vectors", (len(rows), width))
        ),
        mean=mean,
        scale=scale,
        diagonal=diagonal,
        width=width,
        columns=columns,
        encoder=encoder,
        trusted=trusted,
    )


def _kernel_options(options: Any, trust: bool) -> tuple[dict[str, str], bool]:
    """Return the options of the kernel, and whether Java may have them.

    Those of our own kernels are numbers, and written anew. A class with options can be anything.
    """
    texts = all(isinstance(text, str) for pair in options.items() for text in pair)
    _check(texts, "the options of the kernel are no texts")
    kernel = options["losvm.kernel"]
    known = parameters_of("run")
    if "." in kernel:
        given = options.keys() - {"losvm.kernel"}
        _check(_CLASS.fullmatch(kernel) is not None, f"the kernel {kernel!r} is no class")
        _check(not any(name.startswith("losvm.") for name in given), "the kernel has our options")
        return dict(options), trust
    values: dict[str, Any] = {"kernel": known["kernel"].check("kernel", kernel)}
    for name, read in (("gamma", float), ("degree", int), ("coef0", float)):
        if known[name].applies_to(kernel):
            values[name] = known[name].check(name, read(options[known[name].elki[-1]]))
    written = elki_options("run", values)
    _check(written.keys() == options.keys(), f"the kernel {kernel!r} has other options")
    return written, True


def _number_or_nan(value: object) -> float:
    """Check the radius; the one-class SVM has none where K(x, x) varies."""
    is_nan = isinstance(value, float) and math.isnan(value)
    return math.nan if is_nan else check_float("radius", value)


def _check(fits: Any, problem: str) -> None:
    if not fits:
        raise ValueError(problem)
