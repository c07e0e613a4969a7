"""Sparse matrices beside dense ones, and when their patterns are found anew."""

import inspect
import pickle
import sys

import numpy as np
import pytest
import scipy.sparse

import tangentlite as tl
from tangentlite.rules.registry import d
from tangentlite.sparse.detection import detected
from tangentlite.sparse.sweeps import Products
from tests.sparse_matrices import programs
from tests.sparse_matrices.programs import Case, hessian_cases, jacobian_cases

X = np.random.default_rng(3).standard_normal(12)


def named(case: Case) -> str:
    x = case.args[0]
    return f"{case.function.__name__}-{x.dtype}-{x.shape}-{np.count_nonzero(x)}"


@pytest.mark.parametrize("case", jacobian_cases(), ids=named)
def test_jacobians_are_as_dense_ones(case):
    x = case.args[0]
    dense = tl.jacobian(case.function)(*case.args)
    dense = dense.reshape(dense.size // max(x.size, 1), x.size)
    matrix = tl.sparse_jacobian(case.function)
    require_equal(matrix(*case.args), dense)
    require_pattern(matrix, dense)


@pytest.mark.parametrize("case", hessian_cases(), ids=named)
def test_hessians_are_as_dense_ones(case):
    x = case.args[0]
    dense = tl.hessian(case.function)(*case.args).reshape(x.size, x.size)
    matrix = tl.sparse_hessian(case.function)
    require_equal(matrix(*case.args), dense)
    require_pattern(matrix, dense)


@pytest.mark.parametrize("case", jacobian_cases(), ids=named)
def test_nan_reaches_all_entries(case):
    """So much is found before any check by a random vector."""
    x = case.args[0]
    forward = tl.autodiff(case.function, mode="forward")
    backward = tl.autodiff(case.function)
    products = Products(
        forward, backward, case.args, {}, inspect.signature(case.function)
    )
    products.forward(np.zeros(x.size, x.dtype))
    found = detected(products)
    flags = np.zeros(found.shape, bool)
    flags[found.rows, found.columns] = True
    assert flags.sum() == found.rows.size
    dense = tl.jacobian(case.function)(*case.args)
    assert not (dense.reshape(flags.shape).astype(bool) & ~flags).any()


def require_equal(found, dense: np.ndarray) -> None:
    assert isinstance(found, scipy.sparse.csr_array)
    assert found.shape == dense.shape and found.dtype == dense.dtype
    found.check_format()
    assert found.has_canonical_format
    tolerance = 1e-4 if dense.dtype == np.float32 else 1e-12
    most = np.abs(dense).max(initial=0.0)
    np.testing.assert_allclose(found.toarray(), dense, tolerance, tolerance * most)


def require_pattern(matrix, dense: np.ndarray) -> None:
    pattern = matrix.pattern
    assert pattern.dtype == bool and pattern.shape == dense.shape
    assert not (dense.astype(bool) & ~pattern.toarray()).any()


@pytest.mark.parametrize(
    ("case", "entries", "colors"),
    [
        (Case(programs.tridiagonal_in_place, (np.zeros(50),)), 148, 3),
        (Case(programs.stencil, (np.ones((6, 7)),)), 184, 7),
        (Case(programs.running, (np.ones(20),)), 210, 20),
        (Case(programs.arrow, (np.ones(200),)), 597, 3),
        (Case(programs.a_number, (np.ones(40),)), 21, 1),
        (Case(programs.zero_factors, (np.zeros(6),)), 11, 2),
        (Case(programs.fewer_rows, (np.ones(30),)), 30, 3),
    ],
    ids=lambda value: value.function.__name__ if isinstance(value, Case) else None,
)
def test_jacobians_have_few_entries_and_colors(case, entries, colors):
    matrix = tl.sparse_jacobian(case.function)
    assert matrix(*case.args).nnz == entries
    assert matrix.colors <= colors


@pytest.mark.parametrize(
    ("function", "entries", "colors"),
    [
        (programs.rosenbrock, 118, 3),
        (programs.arrow_energy, 118, 2),
        (programs.arrow_to_the_last, 118, 2),
        (programs.separate, 40, 1),
        (programs.linear, 2, 2),
    ],
)
def test_hessians_have_few_entries_and_colors(function, entries, colors):
    matrix = tl.sparse_hessian(function)
    assert matrix(np.linspace(1.0, 2.0, 40)).nnz <= entries
    assert matrix.colors <= colors


def test_the_structure_stays_and_belongs_to_each_result():
    matrix = tl.sparse_jacobian(programs.zero_factors)
    first = matrix(np.zeros(6))
    assert first.nnz == 11 and not first.toarray().any()
    second = matrix(np.arange(6.0))
    assert (first.indices == second.indices).all()
    assert (first.indptr == second.indptr).all()
    assert not np.shares_memory(first.indices, second.indices)
    assert not np.shares_memory(first.indptr, second.indptr)
    second.eliminate_zeros()
    first.indices[:] = 0
    third = matrix(np.arange(6.0))
    np.testing.assert_array_equal(
        third.toarray(), tl.jacobian(programs.zero_factors)(np.arange(6.0))
    )


def switching(x, flag):
    return x * x[0] if flag else x * x[-1]


def test_a_pattern_that_has_become_wrong_is_found_anew():
    matrix = tl.sparse_jacobian(switching)
    matrix(X, True)
    entries = matrix.pattern.nnz
    require_equal(matrix(X, False), tl.jacobian(switching)(X, False))
    both = matrix.pattern.nnz
    assert both > entries
    require_equal(matrix(X, True), tl.jacobian(switching)(X, True))
    assert matrix.pattern.nnz == both


def test_a_hessian_on_another_branch():
    def energy(x):
        return x[0] * x[1] ** 2 if x[0] > 0.0 else x[2] ** 3 * x[1]

    matrix = tl.sparse_hessian(energy)
    for x in (np.array([1.0, 2.0, 3.0]), np.array([-1.0, 2.0, 3.0])):
        require_equal(matrix(x), tl.hessian(energy)(x))


def test_arguments_of_other_shapes():
    matrix = tl.sparse_jacobian(programs.tridiagonal_in_place)
    for size in (5, 30, 5):
        x = np.linspace(0.0, 1.0, size)
        require_equal(matrix(x), tl.jacobian(programs.tridiagonal_in_place)(x))


@pytest.mark.parametrize("kind", [np.asarray, scipy.sparse.coo_matrix, list])
def test_given_patterns(kind):
    dense = tl.jacobian(programs.tridiagonal_in_place)(X)
    wide = np.abs(np.subtract.outer(np.arange(12), np.arange(12))) <= 2
    matrix = tl.sparse_jacobian(programs.tridiagonal_in_place, pattern=kind(wide))
    require_equal(matrix(X), dense)
    assert matrix.pattern.nnz == wide.sum()
    assert matrix.colors == 5


def test_stored_zeros_of_a_given_pattern_count():
    zeros = scipy.sparse.csr_array(np.eye(12))
    zeros.data[:] = 0.0
    matrix = tl.sparse_jacobian(np.sin, pattern=zeros)
    require_equal(matrix(X), np.diag(np.cos(X)))


def test_one_triangle_of_a_hessian_is_enough():
    upper = np.eye(12, k=1) + np.eye(12)
    matrix = tl.sparse_hessian(programs.rosenbrock, pattern=upper)
    require_equal(matrix(X), tl.hessian(programs.rosenbrock)(X))
    assert matrix.pattern.nnz == 34


@pytest.mark.parametrize("missing", [np.eye(12), np.zeros((12, 12)), np.eye(12, k=1)])
def test_given_patterns_that_lack_entries(missing):
    matrix = tl.sparse_jacobian(programs.tridiagonal_in_place, pattern=missing)
    dense = tl.jacobian(programs.tridiagonal_in_place)(X)
    require_equal(matrix(X), dense)
    require_pattern(matrix, dense)


def dropping(x):
    """Stand for a function whose rule takes NaN for zero."""
    return x * 2.0 + x[::-1]


def test_rules_that_drop_nan_give_the_full_pattern():
    @tl.tangent(dropping)
    def rule(y, x):
        d[y] = np.nan_to_num(d[x]) * 2.0 + np.nan_to_num(d[x])[::-1]

    def program(x):
        return dropping(x) ** 2

    matrix = tl.sparse_jacobian(program)
    dense = np.diag(2.0 * dropping(X)) @ (2.0 * np.eye(12) + np.eye(12)[::-1])
    require_equal(matrix(X), dense)
    assert matrix.pattern.nnz == 144


def test_functions_that_raise_at_nan_give_the_full_pattern():
    @tl.numerical
    def checked(x):
        if np.isnan(x).any():
            raise ValueError("NaN")
        return x**2

    with pytest.warns(tl.NumericalWarning):
        matrix = tl.sparse_jacobian(checked)
        found = matrix(X[:4]).toarray()
    np.testing.assert_allclose(found, np.diag(2.0 * X[:4]), 1e-6, 1e-6)
    assert matrix.pattern.nnz == 16


def test_derivatives_that_are_nan():
    x = np.array([0.0, 1.0, 4.0])
    with np.errstate(divide="ignore", invalid="ignore"):
        found = tl.sparse_jacobian(np.sqrt)(x).toarray()
    assert not np.isfinite(found[0]).any()
    np.testing.assert_allclose(found[1:], [[0.0, 0.5, 0.0], [0.0, 0.0, 0.25]])


def test_arguments_by_position_name_and_keyword():
    dense = tl.jacobian(programs.time_first, wrt=1)(0.5, X)
    for wrt in (1, -1, "y"):
        matrix = tl.sparse_jacobian(programs.time_first, wrt=wrt)
        require_equal(matrix(0.5, X), dense)
        require_equal(matrix(t=0.5, y=X), dense)


def test_arguments_that_a_star_takes():
    def scaled(*args):
        return args[0] ** 2 * args[1]

    require_equal(tl.sparse_jacobian(scaled)(X, 3.0), np.diag(6.0 * X))


def test_methods_and_decorators():
    class Model:
        def __init__(self, rate):
            self.rate = rate

        @tl.sparse_jacobian(wrt=1)
        def matrix(self, x):
            return self.rate * x**2

    require_equal(Model(2.0).matrix(X), np.diag(4.0 * X))


def test_gradients_and_copies():
    gradient = tl.grad(programs.rosenbrock)
    matrix = pickle.loads(pickle.dumps(tl.sparse_jacobian(gradient)))
    require_equal(matrix(X), tl.hessian(programs.rosenbrock)(X))
    given = tl.sparse_jacobian(programs.running, pattern=np.tri(12))
    assert pickle.loads(pickle.dumps(given))(X).nnz == 78


def test_what_a_function_writes_into_stays_as_it_was():
    def overwriting(x):
        x[1:] *= x[:-1]
        return x

    x = X.copy()
    require_equal(tl.sparse_jacobian(overwriting)(x), tl.jacobian(overwriting)(x))
    assert (x == X).all()


def changing(x):
    return np.cumsum(x) * np.random.default_rng().uniform()


COUNTED = []


def counting(x):
    COUNTED.append(1)
    return x * len(COUNTED)


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: tl.sparse_jacobian(np.sin)(2.0), "Sparse matrices are by one array"),
        (lambda: tl.sparse_jacobian(np.sin)([X]), "Sparse matrices are by one array"),
        (lambda: tl.sparse_jacobian(np.sin)(np.arange(3)), "an array of int64"),
        (lambda: tl.sparse_hessian(np.sum)(X + 0j), "an array of complex128"),
        (lambda: tl.sparse_jacobian(np.sin)(X.astype("f2")), "an array of float16"),
        (lambda: tl.sparse_jacobian(lambda x: x * 1j)(X), "has a complex result"),
        (lambda: tl.sparse_jacobian(lambda x: (x, x))(X), "np.concatenate"),
        (lambda: tl.sparse_jacobian(np.sin, wrt=(0,)), "by one argument"),
        (lambda: tl.sparse_jacobian(np.sin, wrt=3), "no parameter 3"),
        (lambda: tl.sparse_jacobian(3.0), "3.0"),
        (lambda: tl.sparse_jacobian(np.sin, pattern=np.ones(3)), "is no matrix"),
        (lambda: tl.sparse_jacobian(np.sin, pattern="dense"), "is no matrix"),
        (
            lambda: tl.sparse_jacobian(np.sin, pattern=np.eye(3))(X),
            r"the shape \(3, 3\), the matrix of sin \(12, 12\)",
        ),
    ],
)
def test_arguments_that_make_no_sense(make, said):
    with pytest.raises(tl.ArgumentError, match=said):
        make()


