"""Sparse matrices, operators, distances and rotations: options and special places."""

import numpy as np
import pytest

import tangentlite as tl
from tests.rules.formulas.compared import compare
from tests.rules.samples.sample import spread

pytestmark = pytest.mark.one_in(8)

sparse = pytest.importorskip("scipy.sparse")
linalg = pytest.importorskip("scipy.sparse.linalg")
spatial = pytest.importorskip("scipy.spatial")
cdist, pdist = spatial.distance.cdist, spatial.distance.pdist
transform = pytest.importorskip("scipy.spatial.transform")
Rotation = transform.Rotation

X, WIDE = np.array([1.0, -3.0, 2.0, 0.5]), spread(3, 4)
ROWS, COLUMNS = np.array([0, 2, 1, 0]), np.array([1, 0, 1, 2])
INDICES, STARTS = np.array([1, 2, 2, 0]), np.array([0, 2, 3, 4])
SQUARE = np.array([[4.0, 1.0, -0.3], [0.5, 5.0, 1.0], [0.2, 2.0, 6.0]])


def dense(*found):
    return tuple(x.toarray() if sparse.issparse(x) else x for x in found)


def of(kind, data):
    return getattr(sparse, kind)((data, (ROWS, COLUMNS)), shape=(3, 4))


def of_each(data):
    return [of(f"{kind}_array", data) for kind in ("csr", "csc", "coo")]


def without_shape(data):
    a = sparse.csr_array((data, INDICES, STARTS)) @ data[:3]
    b = sparse.csc_array((data, INDICES, STARTS)).T @ data[:3]
    rows = sparse.csr_array((data, INDICES, STARTS), shape=(3, 5))
    empty = (sparse.csr_array((3, 4)) + of("coo_array", data)).toarray()
    return a, b, rows.shape[1] * data, rows.toarray(), empty


def summed(data):
    rows, columns, places = of_each(data)
    found = [a.sum(axis) for a in (rows, columns) for axis in (0, 1, -2, None)]
    return *found, places.sum(), places.sum(0), places.mean(0), places.mean(1)


def on_diagonals(data):
    rows, columns, places = of_each(data)
    return (
        rows.diagonal(1), rows.diagonal(), columns.diagonal(2), places.diagonal(2),
        columns.diagonal(), places.diagonal(), rows.trace(), places.trace(2),
    )  # fmt: skip


def extremes_with_numbers(data):
    a = of("csr_array", data)
    found = a.minimum(0).tocsc().toarray(), a.maximum(0.0).tocsc().toarray()
    return *found, a.minimum(1.5) @ data


def sums_of_matrices(data, wide):
    rows, columns, places = of_each(data)
    return (
        sum([columns, columns]) @ data, sum([rows, rows]) @ data, columns + wide,
        places + wide, wide + places, wide - places, places - wide, wide - columns,
        (places - columns.power(2)) @ data, (places + rows.power(2)) @ data,
        (-places) @ data, (-columns).toarray(),
    )  # fmt: skip


def products_by_entry(data, wide):
    columns, places = of("csc_array", data), of("coo_array", data)
    return dense(
        columns.multiply(wide), columns.multiply(columns), columns.multiply(data),
        places.multiply(wide), places.multiply(columns), places.multiply(wide[:, :1]),
        *[a.multiply(data[0]) for a in of_each(data)],
    )  # fmt: skip


def whether_matrices(data):
    a, b = of("csr_array", data), of("csr_matrix", data)
    flags = [sparse.isspmatrix(x) for x in (a, b, data)]
    for c in (a, b):
        flags += [sparse.isspmatrix(sparse.kron(c, c)), sparse.isspmatrix(c.tocsc())]
        flags += [sparse.isspmatrix(sparse.bmat([[c, None], [None, c]]))]
        flags += [sparse.isspmatrix(sparse.block_diag([c, c]))]
    axes = [c.ndim + 3 * (c.asformat(None) is c) for c in (*of_each(data), c)]
    return data * np.sum(2.0 ** np.flatnonzero(np.array(flags))), data * np.array(axes)


