"""Sparse matrices of SciPy, by their numbers and by what they are multiplied with."""
import numpy as np
import pytest

import tangentlite as tl
from tests.scipy_programs.corpora import is_there
from tests.support.cases import ORDERS

pytestmark = pytest.mark.one_in(4)

sparse = pytest.importorskip('scipy.sparse')
linalg = pytest.importorskip('scipy.sparse.linalg')

RANDOM = np.random.default_rng(0)
OUTSIDE = sparse.random(5, 4, 0.5, 'csr', random_state=1)
ROWS, COLUMNS = OUTSIDE.tocoo().row, OUTSIDE.tocoo().col
DATA = RANDOM.standard_normal(10)
X, Z = RANDOM.standard_normal(4), RANDOM.standard_normal(5)
DENSE, WIDE = RANDOM.standard_normal((4, 3)), RANDOM.standard_normal((5, 4))
REGULAR = (sparse.random(5, 5, 0.4, random_state=3) + 5.0 * sparse.eye(5)).tocoo()
PLACES = REGULAR.row.copy(), REGULAR.col.copy()
FORMATS = [
    pytest.param(f'{name}_{kind}', marks=pytest.mark.one_in(6))
    for kind in ('matrix', 'array')
    for name in ('csr', 'csc', 'coo')
]


def products(format):
    kind = getattr(sparse, format)

    def function(data, x, dense):
        a = kind((data, (ROWS, COLUMNS)), shape=(5, 4))
        return a @ x, a.dot(dense), a.T @ (a @ x), (2.0 * a) @ x, (a / x[0]) @ x

    return function, (DATA, X, DENSE)


def conversions(format):
    kind = getattr(sparse, format)

    def function(data, x):
        a = kind((data, (ROWS, COLUMNS)), shape=(5, 4))
        b = abs(-a).tocsc() @ x + a.power(2).tocsr() @ x - a.tocoo() @ x
        return b, a.toarray() ** 2, a.diagonal(), a.diagonal(-1), a.sum() * a.mean()

    return function, (DATA, X)


def sums(format):
    kind = getattr(sparse, format)

    def function(data, wide):
        a = kind((data, (ROWS, COLUMNS)), shape=(5, 4))
        b = a + 2 * a.multiply(OUTSIDE) - a.multiply(wide)
        return b.toarray(), (a.T @ b).toarray()

    return function, (DATA, WIDE)


@pytest.mark.parametrize('format', FORMATS)
@pytest.mark.parametrize('program', [products, conversions, sums])
def test_made_of_numbers_at_places(program, format):
    second = format == 'csr_array' and program is products
    tl.check_grad(*program(format), order=2 if second else 1)


def of_compressed(data, x):
    a = sparse.csr_matrix((data, OUTSIDE.indices, OUTSIDE.indptr), shape=(5, 4))
    return a * x, (a.T * a).toarray(), a[1] @ x, a[2, 1] * a[0, 0], a[:, 1].toarray()


def of_parts(data, x):
    a = sparse.csc_array((data, (ROWS, COLUMNS)), shape=(5, 4))
    return a[1:3] @ x, a[:, 1:3] @ x[:2], a[[0, 2, 2]] @ x, a.sum(axis=0), a.sum(1)


def elementwise(data, wide):
    a = sparse.csr_array((data, (ROWS, COLUMNS)), shape=(5, 4))
    return (a * a).toarray(), (a * wide).toarray(), (a**2).todense(), a + wide


def twice_at_a_place(data, x):
    places = np.array([0, 1, 0, 2]), np.array([1, 0, 1, 2])
    return sparse.csr_array((data[:4], places)) @ x[:3]


def of_dense(dense, z):
    return sparse.csr_array(dense).T @ z[:4]


def of_diagonals(x):
    a = sparse.diags([x, x[:3] ** 2], [0, 1])
    b = sparse.diags([1.0, -2.0 * x[0], 1.0], [-1, 0, 1], shape=(4, 4), format='csr')
    c = sparse.diags_array(x, offsets=0) + sparse.spdiags(x * x, 0, 4, 4)
    return a.toarray(), b @ x, c @ x, (sparse.eye(4) * x[0] + sparse.identity(4)) @ x


def of_blocks(data):
    a = sparse.csr_matrix((data, (ROWS, COLUMNS)), shape=(5, 4))
    b = sparse.bmat([[a, None], [a, a * 3.0]])
    return (
        sparse.hstack([a, a * 2]).toarray(), sparse.vstack([a, a.power(2)]).toarray(),
        b.toarray(), sparse.block_diag([a, 2.0 * a]).toarray(),
        sparse.kron(a, a).toarray()[:3], sparse.tril(a).toarray(),
        sparse.triu(a, 1, format='csr').toarray(),
    )  # fmt: skip


