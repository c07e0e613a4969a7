"""
Smoke that becomes a picture
============================

A ball of smoke hangs over a square whose opposite sides meet. Which wind must blow at
the beginning so that after twenty steps the smoke has the shape of a letter? The fluid
is incompressible: each step carries velocities and smoke along, then the Fourier
transform takes out of the velocities what would press the fluid together. L-BFGS gets
the derivative of the whole simulation by all initial velocities.
"""

import matplotlib.pyplot as plt
import numpy as np
from scipy.ndimage import gaussian_filter, map_coordinates
from scipy.optimize import minimize

import tangentlite as tl

N = 32  # cells along a side
STEPS = 20
DT = 1.0
ROWS, COLUMNS = np.mgrid[:N, :N].astype(float)
FREQUENCIES = np.fft.fftfreq(N)
KY, KX = np.meshgrid(FREQUENCIES, FREQUENCIES, indexing="ij")
SQUARES = KX**2 + KY**2
SQUARES[0, 0] = 1.0

# %%
# The simulation
# --------------


def without_divergence(vy, vx):
    fy, fx = np.fft.fft2(vy), np.fft.fft2(vx)
    pressure = (KY * fy + KX * fx) / SQUARES
    return np.fft.ifft2(fy - KY * pressure).real, np.fft.ifft2(fx - KX * pressure).real


def carried(field, vy, vx):
    """Look where the fluid in each cell came from."""
    places = np.array([ROWS - DT * vy, COLUMNS - DT * vx])
    return map_coordinates(field, places, order=1, mode="grid-wrap")


def simulate(velocities, smoke):
    vy, vx = without_divergence(velocities[0], velocities[1])
    frames = np.zeros((STEPS + 1, N, N))
    frames[0] = smoke
    for step in range(STEPS):
        vy, vx = carried(vy, vy, vx), carried(vx, vy, vx)
        vy, vx = without_divergence(vy, vx)
        frames[step + 1] = carried(frames[step], vy, vx)
    return frames


# %%
# A letter for the smoke, as heavy as the ball
# --------------------------------------------

ball = 1.0 / (1.0 + np.exp(2.0 * (np.hypot(ROWS - 15.5, COLUMNS - 15.5) - 6.0)))
letter = np.zeros((N, N))
letter[7:11, 7:25] = 1.0
letter[7:26, 14:18] = 1.0
letter = gaussian_filter(letter, 0.7)
letter *= ball.sum() / letter.sum()


def loss(flat):
    frames = simulate(flat.reshape(2, N, N), ball)
    return np.mean((frames[-1] - letter) ** 2) + 1e-6 * np.mean(flat**2)


rng = np.random.default_rng(0)
start = 0.1 * rng.normal(size=2 * N * N)
fit = minimize(
    tl.value_and_grad(loss), start, jac=True, method="L-BFGS-B", options={"maxiter": 60}
)
print(f"loss {loss(start):.5f} before, {fit.fun:.5f} after {fit.nit} steps")

# %%
# The smoke on its way
# --------------------

frames = simulate(fit.x.reshape(2, N, N), ball)
figure, panels = plt.subplots(1, 5, figsize=(11, 2.6), layout="constrained")
for axes, step in zip(panels, (0, 7, 14, STEPS)):
    axes.imshow(frames[step], cmap="magma", vmin=0.0, vmax=letter.max())
    axes.set_title(f"step {step}")
panels[4].imshow(letter, cmap="magma", vmin=0.0)
panels[4].set_title("wanted")
vy, vx = without_divergence(*fit.x.reshape(2, N, N))
panels[0].quiver(
    COLUMNS[::3, ::3],
    ROWS[::3, ::3],
    vx[::3, ::3],
    vy[::3, ::3],
    color="white",
    angles="xy",
)
for axes in panels:
    axes.set_axis_off()
plt.show()
