"""Results of users' functions have the sizes that are predicted, whatever formula they
have, and programs that read the sizes are right for all.

A rule says nothing of the sizes of results: they are found by calls with small arrays.
"""
from random import Random

import numpy as np
import pytest
from hypothesis import HealthCheck, given, note, settings
from hypothesis import strategies as st

import tangentlite as tl
from tests.rules.sizes.compared_kinds import differences, predicted, unproved
from tests.rules.sizes.drawn_sizes import Kinds, of_sizes, other_sizes
from tests.rules.sizes.size_formulas import function_of, program, sized

drawing = {'deadline': None, 'suppress_health_check': list(HealthCheck)}
X, W = np.linspace(0.5, 1.5, 6), np.linspace(-0.5, 1.5, 12).reshape(3, 4)


@settings(max_examples=100, derandomize=True, **drawing)
@given(st.randoms(use_true_random=False))
def test_formulas(random):
    check_kinds(sized(random), random)


@pytest.mark.slow
@settings(max_examples=20_000, **drawing)
@given(st.randoms(use_true_random=False))
def test_many_formulas(random):
    check_kinds(sized(random, 3), random)


def check_kinds(text: str, random: Random) -> None:
    """Compare what is predicted of a function's result with results of calls."""
    function = function_of(text)
    kinds = Kinds(random)
    arguments = [kinds.of(X), kinds.of(W), kinds.of(random.choice((3, 2, 4, 1)))]
    found, proved = predicted(function, arguments, {})
    for _ in range(20):
        sizes = other_sizes(kinds, random)
        values = [of_sizes(*pair, sizes, random) for pair in zip(arguments, (X, W, 3))]
        value = result_of(function, values)
        if value is not None:
            wrong = [*unproved(arguments, proved, sizes),
                     *differences(found, value, proved, sizes)]  # fmt: skip
            assert not wrong, f'{wrong}{text}kinds: {arguments}\nsizes: {sizes}'


def result_of(function, values: list):
    """The result, None if these sizes are not taken."""
    try:
        return function(*values)
    except (ArithmeticError, ValueError, IndexError):
        return None


@settings(max_examples=30, derandomize=True, **drawing)
@given(st.randoms(use_true_random=False))
def test_programs_of_formulas(random):
    check_program(program(random, 1), random)


@pytest.mark.slow
@settings(max_examples=2000, **drawing)
@given(st.randoms(use_true_random=False))
def test_many_programs_of_formulas(random):
    check_program(program(random), random)


def check_program(text: str, random: Random) -> None:
    """One derivative of each mode is right for all sizes that follow each other."""
    function = function_of(text, 'program')
    register(function.__globals__, random.random() < 0.5)
    gradient = tl.value_and_grad(function)
    for _ in range(6):
        n, p, q = (random.choice((1, 2, 3, 4, 6, 9)) for _ in range(3))
        x, k = np.linspace(0.5, 1.5, n), random.choice((-1, 0, 1, 2, 3, 5))
        values = x, np.ones((p, q)), k
        y = result_of(function.__globals__['summed'], values)
        if y is None:
            continue
        wanted = np.full(n, 2 * np.sum(x) * y.size)
        wanted[0] += len(y)
        note(values)
        value, got = gradient(*values)
        np.testing.assert_allclose(value, function(*values))
        np.testing.assert_allclose(got, wanted)
        _, change = tl.jvp(function, values, (np.ones(n), None, None))
        np.testing.assert_allclose(change, np.sum(wanted))


def register(namespace: dict, linear: bool) -> None:
    """Give the function of a program's text its templates."""
    summed = namespace['summed']
    if linear:
        tl.linear(summed, in_='x')(namespace['summed_adjoint'])
    else:
        tl.adjoint(summed)(namespace['summed_adjoint'])
        tl.tangent(summed)(namespace['summed_tangent'])
