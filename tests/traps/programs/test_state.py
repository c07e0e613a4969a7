"""Structure, globals, iterators, nesting, threads: traps 79, 80, 84 to 86, 88 to 95."""
import linecache
import threading
import tracemalloc

import numpy as np
import pytest

import tangentlite as tl


def of_flag(x, pair):
    if pair:
        return x * x, 3.0 * x
    return x * x * x


def number_or_none(v):
    return v * v if v > 1.0 else None


def of_flags(x):
    a, b = of_flag(x, True)
    return a * b + of_flag(x, False)


def of_numbers_and_none(x):
    s = 0.0
    for v in (x, 2.0 * x):
        found = number_or_none(v)
        if found is not None:
            s = s + found
    return s


def pair_or_number(x):
    if x > 1.0:
        return x, x
    return x


def sum_of_pair_or_number(x):
    return np.sum(pair_or_number(x))


def test_79_results_of_different_structure():
    assert tl.grad(of_flags)(0.7) == pytest.approx(12.0 * 0.7 ** 2)
    assert tl.grad(of_numbers_and_none)(0.7) == pytest.approx(8.0 * 0.7)
    assert tl.autodiff(of_flags, mode='forward')(0.7, 1.0) == pytest.approx(5.88)
    with pytest.raises(tl.TangentliteError, match='on one path and .* on another'):
        tl.grad(sum_of_pair_or_number)(0.7)


EVENTS = []


def noted(x):
    for k in range(3):
        try:
            x = x * x
            if k == 1:
                raise KeyError(k)
        except KeyError:
            x = 3.0 * x
        finally:
            EVENTS.append(k)
    return x


def test_80_finally_runs_once():
    for mode, given in (('reverse', (0.9,)), ('forward', (0.9, 1.0))):
        EVENTS.clear()
        # 9 x**8
        got = tl.autodiff(noted, mode=mode)(*given)
        assert got == pytest.approx(72.0 * 0.9 ** 7)
        assert EVENTS == [0, 1, 2]


def every_kind(x, /, scale=1.0, *rest, k=2.0, **named):
    return np.sum(x) * k * scale + sum(rest) * named.get('z', 1.0)


def test_84_parameters_of_every_kind(x):
    def derivative(wrt):
        return tl.grad(every_kind, wrt=wrt)(x, 2.0, 3.0, 4.0, k=5.0, z=6.0)

    np.testing.assert_array_equal(derivative('x'), [10.0, 10.0, 10.0])
    assert (derivative('k'), derivative('scale')) == (8.0, 20.0)
    assert tl.grad(every_kind, wrt='k')(x) == 4.0
    tl.check_grad(every_kind, (x,), order=2)


CALLS = 0
KEPT = 0.0
HELD = {}


def doubled():
    return 2.0 * KEPT


def kept(x):
    global CALLS, KEPT
    CALLS += 1
    KEPT = x * x
    HELD['cube'] = KEPT * x
    return doubled() * x + HELD['cube']


def test_85_globals_are_written_once_and_carry_derivatives(monkeypatch):
    for mode, given in (('reverse', (2.0,)), ('forward', (2.0, 1.0))):
        monkeypatch.setitem(globals(), 'CALLS', 0)
        assert tl.autodiff(kept, mode=mode)(*given) == 9.0 * 2.0 ** 2
        assert (CALLS, KEPT, HELD) == (1, 4.0, {'cube': 8.0})


PULLED = []


def items():
    for k in range(9):
        PULLED.append(k)
        yield float(k)


def pulls(x):
    s = 0.0
    for v, w in zip(items(), x):
        s = s + v * w * w
    return s


def test_86_an_iterator_is_not_pulled_further(x):
    pulls(x)
    want = PULLED.copy()
    for derivative in (lambda: tl.grad(pulls)(x), lambda: tl.jvp(pulls, (x,), (x,))):
        PULLED.clear()
        derivative()
        assert PULLED == want
    np.testing.assert_array_equal(tl.grad(pulls)(x), [0.0, 3.0, 8.0])


