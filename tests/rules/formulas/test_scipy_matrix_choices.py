"""What sparse matrices, operators and solvers choose: by kind, shape, default."""

import inspect

import numpy as np
import pytest

import tangentlite as tl
from tests.rules.formulas.compared import compare
from tests.rules.samples.sample import spread

sparse = pytest.importorskip("scipy.sparse")
from scipy import linalg  # noqa: E402
from scipy.sparse.linalg import LinearOperator  # noqa: E402

pytestmark = pytest.mark.one_in(16)

TAKES_TRIDIAGONAL = "assume_a" in inspect.signature(linalg.inv).parameters

A2, A3, A4 = spread(2), spread(3, start=2), spread(4, start=5)
GRID, OTHER = spread(2, 3, start=3), spread(2, 3, start=8)
SQUARE = spread(4, 4, start=2) + 4.0 * np.eye(4)
ROW, COLUMN = np.array([0, 0, 1, 2]), np.array([0, 2, 1, 1])
POINTER = np.array([0, 2, 3, 4])


def rows(data):
    return sparse.csr_array((data, COLUMN, POINTER), (3, 3))


def columns(data):
    return sparse.csc_array((data, COLUMN, POINTER), (3, 3))


def scattered(data):
    return sparse.coo_array((data, (ROW, COLUMN)), (3, 3))


def with_zero(data):
    return (columns(data) + 0).data


def rank_of_matrix(data):
    return data * rows(data).ndim


def divided_by_a_row(data, x):
    return (scattered(data) / x).toarray()


def main_diagonal(data):
    return scattered(data).diagonal()


def trace(data):
    return scattered(data).trace()


def upper_part(data):
    return sparse.triu(rows(data)).toarray()


def row_times_matrix(x, data):
    return x * sparse.csr_matrix((data, COLUMN, POINTER), (3, 3))


def wide_diagonals(x, y):
    return sparse.diags([x, y], [0, 1], (2, 4)).toarray()


def wide_diagonals_of_array(x, y):
    return sparse.diags_array([x, y], offsets=[0, 1], shape=(2, 4)).toarray()


def by_functions(a):
    return LinearOperator(
        a.shape,
        matvec=lambda x: a @ x, rmatvec=lambda x: a.T @ x,
        matmat=lambda x: a @ x, rmatmat=lambda x: a.T @ x, dtype=float,
    )  # fmt: skip


def scaled_adjoint_of_columns(a, x):
    return (3.0 * by_functions(a)).rmatmat(x)


def sum_of_wide(a, b, x):
    return (by_functions(a) + by_functions(b)).matvec(x)


def rank_of_operator(a, x):
    operator = by_functions(a)
    return operator.ndim * operator.matvec(x)


class Scaled(LinearOperator):
    def __init__(self, factor):
        LinearOperator.__init__(self, np.float32, (3, 3))
        self.factor = factor

    def _matvec(self, x):
        return self.factor * x


def of_its_type(factor, x):
    operator = Scaled(factor)
    return operator.matvec(x) * operator.dtype.itemsize


CASES = {
    "columns_and_zero": (with_zero, (A4,)),
    "rank_of_matrix": (rank_of_matrix, (A4,)),
    "divided_by_a_row": (divided_by_a_row, (A4, A3 + 3.0)),
    "main_diagonal": (main_diagonal, (A4,)),
    "trace": (trace, (A4,)),
    "upper_part": (upper_part, (A4,)),
    "row_times_matrix": (row_times_matrix, (A3, A4)),
    "wide_diagonals": (wide_diagonals, (A2, A2 * 1.5)),
    "wide_diagonals_of_array": (wide_diagonals_of_array, (A2, A2 * 1.5)),
    "scaled_adjoint": (scaled_adjoint_of_columns, (GRID, spread(2, 2, start=4))),
    "sum_of_wide": (sum_of_wide, (GRID, OTHER, A3)),
    "rank_of_operator": (rank_of_operator, (GRID, A3)),
    "of_its_type": (of_its_type, (1.3, A3)),
}


@pytest.mark.parametrize("name", CASES)
def test_against_differences(name):
    compare(*CASES[name])


def doubled(data):
    return columns(data).multiply(2.0).data


def test_type_of_a_multiple():
    data = A4.astype(np.float32)
    value, _ = tl.vjp(doubled, data)
    assert value.dtype == doubled(data).dtype == np.float32


def one_row(data):
    return rows(data)[1].toarray()


def maximum_with_a_half(data):
    return rows(data).maximum(0.5).toarray()


REFUSED = {
    "one_row": (one_row, "sparse arrays of one dimension"),
    "maximum": (maximum_with_a_half, "the maximum with a number"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused(name):
    called, message = REFUSED[name]
    with pytest.raises(tl.UnsupportedError, match=message):
        tl.autodiff(called)(A4, init_grad=np.ones((3, 3)))


def solved_tridiagonal(a, b):
    return linalg.solve(a, b, assume_a="tridiagonal")


@pytest.mark.skipif(not TAKES_TRIDIAGONAL, reason="of newer versions of SciPy")
def test_tridiagonal_system():
    a = np.triu(np.tril(SQUARE, 1), -1)
    change, seeds = spread(4, 4, start=7), spread(4, start=6)
    x = np.linalg.solve(a, A4)
    inside = np.triu(np.tril(np.ones((4, 4)), 1), -1)
    reverse = tl.autodiff(solved_tridiagonal, wrt=(0,))
    (gradient,) = reverse(a, A4, init_grad=seeds)
    want = -np.outer(np.linalg.solve(a.T, seeds), x) * inside
    np.testing.assert_allclose(gradient, want, rtol=1e-12)
    jvp = tl.autodiff(solved_tridiagonal, wrt=(0,), mode="forward")
    want = -np.linalg.solve(a, (change * inside) @ x)
    np.testing.assert_allclose(jvp(a, A4, change), want, rtol=1e-12)