@pytest.mark.one_in(2, always=('elementwise',))
@pytest.mark.parametrize(
    ('function', 'args'),
    [
        (of_compressed, (DATA, X)), (of_parts, (DATA, X)), (elementwise, (DATA, WIDE)),
        (twice_at_a_place, (DATA, X)), (of_dense, (DENSE, Z)), (of_diagonals, (X,)),
        (of_blocks, (DATA,)),
    ],
    ids=lambda value: getattr(value, '__name__', ''),
)  # fmt: skip
def test_parts_and_constructions(function, args):
    tl.check_grad(function, args)


ONE_COLUMN = sparse.csr_array(np.array([[2.0], [1.0], [0.5]]))


def row_of_outside(data, x):
    a = sparse.csr_array((data, ([0, 1, 2], [1, 0, 1])), shape=(3, 3))
    y = a[[1]] @ np.ones(3) + x[0]
    return np.sum(ONE_COLUMN @ y) + np.sum(np.sin(y))


def rows_in_order(data, x):
    a = sparse.csr_array((data, ([0, 1, 2], [1, 0, 2])), shape=(3, 3))
    return a @ (a[[2, 1, 0]] @ x)


def rows_in_turn(data, x):
    a = sparse.csr_array((data, ([0, 1, 2], [1, 0, 2])), shape=(3, 3))
    for _ in range(3):
        x, a = a @ x, a[[1, 2, 0]]
    return x


def row_by_row(data, x):
    a = sparse.csr_array((data, ([0, 1, 2], [1, 0, 2])), shape=(3, 3))
    rows = [a[[i]] @ x for i in range(3)]
    return np.concatenate(rows) + a.T @ np.hstack(rows)


def of_several_rows(data, x):
    a, total = sparse.csr_array((data, ([0, 1, 2], [1, 0, 2])), shape=(3, 3)), 0.0
    for i in range(3):
        total += np.sum((a[i:] @ x) ** 2) + (a[i : i + 1] @ x)[0]
    for rows in ([0], [2, 0, 1]):
        total += np.sum((a[rows] @ x) ** 3)
    return total


@pytest.mark.parametrize(
    'function',
    [row_of_outside, rows_in_order, rows_in_turn, row_by_row, of_several_rows],
)
@pytest.mark.parametrize('order', ORDERS)
def test_as_many_rows_as_are_picked(function, order):
    tl.check_grad(function, (DATA[:3], X[:3]), order=order)


def one_row_after_another(data, x):
    a, total = sparse.csr_array((data, ([0, 1, 2], [1, 0, 2])), shape=(3, 3)), 0.0
    for i in range(3):
        total += (a[i : i + 1] @ x)[0] ** 2
    return total


def test_second_derivative_of_picked_rows():
    tl.check_grad(one_row_after_another, (DATA[:3], X[:3]), order=2)


def entries(data, x):
    a = sparse.csr_array((data, (ROWS, COLUMNS)), shape=(5, 4))
    mask = np.array([True, False, False, True, False])
    some = a[[0, 2, 2, 4], [1, -1, -1, 0]], a.tocsc()[[1], [0, 3]], a[mask, [1, 2]]
    return *some, a[np.ix_([0, 4], [1, 2])] @ x[:2], a.tocsc()[np.ix_([1], [3])] @ x[:1]


def larger_and_smaller(data, x):
    a = sparse.csr_array((data, (ROWS, COLUMNS)), shape=(5, 4))[:4]
    return (
        a.maximum(0) @ x, a.tocoo().minimum(a.T) @ x, a.maximum(np.outer(x, x)),
        sparse.csc_matrix(a).maximum(a.T.tocsr()) @ x,
    )  # fmt: skip


@pytest.mark.one_in(2, always=('entries',))
@pytest.mark.parametrize('function', [entries, larger_and_smaller])
@pytest.mark.parametrize('order', ORDERS)
def test_entries(function, order):
    tl.check_grad(function, (DATA, X), order=order)


def test_entries_that_are_not_there():
    def function(data):
        return sparse.csr_array((data, (ROWS, COLUMNS)), shape=(5, 4))[[0, 5], [1, 1]]

    with pytest.raises(IndexError, match='out of range'):
        tl.vjp(function, DATA)


def direct(data, b, several):
    a = sparse.csr_matrix((data, PLACES), shape=(5, 5))
    c = sparse.csc_array((data, PLACES), shape=(5, 5))
    factors = linalg.splu(c)
    return (
        linalg.spsolve(a, b), linalg.spsolve(c, several), factors.solve(b, 'T'),
        linalg.factorized(c)(b),
    )  # fmt: skip


