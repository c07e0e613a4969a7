"""Physics and engineering with the functions of `scipy.special`."""
import numpy as np
from scipy import special
from scipy.special import (
    dawsn,
    ellipe,
    ellipk,
    erf,
    erfc,
    erfcx,
    exp1,
    gamma,
    hyp1f1,
    hyp2f1,
    iv,
    j0,
    j1,
    jv,
    k0,
    kv,
    lambertw,
    voigt_profile,
    wofz,
)

from tests.programs.record import program, sample

RADII = np.array([0.4, 0.9, 1.7, 2.5])


def diffusion_front(x, t, diffusivity):
    return 0.5 * (1 - erf(x / np.sqrt(4 * diffusivity * t)))


def chloride_in_concrete(params, depth, years):
    d = params['d_ref'] * (1.0 / years) ** params['ageing']
    profile = params['surface'] * erfc(depth / (2 * np.sqrt(d * years)))
    return np.sum((profile - 0.3) ** 2)


def ogata_banks(x, t, v, dispersion):
    root = 2 * np.sqrt(dispersion * t)
    first = erfc((x - v * t) / root)
    second = np.exp(v * x / dispersion) * erfc((x + v * t) / root)
    return 0.5 * (first + second)


def exponentially_modified_gaussian(t, mu, sigma, tau):
    z = (sigma / tau - (t - mu) / sigma) / np.sqrt(2)
    gauss = np.exp(-0.5 * ((t - mu) / sigma) ** 2)
    return sigma / tau * np.sqrt(np.pi / 2) * gauss * erfcx(z)


def voigt_by_faddeeva(x, amplitude, centre, sigma, gamma_l):
    z = (x - centre + 1j * gamma_l) / (sigma * np.sqrt(2))
    return amplitude * wofz(z).real / (sigma * np.sqrt(2 * np.pi))


def two_voigt_lines(params, x, y):
    model = params['offset'] * np.ones(len(x))
    for line in params['lines']:
        model = model + line['area'] * voigt_profile(
            x - line['centre'], line['sigma'], line['gamma'])
    return np.sum((model - y) ** 2)


def plasma_dispersion(x, width):
    return np.sum(dawsn(x / width) / width)


def comoving_distance(omega_m, z):
    a = 1 / (1 + z)
    def integral(a):
        ratio = (1 - omega_m) / omega_m
        return 2 * np.sqrt(a) * hyp2f1(1 / 6, 0.5, 7 / 6, -ratio * a ** 3)
    return (integral(1.0) - integral(a)) / np.sqrt(omega_m)


def growth_factor(a, omega_m):
    x = (omega_m - 1) / omega_m * a ** 3
    return a * special.hyp2f1(1 / 3, 1, 11 / 6, x)


def rice_mean(nu, sigma):
    return sigma * np.sqrt(np.pi / 2) * hyp1f1(-0.5, 1, -nu ** 2 / (2 * sigma ** 2))


def pendulum_period(length, amplitude, g=9.81):
    k2 = np.sin(amplitude / 2) ** 2
    return 4 * np.sqrt(length / g) * ellipk(k2)


def pendulum_by_agm(length, amplitude):
    return 2 * np.pi * np.sqrt(length / 9.81) / special.agm(1.0, np.cos(amplitude / 2))


def ellipse_circumference(a, b):
    return 4 * a * ellipe(1 - (b / a) ** 2)


def meridian_arc(latitude, e2):
    return 6378.137 * special.ellipeinc(latitude, e2)


def current_loop_field(rho, z, radius):
    alpha2 = radius ** 2 + rho ** 2 + z ** 2 - 2 * radius * rho
    beta2 = radius ** 2 + rho ** 2 + z ** 2 + 2 * radius * rho
    m = 1 - alpha2 / beta2
    inner = radius ** 2 - rho ** 2 - z ** 2
    return (inner * ellipe(m) + alpha2 * ellipk(m)) / (2 * alpha2 * np.sqrt(beta2))


def incomplete_pendulum(phi, k):
    return special.ellipkinc(phi, k ** 2) / ellipk(k ** 2)


def free_rotation(t, m):
    sn, cn, dn, _ = special.ellipj(t, m)
    return sn * cn + dn


def carlson_period(x, y):
    return special.elliprf(0.3, x, y) + special.elliprd(0.2, x, y)


def airy_disk(theta, aperture, wavelength):
    x = np.pi * aperture * np.sin(theta) / wavelength
    return np.sum((2 * j1(x) / x) ** 2)


def drum_mode(amplitudes, r):
    u = 0.0
    for m, amplitude in enumerate(amplitudes):
        u += amplitude * jv(m, 2.4 * r) * np.cos(m * 0.3)
    return u


def fibre_mode_mismatch(u, w):
    return u * j1(u) / j0(u) - w * special.k1(w) / k0(w)


def frequency_modulation(index, order=3):
    return special.jv(order, index) ** 2 + special.jn(order + 1, index)


def leaky_aquifer(pumping, transmissivity, leakage):
    drawdown = pumping / (2 * np.pi * transmissivity) * k0(RADII / leakage)
    return np.sum(drawdown ** 2)


