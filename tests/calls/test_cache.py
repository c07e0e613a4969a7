"""Derivatives live as long as their functions, are counted and can be dropped."""

import functools
import gc
import inspect
import linecache
import weakref

import numpy as np
import pytest

import tangentlite as tl
from tangentlite.ir.function import is_generated_file
from tangentlite.tracebacks import origins


@pytest.fixture(autouse=True)
def nothing_else():
    """Count only what a test makes, and look only through that."""
    tl.cache_clear()
    gc.collect()
    gc.freeze()


def made():
    """A new function."""

    def cube(x):
        return x * x * x

    return cube


def counts() -> tuple[int, int, int]:
    info = tl.cache_info()
    return info.functions, info.derivatives, info.variants


def change(before: tuple) -> tuple:
    return tuple(now - then for now, then in zip(counts(), before))


def test_counts_functions_derivatives_and_variants():
    before = counts()
    f, g = made(), made()
    gradient = tl.grad(f)
    assert change(before) == (1, 1, 0)
    assert tl.grad(f) is gradient
    assert change(before) == (1, 1, 0)
    gradient(1.0)
    gradient(2.0)
    assert change(before) == (1, 1, 1)
    tl.elementwise_grad(f)
    functions, derivatives, _ = change(before)
    tl.autodiff(f)(np.ones(3))
    assert change(before) == (functions, derivatives + 1, 2)
    tl.grad(g)
    assert change(before) == (functions + 1, derivatives + 2, 2)


def test_settings_have_variants_of_their_own():
    gradient, before = tl.grad(made()), counts()
    gradient(1.0)
    with tl.options(optimize=False):
        gradient(1.0)
    assert change(before)[2] == 2


def test_calls_with_other_options_before_the_first_ordinary_one():
    derivative, x = tl.autodiff(made()), np.ones(2)
    for count in range(4):
        with tl.options(optimize=False):
            derivative(x)
        if count:
            assert list(derivative(x)) == [3.0, 3.0]


def test_derivatives_go_with_their_function():
    before = counts()
    f = made()
    derivatives = [tl.grad(f), tl.autodiff(f), tl.elementwise_grad(f), tl.jacobian(f)]
    for derivative in derivatives:
        derivative(2.0)
    tl.hessian(f)(2.0)
    alive = [weakref.ref(one) for one in (f, *derivatives)]
    del f, derivative, derivatives
    gc.collect()
    assert [one() for one in alive] == [None] * 5
    assert change(before) == (0, 0, 0)


def test_derivatives_stay_with_their_function():
    f = made()
    gradient = weakref.ref(tl.grad(f))
    gc.collect()
    assert gradient() is tl.grad(f)


def test_clear_drops_what_nobody_holds():
    before, f = counts(), made()
    tl.grad(f)(2.0)
    held = tl.autodiff(f)
    held(2.0)
    gone = weakref.ref(tl.grad(f))
    tl.cache_clear()
    gc.collect()
    assert gone() is None
    assert change(before) == (1, 1, 0)
    assert held(2.0) == 12.0
    assert change(before) == (1, 1, 1)
    assert tl.grad(f)(2.0) == 12.0


def test_clear_forgets_the_latest_text():
    gradient = tl.autodiff(made())
    before = gradient.source
    gradient(np.ones((2, 1)))
    assert gradient.source != before
    tl.cache_clear()
    assert gradient.source == before


def test_a_wrapper_has_derivatives_of_its_own():
    f = made()
    tl.grad(f)

    @functools.wraps(f)
    def doubled(x):
        return 2.0 * x

    assert tl.grad(doubled)(3.0) == 2.0
    assert tl.grad(f)(3.0) == 27.0


def test_info_cannot_be_changed():
    with pytest.raises(AttributeError):
        tl.cache_info().variants = 0


def lines_kept():
    return len(origins._ORIGINS), sum(map(is_generated_file, linecache.cache))


def test_lines_of_generated_code_are_kept_as_long_as_the_code():
    def f(x):
        return 1.0 / x

    second = tl.grad(tl.grad(f))
    for _ in range(3):  # the tests of kinds have one file
        second(2.0)
    tl.cache_clear()
    gc.collect()
    before = lines_kept()
    for _ in range(5):
        tl.cache_clear()
        second(2.0), tl.vjp(f, 2.0)
    tl.cache_clear()
    gc.collect()
    assert max(now - was for now, was in zip(lines_kept(), before)) <= 0


def test_functions_that_are_held_have_their_lines():
    def f(x, n):
        return x * (1.0 / n)

    gradient = tl.grad(f, wrt=1)
    held = tl.grad(gradient, wrt=1).compiled(2.0, 1.0)
    tl.cache_clear()
    del gradient
    vars(f).clear()
    gc.collect()
    assert 'return' in inspect.getsource(held)
    with pytest.raises(ZeroDivisionError) as raised:
        held(2.0, 0.0)
    found = origins.lines_of(raised.value.__traceback__.tb_next)
    assert [source.line(line).strip() for source, line in found] == [
        'return x * (1.0 / n)'
    ]
