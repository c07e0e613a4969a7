"""
A Gaussian process that learns its kernel
=========================================

Thirty noisy values of a function: a Gaussian process with a periodic kernel times a
slow one draws a curve through them, with its doubts. Amplitude, length, period and
noise are those of the greatest marginal likelihood, whose gradient goes through the
Cholesky factor.
"""

import matplotlib.pyplot as plt
import numpy as np
from scipy.linalg import cho_factor, cho_solve
from scipy.optimize import minimize

import tangentlite as tl


def kernel(x, z, parameters):
    amplitude, length, wave, period = np.exp(parameters[:4])
    distances = x[:, None] - z[None, :]
    slow = np.exp(-0.5 * (distances / length) ** 2)
    periodic = np.exp(-2.0 * (np.sin(np.pi * distances / period) / wave) ** 2)
    return amplitude * slow * periodic


def loss(parameters, x, y):
    """The negative logarithm of the marginal likelihood."""
    matrix = kernel(x, x, parameters) + np.exp(parameters[4]) * np.eye(len(x))
    factor = cho_factor(matrix, lower=True)
    misfit = 0.5 * y @ cho_solve(factor, y)
    return (
        misfit + np.sum(np.log(np.diag(factor[0]))) + 0.5 * len(x) * np.log(2 * np.pi)
    )


# %%
# Data, and the fit
# -----------------


def f(x):
    return np.sin(2.0 * np.pi * x / 2.3) * np.exp(-0.1 * x) + 0.3 * np.cos(5.5 * x)


rng = np.random.default_rng(4)
x = np.sort(rng.uniform(0.0, 8.0, 30))
arguments = (x, f(x) + 0.1 * rng.normal(size=x.size))
y = arguments[1]
start = np.log(np.array([1.0, 3.0, 1.0, 2.0, 0.1]))
fit = minimize(tl.value_and_grad(loss), start, arguments, jac=True)
print(f"loss {loss(start, x, y):.2f} before, {fit.fun:.2f} after {fit.nit} steps")
for name, value in zip(("amplitude", "length", "wave", "period", "noise"), fit.x):
    print(f"{name} {np.exp(value):.3f}")

# %%
# The curve, and what it does not know
# ------------------------------------


def predicted(parameters, at):
    matrix = kernel(x, x, parameters) + np.exp(parameters[4]) * np.eye(len(x))
    across = kernel(at, x, parameters)
    factor = cho_factor(matrix, lower=True)
    mean = across @ cho_solve(factor, y)
    left = kernel(at, at, parameters) - across @ cho_solve(factor, across.T)
    return mean, np.sqrt(np.maximum(np.diag(left), 0.0))


at = np.linspace(-1.0, 11.0, 400)
figure, panels = plt.subplots(
    2, 1, figsize=(7, 5), sharex=True, sharey=True, layout="constrained"
)
for axes, parameters, title in zip(panels, (start, fit.x), ("before", "after")):
    mean, doubt = predicted(parameters, at)
    axes.fill_between(at, mean - 2 * doubt, mean + 2 * doubt, color="C0", alpha=0.2)
    axes.plot(at, mean, color="C0", label="mean, and two standard deviations")
    axes.plot(at, f(at), "k:", linewidth=1, label="truth")
    axes.plot(x, y, "ko", markersize=4)
    axes.set_title(f"{title} the fit")
panels[1].set_xlabel("x")
panels[0].legend(loc="upper right")
plt.show()
