"""Flags and texts that decide how many results a function has: globals, results."""

import numpy as np
import pytest
import scipy.linalg

import tangentlite as tl
from tangentlite.errors import UnsupportedError
from tests.support.numeric import require_along

ASKED = False


def lower_upper(x):
    return np.sum(scipy.linalg.lu(x, ASKED)[-1] ** 2)


def triangle(x):
    return np.sum(scipy.linalg.qr(x, pivoting=ASKED, mode="r")[0] ** 4)


def values(x):
    return np.sum(scipy.linalg.eig(x, left=ASKED)[0].real ** 4)


def pseudoinverse(x):
    found = scipy.linalg.pinv(x, return_rank=ASKED)
    return np.sum((found[0] if ASKED else found) ** 2)


def singular(x):
    found = scipy.linalg.svd(x, compute_uv=ASKED)
    return np.sum((found[1] if ASKED else found) ** 4)


def distinct(x):
    return np.sum(np.unique(x, return_index=True, return_counts=ASKED)[0] ** 2)


def triangles(x):
    return np.sum(np.linalg.eigh(x + x.T, UPLO="U" if ASKED else "L")[0] ** 3)


PROGRAMS = [
    lower_upper, triangle, pseudoinverse, singular, distinct, triangles,
]  # fmt: skip
X = np.cos(np.arange(9.0) ** 2).reshape(3, 3) + np.diag([3.0, 4.0, 5.0])
V = np.cos(np.arange(9.0)).reshape(3, 3)


@pytest.mark.parametrize("program", PROGRAMS)
@pytest.mark.parametrize("asked", [False, True])
def test_both_modes(program, asked, monkeypatch):
    monkeypatch.setitem(globals(), "ASKED", asked)
    require_along(program, X, V, rel=1e-5)


def test_flags_at_their_defaults():
    require_along(values, X, V, rel=1e-5)


def test_a_change_of_the_flag(monkeypatch):
    derivative = tl.grad(distinct)
    first = derivative(X)
    monkeypatch.setitem(globals(), "ASKED", True)
    np.testing.assert_allclose(derivative(X), first, rtol=1e-12)


def of_a_computed_flag(x):
    flag = x[0, 0] > 0.0
    return np.sum(scipy.linalg.lu(x, flag)[-1] ** 2)


@pytest.mark.parametrize("mode", ["reverse", "forward"])
def test_computed_flags_are_refused(mode):
    given = [X] if mode == "reverse" else [X, V]
    with pytest.raises(UnsupportedError, match="decides what lu returns"):
        tl.autodiff(of_a_computed_flag, mode=mode)(*given)


def of_an_integer(x):
    asked = int(x[0, 0] > 0.0)
    return np.sum(np.unique(x, return_index=True, return_counts=asked)[0] ** 2)


@pytest.mark.parametrize("mode", ["reverse", "forward"])
def test_integers_as_flags_are_refused(mode):
    given = [X] if mode == "reverse" else [X, V]
    with pytest.raises(UnsupportedError, match="how many results np.unique has"):
        tl.autodiff(of_an_integer, mode=mode)(*given)


def places(x):
    flag = x[0, 0] > 0.0
    found = np.unique(np.array([3, 1, 3]), return_index=flag)
    return np.sum(x) * len(found)


def test_flags_of_what_has_no_derivative():
    np.testing.assert_array_equal(tl.grad(places)(X), np.full((3, 3), 2.0))
