"""Methods on the command line: ``LOF:k=20``, ``LOSDD:b=20``, ``sklearn.svm.OneClassSVM:nu=0.1``."""

from __future__ import annotations

import importlib
from typing import Any

__all__ = ["METHODS_HELP", "parse_method"]

METHODS_HELP = """\
methods are written NAME or NAME:OPTION=VALUE,OPTION=VALUE...
  detect                ours, an ensemble; options as its arguments, e.g. detect:max_samples=256
  LOSDD, LOSOC          ours, the paper's; options as the arguments of run(), e.g. LOSDD:b=20
  SVDD, OCSVM           the same without removing anything (b=0)
  KNN, LOF              ELKI's, with k=1 and k=20, or as given: LOF:k=5
  any other of ELKI's   by its name; losdd info --algorithms lists all of them
  sklearn..., pyod...   a detector by its class, e.g. sklearn.ensemble.IsolationForest"""

#: Methods that take values, as their functions do; ELKI takes texts.
_OURS = ("detect", "losddensemble", "losdd", "losoc", "svdd", "ocsvm")

#: Packages whose detectors can be named.
_PACKAGES = ("sklearn", "pyod")

_WORDS = {"true": True, "false": False, "none": None}


def parse_method(text: str) -> Any:
    """Turn the text of a method into what :func:`pyelki_losdd.compare` takes."""
    name, colon, rest = text.partition(":")
    name = name.strip()
    options = _parse_options(rest, text) if colon else {}
    if not name:
        raise ValueError(f"{text!r} is no method: it has no name.")
    if name.split(".")[0] in _PACKAGES:
        return _detector(name, options)
    if name.lower() in _OURS:
        return (name, {key: _value(value) for key, value in options.items()}) if options else name
    return (name, options) if options else name  # ELKI reads the values itself


def _parse_options(text: str, method: str) -> dict[str, str]:
    """Split ``a=1,b=2,3``; a part without an equals sign belongs to the value before it."""
    options: dict[str, str] = {}
    last = ""
    for part in text.split(","):
        name, equals, value = part.partition("=")
        if equals and name.strip():
            last = name.strip()
            options[last] = value.strip()
        elif last:
            options[last] += f",{part.strip()}"
        else:
            raise ValueError(f"{method!r} is no method: {part!r} must be OPTION=VALUE.")
    return options


def _value(text: str) -> Any:
    for read in (int, float):
        try:
            return read(text)
        except ValueError:
            continue
    return _WORDS.get(text.lower(), text)


def _detector(name: str, options: dict[str, str]) -> Any:
    """Make a detector of scikit-learn or PyOD."""
    module, _, attribute = name.rpartition(".")
    package = name.split(".")[0]
    try:
        detector = getattr(importlib.import_module(module), attribute)
    except ImportError as error:
        raise ImportError(
            f"{name}: {error}. Is the name right, and the package installed (pip install "
            f"'pyelki-losdd[{package}]')?"
        ) from None
    except AttributeError:
        raise ValueError(f"{name}: {module} has no class {attribute}.") from None
    if not isinstance(detector, type) or not hasattr(detector, "fit"):
        raise ValueError(f"{name} is no detector: it must be a class with a method fit.")
    try:
        return detector(**{key: _value(value) for key, value in options.items()})
    except (TypeError, ValueError) as error:
        raise ValueError(f"{name}: {error}") from None
