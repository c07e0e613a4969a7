"""
A smooth road through measured points
=====================================

The heights of the knots of a cubic spline are fitted to noisy points, of which some are
far off; an error counts by its logarithm there, so that these pull less. SciPy makes
the spline inside the loss, and its second derivative, squared and summed, is what bends
cost.
"""

import matplotlib.pyplot as plt
import numpy as np
from scipy.interpolate import CubicSpline
from scipy.optimize import minimize

import tangentlite as tl

KNOTS = np.linspace(0.0, 10.0, 16)
FINE = np.linspace(0.0, 10.0, 200)


def loss(heights, x, y, scale, stiffness):
    spline = CubicSpline(KNOTS, heights, bc_type="natural")
    errors = (spline(x) - y) / scale
    return np.sum(np.log1p(errors**2)) + stiffness * np.mean(spline(FINE, 2) ** 2)


# %%
# Points, some of them wrong
# --------------------------

rng = np.random.default_rng(0)
x = np.sort(rng.uniform(0.0, 10.0, 120))
truth = np.sin(x) + 0.15 * x
y = truth + 0.1 * rng.normal(size=x.size)
wrong = rng.uniform(size=x.size) < 0.2
y[wrong] += rng.exponential(1.5, size=wrong.sum())

# %%
# Robust, and by squares
# ----------------------

arguments = (x, y, 0.15, 0.5)
start = np.full(KNOTS.size, y.mean())
robust = minimize(tl.value_and_grad(loss), start, arguments, jac=True)
squares = minimize(tl.value_and_grad(loss), start, (x, y, 100.0, 1e-6), jac=True)
before = loss(start, *arguments)
print(f"loss {before:.1f} before, {robust.fun:.1f} after {robust.nit} steps")
for name, fit in (("robust", robust), ("squares", squares)):
    curve = CubicSpline(KNOTS, fit.x, bc_type="natural")
    print(f"{name}: {np.sqrt(np.mean((curve(x) - truth) ** 2)):.3f} from the truth")

figure, axes = plt.subplots(figsize=(8, 4), layout="constrained")
axes.plot(x, y, ".", color="0.6", label="measured")
axes.plot(FINE, np.sin(FINE) + 0.15 * FINE, "k:", label="truth")
for colour, (name, fit) in zip(
    ("C1", "C0"), (("squares", squares), ("robust", robust))
):
    curve = CubicSpline(KNOTS, fit.x, bc_type="natural")
    axes.plot(FINE, curve(FINE), color=colour, label=name)
    axes.plot(KNOTS, fit.x, "o", color=colour, markersize=3)
axes.set(xlabel="x", ylabel="height")
axes.legend(loc="upper left", ncols=2)
plt.show()
