"""Functions that call pyhf."""

import numpy as np
import pyhf
from pyhf.interpolators import code0, code1, code2, code4, code4p

from tests.libraries.listed import Calls

CALLS = Calls()

MODEL = pyhf.simplemodels.uncorrelated_background(
    signal=[5.0, 10.0], bkg=[50.0, 60.0], bkg_uncertainty=[5.0, 12.0]
)
CORRELATED = pyhf.simplemodels.correlated_background(
    signal=[5.0, 10.0], bkg=[50.0, 60.0], bkg_up=[55.0, 63.0], bkg_down=[44.0, 58.0]
)
DATA = np.array([53.0, 66.0, *MODEL.config.auxdata])
CORRELATED_DATA = np.array([53.0, 66.0, *CORRELATED.config.auxdata])
START = np.array([1.1, 1.05, 0.96])
HISTOGRAMS = np.array([[[[0.8, 0.9], [1.0, 1.1], [1.3, 1.2]]]])


@CALLS.at(START)
def logpdf(parameters):
    return MODEL.logpdf(parameters, DATA)[0]


@CALLS.at(START)
def expected_data(parameters):
    return MODEL.expected_data(parameters)


@CALLS.at(START)
def expected_without_auxiliary(parameters):
    return MODEL.expected_data(parameters, include_auxdata=False)


@CALLS.at(START)
def expected_actual(parameters):
    return MODEL.expected_actualdata(parameters)


@CALLS.at(START)
def constraints(parameters):
    return MODEL.constraint_logpdf(DATA[2:], parameters)


@CALLS.at(START)
def main(parameters):
    return MODEL.mainlogpdf(DATA[:2], parameters)


@CALLS.at(START)
def twice_negative(parameters):
    return pyhf.infer.mle.twice_nll(parameters, DATA, MODEL)


@CALLS.at(np.array([1.1, 0.3]))
def correlated_logpdf(parameters):
    return CORRELATED.logpdf(parameters, CORRELATED_DATA)


@CALLS.at(np.array([1.1, 0.3]))
def correlated_expected(parameters):
    return CORRELATED.expected_data(parameters)


@CALLS.at(np.array([4.5, 7.2]))
def poisson(rates):
    backend = pyhf.tensor.numpy_backend()
    return backend.poisson_logpdf(np.array([4.0, 8.0]), rates)


@CALLS.at(np.array([0.3, 1.2]), np.array([0.9, 1.1]))
def normal(x, sigma):
    backend = pyhf.tensor.numpy_backend()
    return backend.normal_logpdf(x, 0.1, sigma)


@CALLS.at(np.array([4.5, 7.2]))
def global_backend(rates):
    tensorlib, _ = pyhf.get_backend()
    return tensorlib.sum(tensorlib.log(rates))


@CALLS.at(np.array([[0.3, -0.4]]))
def linear_interpolation(alphas):
    return code0(HISTOGRAMS)(alphas)


@CALLS.at(np.array([[0.3, -0.4]]))
def exponential_interpolation(alphas):
    return code1(HISTOGRAMS)(alphas)


@CALLS.at(np.array([[0.3, -0.4]]))
def quadratic_interpolation(alphas):
    return code2(HISTOGRAMS)(alphas)


@CALLS.at(np.array([[0.3, -1.4]]))
def sextic_interpolation(alphas):
    return code4(HISTOGRAMS)(alphas)


@CALLS.at(np.array([[0.3, -1.4]]))
def polynomial_interpolation(alphas):
    return code4p(HISTOGRAMS)(alphas)
