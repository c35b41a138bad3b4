"""Removing outliers in several ways, with the model after any number of removals."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any

import numpy as np

from .._checks import check_count
from .._model import Model
from .._result import Result
from .._run import run
from .._standardize import apply

__all__ = ["Removal", "check_left", "remove"]


@dataclasses.dataclass(frozen=True)
class Removal:
    """A sequence of removed rows, and how to train on the others.

    Attributes
    ----------
    rows : ndarray of int
        The removed rows, in the order of removal.
    ends : list of int
        How many rows are removed after each batch.
    trainer : Trainer
        Trains on what is left.
    """

    rows: np.ndarray
    ends: list[int]
    trainer: Trainer

    def model(self, count: int) -> Model:
        """Train on what is left after `count` removals."""
        return self.trainer.model(self.trainer.without(self.rows[:count]))


class Trainer:
    """Plain SVMs on any of the rows, all with one kernel and one margin.

    What `run` derives from the data (mean, deviation, bandwidth, C) is fixed by all rows, as it is
    inside of a run that removes some.
    """

    def __init__(self, X: np.ndarray, parameters: Mapping[str, Any]) -> None:
        first = run(X, b=0, **parameters)
        assert first.model is not None
        self._mean, self._scale = first.model.mean, first.model.scale
        self.values = X
        if self._mean is not None and self._scale is not None:
            self.values = apply(X, self._mean, self._scale)
        self.parameters = {name: value for name, value in parameters.items() if name != "nu"}
        self.parameters |= {"C": first.params["C"], "standardize": False}
        if first.params["gamma"] is not None:
            self.parameters["gamma"] = first.params["gamma"]

    def without(self, removed: np.ndarray) -> np.ndarray:
        """List the other rows."""
        return np.setdiff1d(np.arange(len(self.values)), removed)

    def train(self, rows: np.ndarray) -> Result:
        """Train on some rows."""
        return run(self.values[rows], b=0, **self.parameters)

    def model(self, rows: np.ndarray) -> Model:
        """Train on some rows, and return a model for data that are not standardized."""
        model = self.train(rows).model
        assert model is not None
        return dataclasses.replace(model, mean=self._mean, scale=self._scale)


def remove(
    X: np.ndarray, b: int, R: int | float | None, left_out: bool, parameters: Mapping[str, Any]
) -> Removal:
    """Remove `R` rows in `b` batches.

    Parameters
    ----------
    X : ndarray of shape (n, d)
        The data.
    b, R : int
        As in :func:`pyelki_losdd.run`.
    left_out : bool
        Whether a point is judged by a model without it, as LO-SVM does, or by the model that was
        trained with it.
    parameters : mapping
        More parameters of `run`.

    Returns
    -------
    Removal
        What was removed.
    """
    count = b if R is None else check_count("R", R, len(X))
    check_left("b" if R is None else "R", count, len(X))
    trainer = Trainer(X, parameters)
    if left_out:
        result = run(trainer.values, b, count, **trainer.parameters)
        return Removal(
            result.removed_rows, np.cumsum(result.statistics["removed"]).tolist(), trainer
        )
    removed = np.array([], dtype=np.int64)
    ends = [k * count // b for k in range(1, b + 1)]
    for end in ends:
        rows = trainer.without(removed)
        worst = _most_outlying(trainer.train(rows))
        removed = np.append(removed, rows[worst[: end - len(removed)]])
    return Removal(removed, ends, trainer)


def check_left(name: str, count: int, n: int) -> None:
    """Check that enough rows stay to train on."""
    if count > n - 3:
        raise ValueError(
            f"{name}={count}: X has {n} rows, of which at least 3 must stay for a boundary; use at "
            f"most {n - 3}."
        )


def _most_outlying(result: Result) -> np.ndarray:
    """Order rows by their distance from the boundary, outermost first.

    All support vectors with a weight below C are on the boundary, and differ by noise only. Among
    those, one of larger weight holds the boundary farther out, so it comes first.
    """
    model = result.model
    assert model is not None
    weight = np.zeros(len(result))
    weight[model.rows] = model.alpha
    distance = np.where(weight > 0, np.maximum(result.scores, 0), np.minimum(result.scores, 0))
    distance[(weight > 0) & (weight < result.params["C"] * (1 - 1e-9))] = 0
    return np.lexsort((-weight, -distance))
