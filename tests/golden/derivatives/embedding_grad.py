# tests.golden_programs.embedding, called with
#     table: float64[:, :]
#     indices: int64[:]
#     weights: float64[:, :]

import numpy as np


def embedding_grad(table, indices, weights):
    """Gradient of tests.golden_programs.embedding with respect to table and weights.

    For a variable v, v_bar is the derivative of the result with respect to v.
    """
    # forward
    t = np.tanh(table[indices])

    # backward
    # 175: return np.sum(np.tanh(table[indices]) * weights)
    table_bar = np.zeros_like(table)
    t_bar = weights * (1.0 - t * t)
    np.add.at(table_bar, indices, t_bar)
    return table_bar, 1.0 * t
