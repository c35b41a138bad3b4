"""Cells: one detector on one version of one data set. Each is run once, and stored at once."""

import contextlib
import functools
import hashlib
import json
import signal
import sys
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import joblib
import pandas as pd
from tqdm import tqdm

import pyelki_losdd as pl


@functools.cache
def build() -> str:
    """Checksum of the package as it is here: its modules, the plugin's jar and ELKI's."""
    return checksum(Path(pl.__file__).parent)


def checksum(package: Path) -> str:
    """Checksum of a package's modules, those of subpackages included, and of its jars."""
    digest = hashlib.sha256()
    for path in sorted([*package.rglob("*.py"), *package.rglob("*.jar")]):
        name = path.relative_to(package).as_posix()
        digest.update(f"{name} {path.stat().st_size} ".encode() + path.read_bytes())
    return digest.hexdigest()


@dataclass(frozen=True)
class Cell:
    """What is run once.

    Attributes
    ----------
    data : str
        Name of the data set.
    version : int
        Which draw of its outliers.
    detector : str
        A name of `detectors.DETECTORS`.
    params : tuple of pairs
        The detector's parameters, sorted by name.
    code : str
        What the figures depend on; this build of the package, if empty. A detector of another
        library names that library's version, as it need not run again when only we change.
    """

    data: str
    version: int
    detector: str
    params: tuple[tuple[str, Any], ...] = ()
    code: str = ""

    @classmethod
    def of(cls, data: str, version: int, detector: str, *, code: str = "", **params: Any) -> "Cell":
        """Make a cell of parameters in any order."""
        return cls(data, version, detector, tuple(sorted(params.items())), code)

    @property
    def key(self) -> str:
        """What tells the cell apart; figures of other code do not count."""
        code = self.code or build()
        return json.dumps([self.data, self.version, self.detector, dict(self.params), code])

    def __str__(self) -> str:
        """Name the cell in messages."""
        params = ", ".join(f"{name}={value!r}" for name, value in self.params)
        return f"{self.data} v{self.version:02d}, {self.detector}({params})"


#: A cell, and what it is called in the tables.
Entry = tuple[dict[str, Any], Cell]


class Store:
    """Finished cells: one line of JSON each, written as soon as the cell is finished.

    Parameters
    ----------
    path : Path
        The file. A last line that was cut off by an interruption is dropped.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._values: dict[str, dict[str, Any]] = {}
        if path.exists():
            whole = [line for line in path.read_text().splitlines(True) if line.endswith("\n")]
            for line in whole:
                found = json.loads(line)
                self._values[json.dumps(found["cell"])] = found["values"]
            path.write_text("".join(whole))

    def __contains__(self, cell: Cell) -> bool:
        """Tell whether a cell is finished."""
        return cell.key in self._values

    def __getitem__(self, cell: Cell) -> dict[str, Any]:
        """Return what came out."""
        return self._values[cell.key]

    def add(self, cell: Cell, values: Mapping[str, Any]) -> None:
        """Store a finished cell."""
        self._values[cell.key] = dict(values)
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("a") as file:
            file.write(json.dumps({"cell": json.loads(cell.key), "values": dict(values)}) + "\n")

    def frame(self, entries: Iterable[Entry]) -> pd.DataFrame:
        """Collect stored cells, one row each: names, data set, version and what came out."""
        return pd.DataFrame(
            {**names, "data": cell.data, "version": cell.version, **self[cell]}
            for names, cell in entries
        )


def run_cells(
    cells: Iterable[Cell], store: Store, work: Callable[[Cell], Mapping[str, Any]], *, jobs: int = 1
) -> None:
    """Run the cells that are not stored yet, with progress and the time left.

    Parameters
    ----------
    cells : iterable of Cell
        What is wanted; repeated ones are run once.
    store : Store
        Where finished cells are, and go.
    work : callable
        Makes a dict of numbers of a cell. With several jobs, a function of an importable module.
    jobs : int
        Processes; -1 for one on each core. One job runs in this process.

    Raises
    ------
    RuntimeError
        If cells failed; all others are finished by then.
    """
    cells = list(dict.fromkeys(cells))
    todo = [cell for cell in cells if cell not in store]
    print(f"{len(cells)} cells, {len(cells) - len(todo)} of them stored", flush=True)
    if not todo:
        return
    # Version after version: each costs the same, so that the time left can be told from the first,
    # and what needs the same data comes together. Unfinished cells are all that is lost by Ctrl-C.
    todo.sort(key=lambda cell: (cell.version, cell.data))
    failed = []
    bar = tqdm(
        total=len(todo),
        unit="cell",
        smoothing=0,
        mininterval=0.2 if sys.stderr.isatty() else 15,
        disable=len(todo) < 2,
    )
    with bar, _one_interruption():
        for cell, values, error in _outcomes(todo, work, jobs):
            if error is None:
                store.add(cell, values)
            else:
                failed.append(f"{cell}: {error}")
            bar.set_postfix_str(f"{cell.data} v{cell.version:02d}", refresh=False)
            bar.update()
    if failed:
        raise RuntimeError(
            f"{len(failed)} of {len(todo)} cells failed, the others are stored:\n"
            + "\n".join(failed)
        )


@contextlib.contextmanager
def _one_interruption():
    """Let only the first Ctrl-C interrupt: a second one would hit joblib while it cleans up."""

    def interrupt(*_):
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGINT, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _outcomes(cells, work, jobs):
    """Yield each cell with its values or its error, as they are finished."""
    if jobs == 1:
        yield from (_attempt(work, cell) for cell in cells)
        return
    # loky starts new processes instead of forking this one: Java does not survive a fork.
    parallel = joblib.Parallel(
        n_jobs=jobs, backend="loky", batch_size=1, return_as="generator_unordered"
    )
    # Processes inherit that Ctrl-C is ignored: this one ends them, whatever they are doing.
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        outcomes = parallel(joblib.delayed(_attempt)(work, cell) for cell in cells)
    finally:
        signal.signal(signal.SIGINT, before)
    yield from outcomes


def _attempt(work, cell):
    """Run a cell; an error is a result, too, as it must not stop the other cells."""
    start = time.perf_counter()
    try:
        values = work(cell)
    except Exception as error:
        return cell, None, f"{type(error).__name__}: {error}"
    return cell, {**values, "seconds": round(time.perf_counter() - start, 3)}, None
