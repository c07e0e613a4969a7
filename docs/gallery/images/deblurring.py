"""
A sharp picture from a blurred one
==================================

A picture is blurred and noisy. Of all pictures whose blur looks like that, take one
with few edges: the total variation, the sum of the lengths of its slopes, is small
where it is flat, and does not mind a jump. One gradient has a derivative for each
pixel, at the cost of a few blurs.
"""

import matplotlib.pyplot as plt
import numpy as np
from scipy.ndimage import gaussian_filter
from scipy.optimize import minimize

import tangentlite as tl

SIDE, BLUR = 64, 1.5


def blurred(picture):
    return gaussian_filter(picture, BLUR, mode="nearest")


def total_variation(picture, rounding=1e-3):
    down = np.diff(picture, axis=0)[:, :-1]
    right = np.diff(picture, axis=1)[:-1]
    return np.sum(np.sqrt(down**2 + right**2 + rounding**2))


def loss(flat, seen, weight):
    picture = flat.reshape(seen.shape)
    return 0.5 * np.sum((blurred(picture) - seen) ** 2) + weight * total_variation(
        picture
    )


# %%
# What there was, and what is seen of it
# --------------------------------------

rows, columns = np.mgrid[:SIDE, :SIDE]
truth = np.zeros((SIDE, SIDE))
truth[8:30, 8:26] = 0.9
truth[(rows - 20) ** 2 + (columns - 44) ** 2 < 140] = 0.6
truth[(rows - 20) ** 2 + (columns - 44) ** 2 < 30] = 1.0
truth[40:58:6, 6:58] = 0.8
truth[41:58:6, 6:58] = 0.8
truth[abs(rows - 48) + abs(columns - 32) < 9] = 0.4
rng = np.random.default_rng(0)
seen = blurred(truth) + 0.01 * rng.normal(size=truth.shape)

# %%
# The fit
# -------

arguments = (seen, 1e-3)
start = seen.ravel()
fit = minimize(
    tl.value_and_grad(loss),
    start,
    arguments,
    jac=True,
    method="L-BFGS-B",
    bounds=[(0.0, 1.0)] * start.size,
    options={"maxiter": 300},
)
found = fit.x.reshape(truth.shape)
print(f"loss {loss(start, *arguments):.3f} before, {fit.fun:.3f} after {fit.nit} steps")
for name, picture in (("blurred", seen), ("found", found)):
    print(f"{name}: {np.sqrt(np.mean((picture - truth) ** 2)):.3f} from the truth")

figure, panels = plt.subplots(1, 3, figsize=(9, 3.3), layout="constrained")
for axes, picture, title in zip(
    panels, (seen, found, truth), ("seen", "found", "truth")
):
    axes.imshow(picture, cmap="gray", vmin=0.0, vmax=1.0)
    axes.set(title=title, xticks=[], yticks=[])
plt.show()
