"""The parameters of the public functions: one table for everything that needs to know them.

A new parameter is a row here, beside its place in the signatures of the function and of the
detectors, and in ELKI's own options (``Settings.java``). Checks, ELKI options, names in
error messages, the command line and README's table follow from the row;
``tests/test_parameters.py`` holds the signatures, the command line and README equal to it.

The command line shows its help without numpy, which takes long to import, so nothing here needs it.
"""

from __future__ import annotations

import functools
import numbers
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from ._checks import (
    check_bool,
    check_choice,
    check_count,
    check_float,
    check_int,
    closest,
    is_bool,
    shown,
)

__all__ = [
    "AUTO",
    "BANDWIDTH_KERNELS",
    "COLUMN_KINDS",
    "COMMON",
    "SCORES",
    "Parameter",
    "argument_of",
    "checked",
    "elki_options",
    "parameters_of",
    "readme_table",
]

METHODS = ("losdd", "losoc")
#: Kernels with a bandwidth, which `gamma` sets.
BANDWIDTH_KERNELS = ("rbf", "laplace", "rational_quadratic")
KERNELS = (*BANDWIDTH_KERNELS, "linear", "polynomial", "precomputed")
BANDWIDTH_RULES = ("silverman", "scott", "sklearn")
SCORES = ("distance", "relative", "log_ratio", "weight")
REFERENCES = ("round", "final")
SOLVERS = ("auto", "exact", "smo", "port")
#: What a column of a table can be said to be, and what says that all are to be found out.
COLUMN_KINDS = ("number", "category", "date", "ignore")
AUTO = "auto"

#: Parameters that `compare` and the command line set for all methods at once, ELKI's included.
COMMON = ("method", "standardize", "progress", "columns")


@dataclass(frozen=True)
class Parameter:
    """A parameter of one or more public functions.

    Attributes
    ----------
    name : str
        The name of the argument.
    default : object
        Its default.
    check : callable
        From the name and a value to the value in its proper type, or an error. It sees no other
        parameter and no data: what depends on these is checked by the function.
    help : str
        What it does, for the command line and README; code is between backticks.
    shown : str or None
        The default in words, where the value would not explain itself.
    elki : tuple of str
        The ELKI option that it sets. If there are two, the first takes words, the second numbers.
    kernels : tuple of str
        The kernels that have it; empty if it does not depend on the kernel.
    write : callable
        From a checked value to the text of the ELKI option.
    text : {"word", "number", "word or number", "pairs", "switch", None}
        How it is written on the command line; None if that has another way to say it.
    functions : tuple of str
        The functions that take it. A function with another default has a row of its own.
    """

    name: str
    default: Any
    check: Callable[[str, Any], Any]
    help: str
    shown: str | None = None
    elki: tuple[str, ...] = ()
    kernels: tuple[str, ...] = ()
    write: Callable[[Any], str] = str
    text: Literal["word", "number", "word or number", "pairs", "switch"] | None = "number"
    functions: tuple[str, ...] = ("run",)

    @property
    def flag(self) -> str:
        """The option of the command line."""
        if self.text == "pairs":  # one of them at a time
            return f"--{self.name.replace('_', '-').removesuffix('s')}"
        return f"-{self.name}" if len(self.name) == 1 else f"--{self.name.replace('_', '-')}"

    @property
    def default_text(self) -> str:
        """The default in words."""
        return str(self.default) if self.shown is None else self.shown

    def applies_to(self, kernel: str) -> bool:
        """Tell whether a kernel has this parameter."""
        return not self.kernels or kernel in self.kernels


# ---------------------------------------------------------------------------- checks


def _one_of(choices: tuple[str, ...]) -> Callable[[str, Any], str]:
    return functools.partial(check_choice, choices=choices)


def _or_none(check: Callable[[str, Any], Any]) -> Callable[[str, Any], Any]:
    return lambda name, value: None if value is None else check(name, value)


def _check_amount(name: str, value: Any) -> Any:
    """Check a count or share of the rows, which only the function can turn into a count."""
    check_count(name, value, 1)
    return value


