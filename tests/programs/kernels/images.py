"""Images convolved and pooled by loops over windows, results in the last argument."""

import numpy as np

from tests.programs.kernels.record import Kernel


def convolve(image, weights, out):
    """Add to `out` the correlation of the image with the weights."""
    for i in range(out.shape[0]):
        for j in range(out.shape[1]):
            for k in range(weights.shape[0]):
                for m in range(weights.shape[1]):
                    out[i, j] += image[i + k, j + m] * weights[k, m]


def convolve_loss(image, weights, out):
    convolve(image, weights, out)
    return np.sum(out**2)


def convolve_shifted(image, weights, out):
    rows, columns = out.shape
    for k in range(weights.shape[0]):
        for m in range(weights.shape[1]):
            out += weights[k, m] * image[k : k + rows, m : m + columns]


def convolve_shifted_loss(image, weights, out):
    convolve_shifted(image, weights, out)
    return np.sum(np.sin(out))


def convolve_inputs(height, width, k):
    rng = np.random.default_rng(700)
    image = rng.uniform(-1.0, 1.0, (height, width))
    weights = rng.uniform(-1.0, 1.0, (k, k))
    out = rng.uniform(-1.0, 1.0, (height - k + 1, width - k + 1))
    return image, weights, out


def conv2d(images, weights, bias, out):
    """Convolve images of shape NHWC with weights of shape KKCF."""
    k = weights.shape[0]
    for i in range(out.shape[1]):
        for j in range(out.shape[2]):
            window = images[:, i : i + k, j : j + k, :, np.newaxis]
            out[:, i, j, :] = np.sum(window * weights[np.newaxis], axis=(1, 2, 3))
    out += bias


def conv2d_loss(images, weights, bias):
    n, height, width, _ = images.shape
    k = weights.shape[0]
    out = np.empty((n, height - k + 1, width - k + 1, weights.shape[3]))
    conv2d(images, weights, bias, out)
    return np.sum(np.tanh(out))


def conv2d_inputs(n, size, channels, k, filters):
    rng = np.random.default_rng(701)
    images = rng.uniform(-1.0, 1.0, (n, size, size, channels))
    weights = rng.uniform(-1.0, 1.0, (k, k, channels, filters)) / k
    return images, weights, rng.uniform(0.2, 1.0, filters)


def max_pool(images, out):
    for i in range(out.shape[1]):
        for j in range(out.shape[2]):
            window = images[:, 2 * i : 2 * i + 2, 2 * j : 2 * j + 2, :]
            out[:, i, j, :] = np.max(window, axis=(1, 2))


def max_pool_loss(images):
    n, height, width, channels = images.shape
    out = np.empty((n, height // 2, width // 2, channels))
    max_pool(images, out)
    return np.sum(out**2)


def max_pool_inputs(n, size, channels):
    rng = np.random.default_rng(702)
    values = np.linspace(0.1, 2.0, n * size * size * channels)
    return (rng.permutation(values).reshape(n, size, size, channels),)


def max_pool_elements(image, out):
    rows, columns = out.shape
    for i in range(rows):
        for j in range(columns):
            out[i, j] = image[2 * i, 2 * j]
            for k in range(2):
                for m in range(2):
                    if image[2 * i + k, 2 * j + m] > out[i, j]:
                        out[i, j] = image[2 * i + k, 2 * j + m]


def max_pool_elements_loss(image):
    out = np.zeros((image.shape[0] // 2, image.shape[1] // 2))
    max_pool_elements(image, out)
    return np.sum(np.exp(out))


def max_pool_elements_inputs(size):
    (images,) = max_pool_inputs(1, size, 1)
    return (images[0, :, :, 0].copy(),)


def average_pool(image, out):
    for i in range(out.shape[0]):
        for j in range(out.shape[1]):
            out[i, j] = image[2 * i : 2 * i + 2, 2 * j : 2 * j + 2].mean()


def average_pool_loss(image):
    out = np.zeros((image.shape[0] // 2, image.shape[1] // 2))
    average_pool(image, out)
    return np.sum(out**2)


def relu(x):
    x[x < 0.0] = 0.0


def convolution_block(images, weights, bias):
    """A layer as in LeNet, each stage of it into an array of its own."""
    n, height, width, _ = images.shape
    k = weights.shape[0]
    hidden = np.empty((n, height - k + 1, width - k + 1, weights.shape[3]))
    conv2d(images, weights, bias, hidden)
    relu(hidden)
    pooled = np.empty((n, hidden.shape[1] // 2, hidden.shape[2] // 2, hidden.shape[3]))
    max_pool(hidden, pooled)
    return pooled


def convolution_block_loss(images, weights, bias):
    pooled = convolution_block(images, weights, bias)
    return np.mean(pooled**2)


KERNELS = (
    Kernel(
        "convolve", convolve_loss, convolve_inputs, (0, 1, 2), (28, 28, 3), (6, 6, 3)
    ),
    Kernel(
        "convolve_shifted",
        convolve_shifted_loss,
        convolve_inputs,
        (0, 1, 2),
        (150, 150, 9),
        (7, 7, 3),
    ),
    Kernel(
        "conv2d",
        conv2d_loss,
        conv2d_inputs,
        (0, 1, 2),
        (2, 18, 3, 3, 8),
        (1, 5, 2, 2, 3),
    ),
    Kernel("max_pool", max_pool_loss, max_pool_inputs, (0,), (4, 40, 8), (1, 4, 3)),
    Kernel(
        "max_pool_elements",
        max_pool_elements_loss,
        max_pool_elements_inputs,
        (0,),
        (60,),
        (6,),
    ),
    Kernel(
        "average_pool",
        average_pool_loss,
        max_pool_elements_inputs,
        (0,),
        (60,),
        (6,),
    ),
    Kernel(
        "convolution_block",
        convolution_block_loss,
        conv2d_inputs,
        (0, 1, 2),
        (2, 18, 3, 3, 8),
        (1, 5, 2, 2, 3),
    ),
)
