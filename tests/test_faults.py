"""What can go wrong around a run: files half written, damaged jars, Ctrl-C at any moment."""

import json
import os
import re
import shutil
import zipfile
from textwrap import dedent

import numpy as np
import pytest
from processes import DATA, output_of, run_script
from trust import tally, times

import pyelki_losdd
from pyelki_losdd import report, run, run_elki
from pyelki_losdd._java import jvm
from pyelki_losdd._java.find import find_java

posix = pytest.mark.skipif(os.name == "nt", reason="needs a POSIX system")

# ---------------------------------------------------------------------------- Ctrl-C


@posix
def test_ctrl_c_at_random_moments():
    """Always KeyboardInterrupt or the result; the next run is right, and no thread is left."""
    count = times(30, 200)
    code = f"""
    import os, random, signal, threading, time, warnings
    import jpype
    warnings.simplefilter("ignore", pl.LosddWarning)
    big = np.random.default_rng(1).normal(size=(500, 8))
    expected = pl.run(X, b=3).scores
    whole = pl.run(big, b=3).scores
    start = time.perf_counter()
    pl.run(big, b=3)
    length = min(0.3, time.perf_counter() - start)
    random.seed({0 if count == 30 else None})
    stopped = ended = 0
    for i in range({count}):
        work = [
            lambda: pl.run(big, b=3).scores,
            lambda: pl.run(big, b=3, solver="smo", tol=1e-9).scores,
            lambda: pl.run_elki(big, "LOF", k=20).scores,
        ][i % 3]
        press = threading.Timer(
            random.uniform(0, length), os.kill, (os.getpid(), signal.SIGINT)
        )
        try:
            press.start()
            scores = work()
            ended += 1
            press.join()
            time.sleep(0.01)  # the signal is handled here, if it came late
        except KeyboardInterrupt:
            stopped += 1
        press.join()
        if i % 10 == 9:
            assert (pl.run(X, b=3).scores == expected).all()
    assert (pl.run(big, b=3).scores == whole).all()
    deadline = time.perf_counter() + 20
    names = [""]
    while names and time.perf_counter() < deadline:
        threads = jpype.java.lang.Thread.getAllStackTraces().keySet()
        names = [str(t.getName()) for t in threads]
        names = [n for n in names if n.startswith(("pyelki-losdd", "losvm"))]
        time.sleep(0.05)
    print(stopped, len(names))
    """
    stopped, left = map(int, output_of(DATA + dedent(code), timeout=900).split())
    assert stopped == count  # late or not, Python handles it
    assert left == 0
    tally("interruptions (Ctrl-C at a random moment) survived", count)


# ---------------------------------------------------------------------------- files


@pytest.fixture(scope="module")
def result():
    return run(np.random.default_rng(0).normal(size=(80, 2)), b=3)


@posix
@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_killed_while_saving(result, tmp_path):
    """The file is the old or the new one, whole: never half of it."""
    count = times(50, 500)
    result.save(tmp_path / "a")
    run_elki(np.random.default_rng(1).normal(size=(3000, 2)), "LOF", k=5).save(tmp_path / "b")
    code = f"""
    import os, random, signal, time
    import pyelki_losdd as pl  # without Java, so that fork is fine
    random.seed(0)
    a, b = pl.load("a"), pl.load("b")
    a.save("target")
    sizes = set()
    for _ in range({count}):
        child = os.fork()
        if child == 0:
            while True:
                b.save("target")
                a.save("target")
        time.sleep(random.uniform(0, 0.03))
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        sizes.add(len(pl.load("target")))
    print(*sorted(sizes))
    """
    code = f"import os; os.chdir({str(tmp_path)!r})\n" + dedent(code)
    assert set(output_of(code, timeout=600).split()) <= {"80", "3000"}
    tally("kills while a result was saved", count)


def save(result, path):
    result.save(path)


def write_report(result, path):
    report(result, path)


WRITERS = [save, write_report]  # the command line's are in test_cli.py


