"""How the package is filed: figures that may only fall."""

import ast

from tests.house import circles_of, figures, imported, without_types

# Whoever makes a figure smaller writes the smaller one here; none may grow.
FIGURES = {
    "files in import circles": 0,
    "folders of more than 12 entries": 0,
    "files of more than 400 lines": 0,
    "files of less than 40 lines": 0,
    "names that several files have": 0,
    "files that import more than 15 beyond the vocabulary": 0,
    "files that more than 40 import, beyond the vocabulary": 0,
    "fields of the largest class": 20,
    "classes of more than 20 fields": 0,
    "tests of the class of a value outside its file": 679,
    "tests of names that begin with <": 2,
}


def test_figures():
    assert figures() == FIGURES


def test_circles():
    graph = {"a": ["b"], "b": ["c", "d"], "c": ["b"], "d": ["d"], "e": ["a"]}
    assert circles_of(graph) == [{"b", "c"}]


def test_imports_count_wherever_they_stand():
    text = """
import p.a
from p import b
from p.c import name
if TYPE_CHECKING:
    from p import e
def f():
    from p import d
"""
    known = dict.fromkeys(("p.a", "p.b", "p.c", "p.d", "p.e"))
    assert set(imported(ast.parse(text), known)) == {"p.a", "p.b", "p.c", "p.d"}
    assert len(list(without_types(ast.parse("if TYPE_CHECKING:\n    x = 1")))) == 1
