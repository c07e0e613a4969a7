"""What is dropped is freed, and memory is flat in a short soak."""

import gc
import linecache
import random
import weakref

import numpy as np
import pytest
import scipy.optimize

import tangentlite as tl
from tangentlite.api.inside.solving import solvers
from tangentlite.calls.generated import closure_cache
from tangentlite.frontend import parse
from tangentlite.tracebacks import origins
from tests.soak.__main__ import soaked
from tests.soak.functions import PARTS, interrupted, module, redefined
from tests.soak.memory import Figures, growth, types_in_memory, verdict

X = np.array([0.1, 0.4])


@pytest.fixture(autouse=True)
def nothing_else():
    tl.cache_clear()
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()


def counts():
    gc.collect()
    info = tl.cache_info()
    kept = len(parse._PARSED), len(origins._ORIGINS), len(linecache.cache)
    return info.functions, info.derivatives, info.variants, *kept


def derivatives_of(f, x):
    tl.grad(f)(x), tl.value_and_grad(f)(x), tl.hessian(f)(x)
    tl.autodiff(f, mode='forward')(x, np.ones_like(x))
    with tl.options(optimize=False):
        tl.grad(f)(x)


def test_functions_of_a_namespace_that_is_dropped():
    def once(number):
        with module(random.Random(number), 'soaked_alone', False) as made:
            derivatives_of(made.plain, X)
            tl.grad(made.of_object)(made.Parameters(X, 3.0))
            for name in ('raises', 'refused'):
                with pytest.raises((ValueError, tl.TangentliteError)):
                    tl.grad(getattr(made, name))(X)
            return weakref.ref(made), weakref.ref(made.plain), weakref.ref(made.helper)

    once(0)
    before = counts()
    for number in range(10):
        references = once(number)
        gc.collect()
        assert [one() for one in references] == [None] * 3
    assert counts() == before


def test_closures_that_are_dropped():
    def once(c):
        data = np.full(1000, c)

        def scaled(x):
            return np.sum(data * x[0]) + np.sum(x * x)

        derivatives_of(scaled, X)
        return weakref.ref(scaled), weakref.ref(data)

    once(1.0)
    before = counts()
    for c in range(10):
        references = once(float(c))
        gc.collect()
        assert [one() for one in references] == [None] * 2
    assert counts() == before


def test_modules_that_are_dropped_or_imported_again():
    # A module that is gone is found when as many others have come.
    tl.cache_clear()
    most = 0
    for number in range(120):
        with module(random.Random(number), f'soaked_many_{number % 90}', True) as made:
            assert tl.grad(made.plain)(X).shape == (2,)
        most = max(most, len(closure_cache._ENTRIES))
    del made
    assert most <= 3 * closure_cache._FEW
    assert counts()[0] <= 3 * closure_cache._FEW


def test_data_of_closures_whose_equations_were_solved():
    # Solvers keep what they make of the last functions, not what trials have tried.
    data = []

    def once(k):
        kept = np.full(300, 0.5 + k)
        data.append(weakref.ref(kept))

        def root(c):
            return scipy.optimize.brentq(lambda z: z * kept[0] - c, -10.0, 10.0)

        assert tl.grad(root)(1.5) == pytest.approx(1.0 / kept[0])

    for k in range(4):
        once(k)
    solvers._solution.cache_clear()
    gc.collect()
    assert [one() for one in data] == [None] * 4


@pytest.mark.filterwarnings('ignore::tangentlite.NumericalWarning')
def test_what_is_interrupted_leaves_nothing_that_grows():
    rng, totals = random.Random(0), []
    with tl.options(cache_size=8):
        for _ in range(5):
            for _ in range(20):
                interrupted(rng)
            totals.append(sum(types_in_memory().values()))
    assert totals[-1] <= totals[2] * 1.02


def test_a_verdict():
    def found(values):
        return [Figures(k, k, v, 10, 0, 0, 0, 0, 0) for k, v in enumerate(values)]

    assert verdict(found([50.0, *[100.0, 101.0] * 10]))[0]
    grows = found([100.0 + k for k in range(30)])
    assert not verdict(grows)[0]
    assert growth(grows) == pytest.approx(19 / 119.5)


@pytest.mark.parametrize('part', PARTS, ids=lambda part: part.do.__name__)
def test_each_part(part):
    part.do(random.Random(7))


def test_redefined_functions_are_those_of_the_last_text():
    for seed in range(3):
        redefined(random.Random(seed))


@pytest.mark.slow
@pytest.mark.filterwarnings('ignore::tangentlite.NumericalWarning')
def test_a_minute():
    said = []
    with tl.options(cache_size=100):
        found = soaked(60.0, 3, said.append)
    assert found[-1].rounds > 50
    assert max(one.texts for one in found) <= 100
    share = growth(found)
    # Caches of a bounded size fill up in the first minutes.
    assert share < 0.15, '\n'.join([*said, verdict(found)[1]])
