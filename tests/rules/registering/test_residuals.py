"""`fwd` of `tl.custom_vjp` runs once, in the forward sweep, and keeps its residuals."""

import numpy as np
import pytest

import tangentlite as tl

X = np.array([0.3, -0.4])
COUNT: list = []


def expensive(a):
    COUNT.append(1)
    return np.exp(np.sin(a))


@tl.custom_jvp
def counted(a):
    return expensive(a)


counted.defjvp(lambda p, t: (counted(p[0]), np.cos(p[0]) * counted(p[0]) * t[0]))


class Kept:
    def __init__(self, x, y):
        self.x, self.y = x, y


@tl.custom_vjp
def bump(x, a):
    return np.exp(np.sin(x)) * a


def bump_fwd(x, a):
    e = counted(x)
    return e * a, {"kept": Kept(x, e), "rest": [a, (np.cos(x), None)]}


def bump_bwd(residuals, v):
    kept, (a, (c, _)) = residuals["kept"], residuals["rest"]
    return v * a * kept.y * c, np.sum(v * kept.y)


bump.defvjp(bump_fwd, bump_bwd)


def plain(x, a):
    return np.exp(np.sin(x)) * a


def carried(f, x, a):
    for _ in range(3):
        x = f(x, a) * 0.5
        a = a * 0.9 + 0.1 * np.sum(x)
    return np.sum(x * x)


def until(f, x, a):
    while np.sum(x * x) < 20.0:
        x = x + f(x, a)
    return np.sum(x * a)


def chosen(f, x, a):
    s = 0.0
    for k in range(4):
        if x[0] * k > 0.5:
            s = s + np.sum(f(x * k, a))
        else:
            s = s * a
    return s


def written(f, x, a):
    z = np.copy(x)
    s = 0.0
    for _ in range(3):
        s = s + np.sum(f(z, a) ** 2)
        z[0] = z[0] * a
    return s


def recursive(f, x, a, n=3):
    if n == 0:
        return np.sum(x * a)
    return recursive(f, f(x, a), a * 0.5, n - 1)


def in_checkpoints(f, x, a):
    for _ in tl.checkpointed(range(5)):
        x = 0.3 * f(x, a)
    return np.sum(x)


PROGRAMS = [carried, until, chosen, written, recursive, in_checkpoints]


def both(program):
    return lambda x, a: program(bump, x, a), lambda x, a: program(plain, x, a)


@pytest.mark.parametrize("program", PROGRAMS)
def test_first_and_second_order(program):
    f, g = both(program)
    for one, other in zip(
        tl.grad(f, wrt=(0, 1))(X, 1.3), tl.grad(g, wrt=(0, 1))(X, 1.3)
    ):
        np.testing.assert_allclose(one, other, rtol=1e-12)
    found, expected = (
        tl.grad(lambda x, a, h=h: np.sum(tl.grad(h)(x, a) ** 2), wrt=(0, 1))(X, 1.3)
        for h in (f, g)
    )
    for one, other in zip(found, expected):
        np.testing.assert_allclose(one, other, rtol=1e-10)


def test_third_order():
    def thrice(f):
        return tl.grad(tl.grad(tl.grad(lambda x: f(x, 2.0) ** 2)))(0.3)

    np.testing.assert_allclose(thrice(bump), thrice(plain), rtol=1e-12)


def test_forward_over_reverse():
    f, g = both(carried)
    for h in (f, g):
        found = tl.hessian(lambda x, h=h: h(x, 1.3))(X)
        expected = tl.hessian(lambda x: g(x, 1.3))(X)
        np.testing.assert_allclose(found, expected, rtol=1e-11)


@pytest.mark.parametrize("optimize", [True, False])
def test_what_it_computes_is_computed_once(optimize):
    f, g = both(carried)
    with tl.options(optimize=optimize):
        gradient = tl.grad(f)
        gradient(X, 1.3)
        COUNT.clear()
        found = gradient(X, 1.3)
    assert len(COUNT) == 3
    np.testing.assert_allclose(found, tl.grad(g)(X, 1.3), rtol=1e-12)


def test_saved_text_runs_alone():
    namespace: dict = {}
    gradient = tl.grad(of_the_bump)
    exec(gradient.standalone({"x": X, "a": 1.3}), namespace)
    np.testing.assert_allclose(
        namespace["of_the_bump_grad"](X, 1.3), gradient(X, 1.3), rtol=1e-12
    )
    short = np.array([0.5], dtype="f4")
    assert gradient(short, 2.0).dtype == np.float32
    np.testing.assert_allclose(
        gradient(short, 2.0),
        tl.grad(lambda x, a: carried(plain, x, a))(short, 2.0),
        rtol=1e-5,
    )


def of_the_bump(x, a):
    return carried(bump, x, a)


def test_pullbacks_run_again():
    f, g = both(written)
    value, back = tl.vjp(f, X, 1.3)
    first, second = back(1.0), back(2.0)
    expected = tl.grad(g, wrt=(0, 1))(X, 1.3)
    for one, two, right in zip(first, second, expected):
        np.testing.assert_allclose(one, right, rtol=1e-12)
        np.testing.assert_allclose(two, 2.0 * right, rtol=1e-12)


@tl.custom_vjp
def pair(x):
    return x * 2.0, np.sum(x)


pair.defvjp(
    lambda x: ((x * 2.0, np.sum(x)), x.shape),
    lambda shape, v: (2.0 * v[0] + v[1] * np.ones(shape),),
)


def test_several_results():
    def f(x):
        y, s = pair(x)
        return np.sum(y * y) * s

    tl.check_grad(f, (X,), modes="reverse", order=2)


def test_a_value_of_another_kind_is_not_taken():
    @tl.custom_vjp
    def f(x):
        return np.asarray(x, dtype="f4")

    f.defvjp(lambda x: (x * 100.0, None), lambda r, v: (v.astype("f8"),))
    value, slope = tl.value_and_grad(lambda x: np.sum(f(x)))(X)
    assert value.dtype == np.float32
    np.testing.assert_array_equal(slope, [1.0, 1.0])


def test_what_changes_something_is_refused():
    seen = {"x": 0.0}

    @tl.custom_vjp
    def f(x):
        return x * 2.0

    def fwd(x):
        seen["x"] = x
        return x * 2.0, None

    f.defvjp(fwd, lambda r, v: (2.0 * v,))
    with pytest.raises(tl.UnsupportedError, match="in place of f changes"):
        tl.grad(lambda x: f(x))(1.0)
    f.defvjp(lambda x: x, lambda r, v: (2.0 * v,))
    with pytest.raises(tl.UnsupportedError, match="value and residuals"):
        tl.grad(lambda x: f(x))(1.0)
