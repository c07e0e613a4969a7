"""
Parts of spectra: a matrix as a product of positive ones
========================================================

Each of eighty spectra is a mixture of a few pure ones, and nobody knows which, nor how
much of each. Both factors are found with the bounds of L-BFGS-B, which keep them
positive; some entries are missing, and counts are noisy as Poisson's are. Parameters
stand in one dict, which ``tl.flatten`` makes a vector.
"""

import matplotlib.pyplot as plt
import numpy as np
from scipy.optimize import minimize

import tangentlite as tl

SAMPLES, CHANNELS, PARTS = 80, 100, 4


def loss(factors, counts, known):
    """The Poisson deviance of what is known."""
    expected = factors["amounts"] @ factors["spectra"] + 1e-3
    deviance = expected - counts * np.log(expected)
    return np.mean(deviance[known]) + 1e-4 * np.mean(factors["spectra"] ** 2)


# %%
# Spectra with peaks, mixed
# -------------------------

rng = np.random.default_rng(0)
channels = np.arange(CHANNELS)
pure = np.zeros((PARTS, CHANNELS))
for part in range(PARTS):
    for _ in range(3):
        centre, width = rng.uniform(5, 95), rng.uniform(2, 6)
        height = rng.uniform(0.4, 1.0)
        pure[part] += height * np.exp(-0.5 * ((channels - centre) / width) ** 2)
amounts = rng.exponential(8.0, (SAMPLES, PARTS)) * (
    rng.uniform(size=(SAMPLES, PARTS)) < 0.6
)
counts = rng.poisson(amounts @ pure)
known = rng.uniform(size=counts.shape) < 0.8
arguments = (counts, known)

# %%
# The fit
# -------

start = {
    "amounts": rng.uniform(0.5, 1.5, (SAMPLES, PARTS)),
    "spectra": rng.uniform(0.5, 1.5, (PARTS, CHANNELS)),
}
vector, unflatten = tl.flatten(start)


def of_vector(flat):
    return loss(unflatten(flat), counts, known)


fit = minimize(
    tl.value_and_grad(of_vector),
    vector,
    jac=True,
    method="L-BFGS-B",
    bounds=[(0.0, None)] * vector.size,
    options={"maxiter": 400, "maxfun": 1000},
)
found = unflatten(fit.x)
print(f"loss {loss(start, *arguments):.3f} before, {fit.fun:.4f} after {fit.nit} steps")

# %%
# Which is which: the most alike
# ------------------------------

scaled = found["spectra"] / np.linalg.norm(found["spectra"], axis=1, keepdims=True)
truth = pure / np.linalg.norm(pure, axis=1, keepdims=True)
alike = truth @ scaled.T
print("likeness to the pure spectra:", alike.max(axis=1).round(3))
figure, panels = plt.subplot_mosaic(
    [["mixed", f"part {k}"] for k in range(PARTS)],
    figsize=(9.5, 5),
    layout="constrained",
)
panels["mixed"].imshow(np.where(known, counts, np.nan), cmap="viridis", aspect="auto")
panels["mixed"].set(xlabel="channel", ylabel="sample", title="counts (white: missing)")
for k in range(PARTS):
    axes = panels[f"part {k}"]
    axes.fill_between(channels, truth[k], color="0.8", label="pure")
    axes.plot(channels, scaled[alike[k].argmax()], color=f"C{k}", label="found")
    axes.set(yticks=[], xlim=(0, CHANNELS - 1))
    axes.legend(loc="upper right", fontsize=7)
plt.show()
