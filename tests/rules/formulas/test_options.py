"""Calls with options, shapes and axes that no sample has, against differences."""

import numpy as np
import pytest

import tangentlite as tl
from tests.rules.formulas.compared import compare
from tests.rules.samples.sample import spread

A3, A4, A6 = spread(3), spread(4, start=9), spread(6, start=2)
A23, A34, A234 = spread(2, 3), spread(3, 4), spread(2, 3, 4)
A03, A232, B232 = spread(0, 3), spread(2, 3, 2), spread(2, 3, 2, start=7)
ASCENDING = np.array([0.3, 0.9, 2.0])
CALLS = {
    # along an axis that is neither the first nor the last
    "gradient_axis": (lambda f, x: np.gradient(f, x, axis=1), (A234, ASCENDING)),
    "trapezoid_axis": (lambda y, x: np.trapezoid(y, x, axis=1), (A234, ASCENDING)),
    "trapezoid_widths": (lambda y, dx: np.trapezoid(y, dx=dx), (A4, ASCENDING)),
    "gradient_ends_4": (lambda f: np.gradient(f, edge_order=2), (A4,)),
    "gradient_ends_6": (lambda f: np.gradient(f, 0.3, edge_order=2), (A6,)),
    "diff_prepend": (lambda a: np.diff(a, prepend=0.5), (A23,)),
    "diff_append": (lambda a: np.diff(a, append=0.5), (A23,)),
    "cross_axis": (lambda a, b: np.cross(a, b, axis=1), (A232, B232)),
    "rolled_back": (lambda a: np.rollaxis(a, 0, -1), (A234,)),
    "row_dots": (lambda a, b: np.linalg.vecdot(a, b), (A3, A3[::-1].copy())),
    "unique_first": (lambda a: np.unique(a, return_index=True)[0], (A4,)),
    "unique_places": (lambda a: np.unique(a, return_inverse=True)[0], (A4,)),
    "unique_columns": (lambda a: np.unique(a, axis=1), (A23,)),
    "reduced_of_none": (lambda a, x: np.hypot.reduce(a, initial=x), (A03, 0.7)),
    "reduced_axes": (lambda a: np.hypot.reduce(a, (2, 0)), (A234,)),
    "power_of_zero": (lambda a: np.linalg.matrix_power(a, 0), (np.zeros((2, 2)),)),
    # a single entry that is not zero
    "trimmed": (lambda x: np.trim_zeros(np.array([0.0, x, 0.0])), (2.0,)),
    "trimmed_of_zeros": (lambda x: np.trim_zeros(0.0 * x), (A3,)),
    "diagonal_second": (lambda a: np.diagonal(a, 1, 1, 2), (A234,)),
    "trace_turned": (lambda a: np.trace(a, -1, 1, 0), (A34,)),
    "number_as_vector": (lambda x: np.atleast_1d(x), (0.7,)),
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


def squares_of_product(a, b):
    return np.sum(np.einsum("ij,jk->ik", a, b) ** 2)


def transform_of_length(a):
    return np.sum(np.real(np.fft.fft(a, 5)))


def sines_of_rows(x, y):
    return np.sum(np.sin(np.asarray([x, y])))


def doubled_if_it_is_itself(a):
    turned = np.transpose(a)
    return np.sum(a) * (2.0 if turned is a else 3.0)


def solution(a, b):
    return np.sum(np.linalg.lstsq(a, b)[0])


@pytest.mark.parametrize(("program", "inputs", "line"), [
    (squares_of_product, (A23, A34), "2.0 * np.einsum('ij,jk->ik', a, b) @ b.T"),
    (transform_of_length, (A3,), "filled[:5] = b"),
    (sines_of_rows, (A3, A3), "np.cos(np.asarray([x, y]))[0]"),
    (doubled_if_it_is_itself, (A23,), "np.copy(np.broadcast_to(3.0, a.shape))"),
    (solution, (A34.T, A3), "np.outer(b - a @ x, d @ rows) + c - np.outer(rows, x)"),
])  # fmt: skip
def test_texts_are_short(program, inputs, line):
    assert f" {line}\n" in tl.grad(program).source_for(*inputs)


def test_a_single_length_and_a_list_of_lengths():
    fft = pytest.importorskip("scipy.fft")
    compare(lambda a: np.real(fft.fftn(a, 3)), (A34,))
    compare(lambda a: np.real(fft.rfftn(a, [3], [1])), (A34,))


def test_equal_entries_in_columns_that_differ():
    a, change = np.array([[1.0, 1.0], [3.0, 2.0]]), np.array([[1.0, 2.0], [3.0, 4.0]])
    _, got = tl.jvp(lambda a: np.unique(a, axis=1), (a,), (change,))
    np.testing.assert_array_equal(got, [[2.0, 1.0], [4.0, 3.0]])


def test_interpolation_at_its_points():
    values = np.array([1.0, 4.0, 15.0])
    slope = tl.grad(lambda x: np.interp(x, ASCENDING, values))
    assert list(map(slope, [0.3, 0.9, 2.0])) == pytest.approx([5.0, 10.0, 10.0])
    assert list(map(slope, [0.2, 2.1])) == [0.0, 0.0]


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
