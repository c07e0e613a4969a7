"""
A mixture of Gaussians
======================

Points come from a few clouds, and nobody says which: the weights, centres and shapes of
the clouds are fitted by the likelihood of all points at once. The parameters are a
dict; `tl.flatten` makes it one vector for SciPy. The covariances are given by the
Cholesky factors of their inverses, so that any numbers are allowed.
"""

import matplotlib.pyplot as plt
import numpy as np
from scipy.optimize import minimize
from scipy.special import logsumexp

import tangentlite as tl

CLOUDS = 4


def log_densities(parameters, points):
    """Of each point, a row each, in each cloud."""
    columns = []
    for k in range(CLOUDS):
        a, b, c = parameters["shapes"][k]
        shift = points - parameters["centres"][k]
        u = np.exp(a) * shift[:, 0] + c * shift[:, 1]
        v = np.exp(b) * shift[:, 1]
        columns.append(a + b - np.log(2.0 * np.pi) - 0.5 * (u**2 + v**2))
    weights = parameters["weights"] - logsumexp(parameters["weights"])
    return np.stack(columns, axis=1) + weights


def loss(parameters, points):
    return -np.mean(logsumexp(log_densities(parameters, points), axis=1))


# %%
# Four clouds
# -----------

rng = np.random.default_rng(3)
parts = []
for centre, angle, length, width, count in (
    ((-2.0, 0.0), 0.9, 1.2, 0.3, 200),
    ((2.0, 1.0), -0.6, 1.0, 0.25, 250),
    ((0.0, -2.5), 0.1, 1.8, 0.3, 150),
    ((0.2, 2.5), 0.0, 0.4, 0.4, 100),
):
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    normal = rng.normal(size=(count, 2)) * (length, width)
    parts.append(centre + normal @ turn.T)
points = np.concatenate(parts)
arguments = (points,)

# %%
# The fit
# -------

start = {
    "weights": np.zeros(CLOUDS),
    "centres": rng.choice(points, CLOUDS),
    "shapes": np.zeros((CLOUDS, 3)),
}
vector, unflatten = tl.flatten(start)


def of_vector(vector):
    return loss(unflatten(vector), points)


fit = minimize(tl.value_and_grad(of_vector), vector, jac=True, method="L-BFGS-B")
found = unflatten(fit.x)
print(f"loss {loss(start, points):.3f} before, {fit.fun:.3f} after {fit.nit} steps")

figure, panels = plt.subplots(
    1, 2, figsize=(9, 4.5), sharex=True, sharey=True, layout="constrained"
)
x, y = np.meshgrid(np.linspace(-5, 5, 120), np.linspace(-4.5, 4.5, 120))
grid = np.stack([x.ravel(), y.ravel()], axis=1)
for axes, parameters, title in zip(panels, (start, found), ("before", "after")):
    cloud = np.argmax(log_densities(parameters, points), axis=1)
    for k in range(CLOUDS):
        mine = points[cloud == k]
        axes.plot(mine[:, 0], mine[:, 1], ".", color=f"C{k}", markersize=4, alpha=0.6)
    heights = logsumexp(log_densities(parameters, grid), axis=1).reshape(x.shape)
    axes.contour(x, y, heights, np.arange(-7.0, 0.0), colors="0.3", linewidths=0.7)
    axes.set_title(f"{title} the fit")
plt.show()
