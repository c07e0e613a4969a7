import numpy as np


def predict_jvp(cell, xs, ys, cell_dot):
    """Jacobian-vector product of tests.pairs.objects.predict with respect to cell.

    cell_dot: the derivative of cell along the tangents.
    It is for cell.w.shape[0] == cell.w.shape[1] == cell.v.shape[0] == cell.out.shape[0]
    == cell.state.shape[0] and xs.shape[0] == ys.shape[0].
    """
    w = cell.w
    v = cell.v
    out = cell.out
    state = cell.state
    w_dot = cell_dot.w
    v_dot = cell_dot.v
    out_dot = cell_dot.out
    state_dot = cell_dot.state
    loss_dot = 0.0
    for i in range(len(xs)):
        x = xs[i]
        y = ys[i]
        a_dot = w_dot @ state + w @ state_dot + v_dot * x
        state = np.tanh(w @ state + v * x)
        state_dot = a_dot * (1.0 - state * state)
        r = out @ state - y
        loss_dot += 2.0 * (out_dot @ state + out @ state_dot) * r
    cell.state = state
    return loss_dot
