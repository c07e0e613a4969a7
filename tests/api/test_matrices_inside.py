"""Jacobians and Hessians in programs: by names, by structures, with `has_aux`."""

import numpy as np
import pytest

import tangentlite as tl

X = np.array([0.5, 0.8])


def by_names(x, w):
    def f(u, v):
        return u**2 * v * w

    both = tl.jacobian(f, wrt=("u", "v"))(x, x)
    curved = tl.hessian(lambda u, v: np.sum(f(u, v)), wrt="u")(v=x, u=x)
    return np.sum(tl.jacobian(f, wrt="v")(x, v=x) * both[1]) + np.sum(curved @ both[0])


def by_a_dict(x, w):
    def f(p):
        return {"r": p["a"] * p["b"], "s": p["b"] ** p["n"], "n": 3}

    j = tl.jacobian(f)({"a": x, "b": w, "n": 3})
    assert j["r"]["n"] is None and np.shape(j["n"]["a"]) == (2,)
    return np.sum(j["r"]["a"]) * np.sum(j["r"]["b"]) * j["s"]["b"] + np.sum(j["s"]["a"])


def hessians_by_structures(x, w):
    def f(p, q):
        return np.sum(p[0] ** 2 * q["c"]) * p[1]

    h = tl.hessian(f, wrt=(0, "q"))([x, w], {"c": x})
    _, slope, one = tl.value_grad_hessian(f)([x, w], q={"c": x})
    total = np.sum(h[0][0][0][0]) + np.sum(h[0][1][1]["c"]) * np.sum(slope[0])
    return total + np.sum(h[1]["c"][0][1] ** 2) + np.sum(one[0][0])


def with_aux(x, w):
    j, aux = tl.jacobian(lambda u: (u**2 * w, {"first": u[0]}), has_aux=True)(x)
    (v, _), same = tl.value_and_jacobian(lambda u: (u * u * w, u), has_aux=True)(x)
    h, more = tl.hessian(lambda u: (np.sum(u**3) * w, u), has_aux=True)(x)
    return np.sum(j) * aux["first"] + v @ same @ v + np.sum(h * more)


def power(u, v=3.0):
    return u**2 * v


def of_known_functions(x, w):
    by_default = tl.jacobian(tl.jacobian(power), wrt="u")(x)
    return np.sum(tl.jacobian(power, wrt="v")(x, w)) * np.sum(by_default)


def a_decorator(x, w):
    @tl.jacobian(wrt="u")
    def j(u, k=2.0):
        return u**2 * k * w

    return np.sum(j(x) @ j(x, k=w))


def results_in_a_dict(x, w):
    j = tl.jacobian(lambda u: {"a": u * w, "b": u[0]})(x)
    by_number = tl.jacobian(lambda u: {"a": u * x, "b": u**2})(w)
    return np.sum(j["a"] @ j["b"]) + np.sum(by_number["a"] ** 2) * by_number["b"]


@pytest.mark.parametrize("f", [
    by_names, by_a_dict, hessians_by_structures, with_aux, of_known_functions,
    a_decorator, results_in_a_dict,
])  # fmt: skip
def test_both_modes(f):
    tl.check_grad(f, (X, 2.0), wrt=(0, 1))
    value, found = tl.value_and_grad(f, wrt=(0, 1))(X, 2.0)
    np.testing.assert_allclose(value, f(X, 2.0), rtol=1e-12)
    with tl.options(optimize=False):
        plain = tl.grad(f, wrt=(0, 1))(X, 2.0)
    for one, other in zip(found, plain, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-12)


def test_lists_of_numbers():
    def f(xs):
        j = tl.jacobian(lambda u: np.array([sum(a * a for a in u), u[0]]))(xs)
        return np.sum(j[1]) * np.sum(j[2])

    tl.check_grad(f, ([1.0, 2.0, 3.0],))


def test_the_jacobian_of_a_number_is_its_gradient():
    def f(x):
        return tl.jacobian(lambda u: np.sum(u**3))(x) @ x

    tl.check_grad(f, (X,), order=2)
    assert "for " not in tl.grad(f).source_for(X)
    forward = tl.jacobian(lambda u: np.sum(u**3), mode="forward")
    assert "for " in tl.grad(lambda x: forward(x) @ x).source_for(X)


def test_dtypes_are_those_of_the_argument():
    def f(p):
        j = tl.jacobian(lambda q: q["a"] * q["b"][0])(p)
        assert j["a"].dtype == np.float32 and j["b"].dtype == np.float64
        return np.sum(j["a"]) + np.sum(j["b"])

    found = tl.grad(f)({"a": np.ones(2, np.float32), "b": np.ones(2)})
    assert found["a"].dtype == np.float32
    np.testing.assert_array_equal(found["b"], [2.0, 0.0])
