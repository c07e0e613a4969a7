"""Where the tape is written, and what of it the backward sweep computes again."""

import numpy as np
import pytest

import tangentlite as tl
from tests.modes.test_tape import lowered
from tests.support.numeric import assert_close, central_gradient

X = np.array([0.3, 0.8, 0.5, 1.1])


def two_exits(x):
    s = x[0] + 0.9
    for k in range(9):
        if k > 6:
            break
        if s > 1.5:
            break
        s = s * s * 1.1
    return s


@pytest.mark.parametrize("optimize", [True, False])
def test_iterations_that_are_left_save_nothing(optimize):
    (want,) = central_gradient(two_exits, (X,), (0,))
    with tl.options(optimize=optimize):
        assert_close(tl.grad(two_exits)(X), want)


def power(x, n):
    if n == 0:
        return 1.0
    return x * power(x, n - 1)


def test_branches_of_a_recursion_save_in_front_of_the_copies_into_phis():
    with tl.options(optimize=False):
        text = tl.grad(power).source_for(0.7, 3)
    saved = "        stack1.append(t8)\n        t10 = t9\n"
    assert saved in text


def test_arrays_that_are_only_compared_are_not_saved():
    with tl.options(optimize=False):
        text = tl.grad(lowered, wrt=(0, 1)).source_for(X, np.array([0.8, 1.1]))
    saved = [line.strip() for line in text.splitlines() if ".append(" in line]
    assert saved == ["saved.append((t_saved, mask, mask1))"]
