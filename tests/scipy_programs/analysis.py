"""Data that is analysed: tests and fits, spectra and filters, maps of measurements."""
import numpy as np
import scipy.signal
from scipy import interpolate, signal, stats
from scipy.stats import norm, pearsonr, ttest_ind

from tests.programs.record import program, sample

RECORDING = sample(1, 40)
STATIONS = sample(2, 7, 2)


def effect_size(control, treated):
    result = ttest_ind(treated, control)
    low, high = result.confidence_interval(0.9)
    return result.statistic * np.sqrt(1 / len(control) + 1 / len(treated)) + high - low


def paired_log_ratio(before, after):
    t, p = stats.ttest_rel(np.log(after), np.log(before), alternative='greater')
    return -np.log10(p) + 0.1 * t


def decorrelated(theta, x, y):
    u = np.cos(theta) * x + np.sin(theta) * y
    v = np.cos(theta) * y - np.sin(theta) * x
    return pearsonr(u, v).statistic ** 2


def hubble_constant(distances, velocities):
    fit = stats.linregress(distances, velocities)
    return fit.slope, fit.intercept - 2.0 * fit.stderr


def residuals_normal(params, x, y):
    residual = y - params['a'] * np.exp(-params['b'] * x)
    skewness = stats.skew(residual)
    return stats.jarque_bera(residual).statistic + skewness


def batches_agree(scale, batches):
    groups = [b * scale ** k for k, b in enumerate(batches)]
    f, p = stats.f_oneway(*groups)
    return f + stats.bartlett(*groups).statistic


def goodness_of_fit(theta, counts):
    p = np.array([(1 - theta) ** 2, 2 * theta * (1 - theta), theta ** 2])
    expected = counts.sum() * p
    return stats.chisquare(counts, expected, ddof=1).statistic


def meta_analysis(effects, errors):
    pvalues = norm.sf(effects / errors)
    return stats.combine_pvalues(pvalues, method='stouffer', weights=1 / errors)[0]


def wind_direction(east, north):
    angles = np.arctan2(north, east)
    return stats.circmean(angles, high=np.pi, low=-np.pi) + stats.circstd(angles)


def quality_table(x):
    summary = stats.describe(x)
    low, high = summary.minmax
    return (high - low) / np.sqrt(summary.variance) + summary.kurtosis


def interquartile(mu, sigma):
    low, high = stats.lognorm(sigma, scale=np.exp(mu)).interval(0.5)
    return high - low + stats.lognorm.median(sigma, scale=np.exp(mu))


def band_power(x, low=0.1, high=0.3):
    f, power = signal.welch(x, nperseg=16, noverlap=8)
    band = (f >= low) & (f <= high)
    return np.log(np.sum(power[band]) / np.sum(power))


def tuned_damping(zeta, omega, noise):
    response = np.exp(-zeta * np.arange(40.0)) * np.sin(omega * np.arange(40.0))
    out = np.convolve(noise, response)[:40]
    f, power = scipy.signal.periodogram(out, fs=2.0, window='hamming')
    return f @ power


def denoised(x, threshold):
    _, _, z = signal.stft(x, nperseg=8)
    gain = 1 / (1 + np.exp(-5.0 * (np.abs(z) - threshold)))
    _, y = signal.istft(z * gain, nperseg=8)
    return np.mean((y[:len(x)] - x) ** 2)


def coupled(strength, x, y):
    f, c = signal.coherence(x, y + strength * x ** 2, nperseg=10)
    return np.sum(c[1:-1])


def streamed(cutoff, blocks):
    b, a = np.array([cutoff, 0.0]), np.array([1.0, cutoff - 1.0])
    state, total = np.zeros(1), 0.0
    for block in blocks:
        y, state = signal.lfilter(b, a, block, zi=state)
        total += np.sum(y ** 2)
    return total


