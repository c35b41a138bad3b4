"""Calls into Java: arrays go in bulk, work can be stopped by Ctrl-C, exceptions become Python's."""

from __future__ import annotations

import contextlib
import ctypes
import functools
import threading
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping
from types import SimpleNamespace
from typing import Any, Concatenate, ParamSpec, TypeVar

import numpy as np

from .._progress import Bar
from .._signals import deferred_signals, deliver_signals
from . import jvm
from .errors import out_of_memory, to_python
from .log import emit, java_threshold

__all__ = [
    "drain",
    "finish",
    "lent",
    "plain",
    "to_java",
    "to_list",
    "to_map",
    "warnings_of",
    "with_java",
]

#: How long Java is waited for before Python gets a turn, in milliseconds.
POLL = 50

#: How long cancelled work is waited for; Ctrl-C should take less than 2 s in all.
PATIENCE = 1000

#: The size of the blocks in which arrays are copied, in bytes; a buffer holds at most 2 GB.
BLOCK = 2**28

_P = ParamSpec("_P")
_T = TypeVar("_T")


@functools.cache
def _classes() -> SimpleNamespace:
    """Load what we need of Java, and take over ELKI's log."""
    import jpype
    from jpype import nio

    names = (
        "DataTable Detection Detector EnsembleLearning EnsembleRun EnsembleScoring Failure "
        "LeaveOutRun LogRelay ModelScoring RowExplaining RowTable"
    )
    package = "elki.outlier.losvm.bridge."
    try:
        classes = {name: jpype.JClass(package + name) for name in names.split()}
    except jpype.JException as error:
        raise jvm.classes_failed(str(error)) from None
    return SimpleNamespace(
        **classes,
        Exception=jpype.JException,
        is_running=jpype.isJVMStarted,
        Thread=jpype.JClass("java.lang.Thread"),
        Array=jpype.JArray,
        Boolean=jpype.JClass("java.lang.Boolean"),
        List=jpype.JClass("java.util.List"),
        Map=jpype.JClass("java.util.Map"),
        String=jpype.JString,
        new_list=jpype.JClass("java.util.ArrayList"),
        new_map=jpype.JClass("java.util.LinkedHashMap"),
        buffer=nio.convertToDirectBuffer,
        heap=int(jpype.JClass("java.lang.Runtime").getRuntime().maxMemory()),
        log=classes["LogRelay"].install(),
        level=None,
    )


def with_java(function: Callable[Concatenate[SimpleNamespace, _P], _T]) -> Callable[_P, _T]:
    """Give a function Java as its first argument, and start that if need be.

    Java's exceptions become Python's. Signals wait until the function returns, or calls `finish` or
    `deliver_signals`.
    """

    @functools.wraps(function)
    def call(*args: _P.args, **kwargs: _P.kwargs) -> _T:
        jvm.start()
        with deferred_signals():
            java = _classes()
            level = java_threshold()
            if level != java.level:
                java.log.setThreshold(level)
                java.level = level
            with _attached(java):
                try:
                    return function(java, *args, **kwargs)
                except java.Exception as error:
                    failed = to_python(java.Failure.of(error))
                    raise failed from failed.__cause__  # and not from JPype's exception

    return call


@contextlib.contextmanager
def _attached(java: SimpleNamespace) -> Iterator[None]:
    """Make the current thread one of Java's for a while.

    JPype would attach the thread by itself, but leave it behind in Java when it ends. Even dropping
    a Java object attaches a thread, so none may live in its frames.
    """
    if threading.current_thread() is threading.main_thread() or java.Thread.isAttached():
        yield
        return
    java.Thread.attachAsDaemon()
    try:
        yield
    except BaseException as error:
        traceback.clear_frames(error.__traceback__)
        if java.is_running():
            raise
        raise SystemExit from None  # Python ends, and has stopped Java: so does this thread
    finally:
        if java.is_running():
            java.Thread.detach()


