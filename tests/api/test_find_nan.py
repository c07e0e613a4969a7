"""The first line that makes nan or inf, in a function and in its derivatives."""

import ast
import functools
import math
import warnings
from collections import defaultdict
from typing import NamedTuple

import numpy as np
import pytest

import tangentlite as tl
from tangentlite.api.checks.line_values import values_read


@pytest.fixture(autouse=True)
def quiet():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def helper(x):
    scaled = x / np.sum(x)
    return scaled


def in_the_primal(x):
    y = helper(x)
    return np.sum(y * y)


def in_the_adjoint(x):
    squares = np.sum(x * x)
    length = np.sqrt(squares)
    return 2.0 * length


def in_place(x, n):
    y = x * 1.0
    for k in range(n):
        y[k] = y[k] / (x[k] - 2.0)
    return np.sum(y)


def excused(x):
    best = np.inf
    work = np.empty(3)
    work[:] = x
    for k in range(3):
        best = min(best, work[k])
    return best * np.sum(work)


def in_a_list(x):
    found = []
    for k in range(3):
        found.append(np.log(x[k]))
    return found[0] + found[2]


def of_numbers(x):
    return math.exp(x) - x


def the_line(function, text):
    import inspect

    lines, first = inspect.getsourcelines(function)
    (at,) = (first + k for k, line in enumerate(lines) if text in line)
    return at


@pytest.mark.parametrize(
    "f, args, function, text, part, entry",
    [
        (in_the_primal, ([1.0, -1.0],), helper, "x / np.sum", "primal", "scaled[0]"),
        (in_place, ([1.0, 2.0, 3.0], 3), in_place, "y[k] =", "primal", "y[1]"),
        (in_a_list, ([1.0, 0.0, 3.0],), in_a_list, "append", "primal", "found"),
        (in_the_adjoint, ([0.0, 0.0],), in_the_adjoint, "np.sqrt", "derivative", None),
    ],
    ids=["in-a-helper", "in-place", "in-a-list", "in-the-adjoint"],
)  # fmt: skip
def test_the_line_is_found(f, args, function, text, part, entry):
    found = tl.find_nan(tl.grad(f), np.array(args[0]), *args[1:])
    assert found.part == part
    assert found.place == f"{__file__}:{the_line(function, text)}"
    assert text in found.line
    assert entry is None or found.entry == entry
    assert not np.isfinite(found.value)
    assert found.line in str(found) and str(found.value) in str(found)
    assert (found.text == "") == (part == "primal")


def test_values_that_the_line_reads_are_told():
    found = tl.find_nan(tl.grad(in_the_primal), np.array([1.0, -1.0]))
    assert dict(found.values) == {"x": "[ 1., -1.]", "x[0]": "1.0"}


def repeated(x, steps):
    y, scale = x.copy(), np.arange(100.0)
    for k in range(steps):
        for _ in range(2):
            y -= 0.25
        z = np.sqrt(y) + np.sum(scale) + 0.1 * k
    return np.sum(z)


def test_turns_of_loops_and_entries_are_told():
    found = tl.find_nan(tl.grad(repeated), np.array([9.0, 1.6]), 9)
    assert found.entry == "z[1]"
    assert found.turn == (("k", "3"),)
    values = dict(found.values)
    assert float(values["y[1]"]) == pytest.approx(-0.4)
    assert values["scale"] == "[ 0., 1., ..., 98., 99.]"
    assert "where k = 3\n" in str(found)


def scaled(x, factor):
    return np.sqrt(x * factor)


def test_numbers_are_not_cut():
    found = tl.find_nan(tl.grad(scaled), 1.0, -0.12345678901234567)
    assert dict(found.values)["factor"] == repr(-0.12345678901234567)


@pytest.mark.parametrize("f", [in_the_primal, in_the_adjoint, excused, in_a_list])
def test_nothing_is_found_where_all_is_finite(f):
    assert tl.find_nan(tl.value_and_grad(f), np.array([1.0, 2.0, 3.0])) is None


def test_arguments_come_first():
    found = tl.find_nan(tl.grad(in_place), np.array([1.0, np.nan]), 1)
    assert (found.part, found.entry) == ("argument", "x[1]")
    assert str(found) == "The argument x[1] is nan."


def test_forward_mode_numba_and_second_derivatives():
    forward = tl.autodiff(in_the_adjoint, mode="forward")
    found = tl.find_nan(forward, np.zeros(2), x_dot=np.ones(2))
    assert found.part == "derivative" and "/ length" in found.text
    assert all(line in str(found) for _, line in found.lines)
    second = tl.grad(lambda x: np.sum(tl.grad(in_the_adjoint)(x)))
    assert tl.find_nan(second, np.zeros(2)).part == "derivative"
    pytest.importorskip("numba")
    with tl.options(backend="numba"):
        found = tl.find_nan(tl.grad(in_the_adjoint), np.zeros(2))
    assert found.line == "length = np.sqrt(squares)"


