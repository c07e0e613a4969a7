"""Adjoints of neighbouring slices: sums for each place, for arrays of few entries."""

import ast

import numpy as np
import pytest

import tangentlite as tl
from tangentlite.ir.example import function_of
from tangentlite.kinds.kind import Array, Scalar
from tangentlite.loops.nests.ends_apart import ends_apart
from tangentlite.loops.nests.gather import gather
from tests.loops.test_slices import assert_near, outcome
from tests.support.loops_in_python import loops_in_python


def bent(x, c):
    y = x[2:] - 2.0 * x[1:-1] + x[:-2]
    return np.sum(c * y * y)


def stepped(x, c):
    for _ in range(3):
        x[1:-1] += c * (x[2:] - 2.0 * x[1:-1] + x[:-2])
    return np.sum(x * x)


def one_apart(x, c):
    y = np.tanh(x[3:] + x[:-3])
    return np.sum(c * y) + np.sum(x[:-3])


def averaged(x, c):
    y = np.zeros_like(x)
    for _ in range(2):
        y[1:-1] = (x[:-2] + x[1:-1] + x[2:]) / 3.0
        x[1:-1] = (y[:-2] + c * y[1:-1] + y[2:]) / 3.0
    return np.sum(x * y)


def infinite_factor(x, c):
    y = x[1:] - x[:-1]
    return np.sum(y * (c / 0.0 if c == 0.0 else c))


def of_rows(x, c):
    z = np.outer(x, x + c)
    w = z[:, 1:] - z[:, :-1]
    v = z[1:, :-1] - 3.0 * z[1:, 1:]
    return np.sum(w * w) + np.sum(v * v * v)


def between_rows(x, c):
    z = np.outer(x, x)
    for _ in range(2):
        z[1:-1, 1:-1] += c * (z[1:-1, 2:] - z[1:-1, :-2] + z[2:, 1:-1] - z[:-2, 1:-1])
    return np.sum(z * z)


def staggered(x, c):
    z = np.outer(x, x + 1.0)
    e = np.zeros_like(z)
    for _ in range(2):
        e[:, 1:] -= 0.5 * (z[:, 1:] - z[:, :-1])
        z[:, :-1] -= c * (e[:, 1:] - e[:, :-1])
    return np.sum(z * e * e)


def fields(x, c):
    z, e = np.outer(x, x + 1.0), np.outer(x, x - c)
    for _ in range(2):
        e[:, 1:] -= 0.5 * (z[:, 1:] - z[:, :-1])
        z[:-1] += c * e[1:]
    return np.sum(z * e)


def two_grids(x, c):
    p, v = x * 1.0, np.sin(x)
    for _ in range(3):
        v[1:] += 0.5 * p[1:] - 0.25 * p[:-1]
        p *= c
        p[:-1] -= v[:-1] + v[1:]
        v *= c
    return np.sum(p * p * v)


def scaled_rows(x, c):
    z = np.outer(x, x + c)
    w = z * z
    for i in range(len(x)):
        w[i, 1:] += 3.0 * z[i, 1:] - 2.0 * z[i, :-1]
        z[i, :-1] += w[i, 1:] + w[i, :-1]
    return np.sum(w * z)


PROGRAMS = (
    bent, stepped, one_apart, averaged, infinite_factor, of_rows, between_rows,
    staggered, fields, two_grids, scaled_rows,
)  # fmt: skip


@pytest.mark.one_in(5, always=("1-bent",))
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda f: f.__name__)
@pytest.mark.parametrize("size", range(7))
def test_few_entries(program, size):
    x = np.random.default_rng(size).uniform(-1.0, 1.0, size)
    for c in (0.7, np.inf):
        want = outcome(tl.value_and_grad(program, wrt=(0, 1)), (x, c))
        with loops_in_python(), tl.options(backend="numba"):
            got = outcome(tl.value_and_grad(program, wrt=(0, 1)), (x, c))
        assert_near(got, want)


@pytest.mark.parametrize(
    "program", (bent, stepped, one_apart, averaged, of_rows), ids=lambda f: f.__name__
)
def test_places_are_gathered(program):
    derivative = tl.value_and_grad(program, wrt=(0, 1), backend="numba")
    assert "range(reach)" in derivative.source_for(np.ones(6), 0.7)


