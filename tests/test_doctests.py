"""The examples in the documentation give what they say."""

import doctest
import importlib

import numpy as np
import pytest

MODULES = ["_run", "_detect", "_elki", "_compare", "metrics", "datasets", "_estimators", "pyod"]


@pytest.mark.parametrize("name", MODULES)
def test_examples(name):
    module = importlib.import_module(f"pyelki_losdd.{name}")
    with np.printoptions(legacy="1.25"):  # numpy 2 prints scalars with their type
        failed, tried = doctest.testmod(module)
    assert tried > 0
    assert failed == 0
