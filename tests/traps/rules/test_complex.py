"""Complex numbers: the gradient of a real f of z = x + iy is df/dx - i df/dy."""
import math

import numpy as np
import pytest

import tangentlite as tl


def absolute(z):
    return abs(z)


def numpy_absolute(z):
    return np.abs(z)


def squared_modulus(z):
    return np.abs(z) ** 2


def real_part(z):
    return np.real(z)


def imaginary_part(z):
    return np.imag(z)


def angle(z):
    return np.angle(z)


def angle_in_degrees(z):
    return np.angle(z, deg=True)


def complex_square(z):
    return z ** 2


def complex_cube(z):
    return z * z * z


def turned(x):
    return np.real(np.exp(1j * x) * (2.0 + 1j))


def conjugate_product(z):
    return np.real(np.conjugate(z) * np.exp(z))


def sum_of_moduli(z):
    return np.sum(np.abs(z))


def complex_norm(z):
    return np.linalg.norm(z)


REAL_FUNCTIONS = [
    (squared_modulus, 1.0 + 2.0j, 2.0 - 4.0j),
    (numpy_absolute, 3.0 + 4.0j, 0.6 - 0.8j),
    (absolute, 3.0 + 4.0j, 0.6 - 0.8j),
    (numpy_absolute, 0j, 0.0),
    (absolute, 0j, 0.0),
    (real_part, 1.0 + 2.0j, 1.0),
    (imaginary_part, 1.0 + 2.0j, -1j),
    (angle, 1.0 + 1j, -0.5 - 0.5j),
    (angle, 0j, 0.0),
    (angle_in_degrees, 1.0 + 1j, (-0.5 - 0.5j) * 180.0 / math.pi),
]


@pytest.mark.parametrize(('function', 'z', 'want'), REAL_FUNCTIONS)
def test_real_functions_of_complex_numbers(function, z, want):
    assert tl.grad(function)(z) == pytest.approx(want)
    tangent = tl.autodiff(function, mode='forward')
    # df along t is the real part of the gradient df/dx - i df/dy times t.
    along = tangent(z, 1.0 + 0j), tangent(z, 1j)
    assert np.isrealobj(along[0])
    assert along == pytest.approx((np.real(want), -np.imag(want)))


def test_real_functions_of_complex_arrays():
    z = np.array([3.0 + 4.0j, 0j, -1j])
    np.testing.assert_allclose(tl.grad(sum_of_moduli)(z), [0.6 - 0.8j, 0.0, 1j])
    np.testing.assert_allclose(tl.grad(complex_norm)(z[:2]), [0.6 - 0.8j, 0.0])
    np.testing.assert_array_equal(tl.grad(complex_norm)(np.zeros(2, complex)), [0, 0])


def test_analytic_functions():
    z = 1.0 + 2.0j
    assert tl.autodiff(complex_square)(z) == pytest.approx(2.0 + 4.0j)
    assert tl.autodiff(complex_square, mode='forward')(z, 1j) == pytest.approx(
        1j * (2.0 + 4.0j)
    )
    tangent = tl.autodiff(complex_cube, mode='forward')
    assert tl.autodiff(tangent)(z, 1.0 + 0j) == pytest.approx(6.0 * z)
    again = tl.autodiff(tl.autodiff(complex_cube), mode='forward')
    assert again(z, 1.0 + 0j) == pytest.approx(6.0 * z)


def test_real_input_through_a_complex_path():
    x = 0.3
    gradient = tl.grad(turned)
    assert isinstance(gradient(x), float)
    assert gradient(x) == pytest.approx(-1.5463764)
    assert tl.autodiff(turned, mode='forward')(x, 1.0) == pytest.approx(-1.5463764)
    second = -2.0 * math.cos(x) + math.sin(x)
    assert tl.grad(gradient)(x) == pytest.approx(second)
    assert tl.autodiff(gradient, mode='forward')(x, 1.0) == pytest.approx(second)


@pytest.mark.parametrize(
    'function', [squared_modulus, numpy_absolute, angle, conjugate_product]
)
def test_second_derivatives_of_real_functions_of_complex_numbers(function):
    z, step = 0.8 - 0.6j, 1e-5
    gradient = tl.grad(function)
    forward = tl.autodiff(gradient, mode='forward')
    for direction in (1.0 + 0j, 1j, 0.3 - 0.7j):
        moved = gradient(z + step * direction) - gradient(z - step * direction)
        want = moved / (2.0 * step)
        assert forward(z, direction) == pytest.approx(want, rel=1e-8, abs=1e-8)
    # The Hessian of a real function is symmetric: reverse mode gives its rows.
    for seed in (1.0 + 0j, 1j):
        row = tl.autodiff(gradient)(z, init_grad=seed)
        want = [np.real(seed * forward(z, along)) for along in (1.0 + 0j, 1j)]
        got = np.real(row), -np.imag(row)
        assert got == pytest.approx(want, rel=1e-8, abs=1e-8)
