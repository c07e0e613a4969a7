"""Objects of SciPy: splines beyond their ends, matrices of all formats, operators."""

import numpy as np
import pytest

import tangentlite as tl
from tests.rules.formulas.compared import compare
from tests.rules.samples.sample import spread

interpolate = pytest.importorskip("scipy.interpolate")
from scipy import sparse  # noqa: E402
from scipy.sparse import linalg  # noqa: E402

pytestmark = pytest.mark.one_in(16)

X6, Y6 = np.array([0.5, 1.0, 2.2, 3.0, 4.1, 5.0]), spread(6, start=4)
WAVE = np.array([0.3, 1.4, 0.2, 0.9, 2.0, 0.1])
BEYOND = np.array([-0.4, 0.9, 5.6])
POINTS, PLACES = spread(7, 2, start=2), spread(3, 2, start=20)
DATA, ROWS, COLUMNS = spread(5), np.array([0, 1, 1, 2, 3]), np.array([1, 0, 2, 3, 3])


def periodic(y):
    whole = np.concatenate((y, y[:1]))
    return interpolate.CubicSpline(np.append(X6, 6.0), whole, bc_type="periodic")(
        BEYOND
    )


def with_slopes(x, y, slopes):
    return interpolate.CubicHermiteSpline(x, y, slopes)(BEYOND)


def monotone(x, y):
    return interpolate.PchipInterpolator(x, y)(BEYOND)


def akima(y):
    return 1e7 * interpolate.Akima1DInterpolator(X6, 1e-7 * y)(
        np.array([0.9, 2.5, 4.4])
    )


def to_an_end(y):
    spline = interpolate.UnivariateSpline(X6, y, bbox=[None, 6.0], s=0)
    return spline(np.array([0.7, 2.4, 5.8]))


def with_many_knots(y):
    x, t = np.arange(12.0), np.array([2.5, 3.5, 5.5, 6.5, 8.5])
    tck = interpolate.splrep(x, y, t=t)
    return interpolate.splev(np.array([0.3, 4.4]), tck) * np.size(tck[1])


def nearest_beyond(values):
    grid = interpolate.RegularGridInterpolator(
        (X6,), values, method="nearest", bounds_error=False, fill_value=None
    )
    return grid(np.array([[-3.0], [2.4], [9.0]]))


def nearest(x, y):
    return interpolate.interp1d(x, y, kind="nearest")(np.array([0.6, 2.4]))


def filled(y, low, high):
    line = interpolate.interp1d(
        X6, y, bounds_error=False, fill_value=(low, high), assume_sorted=True
    )
    return line(np.array([0.1, 0.5, 5.0, 5.2]))


def filled_rows(y, fill):
    line = interpolate.interp1d(X6, y, axis=0, bounds_error=False, fill_value=fill)
    return line(np.array([0.1, 2.0]))


def inside_alone(c):
    values = interpolate.PPoly(c, X6, extrapolate=False)(BEYOND)
    return np.where(np.isnan(values), 0.0, values)


def smoothed(kernel):
    def program(y, at):
        options = {"kernel": kernel, "epsilon": 1.3, "smoothing": 0.2, "degree": 0}
        return interpolate.RBFInterpolator(POINTS, y, **options)(at)

    return program


def nearest_of_grid(values, at):
    return interpolate.NearestNDInterpolator(POINTS, values)(at)


def over_periods(c):
    t = np.array([-1.3, 0.2, 1.0, 2.0, 3.5, 4.0, 5.5, 6.0])
    return interpolate.BSpline(t, c, 3, extrapolate="periodic").integrate(0.4, 9.7)


CASES = {
    "periodic": (periodic, (Y6,)),
    "slopes": (with_slopes, (X6, Y6, WAVE)),
    "monotone": (monotone, (X6, WAVE)),
    "akima": (akima, (WAVE,)),
    "bbox": (to_an_end, (Y6,)),
    "knots": (with_many_knots, (spread(12, start=9),)),
    "nearest_beyond": (nearest_beyond, (Y6,)),
    "nearest": (nearest, (X6, Y6)),
    "filled": (filled, (Y6, 0.3, 0.8)),
    "filled_rows": (filled_rows, (spread(6, 2), spread(2, start=5))),
    "inside_alone": (inside_alone, (spread(4, 5),)),
    "multiquadric": (
        smoothed("inverse_multiquadric"),
        (Y6[[0, 1, 2, 3, 4, 5, 0]], PLACES),
    ),
    "linear": (smoothed("linear"), (WAVE[[0, 1, 2, 3, 4, 5, 0]], PLACES)),
    "nearest_of_grid": (nearest_of_grid, (spread(7), spread(2, 3, 2, start=8))),
    "over_periods": (over_periods, (spread(4, start=6),)),
}


@pytest.mark.parametrize("name", CASES)
def test_splines(name):
    function, inputs = CASES[name]
    compare(function, inputs)


FORMATS = {
    "csr": sparse.csr_array, "csc": sparse.csc_array, "coo": sparse.coo_array,
    "dia": sparse.dia_array, "matrix": sparse.coo_matrix,
}  # fmt: skip


@pytest.mark.parametrize("name", FORMATS)
def test_matrices_of_each_format(name):
    def program(data, k):
        if name == "dia":
            whole = sparse.dia_array(
                (np.stack((data[:4], data[1:])), [0, 1]), shape=(4, 4)
            )
        else:
            whole = FORMATS[name](
                sparse.coo_array((data, (ROWS, COLUMNS)), shape=(4, 4))
            )
        other = (whole / k + whole.dot(k) + whole.transpose()).tocsr() + 0
        ends = whole.trace() * whole.diagonal(1) + whole.diagonal()[1:]
        return other.toarray()[:3, :3] * whole.ndim + ends

    compare(program, (DATA, 0.7))


@pytest.mark.parametrize("shape", [(2, 4), (4, 2)])
@pytest.mark.parametrize("name", ["diags", "diags_array"])
def test_matrices_of_diagonals(name, shape):
    made = getattr(sparse, name)

    offsets = [0, 1 if shape[1] > 2 else -1]

    def program(x, y):
        return made([x[:2], y[:2]], offsets=offsets, shape=shape).toarray()

    compare(program, (DATA, WAVE))


def test_a_maximum_with_a_positive_number_is_refused():
    def program(data):
        return sparse.csr_array((data, (ROWS, COLUMNS))).maximum(0.5).toarray()

    with pytest.raises(tl.UnsupportedError, match="may be positive"):
        tl.jacobian(program)(DATA)


def test_sums_and_multiples_of_operators():
    x, columns = spread(2, start=3), spread(3, 2, start=11)

    def program(a, b, k):
        one = linalg.aslinearoperator(a)
        both = k * (one + linalg.aslinearoperator(b))
        return (
            both.matvec(x) * both.ndim,
            both.rmatmat(columns),
            both.rmatvec(columns[:, 0]),
        )

    def flat(a, b, k):
        return np.concatenate([np.ravel(part) for part in program(a, b, k)])

    compare(flat, (spread(3, 2), spread(3, 2, start=7), 0.6))
