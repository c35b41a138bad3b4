"""One table of parameters: whatever has parameters must have those of the table."""

import argparse
import functools
import inspect
from pathlib import Path

import pytest

import pyelki_losdd
from pyelki_losdd._java.errors import OptionError
from pyelki_losdd._parameters import (
    COMMON,
    KERNELS,
    TABLE,
    checked,
    elki_options,
    parameters_of,
    readme_table,
)
from pyelki_losdd._words import in_words_of
from pyelki_losdd.cli import _options, make_parser

RUN = parameters_of("run")


def defaults_of(function):
    """The parameters of a function and their defaults, in order."""
    parameters = inspect.signature(function).parameters
    return {name: p.default for name, p in parameters.items() if name not in ("self", "X")}


def in_table(function):
    """The same of the table, for a detector: its class and its labels are other matters."""
    known = parameters_of(function).items()
    return {name: p.default for name, p in known if name not in ("method", "contamination")}


def test_names_are_unique_in_each_function():
    functions = {function for parameter in TABLE for function in parameter.functions}
    assert "run" in functions
    for function in functions:
        rows = [p for p in TABLE if function in p.functions]
        assert len({p.name for p in rows}) == len(rows)
        options = [option for p in rows for option in p.elki]
        assert len(set(options)) == len(options)


@pytest.mark.parametrize("function", sorted({f for p in TABLE for f in p.functions}))
def test_signature(function):
    table = [(name, p.default) for name, p in parameters_of(function).items()]
    assert list(defaults_of(getattr(pyelki_losdd, function)).items()) == table


@pytest.mark.parametrize(
    ("name", "function"), [("LOSDD", "run"), ("LOSOC", "run"), ("LOSDDEnsemble", "detect")]
)
@pytest.mark.parametrize(
    ("module", "contamination"), [("pyelki_losdd", "auto"), ("pyelki_losdd.pyod", 0.1)]
)
def test_signatures_of_the_detectors(name, function, module, contamination):
    pytest.importorskip("sklearn")
    if module.endswith("pyod"):
        pytest.importorskip("pyod")
    detector = getattr(pytest.importorskip(module), name)
    expected = in_table(function)
    assert defaults_of(detector) == {**expected, "contamination": contamination}
    made = detector(contamination=0.2)
    assert {n: getattr(made, n) for n in expected} == expected


def options_of(command, title):
    """The options of a command in a group, by the parameter they set."""
    (commands,) = [a for a in make_parser()._actions if isinstance(a, argparse._SubParsersAction)]
    parser = commands.choices[command]
    (group,) = [g for g in parser._action_groups if g.title == title]
    return {action.dest: action for action in group._group_actions}


@pytest.mark.parametrize("command", ["detect", "run", "compare", "plot", "report"])
def test_command_line(command):
    function = "detect" if command == "detect" else "run"
    known = parameters_of(function)
    options = options_of(command, "detect" if command == "detect" else "LOSDD and LOSOC")
    assert list(options) == [name for name, p in known.items() if p.text is not None]
    for name, action in options.items():
        parameter = known[name]
        assert action.option_strings[0] == parameter.flag
        assert action.default == (parameter.default if name in COMMON else argparse.SUPPRESS)
        assert parameter.help.replace("`", "") in action.help
        assert f"({parameter.default_text})".replace("`", "") in action.help


def test_values_of_the_command_line():
    given = "run data.csv -b 3 -R 0.1 --gamma 2 --kernel-option a=1 --kernel-option b=2 --tol 1e-5"
    args = make_parser().parse_args(given.split())
    assert _options.method_parameters(args) == {
        "b": 3,
        "R": 0.1,
        "gamma": 2,
        "tol": 1e-5,
        "kernel_options": {"a": "1", "b": "2"},
    }


@pytest.mark.parametrize("function", ["run", "detect"])
def test_readme(function):
    text = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")
    assert readme_table(function) in text, "python scripts/options_table.py writes it anew"


@pytest.mark.parametrize("function", ["run", "detect"])
def test_readme_explains_every_parameter(function):
    rows = readme_table(function).splitlines()[2:]
    assert [row.split("`")[1] for row in rows] == list(parameters_of(function))


def test_defaults_pass_their_own_checks():
    for function in {f for p in TABLE for f in p.functions}:
        defaults = {name: p.default for name, p in parameters_of(function).items()}
        assert checked(function, {**defaults, "X": None}) == defaults


def test_elki_options():
    given = {name: p.default for name, p in RUN.items()}
    assert elki_options("run", given) == {
        "losvm.batches": "10",
        "losvm.kernel": "rbf",
        "losvm.bandwidth": "silverman",
        "losvm.C": "1.0",
        "losvm.degree": "2",
        "losvm.bias": "1.0",
        "losvm.reference": "round",
        "losvm.solver": "auto",
        "losvm.tolerance": "0.001",
        "losvm.threads": "0",
    }
    assert elki_options("run", {"gamma": 0.1, "n_jobs": 3}) == {
        "losvm.gamma": "0.1",
        "losvm.threads": "3",
    }


def test_elki_has_the_options():
    known = set(pyelki_losdd.elki_algorithms("LOSDD")["name"])
    assert {option for p in RUN.values() for option in p.elki if not p.kernels} <= known


def test_kernels_are_those_of_the_plugin():
    folder = Path(__file__).parents[1] / "java/src/main/resources/META-INF/elki"
    lines = (folder / "elki.outlier.losvm.kernel.VectorKernel").read_text().splitlines()
    assert [line.split()[1] for line in lines] == [k for k in KERNELS if k != "precomputed"]


@pytest.mark.parametrize(
    ("option", "message"),
    [
        ("losvm.threads", "^n_jobs=3: too many for n_jobs$"),
        ("losvm.bandwidth", "^gamma='scott': too many for gamma$"),
        ("losvm.gamma", "^gamma='scott': too many for gamma$"),
    ],
)
def test_errors_of_java_name_the_arguments(option, message):
    given = {"n_jobs": 3, "gamma": "scott"}
    with pytest.raises(ValueError, match=message) as caught, in_words_of(given):
        raise OptionError(option, "too many for {}", {})
    assert type(caught.value) is ValueError


def test_a_parameter_of_another_function_is_not_shared(monkeypatch):
    """A second function has rows of its own, and may have other defaults."""
    from pyelki_losdd import _parameters

    other = _parameters.Parameter(
        "b",
        3,
        functools.partial(_parameters.check_int, minimum=1),
        "batches",
        elki=("losvm.other",),
        functions=("other",),
    )
    monkeypatch.setattr(_parameters, "TABLE", (*TABLE, other))
    parameters_of.cache_clear()
    try:
        assert checked("other", {"b": 5, "X": 0}) == {"b": 5}
        assert elki_options("other", {"b": 5}) == {"losvm.other": "5"}
        assert parameters_of("run") == RUN
        with pytest.raises(ValueError, match="b=0: must be an integer >= 1"):
            checked("other", {"b": 0})
    finally:
        parameters_of.cache_clear()
