"""Calls with options, shapes and axes that no sample has, against differences."""

import numpy as np
import pytest

import tangentlite as tl
from tests.rules.formulas.compared import compare
from tests.rules.samples.sample import spread

A3, A4, A6 = spread(3), spread(4, start=9), spread(6, start=2)
A23, A34, A234 = spread(2, 3), spread(3, 4), spread(2, 3, 4)
ASCENDING = np.array([0.3, 0.9, 2.0])
CALLS = {
    # along an axis that is neither the first nor the last
    "gradient_axis": (lambda f, x: np.gradient(f, x, axis=1), (A234, ASCENDING)),
    "trapezoid_axis": (lambda y, x: np.trapezoid(y, x, axis=1), (A234, ASCENDING)),
    "trapezoid_widths": (lambda y, dx: np.trapezoid(y, dx=dx), (A4, ASCENDING)),
    "gradient_ends_4": (lambda f: np.gradient(f, edge_order=2), (A4,)),
    "gradient_ends_6": (lambda f: np.gradient(f, 0.3, edge_order=2), (A6,)),
    "diff_append": (lambda a: np.diff(a, append=0.5), (A23,)),
    # a single entry that is not zero
    "trimmed": (lambda x: np.trim_zeros(np.array([0.0, x, 0.0])), (2.0,)),
    "diagonal_second": (lambda a: np.diagonal(a, 1, 1, 2), (A234,)),
    "trace_turned": (lambda a: np.trace(a, -1, 1, 0), (A34,)),
    "array_of_rank": (lambda x: np.array(x, ndmin=3), (A23,)),
    "lists_of_rows": (lambda x, y: np.asarray([x, y]), (A3, A3[::-1].copy())),
    # the last two axes, which are not all
    "fft2": (lambda a: np.real(np.fft.fft2(a)) + np.imag(np.fft.fft2(a)), (A234,)),
    "ifft2": (lambda a: np.real(np.fft.ifft2(a)) + np.imag(np.fft.ifft2(a)), (A234,)),
    "rfft2": (lambda a: np.real(np.fft.rfft2(a)) + np.imag(np.fft.rfft2(a)), (A234,)),
    "irfft2": (lambda a: np.fft.irfft2(a + 0.5j * a), (A234,)),
    "meshgrid_of_matrix": (lambda x, y: np.meshgrid(x, y)[0], (A23, A3)),
    "meshgrid_alone": (lambda x: np.meshgrid(x)[0], (A3,)),
}


@pytest.mark.parametrize("name", CALLS)
def test_calls_agree_with_differences(name):
    compare(*CALLS[name])


@pytest.mark.parametrize(
    ("x", "slope"), [(0.3, 5.0), (0.9, 10.0), (2.0, 10.0), (0.2, 0.0), (2.1, 0.0)]
)
def test_interpolation_at_its_points(x, slope):
    values = np.array([1.0, 4.0, 15.0])
    got = tl.grad(lambda x: np.interp(x, ASCENDING, values))(x)
    assert got == pytest.approx(slope)


@pytest.mark.parametrize(
    "draw",
    [
        lambda rng, x: rng.normal(scale=x, size=3),
        lambda rng, x: rng.normal(x, size=3),
        lambda rng, x: rng.uniform(x, size=3),
        lambda rng, x: rng.uniform(high=x, size=3),
        lambda rng, x: rng.lognormal(x, size=3),
        lambda rng, x: rng.lognormal(sigma=x, size=3),
        lambda rng, x: rng.exponential(x, size=3),
    ],
)
def test_draws_with_parameters_left_out(draw):
    def drawn(x):
        return draw(np.random.default_rng(3), x)

    compare(drawn, (0.4,))


def test_normal_draws_with_sizes_and_without():
    def drawn(x):
        state = np.random.RandomState(3)
        return x * state.randn() + np.sum(x * state.randn(2, 3))

    state = np.random.RandomState(3)
    want = state.randn() + np.sum(state.randn(2, 3))
    assert tl.grad(drawn)(2.0) == pytest.approx(want)
