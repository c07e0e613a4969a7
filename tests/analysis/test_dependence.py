"""Whether elements that are read may be written later, or written ones read."""

import textwrap

import gast
import numpy as np
import pytest

import tangentlite as tl
from tangentlite.analysis.aliasing.memory import memory_of
from tangentlite.analysis.dependence.integer_names import Integers
from tangentlite.analysis.dependence.overwrites import Pieces
from tangentlite.ir.rewrite import statements
from tests.support.numeric import require_both_modes

# Sizes are never negative, other integers may be; `places` and all others are arrays.
INTEGERS = {"n": True, "m": True, "i": False, "j": False, "k": False, "p": False}


def pieces_in(text, views=None):
    """The statements of a text, and the analysis of its accesses."""
    body = gast.parse(textwrap.dedent(text).strip()).body
    found = statements(body)
    assigned = [node for node in found if isinstance(node, gast.Assign)]
    definitions = {getattr(node.targets[0], "id", ""): node.value for node in assigned}
    integers = Integers(definitions.get, INTEGERS.get)
    return assigned, Pieces(memory_of(body, views or {}), integers)


def may_change(text, views=None):
    """Whether what is read as `t` may be written afterwards."""
    assigned, pieces = pieces_in(text, views)
    (read,) = [node for node in assigned if getattr(node.targets[0], "id", "") == "t"]
    return pieces.is_overwritten_after(read, read.value)


FOREVER = "for j in range(m):\n    "


@pytest.mark.parametrize(
    ("read", "written"),
    [
        ("y[0]", "y[1]"),
        ("y[:2]", "y[2:4]"),
        ("y[None:2]", "y[2]"),
        ("y[2:4:1]", "y[0:2]"),
        ("y[2:6:3]", "y[1]"),
        ("y[:0]", "y[:n]"),
        ("y[n]", "y[n + 1]"),
        ("y[0, 1]", "y[0, 0]"),
    ],
)
def test_other_elements_are_written(read, written):
    assert not may_change(f"{FOREVER}t = {read}\n    {written} = a")
    assert not may_change(f"{FOREVER}{written} = a\n    t = {read}")


@pytest.mark.parametrize(
    ("read", "written"),
    [
        ("y[1]", "y[1]"),
        ("y[:3]", "y[2:4]"),
        ("y[0:4:2]", "y[2]"),
        ("y[2]", "y[-1]"),
        ("y[p]", "y[q]"),
        ("y[places]", "y[places + 1]"),
        ("y[0]", "y[:, 0]"),
    ],
)
def test_the_same_elements_may_be_written(read, written):
    assert may_change(f"{FOREVER}t = {read}\n    {written} = a")


@pytest.mark.parametrize(
    ("counts", "first", "last"),
    [
        ("range(n + 1)", "0", "n"),
        ("range(2, n + 1)", "2", "n"),
        ("range(2, n + 1, 3)", "2", "n"),
        ("range(n, 1, -1)", "2", "n"),
        ("reversed(range(2, n + 1))", "2", "n"),
    ],
)
def test_elements_that_a_loop_reads(counts, first, last):
    loop = f"for i in {counts}:\n    t = y[i]\n"
    assert may_change(f"{loop}y[{first}] = a")
    assert may_change(f"{loop}y[{last}] = a")
    assert not may_change(f"{loop}y[{last} + 1] = a")


def test_a_loop_with_a_step_that_may_have_either_sign():
    for step in ("k", "k + 1"):
        loop = f"for i in range(0, n, {step}):\n    t = y[i]\n"
        assert may_change(f"{loop}    y[i + 1] = a")


def test_a_counter_behind_its_loop_is_another_number():
    assert may_change("for i in range(1, n):\n    t = y[i]\ny[i - 1] = a")


def test_an_index_of_each_iteration_is_another_number():
    assert may_change(
        """
        for i in range(n):
            k = places[i]
            t = y[k]
            y[k + 1] = a
        """
    )


def test_elements_may_be_written_through_a_view():
    assert may_change("v = y[1:]\nt = y[1]\nv[0] = a", {"v": {"y"}})


def test_a_name_that_is_bound_again_may_look_into_the_same_array():
    text = "y = x\nfor i in range(n):\n    t = y[1]\n    y[0] = a\n    y = y[1:]"
    assert may_change(text, {"y": {"x"}})


def test_an_element_is_not_written_again_by_the_statement_that_wrote_it():
    (write,), pieces = pieces_in("for i in range(n):\n    y[i] = a")
    assert not pieces.is_overwritten_after(write, write.targets[0])


@pytest.mark.parametrize(
    ("value", "is_read"),
    [("y.T", True), ("y[0]", True), ("y", True), ("y[1]", False), ("y.shape", False)],
)
def test_what_reads_an_element(value, is_read):
    (write, _), pieces = pieces_in(f"y[0] = a\nz = {value}")
    assert pieces.is_read_after(write, write.targets[0]) == is_read


def last_written_behind_the_loop(x):
    n = len(x)
    y = np.zeros(n + 1)
    y[1:] = x
    total = 0.0
    for i in range(n + 1):
        total += y[i] ** 3
    y[n] = 5.0
    return total + np.sum(y)


def first_written_behind_the_loop(x):
    y = x * 1.0
    total = 0.0
    for i in range(len(x) - 1, -1, -1):
        total += y[i] ** 3
    y[0] = 5.0
    return total + np.sum(y)


def written_two_steps_ahead(x, k=2):
    y = x * 1.0
    total = 0.0
    for i in range(0, len(x) - 2, k):
        total += y[i] ** 3
        y[i + 2] = total
    return total + np.sum(y)


def written_through_a_view(x):
    y = x * 1.0
    v = y[1:]
    total = 0.0
    for _ in range(3):
        total += y[1] ** 3
        v[0] = v[0] * x[0]
    return total + np.sum(y)


def written_through_the_same_name(x):
    y = x * 1.0
    total = 0.0
    for _ in range(2):
        total += y[1] ** 3
        y[0] = total
        y = y[1:]
    return total + np.sum(y)


@pytest.mark.parametrize("optimize", [True, False])
@pytest.mark.parametrize(
    "function",
    [
        last_written_behind_the_loop,
        first_written_behind_the_loop,
        written_two_steps_ahead,
        written_through_a_view,
        written_through_the_same_name,
    ],
)
def test_derivatives(function, optimize):
    with tl.options(optimize=optimize):
        require_both_modes(function, np.array([0.4, 0.7, 1.1, 0.9]))
