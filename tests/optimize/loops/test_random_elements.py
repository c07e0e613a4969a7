"""Random loops over elements: with and without names for elements and plain floats."""
import copy

import numpy as np
import pytest
from hypothesis import HealthCheck, given, note, settings

import tangentlite as tl
from tangentlite import pipeline
from tangentlite.api.grad import derivative_of
from tests.programs.random.random_elements import programs_of_elements
from tests.programs.record import leaves
from tests.support.load import load_module

ARGS = np.array([0.7, -0.4, 0.25]), np.array([[0.9, 0.1], [0.2, 1.1]]), 0.6
TANGENTS = np.ones(3), np.full((2, 2), 0.5)
drawing = {
    'deadline': None,
    'suppress_health_check': [HealthCheck.too_slow, HealthCheck.data_too_large,
                              HealthCheck.function_scoped_fixture],
}
pytestmark = pytest.mark.filterwarnings('ignore::RuntimeWarning')


@settings(max_examples=5, derandomize=True, **drawing)
@given(source=programs_of_elements())
def test_random_elements(tmp_path_factory, source):
    check(source, tmp_path_factory.mktemp('elements'))


@pytest.mark.slow
@settings(max_examples=400, **drawing)
@given(source=programs_of_elements())
def test_many_random_elements(tmp_path_factory, source):
    check(source, tmp_path_factory.mktemp('elements'))


def check(source: str, directory) -> None:
    """Compare numbers and their types; what a program raises derivatives raise."""
    note(source)
    function = load_module(source, directory).function
    for trips in (0, 3):
        value = outcome(function, *copy.deepcopy(ARGS), trips)
        for mode in ('value_and_grad', 'value_and_forward', 'pullback'):
            given = *ARGS, trips, *(TANGENTS if 'forward' in mode else ())
            got = of_derivative(function, mode, given)
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(pipeline, 'for_interpreter', lambda *_: ())
                want = of_derivative(function, mode, given)
            assert len(got) == len(want)
            for one, other in zip(got, want):
                if trips:
                    assert type(one) is type(other)
                if not isinstance(one, type):
                    np.testing.assert_allclose(one, other, rtol=1e-8, atol=1e-11)
            np.testing.assert_array_equal(got[0], value[0])
    tl.cache_clear()


def of_derivative(function, mode: str, given: tuple) -> list:
    tl.cache_clear()
    derivative = derivative_of(function, mode, (0, 1))
    note(derivative.source_for(*copy.deepcopy(given)))
    if mode == 'pullback':
        return outcome(pulled_twice, derivative, *copy.deepcopy(given))
    return outcome(derivative, *copy.deepcopy(given))


def pulled_twice(derivative, *given) -> tuple:
    value, pullback = derivative(*given)
    return value, pullback(1.0), pullback(2.0)


def outcome(function, *given) -> list:
    """The numbers that a call returns, or the class of what it raises."""
    try:
        return list(leaves(function(*given)))
    except (ArithmeticError, ValueError, IndexError, UnboundLocalError) as error:
        return [type(error)]