def diagonals(data, wide):
    return dense(
        sparse.spdiags(wide[:2], [0, 1], (3, 4)),
        sparse.spdiags(wide[:2], np.array([0, -1]), 4, 3, "csr"),
        sparse.diags(data), sparse.diags(data[:2], 1),
        sparse.diags([data[0], data[1]], 1), sparse.diags_array(data),
        sparse.diags_array(data[:2], offsets=-1), sparse.diags([data[:2]], [1]),
        sparse.diags([data[0]], [1], shape=(3, 4)), sparse.diags(data).asformat("dia"),
    )  # fmt: skip


def units(x):
    some = (
        sparse.eye(3), sparse.eye(3, 4, 1), sparse.eye(4, 2, -1), sparse.identity(3),
        sparse.identity(2, format="csc"), sparse.eye_array(3), sparse.eye_array(3, 5),
        sparse.eye_array(4, 3, k=-1), sparse.eye_array(3, k=2),
    )  # fmt: skip
    numbers = [x * sparse.eye(3).data, x * sparse.eye_array(3, 5).data]
    return *dense(*[x * one for one in some]), *numbers


def stacked(data):
    a, b = of("csr_array", data), of("csc_array", data)
    both = sparse.block_array([[a, None], [None, b]], format="csr")
    found = [sparse.hstack([b, b]), sparse.vstack([b, b]), sparse.vstack([a, a])]
    names = [one.format for one in [*found, sparse.hstack([a, b])]]
    counts = [1.0 + ("coo", "csr", "csc").index(name) for name in names]
    return *dense(both, *found), data * np.array(counts), found[1].data


def powers(square):
    a = sparse.csr_matrix(square)
    sums = sparse.kronsum(a, a[:2, :2]), sparse.kron(a[:2], a[:, 1:])
    return dense(a**3, a**1, sparse.csc_matrix(square) ** 2, *sums)


def inverses(square):
    matrices = [sparse.csr_matrix(square), sparse.csc_matrix(square)]
    matrices += [sparse.csr_array(square), sparse.csc_array(square)]
    found = [linalg.inv(a) for a in matrices]
    counts = [("csr", "csc").index(b.format) for b in found]
    found.append(linalg.expm(0.1 * sparse.coo_array(square)))
    return *dense(*found), square * np.array([*counts[:2], counts[3]])


def direct(square, b):
    a = sparse.csc_array(square)
    solve = linalg.factorized(a)
    return (
        linalg.spsolve(a, b[:, :2]), linalg.spsolve(a, b[:, :1]), solve(b[:, 0]),
        linalg.spsolve(a, b[:, 0]), linalg.splu(a).solve(b[:, 0], "T"),
    )  # fmt: skip


def minkowski(wide, x):
    matrix = spatial.distance_matrix(wide, wide[:2] + 1.0)
    return matrix, spatial.minkowski_distance(wide, x)


def wide_operator(wide):
    return linalg.LinearOperator(
        np.shape(wide), lambda x: wide @ x, lambda x: wide.T @ x, dtype=float
    )


def of_functions(wide, x):
    a, b = wide_operator(wide), wide_operator(wide[:, :2].T)
    columns = np.stack((x, x * x), 1)
    return (
        a @ x[:, None], a.rmatvec(x[:3]), a.rmatvec(x[:3, None]), a.matmat(columns),
        a.rmatmat(columns[:3]), a.T @ x[:3], a.H @ x[:3], a.T.rmatvec(x), a.H.H @ x,
        (b @ a) @ x, (b @ a).rmatvec(x[:2]), (b @ a).shape[0] * x, x[None, :3] @ a,
        a.shape[1] * a.T.shape[1] * x + a.H.shape[1] * a.ndim, columns[:3].T @ a,
        np.zeros(2, a.dtype) + x[0],
    )  # fmt: skip


