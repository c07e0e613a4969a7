# tests.golden_programs.decay, called with
#     x: float64[:]
#     n: int

import numpy as np


def segment_size(count):
    """Return how many of so many steps a checkpointed loop runs between snapshots.

    >>> segment_size(100), segment_size(0)
    (11, 1)
    """
    return int(np.sqrt(max(count, 0))) + 1


def segment_end(start, size, count):
    """Return where a segment ends of a checkpointed loop of so many steps.

    >>> segment_end(20, 10, 100), segment_end(99, 11, 100)
    (30, 100)
    """
    return min(start + size, count)


def steps_bwd(start, end, x, x_bar):
    x_saved = []
    for _ in range(start, end):
        x_saved.append(x)
        x = x - 0.1 * np.sin(x)
    for _ in range(start, end):
        x = x_saved.pop()
        x_bar = x_bar - 0.1 * x_bar * np.cos(x)
    return x_bar


def steps(start, end, x):
    for _ in range(start, end):
        x = x - 0.1 * np.sin(x)
    return x


def decay_grad(x, n):
    """Gradient of tests.golden_programs.decay with respect to x.

    x_bar: the derivative of the result by x.
    """
    # forward
    size = segment_size(n)
    end_saved = []
    x_saved = []
    for start in range(0, n, size):
        x_saved.append(x)
        end = segment_end(start, size, n)
        end_saved.append(end)
        x = steps(start, end, x)

    # backward
    # return np.sum(x)
    x_bar = np.ones_like(x)
    for start in reversed(range(0, n, size)):
        x = x_saved.pop()
        end = end_saved.pop()
        x_bar = steps_bwd(start, end, x, x_bar)
    return x_bar.copy()
