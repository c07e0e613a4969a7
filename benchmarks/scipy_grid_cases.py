"""Calls of interpolation, images, sparse matrices, rotations and summaries in SciPy."""

from benchmarks.rule_inputs import IMAGE, NUMBER, PLACES, POSITIVE, TALL, VECTOR, case
from benchmarks.scipy_inputs import (
    COLUMNS,
    FIXED_PLACES,
    GRID,
    GRID_VALUES,
    INSIDE,
    LEVEL,
    MAIN,
    OBSERVATIONS,
    OFF_MAIN,
    OFF_STEPS,
    PICTURE,
    ROWS,
    SCATTERED_PLACES,
    SCATTERED_VALUES,
    STEPS,
    SURFACE,
    UNIT,
    VECTORS,
)
from benchmarks.scipy_inputs import scipy_calls as calls

PAIRS = "np.stack([x, u], axis=1)"
MATRIX = "scipy.sparse.csr_array((v, (i, j)), shape=(len(x), len(x)))"
BANDED = 'scipy.sparse.diags([x, y, z], [-1, 0, 1], format="csc")'

INTERPOLATE = [
    *calls(
        "interpolate",
        "CubicSpline PchipInterpolator Akima1DInterpolator make_interp_spline "
        "InterpolatedUnivariateSpline",
        "f(p, y)(x)",
        p=GRID,
        y=GRID_VALUES,
        x=UNIT,
    ),
    case("scipy.interpolate.interp1d(p, y)(x)", p=STEPS, y=GRID_VALUES, x=OFF_STEPS),
    *calls(
        "interpolate", "pchip_interpolate", "f(p, y, x)", p=GRID, y=GRID_VALUES, x=UNIT
    ),
    case(
        "scipy.interpolate.splev(x, scipy.interpolate.splrep(p, y))",
        p=GRID,
        y=GRID_VALUES,
        x=UNIT,
    ),
    case("scipy.interpolate.BSpline(p, y[4:], 3)(x)", p=GRID, y=GRID_VALUES, x=INSIDE),
    case(
        f"scipy.interpolate.RegularGridInterpolator((p, p), z)({PAIRS})",
        p=STEPS,
        z=SURFACE,
        x=OFF_STEPS,
        u=OFF_STEPS,
    ),
    case(
        "scipy.interpolate.RectBivariateSpline(p, p, z).ev(x, u)",
        p=GRID,
        z=SURFACE,
        x=UNIT,
        u=INSIDE,
    ),
    case(
        f"scipy.interpolate.LinearNDInterpolator(p, y, fill_value=0.0)({PAIRS})",
        p=SCATTERED_PLACES,
        y=SCATTERED_VALUES,
        x=FIXED_PLACES,
        u=FIXED_PLACES,
    ),
]

IMAGES = [
    *calls("ndimage", "sobel prewitt laplace", "f(x)", x=IMAGE),
    *calls("ndimage", "gaussian_laplace", "f(x, s)", x=IMAGE, s=LEVEL),
    *calls(
        "ndimage",
        "map_coordinates",
        "f(x, np.stack([y, z]))",
        x=PICTURE,
        y=ROWS,
        z=COLUMNS,
    ),
    *calls("ndimage", "spline_filter", "f(x)", x=IMAGE),
    *calls("ndimage", "shift zoom", "f(x, s)", x=PICTURE, s=LEVEL),
]

SPARSE = [
    case(f"{MATRIX} @ x", v=VECTOR, i=PLACES, j=PLACES, x=VECTOR),
    case(f"{MATRIX}.sum(axis=1) * x", v=VECTOR, i=PLACES, j=PLACES, x=VECTOR),
    case(
        f"scipy.sparse.linalg.spsolve({BANDED}, b)",
        x=OFF_MAIN,
        y=MAIN,
        z=OFF_MAIN,
        b=MAIN,
    ),
    case(
        f"scipy.sparse.linalg.splu({BANDED}).solve(b)",
        x=OFF_MAIN,
        y=MAIN,
        z=OFF_MAIN,
        b=MAIN,
    ),
]

ROTATIONS = [
    case(f"scipy.spatial.transform.Rotation.{made}.{used}", x=VECTORS, y=VECTORS)
    for made, used in (
        ("from_rotvec(x)", "apply(y)"),
        ('from_euler("xyz", x)', "apply(y)"),
        ("from_rotvec(x)", "as_matrix() @ y[0]"),
    )
]

SUMMARIES = [
    *calls("stats", "zscore skew kurtosis gstd", "f(x)", x=POSITIVE),
    *calls("stats", "gmean hmean sem variation", "f(x)", x=POSITIVE),
    *calls("stats", "moment", "f(x, order=3)", x=VECTOR),
    *calls("stats", "zscore", "f(x, axis=0)", x=TALL),
    *calls("stats", "gaussian_kde", "f(x)(y)", x=OBSERVATIONS, y=OBSERVATIONS),
    *calls("stats", "boxcox_llf", "f(x, y)", x=NUMBER, y=POSITIVE),
]

GRID_CASES = (*INTERPOLATE, *IMAGES, *SPARSE, *ROTATIONS, *SUMMARIES)
