"""Jacobians, Hessians and products with them, against differences and closed forms."""

import numpy as np
import pytest

import tangentlite as tl
from tests.support.numeric import central_jacobian

SCALE = 2.0
X = np.array([0.3, -1.2, 0.7])
Y = np.array([1.5, 0.4])
RNG = np.random.default_rng(0)


def wide(x):
    return np.outer(x, np.sin(x))


def narrow(x):
    return x[0] * x[1:]


def scaled(x, factor=3.0, *, shift=0.5):
    return factor * np.exp(x) + shift * x[0]


def both(x, y):
    return np.sum(x) * y * y


def several(x):
    return np.sum(x * x), (x[0] * x, 2.0 * x[1])


def energy(x, y):
    return np.sum(np.sin(x)) * np.sum(y * y) + x[0] * x[1] * y[0]


def cube(x):
    return x * x * x


def counted(x):
    return len(x), np.sum(x)


def waves(x):
    return np.exp(1j * x)


def nothing(x):
    return None


@pytest.fixture
def modes(monkeypatch):
    """The modes of the derivatives that are called."""
    called = []
    call = tl.Derivative.__call__

    def recorded(derivative, *args, **kwargs):
        called.append(derivative.mode)
        return call(derivative, *args, **kwargs)

    monkeypatch.setattr(tl.Derivative, "__call__", recorded)
    # calls go through it as long as a derivative has no class of its own
    tl.cache_clear()
    monkeypatch.setattr("tangentlite.calls.derivative.DIRECT_AFTER", 1_000_000)
    return called


@pytest.mark.parametrize("f", [wide, narrow, scaled])
def test_jacobian_agrees_with_central_differences(f):
    got = tl.jacobian(f)(X)
    assert got.shape == np.shape(f(X)) + X.shape
    np.testing.assert_allclose(got, central_jacobian(f, X), rtol=1e-6, atol=1e-8)


def test_tuples_give_tuples_of_jacobians():
    total, (first, second) = tl.jacobian(several)(X)
    np.testing.assert_allclose(total, 2.0 * X)
    np.testing.assert_allclose(first, X[0] * np.eye(3) + np.outer(X, [1, 0, 0]))
    np.testing.assert_allclose(second, [0.0, 2.0, 0.0])


def test_jacobian_of_matrices():
    x = RNG.standard_normal((2, 3))
    got = tl.jacobian(wide)(x.ravel())
    assert got.shape == (6, 6, 6)

    def transposed(x):
        return np.cos(x.T)

    got = tl.jacobian(transposed)(x)
    assert got.shape == (3, 2, 2, 3)
    np.testing.assert_allclose(got, central_jacobian(transposed, x), atol=1e-8)


@pytest.mark.parametrize(("f", "calls"), [
    (wide, ["forward"] * 3),
    (narrow, ["reverse"]),
    (scaled, ["reverse"]),
])  # fmt: skip
def test_jacobian_takes_the_cheaper_mode(modes, f, calls):
    tl.jacobian(f)(X)
    assert modes == calls


def test_jacobian_by_several_arguments():
    by_x, by_y = tl.jacobian(both, wrt=("x", 1))(X, Y)
    np.testing.assert_allclose(by_x, np.outer(Y * Y, np.ones(3)))
    np.testing.assert_allclose(by_y, 2.0 * np.sum(X) * np.diag(Y))
    (only,) = tl.jacobian(both, wrt=("y",))(X, Y)
    np.testing.assert_allclose(only, by_y)


@pytest.mark.parametrize("x", [2.0, np.float64(2.0), np.float32(2.0), np.array(2.0)])
def test_numbers_have_no_axes(x):
    got = tl.jacobian(cube)(x)
    assert np.shape(got) == () and np.result_type(got) == np.result_type(x)
    assert got == 12.0
    assert tl.hessian(cube)(x) == 12.0


