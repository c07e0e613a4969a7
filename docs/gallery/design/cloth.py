"""
A cloth that hangs
==================

A cloth of springs is held at its corners and at a pole in the middle. It comes to rest
where its energy is least: that of the springs, for which the ends of each are picked
out of an array by their numbers, and that of its weight. The gradient of the energy is
the force on each knot, and nobody had to write it down.
"""

import matplotlib.pyplot as plt
import numpy as np
from scipy.optimize import minimize

import tangentlite as tl

SIDE = 21
WEIGHT, STIFF = 0.02, 20.0
numbers = np.arange(SIDE * SIDE).reshape(SIDE, SIDE)
SPRINGS = np.concatenate(
    [
        np.stack([numbers[:-1].ravel(), numbers[1:].ravel()], axis=1),
        np.stack([numbers[:, :-1].ravel(), numbers[:, 1:].ravel()], axis=1),
        np.stack([numbers[:-1, :-1].ravel(), numbers[1:, 1:].ravel()], axis=1),
        np.stack([numbers[1:, :-1].ravel(), numbers[:-1, 1:].ravel()], axis=1),
    ]
)
x, y = np.meshgrid(np.linspace(-1, 1, SIDE), np.linspace(-1, 1, SIDE))
FLAT = np.stack([x.ravel(), y.ravel(), np.zeros(SIDE * SIDE)], axis=1)
LENGTHS = np.linalg.norm(FLAT[SPRINGS[:, 0]] - FLAT[SPRINGS[:, 1]], axis=1)

HELD = np.array([0, SIDE - 1, SIDE * (SIDE - 1), SIDE * SIDE - 1, SIDE * SIDE // 2])
PINS = FLAT[HELD] * np.array([0.75, 0.75, 1.0]) + np.array([0.0, 0.0, 0.6])
PINS[-1, 2] = 1.0
FREE = np.setdiff1d(numbers, HELD)


def cloth(flat):
    """The places of all knots."""
    knots = np.zeros((SIDE * SIDE, 3))
    knots[FREE] = flat.reshape(-1, 3)
    knots[HELD] = PINS
    return knots


def loss(flat):
    """The energy."""
    knots = cloth(flat)
    along = knots[SPRINGS[:, 1]] - knots[SPRINGS[:, 0]]
    lengths = np.sqrt(np.sum(along**2, axis=1))
    stretched = STIFF * np.sum((lengths / LENGTHS - 1.0) ** 2 * LENGTHS)
    return stretched + WEIGHT * np.sum(knots[:, 2])


rng = np.random.default_rng(0)
start = (FLAT[FREE] + 0.01 * rng.normal(size=(len(FREE), 3))).ravel()
fit = minimize(
    tl.value_and_grad(loss),
    start,
    jac=True,
    method="L-BFGS-B",
    options={"maxiter": 1500, "maxfun": 3000},
)
print(f"energy {loss(start):.3f} before, {fit.fun:.4f} after {fit.nit} steps")
forces = np.abs(tl.grad(loss)(fit.x)).max()
print(f"no knot is pulled by more than {forces:.0e}")

# %%
# At rest
# -------

figure = plt.figure(figsize=(7, 5.5), layout="constrained")
axes = figure.add_subplot(projection="3d")
knots = cloth(fit.x).reshape(SIDE, SIDE, 3)
axes.plot_surface(
    *knots.transpose(2, 0, 1),
    cmap="viridis",
    rstride=1,
    cstride=1,
    edgecolor="0.2",
    linewidth=0.3,
)
axes.scatter(*PINS.T, color="C3", s=30, depthshade=False)
axes.view_init(elev=25, azim=-60)
axes.set_box_aspect((1, 1, 0.6), zoom=1.25)
axes.set_axis_off()
plt.show()