def with_each_function(x):
    functions = [lambda v, k=k: k * v for k in (1.0, 2.0, 3.0, 5.0)]
    a = linalg.LinearOperator((3, 3), *functions[:3], float, functions[3])
    b = linalg.LinearOperator((3, 3), *functions[:2])
    columns = np.outer(x[:3], x[:2])
    return (
        a @ x[:3], a @ columns, a.rmatvec(x[:3]), a.rmatmat(columns), x[None, :3] @ a,
        columns.T @ a, b @ columns, b.rmatmat(columns), a.H @ columns,
    )  # fmt: skip


class OfColumns(linalg.LinearOperator):
    def __init__(self, wide):
        self.wide = wide
        super().__init__(np.dtype(float), np.shape(wide))

    def _matvec(self, x):
        return self.wide @ x

    def _rmatvec(self, x):
        return self.wide.T @ x


def of_classes(wide, x):
    a, columns = OfColumns(wide), np.stack((x, x * x), 1)
    return (
        a @ columns, a.matmat(columns), a.rmatmat(columns[:3]), a.matvec(x[:, None]),
        np.ones(2, a.dtype) * x[0],
    )  # fmt: skip


LONGEST = np.array(
    [[0.3, -0.2, 0.1], [2.8, 0.4, -0.3], [0.5, -2.7, 0.2], [-0.3, 0.2, 2.9]]
)
QUATERNIONS = np.array([[0.3, -0.4, 0.5, 0.6], [0.3, 0.2, 0.9, -0.4]])
ONE = Rotation.from_rotvec([0.3, -0.2, 0.5])
MANY = Rotation.from_rotvec([[0.3, -0.2, 0.5], [0.1, 0.7, 0.2]])


def back(v):
    turn = Rotation.from_matrix(Rotation.from_rotvec(v).as_matrix())
    return turn.as_rotvec(), turn.as_matrix()


def together(vectors, weights):
    turns = Rotation.from_matrix(Rotation.from_rotvec(vectors).as_matrix())
    each = [turn.as_rotvec() for turn in turns]
    return (
        np.stack(each), len(turns) * turns.mean().as_rotvec(),
        turns.mean(weights).as_rotvec(), turns.magnitude(), turns.as_quat(),
        Rotation.from_mrp(vectors).as_mrp(),
        transform.Slerp([0.0, 1.0, 3.0], turns)([0.5, 1.2, 2.9]).as_quat(),
    )  # fmt: skip


def of_signs(q):
    turn = Rotation.from_quat(q)
    both = turn.as_quat(canonical=True), turn.as_quat(scalar_first=True)
    return *both, turn.as_mrp(), Rotation.from_quat(q, scalar_first=True).as_quat()


CASES = [
    (without_shape, X), (summed, X), (on_diagonals, X),
    (extremes_with_numbers, X), (sums_of_matrices, X, WIDE), (whether_matrices, X),
    (products_by_entry, X, WIDE), (diagonals, X, WIDE), (units, 0.7),
    (stacked, X), (powers, SQUARE),
    (inverses, spread(3, 3) + SQUARE),
    (direct, SQUARE + spread(3, 3), WIDE), (minkowski, WIDE, X),
    (of_functions, WIDE, X), (with_each_function, X), (of_classes, WIDE, X),
    (together, LONGEST[:3], np.array([1.0, 0.5, 2.0])), (of_signs, QUATERNIONS),
    *((back, vector) for vector in LONGEST),
]  # fmt: skip


@pytest.mark.filterwarnings("ignore:sp")
@pytest.mark.parametrize(
    "case", CASES, ids=[f"{one[0].__name__}_{k}" for k, one in enumerate(CASES)]
)
def test_values_and_derivatives(case):
    agree(*case)


def agree(function, *args):
    """Compare values with the library's, and a gradient with a central difference."""
    values, back = tl.vjp(function, *args)
    for want, got in zip(function(*args), values, strict=True):
        np.testing.assert_allclose(got, want, rtol=1e-13, atol=1e-14)
    seeds = tuple(spread(*np.shape(y), start=4 + k) for k, y in enumerate(values))
    moved = [spread(*np.shape(x), start=11 * k) for k, x in enumerate(args)]
    found = back(seeds)
    found = found if isinstance(found, tuple) else (found,)
    slope = sum(np.sum(a * b) for a, b in zip(found, moved, strict=True))

    def weighted(step):
        values = function(*[x + step * change for x, change in zip(args, moved)])
        return sum(np.sum(a * b) for a, b in zip(seeds, values, strict=True))

    want = (weighted(1e-5) - weighted(-1e-5)) / 2e-5
    assert slope == pytest.approx(want, rel=1e-6, abs=1e-6)


