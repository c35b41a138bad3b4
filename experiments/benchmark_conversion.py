"""How long an array takes to Java and back, against a copy by numpy.

python experiments/benchmark_conversion.py [rows] [columns]
"""

import statistics
import sys
import time

import numpy as np

from pyelki_losdd._java import calls

REPEATS = 25


def seconds(work):
    """Time some work once."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


@calls.with_java
def conversion(java, X):
    """Copy an array to Java, and make an ELKI database of it."""
    java.DataTable.release(calls.to_java(java, X).toDatabase())


def main(n=100_000, d=100):
    """Print the medians."""
    X = np.random.default_rng(0).normal(size=(n, d))
    conversion(X[:10])  # starts Java
    times = [(seconds(X.copy), seconds(lambda: conversion(X))) for _ in range(REPEATS)]
    copy, there = map(statistics.median, zip(*times, strict=True))
    print(f"{n} x {d}, {X.nbytes / 1e6:.0f} MB, median of {REPEATS}")
    print(f"numpy copy          {1e3 * copy:7.1f} ms")
    print(f"to an ELKI database {1e3 * there:7.1f} ms, {there / copy:.2f} times that")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
