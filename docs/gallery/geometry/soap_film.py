"""
A soap film in a bent wire
==========================

The film that a bent wire holds has the least area of all. It is a surface over a
square, whose heights inside are unknown: its area is the sum over triangles. Newton's
method needs few steps: SciPy's ``trust-krylov`` gets the gradient, and Hessian-vector
products by differentiating the gradient once more.
"""

import matplotlib.pyplot as plt
import numpy as np
from scipy.optimize import minimize

import tangentlite as tl

SIDE = 25
STEP = 2.0 / (SIDE - 1)
x, y = np.meshgrid(np.linspace(-1, 1, SIDE), np.linspace(-1, 1, SIDE))
WIRE = 0.5 * (x**2 - y**2) + 0.3 * np.sin(3.0 * x) * np.cos(2.0 * y)


def film(inside):
    heights = WIRE.copy()
    heights[1:-1, 1:-1] = inside.reshape(SIDE - 2, SIDE - 2)
    return heights


def loss(inside):
    """The area: two triangles in each cell."""
    z = film(inside)
    right, down = np.diff(z, axis=1) / STEP, np.diff(z, axis=0) / STEP
    one = np.sqrt(1.0 + right[:-1] ** 2 + down[:, :-1] ** 2)
    other = np.sqrt(1.0 + right[1:] ** 2 + down[:, 1:] ** 2)
    return 0.5 * STEP**2 * (np.sum(one) + np.sum(other))


rng = np.random.default_rng(0)
start = WIRE[1:-1, 1:-1].ravel() + 0.15 * rng.normal(size=(SIDE - 2) ** 2)
areas = [loss(start)]
fit = minimize(
    tl.value_and_grad(loss),
    start,
    jac=True,
    hessp=lambda inside, vector: tl.hvp(loss, inside, vector),
    method="trust-krylov",
    callback=lambda inside: areas.append(loss(inside)),
)
print(f"area {areas[0]:.4f} before, {fit.fun:.6f} after {fit.nit} steps")
print(f"slope {np.abs(fit.jac).max():.0e}")

figure = plt.figure(figsize=(10, 4), layout="constrained")
for place, inside, title in ((131, start, "crumpled"), (132, fit.x, "least area")):
    axes = figure.add_subplot(place, projection="3d")
    axes.plot_surface(
        x, y, film(inside), cmap="viridis", edgecolor="0.3", linewidth=0.2
    )
    axes.set(title=title, xticklabels=[], yticklabels=[], zticklabels=[], zlim=(-1, 1))
axes = figure.add_subplot(133)
axes.semilogy(np.array(areas) - fit.fun + 1e-16, "o-")
axes.set(xlabel="step of Newton's method", ylabel="area above the least")
plt.show()
