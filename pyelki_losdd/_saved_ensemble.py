"""Ensembles in files: their arrays by name, and how to check those of a stranger."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from ._checks import check_choice, check_float, check_int
from ._encoding import decode_encoder, encode_encoder
from ._ensemble import Ensemble
from ._parameters import parameters_of

if TYPE_CHECKING:
    from ._detection import Detection
    from ._saved import Arrays, Saved

__all__ = ["decode", "encode", "read_detection"]

#: Kernels of members; other kernels leave no ensemble.
_KERNELS = ("laplacian", "laplace", "rbf", "rational_quadratic")


def read_detection(cls: type[Detection], saved: Saved) -> Detection:
    """Make a result of `detect`."""
    rows, arrays, meta = saved.rows(), saved.arrays, saved.meta
    n, params = len(rows["scores"]), rows["params"]
    for name, parameter in parameters_of("detect").items():
        if name in params and params[name] is not None:
            parameter.check(name, params[name])
    model = None if meta["model"] is None else decode(meta["model"], arrays)
    result = cls(
        **rows,
        deviation=arrays.get_checked("deviation", "f", (n,)),
        model=model,
        encoder=None if model is None else model.encoder,
    )
    result.points = saved.points(n)
    return result


def encode(model: Ensemble, arrays: dict[str, np.ndarray]) -> dict[str, Any]:
    """Put the arrays of an ensemble beside the others, and describe the rest in JSON values."""
    groups = []
    for number, group in enumerate(model.members["groups"]):
        prefix = f"model/{number}/"
        for name in ("sizes", "gamma", "rho", "weights", "support"):
            arrays[prefix + name] = group[name]
        for name, array in group["columns"].items():
            arrays[f"{prefix}columns/{name}"] = array
        groups.append({"kernel": group["kernel"], "unit": group["unit"]})
    arrays["model/identities"] = model.members["identities"]
    arrays["model/judged"] = model.members["judged"]
    return {
        "width": model.width,
        "columns": model.columns,
        "groups": groups,
        "encoder": encode_encoder(model.encoder, arrays),
    }


def decode(fields: Mapping[str, Any], arrays: Arrays) -> Ensemble:
    """Read an ensemble; everything is checked, as Java takes it as it is."""
    width = check_int("width", fields["width"], 1)
    columns = fields["columns"]
    if columns is not None:
        named = isinstance(columns, list) and all(isinstance(name, str) for name in columns)
        _check(named and len(columns) == width, "the names of the columns do not fit")
    groups = [
        _decode_group(f"model/{i}/", g, arrays, width) for i, g in enumerate(fields["groups"])
    ]
    members = sum(len(group["sizes"]) for group in groups)
    _check(members > 0, "the ensemble has no members")
    identities = arrays.get_checked("model/identities", "i", (None,))
    judged = arrays.get_checked("model/judged", "f", (len(identities) * members,))
    _check(not np.isinf(judged).any(), "the array 'model/judged' is not finite")
    found = {
        "groups": groups,
        "identities": identities.astype(np.int64),
        "judged": judged.astype(np.float64),
    }
    encoder = decode_encoder(fields.get("encoder"), arrays, width)
    _check(encoder is None or columns is None, "an encoded table has other columns")
    return Ensemble(found, width, columns, encoder)


def _decode_group(
    prefix: str, fields: Mapping[str, Any], arrays: Arrays, width: int
) -> dict[str, Any]:
    sizes = arrays.get_checked(prefix + "sizes", "i", (None,)).astype(np.int32)
    _check(sizes.size == 0 or sizes.min() > 0, "a member has no support vectors")
    count, vectors = len(sizes), int(sizes.sum())
    columns = _decode_columns(prefix + "columns/", arrays, width)
    weights = arrays.finite(prefix + "weights", (vectors,))
    _check(vectors == 0 or weights.min() > 0, "a support vector has no weight")
    gamma = arrays.finite(prefix + "gamma", (count,))
    rho = arrays.finite(prefix + "rho", (count,))
    _check(count == 0 or (gamma.min() > 0 and rho.min() > 0), "a member has no width or boundary")
    return {
        "kernel": check_choice("kernel", fields["kernel"], _KERNELS),
        "unit": check_float("unit", fields["unit"], above=0),
        "sizes": sizes,
        "gamma": gamma,
        "rho": rho,
        "weights": weights,
        "support": arrays.finite(
            prefix + "support",
            (vectors * (len(columns["columns"]) + len(columns.get("asis", ()))),),
        ),
        "columns": columns,
    }


def _decode_columns(prefix: str, arrays: Arrays, width: int) -> dict[str, np.ndarray]:
    """Read what is done to the columns: see ``ColumnTransform.java`` for its kinds."""
    chosen = arrays.distinct_rows(prefix + "columns", width).astype(np.int32)
    found = {"columns": chosen}
    if prefix + "factor" in arrays:
        found["mean"] = arrays.finite(prefix + "mean", (len(chosen),))
        found["factor"] = arrays.finite(prefix + "factor", (len(chosen),))
    if prefix + "bounds" in arrays:
        found["bounds"] = arrays.finite(prefix + "bounds", (2 * width,))
    if prefix + "sorted" in arrays:
        found["sorted"] = values = arrays.finite(prefix + "sorted", (None,))
        for column in np.split(values, len(chosen)) if len(chosen) else ():
            _check(len(column) and (np.diff(column) >= 0).all(), "a column's values are not sorted")
    if prefix + "asis" in arrays:
        found["asis"] = arrays.distinct_rows(prefix + "asis", width).astype(np.int32)
    kinds = ({"columns"}, {"columns", "mean", "factor", "bounds"})
    _check(
        found.keys() - {"asis"} in (*kinds, {"columns", "mean", "factor", "sorted"}),
        "what is done to the columns is incomplete",
    )
    return found


def _check(fits: Any, problem: str) -> None:
    if not fits:
        raise ValueError(problem)
