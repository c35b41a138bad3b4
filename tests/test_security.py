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
from pyelki_losdd._tables import Choice, read_table

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
SEEDS |= {f"{name}.gz": gzip.compress(SEEDS[name]) for name in ("a.csv", "a.arff", "a.npz")}


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
        readers = [lambda: read_table(path, limit=1 << 20)]
        if "arff" in name:
            readers.append(lambda: datasets.read_arff(path))
        for reader in readers:
            try:
                assert reader().X.ndim == 2
            except ValueError as error:
                assert str(error)  # noqa: PT017


def member_of(dtype="'<f8'", shape="(2, 2)", more=""):
    """Make an array with a header that numpy would not write."""
    text = f"{{'descr': {dtype}, 'fortran_order': False, 'shape': {shape}{more}}}".encode()
    return b"\x93NUMPY\x01\x00" + len(text).to_bytes(2, "little") + text + bytes(32)


@pytest.mark.filterwarnings("ignore")  # numpy warns of what looks like Python 2
@pytest.mark.parametrize(
    "member",
    [
        member_of(shape="(2, 2"),  # TokenError
        member_of(more="\n  x"),  # IndentationError
        member_of(more="(" * 5000),
        member_of(dtype="'<f8, <f8, (2,)O'"),
        member_of(dtype="'V0'"),
        member_of(dtype="'<M8[x]'"),
        member_of(shape="(True, 2)"),
        member_of(shape="(2.0, 2)"),
        member_of(shape=f"({10**30}, 0)"),
        b"\x93NUMPY\x07\x00",
        b"",
    ],
)
@pytest.mark.parametrize("packing", [zipfile.ZIP_STORED, zipfile.ZIP_LZMA, zipfile.ZIP_BZIP2])
def test_odd_arrays(tmp_path, member, packing):
    """numpy and zipfile fail in many ways; all are ValueErrors."""
    for name in ("X", "meta"):
        with zipfile.ZipFile(tmp_path / "a.npz", "w", packing) as archive:
            archive.writestr(f"{name}.npy", member)
        for reader in (read_table, pyelki_losdd.load):
            with pytest.raises(ValueError, match=r"a\.npz"):
                reader(tmp_path / "a.npz")
    (tmp_path / "a.npy").write_bytes(member)
    with pytest.raises(ValueError, match=r"a\.npy"):
        read_table(tmp_path / "a.npy")


def test_damaged_lzma_and_passwords(tmp_path):
    path = tmp_path / "a.npz"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_LZMA) as archive:
        archive.writestr("meta.npy", bytes(1000))
    content = bytearray(path.read_bytes())
    for at in range(40, len(content) - 100):
        content[at] ^= 0x55
    path.write_bytes(content)
    for reader in (read_table, pyelki_losdd.load):
        with pytest.raises(ValueError, match=r"a\.npz"):
            reader(path)
    content = bytearray(archive_of(X=member_of()))
    content[6] |= 1  # encrypted, it says, here and in the table of contents
    content[content.rfind(b"PK\x01\x02") + 8] |= 1
    path.write_bytes(content)
    for reader in (read_table, pyelki_losdd.load):
        with pytest.raises(ValueError, match=r"a\.npz"):
            reader(path)


def test_damaged_gzip_of_arff(tmp_path):
    content = bytearray(gzip.compress(SEEDS["a.arff"] * 50))
    content[15:25] = b"\xff" * 10
    (tmp_path / "a.arff.gz").write_bytes(content)
    with pytest.raises(ValueError, match=r"a\.arff\.gz is damaged"):
        datasets.read_arff(tmp_path / "a.arff.gz")


def test_damaged_parquet(tmp_path):
    """A table or a ValueError; what pyarrow itself raises has the name of the file."""
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    table = pyarrow.table(
        {
            "x": [1.0, 2.0, None] * 5,
            "n": list(range(15)),
            "t": ["a", "bc", None] * 5,
            "l": [[1], [], None] * 5,
            "d": pyarrow.array([0, 1, 2] * 5, pyarrow.date32()),
        }
    )
    rng = np.random.default_rng(None if times(0, 1) else 0)
    path = tmp_path / "a.parquet"
    contents = []
    for packing in ("none", "snappy", "zstd"):
        stream = io.BytesIO()
        parquet.write_table(table, stream, compression=packing, row_group_size=6)
        contents.append(stream.getvalue())
    for number in range(times(150, 5000)):
        content = bytearray(contents[number % 3])
        for at in rng.integers(len(content), size=rng.integers(1, 4)):
            content[at] = rng.integers(256)
        path.write_bytes(content)
        tally("damaged files read")
        for choice in (Choice(columns=["x", "n"], label="t"), Choice(columns=["n"], id="d")):
            try:
                assert read_table(path, choice, drop_missing=True, limit=1 << 22).X.ndim == 2
            except ValueError as error:
                assert "a.parquet" in str(error)  # noqa: PT017


def test_parquet_with_one_name_twice(tmp_path):
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    table = pyarrow.table([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]], names=["a", "a", "b"])
    parquet.write_table(table, tmp_path / "a.parquet")
    with pytest.raises(ValueError, match="'a' stands for several columns"):
        read_table(tmp_path / "a.parquet")
    found = read_table(tmp_path / "a.parquet", Choice(drop=["0", "1"]))
    assert found.X["b"].tolist() == [5, 6]
    nested = pyarrow.table({"a": [{"b": 1.0}], "a.b": [2.0], "c": [3.0]})
    parquet.write_table(nested, tmp_path / "a.parquet")
    with pytest.raises(ValueError, match=r"'a\.b' stands for several columns"):
        read_table(tmp_path / "a.parquet", Choice(drop=["0"]))
    assert read_table(tmp_path / "a.parquet", Choice(columns=["c"])).X["c"].tolist() == [3]


@pytest.mark.parametrize("role", ["label", "id"])
def test_parquet_with_text_that_is_none(tmp_path, role):
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    stream = io.BytesIO()
    texts = ["good one", "bad one"]
    parquet.write_table(pyarrow.table({"a": [1.0, 2.0], "t": texts}), stream, compression="none")
    content = stream.getvalue().replace(b"bad", b"\xff\xfe\xfd")
    (tmp_path / "a.parquet").write_bytes(content)
    with pytest.raises(ValueError, match=r"a\.parquet is no Parquet file, or damaged: .*UTF8"):
        read_table(tmp_path / "a.parquet", Choice(**{role: "t"}))


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


@pytest.mark.parametrize("address", ["http://localhost/x", "ftp://localhost/x", "jar:file:x!/y"])
def test_no_option_is_an_address(address):
    reader = "elki.distance.external.FileBasedSparseDoubleDistance"
    with pytest.raises(ValueError, match="must be a file of this machine; download it first"):
        run_elki(np.eye(4), "LOF", k=2, distancefunction=reader, matrix=address)


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
