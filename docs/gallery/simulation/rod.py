"""
The heat that flowed into a rod
===============================

A rod is heated at one end; a thermometer inside it, behind which nobody can look, is
all that is known. How much heat flowed in, and when? Temperatures are written in place,
step by step, and the heat of each step is a parameter. A little smoothness keeps the
noise of the thermometer out of the answer.
"""

import matplotlib.pyplot as plt
import numpy as np
from scipy.optimize import minimize

import tangentlite as tl

CELLS, STEPS = 30, 300
SENSOR = 6
K = 0.4  # diffusion in a step


def measured(heat):
    """The temperature at the sensor after each step."""
    u = np.zeros(CELLS)
    readings = np.zeros(STEPS)
    for step in range(STEPS):
        flow = K * (u[1:] - u[:-1])
        u[:-1] += flow
        u[1:] -= flow
        u[0] += heat[step]
        readings[step] = u[SENSOR]
    return readings


def loss(heat, readings, smoothness=20.0):
    misfit = np.sum((measured(heat) - readings) ** 2)
    return misfit + smoothness * np.sum(np.diff(heat, 2) ** 2)


# %%
# What the sensor shows of two pulses of heat
# -------------------------------------------

steps = np.arange(STEPS)
truth = 0.8 * np.exp(-(((steps - 70) / 18.0) ** 2)) + 0.4 * (abs(steps - 180) < 35)
rng = np.random.default_rng(1)
readings = measured(truth) + 0.05 * rng.normal(size=STEPS)

# %%
# The fit
# -------

start = np.zeros(STEPS)
arguments = (readings,)
fit = minimize(
    tl.value_and_grad(loss),
    start,
    arguments,
    jac=True,
    method="L-BFGS-B",
    options={"maxiter": 150},
)
print(f"loss {loss(start, readings):.2f} before, {fit.fun:.3f} after {fit.nit} steps")

figure, (above, below) = plt.subplots(
    2, 1, figsize=(7, 5), sharex=True, layout="constrained"
)
above.plot(steps, readings, ".", color="0.7", markersize=3, label="sensor")
above.plot(steps, measured(fit.x), color="C3", label="simulated")
above.set_ylabel("temperature")
above.legend()
below.fill_between(steps, truth, color="C0", alpha=0.25, label="truth")
below.plot(steps, fit.x, color="C3", label="found")
below.set(xlabel="step", ylabel="heat that flows in")
below.legend()
plt.show()
