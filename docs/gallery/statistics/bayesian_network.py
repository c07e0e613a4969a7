"""
A network that knows what it does not know
==========================================

A network with uncertain weights: the distribution of each is a Gaussian, whose mean and
spread are fitted by variational inference. The bound on the evidence is estimated from
a few samples, each of them the mean plus the spread times noise, so that it has a
gradient; Adam takes steps with new noise. Where there are no data the curves disagree.
"""

import matplotlib.pyplot as plt
import numpy as np
from scipy.stats import norm

import tangentlite as tl

HIDDEN = 16
SIZE = 3 * HIDDEN + 1  # all weights of a network with one input and one output
NOISE = 0.1
SAMPLES = 8


def predicted(weights, x):
    """The outputs of many networks, a row each."""
    w1, b1, w2 = np.split(weights[:, :-1], 3, axis=1)
    hidden = np.tanh(x[:, None] * (3.0 * w1[:, None, :]) + 3.0 * b1[:, None, :])
    return np.einsum("nxh,nh->nx", hidden, w2) + weights[:, -1:]


def loss(parameters, normals, x, y):
    """The negative bound: what samples say, and the divergence from the prior."""
    means, log_spreads = parameters
    weights = means + np.exp(log_spreads) * normals
    likelihood = np.sum(norm.logpdf(y, predicted(weights, x), NOISE), axis=1)
    spreads = np.exp(2.0 * log_spreads)
    divergence = 0.5 * np.sum(spreads + means**2 - 1.0 - 2.0 * log_spreads)
    return divergence - np.mean(likelihood)


# %%
# Data with a gap, and Adam
# -------------------------

rng = np.random.default_rng(0)
x = np.concatenate([rng.uniform(-2.0, -0.7, 25), rng.uniform(0.6, 1.6, 25)])
y = np.sin(2.5 * x) * 0.8 + NOISE * rng.normal(size=x.size)
start = np.stack([0.5 * rng.normal(size=SIZE), np.full(SIZE, -3.0)])
arguments = (rng.normal(size=(SAMPLES, SIZE)), x, y)
gradient = tl.value_and_grad(loss)
parameters = start.copy()
first, second = np.zeros_like(start), np.zeros_like(start)
history = []
for step in range(1, 3001):
    value, slope = gradient(parameters, rng.normal(size=(SAMPLES, SIZE)), x, y)
    first += 0.1 * (slope - first)
    second += 0.001 * (slope**2 - second)
    scaled = np.sqrt(second / (1.0 - 0.999**step)) + 1e-8
    parameters -= 0.01 * first / (1.0 - 0.9**step) / scaled
    history.append(value)
print(f"loss {history[0]:.1f} before, {np.mean(history[-100:]):.1f} after 3000 steps")

# %%
# Networks from what was found
# ----------------------------

at = np.linspace(-3.0, 3.0, 200)
weights = parameters[0] + np.exp(parameters[1]) * rng.normal(size=(200, SIZE))
curves = predicted(weights, at)
figure, (left, right) = plt.subplots(
    1, 2, figsize=(9, 3.8), width_ratios=(1, 2), layout="constrained"
)
left.plot(history, linewidth=0.5)
left.set(yscale="symlog", xlabel="step", ylabel="negative bound")
right.plot(at, curves[:20].T, color="C0", linewidth=0.5, alpha=0.6)
middle, spread = np.mean(curves, axis=0), np.std(curves, axis=0)
right.fill_between(at, middle - 2 * spread, middle + 2 * spread, color="C0", alpha=0.2)
right.plot(at, np.sin(2.5 * at) * 0.8, "k:")
right.plot(x, y, "k.")
right.set(xlabel="x", ylim=(-3, 3), title="networks, data, and truth (dotted)")
plt.show()
