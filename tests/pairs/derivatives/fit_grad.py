import numpy as np


def fit_grad(model, x, y):
    """Gradient of tests.pairs.classics.fit with respect to model."""
    # forward
    r = x @ model.w + model.b - y

    # backward
    r_bar = 2.0 * r
    return SimpleNamespace(w=x.T @ r_bar, b=np.sum(r_bar, axis=0))
