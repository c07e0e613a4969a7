"""Many threads make the first call of derivatives at once."""

import functools
import linecache
import random
import threading
import types
import warnings
from dataclasses import replace
from functools import partial
from itertools import count

import numpy as np
import pytest

import tangentlite as tl
from tangentlite import pipeline
from tangentlite.calls.generated import closure_cache, one_run
from tangentlite.emit.compiled import files
from tangentlite.ir import fact_cache
from tangentlite.process.together import MOST_LEFT, Together
from tangentlite.rules import registry
from tests.support.at_once import at_once, results

THREADS = 8
X = np.linspace(0.1, 0.9, 4)
NUMBER = count(1)


def made(body, name='f', parameters='x', **names):
    """A new function of a module that nothing else knows."""
    text = f'def {name}({parameters}):\n' + ''.join(f'    {line}\n' for line in body)
    filename = f'<threads {next(NUMBER)}>'
    linecache.cache[filename] = (len(text), None, text.splitlines(True), filename)
    space = {'np': np, 'tl': tl, '__name__': filename, **names}
    exec(compile(text, filename, 'exec'), space)
    return space[name]


def cubes():
    return made(['return np.sum(x * x * x)'])


@pytest.fixture
def generated(monkeypatch):
    """The requests for which texts are finished."""
    found, finished = [], pipeline.finished

    def watched(draft, *rest):
        found.append(draft.request)
        return finished(draft, *rest)

    monkeypatch.setattr(pipeline, 'finished', watched)
    return found


@pytest.mark.parametrize('attempt', range(5))
def test_one_text_is_generated_for_all_threads(generated, attempt):
    gradient = tl.grad(cubes())
    for found in results(*[partial(gradient, X)] * THREADS):
        np.testing.assert_allclose(found, 3 * X**2)
    assert len(generated) == 1
    assert gradient.count_variants() == 1


def test_threads_that_ask_for_the_derivative_at_once_have_the_same():
    f = cubes()
    assert len(set(map(id, results(*[partial(tl.grad, f)] * THREADS)))) == 1


def test_threads_with_other_kinds(generated):
    gradient = tl.grad(cubes())
    points = [1.5, X, X[:1], X.astype(np.float32), np.ones((2, 3)), np.float64(2.0)]
    found = results(*[partial(gradient, x) for x in points * 2])
    for x, slope in zip(points * 2, found):
        np.testing.assert_allclose(slope, 3 * x**2, rtol=1e-6)
        assert getattr(slope, 'dtype', None) == getattr(x, 'dtype', None)
    assert len(generated) == gradient.count_variants()


def test_threads_with_other_modes_and_orders():
    f, v = cubes(), np.ones(4)
    calls = {
        'reverse': partial(tl.grad(f), X),
        'both': partial(tl.value_and_grad(f), X),
        'forward': partial(tl.autodiff(f, mode='forward'), X, v),
        'matrix': partial(tl.hessian(f), X),
        'product': lambda: tl.hvp(f, (X,), (v,)),
        'pullback': lambda: tl.vjp(f, X)[1](1.0)[0],
        'nested': partial(tl.grad(lambda x: np.sum(tl.grad(f)(x))), X),
        'series': lambda: tl.jet(f, X, [v, 0 * v]),
    }
    want = {name: call() for name, call in calls.items()}
    for _ in range(3):
        tl.cache_clear()
        found = results(*[*calls.values()] * 2)
        for (name, wanted), one in zip([*want.items()] * 2, found):
            assert_close(one, wanted, name)


def assert_close(found, wanted, name):
    if isinstance(wanted, (tuple, list)):
        assert len(found) == len(wanted), name
        for one, other in zip(found, wanted):
            assert_close(one, other, name)
    else:
        np.testing.assert_allclose(found, wanted, err_msg=name)


def test_threads_with_jacobians_of_other_sizes():
    f = made(['return np.sin(x) * np.sum(x)'])
    jacobian = tl.jacobian(f)
    points = [np.linspace(0.1, 0.7, n) for n in (1, 2, 3, 9, 12, 20)]
    found = results(*[partial(jacobian, x) for x in points * 2])
    for x, matrix in zip(points * 2, found):
        want = np.diag(np.cos(x) * np.sum(x)) + np.outer(np.sin(x), np.ones_like(x))
        np.testing.assert_allclose(matrix, want)


