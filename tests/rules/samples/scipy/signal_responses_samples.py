"""Samples of responses of filters, of spectra at chosen points, and of waves."""
import numpy as np
from scipy import signal

from tests.rules.samples.sample import sample, spread

B, A, POINTS = np.array([2.3, 1.4]), np.array([3.1, 0.5, -0.7]), spread(4, low=0.1)
SOS = np.array([[0.5, 0.3, 0.2, 1.0, 0.4, -0.3], [0.7, 0.2, 0.1, 1.0, -0.5, 0.2]])
X, X35, T = spread(9) ** 2, spread(3, 5), spread(6, low=0.2, high=3.0)
MADE = 'sos = np.concatenate((x0[:, :3], np.ones((2, 1)), x0[:, 4:]), 1)\n'
WEIGHTED = 'return np.real(h) ** 2 + np.imag(h) + w[1]'


def response(*args, options=''):
    given = ', '.join(f'x{k}' for k in range(len(args)))
    body = f'w, h = scipy.signal.freqz({given}{options})\n{WEIGHTED}'
    return sample(signal.freqz, *args, body=body)


RESPONSES = [
    response(B, A, options=', 5'), response(B, options=', worN=8, whole=True'),
    response(B, A, POINTS, options=', fs=3.0'),
    response(A, options=', worN=6, include_nyquist=True, fs=2.0'),
    *(
        sample(
            getattr(signal, name), SOS,
            body=f'{MADE}w, h = scipy.signal.{name}(sos, 6)\n{WEIGHTED}',
        )
        for name in ('sosfreqz', 'freqz_sos')
        if hasattr(signal, name)
    ),
    sample(signal.sosfilt_zi, SOS, body=f'{MADE}return scipy.signal.sosfilt_zi(sos)'),
]  # fmt: skip


def zoomed(function, options, *args):
    """A sample of the parts of a spectrum."""
    body = f'z = scipy.signal.{function.__name__}(x0{options})\n'
    return sample(function, *args, body=f'{body}return np.real(z) ** 2 + np.imag(z)')


ZOOMED = [
    zoomed(signal.czt, '', X), zoomed(signal.czt, ', 4, axis=0', X35),
    zoomed(signal.czt, ', 6, np.exp(1j * x1), 1.0 + 1j * x2', X, 0.3, 0.1),
    zoomed(signal.zoom_fft, ', x1', X, 0.6),
    zoomed(signal.zoom_fft, ', [0.1, 0.6], 7, fs=3.0, endpoint=True', X35),
    sample(signal.lombscargle, T, X[:6], POINTS + 1.5),
    sample(signal.lombscargle, T, X[:6], POINTS + 1.5, normalize=True),
    sample(
        signal.lombscargle, T, X[:6], POINTS + 1.5, T,
        body='return scipy.signal.lombscargle(\n'
        '    x0, x1, x2, weights=x3, floating_mean=True)',
    ),
]  # fmt: skip

WAVES = [
    *(
        sample(signal.chirp, T / 3.0, 0.7, 1.2, 1.9, method, 20.0)
        for method in ('linear', 'quadratic', 'logarithmic', 'hyperbolic')
    ),
    sample(signal.chirp, T, 0.7, 1.2, 1.9, 'quad', vertex_zero=False),
    sample(signal.sweep_poly, T / 3.0, B, 30.0),
    sample(signal.gausspulse, T - 1.5, 1.3, 0.6),
    sample(
        signal.gausspulse, T - 1.5, 1.3, 0.6,
        body='a, b, c = scipy.signal.gausspulse(\n'
        '    x0, x1, x2, retquad=True, retenv=True)\nreturn a * b * c',
    ),
    sample(signal.gausspulse, 'cutoff', 1.3, 0.6),
    sample(signal.sawtooth, 3.0 * T, 0.4), sample(signal.sawtooth, 3.0 * T),
]  # fmt: skip

SAMPLES = [*RESPONSES, *ZOOMED, *WAVES]