def _check_kernel(name: str, value: object) -> str:
    remedy = (
        "one of " + ", ".join(repr(choice) for choice in KERNELS) + ", or the full class name of "
        "an ELKI similarity, e.g. 'elki.similarity.kernel.SigmoidKernel'"
    )
    if not isinstance(value, str):
        hint = (
            " For a function of your own, compute the matrix and use kernel='precomputed'."
            if callable(value)
            else ""
        )
        raise TypeError(f"{name}={shown(value)}: must be a string, {remedy}.{hint}")
    if "." not in value and value not in KERNELS:
        raise ValueError(f"{name}={shown(value)}: must be {remedy}.{closest(value, KERNELS)}")
    return value


def _check_method(name: str, value: object) -> str:
    return check_choice(name, value.lower() if isinstance(value, str) else value, METHODS)


def _check_gamma(name: str, value: object) -> str | float:
    if isinstance(value, str):
        chosen = check_choice(name, value, (*BANDWIDTH_RULES, "scale"))
        return "sklearn" if chosen == "scale" else chosen  # the former is scikit-learn's name
    if not isinstance(value, numbers.Real):
        listed = ", ".join(repr(rule) for rule in BANDWIDTH_RULES)
        raise TypeError(f"{name}={shown(value)}: must be a number > 0 or one of {listed}.")
    return check_float(name, value, above=0)


def _check_jobs(name: str, value: object) -> int:
    if is_bool(value) or not isinstance(value, numbers.Integral):
        raise TypeError(f"{name}={shown(value)}: must be an integer, -1 for all cores.")
    if value == 0:
        raise ValueError(f"{name}=0: must be at least 1, or -1 for all cores.")
    return int(value)


def _check_seed(name: str, value: object) -> int | None:
    if value is None:
        return None
    if is_bool(value) or not isinstance(value, numbers.Integral):
        raise TypeError(
            f"{name}={shown(value)}: must be an integer, or None for another one each time."
        )
    if not 0 <= int(value) < 2**63:
        raise ValueError(f"{name}={shown(value)}: must be at least 0 and below 2**63.")
    return int(value)


def _threads(n_jobs: int) -> str:
    """Write the number of threads as ELKI's option has it, 0 = all cores."""
    if n_jobs == -1:
        return "0"
    return str(n_jobs if n_jobs > 0 else max(1, (os.cpu_count() or 1) + 1 + n_jobs))


def _check_kernel_options(name: str, value: object) -> dict[str, str] | None:
    if value is None:
        return None
    if not isinstance(value, Mapping):
        raise TypeError(f"{name}={shown(value)}: must be a dict of ELKI option names and values.")
    for key in value:
        if not isinstance(key, str) or key.startswith("losvm."):
            raise ValueError(
                f"{name} has the key {key!r}: must be the name of one of the kernel's ELKI options "
                "(losvm.* are set by run's own arguments)."
            )
    written = {key: str(v).lower() if isinstance(v, bool) else str(v) for key, v in value.items()}
    return written or None


def _check_columns(name: str, value: Any) -> Any:
    if value is None or (isinstance(value, str) and value == AUTO):
        return value
    if not isinstance(value, Mapping):
        raise TypeError(
            f"{name}={value!r}: must be 'auto', or a dict of names and kinds, e.g. "
            "{'zip': 'category', 'note': 'ignore'}."
        )
    for column, kind in value.items():
        if kind not in COLUMN_KINDS:
            listed = ", ".join(repr(known) for known in COLUMN_KINDS)
            raise ValueError(
                f"{name} has {kind!r} for {column!r}: must be one of {listed}."
                f"{closest(str(kind), COLUMN_KINDS)}"
            )
    return {str(column): str(kind) for column, kind in value.items()}


# ---------------------------------------------------------------------------- the table

BOTH = ("run", "detect")

