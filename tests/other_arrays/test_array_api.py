"""Derivatives of programs of the array API, of NumPy's arrays and of strict ones."""

import numpy as np
import pytest

import tangentlite as tl
from tests.other_arrays import strict

xps = pytest.importorskip("array_api_strict")

X = np.linspace(0.1, 0.9, 6).reshape(3, 2)
V = np.cos(np.arange(6.0)).reshape(3, 2)


@pytest.mark.parametrize("program", strict.PROGRAMS)
def test_both_modes(program):
    derivative = tl.value_and_grad(program)
    value, slope = derivative(X)
    step = 1e-6 * V
    change = (program(X + step) - program(X - step)) / 2e-6
    assert np.sum(slope * V) == pytest.approx(change, rel=1e-6)
    given = xps.asarray(X.copy())
    found, gradient = derivative(given)
    np.testing.assert_array_equal(np.asarray(given), X)
    assert isinstance(gradient, type(xps.asarray(X)))
    assert float(found) == pytest.approx(float(value), rel=1e-14)
    np.testing.assert_allclose(np.asarray(gradient), slope, 1e-13)
    tangent = tl.autodiff(program, mode="forward")(xps.asarray(X), xps.asarray(V))
    assert float(tangent) == pytest.approx(np.sum(slope * V), rel=1e-12)
    assert derivative(X)[0] == value  # the text for NumPy's is still there


# As it is generated, an adjoint is written through its views.
NOT_WRITTEN = [f for f in strict.PROGRAMS if f is not strict.repeated]


@pytest.mark.parametrize("program", NOT_WRITTEN)
def test_without_the_optimiser(program):
    with tl.options(optimize=False):
        slope = tl.grad(program)(xps.asarray(X))
    np.testing.assert_allclose(np.asarray(slope), tl.grad(program)(X), 1e-13)


@pytest.mark.parametrize("program", [strict.elementwise, strict.centred])
def test_single_precision(program):
    slope = tl.grad(program)(xps.asarray(X.astype(np.float32)))
    assert slope.dtype == xps.float32
    np.testing.assert_allclose(np.asarray(slope), tl.grad(program)(X), 1e-5)


def test_the_text_names_the_namespace():
    text = tl.grad(strict.shifted).source_for(xps.asarray(X))
    assert "xp = x.__array_namespace__()" in text
    assert "np." not in text


def test_parameters_in_containers():
    def loss(p, x):
        xp = x.__array_namespace__()
        return xp.sum(xp.tanh(x @ p["w"] + p["b"]) ** 2) * p["scale"]

    p = {"w": np.array([[0.2], [0.5]]), "b": np.array([0.1]), "scale": 2.0}
    of_strict = {"w": xps.asarray(p["w"]), "b": xps.asarray(p["b"]), "scale": 2.0}
    wanted, found = tl.grad(loss)(p, X), tl.grad(loss)(of_strict, xps.asarray(X))
    for key, slope in wanted.items():
        np.testing.assert_allclose(np.asarray(found[key]), slope, 1e-13)


def test_operators():
    def exponential(x):
        return x.__array_namespace__().exp(x)

    value, pull = tl.vjp(exponential, xps.asarray(X))
    np.testing.assert_allclose(np.asarray(pull(xps.asarray(V))[0]), np.exp(X) * V)
    with pytest.raises(tl.ArgumentError, match="another structure"):
        pull(V)
    pushed = tl.jvp(exponential, (xps.asarray(X),), (xps.asarray(V),))[1]
    np.testing.assert_allclose(np.asarray(pushed), np.exp(X) * V)
    given = (xps.asarray(X),), (xps.asarray(V),)
    twice = tl.hvp(strict.elementwise, *given)[0]
    wanted = tl.hvp(strict.elementwise, (X,), (V,))[0]
    np.testing.assert_allclose(np.asarray(twice), wanted, 1e-12)


def test_programs_of_numpy_take_them_too():
    def entropy(x):
        return -np.sum(x * np.log(x)) + np.dot(x[:, 0], x[:, 1])

    slope = tl.grad(entropy)(xps.asarray(X))
    np.testing.assert_allclose(np.asarray(slope), tl.grad(entropy)(X), 1e-14)


def of_compat(x):
    from array_api_compat import array_namespace

    xp = array_namespace(x)
    return xp.sum(xp.sin(x) ** 2)


def test_namespaces_of_array_api_compat():
    pytest.importorskip("array_api_compat")
    wanted = np.sin(2.0 * X)
    np.testing.assert_allclose(tl.grad(of_compat)(X), wanted, 1e-13)
    slope = tl.grad(of_compat)(xps.asarray(X))
    np.testing.assert_allclose(np.asarray(slope), wanted, 1e-13)


def taken(x):
    xp = x.__array_namespace__()
    return xp.sum(xp.take(x, xp.asarray([0, 2]), axis=0) ** 2)


def ordered(x):
    xp = x.__array_namespace__()
    return xp.sum(xp.sort(x, axis=0)[0, :] * 2.0)


def of_determinant(x):
    return x.__array_namespace__().linalg.det(x.T @ x)


@pytest.mark.parametrize(
    ("program", "message"),
    [
        (taken, "array_api_strict has no np.add.at"),
        (ordered, "array_api_strict has no assignment to places that an array names"),
        (of_determinant, "is for arrays of NumPy alone, not of array_api_strict"),
    ],
)
def test_what_is_refused(program, message):
    tl.grad(program)(X)
    with pytest.raises(tl.UnsupportedError, match=message):
        tl.grad(program)(xps.asarray(X))


def by_position(x):
    return np.sum(np.max(x, 1, None, True) * x) + np.sum(np.std(x, 0, None, None, 1))


def complex_products(x):
    z = x * (1.0 + 2.0j)
    return np.real(np.vdot(z, z * 1j + x)) + np.imag(np.vdot(z * 1j, x))


@pytest.mark.parametrize("program", [by_position, complex_products])
def test_programs_of_numpy_keep_their_options(program):
    value, slope = tl.value_and_grad(program)(X)
    found, gradient = tl.value_and_grad(program)(xps.asarray(X))
    assert float(found) == pytest.approx(float(value), rel=1e-14)
    np.testing.assert_allclose(np.asarray(gradient), slope, 1e-13)