@posix
@pytest.mark.parametrize("writer", WRITERS)
@pytest.mark.parametrize("old", [None, b"old"])
def test_full_disk(result, tmp_path, writer, old):
    resource = pytest.importorskip("resource")
    signal = pytest.importorskip("signal")
    folder = tmp_path / "output"
    folder.mkdir()
    path = folder / "file"
    if old is not None:
        path.write_bytes(old)
    writer(result, tmp_path / "output" / "first")  # whatever is written once only, elsewhere
    (folder / "first").unlink()
    limits, handler = resource.getrlimit(resource.RLIMIT_FSIZE), signal.getsignal(signal.SIGXFSZ)
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (500, limits[1]))
    try:
        with pytest.raises(OSError, match="too large"):
            writer(result, path)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        signal.signal(signal.SIGXFSZ, handler)
    assert [file.read_bytes() for file in folder.iterdir()] == ([] if old is None else [old])
    tally("writes to a full disk that left nothing half-written")


@pytest.mark.parametrize("writer", WRITERS)
def test_no_such_folder(result, tmp_path, writer):
    with pytest.raises(OSError, match="missing"):
        writer(result, tmp_path / "missing" / "file")


def test_damaged_results_are_refused(result, tmp_path):
    """Any byte that is wrong is noticed, or does not matter; never a crash."""
    path = tmp_path / "result"
    result.save(path)
    content = path.read_bytes()
    rng = np.random.default_rng(0)
    for number in range(times(150, 3000)):
        changed = bytearray(content)
        if number % 3 == 0:
            del changed[rng.integers(len(changed)) :]
        else:
            for at in rng.integers(len(changed), size=rng.integers(1, 5)):
                changed[at] = rng.integers(256)
        path.write_bytes(changed)
        try:
            loaded = pyelki_losdd.load(path)
        except ValueError as error:
            assert "damaged" in str(error)  # noqa: PT017
        else:
            np.testing.assert_array_equal(loaded.scores, result.scores)
        tally("damaged files read")


@pytest.mark.parametrize(
    "change",
    [
        {"format": "other"},
        {"version": 99},
        {"version": "1"},
        {"params": None},
        {"rounds": ["nothing"]},
        {"model": {}},
        {"model": 5},
        {"index": {"kind": "range", "range": [0, 10**30, 1], "name": None}},
        {"index": {"kind": "number", "key": "nothing", "name": None}},
        {"index": []},
    ],
    ids=str,
)
def test_results_with_wrong_content_are_refused(result, tmp_path, change):
    path = tmp_path / "result"
    result.save(path)
    with np.load(path) as archive:
        arrays = dict(archive)
    meta = json.loads(arrays["meta"].tobytes()) | change
    arrays["meta"] = np.frombuffer(json.dumps(meta).encode(), dtype=np.uint8)
    with open(path, "wb") as stream:
        np.savez(stream, **arrays)
    with pytest.raises(ValueError, match="no result saved by pyelki_losdd, or damaged"):
        pyelki_losdd.load(path)


# ---------------------------------------------------------------------------- surroundings


def copied_jars(folder):
    """Link the jars in another folder, to change them there."""
    folder.mkdir()
    for jar in jvm.JARS.glob("*.jar"):
        (folder / jar.name).symlink_to(jar)
    return folder


