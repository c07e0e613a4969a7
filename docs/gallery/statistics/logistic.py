"""
A border between two kinds of points
====================================

Logistic regression with features that bend: the logarithm of the odds is a sum of bumps
at fixed places, whose heights L-BFGS finds. Newton's method with the exact Hessian
finds the same in fewer steps, and its inverse says how sure the border is.
"""

import matplotlib.pyplot as plt
import numpy as np
from scipy.optimize import minimize

import tangentlite as tl

gx, gy = np.meshgrid(np.linspace(-2, 2, 7), np.linspace(-2, 2, 7))
CENTRES = np.stack([gx.ravel(), gy.ravel()], axis=1)


def features(points):
    squares = np.sum((points[:, None, :] - CENTRES) ** 2, axis=2)
    return np.concatenate([np.exp(-squares), np.ones((len(points), 1))], axis=1)


def loss(weights, x, kinds, ridge=0.1):
    """The negative logarithm of the posterior."""
    odds = x @ weights
    return np.sum(np.logaddexp(0.0, odds) - kinds * odds) + ridge * np.sum(weights**2)


# %%
# Two moons
# ---------

rng = np.random.default_rng(0)
angle = rng.uniform(0.0, np.pi, 240)
kinds = np.repeat([0.0, 1.0], 120)
points = np.where(
    kinds[:, None] == 0,
    np.stack([np.cos(angle) - 0.5, np.sin(angle) - 0.4], axis=1),
    np.stack([0.5 - np.cos(angle), 0.4 - np.sin(angle)], axis=1),
)
points += 0.22 * rng.normal(size=points.shape)
x = features(points)
arguments = (x, kinds)
start = np.zeros(x.shape[1])

# %%
# Two methods
# -----------

gradient, hessian = tl.value_and_grad(loss), tl.hessian(loss)
fit = minimize(gradient, start, arguments, jac=True, method="L-BFGS-B")
newton = minimize(
    gradient, start, arguments, jac=True, hess=hessian, method="trust-exact"
)
print(f"loss {loss(start, *arguments):.1f} before, {fit.fun:.4f} after {fit.nit} steps")
print(f"Newton: {newton.fun:.4f} after {newton.nit} steps")

# %%
# The border, and how sure it is
# ------------------------------

h, v = np.meshgrid(np.linspace(-2.2, 2.2, 90), np.linspace(-2.0, 2.0, 90))
grid = features(np.stack([h.ravel(), v.ravel()], axis=1))
odds = grid @ newton.x
covariance = np.linalg.inv(hessian(newton.x, *arguments))
spread = np.sqrt(np.sum((grid @ covariance) * grid, axis=1))
figure, panels = plt.subplots(
    1, 2, figsize=(9.5, 4.2), sharex=True, sharey=True, layout="constrained"
)
chances = 1.0 / (1.0 + np.exp(-odds))
for axes, values, title, map_ in (
    (panels[0], chances, "probability", "RdBu_r"),
    (panels[1], spread, "standard error of the log odds", "viridis"),
):
    image = axes.contourf(h, v, values.reshape(h.shape), 20, cmap=map_)
    axes.contour(h, v, chances.reshape(h.shape), [0.5], colors="k")
    for kind, colour in ((0.0, "C0"), (1.0, "C3")):
        mine = points[kinds == kind]
        axes.plot(
            mine[:, 0], mine[:, 1], "o", color=colour, markeredgecolor="w", markersize=4
        )
    axes.set_title(title)
    figure.colorbar(image, ax=axes)
plt.show()
