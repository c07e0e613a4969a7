# tests.golden_programs.pooled_features, called with
#     images: float64[:, :, :]
#     kernel: float64[:, :]

import numpy as np


def sum_of_products(x, y):
    """Return the sum of x_k.T @ y_k over the matrices of two stacks of one shape.

    One product of all rows at a time is fastest, unless they must be copied for it and
    the matrices are not small.

    >>> sum_of_products(np.ones((5, 4, 2)), np.ones((5, 4, 1)))
    array([[20.],
           [20.]])
    """
    if x.flags.c_contiguous or x.shape[-2] < 32:
        count = int(np.prod(x.shape[:-1]))
        rows = np.reshape(x, (count, x.shape[-1]))
        return rows.T @ np.reshape(y, (count, y.shape[-1]))
    products = np.swapaxes(x, -1, -2) @ y
    return np.sum(products, axis=tuple(range(products.ndim - 2)))


def pooled_features_grad(images, kernel):
    """Gradient of tests.golden_programs.pooled_features with respect to images and
    kernel.

    images_bar: the derivative of the result by images.
    """
    # forward
    a = np.tanh(images @ kernel)

    # backward
    # return np.sum(np.tanh(images @ kernel) ** 2)
    b_bar = 2.0 * a * (1.0 - a * a)
    images_bar = b_bar @ np.ascontiguousarray(kernel.T)
    kernel_bar = sum_of_products(images, b_bar)
    return images_bar, kernel_bar
