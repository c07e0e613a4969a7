"""Programs that ask for the class of an array: each library gets its own answer."""

import functools

import numpy as np
import pytest

import tangentlite as tl
from tests.other_arrays.counted import Counted, bare

X = np.array([0.5, 1.2, -0.7])


def by_isinstance(x):
    return np.sum((x * 3.0 if isinstance(x, np.ndarray) else x) ** 2)


def by_another_class(x):
    return np.sum((x * 3.0 if isinstance(x, Counted) else x) ** 2)


def by_type(x):
    if type(x) in (np.ndarray, list):
        x = x * 3.0
    return np.sum(x**2)


def by_name(x):
    if x.__class__.__name__ == "ndarray":
        x = x * 3.0
    return np.sum(x**2)


def by_attribute(x):
    if hasattr(x, "values"):
        x = x * 3.0
    return np.sum(x**2)


def by_pattern(x):
    match x:
        case np.ndarray():
            x = x * 3.0
    return np.sum(x**2)


def of_what_is_computed(x):
    y = x * 0.5
    if isinstance(y, np.ndarray):
        y = y * y
    return np.sum(y) * np.sum(x)


def of_numpy_alone(x):
    z = np.ones(3)
    return np.sum(x**2) * (3.0 if isinstance(z, np.ndarray) else 1.0)


@pytest.mark.parametrize(
    'program',
    [by_isinstance, by_another_class, by_type, by_name, by_attribute, by_pattern,
     of_what_is_computed, of_numpy_alone],
)  # fmt: skip
@pytest.mark.parametrize("optimize", [True, False])
def test_each_library_has_its_own_answer(program, optimize):
    with tl.options(optimize=optimize):
        gradient = tl.value_and_grad(program)
    for x in (X, Counted(X), X):
        change = (
            type(x)(np.eye(3)[k]) if x is not X else np.eye(3)[k] for k in range(3)
        )
        value, found = gradient(x)
        assert bare(value) == bare(program(x))
        step = 1e-6
        wanted = [
            (bare(program(x + d * step)) - bare(program(x - d * step))) / (2 * step)
            for d in change
        ]
        np.testing.assert_allclose(bare(found), wanted, rtol=1e-7)


@functools.singledispatch
def scaled(x):
    return x


@scaled.register
def _(x: np.ndarray):
    return x * 3.0


@pytest.mark.parametrize(
    'program',
    [lambda x: np.sum(scaled(x) ** 2),
     lambda x: np.sum(x if issubclass(type(x), np.ndarray) else 3.0 * x)],
)  # fmt: skip
def test_what_needs_the_class_when_it_is_generated_is_refused(program):
    tl.grad(program)(X)
    with pytest.raises(tl.UnsupportedError, match="known here"):
        tl.grad(program)(Counted(X))


def by_handler(x):
    try:
        x = x.values * 3.0
    except AttributeError:
        x = x * 2.0
    return np.sum(x**2)


def test_a_missing_attribute_is_caught_for_numpy_alone():
    np.testing.assert_allclose(tl.grad(by_handler)(X), 8.0 * X)
    with pytest.raises(tl.UnsupportedError, match="AttributeError"):
        tl.grad(by_handler)(Counted(X))