@posix
@pytest.mark.parametrize("name", ["pyelki-losdd.jar", "elki-outlier-0.8.0.jar"])
def test_damaged_jar(tmp_path, name):
    """Said before Java starts, since that cannot be restarted."""
    jars = copied_jars(tmp_path / "jars")
    content = (jvm.JARS / name).read_bytes()
    (jars / name).unlink()
    (jars / name).write_bytes(content[: len(content) // 2])
    code = f"""
    import pathlib
    from pyelki_losdd._java import jvm
    jvm.JARS = pathlib.Path({str(jars)!r})
    try:
        pl.run(X)
    except RuntimeError as error:
        print(error)
    (jvm.JARS / {name!r}).unlink()
    (jvm.JARS / {name!r}).symlink_to({str(jvm.JARS / name)!r})
    assert np.isfinite(pl.run(X, b=2).scores).all()
    """
    printed = output_of(DATA + dedent(code))
    assert f"{name} is no jar, or damaged: install pyelki_losdd again" in printed


@posix
@pytest.mark.parametrize(
    ("name", "entry"),
    [
        ("pyelki-losdd.jar", "elki/outlier/losvm/bridge/LogRelay.class"),
        ("pyelki-losdd.jar", "elki/outlier/losvm/LOSDD.class"),
        ("elki-outlier-0.8.0.jar", "elki/outlier/lof/LOF.class"),
    ],
)
def test_jar_damaged_in_the_middle(tmp_path, name, entry):
    """Java notices when it needs the class: the error names the jar, and what to do."""
    jars = copied_jars(tmp_path / "jars")
    content = bytearray((jvm.JARS / name).read_bytes())
    with zipfile.ZipFile(jvm.JARS / name) as jar:
        member = jar.getinfo(entry)
    middle = member.header_offset + 30 + len(entry) + member.compress_size // 2
    for at in range(middle, middle + 8):
        content[at] ^= 0x55
    (jars / name).unlink()
    (jars / name).write_bytes(content)
    code = f"""
    import pathlib
    from pyelki_losdd._java import jvm
    jvm.JARS = pathlib.Path({str(jars)!r})
    for _ in range(2):
        try:
            pl.run(X, b=2)
            pl.run_elki(X, "LOF", k=3)
        except RuntimeError as error:
            print(error)
    """
    printed = output_of(DATA + dedent(code)).splitlines()
    assert len(printed) == 2
    for line in printed:
        assert f"{name} is damaged: install pyelki_losdd again" in line


@posix
def test_path_with_a_colon(tmp_path):
    """To Java, it separates two paths."""
    jars = copied_jars(tmp_path / "a:b")
    code = f"""
    import pathlib
    from pyelki_losdd._java import jvm
    jvm.JARS = pathlib.Path({str(jars)!r})
    try:
        pl.run(X)
    except RuntimeError as error:
        print(error)
    """
    assert re.search(
        r"a:b/.*jar: Java cannot load jars from a path with ':'", output_of(DATA + dedent(code))
    )


@posix
def test_jar_of_another_version(tmp_path):
    """A jar without our classes: an error that names it, not one about a Java class."""
    jars = copied_jars(tmp_path / "jars")
    (jars / "pyelki-losdd.jar").unlink()
    with zipfile.ZipFile(jars / "pyelki-losdd.jar", "w") as jar:
        jar.writestr("nothing", "")
    code = f"""
    import pathlib
    from pyelki_losdd._java import jvm
    jvm.JARS = pathlib.Path({str(jars)!r})
    for _ in range(2):
        try:
            pl.run(X)
        except RuntimeError as error:
            print(error)
    """
    printed = output_of(DATA + dedent(code)).splitlines()
    assert len(printed) == 2
    for line in printed:
        assert re.search("pyelki-losdd.jar.* does not hold the classes .* install", line)


def test_jar_of_the_user_that_is_none(tmp_path):
    (tmp_path / "plugin.jar").write_bytes(b"this is no jar")
    code = f"""
    pl.configure(classpath={str(tmp_path / "plugin.jar")!r})
    pl.run(X)
    """
    done = run_script(DATA + dedent(code))
    assert re.search(r"RuntimeError: .*plugin\.jar is no jar, or damaged", done.stderr)


def test_without_jpype():
    code = "import sys\nsys.modules['jpype'] = None\n" + DATA + "pl.run(X)\n"
    done = run_script(code)
    assert "ImportError: pyelki_losdd calls Java through JPype" in done.stderr
    assert "pip install jpype1" in done.stderr


@posix
def test_java_that_is_another_program(tmp_path):
    """A folder that looks like Java, with a library that is none."""
    home = tmp_path / "java"
    shutil.copytree(find_java().home / "bin", home / "bin", symlinks=True)
    library = home / "lib" / "server" / "libjvm.so"
    library.parent.mkdir(parents=True)
    library.write_bytes(b"no library")
    (home / "release").write_text('JAVA_VERSION="17.0.1"\nMODULES="java.base"\n')
    code = f"pl.configure(java={str(home)!r})\npl.run(X)\n"
    done = run_script(DATA + code)
    assert "RuntimeError: Java could not be started" in done.stderr
