"""
A variational autoencoder
=========================

Small pictures of bars and blobs, each described by two numbers that nobody gave: an
encoder maps a picture to a distribution on a plane, a decoder maps places on the plane
to pictures. Both are layers in dicts; the noise is an argument, and Adam steps over the
structure with `tl.map`.
"""

import matplotlib.pyplot as plt
import numpy as np

import tangentlite as tl

SIDE, HIDDEN, BATCH = 10, 64, 64
PIXELS = SIDE * SIDE


def layer(weights, x):
    return x @ weights["w"] + weights["b"]


def encoded(model, pictures):
    hidden = np.tanh(layer(model["into"], pictures))
    return layer(model["mean"], hidden), layer(model["spread"], hidden)


def decoded(model, places):
    """The logits of pixels."""
    hidden = np.tanh(layer(model["out of"], places))
    return layer(model["pixels"], hidden)


def loss(model, pictures, noise):
    """The negative evidence lower bound of a picture."""
    mean, log_spread = encoded(model, pictures)
    logits = decoded(model, mean + np.exp(log_spread) * noise)
    unlike = np.sum(np.logaddexp(0.0, logits) - pictures * logits)
    divergence = 0.5 * np.sum(np.exp(2 * log_spread) + mean**2 - 1 - 2 * log_spread)
    return (unlike + divergence) / len(pictures)


# %%
# Pictures: a bar that turns and becomes longer
# ---------------------------------------------

rng = np.random.default_rng(0)
rows, columns = np.mgrid[:SIDE, :SIDE] - (SIDE - 1) / 2


def drawn(angle, length):
    along = columns * np.cos(angle) + rows * np.sin(angle)
    across = rows * np.cos(angle) - columns * np.sin(angle)
    return 1.0 / (1.0 + np.exp((along / length) ** 2 * 8 + across**2 * 3 - 5.0))


angles, lengths = rng.uniform(0.0, np.pi, 1000), rng.uniform(1.0, 5.0, 1000)
pictures = np.stack([drawn(*pair).ravel() for pair in zip(angles, lengths)])


def new_layer(n, m):
    return {"w": rng.normal(size=(n, m)) / np.sqrt(n), "b": np.zeros(m)}


start = {
    "into": new_layer(PIXELS, HIDDEN),
    "mean": new_layer(HIDDEN, 2),
    "spread": new_layer(HIDDEN, 2),
    "out of": new_layer(2, HIDDEN),
    "pixels": new_layer(HIDDEN, PIXELS),
}
arguments = (pictures[:BATCH], rng.normal(size=(BATCH, 2)))

# %%
# Adam, picture by picture
# ------------------------


def zeros(weights):
    return tl.map(np.zeros_like, weights)


model, first, second = start, zeros(start), zeros(start)
gradient = tl.value_and_grad(loss)
before = loss(model, *arguments)
for step in range(1, 2501):
    some = pictures[rng.integers(len(pictures), size=BATCH)]
    value, slope = gradient(model, some, rng.normal(size=(BATCH, 2)))
    rate = 0.003 * np.sqrt(1.0 - 0.999**step) / (1.0 - 0.9**step)
    first = tl.map(lambda m, g: 0.9 * m + 0.1 * g, first, slope)
    second = tl.map(lambda v, g: 0.999 * v + 0.001 * g * g, second, slope)
    model = tl.map(
        lambda w, m, v: w - rate * m / (np.sqrt(v) + 1e-8), model, first, second
    )
print(f"loss {before:.1f} before, {loss(model, *arguments):.1f} after {step} steps")

# %%
# The plane
# ---------

figure, (left, right) = plt.subplots(1, 2, figsize=(10, 4.6), layout="constrained")
means, _ = encoded(model, pictures)
dots = left.scatter(
    means[:, 0], means[:, 1], c=angles, s=3 * lengths**1.5, cmap="twilight"
)
left.set(title="where pictures lie (size: length)", aspect="equal")
figure.colorbar(dots, label="angle", shrink=0.7)
ticks = np.linspace(-2.0, 2.0, 11)
rows_of_pictures = []
for y in ticks[::-1]:
    logits = decoded(model, np.stack([ticks, np.full(11, y)], axis=1))
    shown = 1.0 / (1.0 + np.exp(-logits))
    rows_of_pictures.append(np.hstack(shown.reshape(11, SIDE, SIDE)))
right.imshow(np.vstack(rows_of_pictures), cmap="gray", extent=(-2.2, 2.2, -2.2, 2.2))
right.set_title("what is drawn at each place")
plt.show()