def test_88_a_cell_that_was_run_again():
    name, found = '<ipython-input-7-trap>', []
    for power in (2, 3):
        text = f'def cell(x):\n    return x ** {power}\n'
        linecache.cache[name] = (len(text), None, text.splitlines(True), name)
        names = {}
        exec(compile(text, name, 'exec'), names)
        found.append(tl.grad(names['cell'])(3.0))
    assert found == [6.0, 27.0]


def test_88_a_function_without_source_is_an_error():
    names = {}
    exec(compile('def made(x):\n    return x * x\n', '<made>', 'exec'), names)
    with pytest.raises(tl.TangentliteError, match='source .* cannot be found'):
        tl.grad(names['made'])(3.0)


def sum_of(x, y):
    return x + y


def by_reverse(x):
    return x * tl.grad(sum_of, wrt=1)(x, 1.0)


def by_forward(x):
    return x * tl.autodiff(sum_of, wrt=1, mode='forward')(x, 1.0, 1.0)


@pytest.mark.parametrize('function', [by_reverse, by_forward])
def test_89_perturbations_are_not_confused(function):
    assert tl.grad(function)(1.0) == 1.0
    assert tl.autodiff(function, mode='forward')(1.0, 1.0) == 1.0


def noisy(x, generator):
    return np.sum(x * generator.normal(size=3)) + generator.normal() * x[0]


@pytest.mark.parametrize('derivative', [
    lambda x, generator: tl.value_and_grad(noisy)(x, generator),
    lambda x, generator: tl.jvp(noisy, (x, generator), (x, None)),
])
def test_92_draws_happen_once(derivative, x):
    one, other = np.random.default_rng(5), np.random.default_rng(5)
    value, _ = derivative(x, one)
    assert value == noisy(x, other)
    assert one.bit_generator.state == other.bit_generator.state


def repeated(x, n):
    for k in range(n):
        x = np.sin(x) * x + k
    return np.sum(x)


def test_93_threads_that_differentiate_at_once():
    want = [tl.grad(repeated)(0.3, n) for n in range(8)]
    tl.cache_clear()
    gradient, found = tl.grad(repeated), {}

    def work(n):
        found[n] = gradient(0.3, n), tl.grad(lambda x: 2.0 * repeated(x, n))(0.3)

    threads = [threading.Thread(target=work, args=(n,)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for n, slope in enumerate(want):
        assert found[n] == pytest.approx((slope, 2.0 * slope))


def written_and_raised(x, limit):
    x[0] = 5.0
    if limit < 1.0:
        raise RuntimeError('on the way')
    return np.sum(x * x)


def test_93_an_exception_leaves_nothing_broken(x):
    gradient, before = tl.grad(written_and_raised), x.copy()
    for _ in range(2):
        np.testing.assert_array_equal(gradient(x, 2.0), [0.0, 3.0, 4.0])
        with pytest.raises(RuntimeError, match='on the way'):
            gradient(x, 0.5)
        np.testing.assert_array_equal(x, before)


def memory_of(call) -> tuple[int, int]:
    """Return the bytes that a call leaves behind, and its peak."""
    tracemalloc.start()
    try:
        call()
        return tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()


def test_94_memory_grows_as_the_steps_and_is_given_back():
    gradient, x = tl.grad(repeated), np.ones(1000)
    gradient(x, 2)
    peaks = [memory_of(lambda n=n: gradient(x, n) is None)[1] for n in (50, 100, 200)]
    assert peaks[2] - peaks[1] < 2.2 * (peaks[1] - peaks[0])
    left, _ = memory_of(lambda: [gradient(x, 50) is None for _ in range(20)])
    assert left < x.nbytes


def test_95_the_text_is_the_same_each_time(x):
    text = tl.grad(repeated).source_for(x, 3)
    tl.cache_clear()
    assert tl.grad(repeated).source_for(x, 3) == text
