"""The progress bar of long work."""

from __future__ import annotations

import contextlib
import importlib.util
import sys
import time
from types import TracebackType
from typing import Any

__all__ = ["Bar"]

#: Work that takes less than this many seconds needs no bar, unless asked for.
DELAY = 1.0


class Bar:
    """A progress bar that appears when it is wanted and the work turns out to be long.

    Parameters
    ----------
    progress : bool or None
        True shows it at once, False never. None shows it after a second, in a terminal or notebook.
    """

    def __init__(self, progress: bool | None) -> None:
        self.wanted = _is_watched() if progress is None else progress
        self._after = time.monotonic() + (DELAY if progress is None else 0)
        self._bar: Any = None
        self._task: str | None = None

    def __enter__(self) -> Bar:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._bar is not None:
            with contextlib.suppress(OSError, ValueError):  # see update
                self._bar.close()

    def update(self, task: str, done: int, total: int, note: str = "") -> None:
        """Show how far a task is.

        Parameters
        ----------
        task : str
            What is being done; a new task begins the bar anew.
        done, total : int
            How much of it is done; a total of 0 means that it is unknown.
        note : str, optional
            A word at the end of the bar.
        """
        if not self.wanted or time.monotonic() < self._after:
            return
        try:
            self._show(task, done, total, note)
        except (OSError, ValueError):  # a closed pipe or stream: the work goes on without a bar
            self.wanted = False

    def _show(self, task: str, done: int, total: int, note: str) -> None:
        if self._bar is None:
            # The time left follows from all that is done (no smoothing): steps differ much. For the
            # same reason, do not wait for as many steps as usual before showing the next.
            self._bar = _tqdm()(
                desc=task,
                total=total or None,
                leave=False,
                file=sys.stderr,
                smoothing=0,
                miniters=0,
            )
        elif task != self._task or (self._bar.total or 0) != total:
            self._bar.set_description(task, refresh=False)
            self._bar.total = total or None  # reset() would keep the old one
            self._bar.reset()
        self._task = task
        self._bar.update(done - self._bar.n)
        if note:
            self._bar.set_postfix_str(note)


def _is_watched() -> bool:
    """Tell whether somebody is watching, in a terminal or in a notebook."""
    if _in_notebook():
        return True
    try:
        return sys.stderr.isatty()
    except (AttributeError, ValueError):  # none, or closed
        return False


def _in_notebook() -> bool:
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None else None
    return shell is not None and "IPKernelApp" in shell.config


def _tqdm() -> Any:
    """Take the bar that fits; that of notebooks needs ipywidgets."""
    if _in_notebook() and importlib.util.find_spec("ipywidgets"):
        from tqdm.notebook import tqdm as notebook_tqdm

        return notebook_tqdm
    from tqdm import tqdm

    return tqdm