def of_complex_numbers(z):
    w = z[1:] - 2.0 * z[:-1]
    return np.sum(np.real(w * w * np.conj(w)))


@pytest.mark.parametrize("program", (fields, two_grids), ids=lambda f: f.__name__)
def test_cheap_terms_are_computed_where_they_are_added(program):
    derivative = tl.value_and_grad(program, wrt=(0, 1), backend="numba")
    text = derivative.source_for(np.ones(6), 0.7)
    assert "in range(1, n - 1)" in text
    assert "range(reach)" not in text


def test_complex_numbers():
    z = np.linspace(0.0, 1.0, 6) + 1j * np.linspace(1.0, 2.0, 6) ** 2
    derivative = tl.grad(of_complex_numbers, backend="numba")
    np.testing.assert_allclose(derivative(z), tl.grad(of_complex_numbers)(z), 1e-12)
    assert "range(reach)" in derivative.source


# What a sum at the end of the loops would read is not what the additions read.
LEFT_ALONE = {
    "a source that is computed between two additions": """
        t = np.empty(m)
        for i in range(m):
            t[i] = g[i]
        x[0] = 1.0
        for i in range(m):
            a[i] += t[i]
        for j in range(m):
            t[j] = 2.0 * g[j]
        for k in range(m):
            a[k + 1] += t[k]
        return a""",
    "rows that each iteration chooses": """
        t = np.empty(m)
        for i in range(m):
            t[i] = g[i]
            row = index[i]
            b[row, i] += t[i]
            b[row, i + 1] += t[i]
        return b""",
    "rows of a source that may be the same": """
        s = np.empty((n, m))
        for i in range(m):
            s[k, i] = g[i]
            a[i] += s[k, i]
            s[l, i] = 2.0 * g[i]
        for q in range(m):
            a[q + 1] += s[k, q]
        return a""",
}


@pytest.mark.parametrize("text", LEFT_ALONE.values(), ids=LEFT_ALONE)
def test_what_is_left_alone(text):
    kinds = dict.fromkeys("gatx", Array("float64", (3,)))
    kinds |= dict.fromkeys("bs", Array("float64", (3, 3)))
    kinds |= dict.fromkeys([*"ijklmnq", "row"], Scalar("int64", True))
    function = function_of(text, **kinds, index=Array("int64", (3,)))
    assert gather(function) is function


def test_additions_to_two_rows_stay_apart():
    """In one innermost loop compilers would do one element after the other."""
    text = tl.grad(cubes_of_rows, backend="numba").source_for(np.ones((4, 5)))
    loops = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.For)]
    added = [
        [ast.unparse(one.target) for one in loop.body if isinstance(one, ast.AugAssign)]
        for loop in loops
        if not any(isinstance(one, ast.For) for one in loop.body)
    ]
    assert ["x_bar[i + 1, j]"] in added or ["x_bar[i, j]"] in added
    assert all(len(targets) < 2 for targets in added)


def cubes_of_rows(x):
    y = x[1:] - x[:-1]
    return np.sum(y * y * y)


ENDS = """
reach = m + 1 if m > 0 else 0
t[0] = 0.0
t[reach] = 0.0
for i in range(m):
    t[i + 1] = {term}
for k in range(reach):
    a[k] += {added}
return a"""


@pytest.mark.parametrize(
    ("term", "added", "dtype", "changes"),
    [
        ("2.0 * g[i]", "t[k + 1] - 3.0 * t[k]", "float64", True),
        ("2.0 * g[i]", "np.exp(t[k + 1]) - t[k]", "float64", False),  # exp(0) is 1
        ("2.0 * g[i]", "t[k + 1] - t[k]", "float32", False),  # kept in another dtype
        ("2.0 * a[i]", "t[k + 1] - t[k]", "float64", False),  # changes meanwhile
        ("np.sin(g[i])", "t[k + 1] - t[k]", "float64", False),  # costs more
        ("2.0 * g[i]", "t[k + 1] - t[k + 1]", "float64", False),
    ],
)
def test_ends_that_stay(term, added, dtype, changes):
    kinds = {**dict.fromkeys("ga", Array("float64", (3,))), "t": Array(dtype, (3,))}
    kinds |= dict.fromkeys(("i", "k", "m", "reach"), Scalar("int64", True))
    program = function_of(ENDS.format(term=term, added=added), **kinds)
    assert (ends_apart(program) is not program) == changes
