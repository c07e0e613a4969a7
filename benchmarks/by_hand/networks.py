"""Derivatives of the networks."""

import math

import numpy as np


def perceptron(w1, b1, w2, b2, x, y):
    h = 1.0 / (1.0 + np.exp(-(x @ w1 + b1)))
    p = 1.0 / (1.0 + np.exp(-(h @ w2 + b2)))
    not_p = 1.0 - p
    not_y = 1.0 - y
    value = -np.mean(y * np.log(p) + not_y * np.log(not_p))

    scale = 1.0 / p.size
    z_bar = not_y / not_p
    z_bar -= y / p
    z_bar *= scale
    z_bar *= p
    z_bar *= not_p
    w2_bar = h.T @ z_bar
    b2_bar = np.add.reduce(z_bar, 0)
    a_bar = z_bar @ w2.T
    a_bar *= h
    np.subtract(1.0, h, out=h)
    a_bar *= h
    return value, (x.T @ a_bar, np.add.reduce(a_bar, 0), w2_bar, b2_bar)


def classifier(w1, b1, w2, b2, w3, b3, x, labels):
    h1 = np.tanh(x @ w1 + b1)
    h2 = np.tanh(h1 @ w2 + b2)
    z = h2 @ w3 + b3
    z -= np.max(z, 1, keepdims=True)
    e = np.exp(z)
    total = np.sum(e, 1, keepdims=True)
    batch = x.shape[0]
    value = -np.sum(labels * (z - np.log(total))) / batch

    z_bar = labels / -batch
    e *= np.add.reduce(z_bar, 1, keepdims=True) / total
    z_bar -= e
    w3_bar = h2.T @ z_bar
    b3_bar = np.add.reduce(z_bar, 0)
    a2_bar = z_bar @ w3.T
    h2 *= h2
    a2_bar *= np.subtract(1.0, h2, out=h2)
    w2_bar = h1.T @ a2_bar
    b2_bar = np.add.reduce(a2_bar, 0)
    a1_bar = a2_bar @ w2.T
    h1 *= h1
    a1_bar *= np.subtract(1.0, h1, out=h1)
    w1_bar = x.T @ a1_bar
    b1_bar = np.add.reduce(a1_bar, 0)
    return value, (w1_bar, b1_bar, w2_bar, b2_bar, w3_bar, b3_bar)


def convolution(images, kernel):
    batch, rows, columns, _ = images.shape
    y = np.zeros((batch, rows - 2, columns - 2, kernel.shape[3]))
    for i in range(3):
        for j in range(3):
            y += images[:, i : i + rows - 2, j : j + columns - 2, :] @ kernel[i, j]
    value = 0.5 * np.sum(y * y)

    images_bar = np.zeros_like(images)
    kernel_bar = np.empty_like(kernel)
    for i in range(3):
        for j in range(3):
            window = (slice(None), slice(i, i + rows - 2), slice(j, j + columns - 2))
            kernel_bar[i, j] = np.add.reduce(images[window].swapaxes(2, 3) @ y, (0, 1))
            images_bar[window] += y @ np.ascontiguousarray(kernel[i, j].T)
    return value, (images_bar, kernel_bar)


def attention(q, k, v):
    scale = math.sqrt(q.shape[1])
    s = q @ k.T / scale
    s -= np.max(s, 1)[:, None]
    p = np.exp(s, out=s)
    p /= np.sum(p, 1)[:, None]
    o = p @ v
    value = np.sum(o * o)

    o *= 2.0
    v_bar = p.T @ o
    s_bar = o @ v.T
    s_bar -= np.einsum("ij,ij->i", s_bar, p)[:, None]
    s_bar *= p
    s_bar /= scale
    return value, (s_bar @ k, s_bar.T @ q, v_bar)