def test_number_to_array_and_back():
    np.testing.assert_allclose(tl.jacobian(both, "x")(2.0, Y), Y * Y)
    assert tl.jacobian(np_sum_of_squares)(Y).shape == (2,)


def np_sum_of_squares(x):
    return np.sum(x * x)


def test_defaults_and_keywords():
    want = np.diag(7.0 * np.exp(X)) + [0.5, 0.0, 0.0]
    np.testing.assert_allclose(tl.jacobian(scaled)(X, 7.0), want)
    np.testing.assert_allclose(tl.jacobian(scaled)(x=X, factor=7.0, shift=0.5), want)
    by_factor = tl.jacobian(scaled, wrt="factor")(X, shift=1.0)
    np.testing.assert_allclose(by_factor, np.exp(X))


def test_decorators():
    @tl.jacobian
    def bare(x):
        """Twice x."""
        return 2.0 * x

    @tl.jacobian(wrt="y")
    def named(x, y):
        return x * y

    @tl.hessian(wrt=1)
    def second(x, y):
        return np.sum(x * y * y)

    np.testing.assert_allclose(bare(X), 2.0 * np.eye(3))
    np.testing.assert_allclose(named(X, 2.0), X)
    np.testing.assert_allclose(second(2.0, X), 4.0 * np.eye(3))
    assert bare.__name__ == "bare" and bare.__doc__.endswith("bare: Twice x.")
    np.testing.assert_allclose(bare.primal(X), 2.0 * X)


def test_method():
    class Model:
        @staticmethod
        def loss(x):
            return np.sum(x * x)

    np.testing.assert_allclose(tl.hessian(Model.loss)(X), 2.0 * np.eye(3))


@pytest.mark.parametrize("f", [wide, narrow])
def test_float32_stays(f):
    x = X.astype(np.float32)
    got = tl.jacobian(f)(x)
    assert got.dtype == np.float32
    np.testing.assert_allclose(got, central_jacobian(f, X), rtol=1e-3, atol=1e-4)
    hessian = tl.hessian(energy)(x, Y.astype(np.float32))
    assert hessian.dtype == np.float32


def test_mixed_precision_has_the_dtype_of_the_argument():
    x = X.astype(np.float32)
    for f in (wide_mixed, narrow_mixed):
        assert tl.jacobian(f)(x).dtype == np.float32


def wide_mixed(x):
    return np.outer(x, np.arange(4.0))


def narrow_mixed(x):
    return np.sum(x * np.arange(3.0))


def test_independent_results_have_zeros():
    count, total = tl.jacobian(counted)(X)
    np.testing.assert_array_equal(count, np.zeros(3))
    np.testing.assert_array_equal(total, np.ones(3))


def test_empty_argument():
    assert tl.jacobian(cube)(np.zeros((0, 2))).shape == (0, 2, 0, 2)
    assert tl.jacobian(wide)(np.zeros(0)).shape == (0, 0, 0)


def test_complex_results_and_arguments():
    got = tl.jacobian(waves)(X)
    np.testing.assert_allclose(got, np.diag(1j * np.exp(1j * X)))
    with pytest.raises(tl.ArgumentError, match="respect to x, which is complex"):
        tl.jacobian(waves)(X + 0j)


def test_jacobian_of_a_gradient_is_the_hessian():
    want = tl.hessian(energy)(X, Y)
    np.testing.assert_allclose(tl.jacobian(tl.grad(energy))(X, Y), want)


def test_hessian_blocks():
    blocks = tl.hessian(energy, wrt=(0, "y"))(X, Y)
    gradients = [tl.grad(energy, wrt=wrt) for wrt in (0, 1)]
    for row, gradient in zip(blocks, gradients):
        by_x = central_jacobian(lambda x, gradient=gradient: gradient(x, Y), X)
        by_y = central_jacobian(lambda y, gradient=gradient: gradient(X, y), Y)
        np.testing.assert_allclose(row[0], by_x, atol=1e-8)
        np.testing.assert_allclose(row[1], by_y, atol=1e-8)
    np.testing.assert_allclose(blocks[0][1], blocks[1][0].T)
    ((alone,),) = tl.hessian(energy, wrt=(0,))(X, Y)
    np.testing.assert_allclose(alone, tl.hessian(energy)(X, Y))
    np.testing.assert_allclose(alone, alone.T)