def one_column(data, b):
    a = sparse.csc_matrix((data, PLACES), shape=(5, 5))
    found = linalg.splu(a).solve(np.expand_dims(b, 1))
    return found, linalg.spsolve(a, found)


def triangular(data, b):
    a = sparse.tril(sparse.csr_matrix((data, PLACES), shape=(5, 5)), format='csr')
    return (
        linalg.spsolve_triangular(a, b),
        linalg.spsolve_triangular(a.T.tocsr(), b, lower=False),
        linalg.spsolve_triangular(a, b, unit_diagonal=True),
    )


def iterated(data, b):
    a = sparse.csr_matrix((data, PLACES), shape=(5, 5))
    x, _ = linalg.gmres(a, b, rtol=1e-13)
    y, _ = linalg.bicgstab(a, b, rtol=1e-13)
    z, _ = linalg.cg(a.T @ a, b, rtol=1e-13)
    return x, y, z


@pytest.mark.parametrize(
    ('function', 'more'),
    [(direct, (WIDE[:, :2],)), (one_column, ()), (triangular, ()), (iterated, ())],
)
@pytest.mark.parametrize('order', ORDERS)
def test_systems(function, more, order):
    tl.check_grad(function, (REGULAR.data, Z, *more), order=order)


def spectrum(data):
    a = sparse.csr_array((data, PLACES), shape=(5, 5))
    values, _ = linalg.eigsh(a + a.T, 2)
    singular = linalg.svds(a, 2, return_singular_vectors=False)
    return values, singular, linalg.norm(a)


def norms(data):
    a = sparse.csr_array((data, PLACES), shape=(5, 5))
    return linalg.norm(a, 1), linalg.norm(a, np.inf)


def exponential(b):
    return linalg.expm_multiply(REGULAR.tocsr(), b)


def test_spectrum():
    tl.check_grad(spectrum, (REGULAR.data,))
    if is_there('1.14'):  # which takes arrays, not matrices alone
        tl.check_grad(norms, (REGULAR.data,))
    tl.check_grad(exponential, (Z,), order=2)


def of_eigenvectors(data):
    a = sparse.csr_array((data, PLACES), shape=(5, 5))
    return np.sum(linalg.eigsh(a + a.T, 2)[1])


def of_singular_vectors(data):
    a = sparse.csr_array((data, PLACES), shape=(5, 5))
    return np.sum(linalg.svds(a, 2)[0] ** 3)


@pytest.mark.parametrize('function', [of_eigenvectors, of_singular_vectors])
def test_vectors_of_matrices_are_refused(function):
    with pytest.raises(tl.UnsupportedError, match='vectors of a sparse matrix'):
        tl.grad(function)(REGULAR.data)
    with pytest.raises(tl.UnsupportedError, match='vectors of a sparse matrix'):
        tl.jvp(function, (REGULAR.data,), (REGULAR.data,))


@pytest.mark.parametrize('values', [
    lambda a: linalg.eigsh(a + a.T, 2)[0],
    lambda a: linalg.svds(a, 2, return_singular_vectors=False),
])  # fmt: skip
def test_second_derivatives_of_their_values_are_refused(values):
    """They depend on the vectors."""

    def function(data):
        return np.sum(values(sparse.csr_array((data, PLACES), shape=(5, 5))) ** 3)

    gradient = tl.grad(function)
    with pytest.raises(tl.UnsupportedError, match='vectors of a sparse matrix'):
        tl.jvp(gradient, (REGULAR.data,), (REGULAR.data,))
    jvp = tl.autodiff(function, mode='forward')
    with pytest.raises(tl.UnsupportedError, match='vectors of a sparse matrix'):
        tl.jvp(lambda x: jvp(x, REGULAR.data), (REGULAR.data,), (REGULAR.data,))


@pytest.mark.one_in(2, always=('bsr',))
@pytest.mark.parametrize('format', ['csr', 'csc', 'coo', 'dia', 'bsr'])
@pytest.mark.parametrize('of', [lambda a: a, sparse.csr_array])
def test_made_outside(format, of):
    matrix = of(sparse.csr_matrix(OUTSIDE)).asformat(format)

    def function(x):
        return matrix @ x

    def by_matrix(a, x):
        return np.sum((a @ x) ** 2)

    assert np.array_equal(tl.jvp(function, (X,), (X,))[1], matrix @ X)
    by_data, by_x = tl.grad(by_matrix, (0, 1))(matrix, X)
    assert by_data.data.shape == matrix.data.shape
    residual = 2.0 * (matrix @ X)
    np.testing.assert_allclose(by_x, matrix.T @ residual, rtol=1e-14)
    if format != 'dia':  # which also holds numbers outside of the matrix
        whole = np.outer(residual, X)
        changed = sum((by_data.data * matrix.data).ravel())
        np.testing.assert_allclose(changed, np.sum(whole * matrix.toarray()))


