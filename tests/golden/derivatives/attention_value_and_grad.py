# tests.golden_programs.attention, called with
#     q: float64[:, :]
#     k: float64[:, :]
#     v: float64[:, :]

import numpy as np


def attention_value_and_grad(q, k, v):
    """Value and gradient of tests.golden_programs.attention with respect to q, k and v.

    q_bar: the derivative of the result by q.
    """
    # forward
    root = np.sqrt(q.shape[1])
    s = (q @ k.T) / root
    e = np.exp(s - np.max(s, axis=1, keepdims=True))
    sum_e = np.sum(e, axis=1, keepdims=True)
    p = e / sum_e
    a = p @ v
    total = np.sum(a ** 2)

    # backward
    # return np.sum((p @ v) ** 2)
    a *= 2.0
    v_bar = p.T @ a
    # p = e / np.sum(e, axis=1, keepdims=True)
    e_bar = (a @ v.T) / sum_e
    e_bar -= np.expand_dims(np.vecdot(e_bar, p), 1)
    # e = np.exp(s - np.max(s, axis=1, keepdims=True))
    e_bar *= e
    # s = q @ k.T / np.sqrt(q.shape[1])
    e_bar /= root
    q_bar = e_bar @ k
    k_bar = e_bar.T @ q
    return total, (q_bar, k_bar, v_bar)
