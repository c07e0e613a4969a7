"""Sparse matrices of SciPy that a program fills entry by entry."""
import numpy as np
import pytest

import tangentlite as tl

pytestmark = pytest.mark.one_in(2)

sparse = pytest.importorskip('scipy.sparse')
linalg = pytest.importorskip('scipy.sparse.linalg')

RANDOM = np.random.default_rng(2)
OUTSIDE = sparse.csr_array(RANDOM.standard_normal((4, 4)) + 3.0 * np.eye(4))
X, STIFFNESS = RANDOM.standard_normal(4), RANDOM.standard_normal(3)
KINDS = ['lil_matrix', 'lil_array', 'dok_matrix', 'dok_array']


def assembled(kind):
    def function(stiffness, x):
        a = kind((4, 4))
        for e, k in enumerate(stiffness):
            a[e, e] += k * k
            a[e + 1, e + 1] += k
            a[e, e + 1] -= k
            a[e + 1, e] = 2.0 * a[e, e + 1]
        return a.tocsr() @ x, a.T @ x, a.toarray(), a.tocsr()[1:, 1:].toarray(), a.sum()

    return function, (STIFFNESS, X)


def of_rows(kind):
    def function(stiffness, x):
        a = kind((4, 4))
        a[0, :] = x
        a[1:, 0] = stiffness
        a[np.array([1, 2]), np.array([2, 3])] = stiffness[:2]
        a.setdiag(x * x)
        a[3, 3] = 0.0
        a[2:4, 1:3] = stiffness[0]
        a.setdiag(stiffness, k=-1)
        whole = a.tocsc() + 10.0 * sparse.eye(4)
        return (
            a.tocsc() @ x, a.toarray(), (-a).toarray(), a.diagonal(),
            linalg.spsolve(whole.tocsc(), x), abs(a) @ x, a.copy() @ x, a.trace(),
        )  # fmt: skip

    return function, (STIFFNESS, X)


def converted(kind):
    def function(data, x):
        a = sparse.csr_array((data, OUTSIDE.indices, OUTSIDE.indptr), shape=(4, 4))
        b, c, e = kind(a), a.tolil(), a.asformat('dok')
        b[1, 2] = x[0]
        c[0, 0] = x[1]
        e[0, 0] *= x[2]
        f = kind(np.outer(x, x))
        f[0, 0] = 1.0
        return b @ x, c @ x, e @ x, a @ x, f @ x, sparse.vstack([c, c]) @ x

    return function, (OUTSIDE.data.copy(), X)


@pytest.mark.one_in(8)
@pytest.mark.parametrize('kind', KINDS)
@pytest.mark.parametrize('program', [assembled, of_rows, converted])
def test_filled(program, kind):
    function, args = program(getattr(sparse, kind))
    tl.check_grad(function, args, order=2 if program is assembled else 1)
    values, _ = tl.vjp(function, *args)
    for value, expected in zip(values, function(*args), strict=True):
        np.testing.assert_allclose(value, expected, rtol=1e-14)


def test_a_zero_that_is_written_has_a_derivative():
    def function(x):
        a = sparse.lil_matrix((2, 2))
        a[0, 1] = x
        return np.sum(a.tocsr() @ np.array([2.0, 3.0]))

    assert tl.grad(function)(0.0) == 3.0
    assert tl.jvp(function, (0.0,), (1.0,))[1] == 3.0


def test_one_that_was_filled_outside_is_refused():
    outside = OUTSIDE.tolil()

    def function(x):
        return outside @ x

    with pytest.raises(tl.UnsupportedError, match='tocsr'):
        tl.vjp(function, X)
