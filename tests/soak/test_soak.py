"""What is dropped is freed, and memory is flat in a short soak."""

import gc
import linecache
import math
import random
import tracemalloc
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
from tests.soak.memory import Figures, figures, growth, in_use, types_in_memory, verdict

X = np.array([0.1, 0.4])


@pytest.fixture(autouse=True)
def nothing_else():
    tl.cache_clear()
    gc.collect()
    gc.freeze()  # for good: each collection would pass by all that other tests left


def counts():
    gc.collect()
    info = tl.cache_info()
    kept = len(parse._PARSED), len(origins._ORIGINS), len(linecache.cache)
    return info.functions, info.derivatives, info.variants, *kept


def derivatives_of(f, x):
    tl.grad(f)(x), tl.value_and_grad(f)(x), tl.hessian(f)(x)
    tl.autodiff(f, mode="forward")(x, np.ones_like(x))
    with tl.options(optimize=False):
        tl.grad(f)(x)


def test_functions_of_a_namespace_that_is_dropped():
    def once(number):
        with module(random.Random(number), "soaked_alone", False) as made:
            derivatives_of(made.plain, X)
            tl.grad(made.of_object)(made.Parameters(X, 3.0))
            for name in ("raises", "refused"):
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
    of_others, most = counts()[0], 0
    for number in range(120):
        with module(random.Random(number), f"soaked_many_{number % 90}", True) as made:
            assert tl.grad(made.plain)(X).shape == (2,)
        most = max(most, len(closure_cache._ENTRIES))
    del made
    assert most <= 3 * closure_cache._FEW
    assert counts()[0] - of_others <= 3 * closure_cache._FEW


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


@pytest.mark.filterwarnings("ignore::tangentlite.NumericalWarning")
def test_what_is_interrupted_leaves_nothing_that_grows():
    rng, totals = random.Random(0), []
    with tl.options(cache_size=8):
        for _ in range(5):
            for _ in range(20):
                interrupted(rng)
            totals.append(sum(types_in_memory().values()))
    assert totals[-1] <= totals[2] * 1.02


def steady(**given):
    """Return figures of a run with these values, the others as they were."""
    count = max(map(len, given.values()))
    all_flat = dict.fromkeys(
        ("objects", "lines", "functions", "derivatives", "variants", "texts"),
        [1] * count,
    )
    columns = {
        "resident": [150.0] * count,
        "in_use": [100.0] * count,
        **all_flat,
        **given,
    }
    rows = zip(*columns.values(), strict=True)
    return [Figures(k, k, **dict(zip(columns, row))) for k, row in enumerate(rows)]


@pytest.mark.parametrize("name", ["in_use", "resident"])
def test_a_verdict(name):
    assert verdict(steady(**{name: [50.0, *[100.0, 101.0] * 10]}))[0]
    grows = steady(**{name: [100.0 + k for k in range(30)]})
    assert not verdict(grows)[0]
    assert growth(grows, name) == pytest.approx(19 / 119.5)


def test_a_verdict_of_what_goes_with_the_number_of_texts():
    # More texts are no leak; what grows beside them is one.
    texts = [300 + 7 * k % 100 + k for k in range(30)]
    assert verdict(steady(in_use=[90.0 + 0.05 * n for n in texts], texts=texts))[0]
    leaks = [90.0 + 0.05 * n + 0.1 * k for k, n in enumerate(texts)]
    found = steady(in_use=leaks, texts=texts)
    assert not verdict(found)[0]
    assert growth(found, "in_use") == pytest.approx(1.9 / np.mean(leaks[10:]))


def test_a_verdict_where_allocators_do_not_tell():
    assert verdict(steady(in_use=[math.nan] * 30))[0]
    assert not verdict(steady(in_use=[math.nan] * 30, resident=[*range(1, 31)]))[0]


@pytest.mark.skipif(math.isnan(in_use()), reason="needs glibc and pymalloc")
@pytest.mark.parametrize(
    "make",
    [
        lambda: [bytes(300) for _ in range(10_000)],  # what no collector knows
        lambda: [np.zeros(1000) for _ in range(400)],
        lambda: np.zeros(400_000),
    ],
    ids=["strings", "arrays", "a large array"],
)
def test_memory_in_use(make):
    before = in_use()
    kept = make()
    assert in_use() - before == pytest.approx(3.3, abs=0.4)
    del kept
    assert in_use() - before == pytest.approx(0.0, abs=0.2)


def test_counting_takes_no_memory_itself():
    # A list of all objects is large, and the places it leaves are not used again.
    gc.unfreeze()
    kept = [[] for _ in range(60_000)]
    figures(0, 0.0)
    tracemalloc.start()
    found = figures(1, 1.0)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert found.objects > len(kept)
    assert most < len(kept)  # bytes; a list of them has eight for each


@pytest.mark.parametrize("part", PARTS, ids=lambda part: part.do.__name__)
def test_each_part(part):
    part.do(random.Random(7))


def test_redefined_functions_are_those_of_the_last_text():
    for seed in range(3):
        redefined(random.Random(seed))


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::tangentlite.NumericalWarning")
def test_a_minute():
    said = []
    with tl.options(cache_size=100):
        found = soaked(60.0, 3, said.append)
    assert found[-1].rounds > 50
    assert max(one.texts for one in found) <= 100
    share = growth(found, "resident")
    # Caches of a bounded size fill up in the first minutes.
    assert share < 0.15, "\n".join([*said, verdict(found)[1]])
