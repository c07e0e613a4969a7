"""Matrices: options left out, parts of results alone, and exact bounds of ranks."""

import numpy as np
import pytest

import tangentlite as tl
from tangentlite import runtime
from tests.rules.formulas.compared import compare
from tests.rules.samples.sample import spread

pytestmark = pytest.mark.one_in(3)

INDICES, INDPTR = np.array([0, 1, 1, 0, 2]), np.array([0, 2, 3, 5])
DATA, SIDE = np.array([3.0, 0.7, 2.0, -0.4, 4.0]), np.array([1.0, -0.5, 2.0])
TIGHT = (("rtol", 1e-13),)


# Of a sparse matrix of three rows, not of its transpose.
def iterated(data, b):
    x, _ = runtime.iterated_solution(data, INDICES, INDPTR, b, "gmres", settings=TIGHT)
    return x


def iterated_again(data, b):
    return runtime.iterated_again(data, INDICES, INDPTR, b, "gmres", settings=TIGHT)


def exponential(data, b):
    return runtime.sparse_exponential(data, INDICES, INDPTR) @ b


@pytest.mark.filterwarnings("ignore:.*CSC")
@pytest.mark.parametrize("program", [iterated, iterated_again, exponential])
def test_which_way_a_sparse_matrix_is_turned_left_out(program):
    pytest.importorskip("scipy.sparse")
    compare(program, (DATA, SIDE))


OF_SIDES = [
    lambda b: runtime.sparse_solution(DATA, INDICES, INDPTR, b),
    lambda b: runtime.sparse_solution(DATA, INDICES, INDPTR, b, True),
    lambda b: runtime.exponential_product(DATA, INDICES, INDPTR, b),
    lambda b: runtime.exponential_product(DATA, INDICES, INDPTR, b, True),
]


@pytest.mark.parametrize("program", OF_SIDES)
@pytest.mark.parametrize("b", [SIDE, spread(3, 2)])
def test_a_sparse_matrix_that_does_not_change(program, b):
    pytest.importorskip("scipy.sparse")
    compare(program, (b,))


def started(data, b, start):
    x, _ = runtime.iterated_solution(
        data, INDICES, INDPTR, b, "gmres", start, False, TIGHT
    )
    return x


def test_where_an_iteration_starts_does_not_count():
    pytest.importorskip("scipy.sparse")
    weights = np.array([1.0, 2.0, 3.0])
    alone = tl.autodiff(started, wrt=2)(DATA, SIDE, SIDE, init_grad=weights)
    np.testing.assert_array_equal(alone, np.zeros(3))
    gradient = tl.autodiff(started, wrt=(0, 1, 2))
    *got, of_start = gradient(DATA, SIDE, SIDE, init_grad=weights)
    np.testing.assert_array_equal(of_start, np.zeros(3))
    want = tl.autodiff(iterated, wrt=(0, 1))(DATA, SIDE, init_grad=weights)
    for one, other in zip(got, want, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-9)


def test_entries_of_an_array_with_more_columns_than_rows():
    places = np.array([0, 4, 2, 3]), np.array([0, 2, 2, 4])
    compare(lambda x: runtime.entries_at(x * x, *places), (spread(3, 5),))


# A symmetric matrix of four rows by its diagonal and what is beside it.
BESIDE = np.array([0, 1, 0, 1, 2, 1, 2, 3, 2, 3]), np.array([0, 2, 5, 8, 10])
ENTRIES = np.array([0, 4, 4, 1, 5, 5, 2, 6, 6, 3])
BANDS = np.array([1.0, 2.0, 3.5, 5.0, 0.4, -0.3, 0.6])


def eigenpairs(bands):
    return runtime.sparse_eigenvalues(bands[ENTRIES], *BESIDE, (("k", 2),))


def singular_triples(data):
    return runtime.sparse_singular_values(data, INDICES, INDPTR, 5, (("k", 2),))


@pytest.mark.parametrize(
    ("values", "data"),
    [
        (lambda data: eigenpairs(data)[0], BANDS),
        (lambda data: singular_triples(data)[1], DATA),
    ],
)
def test_values_of_a_sparse_matrix(values, data):
    pytest.importorskip("scipy.sparse")
    compare(values, (data,))