def test_functions_that_share_what_they_call():
    helper = made(['return tl.grad(lambda y: np.sin(y) * y)(x)'], name='helper')
    callers = [
        made([f'return {k}.0 * helper(x) + helper(x * 0.5)'], helper=helper)
        for k in range(1, THREADS + 1)
    ]
    want = [tl.grad(f)(0.3) for f in callers]
    for _ in range(3):
        tl.cache_clear()
        assert results(*[partial(tl.grad(f), 0.3) for f in callers]) == want


def test_closures_of_one_definition():
    def scaled(c):
        return lambda x: c * np.sum(x**2)

    calls = [partial(lambda c: tl.grad(scaled(c))(X), float(c)) for c in range(20)]
    for c, slope in enumerate(results(*calls)):
        np.testing.assert_allclose(slope, 2 * c * X)


def test_options_in_some_threads(generated):
    gradient = tl.grad(cubes())

    def without(x):
        with tl.options(optimize=False):
            return gradient(x)

    for slope in results(*[partial(gradient, X), partial(without, X)] * 4):
        np.testing.assert_allclose(slope, 3 * X**2)
    assert gradient.count_variants() == len(generated) == 2


def test_what_is_cleared_and_counted_meanwhile():
    functions = [cubes() for _ in range(4)]
    stop = threading.Event()

    def differentiate(f):
        try:
            for _ in range(12):
                np.testing.assert_allclose(tl.grad(f)(X), 3 * X**2)
                np.testing.assert_allclose(tl.grad(lambda x: f(2 * x))(X), 24 * X**2)
        finally:
            stop.set()

    def disturb(call):
        while not stop.is_set():
            call()

    results(
        *[partial(differentiate, f) for f in functions],
        partial(disturb, tl.cache_clear),
        partial(disturb, tl.cache_info),
    )


def tripled(x):
    return np.sum(x) * 3.0


def test_what_holds_no_more_is_forgotten_while_others_are_added():
    gradient = tl.grad(tripled)
    text, request = gradient.generated((X,), {}), gradient.request
    of_others = tl.grad(cubes()).generated((X,), {})
    stop = threading.Event()

    def forget():
        while not stop.is_set():
            closure_cache.forget(of_others)

    def add():
        try:
            kept = []
            for line in range(1, 1001):
                code = tripled.__code__.replace(co_firstlineno=line)
                kept.append(types.FunctionType(code, globals()))
                closure_cache.keep(replace(request, primal=kept[-1]), {}, {}, (), text)
        finally:
            stop.set()

    results(forget, forget, add)
    tl.cache_clear()


def test_an_exception_leaves_no_lock_held_and_nothing_half_made():
    refused = made(['for k in x:', '    async_ = yield k'])
    right = cubes()
    gradients = [tl.grad(refused), tl.grad(right)] * 4
    found = at_once(*[partial(gradient, X) for gradient in gradients])
    assert all(isinstance(one, tl.TangentliteError) for one in found[::2])
    for slope in found[1::2]:
        np.testing.assert_allclose(slope, 3 * X**2)
    for gradient in gradients[:2]:
        results(partial(take_and_release, gradient._lock))
    assert gradients[0].count_variants() == 0
    assert not sum(found.cache_info().currsize for found in fact_cache._FACTS)


def take_and_release(lock):
    assert lock.acquire(timeout=5)
    lock.release()


def test_an_interrupt_while_generating_leaves_the_next_call_right(monkeypatch):
    gradient, finished = tl.grad(cubes()), pipeline.finished
    first = threading.Event()

    def interrupted(*given):
        if not first.is_set():
            first.set()
            raise KeyboardInterrupt
        return finished(*given)

    monkeypatch.setattr(pipeline, 'finished', interrupted)
    found = at_once(*[partial(gradient, X)] * THREADS)
    raised = [one for one in found if isinstance(one, BaseException)]
    assert [type(one) for one in raised] == [KeyboardInterrupt]
    assert gradient.count_variants() == 1


