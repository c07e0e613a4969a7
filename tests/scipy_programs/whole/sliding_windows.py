"""A convolutional network by sliding windows, trained on small pictures."""
import numpy as np
import numpy.random as npr
from numpy.lib.stride_tricks import sliding_window_view
from scipy.special import log_softmax


def conv2d(images, kernels, bias):
    """Images (n, h, w, c) with kernels (kh, kw, c, out)."""
    windows = sliding_window_view(images, kernels.shape[:2], axis=(1, 2))
    return np.einsum('nhwcij,ijco->nhwo', windows, kernels) + bias


def average_pool(images, size=2):
    windows = sliding_window_view(images, (size, size), axis=(1, 2))
    return windows[:, ::size, ::size].mean(axis=(-2, -1))


def gelu(x):
    return 0.5 * x * (1 + np.tanh(np.sqrt(2 / np.pi) * (x + 0.044715 * x ** 3)))


def init_params(rs, channels=3, hidden=4, classes=3):
    return {
        'conv': [(0.4 * rs.randn(3, 3, 1, channels), np.zeros(channels)),
                 (0.3 * rs.randn(2, 2, channels, hidden), np.zeros(hidden))],
        'dense': (0.4 * rs.randn(hidden, classes), np.zeros(classes)),
    }


def logits(params, images):
    h = images
    for kernels, bias in params['conv']:
        h = gelu(conv2d(h, kernels, bias))
    h = average_pool(h)
    h = h.mean(axis=(1, 2))
    w, b = params['dense']
    return h @ w + b


def bars(rs, n, size=7):
    images, labels = 0.2 * rs.randn(n, size, size, 1), np.arange(n) % 3
    for image, label in zip(images, labels):
        if label == 0:
            image[size // 2, :, 0] += 1.0
        elif label == 1:
            image[:, size // 2, 0] += 1.0
        else:
            image[np.arange(size), np.arange(size), 0] += 1.0
    return images, labels


IMAGES, LABELS = bars(npr.RandomState(0), 6)
START = init_params(npr.RandomState(1))
STEP = 0.3


def objective(params):
    log_p = log_softmax(logits(params, IMAGES), axis=1)
    loss = -np.mean(log_p[np.arange(len(LABELS)), LABELS])
    decay = sum(np.sum(kernels ** 2) for kernels, _ in params['conv'])
    return loss + 1e-3 * decay
