"""How many rows can be removed, and how large a weight has to be.

Here `R` and `C` are decided for everything in Python, in the terms of its arguments and before
Java starts. Java has the same limits for the users of ELKI: what passes here passes there.
"""

from __future__ import annotations

from ._checks import check_count

__all__ = ["count_to_remove", "largest_weight"]


def count_to_remove(R: int | float | None, b: int, n: int) -> int:
    """Return `R` as a count of the `n` rows; by default, one for each of the `b` batches."""
    count = b if R is None else check_count("R", R, n)
    if b == 0 and count > 0:
        raise ValueError(
            f"R={R!r} with b=0: the plain SVM removes nothing; use b >= 1, or leave R out."
        )
    if count > n - 2:
        given = f"R={R!r}" if R is not None else f"R={count} (R = b by default)"
        raise ValueError(
            f"{given} is too large: removing {count} of {n} rows leaves fewer than 2. Use at most "
            f"{n - 2}."
        )
    return count


def largest_weight(C: float, nu: float | None, n: int, fewest: int) -> float:
    """Return `C`, which may be given as `nu`; `fewest` rows must be able to share a weight of 1."""
    given = f"C={C:g} is too small"
    remedy = f"use C of at least {1 / fewest:.6g}"
    if nu is not None:
        if C != 1:
            raise ValueError(f"C={C:g} and nu={nu:g}: give one of them, since C = 1 / (nu * n).")
        C = 1 / (nu * n)
        given = f"nu={nu:g} is too large"
        remedy = f"use nu of at most {fewest / n:.6g}"
    if C * fewest < 1 - 1e-12:
        raise ValueError(
            f"{given}: {fewest} rows are left in the end, each with a weight of at most "
            f"C = {C:.6g}, but the weights must sum to 1. Remove fewer rows (R), or {remedy}."
        )
    return C
