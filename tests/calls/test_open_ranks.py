"""Texts for arguments of which nothing is known do what is done for known ones."""

import inspect
import math
import runpy

import numpy as np
import pytest

import tangentlite as tl

VECTOR, MATRIX = np.array([0.3, 0.7]), np.array([[2.0, 0.3], [0.3, 1.0]])
WIDE, DEEP = np.linspace(0.1, 0.9, 6).reshape(2, 3), np.full((3, 1, 2), 0.4)
SEVERAL = (VECTOR, np.array([0.2, 0.4, 0.5]), MATRIX, WIDE, DEEP)


def longer(x):
    g = np.ones((2,) + x.shape)
    return np.sum(x) * g.sum()


def with_an_axis(x):
    return np.sum(x.reshape(x.shape + (1,)) ** 2)


def first_size_only(x):
    return np.sum(x) * np.zeros(x.shape[:1] + (3,)).size


def in_more_rows(x):
    return np.sum(np.broadcast_to(x, (2,) + x.shape) ** 2)


def axis_in_the_middle(x):
    s, n = np.shape(x), x.ndim - 1
    return np.sum(x.reshape(s[:n] + (1,) + s[n:]) ** 2)


def as_many_ones(x):
    return np.sum(x.reshape((1,) * x.ndim + x.shape) ** 2)


def size_twice(x):
    s = x.shape
    s += (s[0], x.size)
    return np.sum(x) * np.ones(s).sum()


def handed_over(x):
    def ones(shape, more):
        return np.ones(shape + more)

    return np.sum(x) * np.sum(ones(x.shape, x.shape[:1]))


def repeated(x):
    return np.sum(x) * len(2 * x.shape) * len(x.shape * 3)


def items(x):
    return np.sum(x) * x.shape[0] / x.shape[-1]


def unpacked(x):
    n, *others = x.shape
    return np.sum(x) * n * len(others)


def iterated(x):
    total = 0.0
    for k, n in enumerate(x.shape):
        total = total + k * n + n * n
    return np.sum(x) * total * max(x.shape)


def whole(x):
    shape = list(x.shape)
    shape[0] = 2 * shape[0]
    return np.sum(x) * np.ones(shape).sum() * np.ones(tuple(x.shape)).sum()


def compared(x):
    if x.shape == (2,) or x.shape in [(3,), (2, 2)]:
        return np.sum(x**2)
    return np.sum(x) if 1 in x.shape else np.sum(x**3)


def beside_arrays(x):
    return np.sum(x) * np.sum(np.array(x.shape) / 2) * np.sum(x.shape - np.ones(1))


def shorter_and_shorter(x):
    s, total = x.shape, 0.0
    while len(s) > 0:
        total = total + s[0]
        s = s[1:]
    return np.sum(x) * total


SHAPES = (
    longer, with_an_axis, first_size_only, in_more_rows, axis_in_the_middle,
    as_many_ones, size_twice, handed_over, repeated, items, unpacked, iterated, whole,
    compared, beside_arrays, shorter_and_shorter,
)  # fmt: skip


def rows_and_columns(x):
    n, m = x.shape
    return np.sum(x) * n / m


def eigenvalues(x):
    w, v = np.linalg.eigh(x)
    return np.sum(w**2) + np.sum(v[:, 0] ** 4)


def fitted(x):
    c, *_ = np.linalg.lstsq(x, np.ones(2), rcond=None)
    return np.sum(c**2)


def fitted_residual(x):
    y = x[0] ** 2
    c = np.linalg.lstsq(x, y, rcond=None)[0]
    r = y - 2 * x @ c
    return np.sum(c**2) + r @ r


def singular_values(x):
    _, s, _ = np.linalg.svd(x)
    return np.sum(s**3)


def diagonal(x):
    k = x * 1.0
    k[np.diag_indices_from(k)] += x[0, 1] ** 2
    return np.sum(k**2)


def places_twice(x):
    i = np.unravel_index(np.array([0, 0, 1]), x.shape)
    return np.sum(x[i] ** 2)


def first_entry(x):
    return x[(0,) * x.ndim] ** 2


def masked(x):
    active = np.ones(x.shape, dtype=bool)
    y = x * 1.0
    for _ in range(2):
        s = y[active] * 2
        d = np.zeros_like(y)
        d[active] = s * s
        y = y + d
        active &= d > 0.5
    return np.sum(y)


def rows_again(x):
    return np.sum(np.repeat(x, [2, 1], axis=0) ** 2)


