"""
Cameras and points from pictures: bundle adjustment
===================================================

Six cameras look at eighty points. Known are, roughly, where all stand, and exactly
where points are in pictures. The residuals of all pictures are made zero together; each
of them depends on one camera and one point, so that the Jacobian is sparse.
``tl.sparse_jacobian`` finds its pattern by itself, and ``least_squares`` uses it.
"""

import matplotlib.pyplot as plt
import numpy as np
from scipy.optimize import least_squares
from scipy.spatial.transform import Rotation

import tangentlite as tl

CAMERAS, POINTS = 6, 80
FOCUS = 2.0
SEEN_BY = np.repeat(np.arange(CAMERAS), POINTS)
SEEN = np.tile(np.arange(POINTS), CAMERAS)


def turned(vectors, rotations):
    """Turn each vector about an axis, by an angle that is the length of the axis."""
    angles = np.sqrt(np.sum(rotations**2, axis=1) + 1e-12)[:, None]
    axes = rotations / angles
    along = np.sum(axes * vectors, axis=1)[:, None]
    return (
        np.cos(angles) * vectors
        + np.sin(angles) * np.cross(axes, vectors)
        + (1.0 - np.cos(angles)) * along * axes
    )


def projected(unknown):
    """Where the points are in the pictures."""
    cameras = unknown[: 6 * CAMERAS].reshape(CAMERAS, 6)
    points = unknown[6 * CAMERAS :].reshape(POINTS, 3)
    mine = cameras[SEEN_BY]
    before = turned(points[SEEN], mine[:, :3]) + mine[:, 3:]
    return FOCUS * before[:, :2] / before[:, 2:]


def residuals(unknown, pictures):
    return (projected(unknown) - pictures).ravel()


def loss(unknown, pictures):
    return 0.5 * np.sum(residuals(unknown, pictures) ** 2)


# %%
# A spiral of points, and cameras in a ring
# -----------------------------------------

rng = np.random.default_rng(0)
t = np.linspace(0.0, 4.0 * np.pi, POINTS)
points = np.stack([np.cos(t), np.sin(t), t / 6.0 - 1.0], axis=1)
cameras = np.zeros((CAMERAS, 6))
for k in range(CAMERAS):
    turn = Rotation.from_euler("zx", [60.0 * k, 70.0], degrees=True)
    cameras[k, :3] = turn.as_rotvec()
    cameras[k, 3:] = (0.0, 0.0, 5.0)
truth = np.concatenate([cameras.ravel(), points.ravel()])
arguments = (projected(truth) + 0.001 * rng.normal(size=(CAMERAS * POINTS, 2)),)
start = truth + 0.15 * rng.normal(size=truth.size)

# %%
# The fit
# -------

jacobian = tl.sparse_jacobian(residuals)
fit = least_squares(residuals, start, jac=jacobian, args=arguments, x_scale="jac")
matrix = jacobian(fit.x, *arguments)
print(
    f"loss {loss(start, *arguments):.3f} before, {fit.cost:.1e} after {fit.nfev} steps"
)
print(f"Jacobian {matrix.shape}, {matrix.nnz} entries, {jacobian.colors} products")

figure = plt.figure(figsize=(10, 4), layout="constrained")
for place, unknown, title in ((131, start, "guess"), (132, fit.x, "found")):
    axes = figure.add_subplot(place, projection="3d")
    found = unknown[6 * CAMERAS :].reshape(POINTS, 3)
    axes.scatter(*found.T, c=t, cmap="viridis", s=12, depthshade=False)
    axes.plot(*found.T, color="0.6", linewidth=0.5)
    axes.set(title=title, xticklabels=[], yticklabels=[], zticklabels=[])
axes = figure.add_subplot(133)
axes.spy(matrix, markersize=0.3, aspect="auto")
axes.set(title="entries of the Jacobian", xticks=[], yticks=[])
plt.show()
