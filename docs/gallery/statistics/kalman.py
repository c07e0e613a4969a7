"""
How much a ship is shaken: parameters of a Kalman filter
========================================================

A ship's position is measured with noise while gusts change its velocity. How strong are
gusts and noise? The Kalman filter predicts each measurement from those before it, and
what it does not predict gives the likelihood of both; its derivative runs through the
whole recursion of means and covariances.
"""

import matplotlib.pyplot as plt
import numpy as np
from scipy.optimize import minimize

import tangentlite as tl

MOVE = np.array([[1.0, 1.0], [0.0, 1.0]])  # position and velocity, a step later
GUST = np.array([[0.25, 0.5], [0.5, 1.0]])
SEEN = np.array([1.0, 0.0])


def filtered(parameters, measured):
    """The negative log-likelihood, and means and variances of position and velocity."""
    gusts, noise, drag = np.exp(parameters)
    move = MOVE - drag * np.array([[0.0, 0.0], [0.0, 1.0]])
    mean, covariance = np.zeros(2), 10.0 * np.eye(2)
    means = np.zeros((len(measured), 2))
    variances = np.zeros((len(measured), 2))
    cost = 0.0
    for t in range(len(measured)):
        mean = move @ mean
        covariance = move @ covariance @ move.T + gusts * GUST
        surprise = measured[t] - SEEN @ mean
        variance = SEEN @ covariance @ SEEN + noise
        gain = covariance @ SEEN / variance
        mean = mean + gain * surprise
        covariance = covariance - np.outer(gain, SEEN @ covariance)
        cost += 0.5 * (np.log(2.0 * np.pi * variance) + surprise**2 / variance)
        means[t] = mean
        variances[t] = np.diag(covariance)
    return cost, means, variances


def loss(parameters, measured):
    return filtered(parameters, measured)[0]


# %%
# A ship
# ------

rng = np.random.default_rng(5)
state, path = np.zeros(2), np.zeros((150, 2))
for t in range(150):
    gust = 0.3 * rng.normal()
    state = (
        MOVE @ state + gust * np.array([0.5, 1.0]) - 0.05 * np.array([0.0, state[1]])
    )
    path[t] = state
measured = path[:, 0] + 3.0 * rng.normal(size=len(path))
arguments = (measured,)

# %%
# The fit
# -------

start = np.log([1.0, 1.0, 0.2])
fit = minimize(tl.value_and_grad(loss), start, arguments, jac=True, method="BFGS")
print(f"loss {loss(start, measured):.1f} before, {fit.fun:.1f} after {fit.nit} steps")
print(
    "gusts {:.3f} (0.09), noise {:.2f} (9), drag {:.3f} (0.05)".format(*np.exp(fit.x))
)

times = np.arange(len(path))
figure, (above, middle, below) = plt.subplots(
    3, 1, figsize=(7, 6.5), sharex=True, layout="constrained"
)
above.plot(times, measured, ".", color="0.5", label="measured")
above.plot(times, path[:, 0], color="C1", label="truth")
above.set_ylabel("position")
for axes, parameters, title in ((middle, start, "before"), (below, fit.x, "after")):
    _, means, variances = filtered(parameters, measured)
    doubt = 2.0 * np.sqrt(variances[:, 1])
    axes.fill_between(
        times, means[:, 1] - doubt, means[:, 1] + doubt, color="C0", alpha=0.25
    )
    axes.plot(times, means[:, 1], color="C0", label="filtered")
    axes.plot(times, path[:, 1], color="C1", label="truth")
    axes.set(title=f"{title} the fit", ylabel="velocity", ylim=(-5.0, 4.0))
below.set_xlabel("time")
above.legend()
middle.legend(ncols=2)
plt.show()
