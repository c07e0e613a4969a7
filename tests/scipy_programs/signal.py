"""Filters, spectra and systems with `scipy.signal`."""
import numpy as np
import scipy.signal
from scipy import signal
from scipy.signal import (
    butter,
    convolve,
    convolve2d,
    correlate,
    detrend,
    fftconvolve,
    filtfilt,
    hilbert,
    lfilter,
    savgol_filter,
    sosfilt,
)

from tests.programs.record import program, sample

COEFFICIENTS = butter(2, 0.3)


def matched_filter(template, recording):
    score = correlate(recording, template, mode='valid')
    return np.log(np.sum(np.exp(score)))


def neural_response(kernel, stimulus, spikes):
    rate = np.exp(convolve(stimulus, kernel, mode='same'))
    return np.sum(rate - spikes * np.log(rate))


def blurred_image(image, kernel, data):
    return np.sum((fftconvolve(image, kernel, mode='same') - data) ** 2)


def first_layer(image, weights):
    total = 0.0
    for w in weights:
        total += np.sum(np.tanh(convolve2d(image, w, mode='valid', boundary='fill')))
    return total


def autoregressive_innovations(phi, y):
    e = lfilter(np.concatenate(([1.0], -phi)), [1.0], y)
    return np.sum(e ** 2)


def arma_simulation(ma, ar, noise):
    return np.sum(lfilter([1.0, ma], [1.0, -ar], noise) ** 2)


def exponential_smoothing(alpha, x):
    start = [(1 - alpha) * x[0]]
    smooth, _ = scipy.signal.lfilter([alpha], [1, alpha - 1], x, zi=start)
    return np.sum((x[1:] - smooth[:-1]) ** 2)


def low_passed(x):
    b, a = COEFFICIENTS
    return np.sum(lfilter(b, a, x) ** 2)


def zero_phase(x):
    b, a = signal.butter(2, 0.4)
    return np.sum(filtfilt(b, a, x, padlen=3) ** 2)


def second_order_sections(x):
    sos = signal.butter(4, 0.3, output='sos')
    return np.sum(sosfilt(sos, x)[2:] ** 2)


def smoothed_derivative(y):
    slope = savgol_filter(y, window_length=5, polyorder=2, deriv=1)
    return np.sum(slope ** 2)


def residual_power(x):
    return np.sum(detrend(x) ** 2) + np.sum(signal.detrend(x, type='constant')[0])


def envelope(x):
    return np.sum(np.abs(hilbert(x)) ** 3)


def spectrum_of_series(x):
    f, power = signal.welch(x, fs=2.0, nperseg=8)
    return np.sum(f * power)


def periodogram_fit(x, slope):
    f, power = signal.periodogram(x, window='hann')
    return np.sum((np.log(power[1:]) - slope * np.log(f[1:])) ** 2)


def response_at_frequencies(b, a):
    w, h = signal.freqz(b, a, worN=5)
    return np.sum(np.abs(h) ** 2)


def spectrogram_energy(x):
    window = signal.windows.hann(8)
    frames = np.array([x[i:i + 8] * window for i in range(0, len(x) - 7, 4)])
    return np.sum(np.log(np.abs(np.fft.rfft(frames, axis=1)[:, 1:3]) ** 2))


def short_time(x):
    _, _, z = signal.stft(x, nperseg=8)
    return np.sum(np.abs(z) ** 2)


def decimated(x):
    return np.sum(signal.resample(x, 6) ** 2) + np.sum(signal.upfirdn([0.5, 0.5], x, 2))


def peak_shape(width, shift):
    t = np.linspace(-1, 1, 9) - shift
    return np.sum(signal.gausspulse(t, fc=width))


def chirped(f0, f1):
    t = np.linspace(0.0, 1.0, 9)
    return np.sum(signal.chirp(t, f0, 1.0, f1)[3:7])


def step_of_system(k, damping):
    _, y = signal.step((np.array([1.0]) * k, [1.0, 0.6, 1.0]), T=np.linspace(0, 3, 5))
    return y @ np.arange(5.0) * damping


def deconvolved(recorded, impulse):
    quotient, remainder = signal.deconvolve(recorded, impulse)
    return np.sum(quotient ** 2)


PROGRAMS = [
    program(matched_filter, sample(1, 3), sample(2, 8)),
    program(neural_response, sample(3, 3), sample(4, 7),
            np.array([0, 1, 0, 2, 1, 0, 1])),
    program(blurred_image, sample(5, 4, 5), sample(6, 3, 3), sample(7, 4, 5)),
    program(first_layer, sample(8, 4, 5), sample(9, 2, 2, 2)),
    program(autoregressive_innovations, np.array([0.5, -0.2]), sample(10, 7)),
    program(arma_simulation, 0.4, 0.6, sample(11, 6)),
    program(exponential_smoothing, 0.4, sample(12, 6)),
    program(low_passed, sample(13, 8)),
    program(zero_phase, sample(14, 9)),
    program(second_order_sections, sample(15, 8)),
    program(smoothed_derivative, sample(16, 8)),
    program(residual_power, sample(17, 7)),
    program(envelope, sample(18, 8)),
    program(spectrum_of_series, sample(19, 16)),
    program(periodogram_fit, sample(20, 9), -1.2),
    program(response_at_frequencies, np.array([1.0, 0.4]), np.array([1.0, -0.5])),
    program(spectrogram_energy, sample(21, 16)),
    program(short_time, sample(22, 16)),
    program(decimated, sample(23, 8)),
    program(peak_shape, 1.3, 0.2),
    program(chirped, 1.1, 2.3),
    program(step_of_system, 1.2, 0.4),
    program(deconvolved, sample(24, 6), np.array([1.0, 0.5, 0.25])),
]
