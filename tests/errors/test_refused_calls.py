"""What may not be called in a differentiated function says so at the user's line."""
import numpy as np
import pytest

import tangentlite as tl

X = np.array([0.3, 0.7])


def scaled(z):
    return np.sin(z) * z[0]


def energy(z):
    return np.sum(np.sin(z))


JACOBIAN = tl.jacobian(scaled)


def with_jvp(x):
    return np.sum(tl.jvp(scaled, (x,), (x * 2.0,))[1])


def with_vjp(x):
    return np.sum(tl.vjp(scaled, x)[1](x)[0])


def with_jacobian(x):
    return np.sum(tl.jacobian(scaled)(x) ** 2)


def with_hessian(x):
    return np.sum(tl.hessian(energy)(x) ** 2)


def with_hvp(x):
    return np.sum(tl.hvp(energy, (x,), (x,))[0])


@pytest.mark.parametrize(
    'function', [with_jvp, with_vjp, with_jacobian, with_hessian, with_hvp]
)
def test_operators_in_programs(function):
    with pytest.raises(tl.UnsupportedError) as caught:
        tl.grad(function)(X)
    assert __file__ in str(caught.value).splitlines()[0]
    name = function.__name__.removeprefix('with_')
    assert f'tl.{name} is not supported' in str(caught.value)
    assert 'Take derivatives there by tl.grad' in str(caught.value)


def test_jacobians_made_outside():
    with pytest.raises(tl.UnsupportedError, match='a Jacobian or Hessian cannot be'):
        tl.grad(lambda x: np.sum(JACOBIAN(x)))(X)


def chosen_by_class(x, flag):
    total = np.sum(x ** 2)
    if isinstance(flag, float):
        total = total + np.sum(x) * flag
    elif isinstance(flag, (slice, np.dtype)):
        total = total + np.prod(x[flag] if isinstance(flag, slice) else x)
    return total


@pytest.mark.parametrize('flag', [slice(1, None), 0.5, np.dtype('f8'), b'text'])
def test_arguments_of_other_classes_are_told_apart(flag):
    tl.check_grad(chosen_by_class, (X, flag), wrt=0)
