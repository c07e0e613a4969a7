"""Functions that call statsmodels."""

import numpy as np
import statsmodels.api as sm
from statsmodels.discrete.count_model import ZeroInflatedPoisson
from statsmodels.miscmodels.ordinal_model import OrderedModel
from statsmodels.robust import norms
from statsmodels.tsa import arima_process as arma_process
from statsmodels.tsa.arima.model import ARIMA

from tests.libraries.listed import Calls

CALLS = Calls()

rng = np.random.default_rng(1)
X = sm.add_constant(rng.normal(size=(30, 2)))
BETA = np.array([0.2, -0.4, 0.3])
FLAGS = (rng.uniform(size=30) < 0.5).astype(float)
COUNTS = rng.poisson(2.0, size=30).astype(float)
Y = X @ BETA + 0.3 * rng.normal(size=30)
POSITIVE = np.exp(Y)
SERIES = np.cumsum(rng.normal(size=40)) * 0.3

LOGIT = sm.Logit(FLAGS, X)
PROBIT = sm.Probit(FLAGS, X)
POISSON = sm.Poisson(COUNTS, X)
NEGATIVE_BINOMIAL = sm.NegativeBinomial(COUNTS, X)
OLS = sm.OLS(Y, X)
WLS = sm.WLS(Y, X, weights=np.linspace(0.5, 1.5, 30))
GLM_GAMMA = sm.GLM(POSITIVE, X, family=sm.families.Gamma(sm.families.links.Log()))
GLM_POISSON = sm.GLM(COUNTS, X, family=sm.families.Poisson())
GLM_BINOMIAL = sm.GLM(FLAGS, X, family=sm.families.Binomial())
MULTINOMIAL = sm.MNLogit(np.arange(30) % 3, X)
INFLATED = ZeroInflatedPoisson(COUNTS, X)
ORDERED = OrderedModel(np.arange(30) % 3, X[:, 1:], distr="logit")
ARIMA_MODEL = ARIMA(SERIES, order=(1, 0, 1))
AUTOREGRESSION = sm.tsa.AutoReg(SERIES, 2)


@CALLS.at(BETA)
def logit(beta):
    return LOGIT.loglike(beta)


@CALLS.at(BETA)
def probit(beta):
    return PROBIT.loglike(beta)


@CALLS.at(BETA)
def poisson(beta):
    return POISSON.loglike(beta)


@CALLS.at(np.append(BETA, 0.7))
def negative_binomial(parameters):
    return NEGATIVE_BINOMIAL.loglike(parameters)


@CALLS.at(BETA)
def logit_score(beta):
    return LOGIT.score(beta)


@CALLS.at(BETA)
def logit_made_inside(beta):
    return sm.Logit(FLAGS, X).loglike(beta)


@CALLS.at(BETA.repeat(2).reshape(3, 2) * 0.5)
def multinomial(beta):
    return MULTINOMIAL.loglike(beta)


@CALLS.at(np.append(-0.3, BETA))
def zero_inflated(parameters):
    return INFLATED.loglike(parameters)


@CALLS.at(np.array([0.3, -0.2, -0.5, 0.1]))
def ordered(parameters):
    return ORDERED.loglike(parameters)


@CALLS.at(BETA)
def ols(beta):
    return OLS.loglike(beta)


@CALLS.at(BETA)
def wls(beta):
    return WLS.loglike(beta)


@CALLS.at(Y, X)
def ols_fit(y, x):
    return sm.OLS(y, x).fit().params


@CALLS.at(BETA)
def glm_gamma(beta):
    return GLM_GAMMA.loglike(beta)


@CALLS.at(BETA)
def glm_poisson(beta):
    return GLM_POISSON.loglike(beta)


@CALLS.at(BETA)
def glm_binomial(beta):
    return GLM_BINOMIAL.loglike(beta)


@CALLS.at(np.linspace(0.5, 2.0, 30))
def deviance(mu):
    return sm.families.Gamma().deviance(POSITIVE, mu)


@CALLS.at(np.array([0.1, 0.6]))
def logit_link(p):
    return sm.families.links.Logit()(p)


@CALLS.at(np.array([0.1, 0.4, 0.3, 0.5]))
def arima(parameters):
    return ARIMA_MODEL.loglike(parameters)


@CALLS.at(np.array([0.1, 0.4, 0.3]))
def autoregression(parameters):
    return AUTOREGRESSION.predict(parameters)


@CALLS.at(np.linspace(-3.0, 3.0, 8))
def huber(residuals):
    return np.sum(norms.HuberT()(residuals))


@CALLS.at(np.linspace(-3.0, 3.0, 8))
def tukey(residuals):
    return norms.TukeyBiweight().rho(residuals)


@CALLS.at(SERIES)
def autocorrelation(series):
    return sm.tsa.acf(series, nlags=5, fft=False)


@CALLS.at(SERIES)
def durbin_watson(residuals):
    return sm.stats.stattools.durbin_watson(residuals)


@CALLS.at(np.array([0.6, -0.2]))
def impulse_response(ar):
    polynomial = np.r_[1.0, -ar]
    return arma_process.arma_impulse_response(polynomial, np.array([1.0, 0.4]), 8)