def to_java(java: SimpleNamespace, X: np.ndarray) -> Any:
    """Copy an array of shape (n, d) to Java, in bulk; return the table there."""
    n, d = X.shape
    if X.nbytes > java.heap:
        # Found out by filling the heap, this would harm what other threads do in Java.
        raise out_of_memory(f"{X.nbytes >> 20} MB of data, a heap of {java.heap >> 20} MB")
    rows = max(1, BLOCK // max(1, d * X.itemsize))
    flat = np.ascontiguousarray(X, dtype=np.float64).reshape(-1)
    table = java.DataTable(n, d)
    for start in range(0, n, rows):
        deliver_signals()
        block = flat[start * d : (start + rows) * d]
        # Old versions of JPype take writable memory only.
        table.fill(java.buffer(block if block.flags.writeable else block.copy()), start)
    return table


@contextlib.contextmanager
def lent(java: SimpleNamespace, X: np.ndarray) -> Iterator[Any]:
    """Let Java read an array of shape (n, d) where it is, for as long as the context lasts.

    Only what is neither in double nor in single precision, or neither by row nor by column, is
    copied.
    """
    single = X.dtype == np.float32
    by_column = X.strides[0] == X.itemsize and not X.flags.c_contiguous
    if not (single or X.dtype == np.float64) or not (by_column or X.flags.c_contiguous):
        X, single, by_column = np.ascontiguousarray(X, dtype=np.float64), False, False
    n, d = X.shape
    rows = max(1, BLOCK // max(1, d * X.itemsize))
    table = java.RowTable(n, d, rows, single)
    try:
        for start in range(0, n, rows):
            part = X[start : start + rows]
            table.add([_memory(java, values) for values in (part.T if by_column else [part])])
        yield table
    finally:
        table.release()


def _memory(java: SimpleNamespace, values: np.ndarray) -> Any:
    """Give Java the address of a contiguous array, which must outlive its use.

    JPype's way for arrays would keep them until Java collects its garbage, which may take long.
    """
    return java.buffer((ctypes.c_byte * values.nbytes).from_address(values.ctypes.data))


def to_list(java: SimpleNamespace, values: Iterable[Any]) -> Any:
    """Turn values into a list of Java, see `to_map`."""
    return _to_java(java, list(values))


def to_map(java: SimpleNamespace, values: Mapping[str, Any]) -> Any:
    """Turn a dict into one of Java, in the same order: the reverse of `plain`."""
    made = java.new_map()
    for name, value in values.items():
        made.put(name, _to_java(java, value))
    return made


def _to_java(java: SimpleNamespace, value: Any) -> Any:
    if isinstance(value, Mapping):
        return to_map(java, value)
    if isinstance(value, list):
        made = java.new_list()
        for item in value:
            made.add(_to_java(java, item))
        return made
    if not isinstance(value, np.ndarray):
        return value
    # JPype takes no array that is not aligned, as those are that came from another process.
    return java.Array.of(np.require(value, requirements=["C", "A"]))


def plain(java: SimpleNamespace, value: Any) -> Any:
    """Turn what Java returns into plain Python: dicts, lists, numpy arrays, numbers and strings."""
    if value is None:
        return None
    if isinstance(value, java.Map):
        return {str(e.getKey()): plain(java, e.getValue()) for e in value.entrySet()}
    if isinstance(value, java.List):
        return [plain(java, item) for item in value]
    if isinstance(value, java.Array):
        texts = type(value).__name__ == "java.lang.String[]"
        return [str(item) for item in value] if texts else np.array(value)
    if isinstance(value, java.String):
        return str(value)
    if isinstance(value, java.Boolean):
        return bool(value)
    return float(value) if isinstance(value, float) else int(value)


def finish(java: SimpleNamespace, job: Any, progress: bool | None) -> Any:
    """Start a job, wait for its end, and return its result in plain Python.

    Java works in a thread of its own and is asked every now and then: so Python handles its signals
    (Ctrl-C), and there is news to show. A job is cancelled once nobody waits for it.
    """
    try:
        job.start()
        with Bar(progress) as bar:
            while not job.await_(POLL):
                deliver_signals()
                if bar.wanted:
                    _show(bar, job)
                drain(java)
    except BaseException:
        job.cancel()
        job.await_(PATIENCE)
        raise
    finally:
        drain(java)
    failure = job.getFailure()
    if failure is not None:
        raise to_python(failure)
    return plain(java, job.getResult())


def warnings_of(java: SimpleNamespace, job: Any) -> list[dict[str, Any]]:
    """Return what a finished job warns of: the `cause` of each warning, and its `facts`."""
    return list(plain(java, job.getWarnings()))


def _show(bar: Bar, job: Any) -> None:
    task = job.getTask()
    if task is not None:
        done, total = job.getCounts()
        bar.update(str(task), int(done), int(total))


def drain(java: SimpleNamespace) -> None:
    """Log what ELKI has to say."""
    emit(java.log.drain())
