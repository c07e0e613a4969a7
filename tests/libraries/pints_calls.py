"""Functions that call pints."""

import numpy as np
import pints
from pints import toy

from tests.libraries.listed import Calls

CALLS = Calls()

TIMES = np.linspace(0.0, 20.0, 6)
GROWTH = toy.LogisticModel(2.0)
VALUES = GROWTH.simulate(np.array([0.3, 50.0]), TIMES) + 0.5
PROBLEM = pints.SingleOutputProblem(GROWTH, TIMES, VALUES)
KNOWN = pints.GaussianKnownSigmaLogLikelihood(PROBLEM, 1.5)
LIKELIHOOD = pints.GaussianLogLikelihood(PROBLEM)
ERROR = pints.SumOfSquaresError(PROBLEM)
ROOT = pints.RootMeanSquaredError(PROBLEM)
STUDENT = pints.StudentTLogLikelihood(PROBLEM)
AR1 = pints.AR1LogLikelihood(PROBLEM)
PRIOR = pints.ComposedLogPrior(
    pints.GaussianLogPrior(0.3, 0.1), pints.GaussianLogPrior(50.0, 10.0)
)
POSTERIOR = pints.LogPosterior(KNOWN, PRIOR)
START = np.array([0.28, 48.0])


@CALLS.at(START)
def simulate(parameters):
    return GROWTH.simulate(parameters, TIMES)


@CALLS.at(START)
def evaluate(parameters):
    return PROBLEM.evaluate(parameters)


@CALLS.at(START)
def sum_of_squares(parameters):
    return ERROR(parameters)


@CALLS.at(START)
def root_mean_square(parameters):
    return ROOT(parameters)


@CALLS.at(START)
def known_sigma(parameters):
    return KNOWN(parameters)


@CALLS.at(np.append(START, 1.4))
def unknown_sigma(parameters):
    return LIKELIHOOD(parameters)


@CALLS.at(np.append(START, [3.0, 1.4]))
def student(parameters):
    return STUDENT(parameters)


@CALLS.at(np.append(START, [0.4, 1.4]))
def autoregressive(parameters):
    return AR1(parameters)


@CALLS.at(START)
def prior(parameters):
    return PRIOR(parameters)


@CALLS.at(START)
def posterior(parameters):
    return POSTERIOR(parameters)


@CALLS.at(np.array([0.3]))
def cauchy(x):
    return pints.CauchyLogPrior(0.1, 0.4)(x)


@CALLS.at(np.array([0.3]))
def gamma(x):
    return pints.GammaLogPrior(2.0, 1.4)(x)


@CALLS.at(np.array([0.3, -0.4]))
def several_gaussians(x):
    return pints.MultivariateGaussianLogPrior(np.zeros(2), np.eye(2))(x)


@CALLS.at(np.array([0.3, -0.4]))
def rosenbrock(x):
    return toy.RosenbrockError()(x)


@CALLS.at(np.array([0.3, -0.4]))
def rosenbrock_density(x):
    return toy.RosenbrockLogPDF()(x)


@CALLS.at(np.array([0.3, -0.4]))
def banana(x):
    return toy.TwistedGaussianLogPDF(2, 0.1)(x)


@CALLS.at(np.array([0.3, 0.7]))
def logit(p):
    return pints.LogitTransformation(2).to_search(p)
