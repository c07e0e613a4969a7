"""Filters as scans; the stages of the transforms, of which there are few, unrolled."""

import jax.numpy as jnp
import numpy as np
from jax.lax import scan

from benchmarks.peers.refusal import refused


def deriche_loss(image, alpha):
    image = smoothed_columns(image.T, alpha).T
    return jnp.sum(smoothed_columns(image, alpha) ** 2)


def smoothed_columns(image, alpha):
    e = jnp.exp(-alpha)
    k = (1.0 - e) ** 2 / (1.0 + 2.0 * alpha * e - e**2)
    padded = jnp.pad(image, ((1, 2), (0, 0)))
    down = k * image + k * e * (alpha - 1.0) * padded[:-3]
    up = k * e * (alpha + 1.0) * padded[2:-1] - k * e**2 * padded[3:]

    def row(last, entering):
        one, two = last
        this = entering + 2.0 * e * one - e**2 * two
        return (this, one), this

    rest = jnp.zeros_like(image[0]), jnp.zeros_like(image[0])
    return scan(row, rest, down)[1] + scan(row, rest, up, reverse=True)[1]


def smooth_both_ways_loss(image, a):
    image = both_ways(image.T, a).T
    return jnp.sum(jnp.sin(2.0 * both_ways(image, a)))


def both_ways(image, a):
    def row(last, this):
        this = (1.0 - a) * this + a * last
        return this, this

    _, image = scan(row, image[0], image)
    return scan(row, image[-1], image, reverse=True)[1]


def fft_loss(re, im):
    re, im = transformed(re, im)
    return jnp.mean(jnp.arange(len(re)) * (re**2 + im**2))


def fft_stages_loss(re, im):
    re, im = transformed(re, im)
    return jnp.sum(jnp.log(1.0 + re**2 + im**2))


def transformed(re, im):
    n = len(re)
    order = np.arange(n).reshape([2] * (n.bit_length() - 1)).T.ravel()
    re, im = re[order], im[order]
    half = 1
    while half < n:
        angle = -np.pi * np.arange(half) / half
        cos, sin = np.cos(angle), np.sin(angle)
        top_re, low_re = jnp.moveaxis(re.reshape(-1, 2, half), 1, 0)
        top_im, low_im = jnp.moveaxis(im.reshape(-1, 2, half), 1, 0)
        t_re = cos * low_re - sin * low_im
        t_im = cos * low_im + sin * low_re
        re = jnp.stack([top_re + t_re, top_re - t_re], axis=1).ravel()
        im = jnp.stack([top_im + t_im, top_im - t_im], axis=1).ravel()
        half *= 2
    return re, im


fft_recursive_loss = refused("jit would unroll the recursion")


def haar_loss(x):
    details = []
    while len(x) > 1:
        details.append((x[::2] - x[1::2]) / np.sqrt(2.0))
        x = (x[::2] + x[1::2]) / np.sqrt(2.0)
    x = jnp.concatenate([x, *reversed(details)])
    return jnp.sum(jnp.sqrt(1.0 + x**2))