def tried_by_two(call):
    """Let a thread begin a trial within that of another, and end it later."""
    first_in, second_in, first_done = (threading.Event() for _ in range(3))

    def first_tried(x):
        call()
        first_in.set()
        assert second_in.wait(60)
        return x * 1.0

    def second_tried(x):
        assert first_in.wait(60)
        call()
        second_in.set()
        assert first_done.wait(60)
        return x * 1.0

    def first():
        numerical(first_tried).generated((X,), {})
        first_done.set()

    results(first, lambda: numerical(second_tried).generated((X,), {}))


def numerical(own):
    return tl.grad(made(['return np.sum(own(x))'], own=tl.numerical(own)))


@pytest.mark.filterwarnings('ignore::tangentlite.NumericalWarning')
def test_filters_of_warnings_are_as_before():
    # While an operation is tried, warnings are ignored.
    before = list(warnings.filters)
    tried_by_two(lambda: None)
    assert warnings.filters == before


@pytest.mark.filterwarnings('ignore::tangentlite.NumericalWarning')
def test_trials_of_functions_that_draw_leave_the_generators_as_they_were():
    states = random.getstate(), repr(np.random.get_state())
    tried_by_two(lambda: (random.random(), np.random.random()))
    assert (random.getstate(), repr(np.random.get_state())) == states


def test_equal_structures_have_one_way_back():
    def flattened(first):
        sizes = range(first, first + 400)
        return [tl.flatten({'w': np.ones(n)})[1].size for n in sizes], [*sizes]

    for found, want in results(*[partial(flattened, 1000 * k) for k in range(4)]):
        assert found == want
    alike = results(*[lambda: tl.flatten({'only': np.ones(77)})[1]] * THREADS)
    assert len(set(map(id, alike))) == 1


def test_derivatives_are_counted_while_others_are_made():
    stop = threading.Event()

    def make():
        try:
            return [tl.grad(lambda x: x) for _ in range(3000)]
        finally:
            stop.set()

    def look():
        while not stop.is_set():
            assert tl.cache_info().derivatives >= 0

    results(make, look, look)


def test_wrappers_have_one_store_each():
    def wrapper():
        f = cubes()
        tl.grad(f)
        return functools.wraps(f)(lambda x: 2.0 * f(x))

    for _ in range(50):
        of = wrapper()
        assert len(set(map(id, results(*[partial(tl.grad, of)] * 4)))) == 1


def test_owners_of_rules_are_looked_for_while_rules_are_loaded(monkeypatch):
    monkeypatch.setattr(registry, '_RULES', registry.all_rules())
    stop = threading.Event()

    def load():
        try:
            for _ in range(3000):
                registry.constant(object())
        finally:
            stop.set()

    def look():
        while not stop.is_set():
            registry._owners_among.__wrapped__(0)

    results(load, look, look)


def test_a_module_of_compiled_functions_is_whole_for_all_threads(tmp_path, monkeypatch):
    pytest.importorskip('numba')
    monkeypatch.setenv('NUMBA_CACHE_DIR', str(tmp_path))
    text = f'import time\ntime.sleep(0.2)\nvalue = {next(NUMBER)}\n'
    found = results(*[lambda: files.module_of(text, 'slow').value] * 4)
    assert len(set(found)) == 1


def test_compiled_derivatives():
    pytest.importorskip('numba')
    f = made(['return np.sum(x * x * x)'])
    gradient = tl.grad(f, backend='numba')
    for found in results(*[partial(gradient, x) for x in [X, X, 2 * X, 2 * X]]):
        assert np.allclose(found, 3 * X**2) or np.allclose(found, 12 * X**2)


def test_facts_are_forgotten_though_a_thread_is_always_generating():
    most = []

    def differentiate_all():
        for _ in range(MOST_LEFT + 20):
            tl.grad(cubes())(0.5)
            kept = sum(one.cache_info().currsize for one in fact_cache._FACTS)
            most.append(kept)

    with one_run.one_run(tl.grad(cubes()).request):
        results(differentiate_all)
        assert most[-1] < most[MOST_LEFT // 2]


def test_what_is_done_meanwhile_is_done_by_those_that_leave():
    done = []
    together = Together(lambda: None, lambda _: None, lambda: done.append(1))

    def pass_through():
        for _ in range(MOST_LEFT):
            with together:
                pass

    pass_through()
    assert not done  # each was alone
    with together:
        results(pass_through, pass_through)
    assert len(done) == 2