@pytest.mark.parametrize('format', ['lil', 'dok'])
@pytest.mark.parametrize('of', [sparse.csr_matrix, sparse.csr_array])
def test_incremental_ones_of_outside_are_to_be_converted(format, of):
    matrix = of(OUTSIDE).asformat(format)

    def function(x):
        return matrix @ x

    def by_matrix(a, x):
        return a.shape[0] * a.ndim * a.toarray() @ x

    for program, *args in ((function, X), (by_matrix, matrix, X)):
        with pytest.raises(tl.UnsupportedError, match='made outside') as refusal:
            tl.autodiff(program, wrt='x')(*args)
        assert 'a.tocsr()' in str(refusal.value)


def test_format_and_number_of_axes():
    def function(x):
        a = sparse.csc_array(np.outer(x, x))
        return a.ndim * x if a.format == 'csc' else x

    tl.check_grad(function, (X,))


def test_other_matrices_of_the_same_name():
    matrix = sparse.csr_array(OUTSIDE)

    def function(x):
        return np.sum(matrix @ x)

    gradient = tl.grad(function)
    np.testing.assert_allclose(gradient(X), matrix.sum(0))
    matrix = sparse.csr_array(2.0 * OUTSIDE[:3])
    np.testing.assert_allclose(gradient(X), matrix.sum(0))


def squares(data, x):
    a = sparse.csr_matrix((data, OUTSIDE.indices, OUTSIDE.indptr), shape=(5, 4))
    return np.sum((a @ x) ** 2)


def test_the_derivative_keeps_to_the_places():
    gradient = tl.grad(squares, ('data', 'x'))
    gradient(DATA, X)
    text = gradient.source
    assert 'data_bar = products_at(indices, indptr, a_bar, x)' in text
    assert 'column_product(data, indices, indptr, x.shape[0], a_bar)' in text
    assert 'dense' not in text


@pytest.mark.parametrize(
    ('function', 'message'),
    [
        (lambda x: sparse.csr_matrix(OUTSIDE).todense() @ x, 'todense'),
        (lambda x: OUTSIDE.sum(axis=0) * x, 'np.matrix'),
        (lambda x: OUTSIDE.setdiag(x), 'setdiag is not supported'),
        (lambda x: linalg.eigs(sparse.diags(x))[0], 'eigs'),
        (lambda x: OUTSIDE[np.array([0, 1]), np.array([1, 2])] * x[:2], 'entries'),
        (lambda x: OUTSIDE.maximum(x[0]) @ x, 'may be positive'),
    ],
)
def test_refused(function, message):
    with pytest.raises(tl.UnsupportedError, match=message):
        tl.vjp(function, X)


# Zeros came out, as in trials of sizes.
@pytest.mark.parametrize('starts', [[1, 2, 2], [0, 2, 1], [0, 1, 1], []])
@pytest.mark.parametrize('format', [sparse.csr_matrix, sparse.csc_array])
def test_what_is_no_pattern(format, starts):
    def function(data):
        matrix = format((data, np.array([0, 1]), np.array(starts, int)), shape=(2, 2))
        return matrix @ X[:2], matrix.multiply(matrix).toarray()

    with pytest.raises(ValueError, match='index pointer'):
        tl.vjp(function, X[:2])


def test_whether_it_is_sparse():
    def function(x):
        return np.sum(x) if not sparse.issparse(x) else 0.0

    assert np.array_equal(tl.grad(function)(X), np.ones(4))


@pytest.mark.parametrize('name', ['maximum', 'minimum'])
def test_entries_of_one_place_are_one_number(name):
    def function(data):
        made = sparse.csr_array((data + 0.0, [0, 0, 1], [0, 2, 3]), shape=(2, 2))
        return getattr(made, name)(0).sum()

    data = np.array([1.0, -3.0, 2.0])
    tl.check_grad(function, (data,))
    assert tl.value_and_grad(function)(data)[0] == function(data)


def test_extremes_leave_a_matrix_from_outside_as_it_is():
    data = np.array([1.0, -3.0, 2.0])
    made = sparse.csr_array((data, [0, 0, 1], [0, 2, 3]), shape=(2, 2))
    product, _ = tl.vjp(lambda x: made.maximum(0) @ x, np.array([1.0, 2.0]))
    np.testing.assert_equal(product, [0.0, 4.0])
    np.testing.assert_equal(made.data, [1.0, -3.0, 2.0])
