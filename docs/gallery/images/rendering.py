"""
Where the spheres are: ray tracing backward
===========================================

Rays through the pixels of a picture meet spheres, which are shaded by a lamp and seen
in front of each other. The edges are a little soft, so that the picture depends
smoothly on all: places, radii and colours of three spheres and the direction of the
light are found from the picture alone.
"""

import matplotlib.pyplot as plt
import numpy as np
from scipy.optimize import minimize
from scipy.special import expit

import tangentlite as tl

SIDE = 40
SOFT = 0.03
Y, X = np.mgrid[1 : -1 : SIDE * 1j, -1 : 1 : SIDE * 1j]


def render(scene):
    """A picture of spheres, each (x, y, z, log radius, r, g, b), from far to near."""
    light = scene["light"] / np.linalg.norm(scene["light"])
    picture = np.full((SIDE, SIDE, 3), 0.1)
    for k in np.argsort(scene["spheres"][:, 2]):
        x, y, z, logarithm = scene["spheres"][k, :4]
        colour = scene["spheres"][k, 4:]
        scale = 4.0 / (4.0 - z)  # the eye is four in front of the picture
        radius = np.exp(logarithm) * scale
        dx, dy = (X - x * scale) / radius, (Y - y * scale) / radius
        inside = 1.0 - dx**2 - dy**2
        height = np.sqrt(np.maximum(inside, 1e-3))
        bright = np.maximum(dx * light[0] + dy * light[1] + height * light[2], 0.0)
        covered = expit(inside * radius / SOFT)
        shade = (0.25 + 0.75 * bright)[:, :, None] * colour
        picture += covered[:, :, None] * (shade - picture)
    return picture


def loss(scene, wanted):
    return np.mean((render(scene) - wanted) ** 2)


# %%
# The picture, and a wrong guess
# ------------------------------

truth = {
    "light": np.array([-0.6, 0.7, 0.6]),
    "spheres": np.array(
        [
            [-0.45, 0.2, -0.6, np.log(0.45), 0.9, 0.25, 0.2],
            [0.35, -0.3, 0.3, np.log(0.4), 0.2, 0.6, 0.9],
            [0.4, 0.5, -0.2, np.log(0.28), 0.95, 0.8, 0.2],
        ]
    ),
}
start = {
    "light": np.array([0.2, 0.1, 1.0]),
    "spheres": np.array(
        [
            [-0.3, 0.0, -0.6, np.log(0.3), 0.5, 0.4, 0.4],
            [0.2, -0.2, 0.3, np.log(0.3), 0.4, 0.5, 0.5],
            [0.2, 0.4, -0.2, np.log(0.25), 0.5, 0.5, 0.4],
        ]
    ),
}
wanted = render(truth)
arguments = (wanted,)
vector, unflatten = tl.flatten(start)
scenes = [vector]


def of_vector(flat):
    return loss(unflatten(flat), wanted)


fit = minimize(
    tl.value_and_grad(of_vector),
    vector,
    jac=True,
    method="L-BFGS-B",
    callback=lambda flat: scenes.append(flat.copy()),
    options={"maxiter": 400},
)
print(f"loss {loss(start, wanted):.5f} before, {fit.fun:.1e} after {fit.nit} steps")

figure, panels = plt.subplots(1, 5, figsize=(11, 2.7), layout="constrained")
for axes, step in zip(panels, (0, 5, 20, len(scenes) - 1)):
    axes.imshow(np.clip(render(unflatten(scenes[step])), 0.0, 1.0))
    axes.set_title(f"step {step}")
panels[4].imshow(np.clip(wanted, 0.0, 1.0))
panels[4].set_title("wanted")
for axes in panels:
    axes.set_axis_off()
plt.show()
