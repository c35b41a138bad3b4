"""Passes over blocks on the workers: samples, members, scores and the line between them."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from dask.delayed import delayed
from distributed import Client

from .._ensemble import Ensemble
from .._java import bridge
from .._threshold import fence
from ._blocks import Blocks, checked_block
from ._quantiles import Counts, count_digits, select

__all__ = ["Scores", "learn"]

#: How many states are merged at a time.
_FAN_IN = 8


def learn(client: Client, blocks: Blocks, options: Mapping[str, str]) -> Ensemble:
    """Train an ensemble on the workers.

    Nothing is kept on the workers between the passes but what Dask can compute again, so that a
    lost worker costs time only.

    Parameters
    ----------
    client : distributed.Client
        Whose workers are used.
    blocks : Blocks
        The rows.
    options : mapping of str to str
        The ELKI options of the ensemble.

    Returns
    -------
    Ensemble
        The models; the same as on one machine.
    """
    step = client.submit(bridge.learn_begin, blocks.width, dict(options), pure=False).result()
    while step["step"] != "train":
        shared = delayed(step, pure=False)
        states = [
            delayed(_gather)(shared, part, number, blocks.width, blocks.columns)
            for number, part in enumerate(blocks.parts)
        ]
        state = _in_tree(functools.partial(delayed(_merge), shared), states)
        step = client.compute(delayed(_next)(shared, state)).result()
    shared = delayed(step, pure=False)
    members = [delayed(bridge.learn_member)(shared, m) for m in range(step["members"])]
    model = client.compute(delayed(bridge.learn_model)(shared, members)).result()
    return Ensemble(model, blocks.width, blocks.columns)


def _gather(
    step: Mapping[str, Any], block: Any, number: int, width: int, columns: list[str] | None
) -> dict[str, Any]:
    """Gather what a step needs of a block; blocks may be empty, as dataframes often have such."""
    return bridge.learn_gather(step, checked_block(block, number, width, columns), threads=1)


def _merge(step: Mapping[str, Any], states: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    return bridge.learn_merge(step, states)


def _next(step: Mapping[str, Any], state: Mapping[str, Any]) -> dict[str, Any]:
    return bridge.learn_next(step, state)


def _in_tree(merge: Callable[[list[Any]], Any], parts: list[Any]) -> Any:
    """Merge a few at a time, so that no worker needs them all at once."""
    while len(parts) > 1:
        parts = [merge(parts[i : i + _FAN_IN]) for i in range(0, len(parts), _FAN_IN)]
    return parts[0]


class Scores:
    """Scores of all training rows, which remain on the workers.

    Parameters
    ----------
    client : distributed.Client
        Whose workers have them.
    blocks : Blocks
        The rows.
    model : Ensemble
        What scores them.
    """

    def __init__(self, client: Client, blocks: Blocks, model: Ensemble) -> None:
        self._client = client
        shared = delayed(model, pure=False)
        parts = [
            delayed(_score)(shared, part, number, blocks.width, blocks.columns)
            for number, part in enumerate(blocks.parts)
        ]
        self._parts = client.persist(parts)
        self.count = int(self._sum([delayed(len)(part) for part in self._parts]))

    def _sum(self, parts: list[Any]) -> Any:
        return self._client.compute(_in_tree(delayed(_add), parts)).result()

    def ranked(self, *ranks: int, center: float | None = None) -> list[float]:
        """Find the scores at some ranks, or their distances from a center.

        Parameters
        ----------
        *ranks : int
            Ranks in ascending order, from 0.
        center : float, optional
            Where distances are taken from.

        Returns
        -------
        list of float
            One for each rank.
        """

        def count(shift: int, prefixes: Sequence[int]) -> Counts:
            counted = delayed(count_digits)
            parts = [counted(part, shift, list(prefixes), center) for part in self._parts]
            found: Counts = self._sum(parts)
            return found

        return select(ranks, count)

    def median(self, center: float | None = None) -> float:
        """Find the median of the scores, or of their distances from a center."""
        middle = self.ranked((self.count - 1) // 2, self.count // 2, center=center)
        return sum(middle) / 2

    def threshold(self) -> float:
        """Find the score above which rows are outliers, as `detect` does."""
        median = self.median()

        def mean_distance() -> float:
            parts = [delayed(_sum_of_distances)(part, median) for part in self._parts]
            return float(self._sum(parts)) / self.count

        return fence(median, self.median(center=median), mean_distance)


def _score(
    model: Ensemble, block: Any, number: int, width: int, columns: list[str] | None
) -> np.ndarray:
    values = checked_block(block, number, width, columns)
    if len(values) == 0:
        return np.empty(0)
    return np.asarray(bridge.ensemble_score(values, model.members, threads=1)["scores"])


def _sum_of_distances(scores: np.ndarray, center: float) -> float:
    return float(np.abs(scores - center).sum())


def _add(parts: list[Any]) -> Any:
    """Add numbers, or counts by prefix."""
    if isinstance(parts[0], dict):
        return {prefix: sum(part[prefix] for part in parts) for prefix in parts[0]}
    return sum(parts)
