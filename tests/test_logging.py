"""ELKI's messages in Python's logging."""

import logging
from textwrap import dedent

import numpy as np
import pytest
from processes import DATA, output_of, run_script

from pyelki_losdd import run_elki
from pyelki_losdd._java import calls


@pytest.fixture(scope="module")
def X():
    return np.random.default_rng(0).normal(size=(50, 3))


@calls.with_java
def warn(java, text):
    """Have ELKI log a warning."""
    import jpype

    jpype.JClass("elki.logging.LoggingUtil").warning(text)
    calls.drain(java)


def test_warnings_are_logged(X, caplog):
    run_elki(X, "LOF", k=3)
    warn("100% of %s")
    (record,) = caplog.records
    assert record.levelno == logging.WARNING
    assert record.name.startswith("pyelki_losdd.elki")
    assert record.getMessage() == "100% of %s"


def test_statistics_are_information(X, caplog):
    with caplog.at_level(logging.INFO, logger="pyelki_losdd.elki"):
        run_elki(X, "LOF", k=3)
    names = {record.name for record in caplog.records}
    assert "pyelki_losdd.elki.index.preprocessed.knn.MaterializeKNNPreprocessor" in names
    assert {record.levelno for record in caplog.records} == {logging.INFO}
    caplog.clear()
    run_elki(X, "LOF", k=3)
    assert not caplog.records


def test_debugging(X, caplog):
    with caplog.at_level(logging.DEBUG, logger="pyelki_losdd.elki"):
        run_elki(X, "LOF", k=3)
    assert logging.DEBUG in {record.levelno for record in caplog.records}


def test_nothing_if_switched_off(X, caplog):
    with caplog.at_level(logging.CRITICAL, logger="pyelki_losdd.elki"):
        warn("nobody wants to know")
    assert not caplog.records


def test_without_logging_warnings_go_to_stderr_once():
    code = """
    pl.run_elki(X, "LOF", k=3)
    import jpype
    jpype.JClass("elki.logging.LoggingUtil").warning("look out")
    pl.run_elki(X, "LOF", k=3)
    """
    done = run_script(DATA + dedent(code))
    assert done.returncode == 0
    assert done.stderr.strip() == "look out"
    assert done.stdout == ""


def test_log_of_other_java_libraries_stays_theirs():
    code = """
    import jpype
    pl.run_elki(X, "LOF", k=3)
    logger = jpype.java.util.logging.Logger.getLogger("org.example")
    logger.warning("not ELKI's")
    """
    done = run_script(DATA + dedent(code))
    assert "org.example" not in done.stdout
    assert "WARNING: not ELKI's" in done.stderr  # as Java does it by itself


def test_a_flood_is_cut_off(caplog):
    code = """
    import logging
    pl.run_elki(X, "LOF", k=3)
    import jpype
    log = jpype.JClass("elki.logging.LoggingUtil")
    for i in range(10100):
        log.warning(str(i))
    seen = []
    class Keep(logging.Handler):
        def emit(self, record):
            seen.append(record.getMessage())
    logging.getLogger("pyelki_losdd").addHandler(Keep())
    pl.run_elki(X, "LOF", k=3)
    print(len(seen), seen[0], seen[-1])
    """
    assert output_of(DATA + dedent(code)) == "10000 100 10099"
