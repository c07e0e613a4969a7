# tests.golden_programs.convolution, called with
#     signal: float64[:]
#     kernel: float64[:]
#     init_grad: float64[:]

import numpy as np


def convolution_vjp(signal, kernel, *, init_grad):
    """Vector-Jacobian product of tests.golden_programs.convolution with respect to
    signal and kernel.

    signal_bar: the derivative of sum(init_grad * result) by signal.
    """
    # forward
    a = len(kernel)
    n = len(signal) - a + 1

    # backward
    signal_bar = np.zeros_like(signal)
    kernel_bar = np.zeros_like(kernel)
    for i in reversed(range(n)):
        for j in reversed(range(a)):
            # result[i] += signal[i + j] * kernel[j]
            s = i + j
            b_bar = init_grad[i]
            signal_bar[s] += b_bar * kernel[j]
            kernel_bar[j] += signal[s] * b_bar
    return signal_bar, kernel_bar
