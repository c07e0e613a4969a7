"""Programs of which one rule matters, and gradients with that rule in two forms."""

import numpy as np


def matrix_einsum(x, y, w):
    return np.sum(np.einsum("ij,jk->ik", x, y) * w)


def matrix_einsum_naive(x, y, w):
    return np.einsum("ik,jk->ij", w, y), np.einsum("ij,ik->jk", x, w)


def matrix_einsum_fast(x, y, w):
    return w @ y.T, x.T @ w


def batch_einsum(x, y, w):
    return np.sum(np.einsum("bij,bjk->bik", x, y) * w)


def batch_einsum_naive(x, y, w):
    return np.einsum("bik,bjk->bij", w, y), np.einsum("bij,bik->bjk", x, w)


def batch_einsum_fast(x, y, w):
    return w @ np.swapaxes(y, 1, 2), np.swapaxes(x, 1, 2) @ w


def contraction(x, y, w):
    return np.sum(np.tensordot(x, y, axes=([1, 2], [1, 0])) * w)


def contraction_naive(x, y, w):
    return np.einsum("il,kjl->ijk", w, y), np.einsum("ijk,il->kjl", x, w)


def contraction_fast(x, y, w):
    y_bar = np.swapaxes(np.tensordot(x, w, axes=(0, 0)), 0, 1)
    return np.tensordot(w, y, axes=(1, 2)).swapaxes(1, 2), y_bar


def batch_product(x, y, w):
    return np.sum((x @ y) * w)


def batch_product_naive(x, y, w):
    return w @ y.T, np.sum(np.swapaxes(x, 1, 2) @ w, axis=0)


def batch_product_fast(x, y, w):
    rows = x.shape[-1]
    return w @ y.T, x.reshape(-1, rows).T @ w.reshape(-1, w.shape[-1])


def outer_product(x, y, w):
    return np.sum(np.outer(x, y) * w)


def outer_product_naive(x, y, w):
    return np.sum(w * y, axis=1), np.sum(w * x[:, np.newaxis], axis=0)


def outer_product_fast(x, y, w):
    return w @ y, x @ w


def gather(x, i, w):
    return np.sum(x[i] * w)


def gather_naive(x, i, w):
    x_bar = np.zeros_like(x)
    np.add.at(x_bar, i, w)
    return (x_bar,)


def gather_fast(x, i, w):
    return (np.bincount(i, w, x.size),)


def gather_rows(x, i, w):
    return np.sum(x[i] * w)


def gather_rows_naive(x, i, w):
    x_bar = np.zeros_like(x)
    np.add.at(x_bar, i, w)
    return (x_bar,)


def gather_rows_fast(x, i, w):
    places = i[:, np.newaxis] * x.shape[1] + np.arange(x.shape[1])
    return (np.bincount(places.ravel(), w.ravel(), x.size).reshape(x.shape),)


def gather_columns(x, i, w):
    return np.sum(x[:, i] * w)


def gather_columns_naive(x, i, w):
    x_bar = np.zeros_like(x)
    np.add.at(x_bar, (slice(None), i), w)
    return (x_bar,)


def gather_columns_fast(x, i, w):
    places = np.arange(0, x.size, x.shape[1])[:, np.newaxis] + i
    return (np.bincount(places.ravel(), w.ravel(), x.size).reshape(x.shape),)


def ordered(x, w):
    return np.sum(np.sort(x) * w)


def ordered_naive(x, w):
    x_bar = np.zeros_like(x)
    np.add.at(x_bar, np.argsort(x), w)
    return (x_bar,)


def ordered_fast(x, w):
    x_bar = np.empty_like(x)
    x_bar[np.argsort(x)] = w
    return (x_bar,)


def ordered_columns(x, w):
    return np.sum(np.sort(x, axis=0) * w)


def ordered_columns_naive(x, w):
    x_bar = np.zeros_like(x)
    np.add.at(x_bar, (np.argsort(x, axis=0), np.arange(x.shape[1])), w)
    return (x_bar,)


def ordered_columns_fast(x, w):
    x_bar = np.empty_like(x)
    np.put_along_axis(x_bar, np.argsort(x, axis=0), w, axis=0)
    return (x_bar,)


def windows(x, w):
    return np.sum(np.lib.stride_tricks.sliding_window_view(x, 5) * w)


def windows_naive(x, w):
    x_bar = np.zeros_like(x)
    at = np.arange(w.shape[0])[:, np.newaxis] + np.arange(5)
    np.add.at(x_bar, at, w)
    return (x_bar,)


def windows_fast(x, w):
    x_bar = np.zeros_like(x)
    for offset in range(w.shape[1]):
        x_bar[offset : offset + len(w)] += w[:, offset]
    return (x_bar,)


def scaled(a, x, w):
    return np.sum(a * x * w)


