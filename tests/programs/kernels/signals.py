"""Signals transformed in place: recursive filters and the fast Fourier transform."""

import numpy as np

from tests.programs.kernels.record import Kernel


def smooth_rows(image, alpha):
    """Deriche's filter along each row: forward, backward, and their sum."""
    e = np.exp(-alpha)
    k = (1.0 - e) ** 2 / (1.0 + 2.0 * alpha * e - e**2)
    a1 = k
    a2 = k * e * (alpha - 1.0)
    a3 = k * e * (alpha + 1.0)
    a4 = -k * e**2
    b1 = 2.0 * e
    b2 = -(e**2)

    width = image.shape[1]
    y1 = np.zeros_like(image)
    y1[:, 0] = a1 * image[:, 0]
    y1[:, 1] = a1 * image[:, 1] + a2 * image[:, 0] + b1 * y1[:, 0]
    for j in range(2, width):
        y1[:, j] = a1 * image[:, j] + a2 * image[:, j - 1]
        y1[:, j] += b1 * y1[:, j - 1] + b2 * y1[:, j - 2]

    y2 = np.zeros_like(image)
    y2[:, -1] = 0.0
    y2[:, -2] = a3 * image[:, -1]
    for j in range(width - 3, -1, -1):
        y2[:, j] = a3 * image[:, j + 1] + a4 * image[:, j + 2]
        y2[:, j] += b1 * y2[:, j + 1] + b2 * y2[:, j + 2]

    image[:] = y1 + y2


def deriche(image, alpha):
    smooth_rows(image, alpha)
    smooth_rows(image.T, alpha)


def deriche_loss(image, alpha):
    deriche(image, alpha)
    return np.sum(image**2)


def deriche_inputs(height, width):
    return np.random.default_rng(600).uniform(0.5, 1.5, (height, width)), 0.6


def smooth_both_ways(image, a):
    height, width = image.shape
    for i in range(height):
        for j in range(1, width):
            image[i, j] += a * (image[i, j - 1] - image[i, j])
        for j in range(width - 2, -1, -1):
            image[i, j] += a * (image[i, j + 1] - image[i, j])
    for i in range(1, height):
        image[i] = (1.0 - a) * image[i] + a * image[i - 1]
    for i in range(height - 2, -1, -1):
        image[i] = (1.0 - a) * image[i] + a * image[i + 1]


def smooth_both_ways_loss(image, a):
    smooth_both_ways(image, a)
    return np.sum(np.sin(2.0 * image))


def bit_reverse(re, im):
    n = re.shape[0]
    j = 0
    for i in range(1, n):
        bit = n >> 1
        while j & bit:
            j ^= bit
            bit >>= 1
        j |= bit
        if i < j:
            re[i], re[j] = re[j], re[i]
            im[i], im[j] = im[j], im[i]


def fft(re, im):
    n = re.shape[0]
    bit_reverse(re, im)
    half = 1
    while half < n:
        angle = -np.pi * np.arange(half) / half
        cos = np.cos(angle)
        sin = np.sin(angle)
        for start in range(0, n, 2 * half):
            top_re = re[start : start + half]
            top_im = im[start : start + half]
            low_re = re[start + half : start + 2 * half]
            low_im = im[start + half : start + 2 * half]
            t_re = cos * low_re - sin * low_im
            t_im = cos * low_im + sin * low_re
            low_re[:] = top_re - t_re
            low_im[:] = top_im - t_im
            top_re += t_re
            top_im += t_im
        half *= 2


def fft_loss(re, im):
    fft(re, im)
    frequencies = np.arange(re.shape[0])
    return np.mean(frequencies * (re**2 + im**2))


def butterflies(re, im, half):
    """One stage for all blocks at once, over views of the two halves of each block."""
    even_re = re.reshape(-1, 2, half)[:, 0]
    even_im = im.reshape(-1, 2, half)[:, 0]
    odd_re = re.reshape(-1, 2, half)[:, 1]
    odd_im = im.reshape(-1, 2, half)[:, 1]
    angle = -np.pi * np.arange(half) / half
    t_re = np.cos(angle) * odd_re - np.sin(angle) * odd_im
    t_im = np.cos(angle) * odd_im + np.sin(angle) * odd_re
    odd_re[:] = even_re - t_re
    odd_im[:] = even_im - t_im
    even_re += t_re
    even_im += t_im


def fft_stages(re, im):
    bit_reverse(re, im)
    half = 1
    while half < re.size:
        butterflies(re, im, half)
        half *= 2


def fft_stages_loss(re, im):
    fft_stages(re, im)
    power = re**2 + im**2
    return np.sum(np.log(1.0 + power))


def fft_recursive(x):
    """Transform a complex array in place, halves first."""
    n = x.size
    if n == 1:
        return
    even = x[::2].copy()
    odd = x[1::2].copy()
    fft_recursive(even)
    fft_recursive(odd)
    odd *= np.exp(-2j * np.pi * np.arange(n // 2) / n)
    x[: n // 2] = even + odd
    x[n // 2 :] = even - odd


def fft_recursive_loss(re, im):
    x = re + 1j * im
    fft_recursive(x)
    return np.sum(np.log(1.0 + np.abs(x) ** 2))


def fft_inputs(n):
    re, im = np.random.default_rng(601).uniform(-1.0, 1.0, (2, n))
    return re, im


def haar(x, work):
    """The Haar wavelet transform in place: sums in front, differences behind."""
    n = x.shape[0]
    while n > 1:
        half = n // 2
        work[:half] = (x[0:n:2] + x[1:n:2]) / np.sqrt(2.0)
        work[half:n] = (x[0:n:2] - x[1:n:2]) / np.sqrt(2.0)
        x[:n] = work[:n]
        n = half


def haar_loss(x):
    work = np.empty_like(x)
    haar(x, work)
    return np.sum(np.sqrt(1.0 + x**2))


def haar_inputs(n):
    return (np.random.default_rng(602).uniform(-1.0, 1.0, n),)


KERNELS = (
    Kernel("deriche", deriche_loss, deriche_inputs, (0, 1), (200, 150), (6, 7)),
    Kernel(
        "smooth_both_ways",
        smooth_both_ways_loss,
        deriche_inputs,
        (0, 1),
        (60, 60),
        (6, 7),
    ),
    Kernel("fft", fft_loss, fft_inputs, (0, 1), (512,), (8,)),
    Kernel("fft_stages", fft_stages_loss, fft_inputs, (0, 1), (4096,), (16,)),
    Kernel("fft_recursive", fft_recursive_loss, fft_inputs, (0, 1), (512,), (8,)),
    Kernel("haar", haar_loss, haar_inputs, (0,), (262144,), (32,)),
)