def from_a_number(x):
    e = 0.5 * (0.0 + math.pi)
    for _ in range(4):
        e -= (e - 0.3 * math.sin(e) - x) / (1 - 0.3 * math.cos(e))
    return e


OTHERS = {
    rows_and_columns: (MATRIX, WIDE),
    eigenvalues: (MATRIX,),
    fitted: (MATRIX,),
    fitted_residual: (MATRIX,),
    singular_values: (MATRIX, WIDE),
    diagonal: (MATRIX,),
    places_twice: SEVERAL,
    first_entry: SEVERAL,
    masked: SEVERAL,
    rows_again: (VECTOR, MATRIX, WIDE),
    from_a_number: (0.4,),
}


def saved(derivative, path, *examples):
    derivative.save(path, *examples)
    functions = [v for v in runpy.run_path(path).values() if inspect.isfunction(v)]
    return functions[-1]  # helpers stand before it


@pytest.mark.one_in(4, always=("as_many_ones", "beside_arrays"))
@pytest.mark.parametrize("program", (*SHAPES, *OTHERS), ids=lambda p: p.__name__)
def test_text_for_any_rank(program, tmp_path):
    gradient = saved(tl.grad(program), tmp_path / "gradient.py")
    forward = tl.autodiff(program, mode="forward")
    name = forward.tangent_names[0]
    forward = saved(forward, tmp_path / "forward.py")
    for x in OTHERS.get(program, SEVERAL):
        want = tl.grad(program)(x)
        np.testing.assert_allclose(gradient(x), want)
        tangent = forward(x, **{name: np.ones_like(x)[()]})
        assert tangent == pytest.approx(np.sum(want))


def test_items_of_a_shape_that_are_too_many(tmp_path):
    def f(x):
        n, m = x.shape
        return np.sum(x) * n / m

    gradient = saved(tl.grad(f), tmp_path / "gradient.py")
    with pytest.raises(ValueError, match="too many values to unpack"):
        gradient(DEEP)
    with pytest.raises(ValueError, match="not enough values to unpack"):
        gradient(VECTOR)


def starred(x):
    return np.sum(x) * np.ones((*x.shape, 2)).sum()


def either(x):
    return np.sum(x) * np.ones(x.shape if x.ndim else (1,)).sum()


def of_lists(x):
    return np.sum(x) * np.ones(x.shape + [2]).sum()


def of_numbers(x):
    return np.sum(x) * np.ones(x.shape + 2).sum()


@pytest.mark.parametrize("program", (starred, either, of_lists, of_numbers))
def test_what_else_is_refused(program, tmp_path):
    with pytest.raises(tl.TangentliteError):
        tl.grad(program).save(tmp_path / "gradient.py")


def test_numbers_repeat_tuples_and_lists_from_the_left():
    def f(x):
        rows = 2 * [x, x * x]
        return sum(rows) * len(3 * (x,))

    assert tl.grad(f)(2.0) == 3 * 2 * (1 + 2 * 2.0)


def decayed(x, rate=0.5):
    return x * np.exp(-rate) * np.exp(rate * 2.0)


def test_defaults_stand_for_other_examples(tmp_path):
    derivative = tl.grad(decayed, wrt=("x", "rate"))
    gradient = saved(derivative, tmp_path / "gradient.py", {"x": 1.0})
    found = gradient(1.0)
    assert [type(part) for part in found] == [type(part) for part in derivative(1.0)]
    assert found == pytest.approx(derivative(1.0))


def with_axes_in_a_loop(x, n):
    total = 0.0
    for i in range(n):
        c = np.cos(np.multiply.outer(i, x))
        while c.ndim < 2:
            c = c[..., None, :]
        total = total + np.einsum("hd,hd->", c, c) + np.einsum("hd->", c)
    return total


def test_products_whose_terms_say_how_many_axes_there_are():
    tl.check_grad(with_axes_in_a_loop, (VECTOR, 3), wrt=0)


def columns_of_any(x, n):
    while x.ndim < n:
        x = x[..., None]
    first, second = np.unstack(x, axis=1)
    return np.sum(first * second)


@pytest.mark.skipif(not hasattr(np, "unstack"), reason="since NumPy 2.1")
def test_how_many_axes_must_be_known_says_the_function_that_asks():
    with pytest.raises(tl.UnsupportedError, match=r"unstack\(\) needs to know"):
        tl.grad(columns_of_any)(VECTOR, 2)
