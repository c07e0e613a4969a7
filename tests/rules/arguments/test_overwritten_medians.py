"""Medians and quantiles with `overwrite_input=True`."""

import numpy as np
import pytest

import tangentlite as tl


def temporary(x):
    return np.median(np.abs(x), overwrite_input=True)


def by_position(x):
    return np.quantile(x * 3.0, 0.3, None, None, True)


@pytest.mark.parametrize('function', [temporary, by_position])
def test_medians_may_overwrite_what_nobody_holds(function):
    tl.check_grad(function, (np.array([3.0, 1.0, -2.0, 7.0]),))


def held(x):
    copy = np.abs(x)
    return np.median(copy, overwrite_input=True) + copy[0]


def item_of_a_list(x):
    copies = [np.abs(x)]
    return np.median(copies[0], overwrite_input=True) + copies[0][0]


@pytest.mark.parametrize('function', [
    held, item_of_a_list, lambda x: np.median(x, overwrite_input=True)])
def test_medians_may_not_overwrite_what_is_read_later(function):
    with pytest.raises(tl.UnsupportedError, match='overwrite_input=True'):
        tl.grad(function)(np.array([3.0, 1.0, -2.0, 7.0]))
