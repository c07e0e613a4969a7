"""Physics and engineering with the functions of `scipy.special`."""
import numpy as np
from scipy import special
from scipy import special as sp
from scipy.special import (
    dawsn,
    ellipe,
    ellipk,
    erf,
    erfc,
    erfcx,
    eval_genlaguerre,
    eval_legendre,
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
    loggamma,
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
