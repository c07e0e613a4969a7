"""Integrals of samples and fixed rules with `scipy.integrate`."""
import numpy as np
import scipy.integrate
from scipy import integrate
from scipy.integrate import cumulative_trapezoid, fixed_quad, romb, simpson, trapezoid

from tests.programs.record import program, sample

WAVELENGTH = np.array([0.4, 0.5, 0.7, 0.8, 1.1])


def synthetic_photometry(temperature, response):
    planck = WAVELENGTH ** -5 / (np.exp(1.44 / (WAVELENGTH * temperature)) - 1)
    band = trapezoid(planck * response, WAVELENGTH)
    return -2.5 * np.log10(band / trapezoid(response, WAVELENGTH))


def area_under_concentration(dose, clearance, volume):
    t = np.linspace(0, 6, 9)
    conc = dose / volume * np.exp(-clearance / volume * t)
    return scipy.integrate.simpson(conc, x=t)


def normalised_density(theta, x):
    log_p = theta[0] * x - theta[1] * x ** 2
    z = simpson(np.exp(log_p), x=x)
    return np.sum(log_p) - np.log(z)


def comoving_distances(h0, omega, z):
    e = np.sqrt(omega * (1 + z) ** 3 + 1 - omega)
    distance = cumulative_trapezoid(1 / (h0 * e), z, initial=0)
    return 5 * np.log10((1 + z[1:]) * distance[1:])


def displacement(acceleration, dt):
    velocity = cumulative_trapezoid(acceleration, dx=dt, initial=0)
    return cumulative_trapezoid(velocity, dx=dt)[-1]


def mean_field(field, x, y):
    inner = integrate.trapezoid(field, y, axis=1)
    return integrate.trapezoid(inner ** 2, x=x) + trapezoid(field, dx=0.2, axis=0)[0]


def work_along_path(stiffness, length):
    def force(x):
        return stiffness * np.sin(x) / (1 + x ** 2)
    return fixed_quad(force, 0.0, length, n=6)[0]


def debye_energy(temperature):
    value, _ = integrate.fixed_quad(
        lambda x: x ** 3 / np.expm1(x / temperature), 0.01, 1.0, n=8)
    return temperature * value


def arc_length(amplitude):
    x = np.linspace(0.0, 1.0, 17)
    slope = amplitude * np.pi * np.cos(np.pi * x)
    return romb(np.sqrt(1 + slope ** 2), dx=x[1] - x[0])


def expected_utility(risk, returns, density):
    utility = -np.exp(-risk * returns)
    return simpson(utility * density, dx=0.25) / simpson(density, dx=0.25)


def cumulative_dose(rate):
    total = integrate.cumulative_simpson(rate, dx=0.5, initial=0)
    return np.sum(1 - np.exp(-total))


PROGRAMS = [
    program(synthetic_photometry, 1.3, np.array([0.1, 0.6, 0.9, 0.5, 0.2])),
    program(area_under_concentration, 5.0, 0.8, 2.0, heavy=True),
    program(normalised_density, np.array([0.4, 0.7]), np.linspace(-2.0, 2.0, 7)),
    program(comoving_distances, 0.7, 0.3, np.array([0.0, 0.2, 0.5, 1.0])),
    program(displacement, sample(1, 6), 0.3),
    program(mean_field, sample(2, 3, 4), np.array([0.0, 0.4, 1.0]),
            np.array([0.0, 0.3, 0.5, 1.0])),
    program(work_along_path, 1.4, 2.2),
    program(debye_energy, 0.6),
    program(arc_length, 0.7),
    program(expected_utility, 0.8, sample(3, 5), sample(4, 5, low=0.2)),
    program(cumulative_dose, sample(5, 5, low=0.2)),
]