#: In the order of the signatures.
TABLE = (
    Parameter(
        "contamination",
        None,
        _or_none(_check_amount),
        "rows to call outliers: a share below 1, or a count",
        "decided from the scores",
        functions=("detect",),
    ),
    Parameter(
        "n_estimators",
        24,
        functools.partial(check_int, minimum=1),
        "models",
        elki=("losvm.members",),
        functions=("detect",),
    ),
    Parameter(
        "max_samples",
        128,
        functools.partial(check_int, minimum=3),
        "rows that each model is trained on, at most half of them",
        elki=("losvm.sample",),
        functions=("detect",),
    ),
    Parameter(
        "b",
        10,
        functools.partial(check_int, minimum=0, note=" (0 = the plain SVM)"),
        "rounds of judging and removing; 0 is the plain SVM, 1 leave-one-out with a single removal",
        elki=("losvm.batches",),
        functions=BOTH,
    ),
    Parameter(
        "R",
        None,
        _or_none(_check_amount),
        "rows to remove in total: a count, or a share below 1",
        "as many as `b`",
        elki=("losvm.remove",),
    ),
    Parameter(
        "R",
        None,
        _or_none(_check_amount),
        "rows of each sample to remove: a share below 1, or a count",
        "0.35, and 0.1 by some of the models",
        elki=("losvm.remove",),
        functions=("detect",),
    ),
    Parameter(
        "method",
        "losdd",
        _check_method,
        "`losdd` or `losoc`; they differ for kernels whose K(x, x) varies, and in the score "
        "`distance`",
        text=None,
    ),
    Parameter(
        "kernel",
        "rbf",
        _check_kernel,
        "`rbf` exp(-gamma d^2), `laplace` exp(-d sqrt(2 gamma)), `rational_quadratic` "
        "1/(1 + gamma d^2), `linear`, `polynomial`, `precomputed` (not in ELKI), or the class of "
        "any similarity of ELKI",
        elki=("losvm.kernel",),
        text="word",
    ),
    Parameter(
        "kernel",
        None,
        _or_none(_check_kernel),
        "a kernel as in `run`, instead of the usual mixture",
        "a mixture of two",
        elki=("losvm.kernel",),
        text="word",
        functions=("detect",),
    ),
    Parameter(
        "gamma",
        "silverman",
        _check_gamma,
        "bandwidth: `silverman`, `scott`, `sklearn` (or `scale`, as scikit-learn calls it), or a "
        "number",
        elki=("losvm.bandwidth", "losvm.gamma"),
        kernels=BANDWIDTH_KERNELS,
        text="word or number",
        functions=BOTH,
    ),
    Parameter(
        "C",
        1.0,
        functools.partial(check_float, above=0),
        "largest weight of a row; 1 is the hard margin",
        elki=("losvm.C",),
    ),
    Parameter(
        "nu",
        None,
        _or_none(functools.partial(check_float, above=0, most=1)),
        "soft margin, instead of `C`, which is 1/(nu n)",
        "none",
        elki=("losvm.nu",),
    ),
    Parameter(
        "nu",
        0.2,
        functools.partial(check_float, above=0, most=1),
        "share of a sample that may lie outside of its model",
        elki=("losvm.nu",),
        functions=("detect",),
    ),
    Parameter(
        "degree",
        2,
        functools.partial(check_int, minimum=1),
        "of the polynomial kernel (x y + coef0)^degree",
        elki=("losvm.degree",),
        kernels=("polynomial",),
        functions=BOTH,
    ),
    Parameter(
        "coef0",
        1.0,
        functools.partial(check_float, least=0),
        "of the polynomial kernel",
        elki=("losvm.bias",),
        kernels=("polynomial",),
        functions=BOTH,
    ),
    Parameter(
        "standardize",
        True,
        check_bool,
        "give each column mean 0 and standard deviation 1 first; in ELKI, a filter does this",
        "yes",
        text="switch",
    ),
    Parameter(
        "standardize",
        True,
        check_bool,
        "give each column mean 0 and standard deviation 1 first",
        "yes",
        elki=("losvm.raw",),
        write=lambda value: str(not value).lower(),
        text="switch",
        functions=("detect",),
    ),
    Parameter(
        "score_form",
        None,
        _or_none(_one_of(SCORES)),
        "`log_ratio` log rho - log g, which compares well between rounds, `relative` 1 - g/rho, "
        "`distance`, the paper's, or `weight`, alpha, as ELKI's own SVDD and OCSVM have it",
        "`log_ratio` for positive kernels, otherwise `relative`",
        elki=("losvm.score",),
        text="word",
    ),
    Parameter(
        "reference",
        "round",
        _one_of(REFERENCES),
        "what scores refer to: `round`, the model of the round in which a row was judged, as in "
        "the paper, or `final`, the cleaned model",
        elki=("losvm.reference",),
        text="word",
    ),
    Parameter(
        "solver",
        "auto",
        _one_of(SOLVERS),
        "`exact`, without tolerance, `smo`, iterative as in the paper, `port`, the same by ELKI's "
        "own port of LIBSVM, or `auto`, exact where memory and work allow",
        elki=("losvm.solver",),
        text="word",
        functions=BOTH,
    ),
    Parameter(
        "tol",
        1e-3,
        functools.partial(check_float, above=0, below=1),
        "tolerance of `smo` and `port`, relative to rho",
        elki=("losvm.tolerance",),
        functions=BOTH,
    ),
    Parameter(
        "random_state",
        0,
        _check_seed,
        "seed for drawing the samples",
        elki=("losvm.seed",),
        functions=("detect",),
    ),
    Parameter(
        "n_jobs",
        -1,
        _check_jobs,
        "threads, -1 for all cores; the result does not depend on them",
        elki=("losvm.threads",),
        write=_threads,
        functions=BOTH,
    ),
    Parameter(
        "cache_mb",
        None,
        _or_none(functools.partial(check_int, minimum=1, note=" (megabytes)")),
        "megabytes for kernel columns and matrices",
        "half of Java's heap",
        elki=("losvm.memory",),
        functions=BOTH,
    ),
    Parameter(
        "progress",
        None,
        _or_none(check_bool),
        "show a progress bar",
        "on long work, in a terminal or notebook",
        text="switch",
        functions=BOTH,
    ),
    Parameter(
        "kernel_options",
        None,
        _check_kernel_options,
        "ELKI options of a kernel given by its class",
        "none",
        text="pairs",
        functions=BOTH,
    ),
    Parameter(
        "columns",
        None,
        _check_columns,
        "of a DataFrame: what columns are, `number`, `category`, `date` or `ignore`, by their "
        "names; `auto` finds out all of them",
        "found out by `detect`, all numbers in `run`",
        text=None,
        functions=BOTH,
    ),
)

