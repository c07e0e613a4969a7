# tests.golden_programs.equilibrium_loss, called with
#     w: float64[:, :]
#     x: float64[:]
#     target: float

import numpy as np


def _solve(w, x):
    z = np.zeros_like(x)
    for _ in range(200):
        z = np.tanh(w @ z + x)
    return z


def equilibrium(w, x):
    return _solve(w, x)


def _refuse(have, want):
    error = ValueError(f"the cotangent has {have}, but what it belongs to {want}")
    vars(error)["of_cotangent"] = True  # what calls a derivative raises ArgumentError
    raise error


def require_shape(cotangent, shape):
    """Raise unless a cotangent has the shape of its result.

    >>> require_shape(1.0, (3,))
    Traceback (most recent call last):
    ...
    ValueError: the cotangent has the shape (), but what it belongs to (3,)
    """
    if np.shape(cotangent) != shape:
        _refuse(f"the shape {np.shape(cotangent)}", shape)


def equilibrium_loss_grad(w, x, target):
    """Gradient of tests.golden_programs.equilibrium_loss with respect to w and x.

    w_bar: the derivative of the result by w.
    """
    # forward
    x1 = equilibrium(w, x)

    # backward
    # return np.sum((equilibrium(w, x) - target) ** 2)
    b = x.shape[0]
    n = x1.size
    matrix = np.zeros_like(x1, shape=(b, n))
    for k in range(n):
        unit = np.zeros_like(x1, shape=(n,))
        unit[k] = 1.0
        # a = np.tanh(w @ z + x)
        a = np.tanh(w @ x1 + x)
        matrix[..., k] = unit - (w @ unit) * (1.0 - a * a)
    if matrix.size != x1.size * x1.size:
        raise ValueError(
            'the residual imbalance (golden_programs.py) has another size than the solution: let it return as many equations as there are unknowns'
        )
    c = np.transpose(np.reshape(matrix, (n, n)))
    c = np.linalg.solve(c, np.reshape(2.0 * (x1 - target), n))
    c = np.reshape(c, (x1.shape[0],))
    a = np.tanh(w @ x1 + x)
    # require_shape(init_grad, np.shape(z - a))
    require_shape(c, (b,))
    # return np.outer(-(init_grad * (1.0 - a * a)), z)
    d = -(c * (1.0 - a * a))
    w_bar = -np.outer(d, x1)
    require_shape(c, (b,))
    c = -d
    return w_bar, c
