"""Whole programs: gradients against differences, and descent along them."""
import importlib

import numpy as np
import pytest

import tangentlite as tl
from tests.support.measure import along, flat, inner, random_like, unflat

pytestmark = pytest.mark.one_in(2)

NAMES = (
    'gaussian_mixture', 'hidden_markov', 'bayesian_network', 'gaussian_process',
    'deep_gaussian_process', 'independent_components', 'variational_inference',
    'variational_autoencoder', 'negative_binomial', 'recurrent_network', 'lstm',
    'convolutional_network', 'sliding_windows', 'bayesian_optimisation')

every_program = pytest.mark.parametrize('name', NAMES)


def whole(name: str) -> object:
    """The module of the program."""
    return importlib.import_module(f'tests.scipy_programs.whole.{name}')


@pytest.mark.one_in(3)
@every_program
def test_gradient_agrees_with_differences_along_directions(name):
    program = whole(name)
    gradient = tl.grad(program.objective)(program.START)
    generator = np.random.default_rng(4)
    for _ in range(4):
        direction = random_like(generator, program.START)
        want = along(program.objective, (program.START,), (0,), (direction,)).item()
        assert abs(want) > 1e-6
        _, tangent = tl.jvp(program.objective, (program.START,), (direction,))
        np.testing.assert_allclose(tangent, want, rtol=2e-5, atol=1e-6)
        np.testing.assert_allclose(inner(gradient, direction), want, rtol=2e-5,
                                   atol=1e-6)


@every_program
def test_descent_lowers_the_objective(name):
    program = whole(name)
    gradient = tl.grad(program.objective)
    params, before = program.START, program.objective(program.START)
    for _ in range(5):
        params = unflat(flat(params) - program.STEP * flat(gradient(params)), params)
        after = program.objective(params)
        assert after < before
        before = after


def test_expectation_maximisation_by_the_gradient_raises_the_likelihood():
    program = whole('hidden_markov')
    params, before = program.START, program.likelihood(program.START)
    for _ in range(4):
        params = program.em_step(params, tl.grad(program.likelihood))
        after = program.likelihood(params)
        assert after > before
        before = after
