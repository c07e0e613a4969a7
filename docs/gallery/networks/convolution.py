"""
Four ways to convolve, one gradient
===================================

A convolution of pictures with filters can be written as loops over the filter's
entries, as one product of matrices (im2col), by the Fourier transform, or by Winograd's
minimal filtering, which takes 16 products for four results where 36 are usual. All are
plain NumPy, and nobody wrote a derivative for any of them; all four gradients agree to
rounding, and by any of them the filters of a small edge detector are learned back.
"""

import matplotlib.pyplot as plt
import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from scipy.optimize import minimize

import tangentlite as tl


def direct(x, w):
    """Convolve x (n, h, w, c) with w (3, 3, c, k): loops over the filter."""
    n, height, width, _ = x.shape
    y = np.zeros((n, height - 2, width - 2, w.shape[3]))
    for i in range(3):
        for j in range(3):
            y += x[:, i : i + height - 2, j : j + width - 2] @ w[i, j]
    return y


def by_im2col(x, w):
    """All windows as rows of a matrix."""
    windows = sliding_window_view(x, (3, 3), axis=(1, 2))
    n, height, width = windows.shape[:3]
    rows = windows.transpose(0, 1, 2, 4, 5, 3).reshape(n * height * width, -1)
    return (rows @ w.reshape(-1, w.shape[3])).reshape(n, height, width, -1)


def by_fft(x, w):
    """Products of spectra; the filter is turned round, as this is a correlation."""
    n, height, width, _ = x.shape
    spectrum = np.fft.rfft2(x, axes=(1, 2))
    filters = np.fft.rfft2(w[::-1, ::-1], s=(height, width), axes=(0, 1))
    products = np.einsum("nijc,ijck->nijk", spectrum, filters)
    return np.fft.irfft2(products, s=(height, width), axes=(1, 2))[:, 2:, 2:]


B = np.array([[1.0, 0, -1, 0], [0, 1, 1, 0], [0, -1, 1, 0], [0, 1, 0, -1]])
G = np.array([[1.0, 0, 0], [0.5, 0.5, 0.5], [0.5, -0.5, 0.5], [0, 0, 1]])
A = np.array([[1.0, 1, 1, 0], [0, 1, -1, -1]])


def by_winograd(x, w):
    """Tiles of four by four that give two by two results, F(2x2, 3x3)."""
    n, height, width, _ = x.shape
    y = np.zeros((n, height - 2, width - 2, w.shape[3]))
    filters = np.einsum("ai,ijck,bj->abck", G, w, G)
    for i in range(0, height - 2, 2):
        for j in range(0, width - 2, 2):
            tile = np.einsum("ai,nijc,bj->nabc", B, x[:, i : i + 4, j : j + 4], B)
            products = np.einsum("nabc,abck->nabk", tile, filters)
            y[:, i : i + 2, j : j + 2] = np.einsum("ia,nabk,jb->nijk", A, products, A)
    return y


WAYS = {
    "direct": direct,
    "im2col": by_im2col,
    "FFT": by_fft,
    "Winograd": by_winograd,
}


def loss(w, x, wanted, way):
    return np.mean((np.tanh(way(x, w)) - wanted) ** 2)


# %%
# Pictures, and what a detector of edges makes of them
# ----------------------------------------------------

rng = np.random.default_rng(0)
x = np.zeros((8, 18, 18, 1))
for picture in x:
    for _ in range(4):
        i, j = rng.integers(14, size=2)
        picture[i : i + rng.integers(3, 10), j : j + rng.integers(3, 10)] += (
            rng.normal()
        )
sobel = np.array([[1.0, 2.0, 1.0], [0.0, 0.0, 0.0], [-1.0, -2.0, -1.0]]) / 4
truth = np.stack([sobel, sobel.T], axis=2).reshape(3, 3, 1, 2)
wanted = np.tanh(direct(x, truth))
start = 0.1 * rng.normal(size=(3, 3, 1, 2))
arguments = (x, wanted, direct)

# %%
# One gradient for all
# --------------------

gradients = {name: tl.grad(loss)(start, x, wanted, way) for name, way in WAYS.items()}
for name, gradient in gradients.items():
    print(f"{name:8}", f"differs by {abs(gradient - gradients['direct']).max():.0e}")
    assert np.allclose(gradient, gradients["direct"], rtol=1e-10, atol=1e-14)

figure, panels = plt.subplots(2, 5, figsize=(10, 4.2), layout="constrained")
panels[0, 0].imshow(x[0, :, :, 0], cmap="gray")
panels[1, 0].imshow(wanted[0, :, :, 0], cmap="gray")
for axes, (name, way) in zip(panels.T[1:], WAYS.items()):

    def of_vector(flat):
        return loss(flat.reshape(3, 3, 1, 2), x, wanted, way)

    fit = minimize(tl.value_and_grad(of_vector), start.ravel(), jac=True)
    print(f"{name:8} loss {of_vector(start.ravel()):.4f} before, {fit.fun:.1e} after")
    for k in range(2):
        axes[k].imshow(fit.x.reshape(3, 3, 2)[:, :, k], cmap="PuOr", vmin=-1, vmax=1)
    axes[0].set_title(f"filters by {name}")
for axes, title in zip(panels[:, 0], ("a picture", "its edges")):
    axes.set_title(title)
for axes in panels.flat:
    axes.set_axis_off()
plt.show()
