"""Which names see what is written through others: names on paths, in lists, outside."""

import gast
import numpy as np
import pytest

import tangentlite as tl
from tangentlite.analysis.aliasing.aliases import Aliases, aliases_in
from tangentlite.analysis.aliasing.memory import memory_of
from tangentlite.ir.rewrite import binds, names_in
from tests.support.numeric import assert_close, central_gradient

X = np.array([0.3, 0.7, 1.9, 0.4])


def found(text: str, results: str, outside: str = "", **views: str) -> Aliases:
    """The aliases of a text; keywords give what their names are views of.

    A call of a method that stands alone keeps its argument.
    """
    body = gast.parse(text).body
    owners = {name: set(given.split()) for name, given in views.items()}

    def shares(node: gast.stmt) -> list[str]:
        if isinstance(node, gast.Expr):
            return list(names_in(node.value))
        if isinstance(node.value, gast.Name):
            return [node.value.id]
        return [owner for name in binds(node) for owner in owners.get(name, ())]

    memory = memory_of(body, owners)
    return aliases_in(body, outside.split(), results.split(), memory, shares)


def part_of_a_part(x):
    y = x * 2.0
    w = y[1:]
    v = w[:2]
    v[0] = 3.0 * x[0]
    return np.sum(y * y)


@pytest.mark.parametrize("optimize", [True, False])
def test_the_gradient_of_a_write_into_a_part_of_a_part(optimize):
    with tl.options(optimize=optimize):
        value, gradient = tl.value_and_grad(part_of_a_part)(X)
        forward = tl.autodiff(part_of_a_part, mode="forward")
        tangents = [forward(X, unit) for unit in np.eye(4)]
    assert value == part_of_a_part(X)
    want = central_gradient(part_of_a_part, (X,), (0,))[0]
    assert_close(gradient, want)
    assert_close(tangents, list(want))


def test_a_dead_name_between_two_pointers_is_a_pointer():
    text = "y = x * 2\nw = y[1:]\nv = w[:2]\nv[0] = 3.0\nz = y * y"
    aliases = found(text, "z", w="y", v="w")
    assert aliases.pointers.keys() == {"y", "w", "v"}


def test_an_array_from_outside_is_reached_though_nothing_reads_it_later():
    aliases = found("y = x[:2]\ny[0] = 5.0\nz = y * y", "z", outside="x", y="x")
    assert aliases.reached.keys() == {"x"}


def test_a_name_that_is_bound_again_sees_no_more_writes():
    text = "v = y\na = v[0]\nv = np.zeros(2)\nv[0] = a\nz = v * y"
    assert not found(text, "z").pointers
    text = "v = y\na = v[0]\nv[0] = a\nz = v * y"
    assert found(text, "z").pointers.keys() == {"v", "y"}


def test_a_list_sees_writes_into_what_it_keeps():
    text = "items = []\nitems.append(y)\ny[0] = 5.0\nz = items.pop()"
    aliases = found(text, "z", z="items", items="y")
    assert aliases.pointers.keys() == {"items", "y"}


TWO_EXITS = """
for i in n:
    for j in n:
        v = {first}
        if a:
            break
        v = {second}
        if b:
            break
        v = zeros()
    v[0] = 5.0
    s = y[0]
"""


@pytest.mark.parametrize(("first", "second"), [("y", "zeros()"), ("zeros()", "y")])
def test_each_exit_of_an_inner_loop_may_leave_an_alias(first, second):
    text = TWO_EXITS.format(first=first, second=second)
    assert found(text, "s").pointers.keys() == {"v", "y"}


def test_no_exit_of_an_inner_loop_leaves_an_alias():
    text = TWO_EXITS.format(first="zeros()", second="zeros()")
    assert not found(text, "s").pointers


def row_of_sums(x):
    row = 0.0
    for i in range(int(x[0] + 3)):
        row = row + x[i : i + 2]
    other = row
    row += x[1]
    return np.sum(other * row)


def number_or_argument(x):
    row = x[1] if x[0] > 0.1 else x
    row += 2.0
    return np.sum(x * 3.0) + np.sum(row)


@pytest.mark.parametrize("program", [row_of_sums, number_or_argument])
def test_what_may_write_or_rebind_is_refused_where_another_name_sees_it(program):
    with pytest.raises(tl.UnsupportedError, match="is a number on one path"):
        tl.grad(program)(X)


def kept_and_written(x):
    y = x * 1.0
    items = []
    for _ in range(int(x[0] + 3)):
        items.append(y)
        y[0] = y[0] * x[1]
    return items[0][0]


def test_a_write_into_what_a_list_keeps_is_refused():
    with pytest.raises(tl.UnsupportedError, match="that a list or tuple holds as well"):
        tl.grad(kept_and_written)(X)
