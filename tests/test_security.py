"""Files and options from strangers: nothing is executed, nothing bursts, nothing calls home."""

import gzip
import io
import os
import pickle
import re
import zipfile
from textwrap import dedent

import numpy as np
import pytest
from processes import output_of
from trust import tally, times

import pyelki_losdd
from pyelki_losdd import datasets, elki_algorithms, run, run_elki
from pyelki_losdd._java import jvm
from pyelki_losdd._tables import read_table

# ---------------------------------------------------------------------------- pickle


class Evil:
    """Runs code when it is unpickled."""

    def __reduce__(self):
        return os.mkdir, ("evil",)


def evil_npy():
    stream = io.BytesIO()
    np.save(stream, np.array([Evil()], dtype=object), allow_pickle=True)
    return stream.getvalue()


def evil_npz():
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name in ("X", "meta", "scores"):
            archive.writestr(f"{name}.npy", evil_npy())
    return stream.getvalue()


@pytest.mark.parametrize("reader", [pyelki_losdd.load, read_table, datasets.read_arff])
@pytest.mark.parametrize(
    ("name", "content"),
    [("a.npy", evil_npy()), ("a.npz", evil_npz()), ("a.npz", pickle.dumps(Evil()))],
    ids=["npy", "npz", "pickle"],
)
def test_nothing_is_unpickled(tmp_path, monkeypatch, reader, name, content):
    monkeypatch.chdir(tmp_path)
    (tmp_path / name).write_bytes(content)
    with pytest.raises(ValueError, match=re.escape(name)):
        reader(name)
    assert os.listdir(tmp_path) == [name]
    tally("hostile files refused")


# ---------------------------------------------------------------------------- bombs


