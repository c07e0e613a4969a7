"""Tables, curves and splines with `scipy.interpolate`."""
import numpy as np
import scipy.interpolate
from scipy import interpolate
from scipy.interpolate import (
    BSpline,
    CubicSpline,
    InterpolatedUnivariateSpline,
    PchipInterpolator,
    RectBivariateSpline,
    RegularGridInterpolator,
    interp1d,
    splev,
    splrep,
)

from tests.programs.record import program, sample

KNOTS = np.linspace(0.0, 4.0, 6)
TABLE = np.array([1.0, 1.4, 0.9, 2.0, 2.6, 2.2])
EXTINCTION = interp1d(KNOTS, TABLE)
POTENTIAL = CubicSpline(KNOTS, TABLE)
DENSITY = RegularGridInterpolator((np.arange(4.0), np.arange(3.0)), sample(1, 4, 3))


def dereddened(flux, scale, wavelength):
    return np.sum(flux * 10 ** (0.4 * scale * EXTINCTION(wavelength)))


def calibration_curve(signal, standards, doses):
    curve = interp1d(standards, doses, kind='linear', fill_value='extrapolate')
    return np.mean(curve(signal))


def quadratic_table(x, y):
    f = scipy.interpolate.interp1d(KNOTS, y, kind='cubic')
    return f(x) ** 2


def trajectory(x, v, steps=4, dt=0.1):
    for _ in range(steps):
        v = v - dt * POTENTIAL(x, 1)
        x = x + dt * v
    return x


def smooth_yield_curve(rates, times):
    spline = CubicSpline(KNOTS, rates, bc_type='natural')
    return np.exp(-spline(times) * times).sum()


def area_under_spline(y):
    spline = CubicSpline(KNOTS, y)
    return spline.integrate(0.5, 3.5)


def monotone_growth(y, t):
    f = PchipInterpolator(KNOTS, np.cumsum(np.exp(y)))
    return f(t).sum() + f.derivative()(1.3)


def rotation_curve(radius, velocities):
    spline = InterpolatedUnivariateSpline(KNOTS, velocities, k=3)
    return np.sum(spline(radius) ** 2 / radius)


def spline_regression(coefficients, x, y):
    t = np.array([0.0, 0.0, 0.0, 0.0, 2.0, 4.0, 4.0, 4.0, 4.0])
    fitted = BSpline(t, coefficients, 3)(x)
    return np.sum((y - fitted) ** 2)


def basis_penalty(x, weights):
    t = np.array([0.0, 0.0, 0.0, 2.0, 4.0, 4.0, 4.0])
    design = BSpline.design_matrix(x, t, 2).toarray()
    return weights @ design.T @ design @ weights


def splev_and_splrep(y, at):
    tck = splrep(KNOTS, y, s=0)
    return np.sum(splev(at, tck)) + splev(1.1, tck, der=1)


def tabulated_surface(point, values):
    surface = RectBivariateSpline(np.arange(5.0), np.arange(4.0), values)
    return surface.ev(point[0], point[1])


def line_of_sight(start, direction):
    total = 0.0
    for s in (0.2, 0.7, 1.3):
        total += DENSITY(start + s * direction)[0]
    return total


def emulator(values, points):
    f = interpolate.RegularGridInterpolator((KNOTS, KNOTS[:4]), values)
    return np.log(1.0 + f(points) ** 2).sum()


def hermite_path(y, slopes, t):
    return interpolate.CubicHermiteSpline(KNOTS, y, slopes)(t)


def akima_profile(y, t):
    profile = interpolate.Akima1DInterpolator(KNOTS, y)
    return np.sum(profile(t) ** 2)


def radial_basis(centres, values, at):
    rbf = interpolate.RBFInterpolator(centres, values, kernel='cubic')
    return rbf(at).sum()


def barycentric(y, x):
    return interpolate.barycentric_interpolate(KNOTS, y, x)


def piecewise_polynomial(c, x):
    return interpolate.PPoly(c, np.array([0.0, 1.0, 2.5]))(x)


PROGRAMS = [
    program(dereddened, sample(2, 3), 0.3, np.array([0.5, 1.9, 3.1])),
    program(calibration_curve, np.array([0.7, 2.3]), KNOTS, TABLE),
    program(quadratic_table, np.array([0.7, 2.4]), TABLE),
    program(trajectory, 1.4, 0.6),
    program(smooth_yield_curve, 0.03 * TABLE, np.array([0.6, 1.9, 3.3])),
    program(area_under_spline, TABLE),
    program(monotone_growth, sample(3, 6), np.array([0.6, 2.9])),
    program(rotation_curve, np.array([0.6, 1.8, 3.4]), TABLE),
    program(spline_regression, sample(4, 5), np.array([0.3, 1.2, 2.4, 3.7]),
            sample(5, 4)),
    program(basis_penalty, np.array([0.3, 1.2, 2.4]), sample(6, 4)),
    program(splev_and_splrep, TABLE, np.array([0.6, 2.9])),
    program(tabulated_surface, np.array([1.3, 2.2]), sample(7, 5, 4)),
    program(line_of_sight, np.array([0.3, 0.2]), np.array([1.1, 0.7])),
    program(emulator, sample(8, 6, 4), np.array([[0.5, 1.1], [2.7, 0.3]])),
    program(hermite_path, TABLE, sample(9, 6), np.array([0.6, 2.9])),
    program(akima_profile, TABLE, np.array([0.6, 2.9])),
    program(radial_basis, sample(10, 5, 2), sample(11, 5), sample(12, 2, 2)),
    program(barycentric, TABLE, np.array([0.6, 2.9])),
    program(piecewise_polynomial, sample(13, 3, 2), np.array([0.4, 1.9])),
]
