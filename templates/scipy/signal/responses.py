"""Responses of filters to frequencies, by their coefficients."""
import numpy as np
from scipy import signal

from tangentlite.rules.registry import definition, formula
from tangentlite.templates.subscripts import refuse

WHOLE = 6.283185307179586


def angles(worN, whole, fs, include_nyquist):
    if np.ndim(worN) == 0 and isinstance(worN, int):
        end = WHOLE if whole else 0.5 * WHOLE
        return np.linspace(0.0, end, worN, endpoint=include_nyquist and not whole)
    return WHOLE * np.atleast_1d(worN) / fs


def polynomial(coefficients, turns):
    """Return a polynomial of turns, whose first coefficient is the constant."""
    powers = np.expand_dims(turns, -1) ** np.arange(np.size(coefficients))
    return powers @ coefficients


@formula(signal.freqz)
def freqz(
    b, a=1, worN=512, whole=False, plot=None, fs=WHOLE, include_nyquist=False
):
    if plot is not None:
        refuse('plot of freqz', 'Plot what it returns.')
    if np.ndim(b) > 1 or np.ndim(a) > 1:
        refuse('freqz of several filters at once', 'Call it for each.')
    w = angles(512 if worN is None else worN, whole, fs, include_nyquist)
    turns = np.exp(-1j * w)
    above, below = np.atleast_1d(b), np.atleast_1d(a)
    return w * (fs / WHOLE), polynomial(above, turns) / polynomial(below, turns)


# As SciPy multiplies them.
def freqz_sos(sos, worN=512, whole=False, fs=WHOLE):
    if np.ndim(sos) != 2 or np.shape(sos)[1] != 6 or np.shape(sos)[0] == 0:
        raise ValueError('sos array must be shape (n_sections, 6)')
    if np.any(sos[:, 3] != 1):
        raise ValueError('sos[:, 3] should be all ones')
    w, h = signal.freqz(sos[0, :3], sos[0, 3:], worN, whole, fs=fs)
    for section in sos[1:]:
        _, factor = signal.freqz(section[:3], section[3:], worN, whole, fs=fs)
        h = h * factor
    return w, h


for name in ('freqz_sos', 'sosfreqz'):  # the first is of SciPy 1.15 on
    if hasattr(signal, name):
        definition(getattr(signal, name))(freqz_sos)


# The state in which each section answers what the ones before make of ones.
@formula(signal.sosfilt_zi)
def sosfilt_zi(sos):
    states = ()
    scale = 1.0
    for section in sos:
        b, a = section[:3], section[3:]
        states = (*states, scale * signal.lfilter_zi(b, a))
        scale = scale * (np.sum(b) / np.sum(a))
    return np.stack(states)
