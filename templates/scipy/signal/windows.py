"""Windows of scipy.signal, arrays of a length.

Of those with parameters only the ones that a short formula has are here.
"""
import numpy as np
from scipy import signal
from scipy.signal import windows

from tangentlite.rules.registry import adjoint, constant, formula

constant(
    windows.boxcar, windows.triang, windows.parzen, windows.bohman, windows.blackman,
    windows.nuttall, windows.blackmanharris, windows.flattop, windows.bartlett,
    windows.barthann, windows.hamming, windows.hann, windows.cosine, windows.lanczos,
)  # fmt: skip


# A periodic window is one with another sample that is left out.
def places(M, sym):
    count = M if sym else M + 1
    return np.arange(M) - 0.5 * (count - 1)


@formula(windows.gaussian)
def gaussian(M, std, sym=True):
    return np.exp(-0.5 * (places(M, sym) / std) ** 2) if M > 1 else np.ones(M)


@formula(windows.exponential)
def exponential(M, center=None, tau=1.0, sym=True):
    if M <= 1:
        return np.ones(M)
    if center is None:
        distance = np.abs(places(M, sym))
    else:
        distance = np.abs(np.arange(M) - center)
    return np.exp(-distance / tau)


@formula(windows.general_hamming)
def general_hamming(M, alpha, sym=True):
    if M <= 1:
        return np.ones(M)
    angles = 2.0 * np.pi * np.arange(M) / (M - 1 if sym else M)
    return alpha - (1.0 - alpha) * np.cos(angles)


@formula(windows.kaiser)
def kaiser(M, beta, sym=True):
    return np.kaiser(M if sym or M == 1 else M + 1, beta)[:M]


# The parameters that stand in `window` have no derivative here.
@adjoint(signal.get_window, takes_lists=True)
def get_window(y, window, Nx, fftbins=True):
    pass
