"""Gradients have their argument's dtype; what returns no floating number has none."""

import numpy as np
import pytest

import tangentlite as tl
from tangentlite.errors import ArgumentError

X = np.array([1.0, 2.0, 3.0])


def items(x):
    v = list(x)
    return v[0] * v[1] + v[2]


def python_numbers(x):
    v = x.tolist()
    return v[0] * v[1]


def slices(x):
    v = list(x)
    w = v[1:]
    return w[0] * w[1]


def changed(x):
    v = list(x)
    v[0] = v[1] * 2
    v.append(v[0])
    return v.pop() * v[2]


def copied(x):
    v = list(x)
    w = list(v)
    return w[0] * v[1]


def unread(x):
    v = list(x)
    return v[1]


def rows(x):
    m = np.stack([x, x])
    v = list(m)
    return np.sum(v[0] * v[1])


def second(x):
    return np.sum(tl.grad(items)(x) ** 2)


LISTS = [items, python_numbers, slices, changed, copied, unread, rows, second]


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64", "complex64"])
@pytest.mark.parametrize("f", LISTS, ids=lambda f: f.__name__)
def test_arrays_made_lists(f, dtype):
    x = X.astype(dtype)
    if dtype == "complex64":
        if f is second:
            pytest.skip("grad needs a real result")
        got = tl.autodiff(f)(x)
    else:
        got = tl.grad(f)(x)
    assert got.dtype == dtype
    np.testing.assert_allclose(got, tl.grad(f)(X), rtol=1e-3)


def test_lists_of_short_floats():
    def f(v, k):
        total = 0.0
        for i in range(k):
            total = total + v[i] * v[i]
        return total

    values = [np.float32(n) for n in range(70)]
    got = tl.grad(f)(values, 3)
    assert {type(part) for part in got} == {np.float32}
    assert got[:4] == [0.0, 2.0, 4.0, 0.0]


NOT_FLOATING = {
    "len": (lambda x: len(x), "an integer"),
    "all": (lambda x: np.all(x > 0), "bool"),
    "any": (lambda x: any(v > 1 for v in x), "bool"),
    "argmax": (lambda x: np.argmax(x), "an integer"),
    "int": (lambda x: int(x[0]), "an integer"),
    "comparison": (lambda x: x[0] > 1.0, "bool"),
    "count": (lambda x: np.sum(x > 1.0), "an integer"),
    "integers": (lambda x: np.sum(x.astype(int)), "an integer"),
    "literal": (lambda x: 1, "an integer"),
    "flag": (lambda x: True, "bool"),
}


@pytest.mark.parametrize(("f", "what"), NOT_FLOATING.values(), ids=NOT_FLOATING)
def test_results_without_a_derivative(f, what):
    message = rf"returns .*{what}.*, which does not depend differentiably"
    calls = [
        lambda: tl.grad(f)(X),
        lambda: tl.value_and_grad(f)(X),
        lambda: tl.grad(lambda x: (f(x), x), has_aux=True)(X),
        lambda: tl.autodiff(f)(X),
        lambda: tl.autodiff(f, mode="forward")(X, X),
        lambda: tl.vjp(f, X),
        lambda: tl.jacobian(f)(X),
        lambda: tl.hessian(f)(X),
        lambda: tl.elementwise_grad(f)(X),
    ]
    for call in calls:
        with pytest.raises(ArgumentError, match="does not depend differentiably"):
            call()
    with pytest.raises(ArgumentError, match=message):
        calls[0]()


CONSTANT = {
    "literal": lambda x: 1.0,
    "float": lambda x: float(len(x)),
    "mean": lambda x: np.mean(x > 1.0),
    "floor": lambda x: np.sum(np.floor(x)),
    "branch": lambda x: 0 if x[0] > 0.0 else x[1],
}


@pytest.mark.parametrize("f", CONSTANT.values(), ids=CONSTANT)
def test_floating_results_that_depend_on_nothing_have_zeros(f):
    np.testing.assert_array_equal(tl.grad(f)(X), np.zeros(3))


def test_integers_beside_floating_results():
    def f(x):
        return np.sum(x), len(x)

    np.testing.assert_array_equal(tl.grad(f, has_aux=True)(X)[0], np.ones(3))
    np.testing.assert_array_equal(tl.autodiff(f)(X), np.ones(3))
    assert tl.jvp(f, (X,), (X,))[1][0] == 6.0
