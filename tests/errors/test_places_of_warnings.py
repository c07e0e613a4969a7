"""Warnings of ours stand at the user's line."""

import warnings

import numpy as np
import pytest

import tangentlite as tl


def norms(x):
    found = 0.0
    for k in range(2):
        found += np.linalg.norm(np.linalg.inv(x), 2) * k
    return found


@pytest.mark.parametrize("operator", [tl.grad, tl.value_and_grad, tl.hessian])
def test_what_numba_does_not_compile_is_told_at_the_call(operator):
    derivative = operator(norms, backend="numba", fallback=True)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        derivative(np.eye(2))
    told = [w for w in caught if "NumPy computes this derivative" in str(w.message)]
    assert told and {one.filename for one in told} == {__file__}
