"""Values beside matrices, auxiliary results and modes, against differences."""

import pickle

import numpy as np
import pytest

import tangentlite as tl
from tests.support.numeric import central_jacobian

X = np.array([0.3, -1.2, 0.7])
DTYPES = [np.float64, np.float32]


def tall(x):
    return np.outer(x, np.sin(x))


def row(x):
    return np.sum(np.sin(x) * x)


def wide(x):
    return x[:2] * x[1:]


def with_text(x):
    return np.sin(x) * x[0], {"seen": 2.0 * x, "name": "sine"}


def cost_with_text(x):
    return np.sum(np.sin(x)) * x[0], {"seen": 2.0 * x, "name": "sine"}


def product(x, y):
    return np.outer(x, y * y)


def energy(x, y):
    return np.sum(np.sin(x)) * np.sum(y * y) + x[0] * y[0]


@pytest.mark.parametrize("mode", [None, "forward", "reverse"])
@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("f", [tall, row, wide])
def test_each_mode_gives_value_and_jacobian_at_each_call(f, dtype, mode):
    """The second call and the third go another way than the first."""
    both, alone = tl.value_and_jacobian(f, mode=mode), tl.jacobian(f, mode=mode)
    tolerance = 1e-6 if dtype == np.float64 else 1e-3
    for x in (X, X + 0.5, 2.0 * X, np.concatenate([X, X])):
        if f is wide and len(x) > 3:
            continue
        x = x.astype(dtype)
        value, matrix = both(x)
        np.testing.assert_allclose(value, f(x), rtol=tolerance)
        assert matrix.dtype == dtype and np.shape(matrix) == np.shape(f(x)) + x.shape
        want = central_jacobian(f, x)
        np.testing.assert_allclose(matrix, want, rtol=tolerance, atol=tolerance)
        np.testing.assert_array_equal(alone(x), matrix)


@pytest.mark.parametrize("mode", [None, "forward", "reverse"])
@pytest.mark.parametrize("x", [2.0, np.float64(2.0), np.float32(2.0), np.array(2.0)])
def test_numbers(x, mode):
    both = tl.value_and_jacobian(lambda x: x * x * x, mode=mode)
    for factor in (1, 2):
        value, slope = both(type(x)(factor * x) if np.ndim(x) else factor * x)
        assert (value, slope) == ((2.0 * factor) ** 3, 3 * (2.0 * factor) ** 2)
        assert np.shape(slope) == ()


def test_a_scalar_argument_of_an_array_function():
    jacobian = tl.value_and_jacobian(product, wrt=1)
    for y in (2.0, 3.0):
        value, matrix = jacobian(X, y)
        np.testing.assert_allclose(value, np.outer(X, y * y))
        np.testing.assert_allclose(matrix, np.outer(X, 2 * y))


def test_side_effects_are_refused():
    calls = []

    def f(x):
        calls.append(1)
        return np.outer(x, x)

    with pytest.raises(tl.UnsupportedError, match="evaluated several times"):
        tl.value_and_jacobian(f)(X)


def test_arguments_stay_that_the_function_writes():
    def scaled(x):
        x *= 2.0
        return np.outer(x, x)

    for f in (scaled, lambda x: np.sum(scaled(x))):
        both = tl.value_and_jacobian(f)
        for _ in range(3):
            x = X.copy()
            value, matrix = both(x)
            np.testing.assert_array_equal(x, X)
            np.testing.assert_allclose(value, f(X.copy()))
            want = central_jacobian(lambda x, f=f: f(x.copy()), X)
            np.testing.assert_allclose(matrix, want, atol=1e-8)


@pytest.mark.parametrize("mode", [None, "forward", "reverse"])
def test_the_rest_comes_beside_the_jacobian(mode):
    want = central_jacobian(lambda x: with_text(x)[0], X)
    for _ in range(2):
        matrix, aux = tl.jacobian(with_text, has_aux=True, mode=mode)(X)
        np.testing.assert_allclose(matrix, want, atol=1e-8)
        assert aux["name"] == "sine"
        np.testing.assert_array_equal(aux["seen"], 2.0 * X)
    (value, aux), again = tl.value_and_jacobian(with_text, has_aux=True, mode=mode)(X)
    np.testing.assert_array_equal(value, with_text(X)[0])
    np.testing.assert_array_equal(again, matrix)
    assert aux["name"] == "sine"


def test_the_rest_comes_beside_the_hessian():
    matrix, aux = tl.hessian(cost_with_text, has_aux=True)(X)
    want = tl.hessian(lambda x: cost_with_text(x)[0])(X)
    np.testing.assert_allclose(matrix, want)
    assert aux["name"] == "sine"
    np.testing.assert_array_equal(aux["seen"], 2.0 * X)