def notch_depth(radius, frequency):
    w0 = 2 * np.pi * frequency
    b = np.array([1.0, -2 * np.cos(w0), 1.0])
    a = np.array([1.0, -2 * radius * np.cos(w0), radius ** 2])
    w, h = signal.freqz(b, a, worN=16)
    return np.sum(20 * np.log10(np.abs(h[1:])))


def oversampled(x):
    y = signal.resample_poly(np.tanh(signal.resample_poly(x, 2, 1)), 1, 2)
    return np.sum(y ** 2)


def edges_of_image(image, kernel):
    gx = signal.convolve2d(image, kernel, mode='same', boundary='symm')
    gy = signal.correlate2d(image, kernel.T, mode='same', boundary='wrap')
    return np.sum(np.sqrt(gx ** 2 + gy ** 2 + 0.1))


def uneven_period(times, flux, frequency):
    flux = flux - flux.mean()
    power = signal.lombscargle(times, flux, np.array([frequency, 2 * frequency]))
    return power[0] - 0.5 * power[1]


def sounding(rate, t):
    sweep = signal.chirp(t, f0=0.5, t1=2.0, f1=rate)
    return sweep @ signal.gausspulse(t - 1.0, fc=1.5, bw=0.7)


def rainfall_map(heights, width, at):
    surface = interpolate.RBFInterpolator(STATIONS, heights, kernel='gaussian',
                                          epsilon=width, smoothing=0.05)
    return np.sum(surface(at) ** 2)


def chebyshev_surrogate(values, x):
    nodes = np.cos(np.pi * (np.arange(5) + 0.5) / 5)
    surrogate = interpolate.BarycentricInterpolator(nodes, values)
    return surrogate(x) ** 2


def smoothed_trend(y, at):
    trend = interpolate.make_smoothing_spline(np.arange(8.0), y, lam=0.5)
    return np.sum(trend(at) * trend.derivative()(at))


def information_rate(x, noise):
    return stats.differential_entropy(x + noise) - stats.differential_entropy(noise)


PROGRAMS = [
    program(effect_size, sample(3, 5), sample(4, 6) + 0.5),
    program(paired_log_ratio, sample(5, 6, low=0.5), sample(6, 6, low=0.7, high=2.0)),
    program(decorrelated, 0.4, sample(7, 7), sample(8, 7)),
    program(hubble_constant, sample(9, 7, low=0.2), sample(10, 7, low=1.0, high=4.0)),
    program(residuals_normal, {'a': 1.3, 'b': 0.6}, sample(11, 9, low=0.0),
            sample(12, 9)),
    program(batches_agree, 1.2, [sample(13, 4), sample(14, 5), sample(15, 4)]),
    program(goodness_of_fit, 0.3, np.array([40, 35, 9])),
    program(meta_analysis, sample(16, 4), sample(17, 4, low=0.4)),
    program(wind_direction, sample(18, 6, low=0.2), sample(19, 6)),
    program(quality_table, sample(20, 7)),
    program(interquartile, 0.2, 0.7),
    program(band_power, RECORDING),
    program(tuned_damping, 0.1, 0.9, RECORDING),
    program(denoised, sample(21, 24), 0.3),
    program(coupled, 0.7, sample(22, 25), sample(23, 25)),
    program(streamed, 0.3, [sample(24, 4), sample(25, 3)]),
    program(notch_depth, 0.9, 0.21),
    program(oversampled, sample(26, 8)),
    program(edges_of_image, sample(27, 4, 5), sample(28, 2, 3)),
    program(uneven_period, sample(29, 6, low=0.0, high=5.0), sample(30, 6), 2.3),
    program(sounding, 1.7, np.linspace(0.1, 1.9, 9)),
    program(rainfall_map, sample(31, 7), 0.8, sample(32, 2, 2)),
    program(chebyshev_surrogate, sample(33, 5), 0.35),
    program(smoothed_trend, sample(34, 8), np.array([1.3, 4.6])),
    program(information_rate, sample(35, 8), sample(36, 8)),
]
