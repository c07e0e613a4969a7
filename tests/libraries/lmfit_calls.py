"""Functions that call lmfit."""

import lmfit
import numpy as np
from lmfit import lineshapes, models

from tests.libraries.listed import Calls

CALLS = Calls()

T = np.linspace(-2.0, 2.0, 9)
DATA = np.exp(-((T - 0.2) ** 2))
GAUSSIAN = models.GaussianModel()
COMPOSITE = models.GaussianModel(prefix="g_") + models.LinearModel(prefix="l_")
PARAMETERS = GAUSSIAN.make_params(amplitude=1.2, center=0.3, sigma=0.8)


@CALLS.at(T, 1.2, 0.3, 0.8)
def gaussian(x, amplitude, center, sigma):
    return lineshapes.gaussian(x, amplitude, center, sigma)


@CALLS.at(T, 1.2, 0.3, 0.8)
def lorentzian(x, amplitude, center, sigma):
    return lineshapes.lorentzian(x, amplitude, center, sigma)


@CALLS.at(T, 1.2, 0.3, 0.8, 0.5)
def voigt(x, amplitude, center, sigma, gamma):
    return lineshapes.voigt(x, amplitude, center, sigma, gamma)


@CALLS.at(T, 1.2, 0.3, 0.8)
def voigt_gamma_none(x, amplitude, center, sigma):
    return lineshapes.voigt(x, amplitude, center, sigma)


@CALLS.at(T, 1.2, 0.3, 0.8, 0.4)
def pvoigt(x, amplitude, center, sigma, fraction):
    return lineshapes.pvoigt(x, amplitude, center, sigma, fraction)


@CALLS.at(T, 1.2, 0.3, 0.8, 1.7)
def moffat(x, amplitude, center, sigma, beta):
    return lineshapes.moffat(x, amplitude, center, sigma, beta)


@CALLS.at(T, 1.2, 0.3, 0.8, 1.7)
def pearson7(x, amplitude, center, sigma, expon):
    return lineshapes.pearson7(x, amplitude, center, sigma, expon)


@CALLS.at(T, 1.2, 0.3, 0.8, 0.2)
def breit_wigner(x, amplitude, center, sigma, q):
    return lineshapes.breit_wigner(x, amplitude, center, sigma, q)


@CALLS.at(T + 3.0, 1.2, 0.3, 0.8)
def lognormal(x, amplitude, center, sigma):
    return lineshapes.lognormal(x, amplitude, center, sigma)


@CALLS.at(T, 1.2, 0.3, 0.8, 1.5)
def students_t(x, amplitude, center, sigma, scale):
    return scale * lineshapes.students_t(x, amplitude, center, sigma)


@CALLS.at(T, 1.2, 0.3, 0.8, 0.5)
def exponential_gaussian(x, amplitude, center, sigma, gamma):
    return lineshapes.expgaussian(x, amplitude, center, sigma, gamma)


@CALLS.at(T, 1.2, 0.3, 0.8, 0.5)
def skewed_gaussian(x, amplitude, center, sigma, gamma):
    return lineshapes.skewed_gaussian(x, amplitude, center, sigma, gamma)


@CALLS.at(T, 1.2, 0.3, 0.8, 0.4)
def doniach(x, amplitude, center, sigma, gamma):
    return lineshapes.doniach(x, amplitude, center, sigma, gamma)


@CALLS.at(T, 1.2, 0.3, 0.8)
def erf_step(x, amplitude, center, sigma):
    return lineshapes.step(x, amplitude, center, sigma, form="erf")


@CALLS.at(T, 1.2, -0.7, 0.3, 0.8, 0.5)
def rectangle(x, amplitude, center1, sigma1, center2, sigma2):
    return lineshapes.rectangle(
        x, amplitude, center1, sigma1, center2, sigma2, form="logistic"
    )


@CALLS.at(T + 3.0, 1.2, 0.3, 0.8, 0.1)
def sine_with_decay(x, amplitude, frequency, decay, shift):
    return lineshapes.expsine(x, amplitude, frequency, shift, decay)


@CALLS.at(1.2, 0.3, 0.8)
def model_eval(amplitude, center, sigma):
    return GAUSSIAN.eval(x=T, amplitude=amplitude, center=center, sigma=sigma)


@CALLS.at(T)
def model_eval_parameters(x):
    return GAUSSIAN.eval(PARAMETERS, x=x)


@CALLS.at(1.2, 0.3, 0.8, 0.1)
def composite_eval(amplitude, center, sigma, slope):
    return COMPOSITE.eval(
        x=T,
        g_amplitude=amplitude,
        g_center=center,
        g_sigma=sigma,
        l_slope=slope,
        l_intercept=0.2,
    )


@CALLS.at(np.array([1.2, 0.3, 0.8]))
def residual(values):
    parameters = lmfit.Parameters()
    parameters.add("amplitude", value=values[0])
    parameters.add("center", value=values[1])
    parameters.add("sigma", value=values[2], min=0.0)
    found = parameters.valuesdict()
    model = lineshapes.gaussian(T, **found)
    return np.sum((model - DATA) ** 2)


@CALLS.at(1.2, 0.3, 0.8)
def model_function(amplitude, center, sigma):
    return np.sum((GAUSSIAN.func(T, amplitude, center, sigma) - DATA) ** 2)
