"""Decompositions and products where values repeat, are 0 or are of unlike sizes."""

import numpy as np
import pytest

import tangentlite as tl
from tests.rules.formulas.compared import compare, like
from tests.rules.samples.sample import spread
from tests.support.numeric import central_gradient, central_jvp

# Where a value is 0 or repeated, what is read of no vector is divided by 0.
pytestmark = [
    pytest.mark.filterwarnings("ignore:.*encountered in"),
    pytest.mark.one_in(3),
]
SQUARE = spread(3, 3) + np.diag([1.0, 4.0, 9.0])
STACK = spread(2, 3, 3) + SQUARE
# Singular values of which the last is 0, and a repeated one.
SINGULAR = np.array([[2.0, 1.0, 0.0], [0.0, 1.5, 0.0], [0.0, 0.0, 0.0]])
LEFT, RIGHT = (np.linalg.qr(spread(3, 3, start=start))[0] for start in (5, 20))
REPEATED = LEFT * np.array([3.0, 1.0, 1.0]) @ RIGHT


def compare_reverse(program, a):
    """Compare the gradient alone, where what changes forward is infinite."""
    cotangent = like(program(a), 33)
    got = tl.grad(lambda a: np.sum(cotangent * program(a)))(a)
    want = central_gradient(lambda a: np.sum(cotangent * program(a)), (a,), (0,))
    np.testing.assert_allclose(got, want[0], rtol=1e-6, atol=1e-8)


def compare_forward(program, a):
    """Compare the change alone, where no change along the others is determined."""
    tangent = like(a, 40)
    got = tl.autodiff(program, mode="forward")(a, tangent)
    want = central_jvp(program, (a,), (tangent,))
    np.testing.assert_allclose(got, want, rtol=1e-6, atol=1e-8)


def eigh(a):
    w, v = np.linalg.eigh(a + np.swapaxes(a, -1, -2))
    return np.sum(w**3, -1) + np.sum(spread(3, 3) * v**2, (-2, -1))


def eig(a):
    w, v = np.linalg.eig(a)
    return np.sum(np.abs(w) ** 2, -1) + np.sum(spread(3, 3) * np.abs(v) ** 4, (-2, -1))


def svd(a):
    u, s, vh = np.linalg.svd(a[..., :2], False)
    left, right = spread(3, 2) * u**2, spread(2, 2, start=9) * vh**2
    return np.sum(s**3, -1) + np.sum(left, (-2, -1)) + np.sum(right, (-2, -1))


def last_eigenvector(a):
    v = np.linalg.eigh(a + np.swapaxes(a, -1, -2))[1]
    return v[..., 2] ** 2


@pytest.mark.parametrize("a", [SQUARE, STACK], ids=["single", "stack"])
@pytest.mark.parametrize("program", [eigh, last_eigenvector, eig, svd])
def test_decompositions_of_one_matrix_and_of_a_stack(program, a):
    compare(program, (a,))


# Which values are apart depends on the size of each matrix, not on that of others.
def test_vectors_of_small_and_large_matrices():
    def vectors(a):
        scales = np.reshape([1.0, 1e-30, 1e30], (3, 1, 1))
        return np.linalg.eigh((a + np.swapaxes(a, -1, -2)) * scales)[1] ** 2

    compare(vectors, (spread(3, 3, 3) + SQUARE,))
    compare(lambda a: np.linalg.eigh((a + a.T) * 1e-30)[1] ** 2, (SQUARE,))


def first_left_vectors(a):
    u = np.linalg.svd(a)[0]
    return u[:, :2] * u[0, :2]


def first_right_vectors(a):
    vh = np.linalg.svd(a)[2]
    return vh[:2] * vh[:2, :1]


# The vectors of a value of 0 are not read.
@pytest.mark.parametrize("program", [first_left_vectors, first_right_vectors])
def test_vectors_of_other_values_than_0(program):
    compare(program, (SINGULAR,))


def left_vectors_beside_zeros(a):
    u = np.linalg.svd(np.pad(a, ((0, 0), (0, 1))))[0]
    return u * u[0]


def test_vectors_of_a_value_that_stays_0():
    compare_forward(left_vectors_beside_zeros, spread(3, 2))


def values_and_first_vectors(a):
    u, s, vh = np.linalg.svd(a)
    return u[:, 0] * u[0, 0] + vh[0] * vh[0, 1] + np.sum(s**3)


def values_and_first_left_vector(a):
    u, s, _ = np.linalg.svd(a)
    return u[:, 0] * u[0, 0] + np.sum(s**3)


# The vectors of repeated values are not read.
@pytest.mark.parametrize(
    "program", [values_and_first_vectors, values_and_first_left_vector]
)
def test_repeated_singular_values(program):
    compare(program, (REPEATED,))


