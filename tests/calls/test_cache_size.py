"""At most `cache_size` generated texts stay in memory."""

import gc
import sys
import sysconfig
import weakref

import numpy as np
import pytest

import tangentlite as tl
from tangentlite import pipeline
from tests.support.at_once import results

X = np.linspace(0.1, 0.9, 3)
FREE_THREADED = bool(sysconfig.get_config_var('Py_GIL_DISABLED'))
# Python 3.13t frees no function of a module once a second thread has begun:
# https://docs.python.org/3.13/howto/free-threading-python.html#immortalization
KEEPS_FUNCTIONS = FREE_THREADED and sys.version_info < (3, 14)


@pytest.fixture(autouse=True)
def finished(monkeypatch):
    """The names of functions for which texts are generated."""
    tl.cache_clear()
    gc.collect()
    found, finish = [], pipeline.finished

    def watched(draft, *rest):
        found.append(draft.request.primal.__name__)
        return finish(draft, *rest)

    monkeypatch.setattr(pipeline, 'finished', watched)
    return found


def one(x):
    return np.sum(x)


def two(x):
    return np.sum(x * x)


def three(x):
    return np.sum(x * x * x)


SLOPES = {one: np.ones(3), two: 2 * X, three: 3 * X**2}


def called(*functions):
    for f in functions:
        np.testing.assert_allclose(tl.grad(f)(X), SLOPES[f])


def test_the_one_that_was_used_longest_ago_is_dropped(finished):
    with tl.options(cache_size=2):
        called(one, two, three)
        assert tl.cache_info().texts == 2
        called(three)
        assert finished == ['one', 'two', 'three']
        called(one)
        assert finished[3:] == ['one']
        called(three, one)
        assert finished[4:] == []
        called(two)
        assert finished[4:] == ['two']


@pytest.mark.parametrize('calls', [1, 2, 3, 8])
def test_a_call_by_the_dispatcher_counts_as_use(finished, calls):
    with tl.options(cache_size=2):
        called(*[one] * calls, two, one, three)
        called(one)
        assert finished == ['one', 'two', 'three']


@pytest.mark.skipif(KEEPS_FUNCTIONS, reason='this Python frees no functions')
def test_what_is_dropped_is_freed():
    gradient = tl.grad(one)
    with tl.options(cache_size=1):
        for _ in range(8):  # through a dispatcher and a class of its own
            gradient(X)
        assert 'def one_grad' in gradient.source
        text = weakref.ref(gradient.last_called.function)
        called(two)
        gc.collect()
        assert text() is None
        assert gradient.last_called is None and gradient.count_variants() == 0
        np.testing.assert_allclose(gradient(X), SLOPES[one])


def test_other_kinds_are_other_texts(finished):
    gradient = tl.grad(two)
    with tl.options(cache_size=3):
        for x in (X, 2.0, np.float32(2.0), np.ones((2, 2)), X):
            np.testing.assert_allclose(gradient(x), 2 * x)
        assert gradient.count_variants() == tl.cache_info().texts == 3
    assert len(finished) == 5


def test_closures_of_one_definition_share_a_text(finished):
    def scaled(c):
        return lambda x: np.sum(c * x)

    closures = [scaled(float(c)) for c in range(5)]
    with tl.options(cache_size=1):
        for c, f in enumerate(closures):
            np.testing.assert_allclose(tl.grad(f)(X), c * np.ones(3))
        assert tl.cache_info().texts == 1
        assert tl.cache_info().variants == 5
        called(one)
        assert tl.cache_info().variants == 1
        for c, f in enumerate(closures):
            np.testing.assert_allclose(tl.grad(f)(X), c * np.ones(3))
    assert len(finished) == 3


def test_many_texts():

    kept = []
    with tl.options(cache_size=32):
        for k in range(80):
            kept.append(tl.grad(lambda x, k=k: x * k))
            assert kept[-1](2.0) == k
            assert tl.cache_info().texts <= 32
        for k, gradient in enumerate(kept):
            assert gradient(2.0) == k


def test_info_tells_the_size_that_holds():
    assert tl.cache_info().cache_size == 4096
    with tl.options(cache_size=7) as outer, tl.options(cache_size=9, optimize=False):
        assert outer.optimize
        assert tl.cache_info().cache_size == 7
        assert results(lambda: tl.cache_info().cache_size) == [7]
    assert tl.cache_info().cache_size == 4096
    with pytest.raises(ZeroDivisionError), tl.options(cache_size=3):
        raise ZeroDivisionError
    assert tl.cache_info().cache_size == 4096


@pytest.mark.parametrize('size', [0, -1, 2.0, True, None, '3'])
def test_sizes_that_are_refused(size):
    with pytest.raises(tl.ArgumentError, match='cache_size is .* from 1 on'):
        tl.options(cache_size=size)


def test_sizes_of_numpy():
    with tl.options(cache_size=np.int64(3)):
        assert tl.cache_info().cache_size == 3


@pytest.mark.parametrize('name', ['optimize', 'fallback', 'parallel'])
def test_flags_that_are_refused(name):
    with pytest.raises(tl.ArgumentError, match=f"{name} is 'no'; it must be True or"):
        with tl.options(**{name: 'no'}):
            pass


def test_threads_that_drop_the_texts_of_each_other():
    def repeat(f):
        for _ in range(15):
            np.testing.assert_allclose(tl.grad(f)(X), SLOPES[f])
            np.testing.assert_allclose(tl.grad(lambda x: f(x) * 2.0)(X), 2 * SLOPES[f])

    with tl.options(cache_size=2):
        results(*[lambda f=f: repeat(f) for f in [*SLOPES] * 2])
        assert tl.cache_info().texts <= 2 + 6  # a table may be in use
