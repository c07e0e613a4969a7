"""Spectral methods with `scipy.fft`."""
import numpy as np
import scipy.fft
from scipy import fft
from scipy.fft import dct, fft2, fftfreq, fftshift, idct, ifft, ifft2, irfft, rfft

from tests.programs.record import program, sample

WAVENUMBERS = 2 * np.pi * fftfreq(8, d=0.25)


def heat_on_a_circle(u, diffusivity):
    decay = np.exp(-diffusivity * WAVENUMBERS ** 2 * 0.01)
    return np.real(ifft(decay * scipy.fft.fft(u))) ** 2


def burgers_step(u, viscosity, dt=0.01):
    for _ in range(3):
        u_hat = fft.fft(u)
        ux = fft.ifft(1j * WAVENUMBERS * u_hat).real
        uxx = fft.ifft(-WAVENUMBERS ** 2 * u_hat).real
        u = u + dt * (viscosity * uxx - u * ux)
    return np.sum(u ** 2)


def circular_convolution(x, kernel):
    n = len(x)
    return irfft(rfft(x, n) * rfft(kernel, n), n=n)


def power_spectrum_fit(x, log_power):
    power = np.abs(rfft(x))[1:-1] ** 2
    return np.sum(power * np.exp(-log_power) + log_power)


def compressed_sensing(coefficients, measured, picks):
    x = idct(coefficients, norm='ortho')
    return np.sum((x[picks] - measured) ** 2) + 0.1 * np.sum(np.sqrt(
        coefficients ** 2 + 0.01))


def cepstrum(energies):
    return dct(np.log(energies), type=2, norm='ortho')[1:4]


def diffraction(aperture, phase):
    wave = fftshift(fft2(aperture * np.exp(1j * phase)))
    return np.sum(np.log(1.0 + np.abs(wave) ** 2))


def poisson_equation(density):
    k = fft.fftfreq(4)
    k2 = k[:, None] ** 2 + k[None, :] ** 2
    k2[0, 0] = 1.0
    potential = ifft2(fft2(density) / k2).real
    return 0.5 * np.sum(potential * density)


def chebyshev_coefficients(values):
    c = fft.dct(values, type=1)
    return np.sum(c[1:] ** 2)


def vibrating_string(u, speed):
    modes = fft.dst(u, type=1)
    n = np.arange(1, len(u) + 1)
    return fft.idst(modes * np.cos(speed * n * 0.1), type=1)


def interpolated_by_padding(x):
    spectrum = fft.rfft(x)
    return fft.irfft(np.concatenate([spectrum, np.zeros(4)]), n=16)[3]


def image_denoising(image, threshold):
    c = fft.dctn(image, norm='ortho')
    kept = c ** 3 / (c ** 2 + threshold ** 2)
    return np.sum((fft.idctn(kept, norm='ortho') - image) ** 2)


def batches_of_spectra(x):
    s = fft.rfft(x, axis=1, norm='ortho')
    return np.abs(s[:, 1]) ** 2


def random_field(noise, slope):
    k = np.abs(fft.rfftfreq(8))
    amplitude = np.concatenate([[0.0], k[1:] ** slope])
    return np.sum(fft.irfft(amplitude * fft.rfft(noise)) ** 4)


def volume_filter(volume):
    spectrum = fft.fftn(volume, axes=(0, 1))
    return np.sum(np.abs(fft.ifftn(spectrum * 0.5, axes=(0, 1))) ** 2)


def real_image(image):
    s = fft.rfft2(image)
    return np.sum(fft.irfft2(s * np.conj(s), s=image.shape)[0])


def phase_centred(x):
    return np.sum(np.abs(fft.ihfft(x)) ** 2) + np.sum(fft.ifftshift(x)[:3] ** 2)


PROGRAMS = [
    program(heat_on_a_circle, sample(1, 8), 0.7),
    program(burgers_step, sample(2, 8), 0.2),
    program(circular_convolution, sample(3, 7), sample(4, 3)),
    program(power_spectrum_fit, sample(5, 8), sample(6, 3)),
    program(compressed_sensing, sample(7, 6), sample(8, 3), np.array([0, 2, 5])),
    program(cepstrum, sample(9, 6, low=0.3)),
    program(diffraction, sample(10, 4, 4, low=0.2), sample(11, 4, 4)),
    program(poisson_equation, sample(12, 4, 4)),
    program(chebyshev_coefficients, sample(13, 6)),
    program(vibrating_string, sample(14, 5), 0.8),
    program(interpolated_by_padding, sample(15, 8)),
    program(image_denoising, sample(16, 3, 4), 0.4),
    program(batches_of_spectra, sample(17, 3, 6)),
    program(random_field, sample(18, 8), -0.8),
    program(volume_filter, sample(19, 3, 4, 2)),
    program(real_image, sample(20, 3, 4)),
    program(phase_centred, sample(21, 6)),
]
