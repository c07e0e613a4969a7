"""Branches inside each other: more than Python compiles are refused by their line."""

import numpy as np
import pytest

import tangentlite as tl
from tests.support.load import load_module


def products(count: int, tmp_path):
    """A function of many products of items, each of which may not be there."""
    lines = [f"        y = y * p[{k}]" for k in range(count)]
    text = "def f(x, p):\n    y = x\n    try:\n{}\n    except IndexError:\n"
    text += "        y = x * x\n    return y\n"
    return load_module(text.format("\n".join(lines)), tmp_path).f


def test_many_branches(tmp_path):
    f = products(40, tmp_path)
    p = np.full(40, 0.99)
    assert tl.grad(f)(0.7, p) == pytest.approx(0.99**40)
    assert tl.grad(f)(0.7, p[:5]) == pytest.approx(1.4)


@pytest.mark.parametrize("mode", ["reverse", "forward"])
def test_too_many_branches(tmp_path, mode):
    f = products(120, tmp_path)
    derivative = tl.autodiff(f, mode=mode)
    seed = () if mode == "reverse" else (1.0,)
    with pytest.raises(tl.UnsupportedError, match=r"py:94:17: .* nests too deep"):
        derivative(0.7, np.ones(120), *seed)
    # None of them is missing in a list whose items are known.
    assert derivative(0.7, [0.99] * 120, *seed) == pytest.approx(0.99**120)