#: The names of arguments, by the ELKI options they set.
_ARGUMENTS = {option: parameter.name for parameter in TABLE for option in parameter.elki}


# ---------------------------------------------------------------------------- uses


@functools.cache
def parameters_of(function: str) -> Mapping[str, Parameter]:
    """Look up the parameters of a function, by name and in the order of its signature."""
    return {p.name: p for p in TABLE if function in p.functions}


def checked(function: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Check the arguments of a function one by one, and return them in their proper types.

    Parameters
    ----------
    function : str
        Whose arguments they are.
    arguments : mapping
        The arguments by name; those that are not in the table, such as X, are left out.
    """
    known = parameters_of(function)
    return {name: p.check(name, arguments[name]) for name, p in known.items()}


def elki_options(function: str, values: Mapping[str, Any]) -> dict[str, str]:
    """Write arguments as ELKI options.

    Parameters
    ----------
    function : str
        Whose arguments they are.
    values : mapping
        Checked arguments by name; None leaves an option out.
    """
    options = {}
    for name, value in values.items():
        parameter = parameters_of(function)[name]
        if value is not None and parameter.elki:
            option = parameter.elki[0 if isinstance(value, str) else -1]
            options[option] = parameter.write(value)
    return options


def argument_of(option: str) -> str:
    """Look up the argument that sets an ELKI option; options that nothing sets keep their name."""
    return _ARGUMENTS.get(option, option)


def readme_table(function: str) -> str:
    """Write README's table of a function's parameters."""
    lines = ["| Python | default | ELKI | meaning |", "| --- | --- | --- | --- |"]
    for parameter in parameters_of(function).values():
        default = parameter.shown or f"`{parameter.default}`"
        options = ", ".join(f"`-{option}`" for option in parameter.elki)
        lines.append(f"| `{parameter.name}` | {default} | {options} | {parameter.help} |")
    return "\n".join(lines) + "\n"