def test_hessians_are_of_numbers():
    with pytest.raises(tl.TangentliteError):
        tl.sparse_hessian(lambda x: x**2)(X)


@pytest.mark.parametrize("function", [changing, counting])
def test_functions_that_are_not_the_same_each_time(function):
    with pytest.raises(tl.UnsupportedError):
        tl.sparse_jacobian(function)(X)


def on_two_scales(x, large):
    y = x * 1.0
    y[0] *= large
    if x[0] > 0.5:
        y[2] += 3.0 * x[3]
    return y


@pytest.mark.parametrize(("dtype", "large"), [("float32", 2e3), ("float64", 1e11)])
def test_entries_that_are_new_in_small_rows_are_seen(dtype, large):
    matrix = tl.sparse_jacobian(on_two_scales)
    matrix(np.full(4, 0.1, dtype), large)
    found = matrix(np.ones(4, dtype), large).toarray()
    np.testing.assert_array_equal(found[2], [0.0, 0.0, 1.0, 3.0])
    assert found.dtype == dtype


def with_a_steep_row(x):
    y = x * 1.0
    if x[0] > 0.5:
        y[0] += np.sqrt(x[2])
        y[1] += np.sqrt(x[3])
        y[5] += 3.0 * x[4]
    return y


def test_entries_that_are_new_beside_infinite_ones_are_seen():
    matrix = tl.sparse_jacobian(with_a_steep_row)
    matrix(np.full(6, 0.1))
    x = np.array([1.0, 1.0, 0.0, 0.0, 1.0, 1.0])
    with np.errstate(divide="ignore", invalid="ignore"):
        np.testing.assert_array_equal(matrix(x).toarray()[5], [0, 0, 0, 0, 3, 1])


def as_doubles(x):
    return x.astype(np.float64) * 2.0


def as_singles(x):
    return np.cumsum(x.astype(np.float32))


@pytest.mark.parametrize("function", [as_doubles, as_singles])
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_matrices_are_of_the_dtype_of_the_argument(function, dtype):
    x = X.astype(dtype)
    found = tl.sparse_jacobian(function)(x)
    assert found.dtype == tl.jacobian(function)(x).dtype == dtype


def test_programs_refuse_them():
    def program(x):
        return np.sum(tl.sparse_jacobian(np.sin)(x).toarray())

    with pytest.raises(tl.TangentliteError, match="tl.sparse_jacobian"):
        tl.grad(program)(X)


def test_scipy_is_missing(monkeypatch):
    monkeypatch.setitem(sys.modules, "scipy.sparse", None)
    with pytest.raises(tl.ArgumentError, match="pip install scipy"):
        tl.sparse_jacobian(np.sin)
