"""Dense kernels that write into their arguments, as scientists write them."""
import copy
import inspect

import numpy as np
import pytest

import tangentlite as tl
from tests.numeric import inner
from tests.programs.kernels.all import ALL_KERNELS

# A function that calls itself and writes into what it is given.
REFUSED = ('fft_recursive',)
KERNELS = [k for k in ALL_KERNELS if k.name not in REFUSED]
STEP = 1e-6


def directions(kernel, args) -> list[np.ndarray]:
    rng = np.random.default_rng(7)
    return [rng.normal(size=np.shape(args[place])) for place in kernel.wrt]


def difference(kernel, args, along) -> float:
    """The central difference of a kernel's loss in a direction."""

    def at(step: float) -> float:
        moved = list(copy.deepcopy(args))
        for place, direction in zip(kernel.wrt, along):
            moved[place] = moved[place] + step * direction
        return kernel.loss(*moved)

    return (at(STEP) - at(-STEP)) / (2 * STEP)


@pytest.mark.parametrize('optimize', [True, False], ids=['optimised', 'plain'])
@pytest.mark.parametrize('kernel', KERNELS, ids=lambda k: k.name)
def test_kernels(kernel, optimize):
    args = kernel.inputs(*kernel.small_size)
    before = copy.deepcopy(args)
    along = directions(kernel, args)
    expected = difference(kernel, args, along)
    wrt = tuple(kernel.wrt)
    with tl.options(optimize=optimize):
        value, gradients = tl.value_and_grad(kernel.loss, wrt=wrt)(*args)
        forward = tl.autodiff(kernel.loss, wrt=wrt, mode='forward')
        names = list(inspect.signature(kernel.loss).parameters)
        tangents = {f'{names[p]}_dot': u for p, u in zip(wrt, along)}
        tangent = forward(*args, **tangents)
    for one, other in zip(args, before):  # the caller's arrays are as they were
        assert np.array_equal(one, other)
    assert value == kernel.loss(*before)
    np.testing.assert_allclose(inner(gradients, along), expected, 1e-5, 1e-7)
    np.testing.assert_allclose(tangent, expected, 1e-5, 1e-7)


@pytest.mark.parametrize('name', REFUSED)
def test_refused_kernels(name):
    kernel = next(k for k in ALL_KERNELS if k.name == name)
    args = kernel.inputs(*kernel.small_size)
    with pytest.raises(tl.TangentliteError):
        tl.grad(kernel.loss, wrt=tuple(kernel.wrt))(*args)
