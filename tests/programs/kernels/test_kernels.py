"""Dense kernels that write into their arguments, as scientists write them."""
import copy

import numpy as np
import pytest

import tangentlite as tl
from tests.programs.kernels.all import ALL_KERNELS
from tests.support.measure import along, inner, random_like

STEP = 1e-6


@pytest.mark.one_in(5)
@pytest.mark.parametrize('kernel', ALL_KERNELS, ids=lambda k: k.name)
def test_kernels(kernel):
    compare(kernel, optimize=True)


@pytest.mark.one_in(5)
@pytest.mark.parametrize('kernel', ALL_KERNELS, ids=lambda k: k.name)
def test_kernels_without_optimisation(kernel):
    compare(kernel, optimize=False)


def compare(kernel, optimize):
    """Compare both modes with differences along a direction."""
    args = kernel.inputs(*kernel.small_size)
    before = copy.deepcopy(args)
    differentiated = tuple(args[place] for place in kernel.wrt)
    direction = random_like(np.random.default_rng(7), differentiated)
    expected = along(kernel.loss, args, kernel.wrt, direction, STEP).item()
    with tl.options(optimize=optimize):
        value, gradients = tl.value_and_grad(kernel.loss, wrt=kernel.wrt)(*args)
        forward = tl.autodiff(kernel.loss, wrt=kernel.wrt, mode='forward')
        tangent = forward(*args, *direction)
    for one, other in zip(args, before):  # the caller's arrays are as they were
        assert np.array_equal(one, other)
    assert value == kernel.loss(*before)
    np.testing.assert_allclose(inner(gradients, direction), expected, 1e-5, 1e-7)
    np.testing.assert_allclose(tangent, expected, 1e-5, 1e-7)
