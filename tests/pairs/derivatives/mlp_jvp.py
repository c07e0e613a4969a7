import numpy as np


def mlp_jvp(params, x, labels, params_dot):
    """Jacobian-vector product of tests.pairs.networks.mlp with respect to params.

    params_dot: the derivative of params along the tangents.
    """
    w2 = params['w2']
    b2_dot = params_dot['b2']
    rows = np.arange(len(labels))
    a = x @ params['w1'] + params['b1']
    a_dot = x @ params_dot['w1'] + params_dot['b1']
    mask = a > 0.0
    h = np.where(mask, a, 0.1 * a)
    b_dot = h @ params_dot['w2']
    z = h @ w2 + params['b2']
    z_dot = np.where(mask, a_dot, 0.1 * a_dot) @ w2 + b_dot + b2_dot
    z = z - np.max(z, axis=1, keepdims=True)
    e = np.exp(z)
    total = np.sum(e, axis=1)
    return np.mean(np.sum(z_dot * e, 1) / total - z_dot[rows, labels])