def misleading(x):
    info = np.log(x)  # nan for what is negative
    return np.nansum(info)


def says_so(x):
    least = float("inf")
    entries = np.empty(len(x))
    for i in range(len(x)):
        least = min(least, x[i])
        entries[i] = x[i]
    return np.sqrt(least + 1.0) + np.sum(entries)


def test_what_a_line_says_is_read_not_guessed():
    with np.errstate(all="ignore"):
        found = tl.find_nan(tl.grad(misleading), np.array([1.0, -1.0]))
    assert found.line.startswith("info = np.log(x)")
    assert tl.find_nan(tl.grad(says_so), np.ones(3)) is None


def weighted(weight, x):
    return weight * np.sqrt(x)


def test_derivatives_of_derivatives_of_partials_and_of_numba():
    partial = functools.partial(weighted, 2.0)
    with np.errstate(all="ignore"):
        assert tl.find_nan(tl.grad(partial), 0.0).part == "derivative"
        found = tl.find_nan(tl.grad(tl.grad(weighted, wrt=1), wrt=1), 1.0, 0.0)
        assert "np.sqrt(x)" in found.text
        assert found.line == "return weight * np.sqrt(x)"
        pytest.importorskip("numba")
        compiled = tl.grad(weighted, wrt=1, backend="numba")
        assert tl.find_nan(compiled, 1.0, 0.0).line == found.line
        second = tl.grad(compiled, wrt=1, backend="numba")
        assert tl.find_nan(second, 1.0, 0.0).line == found.line


def test_arguments_are_left_as_they_are_and_errors_are_raised():
    x = np.array([1.0, 2.5])
    tl.find_nan(tl.grad(in_place), x, 2)
    np.testing.assert_array_equal(x, [1.0, 2.5])
    with pytest.raises(IndexError):
        tl.find_nan(tl.grad(in_place), x, 3)
    with pytest.raises(OverflowError):
        tl.find_nan(tl.grad(of_numbers), 1e4)
    with pytest.raises(tl.ArgumentError, match="needs a derivative"):
        tl.find_nan(in_place, x, 2)


class Held(NamedTuple):
    rows: list


class Box:
    def __init__(self, q):
        self.q = q

    @property
    def made(self):
        raise AssertionError('it is not called')


LIMITS = {'low': 0.0}


def of_a_dict(d):
    return np.sum(d['a'] / d['b'])


def beside_a_dict(d, a):
    return a / d['b']


def of_an_attribute(p):
    return np.sum(np.log(p.q[1:]))


def of_several_lines(held, k):
    return np.sum(
        np.sqrt(held.rows[k + 1]) * LIMITS['low'],
    )


@pytest.mark.parametrize(
    'f, args, expected',
    [
        (
            of_a_dict,
            ({'a': np.ones(2), 'b': np.zeros(2)},),
            {"d['a']": '[1., 1.]', "d['b']": '[0., 0.]'},
        ),
        (beside_a_dict, ({'b': 0.0}, np.float64(2.0)), {'a': '2.0', "d['b']": '0.0'}),
        (of_an_attribute, (Box(np.array([1.0, 0.0])),), {'p.q[1:]': '[0.]'}),
        (
            of_several_lines,
            (Held([np.ones(1), np.array([-1.0])]), 0),
            {'held.rows[k + 1]': '[-1.]', 'k': '0', "LIMITS['low']": '0.0'},
        ),
    ],
)  # fmt: skip
def test_items_and_attributes_are_told(f, args, expected):
    found = tl.find_nan(tl.grad(f), *args)
    assert found.part == 'primal'
    assert dict(found.values) == expected


def test_no_code_is_run_to_tell_values():
    text = 'p.made + p.q + d["x"] + f(1) + y[f(1)]'
    names = {'p': Box(2.0), 'd': defaultdict(Box), 'f': None, 'y': np.zeros(1)}
    found = dict(values_read([ast.parse(text)], text, names, '', None))
    assert found == {'p.q': '2.0', 'y': '[0.]'}
    assert not names['d']


def test_matrices_are_refused_in_the_users_words():
    with pytest.raises(tl.ArgumentError) as caught:
        tl.find_nan(tl.hessian(in_the_adjoint), np.zeros(2))
    assert '<hessian of in_the_adjoint with respect to x>.' in str(caught.value)
    assert 'tl.elementwise_grad(tl.grad(f))' in str(caught.value)
    found = tl.find_nan(tl.elementwise_grad(tl.grad(in_the_adjoint)), np.zeros(2))
    assert 'length = np.sqrt(squares)' in str(found)