def test_hessian_of_a_matrix_argument():
    x = RNG.standard_normal((2, 3))
    got = tl.hessian(np_sum_of_cubes)(x)
    assert got.shape == (2, 3, 2, 3)
    want = np.diag(6.0 * x.ravel()).reshape(got.shape)
    np.testing.assert_allclose(got, want)


def np_sum_of_cubes(x):
    return np.sum(x * x * x)


def test_hvp_is_the_hessian_times_the_vector():
    v, w = RNG.standard_normal(3), RNG.standard_normal(2)
    (xx, xy), (yx, yy) = tl.hessian(energy, wrt=(0, 1))(X, Y)
    got = tl.hvp(energy, (X, Y), (v, w))
    assert isinstance(got, tuple)
    np.testing.assert_allclose(got[0], xx @ v + xy @ w)
    np.testing.assert_allclose(got[1], yx @ v + yy @ w)
    alone, fixed = tl.hvp(energy, (X, Y), (v, None))
    np.testing.assert_allclose(alone, xx @ v)
    assert fixed is None
    np.testing.assert_allclose(tl.hvp(energy, [X, Y], [None, w])[1], yy @ w)


def test_hvp_of_a_bare_primal():
    assert tl.hvp(cube, 2.0, 10.0) == 120.0
    np.testing.assert_allclose(tl.hvp(np_sum_of_cubes, X, Y[0] * X), 6.0 * Y[0] * X * X)


def test_elementwise_grad():
    np.testing.assert_allclose(tl.elementwise_grad(np_tanh)(X), 1.0 - np.tanh(X) ** 2)
    assert tl.elementwise_grad(np_tanh)(0.0) == 1.0
    assert tl.elementwise_grad(np_tanh) is tl.elementwise_grad(np_tanh)


def np_tanh(x):
    return np.tanh(x)


def test_nested_elementwise_grad():
    derivative, orders = np_tanh, []
    for _ in range(3):
        derivative = tl.elementwise_grad(derivative)
        orders.append(derivative(X))
    t = np.tanh(X)
    np.testing.assert_allclose(orders[1], -2.0 * t * (1.0 - t * t))
    np.testing.assert_allclose(orders[2], (6.0 * t * t - 2.0) * (1.0 - t * t))


@tl.elementwise_grad(wrt=("x", "y"))
def product(x, y=2.0, *, scale=1.0):
    return SCALE * scale * x * y


def test_elementwise_grad_sums_what_was_broadcast():
    by_x, by_y = product(X[:, None], Y)
    np.testing.assert_allclose(by_x, np.full((3, 1), SCALE * np.sum(Y)))
    np.testing.assert_allclose(by_y, np.full(2, SCALE * np.sum(X)))


def test_elementwise_grad_keeps_defaults():
    by_x, by_y = product(X, scale=3.0)
    np.testing.assert_allclose(by_x, np.full(3, SCALE * 6.0))
    np.testing.assert_allclose(by_y, SCALE * 3.0 * np.sum(X))


def test_elementwise_grad_where_names_are_taken():
    def x(np, x):
        return np * x * x

    np.testing.assert_allclose(tl.elementwise_grad(x, wrt=1)(3.0, X), 6.0 * X)


def test_tangents_of_parameters_named_like_tangents():
    def dotted(x, x_dot):
        return x * x_dot

    assert tl.jvp(dotted, (2.0, 3.0), (1.0, 10.0)) == (6.0, 23.0)
    np.testing.assert_allclose(tl.jacobian(dotted, wrt=(0, 1))(2.0, Y)[0], Y)
    assert tl.hvp(dotted, (2.0, 3.0), (1.0, None)) == (0.0, None)