def theis_fit(log_t, log_s, pumping, times, observed):
    t, s = np.exp(log_t), np.exp(log_s)
    u = 1.5 ** 2 * s / (4 * t * times)
    model = pumping / (4 * np.pi * t) * exp1(u)
    return np.mean((model - observed) ** 2)


def exponential_integral_flux(tau):
    return 2 * special.expn(3, tau) + special.expi(-tau)


def matern_kernel(x, y, length, nu=1.3):
    r = np.abs(x[:, None] - y[None, :])
    z = np.sqrt(2 * nu) * r / length
    return 2 ** (1 - nu) / gamma(nu) * z ** nu * kv(nu, z)


def matern_covariance_half(distances, sigma, length):
    z = np.sqrt(5.0) * distances / length
    scale = sigma ** 2 * 2 ** (1 - 2.5) / special.gamma(2.5)
    return np.sum(scale * z ** 2.5 * special.kv(2.5, z))


def kaiser_window(beta, n=7):
    t = 2 * np.arange(n) / (n - 1) - 1
    inside = np.sqrt(np.maximum(1 - t[1:-1] ** 2, 0))
    return special.i0(beta * inside) / special.i0(beta)


def von_mises_likelihood(mu, kappa, angles):
    log_i0 = np.log(special.i0e(kappa)) + kappa
    return np.sum(kappa * np.cos(angles - mu)) - len(angles) * (
        np.log(2 * np.pi) + log_i0)


def mean_resultant_length(kappa):
    return special.i1(kappa) / special.i0(kappa)


def skellam_like(mu1, mu2):
    total = 0.0
    for k in range(3):
        total += (mu1 / mu2) ** (k / 2) * iv(k, 2 * np.sqrt(mu1 * mu2))
    return np.exp(-(mu1 + mu2)) * total


def rice_log_density(x, nu, sigma):
    z = x * nu / sigma ** 2
    log_bessel = np.log(special.ive(0, z)) + z
    return np.sum(np.log(x / sigma ** 2) - (x ** 2 + nu ** 2) / (2 * sigma ** 2)
                  + log_bessel)


def solar_cell_current(photo, saturation, resistance, voltage):
    vt = 0.5
    argument = saturation * resistance / vt * np.exp(
        (voltage + photo * resistance) / vt)
    return photo - vt / resistance * lambertw(argument).real


def wien_displacement(n):
    return n + np.real(special.lambertw(-n * np.exp(-n)))


def omega_relaxation(x):
    return np.sum(special.wrightomega(x) ** 2)


PROGRAMS = [
    program(diffusion_front, sample(1, 4, low=0.1, high=2.0), 0.7, 0.9),
    program(chloride_in_concrete, {'d_ref': 2.0, 'ageing': 0.3, 'surface': 0.8},
            sample(2, 4, low=0.5, high=4.0), 9.0),
    program(ogata_banks, 1.2, 0.8, 1.1, 0.6, heavy=True),
    program(exponentially_modified_gaussian, sample(3, 4), 0.1, 0.5, 0.9),
    program(voigt_by_faddeeva, sample(4, 5), 1.4, 0.1, 0.4, 0.3),
    program(two_voigt_lines,
            {'offset': 0.1,
             'lines': [{'area': 1.0, 'centre': -0.4, 'sigma': 0.3, 'gamma': 0.2},
                       {'area': 0.7, 'centre': 0.6, 'sigma': 0.4, 'gamma': 0.1}]},
            np.linspace(-1.5, 1.5, 7), sample(5, 7, low=0.0)),
    program(plasma_dispersion, sample(6, 4), 0.8),
    program(comoving_distance, 0.3, 0.8),
    program(growth_factor, 0.7, 0.32),
    program(rice_mean, 1.3, 0.8),
    program(pendulum_period, 1.2, 1.1),
    program(pendulum_by_agm, 1.2, 1.1),
    program(ellipse_circumference, 2.0, 1.3),
    program(meridian_arc, 0.8, 0.2),
    program(current_loop_field, 0.4, 0.3, 1.1, heavy=True),
    program(incomplete_pendulum, 0.7, 0.6),
    program(free_rotation, 0.8, 0.4),
    program(carlson_period, 0.8, 1.4),
    program(airy_disk, sample(7, 3, low=0.1, high=0.6), 1.4, 0.9),
    program(drum_mode, sample(8, 3), 0.6),
    program(fibre_mode_mismatch, 1.4, 1.9),
    program(frequency_modulation, 2.2),
    program(leaky_aquifer, 3.0, 1.7, 2.4),
    program(theis_fit, 0.2, -1.5, 3.0, np.array([0.5, 1.0, 2.0, 4.0]),
            np.array([0.3, 0.4, 0.6, 0.8])),
    program(exponential_integral_flux, 0.8),
    program(matern_kernel, sample(9, 2), sample(10, 3), 0.9),
    program(matern_covariance_half, RADII, 1.2, 0.8),
    program(kaiser_window, 3.1),
    program(von_mises_likelihood, 0.3, 1.7, sample(11, 5)),
    program(mean_resultant_length, 1.4),
    program(skellam_like, 1.2, 0.8),
    program(rice_log_density, sample(12, 4, low=0.3, high=2.5), 1.1, 0.7),
    program(solar_cell_current, 1.5, 0.1, 0.4, 0.6),
    program(wien_displacement, 3.0),
    program(omega_relaxation, sample(13, 3)),
]
