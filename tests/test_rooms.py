"""The rooms of the package: one of them knows Java, and none reaches into another."""

import ast
from pathlib import Path

import pytest

import pyelki_losdd

PACKAGE = Path(pyelki_losdd.__file__).parent
SOURCES = sorted(path.relative_to(PACKAGE).as_posix() for path in PACKAGE.rglob("*.py"))


def nodes(source):
    return ast.walk(ast.parse((PACKAGE / source).read_text(encoding="utf-8")))


def imported(source):
    """The first names of all imported modules."""
    for node in nodes(source):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            yield str(node.module).partition(".")[0]


def test_one_room_knows_java():
    knowing = {source for source in SOURCES if "jpype" in imported(source)}
    assert knowing
    assert {source.partition("/")[0] for source in knowing} == {"_java"}


@pytest.mark.parametrize("source", SOURCES)
def test_nobody_reaches_into_private_attributes(source):
    """``x._y`` is for the class itself; modules and named tuples are no objects of ours."""
    own = ("self", "cls", "sklearn", "jpype", "estimator")
    reached = [
        f"{source}:{node.lineno} {ast.unparse(node)}"
        for node in nodes(source)
        if isinstance(node, ast.Attribute)
        and node.attr.startswith("_")
        and not node.attr.startswith("__")
        and ast.unparse(node.value).partition(".")[0] not in own
    ]
    assert not reached