def test_repeated_singular_values_alone_divide_nothing():
    with np.errstate(all="raise"):
        got = tl.grad(lambda a: np.sum(np.linalg.svd(a)[1] ** 3))(np.eye(3))
    np.testing.assert_allclose(got, 3.0 * np.eye(3), atol=1e-14)


def corner_of_a_rotation(a):
    u, s, vh = np.linalg.svd(a)
    return np.sum(u[0] * vh[:, 0])


def test_a_rotation_of_repeated_values():
    compare_reverse(corner_of_a_rotation, 2.0 * np.eye(3))
    compare_reverse(corner_of_a_rotation, REPEATED)


# Triangles have the eigenvalues of their diagonals.
def first_eigenvector(a):
    v = np.linalg.eig(a)[1]
    return np.real(v[:, 0] * np.conj(v[0, 0]))


def values_and_first_eigenvector(a):
    w, v = np.linalg.eig(a)
    return np.real(v[:, 0] * np.conj(v[0, 0])) + np.sum(np.real(w**3))


@pytest.mark.parametrize("program", [first_eigenvector, values_and_first_eigenvector])
def test_repeated_eigenvalues(program):
    triangle = np.array([[3.0, 1.0, 2.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]])
    compare(program, (triangle,))


def eigenvalues_of_a_diagonal(x):
    w, v = np.linalg.eig(np.diag(x))
    return np.real(w) + np.real(v)


def test_repeated_eigenvalues_of_vectors_that_stay():
    compare_forward(eigenvalues_of_a_diagonal, np.array([3.0, 1.0, 1.0]))


@pytest.mark.parametrize(("shapes", "axes"), [
    (((3, 4), (3, 4)), (0, 0, 0)), (((3, 4), (3, 4)), (-2, -2, -2)),
    (((3, 3), (3, 3)), (-2, -2, -2)), (((3, 4), (3,)), (0, 0, 0)),
    (((3, 2, 4), (3, 4)), (0, 0, 0)), (((2, 3, 4), (4, 3)), (-2, -1, -2)),
    (((3, 1, 4), (5, 3, 1)), (0, 1, -1)), (((2, 2, 4), (3, 4)), (-2, 0, 1)),
    (((3, 5), (2, 3, 5)), (-2, 1, 0)), (((3,), (4, 3, 2)), (0, -2, 2)),
    (((4, 1, 3), (2, 3)), (-1, -1, 0)),
])  # fmt: skip
def test_cross_products_of_all_axes(shapes, axes):
    a, b = spread(*shapes[0]), spread(*shapes[1], start=30)
    compare(lambda a, b: np.cross(a, b, *axes), (a, b))


@pytest.mark.parametrize("shapes", [
    ((2, 3), (4, 3, 2)), ((4, 2, 3), (3,)), ((3,), (4, 3, 2)), ((2, 3), (3,)),
    ((4, 2, 3), (3, 2)), ((2, 3), (3, 1)), ((4, 2, 3), (5, 1, 3, 2)),
])  # fmt: skip
def test_products_of_stacks(shapes):
    x, y = spread(*shapes[0]), spread(*shapes[1], start=30)
    compare(lambda x, y: x @ y, (x, y))
    compare(lambda x, y: np.dot(x, y), (x, y))


@pytest.mark.parametrize("n", [0, 1, 2, 5, -1, -2])
@pytest.mark.parametrize("a", [SQUARE, STACK + 5.0 * np.eye(3)], ids=["one", "two"])
def test_powers(a, n):
    compare(lambda a: np.linalg.matrix_power(a, n), (a,))


@pytest.mark.parametrize("a", [SINGULAR, spread(2, 2, 3, 3)], ids=["single", "stack"])
def test_the_power_0_needs_no_inverse(a):
    compare(lambda a: np.linalg.matrix_power(a, 0), (a,))


@pytest.mark.parametrize("ind", [0, -1])
def test_an_inverse_of_no_axes_is_refused(ind):
    program = tl.grad(lambda a: np.sum(np.linalg.tensorinv(a, ind)))
    with pytest.raises(ValueError, match="Invalid ind argument"):
        program(np.ones((1, 1)))


# It is linear in the cotangent, along which the factor stays.
def test_the_gradient_of_a_factor_along_its_cotangent():
    gradient = tl.grad(lambda a, b: np.sum(np.linalg.cholesky(a) * b))
    forward = tl.autodiff(gradient, wrt=(1,), mode="forward")
    a, b, change = SQUARE @ SQUARE.T, spread(3, 3), spread(3, 3, start=8)
    np.testing.assert_allclose(forward(a, b, change), gradient(a, change), rtol=1e-9)
