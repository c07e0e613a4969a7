"""
Three bodies that dance in a ring
=================================

Three equal masses attract each other. From which places and with which velocities do
they come back, after some time, each to where the next one was? The motion is
integrated in small steps that keep the energy; ``least_squares`` gets the Jacobian of
what is missing by all twelve numbers and the period, in forward mode.
"""

import matplotlib.pyplot as plt
import numpy as np
from scipy.optimize import least_squares

import tangentlite as tl

STEPS = 300


def forces(places):
    away = places[None, :, :] - places[:, None, :]
    distances = np.sum(away**2, axis=2) + np.eye(3)
    return np.sum(away / distances[:, :, None] ** 1.5, axis=1)


def paths(unknown):
    """Places at each step of a third of the period, and the velocities in the end."""
    places, speeds = unknown[:6].reshape(3, 2), unknown[6:12].reshape(3, 2)
    dt = unknown[12] / 3.0 / STEPS
    track = np.zeros((STEPS + 1, 3, 2))
    track[0] = places
    speeds = speeds + dt / 2 * forces(places)
    for step in range(STEPS):
        places = places + dt * speeds
        pull = forces(places)
        speeds = speeds + dt * pull
        track[step + 1] = places
    return track, speeds - dt / 2 * pull


def missing(unknown):
    """What each body lacks to be where the next one began, and the centre's motion."""
    track, speeds = paths(unknown)
    first = unknown[6:12].reshape(3, 2)
    apart = np.roll(track[0], -1, axis=0) - track[-1]
    faster = np.roll(first, -1, axis=0) - speeds
    centre = np.concatenate([np.sum(track[0], axis=0), np.sum(first, axis=0)])
    return np.concatenate([apart.ravel(), faster.ravel(), centre])


def loss(unknown):
    return 0.5 * np.sum(missing(unknown) ** 2)


# %%
# A guess: almost in a line, the one in the middle faster
# -------------------------------------------------------

start = np.array([-1, 0.2, 1, -0.2, 0, 0, 0.4, 0.5, 0.4, 0.5, -0.8, -1.0, 6.0])
fit = least_squares(missing, start, jac=tl.jacobian(missing))
print(f"loss {loss(start):.3f} before, {fit.cost:.1e} after {fit.nfev} evaluations")
print(f"period {fit.x[12]:.3f}")

figure, panels = plt.subplots(
    1, 2, figsize=(9.5, 3.2), sharey=True, layout="constrained"
)
for axes, unknown, title in zip(panels, (start, fit.x), ("guess", "found")):
    track, _ = paths(unknown)
    for body in range(3):
        axes.plot(track[:, body, 0], track[:, body, 1], color=f"C{body}")
        axes.plot(track[0, body, 0], track[0, body, 1], "o", color=f"C{body}")
        arrow = {"arrowstyle": "-|>", "color": f"C{body}"}
        axes.annotate("", track[-1, body], track[-9, body], arrowprops=arrow)
    axes.set(title=f"{title}: a third of the period", aspect="equal")
plt.show()
