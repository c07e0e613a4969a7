# tests.golden_programs.embedding, called with
#     table: float64[:, :]
#     indices: int64[:]
#     weights: float64[:, :]

import numpy as np


def add_rows(total, rows, values):
    """Add each row of `values` to the row of `total` that has its number.

    What `np.add.at` does, by `np.bincount` if there are rows enough to gain by it.

    >>> total = np.zeros((2, 2))
    >>> add_rows(total, np.array([1, 1]), np.array([[1.0, 2.0], [3.0, 4.0]]))
    >>> total
    array([[0., 0.],
           [4., 6.]])
    """
    if np.size(values) < 500 or total.size > 4 * values.size or np.min(rows) < 0:
        np.add.at(total, rows, values)
        return
    rows = rows.astype(np.intp)  # what follows would overflow in small integers
    if values.ndim == 2 and values.shape[1] <= 16:
        for k in range(values.shape[1]):
            total[:, k] += np.bincount(rows, values[:, k], len(total))
    else:
        width = values.size // len(values)
        places = np.ravel(rows[:, None] * width + np.arange(width))
        sums = np.bincount(places, np.ravel(values), total.size)
        total += np.reshape(sums, total.shape)


def embedding_grad(table, indices, weights):
    """Gradient of tests.golden_programs.embedding with respect to table and weights.

    table_bar: the derivative of the result by table.
    """
    # forward
    a = np.tanh(table[indices])

    # backward
    # return np.sum(np.tanh(table[indices]) * weights)
    table_bar = np.zeros_like(table)
    weights_bar = a * 1.0
    add_rows(table_bar, indices, weights * (1.0 - a * a))
    return table_bar, weights_bar
