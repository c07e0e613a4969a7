"""Texts and saved modules have the defaults of the very function that is derived."""

# ruff: noqa: B006, B008 (defaults that are arrays and containers are the subject)

import functools
import math

import numpy as np
import pytest

import tangentlite as tl

TABLE = np.linspace(0.0, 1.0, 1001)
X = np.array([0.3, 0.5, 0.7])


def relu(v):
    return np.maximum(v, 0.0)


class Model:
    rate = 2.0


def saved(derivative, *args):
    """Run what `save` writes, for the kinds that were generated last."""
    names = {}
    exec(derivative.standalone(), names)
    return names[f"{derivative.__name__}_grad"](*args)


def of_array(x, index=np.array([0, 2])):
    return np.sum(x[index] ** 2)


def of_floats(x, w=np.array([[1.0, -0.0], [np.inf, 1e-300]])[0]):
    return np.sum(x[:2] * w)


def in_fortran_order(x, m=np.asfortranarray(np.arange(6.0).reshape(2, 3))):
    return np.sum(x[0] * np.ravel(m, order="K")[1])


def of_containers(x, d={"a": np.ones(3), "k": [2.0, 3]}, t=(1.0, (2.0,))):
    return np.sum(x * d["a"]) * d["k"][1] * t[1][0]


def of_infinity(x, least=-np.inf, most=math.inf, nothing=math.nan):
    return np.sum(np.minimum(np.maximum(x, least), most))


def of_scalars(x, k=np.float32(0.1), n=np.int64(3), flag=True):
    return np.sum(x * np.float64(k)) * n if flag else 0.0


def of_pieces(x, part=slice(1, None), which={0, 2}):
    return np.sum(x[part]) if 2 in which else 0.0


def of_functions(x, f=np.tanh, g=math.exp, h=relu):
    return np.sum(h(f(x))) * g(x[0])


def by_keyword(x, /, p=2, *, q=np.array([1.0, 2.0, 3.0])):
    return np.sum(x**p * q)


OF_DATA = [
    of_array, of_floats, in_fortran_order, of_containers, of_infinity, of_scalars,
    of_pieces, of_functions, by_keyword,
]  # fmt: skip


@pytest.mark.parametrize("f", OF_DATA, ids=lambda f: f.__name__)
def test_defaults_are_written(f):
    gradient = tl.grad(f)
    want = gradient(X)
    np.testing.assert_array_equal(saved(gradient, X), want)
    np.testing.assert_array_equal(gradient.compiled(X)(X), want)
    names = dict(globals())
    exec(gradient.source, names)
    np.testing.assert_array_equal(names[f"{f.__name__}_grad"](X), want)


def test_texts_of_values():
    def first(derivative):
        derivative(X)
        lines = derivative.source.splitlines()
        start = next(i for i, line in enumerate(lines) if line.startswith("def "))
        return "".join(line.strip() for line in lines[start:]).split('"""')[0]

    assert "index=np.array([0, 2], dtype='int64')" in first(tl.grad(of_array))
    assert first(tl.grad(of_functions)).endswith("(x, f=np.tanh, g=math.exp, h=relu):")
    assert "least=float('-inf')" in first(tl.grad(of_infinity))


def closures():
    for i in (1, 2, 3, 4):

        def power(x, i=i, w=np.full(3, float(i))):
            return np.sum(x**i * w)

        yield power


def partials():
    def power(x, i, w):
        return np.sum(x**i * w)

    for i in (1, 2, 3, 4):
        yield functools.partial(power, i=i, w=np.full(3, float(i)))


class Power:
    def __init__(self, i):
        self.i = i

    def __call__(self, x, *, w=2.0):
        return np.sum(x**self.i * w)


@pytest.mark.parametrize("make", [closures, partials], ids=lambda f: f.__name__)
def test_functions_of_one_code_object_have_their_own(make):
    gradients = [tl.grad(f) for f in make()]
    want = [i * i * X ** (i - 1) for i in (1, 2, 3, 4)]
    for gradient, right in zip(gradients, want, strict=True):
        np.testing.assert_allclose(gradient(X), right)
    for i, (gradient, right) in enumerate(zip(gradients, want, strict=True), 1):
        assert f"i={i}," in gradient.source_for(X)
        assert f"w=np.array([{i}.0, {i}.0, {i}.0]" in gradient.source
        np.testing.assert_allclose(gradient.compiled(X)(X), right)
        np.testing.assert_allclose(saved(gradient, X), right)


def test_functions_that_come_along_have_their_own():
    limits = []
    for n in (1.0, 2.0):

        def limit(v, n=n, /, *, names=("a", "b")):
            for name in names:
                if name == "b" and v > n:
                    return True
            return False

        limits.append(limit)
    low, high = limits

    def f(x, low=low, high=high):
        if low(x):
            return 5.0 * x if high(x) else 3.0 * x
        return x

    gradient = tl.grad(f)
    for x, slope in ((0.5, 1.0), (1.5, 3.0), (2.5, 5.0)):
        assert gradient(x) == slope
        assert saved(gradient, x) == slope


def test_a_derivative_in_a_program_takes_its_default():
    def f(x):
        return np.sum(tl.grad(of_containers)(x) * x)

    np.testing.assert_array_equal(tl.grad(f)(X), np.full(3, 6.0))


def with_object(x, model=Model()):
    return np.sum(x) * model.rate


def with_large(x, table=np.ones(2000)):
    return np.sum(x) * table[3]


def with_table(x, table=TABLE):
    return np.sum(x) * table[-1]


def with_lambda(x, f=lambda v: 2.0 * v):
    return np.sum(f(x))


@pytest.mark.parametrize(
    ("f", "name", "kind", "shown"),
    [
        (with_object, "model", "Model", "model=..."),
        (with_large, "table", "ndarray", "table=..."),
        (with_table, "table", "ndarray", "table=TABLE"),
        (with_lambda, "f", "function", "f=..."),
    ],
    ids=["object", "large", "table", "lambda"],
)
def test_what_has_no_text_is_refused(f, name, kind, shown, tmp_path):
    gradient = tl.grad(f)
    gradient(X)
    assert f"{f.__name__}_grad(x, {shown}):" in gradient.source
    message = (
        rf"the default of the parameter {name} of {f.__name__}_grad \({kind}\) cannot "
        r"be written .*\nGive it one"
    )
    with pytest.raises(tl.UnsupportedError, match=message):
        gradient.save(tmp_path / "refused.py")
    assert not (tmp_path / "refused.py").exists()
