"""
Swinging a pendulum up with a weak motor
========================================

The motor at the axis is too weak to lift the pendulum at once; it has to swing it to
and fro. The torque at each of a hundred steps is a parameter, bounded by what the motor
can do, and the loss is what is missing at the top in the end, and a little for the
effort.
"""

import matplotlib.pyplot as plt
import numpy as np
from scipy.optimize import minimize

import tangentlite as tl

STEPS, DT = 100, 0.12
STRONGEST = 0.5  # where gravity pulls with 1


def swing(torques):
    """Angle, zero below, and angular velocity after each step."""
    angles = np.zeros(STEPS + 1)
    speeds = np.zeros(STEPS + 1)
    for i in range(STEPS):
        pull = torques[i] - np.sin(angles[i]) - 0.05 * speeds[i]
        speeds[i + 1] = speeds[i] + DT * pull
        angles[i + 1] = angles[i] + DT * speeds[i + 1]
    return angles, speeds


def loss(torques):
    angles, speeds = swing(torques)
    missing = 1.0 + np.cos(angles[-10:]) + 0.5 * speeds[-10:] ** 2
    return np.mean(missing) + 0.02 * np.mean(torques**2)


start = 0.3 * np.sin(DT * np.arange(STEPS))
fit = minimize(
    tl.value_and_grad(loss),
    start,
    jac=True,
    method="L-BFGS-B",
    bounds=[(-STRONGEST, STRONGEST)] * STEPS,
    options={"maxiter": 300},
)
print(f"loss {loss(start):.3f} before, {fit.fun:.4f} after {fit.nit} steps")

# %%
# To and fro, and up
# ------------------

angles, speeds = swing(fit.x)
times = DT * np.arange(STEPS + 1)
figure, panels = plt.subplot_mosaic(
    "ac;bc", figsize=(9, 4.2), width_ratios=(1.4, 1), layout="constrained"
)
panels["a"].plot(times, angles / np.pi, color="C0")
panels["a"].axhline(np.sign(angles[-1]), color="0.5", linewidth=0.8)
panels["a"].set(ylabel="angle / pi", xticklabels=[])
panels["b"].step(times[:-1], fit.x, where="post", color="C3")
panels["b"].set(ylabel="torque", xlabel="time")
for i in range(0, STEPS + 1, 2):
    x, y = np.sin(angles[i]), -np.cos(angles[i])
    colour = plt.cm.viridis(i / STEPS)
    panels["c"].plot([0, x], [0, y], color=colour, linewidth=1.2)
    panels["c"].plot(x, y, "o", color=colour)
panels["c"].set(aspect="equal", title="from dark to bright")
panels["c"].set_axis_off()
plt.show()
