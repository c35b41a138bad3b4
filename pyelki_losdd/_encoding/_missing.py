"""Missing cells: filled from rows that are similar in the others."""

from __future__ import annotations

import numpy as np

__all__ = ["NEIGHBORS", "Filler", "weighted_median"]

#: How many similar rows a missing cell is filled from (experiments/results/missing.md).
NEIGHBORS = 1

#: How many rows are filled at once.
_BATCH = 256

#: A number counts as at most this many deviations from the median when rows are compared.
_FAR = 3.0

#: The range of the middle half of normally distributed numbers, in standard deviations.
_QUARTILES = 1.349


class Filler:
    """Fills missing cells from similar rows of a sample.

    Rows are compared by the columns that both have; a missing cell becomes the median of the
    numbers, or the most frequent category, among the nearest rows that have this cell. It depends
    on the row and the sample only: not on other rows, nor on their order.

    Parameters
    ----------
    reference : ndarray of shape (k, d)
        Encoded rows, NaN where cells are missing.
    copies : ndarray of shape (k,)
        How often each of them is there.
    groups : ndarray of shape (d,)
        The number of the original column of each encoded one.
    as_is : ndarray of bool, shape (d,)
        Which encoded columns are parts of a category.
    default : ndarray of shape (d,)
        What to fill in where nothing is similar.
    neighbors : int
        How many rows to fill from.
    """

    def __init__(
        self,
        reference: np.ndarray,
        copies: np.ndarray,
        groups: np.ndarray,
        as_is: np.ndarray,
        default: np.ndarray,
        neighbors: int = NEIGHBORS,
    ) -> None:
        self._reference, self._copies = reference, copies
        self._default, self._neighbors = default, neighbors
        self._members = [np.flatnonzero(groups == g) for g in range(int(groups.max()) + 1)]
        self._numeric = [not as_is[members[0]] for members in self._members]
        self._first = [members[0] for members in self._members]
        self._center = np.zeros(reference.shape[1])
        self._scale = np.ones(reference.shape[1])
        for j in np.flatnonzero(~as_is):
            values = reference[~np.isnan(reference[:, j]), j]
            if len(values):
                self._center[j], self._scale[j] = _center_and_scale(values)
        self._compared = self._comparable(reference)

    def fill(self, encoded: np.ndarray) -> np.ndarray:
        """Fill what is missing (NaN), in place.

        Parameters
        ----------
        encoded : ndarray of shape (n, d)
            Encoded rows.

        Returns
        -------
        ndarray of shape (n, d)
            The same array.
        """
        rows = np.flatnonzero(np.isnan(encoded[:, self._first]).any(axis=1))
        for start in range(0, len(rows), _BATCH):
            part = rows[start : start + _BATCH]
            encoded[part] = self._filled(encoded[part])
        return encoded

    def _comparable(self, encoded: np.ndarray) -> np.ndarray:
        """Scale numbers so that a column counts as much as any other."""
        scaled = (encoded - self._center) / self._scale
        numeric = np.repeat(self._numeric, [len(m) for m in self._members])
        return np.where(numeric, np.clip(scaled, -_FAR, _FAR), encoded)

    def _filled(self, rows: np.ndarray) -> np.ndarray:
        distance = self._distances(rows)
        filled = rows.copy()
        for members, numeric in zip(self._members, self._numeric, strict=True):
            needing = np.flatnonzero(np.isnan(rows[:, members[0]]))
            donors = np.flatnonzero(~np.isnan(self._reference[:, members[0]]))
            if len(needing) == 0:
                continue
            filled[np.ix_(needing, members)] = self._default[members]
            if len(donors) == 0:
                continue
            near = distance[np.ix_(needing, donors)]
            order = np.argsort(near, axis=1, kind="stable")[:, : self._neighbors]
            known = np.isfinite(near[np.arange(len(needing)), order[:, 0]])
            order = donors[order]
            copies = self._copies[order]
            room = self._neighbors - (np.cumsum(copies, axis=1) - copies)
            weights = np.clip(room, 0, copies)
            values = self._reference[order][:, :, members]
            found = (
                weighted_median(values[:, :, 0], weights)[:, None]
                if numeric
                else _most_frequent(values, weights)
            )
            filled[np.ix_(needing[known], members)] = found[known]
        return filled

    def _distances(self, rows: np.ndarray) -> np.ndarray:
        """Mean difference over the columns that both rows have; infinite if there are none."""
        compared = self._comparable(rows)
        total = np.zeros((len(rows), len(self._reference)))
        count = np.zeros_like(total)
        for members in self._members:
            first = members[0]
            both = ~(np.isnan(rows[:, first, None]) | np.isnan(self._reference[None, :, first]))
            count += both
            for j in members:
                apart = np.abs(compared[:, j, None] - self._compared[None, :, j])
                total += np.where(both, apart, 0.0)
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.where(count > 0, total / count, np.inf)


def _center_and_scale(values: np.ndarray) -> tuple[float, float]:
    """Find median and deviation of numbers, such that few far away ones do not matter."""
    low, center, high = (float(v) for v in np.quantile(values, (0.25, 0.5, 0.75)))
    scale = (high / 2 - low / 2) * 2 / _QUARTILES
    if not scale > 0:
        scale = float(np.std(values / 4)) * 4  # most values are the same
    return center, scale if np.isfinite(scale) and scale > 0 else 1.0


def weighted_median(values: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """Find the median of each row; the lower one of two."""
    order = np.argsort(values, axis=1, kind="stable")
    passed = np.cumsum(np.take_along_axis(weights, order, axis=1), axis=1)
    middle = np.argmax(2 * passed >= passed[:, -1:], axis=1)
    chosen = np.take_along_axis(order, middle[:, None], axis=1)
    return np.take_along_axis(values, chosen, axis=1)[:, 0]


def _most_frequent(values: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """Find the most frequent block of each row; of equally frequent ones, the nearest."""
    same = (values[:, :, None, :] == values[:, None, :, :]).all(axis=3)
    support = (same * weights[:, None, :]).sum(axis=2)
    best = np.argmax(support, axis=1)
    found: np.ndarray = values[np.arange(len(values)), best]
    return found
