"""Functions that call astropy."""

import numpy as np
from astropy import stats, units
from astropy.convolution import Gaussian1DKernel, convolve
from astropy.cosmology import FlatLambdaCDM, Planck18, w0waCDM
from astropy.modeling import functional_models as functional
from astropy.modeling import models, powerlaws
from astropy.modeling.physical_models import BlackBody

from tests.libraries.listed import Calls

CALLS = Calls()

T = np.linspace(-2.0, 2.0, 9)
LINE = models.Gaussian1D(amplitude=1.3, mean=0.2, stddev=0.8)
SPECTRUM = LINE + models.Const1D(0.4)
BODY = BlackBody(temperature=5000 * units.K)
POLYNOMIAL = models.Polynomial1D(2, c0=0.3, c1=-0.2, c2=0.1)
CHEBYSHEV = models.Chebyshev1D(3, c0=0.3, c1=-0.2, c2=0.1, c3=0.4)
PLANE = models.Gaussian2D(1.0, 0.1, -0.2, 0.7, 0.9, theta=0.3)
COSMOLOGY = FlatLambdaCDM(H0=70, Om0=0.3)


@CALLS.at(T, 1.2, 0.3, 0.8)
def gaussian(x, amplitude, mean, stddev):
    return functional.Gaussian1D.evaluate(x, amplitude, mean, stddev)


@CALLS.at(T, 1.2, 0.3, 0.8, 1.7)
def moffat(x, amplitude, x_0, gamma, alpha):
    return models.Moffat1D.evaluate(x, amplitude, x_0, gamma, alpha)


@CALLS.at(T, 1.2, 0.3, 0.8)
def lorentz(x, amplitude, x_0, fwhm):
    return models.Lorentz1D.evaluate(x, amplitude, x_0, fwhm)


@CALLS.at(T, 0.3, 1.2, 0.8, 0.7)
def voigt(x, x_0, amplitude, fwhm_l, fwhm_g):
    return models.Voigt1D().evaluate(x, x_0, amplitude, fwhm_l, fwhm_g)


@CALLS.at(T + 3.0, 1.2, 1.3, 1.8)
def power_law(x, amplitude, x_0, alpha):
    return powerlaws.PowerLaw1D.evaluate(x, amplitude, x_0, alpha)


@CALLS.at(T + 3.05, 1.2, 3.3, 0.8, 1.9, 0.3)
def smooth_broken(x, amplitude, x_break, alpha_1, alpha_2, delta):
    return models.SmoothlyBrokenPowerLaw1D.evaluate(
        x, amplitude, x_break, alpha_1, alpha_2, delta
    )


@CALLS.at(T + 3.0, 1.2, 1.1, 2.3)
def sersic(r, amplitude, r_eff, n):
    return models.Sersic1D.evaluate(r, amplitude, r_eff, n)


@CALLS.at(np.array([0.2, 0.5]), np.array([0.1, -0.4]), 1.1, 0.1, 0.2, 0.7, 0.9, 0.3)
def gaussian_2d(x, y, amplitude, x_mean, y_mean, x_stddev, y_stddev, theta):
    return models.Gaussian2D.evaluate(
        x, y, amplitude, x_mean, y_mean, x_stddev, y_stddev, theta
    )


@CALLS.at(np.array([0.2, 0.9]), 1.1, 0.1, 1.9)
def ricker(x, amplitude, x_0, sigma):
    return models.RickerWavelet1D.evaluate(x, amplitude, x_0, sigma)


@CALLS.at(np.array([1e14, 3e14]), 5000.0, 1.0)
def black_body(nu, temperature, scale):
    return BODY.evaluate(nu, temperature, scale)


@CALLS.at(T)
def model_called(x):
    return LINE(x)


@CALLS.at(1.2, 0.3, 0.8)
def model_made_inside(amplitude, mean, stddev):
    return models.Gaussian1D(amplitude, mean, stddev)(T)


@CALLS.at(T)
def sum_of_models(x):
    return SPECTRUM(x)


@CALLS.at(T, 0.3, -0.2, 0.1)
def polynomial(x, c0, c1, c2):
    return POLYNOMIAL.evaluate(x, c0, c1, c2)


@CALLS.at(T / 2.5, 0.3, -0.2, 0.1, 0.4)
def chebyshev(x, c0, c1, c2, c3):
    return CHEBYSHEV.evaluate(x, c0, c1, c2, c3)


@CALLS.at(0.7)
def efunc(z):
    return COSMOLOGY.efunc(z)


@CALLS.at(0.7)
def planck_efunc(z):
    return Planck18.efunc(z)


@CALLS.at(0.7)
def comoving_distance(z):
    return COSMOLOGY.comoving_distance(z).value


@CALLS.at(np.array([0.2, 0.7]), 68.0, 0.31)
def luminosity_distance(z, h0, om0):
    return FlatLambdaCDM(H0=h0, Om0=om0).luminosity_distance(z).value


@CALLS.at(0.7)
def dark_energy_scale(z):
    return w0waCDM(70, 0.3, 0.7, w0=-0.9, wa=0.2).de_density_scale(z)


@CALLS.at(T)
def biweight(x):
    return stats.biweight_location(x)


@CALLS.at(T)
def smoothed(x):
    return convolve(x, Gaussian1DKernel(1))


@CALLS.at(3.0)
def units_inside(x):
    return (x * units.km).to(units.m).value
