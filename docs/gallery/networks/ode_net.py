"""
A network that says how things move
===================================

A spiral is known by noisy points at a few times. Its law of motion is a small network,
``y' = network(y)``, which the classical method of Runge and Kutta integrates from point
to point inside the loss; the derivative by all weights goes back through its steps.
SciPy's ``solve_ivp`` made the points, and shows in the end where the network leads.
"""

import matplotlib.pyplot as plt
import numpy as np
from scipy.integrate import solve_ivp
from scipy.optimize import minimize

import tangentlite as tl

HIDDEN = 10
SUBSTEPS = 3
TIMES = np.linspace(0.0, 12.0, 40)


def motion(y, flat):
    """A network for the cubes of the coordinates."""
    w1 = flat[: 2 * HIDDEN].reshape(HIDDEN, 2)
    b1 = flat[2 * HIDDEN : 3 * HIDDEN]
    w2 = flat[3 * HIDDEN :].reshape(2, HIDDEN)
    return w2 @ np.tanh(w1 @ y**3 + b1)


def trajectory(flat, beginning, times):
    path = np.zeros((len(times), 2))
    path[0] = beginning
    y = beginning
    for i in range(1, len(times)):
        h = (times[i] - times[i - 1]) / SUBSTEPS
        for _ in range(SUBSTEPS):
            k1 = motion(y, flat)
            k2 = motion(y + h / 2 * k1, flat)
            k3 = motion(y + h / 2 * k2, flat)
            k4 = motion(y + h * k3, flat)
            y = y + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
        path[i] = y
    return path


def loss(flat, seen, times):
    return np.mean((trajectory(flat, seen[0], times) - seen) ** 2)


# %%
# A spiral, and three fits of more and more of it
# -----------------------------------------------


def spiral(t, y):
    return np.array([[-0.1, 2.0], [-2.0, -0.1]]) @ y**3


rng = np.random.default_rng(1)
beginning = np.array([1.6, 0.0])
truth = solve_ivp(spiral, (0.0, TIMES[-1]), beginning, t_eval=TIMES, rtol=1e-8).y.T
seen = truth + 0.03 * rng.normal(size=truth.shape)
seen[0] = beginning
arguments = (seen, TIMES)
start = 0.4 * rng.normal(size=5 * HIDDEN)
gradient = tl.value_and_grad(loss)
found = start
for count in (8, 16, 24, 40):
    some = (seen[:count], TIMES[:count])
    fit = minimize(
        gradient, found, some, jac=True, method="L-BFGS-B", options={"maxiter": 60}
    )
    found = fit.x
    print(f"the first {count} points: loss {fit.fun:.5f} after {fit.nit} steps")
print(f"loss {loss(start, *arguments):.4f} before, {loss(found, *arguments):.5f} after")

# %%
# The path, and the field
# -----------------------

figure, (left, right) = plt.subplots(1, 2, figsize=(9.5, 4.5), layout="constrained")
fine = np.linspace(0.0, TIMES[-1], 400)
solution = solve_ivp(
    lambda t, y: motion(y, found), (0.0, TIMES[-1]), beginning, t_eval=fine, rtol=1e-6
)
path = solution.y.T
for k, name in enumerate(("x", "y")):
    left.plot(fine, path[:, k], color=f"C{k}", label=name)
    left.plot(TIMES, seen[:, k], "o", color=f"C{k}", markersize=4)
left.set(xlabel="time", title="points, and what the network makes")
left.legend()
x, y = np.meshgrid(np.linspace(-2, 2, 25), np.linspace(-2, 2, 25))
arrows = np.array([[motion(np.array(p), found) for p in zip(*r)] for r in zip(x, y)])
right.streamplot(x, y, arrows[:, :, 0], arrows[:, :, 1], color="0.7", linewidth=0.8)
right.plot(path[:, 0], path[:, 1], "C3")
right.plot(seen[:, 0], seen[:, 1], "k.", markersize=4)
right.set(title="the law that it found", aspect="equal", xlim=(-2, 2), ylim=(-2, 2))
plt.show()
