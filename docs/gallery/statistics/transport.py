"""
The cheapest way from one heap to another
=========================================

Sand lies in one heap and is wanted in three. Sinkhorn's algorithm finds a plan of
transport that is nearly the cheapest by scaling rows and columns in turn. What it costs
has a derivative by the places of the grains, through all steps of the loop: following
it the grains flow to where they are wanted, without anyone being told which goes where.
"""

import matplotlib.pyplot as plt
import numpy as np
from scipy.optimize import minimize
from scipy.special import logsumexp

import tangentlite as tl

GRAINS = 60
BLUR, ROUNDS = 0.02, 40


def costs(x, y):
    return np.sum((x[:, None, :] - y[None, :, :]) ** 2, axis=2)


def transport(x, y):
    """The blurred cost of the best plan, and the plan."""
    cost = costs(x, y)
    f, g = np.zeros(len(x)), np.zeros(len(y))
    for _ in range(ROUNDS):
        f = -BLUR * logsumexp((g - cost) / BLUR - np.log(len(y)), axis=1)
        g = -BLUR * logsumexp((f[:, None] - cost) / BLUR - np.log(len(x)), axis=0)
    plan = np.exp((f[:, None] + g - cost) / BLUR) / (len(x) * len(y))
    return np.mean(f) + np.mean(g), plan


def loss(flat, wanted):
    """Sinkhorn's divergence: zero if both heaps are the same."""
    places = flat.reshape(-1, 2)
    among_themselves = transport(places, places)[0]
    return transport(places, wanted)[0] - 0.5 * among_themselves


rng = np.random.default_rng(0)
start = (0.2 * rng.normal(size=(GRAINS, 2)) + (-1.0, 0.0)).ravel()
centres = np.array([[0.6, 0.8], [1.0, -0.2], [0.2, -0.9]])
wanted = np.repeat(centres, GRAINS // 3, axis=0) + 0.12 * rng.normal(size=(GRAINS, 2))
arguments = (wanted,)
courses = [start]
fit = minimize(
    tl.value_and_grad(loss),
    start,
    arguments,
    jac=True,
    method="L-BFGS-B",
    callback=lambda flat: courses.append(flat.copy()),
    options={"maxiter": 30},
)
print(f"loss {loss(start, wanted):.4f} before, {fit.fun:.4f} after {fit.nit} steps")

# %%
# The plan in the beginning, and the way of the grains
# ----------------------------------------------------

figure, (left, right) = plt.subplots(
    1, 2, figsize=(9.5, 4.3), sharex=True, sharey=True, layout="constrained"
)
places = start.reshape(-1, 2)
_, plan = transport(places, wanted)
for i, j in np.argwhere(plan > 0.2 * plan.max()):
    left.plot(*np.stack([places[i], wanted[j]], axis=1), color="0.5", linewidth=0.4)
course = np.array(courses).reshape(len(courses), GRAINS, 2)
for grain in range(GRAINS):
    right.plot(course[:, grain, 0], course[:, grain, 1], color="0.7", linewidth=0.6)
for axes, x, title in ((left, places, "the plan"), (right, course[-1], "moved")):
    axes.plot(wanted[:, 0], wanted[:, 1], "x", color="C3", label="wanted")
    axes.plot(x[:, 0], x[:, 1], "o", color="C0", markersize=4, label="grains")
    axes.set(title=title, aspect="equal")
left.legend()
plt.show()
