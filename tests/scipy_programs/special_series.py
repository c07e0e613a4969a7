"""Waves, polynomials and series with the functions of `scipy.special`."""
import numpy as np
from scipy import special
from scipy import special as sp
from scipy.special import eval_genlaguerre, eval_legendre, gamma, j0, j1, loggamma

from tests.programs.record import program, sample

RADII = np.array([0.4, 0.9, 1.7, 2.5])


def partial_wave(k, radius, l=1):
    x = k * radius
    tan_delta = special.spherical_jn(l, x) / special.spherical_yn(l, x)
    return (2 * l + 1) * np.sin(np.arctan(tan_delta)) ** 2 / k ** 2


def bessel_transform(k, sigma):
    density = np.exp(-RADII ** 2 / (2 * sigma ** 2))
    return np.sum(RADII ** 2 * density * special.spherical_jn(0, k * RADII))


def modified_spherical(x):
    return special.spherical_in(0, x) * special.spherical_kn(0, x)


def legendre_series(coefficients, angle):
    mu = np.cos(angle)
    value = 0.0
    for n, c in enumerate(coefficients):
        value += c * eval_legendre(n, mu)
    return value


def oscillator_overlap(shift, n=2):
    x = np.linspace(-4, 4, 33)
    norm = 2.0 ** n * special.factorial(n) * np.sqrt(np.pi)
    left = special.eval_hermite(n, x) * np.exp(-x ** 2 / 2)
    right = special.eval_hermite(n, x - shift) * np.exp(-(x - shift) ** 2 / 2)
    return np.sum(left * right) * (x[1] - x[0]) / norm


def hydrogen_radial(r, charge, n=3, l=1):
    rho = 2 * charge * r / n
    return np.exp(-rho / 2) * rho ** l * eval_genlaguerre(n - l - 1, 2 * l + 1, rho)


def chebyshev_filter(ripple, frequency, order=4):
    t = special.eval_chebyt(order, frequency)
    return 1 / np.sqrt(1 + ripple ** 2 * t ** 2)


def jacobi_mode(a, x):
    return special.eval_jacobi(3, a, 0.5, x)


def hyperspherical_mode(alpha, x):
    return (1 - x ** 2) ** alpha * special.eval_gegenbauer(2, alpha, x)


def associated_legendre(theta):
    return special.lpmv(1, 2, np.cos(theta))


def harmonic_intensity(theta, phi):
    y = special.sph_harm_y(2, 1, theta, phi)
    return (y.real + 0.3 * y.imag) ** 2


def zernike_defocus(rho, coefficient):
    return np.sum(coefficient * special.eval_sh_legendre(2, rho ** 2))


def tunnelling(energy, field):
    ai, aip, bi, bip = special.airy(-energy / field ** (2 / 3))
    return ai ** 2 + bi ** 2 + aip * bip


def plate_edge(x, wavelength):
    s, c = special.fresnel(x * np.sqrt(2 / wavelength))
    return 0.5 * ((c + 0.5) ** 2 + (s + 0.5) ** 2)


def dipole_antenna(length):
    si, ci = special.sici(2 * np.pi * length)
    return 0.5772 + np.log(2 * np.pi * length) - ci + 0.3 * si


def dilogarithm_energy(x):
    return special.spence(1 - x) + x ** 2


def hurwitz_sum(q):
    return special.zeta(2.5, q)


def stirling_correction(z):
    return loggamma(z) - (z - 0.5) * np.log(z) + z


def ball_volume(radius, dimension):
    return np.pi ** (dimension / 2) / gamma(dimension / 2 + 1) * radius ** dimension


def fractional_derivative(alpha, t):
    return gamma(3) / gamma(3 - alpha) * t ** (2 - alpha)


def mittag_leffler(alpha, z, terms=12):
    k = np.arange(terms)
    return np.sum(z ** k * special.rgamma(alpha * k + 1))


def veneziano(s, t):
    return sp.beta(s, t) / (s + t)


def schechter_luminosity(alpha, phi, l_star):
    return phi * l_star * special.gamma(alpha + 2) * special.gammaincc(alpha + 2, 0.1)


