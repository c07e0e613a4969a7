# tests.golden_programs.outer_sum, called with
#     column: float64[:, 1]
#     row: float64[:]
#     bias: float

import numpy as np


def outer_sum_grad(column, row, bias):
    """Gradient of tests.golden_programs.outer_sum with respect to column, row and bias.

    column_bar: the derivative of the result by column.
    """
    # forward
    e = np.exp(column * row)

    # backward
    # return np.sum(np.exp(column * row) + bias)
    column_bar = np.sum(e * row, axis=1, keepdims=True)
    row_bar = np.sum(column * e, axis=0)
    bias_bar = np.float64(e.size)
    return column_bar, row_bar, bias_bar
