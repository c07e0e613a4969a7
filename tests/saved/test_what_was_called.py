"""`save` takes the arguments that a call takes, and saves what was called last."""

import inspect
import itertools
import runpy

import numpy as np
import pytest

import tangentlite as tl


def zipped(a, groups):
    s = 0.0
    for m, ys in zip(a, groups):
        s += m * ys[0]
    return s


def tables(a, names):
    held = dict(zip(names, a))
    return held["p"] * held["q"] ** 2


def emptied(items, x):
    s = 0.0
    while items:
        s += items.pop(0)[0] * x
        x = x * x
    return s


def repeated(x, n):
    s = 0.0
    for row in [[x, 2.0]] * n:
        s += row[0] * row[1]
    return s


def scaled(x, scale=1.5):
    rows = [[x[0] * scale, 1], [scale, 2]] * len(x)
    return rows[0][0] * rows[-1][0]


def chosen(x, order=(1, 0), n=2):
    rows = [[x[i], i] for i in order] * n
    return rows[0][0] * rows[-1][0] * x[0]


GIVEN = {
    zipped: (np.array([1.0, 2.0]), [[0.5], [0.7]]),
    tables: ([1.5, 2.5], ("p", "q")),
    emptied: ([[1.0, "a"], [2.0, "b"]], 0.3),
    repeated: (1.5, 3),
    scaled: ((1.0, 2.0),),
    chosen: (np.array([1.0, 2.0]),),
}


ONES = {np.ndarray: np.ones(2), tuple: (1.0, 1.0), list: [1.0, 1.0], float: 1.0}


def run(derivative, path, arguments):
    derivative.save(path, arguments)
    found = runpy.run_path(path)
    functions = [v for v in found.values() if inspect.isfunction(v)]
    return functions[-1]  # helpers stand before it


@pytest.mark.parametrize("program", GIVEN, ids=lambda p: p.__name__)
def test_what_a_call_takes(program, tmp_path):
    args = GIVEN[program]
    examples = dict(zip(inspect.signature(program).parameters, args))
    wrt = 1 if program is emptied else 0
    gradient = tl.grad(program, wrt=wrt)
    saved = run(gradient, tmp_path / "gradient.py", examples)
    want = gradient(*args)
    np.testing.assert_array_equal(saved(*args), want)
    forward = tl.autodiff(program, wrt=wrt, mode="forward")
    saved = run(forward, tmp_path / "forward.py", examples)
    ones = ONES[type(args[wrt])]
    got = saved(*args, **{forward.tangent_names[0]: ones})
    assert got == pytest.approx(np.sum(want))


def test_equal_axes():
    def f(a, b, c):
        b = np.reshape(b, (len(c), -1))
        return np.sum((a[: len(c)] + b[0]) * c)

    given = np.ones((3, 4)), np.arange(12.0), np.ones((3, 4))
    gradient = tl.grad(f, wrt=(0, 1))
    gradient(*given)
    assert "It is for" in gradient.standalone()
    assert "It is for" not in gradient.standalone(dict(zip("abc", given)))


def spaced(p, u, m):
    a, b, c = p
    return np.sum((a * u[::2] - m) ** 2) * b * c


@pytest.mark.parametrize("size", [9, 10])
def test_sizes_of_examples_do_not_count(tmp_path, size):
    """One that is three times another is no more than any other."""
    examples = {"p": np.ones(3), "u": np.ones(size), "m": np.ones(5)}
    saved = run(tl.grad(spaced), tmp_path / "gradient.py", examples)
    p = np.array([0.5, 2.0, 3.0])
    for other in (5, 9, 10, 20):
        u = np.linspace(0.0, 1.0, other)
        for m in (np.ones((other + 1) // 2), np.ones(1)):
            if m.size > 1:
                want = tl.grad(spaced)(p, u, m)
                np.testing.assert_allclose(saved(p, u, m), want, rtol=1e-13)


def by_rank(x):
    return np.sum(x**2) if np.ndim(x) else 3 * x


def test_what_was_called_last():
    gradient = tl.grad(by_rank)
    gradient(1.0)
    of_number = gradient.standalone()
    gradient(np.ones(2))
    of_array = gradient.standalone()
    assert of_number != of_array
    for _ in range(6):
        gradient(2.0)
        assert gradient.standalone() == of_number
        assert gradient.source == gradient.source_for(2.0)
        gradient(np.ones(3))
        assert gradient.standalone() == of_array
    with tl.options(optimize=False):
        gradient(1.0)
    gradient.source_for(1.0)
    gradient(np.ones(3))
    assert gradient.standalone() == of_array


def test_each_object_saves_its_own():
    def made(k):
        return lambda x, n: sum([x * i * k for i in range(n)])

    for one, other in itertools.permutations([tl.grad(made(2)), tl.grad(made(3))]):
        one(1.0, 2)
        first = one.standalone()
        other(np.ones(2)[0], 3)
        assert one.standalone() == first


def of_options(x, *more, k=1.0, **options):
    return np.sum(x) * options.get('delta', k) + len(more)


def test_parameters_with_stars_take_nothing_without_examples(tmp_path):
    x = np.array([0.3, 0.7])
    tl.value_and_grad(of_options).save(tmp_path / 'saved.py', {'x': x})
    names = {}
    exec((tmp_path / 'saved.py').read_text(), names)
    value, gradient = names['of_options_value_and_grad'](x)
    assert value == of_options(x)
    np.testing.assert_array_equal(gradient, np.ones(2))


def by_flags(x, mode="sin", scale=None):
    if scale is not None:
        x = x * scale
    return np.sin(x) if mode == "sin" else np.cos(x)


@pytest.mark.parametrize("given", [{"mode": "cos"}, {"scale": 2.0}])
def test_what_has_decided_the_text_is_asked_for(given, tmp_path):
    derivative = tl.grad(by_flags)
    for examples in ({}, {"x": 1.0}):
        gradient = run(derivative, tmp_path / "gradient.py", examples)
        assert gradient(0.5) == derivative(0.5)
        with pytest.raises(ValueError, match=r"must be .*: another value"):
            gradient(0.5, **given)
    gradient = run(derivative, tmp_path / "gradient.py", {"x": 1.0, **given})
    assert gradient(0.5, **given) == derivative(0.5, **given)


def test_integers_that_have_decided_the_text_are_asked_for(tmp_path):
    gradient = run(tl.grad(repeated), tmp_path / "gradient.py", {"x": 1.5, "n": 3})
    assert gradient(2.0, 3) == tl.grad(repeated)(2.0, 3)
    with pytest.raises(ValueError, match="n must be 3"):
        gradient(2.0, 4)