def sersic_profile(index, r_e, r):
    b = special.gammaincinv(2 * index, 0.5)
    return np.sum(np.exp(-b * ((r / r_e) ** (1 / index) - 1)))


def harmonic_number_energy(n):
    return special.digamma(n + 1) + np.euler_gamma - np.log(n)


def trigamma_dispersion(mean, size):
    return np.sum(special.polygamma(1, mean + size)) + special.polygamma(2, size)


def solar_altitude(hour, declination, latitude=50.0):
    angle = 15.0 * (hour - 12.0)
    return (special.sindg(latitude) * special.sindg(declination)
            + special.cosdg(latitude) * special.cosdg(declination)
            * special.cosdg(angle))


def magnitudes(flux, zero_point):
    m = zero_point - 2.5 * np.log10(flux)
    return np.sum(special.exp10(-0.4 * (m - 1.0)) * special.cbrt(flux))


def radioactive_doses(half_life, times):
    return np.sum(special.exp2(-times / half_life))


def partition_function(temperature, energies, degeneracies):
    log_z = special.logsumexp(-energies / temperature, b=degeneracies)
    return -temperature * log_z


def gauss_laguerre_mean(scale):
    nodes, weights = special.roots_laguerre(8)
    return np.sum(weights * np.tanh(scale * nodes))


def gauss_hermite_expectation(mu, sigma):
    x, w = special.roots_hermite(9)
    return w @ special.expit(mu + np.sqrt(2) * sigma * x) / np.sqrt(np.pi)


def array_factor(theta, spacing):
    return special.diric(2 * np.pi * spacing * np.sin(theta), 5)


def confluent(a, x):
    return special.hyperu(a, 1.5, x) * np.exp(-x)


def tricomi(x):
    return special.hyperu(0.7, 1.5, x) + special.hyp0f1(1.3, x)


def cylinder_heating(k, r):
    return special.y0(k * r) * j0(k) - special.yv(1, k * r) * j1(k)


def kramers_escape(barrier):
    return special.struve(0, barrier) - special.i0(barrier)


PROGRAMS = [
    program(partial_wave, 1.3, 0.9),
    program(bessel_transform, 1.6, 1.1),
    program(modified_spherical, 1.2),
    program(legendre_series, sample(14, 5), 0.7),
    program(oscillator_overlap, 0.6),
    program(hydrogen_radial, sample(15, 3, low=0.4, high=4.0), 1.2),
    program(chebyshev_filter, 0.5, 0.83),
    program(jacobi_mode, 0.8, 0.4),
    program(hyperspherical_mode, 0.8, 0.4),
    program(associated_legendre, 0.7),
    program(harmonic_intensity, 0.7, 0.4),
    program(zernike_defocus, sample(16, 3, low=0.2, high=0.9), 0.4),
    program(tunnelling, 0.8, 1.2),
    program(plate_edge, 0.4, 0.9),
    program(dipole_antenna, 0.47),
    program(dilogarithm_energy, 0.4),
    program(hurwitz_sum, 1.4),
    program(stirling_correction, 2.7),
    program(ball_volume, 1.2, 3.4),
    program(fractional_derivative, 0.6, 1.3),
    program(mittag_leffler, 0.8, 0.6),
    program(veneziano, 1.4, 2.1),
    program(schechter_luminosity, -0.7, 1.1, 0.9),
    program(sersic_profile, 2.3, 1.4, RADII),
    program(harmonic_number_energy, 3.5),
    program(trigamma_dispersion, sample(17, 3, low=0.5, high=3.0), 1.6),
    program(solar_altitude, 15.0, 12.0),
    program(magnitudes, sample(18, 3, low=0.5, high=3.0), 1.2),
    program(radioactive_doses, 1.7, RADII),
    program(partition_function, 0.8, sample(19, 4), np.array([1, 3, 5, 7])),
    program(gauss_laguerre_mean, 0.6),
    program(gauss_hermite_expectation, 0.4, 0.9),
    program(array_factor, 0.3, 0.4, heavy=True),
    program(confluent, 1.3, 0.8),
    program(tricomi, 0.8),
    program(cylinder_heating, 1.4, 0.9),
    program(kramers_escape, 1.1),
]
