"""Functions of SciPy that have no rule, as they are plain Python, are walked."""
import numpy as np
import pytest

import tangentlite as tl

special = pytest.importorskip('scipy.special')


def of_a_number(a):
    return special.multigammaln(a, 3)


def of_an_array(a):
    return np.sum(special.multigammaln(a, 2) * a)


@pytest.mark.parametrize(('function', 'a'), [
    (of_a_number, 3.2), (of_an_array, np.array([1.7, 4.0])),
])  # fmt: skip
def test_multigammaln(function, a):
    tl.check_grad(function, (a,), order=2)
    assert tl.value_and_grad(function)(a)[0] == function(a)