OF_WIDE = linalg.aslinearoperator(WIDE)
REFUSED = [
    (lambda x: sparse.csr_array(np.outer(x, x))[[0, 1], 1] @ x[:2], "entries"),
    (lambda x: sparse.csr_array(np.outer(x, x)).minimum(-1.0) @ x, "negative"),
    (lambda x: sparse.csr_array(np.outer(x, x)).asformat("dia") @ x, "format"),
    (lambda x: sparse.diags(x).asformat("bsr") @ x, "format"),
    (lambda x: linalg.factorized(sparse.diags(x).tocsc())(x, "H"), "trans='H'"),
    (lambda x: linalg.cg(sparse.diags(x), x[:, None])[0], "two axes"),
    (lambda x: OF_WIDE.matmat(np.outer(x[:3], x)), "mismatch"),
    (lambda x: OF_WIDE.rmatmat(np.outer(x, x[:3])), "mismatch"),
]


@pytest.mark.parametrize(("function", "message"), REFUSED)
def test_refused(function, message):
    error = ValueError if message == "mismatch" else tl.UnsupportedError
    with pytest.raises(error, match=message):
        tl.vjp(function, X)


SYSTEM = sparse.diags([-1.0, 2.5, -1.2], [-1, 0, 1], shape=(30, 30), format="csr")


@pytest.mark.parametrize("method", ["cg", "cgs", "bicg", "bicgstab", "gmres"])
def test_iterations_stop_as_they_do(method):
    solve, b = getattr(linalg, method), 0.3 + spread(30) ** 2
    value, _ = tl.vjp(lambda b: solve(SYSTEM, b)[0], 0.05 * b)
    np.testing.assert_array_equal(value, solve(SYSTEM, 0.05 * b)[0])
    assert np.max(np.abs(SYSTEM @ value - 0.05 * b)) > 1e-12


NEAR = np.array([[0.0, 1.0, 0.0], [3.0, -1.0, 0.5], [-2.0, 1.0, 5.0], [1.0, 1.0, 1.0]])
CLOSE = NEAR[3] + 1e-9 * np.array([[3.0, 0.0, 4.0]])
CHANGE = NEAR[3] - CLOSE[0]


def test_points_that_are_near_to_each_other():
    want = np.zeros((4, 3))
    want[3] = CHANGE / np.sqrt(CHANGE @ CHANGE)
    got = tl.grad(lambda u: cdist(u, CLOSE)[3, 0])(NEAR)
    np.testing.assert_allclose(got, want, rtol=1e-13, atol=1e-15)
    points = np.concatenate((NEAR, CLOSE))
    got = tl.grad(lambda u: pdist(u)[-1])(points)
    np.testing.assert_allclose(got[3:], [want[3], -want[3]], rtol=1e-13, atol=1e-15)


def test_a_quadratic_form_of_near_points():
    inverse = np.array([[2.0, 0.3, 0.1], [0.3, 1.0, 0.2], [0.1, 0.2, 3.0]])

    def nearest(form):
        return cdist(NEAR, CLOSE, "mahalanobis", VI=form)[3, 0]

    want = np.outer(CHANGE, CHANGE) / (2.0 * np.sqrt(CHANGE @ inverse @ CHANGE))
    np.testing.assert_allclose(tl.grad(nearest)(inverse), want, rtol=1e-6)


UNIT = np.array([[1.0, 0.0, 0.0], [0.0, 0.0, 0.0]])


