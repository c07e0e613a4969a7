"""What statements have changed since some point, and what is then computed again."""

import textwrap

import gast
import numpy as np
import pytest

import tangentlite as tl
from tangentlite.analysis.aliasing.memory import memory_of
from tangentlite.analysis.invalidation import Changes, changes
from tests.support.numeric import require_both_modes


def walked(text, views=None):
    """The statements of a text, and changes before the first of them."""
    body = gast.parse(textwrap.dedent(text).strip()).body
    return body, Changes(memory_of(body, views or {}))


def test_what_one_statement_changes():
    (bound, written), found = walked("s = a\nv[0] = s", {"v": {"y"}, "w": {"y"}})
    since = found.time
    found.leave(bound)
    assert not found.unchanged("as", since)
    assert found.unchanged("avwy", since)
    assert found.unchanged("s", found.time)
    since = found.time
    found.leave(written)
    assert found.unchanged("as", since)
    assert not any(found.unchanged(name, since) for name in "vwy")


def test_the_first_statements_read_what_is_written_later():
    (first, _), found = walked("t = x * y\nx[0] = a")
    assert found.unchanged("xy", found.time)
    found.leave(first)
    assert found.unchanged("xy", 0)


@pytest.mark.parametrize("head", ["for i in range(n):", "while c:"])
def test_an_iteration_reads_what_an_earlier_one_has_changed(head):
    (loop,), found = walked(f"{head}\n    s = a\n    v[0] = s", {"v": {"y"}})
    found.enter(loop)
    assert found.unchanged("ax", 0)
    assert not any(found.unchanged(name, 0) for name in "svy")


def test_a_branch_changes_nothing_before_it():
    (branch,), found = walked("if c:\n    s = a\nelse:\n    y[0] = a")
    found.enter(branch)
    assert found.unchanged("sy", 0)
    found.leave(branch)
    assert found.unchanged("ac", 0)
    assert not found.unchanged("s", 0)
    assert not found.unchanged("y", 0)


def test_a_function_runs_when_all_is_written():
    text = "x[0] = a\ndef f(z):\n    return z\nt = y * y\nx[1] = a"
    (before, function, *_), found = walked(text)
    found.leave(before)
    since = found.time
    found.enter(function)
    assert not found.unchanged("x", since)
    assert found.unchanged("y", since)
    assert found.unchanged("x", found.time)


def test_changes_in_all_blocks():
    text = "for i in range(n):\n    if c:\n        s = a\n    else:\n        v[0] = a"
    (loop,), _ = walked(text)
    memory = memory_of([loop], {"v": {"y"}})
    bound, places = changes(loop, memory)
    assert bound == {"i", "s"}
    assert places == {memory.place("y")}


def written_in_a_loop(x):
    y = x * 1.0
    z = np.sin(y)
    for i in range(2):
        z = z + np.sin(y) * x
        y[i] = 2.0 * y[i]
    return np.sum(z * np.sin(y))


def written_in_a_branch(x):
    y = x * 1.0
    z = np.sin(y)
    if x[0] > 0.0:
        y[1] = z[1] * x[2]
    return np.sum(z * np.sin(y))


def chosen_by_what_a_loop_writes(x):
    chosen = x > 0.5
    y = np.where(chosen, x, 0.0)
    total = 0.0
    for i in range(2):
        total += np.sum(np.sqrt(np.where(chosen, y, 1.0)))
        chosen[1 - i] = not chosen[1 - i]
        y = np.where(chosen, x, 0.0)
    return total


@pytest.mark.parametrize("optimize", [True, False])
@pytest.mark.parametrize(
    "function",
    [written_in_a_loop, written_in_a_branch, chosen_by_what_a_loop_writes],
)
def test_derivatives(function, optimize):
    with tl.options(optimize=optimize):
        require_both_modes(function, np.array([0.4, 0.7, 1.1]))
