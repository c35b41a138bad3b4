"""Reading saved results of any kind."""

from __future__ import annotations

import os

from ._detection import Detection
from ._result import Result
from ._saved import Saved, read_run
from ._saved import load as read
from ._saved_ensemble import read_detection

__all__ = ["load"]


def load(path: str | os.PathLike[str], *, trust: bool = False) -> Result | Detection:
    """Read a result that was saved, of `run`, `run_elki` or `detect`.

    Files of strangers can be loaded: they run no code, open no other file and take no more memory
    than a limit; all that is in them is checked.

    Parameters
    ----------
    path : str or path-like
        The file.
    trust : bool, default=False
        Whether new rows may be scored by a kernel that the file names as a class; see
        :meth:`Result.load`.

    Returns
    -------
    Result or Detection
        Equal to the saved one.

    Raises
    ------
    ValueError
        If it is no such file, if it is damaged, or if its parts do not fit together.
    """
    return read(path, trust, {"run": _run, "detect": _detection})


def _run(saved: Saved) -> Result | Detection:
    return read_run(Result, saved)


def _detection(saved: Saved) -> Result | Detection:
    return read_detection(Detection, saved)