@pytest.mark.parametrize(
    ("made", "expected"),
    [
        (tl.jacobian(tl.jacobian(lambda x: x**3)), lambda x: 6.0 * x),
        (tl.jacobian(tl.hessian(lambda x: np.sum(x**4))), lambda x: 24.0 * x),
        (tl.jacobian(tl.jacobian(lambda x: np.sin(x))), lambda x: -np.sin(x)),
    ],
)
def test_matrices_of_matrices(made, expected):
    x = np.array([0.3, 1.2])
    found = made(x)
    assert found.shape == (2, 2, 2)
    places = np.arange(2)
    np.testing.assert_allclose(found[places, places, places], expected(x), rtol=1e-12)
    found[places, places, places] = 0.0
    assert not found.any()


def test_the_gradient_of_an_entry_of_a_hessian():
    curvature = tl.hessian(lambda x: np.sum(x) * x[0] ** 2)
    found = tl.grad(lambda x: curvature(x)[0, 0])(np.array([0.5, 2.0]))
    np.testing.assert_allclose(found, [6.0, 2.0])


def test_single_precision_stays_in_programs():
    x = np.array([0.5, 2.0], np.float32)
    assert tl.jacobian(tl.jacobian(lambda x: x**3))(x).dtype == np.float32


REFUSED = {
    "a position": (lambda: tl.jacobian(cube, wrt=1), "cube has no parameter 1"),
    "a name": (lambda: tl.hessian(cube, wrt="z"), "no parameter 'z'"),
    "no function": (lambda: tl.elementwise_grad(3.0), "3.0 is no function"),
    "too many": (lambda: tl.jacobian(cube)(1.0, 2.0), "takes 1 positional argument"),
    "integers": (lambda: tl.jacobian(cube)(np.arange(3)), "integer or boolean"),
    "integer": (lambda: tl.hessian(cube)(3), "integer or boolean"),
    "no number": (lambda: tl.jacobian(nothing)(X), "nothing returns NoneType"),
    "an array": (lambda: tl.hessian(cube)(X), "tl.jacobian"),
    "an array, hvp": (lambda: tl.hvp(cube, X, X), "tl.jacobian"),
    "a complex result": (lambda: tl.elementwise_grad(waves)(X), "a complex number"),
    "no vector": (lambda: tl.hvp(energy, (X, Y), (None, None)), "no vector"),
    "few vectors": (lambda: tl.hvp(energy, (X, Y), (X,)), "one vector for each"),
    "a bare vector": (lambda: tl.hvp(energy, (X, Y), X), "one vector for each"),
}


@pytest.mark.parametrize(("call", "message"), REFUSED.values(), ids=REFUSED)
def test_refusals(call, message):
    with pytest.raises(tl.ArgumentError, match=message):
        call()


@pytest.mark.parametrize("make", [tl.grad, tl.value_and_grad])
def test_a_gradient_needs_a_scalar_and_says_what_does_not(make):
    with pytest.raises(tl.ArgumentError, match=r"1 axes.\nUse tl.jacobian .* tl.auto"):
        make(cube)(X)


def of_any_rank(x, v):
    return x * x if x > 0 else v * x


@pytest.mark.parametrize("optimize", [True, False])
def test_a_gradient_of_a_result_of_any_rank_needs_a_number_at_each_call(optimize):
    with tl.options(optimize=optimize):
        gradient = tl.grad(of_any_rank)
        assert gradient(3.0, X) == 6.0
        assert gradient(-3.0, np.array(2.0)) == 2.0
        with pytest.raises(TypeError, match="returns an array with 1 axes"):
            gradient(-3.0, X)
        value_and_grad = tl.value_and_grad(lambda u, v: np.cross(u, v))
        assert value_and_grad(X[:2], X[:2])[0] == 0.0
        with pytest.raises(TypeError, match="returns an array with 1 axes"):
            value_and_grad(X[:3], X[:3])