@pytest.mark.parametrize(
    ("vectors", "data"),
    [
        (lambda data: eigenpairs(data)[1], BANDS),
        (lambda data: singular_triples(data)[0], DATA),
        (lambda data: singular_triples(data)[2], DATA),
    ],
)
def test_vectors_of_a_sparse_matrix_are_refused(vectors, data):
    pytest.importorskip("scipy.sparse")
    with pytest.raises(tl.UnsupportedError, match="eigenvectors of a sparse matrix"):
        tl.grad(lambda data: np.sum(vectors(data) ** 3))(data)


TALL = spread(3, 2)


@pytest.mark.parametrize(
    "program",
    [lambda a, r: np.linalg.pinv(a, r), lambda a, r: np.linalg.pinv(a, rtol=r)],
)
def test_the_bound_of_a_pseudoinverse_does_not_count(program):
    compare(program, (TALL, 0.1))


def with_values(matrices, values):
    """Matrices with the vectors of others, and these singular values."""
    u, _, vh = np.linalg.svd(matrices, full_matrices=False)
    return (u * np.expand_dims(values, -2)) @ vh


STACK = with_values(spread(2, 3, 4, start=7), [[3.0, 1.0, 0.1], [2.0, 0.1, 0.05]])


# What is left out is 0 but for rounding in one matrix, and not in the other.
def of_products(x, y):
    return np.linalg.pinv(x @ y, 0.1)


def test_stacked_matrices_of_a_rank():
    compare(lambda a: np.linalg.pinv(a, 0.2), (STACK,))
    compare(of_products, (spread(2, 3, 2), spread(2, 2, 4, start=3)))


def test_a_bound_for_each_of_stacked_matrices():
    matrices = np.stack((STACK, 1.5 * STACK[::-1] + 0.01))
    bounds = np.array([[0.2, 0.01], [0.04, 0.2]])
    compare(lambda a: np.linalg.pinv(a, bounds), (matrices,))


HALF = np.array([[2.0, 0.0], [0.0, 1.0]])


@pytest.mark.parametrize(
    "program",
    [
        lambda a, bound: np.linalg.pinv(a, bound),
        lambda a, bound: np.linalg.lstsq(a, np.array([1.0, 2.0]), bound)[0],
    ],
)
def test_a_singular_value_that_is_the_bound_is_cut_off(program):
    weights, change = 1.0 + program(HALF, 0.5), spread(2, 2, start=5)
    gradient = tl.autodiff(program)
    at_it, above_it = (gradient(HALF, b, init_grad=weights) for b in (0.5, 0.6))
    np.testing.assert_array_equal(at_it, above_it)
    forward = tl.autodiff(program, mode="forward")
    at_it, above_it = (forward(HALF, b, change) for b in (0.5, 0.6))
    np.testing.assert_array_equal(at_it, above_it)


def solution_in_one_branch(a, b, c):
    x, _, _, s = np.linalg.lstsq(a, b, None)
    return c * np.sum(a) if c > 0.0 else c * (np.sum(x) + np.sum(s))


def solution_and_values(b):
    x, _, _, s = np.linalg.lstsq(TALL, b, None)
    return np.concatenate((x, s))


def test_results_of_least_squares_that_do_not_change_or_count():
    for c in (2.0, -2.0):
        compare(solution_in_one_branch, (TALL, spread(3, start=3), c))
    compare(solution_and_values, (spread(3, start=3),))


PARTS = [
    (lambda a: np.linalg.qr(a)[0], (2, 4)),
    (lambda a: np.linalg.qr(a)[1], (2, 4)),
    (lambda a: np.linalg.qr(a, "complete")[0], (4, 3)),
    (lambda a: np.linalg.qr(a, "complete")[1], (4, 3)),
    (lambda a: np.linalg.qr(a, "r"), (3, 3)),
]


@pytest.mark.parametrize(("part", "shape"), PARTS)
def test_one_factor_alone(part, shape):
    compare(part, (spread(*shape),))


# The numbers on the diagonal of the triangle are real.
@pytest.mark.parametrize(("part", "shape"), [*PARTS[:2], *PARTS[3:]])
def test_one_factor_of_a_complex_matrix(part, shape):
    x, y = spread(*shape), spread(*shape, start=50)
    compare(lambda x, y: np.real(part(x + 1j * y)), (x, y))


def chosen(a):
    return np.random.default_rng(3).choice(a, 2)


def test_rows_are_drawn_of_a_matrix():
    compare(chosen, (spread(3, 4),))


def moved(loc):
    return np.random.default_rng(3).normal(loc, size=3)


def test_a_draw_of_the_scale_that_is_left_out():
    with np.errstate(all="raise"):
        compare(moved, (0.4,))
