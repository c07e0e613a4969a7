"""Functions that call filterpy."""

import numpy as np
from filterpy import common, gh, kalman, leastsq, memory, stats

from tests.libraries.listed import Calls

CALLS = Calls()

F = np.array([[1.0, 0.1], [0.0, 1.0]])
H = np.array([[1.0, 0.0]])
P = np.array([[2.0, 0.3], [0.3, 1.0]])
Q = np.array([[0.01, 0.002], [0.002, 0.02]])
STATE = np.array([0.3, -0.2])
MEASURED = np.array([0.1, 0.25, 0.2, 0.4, 0.35])


def made(noise=0.1):
    found = kalman.KalmanFilter(dim_x=2, dim_z=1)
    found.x, found.F, found.H, found.P, found.Q = STATE, F, H, P, Q
    found.R = np.array([[noise]])
    return found


FILTER = made()
POINTS = kalman.MerweScaledSigmaPoints(2, alpha=0.5, beta=2.0, kappa=1.0)


@CALLS.at(STATE, P)
def predict(x, p):
    return kalman.predict(x, p, F, Q)


@CALLS.at(STATE, P, 0.4)
def update(x, p, z):
    return kalman.update(x, p, np.array([z]), np.array([[0.1]]), H)


@CALLS.at(0.3, 2.0, 0.4)
def update_scalars(x, p, z):
    return kalman.update(np.array([x]), np.array([[p]]), z, 0.1)


@CALLS.at(0.1)
def filter_made_inside(noise):
    found = kalman.KalmanFilter(dim_x=2, dim_z=1)
    found.F, found.H, found.P, found.Q = F, H, P, Q
    found.R = found.R * noise
    total = 0.0
    for z in MEASURED:
        found.predict()
        found.update(z)
        total += found.x[0, 0]
    return total


@CALLS.at(MEASURED)
def filter_outside(measured):
    FILTER.x = STATE
    FILTER.P = P
    for i in range(len(measured)):
        FILTER.predict()
        FILTER.update(measured[i])
    return FILTER.x


@CALLS.at(0.1)
def log_likelihood(noise):
    found = made(noise)
    total = 0.0
    for z in MEASURED:
        found.predict()
        found.update(z)
        total += found.log_likelihood
    return total


@CALLS.at(MEASURED)
def batch(measured):
    means, *_ = made().batch_filter(measured)
    return means


@CALLS.at(STATE, P)
def sigma_points(x, p):
    return POINTS.sigma_points(x, (p + p.T) / 2.0)


@CALLS.at(STATE, P)
def unscented(x, p):
    points = POINTS.sigma_points(x, (p + p.T) / 2.0)
    return kalman.unscented_transform(np.sin(points), POINTS.Wm, POINTS.Wc, Q)


@CALLS.at(STATE)
def extended(x):
    found = kalman.ExtendedKalmanFilter(2, 1)
    found.x, found.F, found.P = x, F, P
    found.predict()
    found.update(np.array([0.4]), lambda x: H, lambda x: H @ x)
    return found.x


@CALLS.at(MEASURED)
def g_h_filter(measured):
    found = gh.GHFilter(x=0.0, dx=0.1, dt=1.0, g=0.6, h=0.02)
    for z in measured:
        found.update(z)
    return found.x


@CALLS.at(MEASURED)
def fading(measured):
    found = memory.FadingMemoryFilter(np.zeros(2), 1.0, 1, 0.6)
    for z in measured:
        found.update(z)
    return found.x


@CALLS.at(MEASURED)
def least_squares(measured):
    found = leastsq.LeastSquaresFilter(dt=1.0, order=1)
    for z in measured:
        found.update(z)
    return found.x


@CALLS.at(0.3, 0.1, 1.4)
def gaussian(x, mean, variance):
    return stats.gaussian(x, mean, variance)


@CALLS.at(0.3, 1.1, 0.7, 0.4)
def product(m1, v1, m2, v2):
    return stats.mul(m1, v1, m2, v2)


@CALLS.at(STATE, P)
def density(x, p):
    return stats.multivariate_gaussian(x, np.zeros(2), p)


@CALLS.at(STATE, P)
def mahalanobis(x, p):
    return stats.mahalanobis(x, np.zeros(2), p)


@CALLS.at(0.1, 0.4)
def discrete_noise(dt, variance):
    return common.Q_discrete_white_noise(2, dt, variance)


@CALLS.at(0.1, 0.4)
def continuous_noise(dt, density):
    return common.Q_continuous_white_noise(2, dt, density)
