"""Samples of spectra of pieces of signals; bodies weight the complex ones."""
from scipy import signal

from tests.rules.samples.sample import sample, single, spread

X, Y, X3 = spread(21) ** 2, spread(18, start=20), spread(3, 20)
WINDOW = spread(8, low=0.2, high=1.0)


def spectrum(function, *args, options='', wrt=None):
    """A sample whose program weights the last result, the spectrum, by the first."""
    given = ', '.join(f'x{k}' for k in range(len(args)))
    body = (
        f'f, *_, z = scipy.signal.{function.__name__}({given}{options})\n'
        'return np.real(z) ** 2 + np.imag(z) + f[1]'
    )
    return sample(function, *args, body=body, wrt=wrt)


PIECES = ', nperseg=8'
POWERS = [
    *(
        spectrum(signal.welch, X, options=f'{PIECES}{options}')
        for options in (
            '', ', fs=2.0, noverlap=3, nfft=9', ', scaling="spectrum"',
            ', detrend="linear", average="median"', ', return_onesided=False',
            ', detrend=False',
        )
    ),
    spectrum(signal.welch, X3.T, options=', nperseg=8, axis=0'),
    spectrum(signal.welch, X, options=', 1.0, np.linspace(0.3, 1.0, 8)'),
    spectrum(signal.welch, X, options=', 1.0, ("kaiser", 5.0), 8'),
    sample(
        signal.welch, X, WINDOW,
        body='return scipy.signal.welch(x0, window=x1)[1]',
    ),
    sample(
        signal.welch, X,
        body='z = x0 + 1j * x0**2\nreturn scipy.signal.welch(z, nperseg=8)[1]',
    ),
    sample(
        signal.welch, single(12), body='return scipy.signal.welch(x0, nperseg=6)[1]'
    ),
    spectrum(signal.periodogram, X),
    spectrum(signal.periodogram, X3, 1.3, options=', "hann", 24'),
    spectrum(signal.periodogram, X3.T, options=', nfft=9, axis=0'),
]  # fmt: skip

PAIRS = [
    spectrum(signal.csd, X, Y, options=PIECES),
    spectrum(signal.csd, X, X**3, options=f'{PIECES}, average="median"'),
    spectrum(signal.csd, Y, X, options=f'{PIECES}, nfft=9, return_onesided=False'),
    spectrum(signal.coherence, X[:18], Y, options=', nperseg=6'),
]

SHORT = [
    *(
        spectrum(signal.spectrogram, X, options=f', fs=2.0{PIECES}{options}')
        for options in ('', ', mode="complex"', ', mode="magnitude", noverlap=2')
    ),
    spectrum(signal.spectrogram, X3.T, options=', nperseg=8, axis=0'),
    spectrum(signal.stft, X, options=PIECES),
    *(
        spectrum(signal.stft, X3, options=f', nperseg=7{options}')
        for options in (
            ', boundary="even", scaling="psd"', ', boundary=None, padded=False',
            ', boundary="constant", detrend="constant"',
        )
    ),
    spectrum(signal.stft, X3.T, options=', nperseg=8, axis=0, return_onesided=False'),
    *(
        sample(
            signal.istft, spread(5, 4), spread(5, 4, start=20),
            body=f'return scipy.signal.istft(x0 + 1j * x1{options})[1]',
        )
        for options in (
            '', ', noverlap=6', ', boundary=False, scaling="psd", fs=2.0',
            ', window="boxcar", nperseg=6, nfft=8',
            ', time_axis=0, freq_axis=1, nperseg=6, noverlap=4',
        )
    ),
]  # fmt: skip

SAMPLES = [*POWERS, *PAIRS, *SHORT]
