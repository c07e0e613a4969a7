"""Lists that are empty where a loop begins, whose items change arrays in it."""
import numpy as np
import pytest

import tangentlite as tl

X = np.array([0.3, 0.7, 1.1])


def subtracted(x):
    kept, q = [], x.copy()
    for _ in range(3):
        for one in kept:
            q -= one
        kept.append(x * x)
    return np.sum(q * q)


def scaled(x):
    kept, q = [], x.copy()
    for _ in range(3):
        if kept:
            q *= kept[-1]
        kept.append(x * x)
    return np.sum(q)


def scaled_part(x):
    kept, q = [], x.copy()
    for _ in range(3):
        if kept:
            q[1:] *= kept[-1][1:]
            q[0] += kept[0][1]
        kept.append(x * x)
    return np.sum(q)


def of_chosen(x):
    kept, q, above = [], x.copy(), x > 0.5
    for _ in range(3):
        for one in kept:
            q[above] -= one[above] * x[0]
        kept.append(x * x)
    return np.sum(q)


def of_dicts(x):
    kept, q = [], x.copy()
    for _ in range(3):
        for one in kept:
            q -= one['step']
        kept.append({'step': x * x})
    return np.sum(q * q)


def of_pairs(x):
    """The two loops of a quasi-Newton method."""
    kept, q = [], x.copy()
    for i in range(3):
        for step, change in reversed(kept):
            q -= step * np.dot(change, q)
        kept.append((x * x, x + i))
    return np.sum(q)


def of_products(x):
    kept, total = [], 0.0
    for i in range(3):
        if kept:
            total += np.einsum('i,i->', kept[-1], kept[0]) * i
        kept.append(x * (i + 1))
    return total


@pytest.mark.one_in(3)
@pytest.mark.parametrize(
    'function',
    [subtracted, scaled, scaled_part, of_chosen, of_dicts, of_pairs, of_products],
    ids=lambda f: f.__name__,
)
@pytest.mark.parametrize('optimize', [True, False])
def test_their_items_change_arrays(function, optimize):
    with tl.options(optimize=optimize):
        tl.check_grad(function, (X,), order=2)
        assert tl.value_and_grad(function)(X)[0] == function(X)
