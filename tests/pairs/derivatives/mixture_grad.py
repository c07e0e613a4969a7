import numpy as np


def mixture_grad(x, mu, log_sigma, logits):
    """Gradient of tests.pairs.networks.mixture with respect to mu, log_sigma and
    logits.

    mu_bar: the derivative of the result by mu.
    """
    # forward
    sigma = np.exp(log_sigma)
    d = (x[:, None] - mu) / sigma
    p = 0.5 * d
    logp = logits - log_sigma - p * d
    top = np.max(logp, axis=-1, keepdims=True)
    e = np.exp(logp - top)
    top = np.max(logits, axis=-1, keepdims=True)
    e1 = np.exp(logits - top)

    # backward
    # return np.log(np.sum(np.exp(a - top), axis=-1)) + top[..., 0]
    e *= np.expand_dims(1.0 / np.sum(e, axis=-1), -1)
    # logp = logits - log_sigma - 0.5 * d * d
    a_bar = np.sum(e, axis=0)
    logits_bar = a_bar - 1.0 * len(x) / np.sum(e1, axis=-1) * e1
    p *= e
    p += 0.5 * e * d
    # d = (x[:, None] - mu) / sigma
    p /= sigma
    mu_bar = np.sum(p, axis=0)
    # sigma = np.exp(log_sigma)
    log_sigma_bar = np.einsum('ij,ij->j', p, d) * sigma
    log_sigma_bar = log_sigma_bar - a_bar
    return mu_bar, log_sigma_bar, logits_bar
