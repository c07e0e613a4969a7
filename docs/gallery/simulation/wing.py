"""
The shape that the wind likes
=============================

A body of given area stands in a wind tunnel. The air is simulated by the lattice
Boltzmann method: in each cell densities of particles that move in nine directions meet,
relax, and go on to their neighbours; where the body is they turn round. What they leave
of their momentum there is its drag, and the radii of its outline are changed until it
is least: the disc becomes a slender wing.
"""

import matplotlib.pyplot as plt
import numpy as np
from scipy.optimize import minimize

import tangentlite as tl

H, W, STEPS = 32, 64, 150
WIND, RATE = 0.08, 1.0 / 0.56  # of the air; of the relaxation
DX = np.array([0, 1, 0, -1, 0, 1, -1, -1, 1])
DY = np.array([0, 0, 1, 0, -1, 1, 1, -1, -1])
WEIGHTS = np.array([4 / 9] + [1 / 9] * 4 + [1 / 36] * 4)
BACK = np.array([0, 3, 4, 1, 2, 7, 8, 5, 6])  # the opposite directions
Y, X = np.mgrid[:H, :W] - np.array([(H - 1) / 2, W / 3]).reshape(2, 1, 1)
DISTANCES, ANGLES = np.hypot(X, Y), np.arctan2(Y, X)
AREA = np.pi * 5.0**2
ORDERS = np.arange(1, 6)


def body(shape):
    """How much of each cell is solid: the outline's radii are a series of cosines."""
    logarithms = np.tensordot(shape, np.cos(ORDERS[:, None, None] * ANGLES), 1)
    circle = np.linspace(0.0, 2.0 * np.pi, 64, endpoint=False)
    outline = np.exp(shape @ np.cos(ORDERS[:, None] * circle))
    scale = np.sqrt(AREA / (np.pi * np.mean(outline**2)))
    return 1.0 / (1.0 + np.exp(2.0 * (DISTANCES - scale * np.exp(logarithms))))


def at_rest(density, vx, vy):
    """The densities in nine directions of air that has relaxed."""
    along = DX[:, None, None] * vx + DY[:, None, None] * vy
    squares = 1.5 * (vx**2 + vy**2)
    return density * WEIGHTS[:, None, None] * (1 + 3 * along + 4.5 * along**2 - squares)


def blow(solid):
    """The drag, and the velocities in the end."""
    ones = np.ones((H, W))
    arriving = at_rest(ones, WIND * ones, 0.0 * ones)
    f = arriving.copy()
    drag = 0.0
    for step in range(STEPS):
        density = np.sum(f, axis=0)
        vx = np.tensordot(DX, f, 1) / density
        vy = np.tensordot(DY, f, 1) / density
        relaxed = f + RATE * (at_rest(density, vx, vy) - f)
        turned = solid * (f[BACK] - relaxed)
        if step >= STEPS - 40:
            drag -= np.sum(np.tensordot(DX, turned, 1)) / 40
        moving = relaxed + turned
        for i in range(9):
            f[i] = np.roll(moving[i], (DY[i], DX[i]), axis=(0, 1))
        f[:, :, 0] = arriving[:, :, 0]
        f[:, :, -1] = f[:, :, -2]
    return drag, vx, vy


def loss(shape):
    return blow(body(shape))[0] + 0.01 * np.sum(shape**2)


start = np.zeros(len(ORDERS))
fit = minimize(
    tl.value_and_grad(loss),
    start,
    jac=True,
    method="L-BFGS-B",
    bounds=[(-0.7, 0.7)] * len(ORDERS),
    options={"maxiter": 10},
)
print(f"loss {loss(start):.4f} before, {fit.fun:.4f} after {fit.nit} steps")

# %%
# The air around both
# -------------------

figure, panels = plt.subplots(2, 1, figsize=(7, 7), layout="constrained")
for axes, shape, title in zip(panels, (start, fit.x), ("a disc", "the best shape")):
    solid = body(shape)
    drag, vx, vy = blow(solid)
    speeds = np.ma.masked_where(solid > 0.5, np.hypot(vx, vy))
    image = axes.imshow(speeds, cmap="viridis", vmin=0.0, vmax=0.14, origin="lower")
    air = np.where(solid > 0.5, np.nan, vx)
    axes.streamplot(
        np.arange(W), np.arange(H), air, vy, color="white", linewidth=0.5, arrowsize=0.6
    )
    axes.contourf(solid, [0.5, 1.1], colors="0.15", zorder=3)
    axes.set(title=f"{title}: drag {drag:.3f}", xticks=[], yticks=[])
figure.colorbar(image, ax=panels, label="speed of the air", shrink=0.6)
plt.show()