def test_value_gradient_and_hessian():
    y = np.array([1.5, 0.4])
    all_three = tl.value_grad_hessian(energy, wrt=1)
    for x in (X, 2.0 * X):
        value, gradient, matrix = all_three(x, y)
        assert value == energy(x, y)
        np.testing.assert_array_equal(gradient, tl.grad(energy, wrt=1)(x, y))
        slopes = central_jacobian(lambda y, x=x: tl.grad(energy, wrt=1)(x, y), y)
        np.testing.assert_allclose(matrix, slopes, atol=1e-7)
    value, gradients, blocks = tl.value_grad_hessian(energy, wrt=(0, "y"))(X, y)
    np.testing.assert_array_equal(gradients[1], tl.grad(energy, wrt=1)(X, y))
    want = tl.hessian(energy, wrt=(0, 1))(X, y)
    for k in range(2):
        np.testing.assert_array_equal(blocks[k][1 - k], want[k][1 - k])


def test_containers():
    def f(p):
        return {"a": p["w"] * p["b"], "b": np.sum(p["w"])}

    params = {"w": X, "b": 2.0}
    value, matrix = tl.value_and_jacobian(f)(params)
    np.testing.assert_array_equal(value["a"], 2.0 * X)
    np.testing.assert_array_equal(matrix["a"]["w"], 2.0 * np.eye(3))
    np.testing.assert_array_equal(matrix["a"]["b"], X)
    value, gradient, second = tl.value_grad_hessian(lambda p: np.sum(f(p)["a"]))(params)
    np.testing.assert_array_equal(gradient["w"], np.full(3, 2.0))
    np.testing.assert_array_equal(second["b"]["w"], np.ones(3))


@pytest.mark.parametrize("make", [tl.jacobian, tl.value_and_jacobian])
def test_refusals(make):
    with pytest.raises(tl.ArgumentError, match="mode is 'both'"):
        make(tall, mode="both")
    with pytest.raises(tl.ArgumentError, match="must return a pair"):
        make(tall, has_aux=True)(X)
    with pytest.raises(tl.ArgumentError, match="respect to x, which is complex"):
        make(tall)(X + 0j)
    with pytest.raises(tl.ArgumentError, match="mode='reverse'"):
        make(lambda x: np.exp(1j * x), mode="reverse")(X)


def test_complex_arguments_and_others_are_refused_after_known_ones():
    matrices = tl.jacobian(tall)
    matrices(X)
    with pytest.raises(tl.ArgumentError, match="complex"):
        matrices(X + 0j)
    with pytest.raises(tl.ArgumentError, match="takes 1 positional argument"):
        matrices(X, X)


LIMIT = {"scale": 1.0}


def test_changed_globals_are_seen():
    matrices = tl.jacobian(lambda x: LIMIT["scale"] * np.outer(x, x))
    first = [matrices(X) for _ in range(2)][1]
    LIMIT["scale"] = 3.0
    try:
        np.testing.assert_allclose(matrices(X), 3.0 * first)
    finally:
        LIMIT["scale"] = 1.0


def test_operators_see_changed_code():
    def f(x):
        return x * x

    def other(y):
        return y * y * y

    assert tl.jvp(f, (2.0,), (1.0,)) == (4.0, 4.0)
    f.__code__ = other.__code__
    assert tl.jvp(f, (2.0,), (1.0,))[0] == 8.0


def test_operators_after_a_cleared_cache():
    def f(x, y):
        return np.sum(x * x) * y

    for _ in range(2):
        value, tangent = tl.jvp(f, (X, 2.0), (None, 1.0))
        assert value == 2.0 * tangent == f(X, 2.0)
        _, fixed = tl.hvp(f, (X, 2.0), (X, None))
        assert fixed is None
        gradient, by_y = tl.vjp(f, X, 2.0)[1](1.0)
        np.testing.assert_allclose(gradient, 4.0 * X)
        assert by_y == tangent
        tl.cache_clear()


def test_pickles_keep_what_was_chosen():
    made = tl.jacobian(with_text, has_aux=True, mode="forward")
    matrix, aux = pickle.loads(pickle.dumps(made))(X)
    np.testing.assert_array_equal(matrix, made(X)[0])
    assert aux["name"] == "sine"


def test_inside_a_program():
    def f(x):
        value, matrix = tl.value_and_jacobian(wide)(x)
        return np.sum(value) + np.sum(matrix * matrix)

    np.testing.assert_allclose(tl.grad(f)(X), central_jacobian(f, X), atol=1e-7)

    def g(x):
        value, gradient, second = tl.value_grad_hessian(row)(x)
        return value + np.sum(gradient) + np.sum(second)

    np.testing.assert_allclose(tl.grad(g)(X), central_jacobian(g, X), atol=1e-6)
    pair = tl.jacobian(with_text, has_aux=True)
    tl.check_grad(lambda x: np.sum(pair(x)[0] ** 2), (X,))


def test_matrices_of_callable_objects_have_the_name_of_the_class():
    class Model:
        def __call__(self, x):
            return np.sin(x) * x

    matrix = tl.jacobian(Model())
    assert 'jacobian of Model with' in repr(matrix)
    with pytest.raises(tl.UnsupportedError, match='jacobian of Model has called no'):
        _ = matrix.source
    with pytest.raises(tl.ArgumentError, match='jacobian of Model does not know'):
        matrix.view()
