"""
What lies underground
=====================

Bangs in one borehole, microphones in another: the waves tell what they met between the
two. Sound is simulated by finite differences in time on a grid, in place; the unknowns
are the speeds of sound in all cells. The gradient of the misfit by all of them costs a
few simulations, not one for each cell.
"""

import matplotlib.pyplot as plt
import numpy as np
from scipy.ndimage import gaussian_filter
from scipy.optimize import minimize

import tangentlite as tl

N, STEPS = 32, 130
SOURCES = (4, 10, 16, 22, 28)  # rows in the left column; receivers in all of the right
LEFT, RIGHT = 3, 28
TIMES = np.arange(STEPS)
SIGNAL = np.sin(0.5 * TIMES) * np.exp(-0.5 * ((TIMES - 14) / 6) ** 2)


def recorded(speeds, source):
    """The sound in the right borehole after each step."""
    factors = (0.5 * speeds) ** 2
    before = np.zeros((N, N))
    now = np.zeros((N, N))
    seismogram = np.zeros((STEPS, N))
    for step in range(STEPS):
        bent = np.zeros((N, N))
        bent[1:-1, 1:-1] = (
            now[:-2, 1:-1]
            + now[2:, 1:-1]
            + now[1:-1, :-2]
            + now[1:-1, 2:]
            - 4.0 * now[1:-1, 1:-1]
        )
        after = 2.0 * now - before + factors * bent
        after[source, LEFT] += SIGNAL[step]
        before, now = now, after
        seismogram[step] = now[:, RIGHT]
    return seismogram


def loss(flat, records):
    speeds = flat.reshape(N, N)
    misfit = 0.0
    for source, record in zip(SOURCES, records):
        misfit += np.sum((recorded(speeds, source) - record) ** 2)
    roughness = np.sum(np.diff(speeds, axis=0) ** 2) + np.sum(np.diff(speeds) ** 2)
    return misfit + 0.003 * roughness


# %%
# A fast stone and a slow cave
# ----------------------------

rows, columns = np.mgrid[:N, :N]
truth = np.ones((N, N))
truth[(rows - 12) ** 2 + (columns - 10) ** 2 < 14] = 1.25
truth[abs(rows - 15) + abs(columns - 22) < 5] = 0.8
truth = gaussian_filter(truth, 0.8)
arguments = ([recorded(truth, source) for source in SOURCES],)

# %%
# Where the ground must differ
# ----------------------------

start = np.ones(N * N)
fit = minimize(
    tl.value_and_grad(loss),
    start,
    arguments,
    jac=True,
    method="L-BFGS-B",
    bounds=[(0.6, 1.4)] * start.size,
    options={"maxiter": 60},
)
print(f"loss {loss(start, *arguments):.3f} before, {fit.fun:.4f} after {fit.nit} steps")

figure, (left, middle, right) = plt.subplots(
    1, 3, figsize=(10, 3.2), layout="constrained"
)
left.imshow(arguments[0][2], aspect="auto", cmap="RdBu_r", vmin=-0.6, vmax=0.6)
left.set(title="what is heard", xlabel="receiver", ylabel="time")
for axes, speeds, title in ((middle, truth, "truth"), (right, fit.x, "found")):
    image = axes.imshow(speeds.reshape(N, N), cmap="RdBu_r", vmin=0.75, vmax=1.25)
    axes.plot([LEFT] * len(SOURCES), SOURCES, "k*")
    axes.plot([RIGHT] * N, range(N), "k.", markersize=3)
    axes.set(title=title, xticks=[], yticks=[])
figure.colorbar(image, ax=(middle, right), label="speed of sound", shrink=0.85)
plt.show()
