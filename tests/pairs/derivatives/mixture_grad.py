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
    a = np.exp(logp - top)
    top1 = np.max(logits, axis=-1, keepdims=True)
    e = np.exp(logits - top1)

    # backward
    # return np.sum(logsumexp(logp)) - len(x) * logsumexp(logits)
    b_bar = -1.0 * len(x)
    # return np.log(np.sum(np.exp(a - top), axis=-1)) + top[..., 0]
    top1_bar = np.zeros_like(top1)
    top1_bar[..., 0] += b_bar
    e *= b_bar / np.sum(e, axis=-1)
    top1_bar -= np.sum(e, axis=0, keepdims=True)
    # top = np.max(a, axis=-1, keepdims=True)
    c = np.isnan(top1)
    chosen = (logits == top1) | c
    q = top1_bar / np.sum(chosen, -1, keepdims=True)
    logits_bar = np.where(chosen, np.where(c, np.nan, q), 0.0)
    top1_bar = np.zeros_like(top)
    top1_bar[..., 0] += 1.0
    a *= np.expand_dims(1.0 / np.sum(a, axis=-1), -1)
    top1_bar -= np.sum(a, axis=1, keepdims=True)
    c = np.isnan(top)
    chosen = (logp == top) | c
    q = top1_bar / np.sum(chosen, -1, keepdims=True)
    logp_bar = np.where(chosen, np.where(c, np.nan, q), 0.0)
    logp_bar = logp_bar + a
    # logp = logits - log_sigma - 0.5 * d * d
    e1_bar = np.sum(logp_bar, axis=0)
    logits_bar = e1_bar + logits_bar + e
    a = logp_bar * d
    p *= logp_bar
    p += 0.5 * a
    # d = (x[:, None] - mu) / sigma
    p /= sigma
    mu_bar = np.sum(p, axis=0)
    sigma_bar = np.einsum('ij,ij->j', p, d)
    # sigma = np.exp(log_sigma)
    log_sigma_bar = sigma_bar * sigma - e1_bar
    return mu_bar, log_sigma_bar, logits_bar
