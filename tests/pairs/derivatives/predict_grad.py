import numpy as np


def predict_grad(cell, xs, ys):
    """Gradient of tests.pairs.objects.predict with respect to cell.

    It is for cell.w.shape[0] == cell.w.shape[1] == cell.v.shape[0] == cell.out.shape[0]
    == cell.state.shape[0] and xs.shape[0] == ys.shape[0].
    """
    # forward
    w = cell.w
    v = cell.v
    out = cell.out
    state = cell.state
    r_saved = []
    state_saved = []
    for i in range(len(xs)):
        state_saved.append(state)
        x = xs[i]
        y = ys[i]
        state = np.tanh(w @ state + v * x)
        r = out @ state - y
        r_saved.append(r)
    cell.state = state

    # backward
    w_bar = np.zeros_like(w)
    v_bar = np.zeros_like(v)
    out_bar = np.zeros_like(out)
    state_bar = np.zeros_like(state)
    for i in reversed(range(len(xs))):
        # loss = loss + r * r
        r = r_saved.pop()
        r_bar = 2.0 * r
        # r = cell.out @ cell.state - y
        out_bar += r_bar * state
        state_bar += r_bar * out
        # self.state = np.tanh(self.w @ self.state + self.v * x)
        state_bar *= 1.0 - state * state
        state = state_saved.pop()
        w_bar += np.outer(state_bar, state)
        v_bar += state_bar * xs[i]
        state_bar = w.T @ state_bar
    return SimpleNamespace(w=w_bar, v=v_bar, out=out_bar, state=state_bar)