def packed_zeros(size):
    """Compress `size` zeros as the array X of an archive, a thousandth of that."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        header = io.BytesIO()
        facts = {"descr": "<f8", "fortran_order": False, "shape": (size // 8, 1)}
        np.lib.format.write_array_header_1_0(header, facts)
        with archive.open("X.npy", "w", force_zip64=True) as member:
            member.write(header.getvalue())
            for _ in range(size >> 20):
                member.write(bytes(1 << 20))
    return stream.getvalue()


def claimed_array(shape):
    """Make an array of which only the header is there."""
    stream = io.BytesIO()
    facts = {"descr": "<f8", "fortran_order": False, "shape": shape}
    np.lib.format.write_array_header_1_0(stream, facts)
    return stream.getvalue()


def archive_of(**arrays):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name, content in arrays.items():
            archive.writestr(f"{name}.npy", content)
    return stream.getvalue()


BOMBS = {
    "packed.npz": packed_zeros(512 << 20),
    "claimed.npz": archive_of(X=claimed_array((10**15, 10))),
    "claimed.npy": claimed_array((10**15, 10)),
    "line.csv.gz": gzip.compress(b"1," * (8 << 20), 1),
    "rows.csv.gz": gzip.compress(b"1,2\n" * (12 << 20 >> 2), 1),
    "comments.arff.gz": gzip.compress(b"%" * (12 << 20), 1),
    "attributes.arff.gz": gzip.compress(b"@attribute a real\n" * 700_000, 1),
}


@pytest.mark.parametrize("name", BOMBS)
def test_bombs_do_not_go_off(tmp_path, name):
    """Refused before the memory is taken, with a limit that is small for the sake of the test."""
    resource = pytest.importorskip("resource")
    path = tmp_path / name
    path.write_bytes(BOMBS[name])
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with pytest.raises(ValueError, match=r"unpacks to more than|longer than|no @attribute|damaged"):
        read_table(path, limit=8 << 20)
    if "arff" in name:
        with pytest.raises(ValueError, match=r"longer than|more than|declared twice"):
            datasets.read_arff(path)
    if name.endswith(".npz"):
        with pytest.raises(ValueError, match="no result saved by pyelki_losdd, or damaged"):
            pyelki_losdd.load(path)
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    assert grown < 400 << 10, "KB"
    tally("hostile files refused")


# ---------------------------------------------------------------------------- any bytes at all

SEEDS = {
    "a.csv": b"x,y,label\n1,2,yes\n3,4.5,no\n-1e3,NaN,no\n",
    "a.arff": b"@relation r\n@attribute x real\n@attribute 'y z' numeric\n"
    b"@attribute outlier {'yes','no'}\n@data\n1,2,'no'\n{0 3, 2 'yes'}\n",
    "a.npy": claimed_array((2, 2)) + bytes(32),
    "a.npz": archive_of(X=claimed_array((2, 2)) + bytes(32)),
}


@pytest.mark.parametrize("name", SEEDS)
def test_damaged_tables(tmp_path, name):
    """A table or a ValueError, whatever the bytes are."""
    rng = np.random.default_rng(None if times(0, 1) else 0)
    path = tmp_path / name
    for _ in range(times(150, 5000)):
        content = bytearray(SEEDS[name])
        for _ in range(rng.integers(1, 6)):
            at, kind = rng.integers(len(content) + 1), rng.integers(4)
            if kind == 0:
                del content[at : at + rng.integers(1, 9)]
            elif kind == 1:
                content[at:at] = rng.bytes(rng.integers(1, 5))
            elif kind == 2:
                content[at:at] = content[: rng.integers(1, 40)]
            elif at < len(content):
                content[at] = rng.choice(list(b"\0\n\r,;'\"{}%@?-.e9\xff"))
            if not content:
                content += b"x"
        path.write_bytes(content)
        tally("damaged files read")
        try:
            table = read_table(path, limit=1 << 20)
        except ValueError as error:
            assert str(error)  # noqa: PT017
        else:
            assert table.X.ndim == 2


# ---------------------------------------------------------------------------- classes


def test_every_listed_class_is_an_outlier_detector():
    names = elki_algorithms()["class"]
    import jpype

    kind = jpype.JClass("elki.outlier.OutlierAlgorithm").class_
    for name in names:
        assert kind.isAssignableFrom(jpype.JClass(name).class_), name


@pytest.mark.parametrize(
    "name",
    [
        "java.lang.Runtime",
        "java.lang.ProcessBuilder",
        "javax.script.ScriptEngineManager",
        "elki.application.ELKILauncher",
        "elki.clustering.dbscan.DBSCAN",
        "elki.outlier.losvm.bridge.Job",
        "../../etc/passwd",
        "a.b.C; System.exit(1)",
    ],
)
def test_only_outlier_detectors_are_made(name):
    X = np.eye(4)
    with pytest.raises(ValueError, match="is no outlier algorithm"):
        run_elki(X, name)
    with pytest.raises(ValueError, match=r"Distance|distance"):
        run_elki(X, "LOF", k=2, distancefunction=name)
    with pytest.raises(ValueError, match=r"kernel|similarity"):
        run(X, kernel=name if "." in name else "x." + name, b=1)


# ---------------------------------------------------------------------------- network


def test_nothing_connects(tmp_path):
    """No socket is opened in Python while everything is used once."""
    code = f"""
    import sys
    def watch(event, args):
        if event.startswith(("socket.", "urllib.", "http.")):
            raise RuntimeError(f"{{event}} {{args}}")
    import pyelki_losdd as pl, numpy as np
    import matplotlib
    sys.addaudithook(watch)
    X = np.random.default_rng(0).normal(size=(50, 3))
    result = pl.run(X, b=2)
    pl.run_elki(X, "LOF", k=5)
    pl.elki_algorithms()
    pl.datasets.load("WBC")
    pl.report(result, {str(tmp_path / "page.html")!r})
    result.save({str(tmp_path / "result")!r})
    pl.load({str(tmp_path / "result")!r}).score_samples(X)
    print("quiet")
    """
    assert output_of(dedent(code)) == "quiet"


def test_our_java_has_no_network():
    """No class of the plugin names one that can connect, run programs or deserialize."""
    forbidden = re.compile(
        rb"java/net/(Socket|Http|ServerSocket|DatagramSocket)|java/nio/channels/SocketChannel"
        rb"|java/lang/ProcessBuilder|java/io/ObjectInputStream"
    )
    with zipfile.ZipFile(jvm.JARS / "pyelki-losdd.jar") as jar:
        classes = [n for n in jar.namelist() if n.startswith("elki/") and n.endswith(".class")]
        assert len(classes) > 50
        for name in classes:
            assert not forbidden.search(jar.read(name)), name