def scaled_naive(a, x, w):
    return np.sum(w * x), a * w


def scaled_fast(a, x, w):
    return w @ x, a * w


def scaled_rows(a, x, w):
    return np.sum(a * x * w)


def scaled_rows_naive(a, x, w):
    return np.sum(x * w, axis=0), a * w


def scaled_rows_fast(a, x, w):
    return np.einsum("ij,ij->j", x, w), a * w


def length(x, w):
    return np.sqrt(np.sum((x - w) ** 2))


def length_naive(x, w):
    difference = x - w
    size = np.sqrt(np.sum(difference**2))
    return (2.0 * difference * np.broadcast_to(0.5 / size, x.shape),)


def length_fast(x, w):
    difference = x - w
    return (difference / np.sqrt(difference @ difference),)


def products_so_far(x, w):
    return np.sum(np.cumprod(x) * w)


def products_so_far_naive(x, w):
    # Row k: the derivatives of the k-th product, by leaving each factor out in turn.
    below = np.tri(x.size, dtype=bool)
    factors = np.where(below, x, 1.0)
    left = np.cumprod(factors, axis=1)
    left[:, 1:] = left[:, :-1].copy()
    left[:, 0] = 1.0
    right = np.cumprod(factors[:, ::-1], axis=1)[:, ::-1].copy()
    right[:, :-1] = right[:, 1:].copy()
    right[:, -1] = 1.0
    return (w @ np.where(below, left * right, 0.0),)


def products_so_far_fast(x, w):
    return (np.cumsum((np.cumprod(x) * w)[::-1])[::-1] / x,)


def column_products(x, w):
    return np.sum(np.prod(x, axis=0) * w)


def column_products_naive(x, w):
    x_bar = np.empty_like(x)
    for row in range(len(x)):
        x_bar[row] = w * np.prod(np.delete(x, row, axis=0), axis=0)
    return (x_bar,)


def column_products_fast(x, w):
    return (w * np.prod(x, axis=0) / x,)


def middle(x, w):
    return np.median(x) * w


def middle_naive(x, w):
    order = np.argsort(x)
    x_bar = np.zeros_like(x)
    half = x.size // 2
    near = order[[half]] if x.size % 2 else order[half - 1 : half + 1]
    x_bar[near] = w / near.size
    return (x_bar,)


def middle_fast(x, w):
    half = x.size // 2
    x_bar = np.zeros_like(x)
    x_bar[np.argpartition(x, half)[half]] = w
    return (x_bar,)


def middles(x, w):
    return np.sum(np.median(x, axis=1) * w)


def middles_naive(x, w):
    order = np.argsort(x, axis=1)
    x_bar = np.zeros_like(x)
    half = x.shape[1] // 2
    near = order[:, half - 1 : half + 1]
    np.put_along_axis(x_bar, near, 0.5 * w[:, np.newaxis], axis=1)
    return (x_bar,)


def middles_fast(x, w):
    half = x.shape[1] // 2
    near = np.argpartition(x, (half - 1, half), axis=1)[:, half - 1 : half + 1]
    x_bar = np.zeros_like(x)
    np.put_along_axis(x_bar, near, 0.5 * w[:, np.newaxis], axis=1)
    return (x_bar,)


def neighbours(x, w):
    return np.sum((x[2:] - 2.0 * x[1:-1] + x[:-2]) * w)


def neighbours_naive(x, w):
    # Each slice gives an array of zeros of its own, as in a list of operations.
    parts = []
    for place, part in (
        (slice(2, None), w),
        (slice(1, -1), -2.0 * w),
        (slice(None, -2), w),
    ):
        zeros = np.zeros_like(x)
        zeros[place] += part
        parts.append(zeros)
    return (parts[0] + parts[1] + parts[2],)


def neighbours_fast(x, w):
    x_bar = np.zeros_like(x)
    x_bar[2:] = w
    x_bar[1:-1] -= 2.0 * w
    x_bar[:-2] += w
    return (x_bar,)


def log_determinant(x, w):
    return np.linalg.slogdet(x)[1] * w


def log_determinant_naive(x, w):
    return (w * np.linalg.solve(x, np.eye(len(x))).T,)


def log_determinant_fast(x, w):
    return (w * np.linalg.inv(x).T,)


def determinant(x, w):
    return np.linalg.det(x) * w


def determinant_naive(x, w):
    # Of products without one of the singular values: also for singular matrices.
    left, values, right = np.linalg.svd(x)
    others = np.prod(np.where(np.eye(len(x), dtype=bool), 1.0, values), axis=1)
    sign = np.linalg.det(left) * np.linalg.det(right)
    return (w * sign * (left * others) @ right,)


def determinant_fast(x, w):
    return (w * np.linalg.det(x) * np.linalg.inv(x).T,)
