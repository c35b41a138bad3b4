"""What several test files share: the reference values and the data they were computed on."""

import json
import signal
from pathlib import Path

import numpy as np
import pytest

from pyelki_losdd import datasets

# A shell that starts the tests in the background has Ctrl-C ignored, and nohup the end of the
# terminal. Child processes inherit that, and tests send them these signals.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
if hasattr(signal, "SIGHUP"):
    signal.signal(signal.SIGHUP, signal.SIG_DFL)

REFERENCE = json.loads((Path(__file__).parent / "data" / "losvm-reference.json").read_text())


def reference_data(name):
    """The data set `name` of the reference file, by its recipe."""
    if name == "a":
        rng = np.random.default_rng(0)
        A = rng.standard_normal((100, 2))
        B = rng.standard_normal((100, 2)) + 5.0
        noise = rng.uniform(-4.0, 9.0, size=(10, 2))
        X = np.vstack([A, B, noise])
    elif name == "c":
        X = np.random.default_rng(1).standard_normal((500, 10))
    else:
        X = datasets.load(name).X
    facts = REFERENCE["data"][name]
    assert X.shape == (facts["n"], facts["d"])
    assert X.sum() == pytest.approx(facts["sum"], rel=1e-13)
    return X


@pytest.fixture(scope="session")
def toy():
    """Two clusters and noise in two columns."""
    return reference_data("a")


@pytest.fixture(scope="session")
def wbc():
    """A real data set with labels."""
    return datasets.load("WBC")