@pytest.mark.parametrize("metric", ["euclidean", "seuclidean", "mahalanobis"])
def test_distances_of_one_and_of_zero(metric):
    more = {"seuclidean": {"V": np.ones(3)}, "mahalanobis": {"VI": np.eye(3)}}
    options = more.get(metric, {})

    def distances(u):
        return cdist(u, UNIT[1:], metric, **options)

    np.testing.assert_array_equal(tl.grad(lambda u: np.sum(distances(u)))(UNIT), UNIT)
    _, change = tl.jvp(distances, (UNIT,), (UNIT,))
    np.testing.assert_array_equal(change, [[1.0], [0.0]])


def test_shares_of_one_and_of_zero():
    u, v = np.array([[0.4, 0.0, 1.0]]), np.array([[-0.6, 0.0, 2.0]])
    got = tl.grad(lambda w: np.sum(cdist(u, v, "canberra", w=w)))(np.ones(3))
    np.testing.assert_allclose(got, [1.0, 0.0, 1.0 / 3.0], rtol=1e-14)


@pytest.mark.parametrize("metric", ["correlation", "cosine"])
@pytest.mark.parametrize("w", [None, np.array([0.5, 1.0, 2.0, 0.25])])
def test_correlations(metric, w):
    u, v = WIDE + 0.1 * WIDE**2, WIDE[:2] ** 2 + WIDE[1:]
    compare(lambda u, v: cdist(u, v, metric, w=w), (u, v))
    compare(lambda u: pdist(u, metric, w=w), (u,))


@pytest.mark.parametrize("angle", [2e-4, 7e-4])
def test_slopes_at_small_angles(angle):
    """Of sin(s / 2) / s * v and of cos(s / 2), by longer series."""
    v = angle * np.array([1.0, 1.0, 0.0]) / np.sqrt(2.0)
    square = v @ v
    of_sine = -1 / 48 + square / 1920 - square**2 / 215040  # by the square
    sine = 0.5 - square / 48 + square**2 / 3840
    jacobian = tl.jacobian(lambda v: Rotation.from_rotvec(v).as_quat())(v)
    across = 2.0 * of_sine * np.outer(v, v)
    np.testing.assert_allclose(jacobian[:3], across + sine * np.eye(3), rtol=1e-13)
    np.testing.assert_allclose(jacobian[3], -0.5 * sine * v, rtol=1e-13)


FREE = [[0, 0, -1.0, 0], [0, 0, 1.0, 0], [0, -1.0, 0, 0]]
FREE += [[0.3, 0, 0, 0.9], [0.3, 0.2, 0, 0], [0.2, -0.6, 0.2, 0.6], [0, 0, 0.7, -0.4]]


@pytest.mark.filterwarnings("ignore:Gimbal lock")
@pytest.mark.parametrize("seq", ["zxz", "yzy", "xyz", "yxz", "zyx"])
def test_angles_where_one_is_free(seq):
    def angles(q):
        return Rotation.from_quat(q).as_euler(seq)

    middle = 0.0 if seq[0] == seq[2] else -np.pi / 2
    turns = [Rotation.from_euler(seq, [-2.0, middle + t, 0.3]) for t in (0.0, np.pi)]
    for q in [*FREE, *(turn.as_quat() for turn in turns)]:
        got, _ = tl.vjp(angles, np.array(q))
        np.testing.assert_allclose(got, angles(np.array(q)), atol=1e-7, err_msg=q)


@pytest.mark.skipif(not hasattr(ONE, "_quat"), reason="hidden quaternions")
@pytest.mark.parametrize(("function", "turn"), [
    (lambda turn: np.sum((ONE * turn).as_quat()), ONE),
    (lambda turn: np.sum((turn * ONE).as_quat()), MANY),
    (lambda turn: np.sum(turn[1].as_quat()), MANY),
    (lambda turn: np.sum(Rotation.concatenate([turn, ONE]).as_quat()[:2]), MANY),
])  # fmt: skip
def test_gradients_by_the_numbers_of_a_quaternion(function, turn):
    """By all of them, not only by what keeps its length: the functions are linear."""
    gradient = tl.grad(function)(turn)._quat
    numbers = np.reshape(turn.as_quat(), np.shape(gradient))
    assert np.sum(gradient * numbers) == pytest.approx(function(turn), rel=1e-12)
