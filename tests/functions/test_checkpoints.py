"""`tl.checkpoint`, `tl.checkpointed`: what is run again where it is reversed."""

import contextlib
import functools
import io
import math
import tracemalloc

import numpy as np
import pytest

import tangentlite as tl
from tangentlite import d
from tangentlite.runtime import next_snapshot
from tests.support.loops_in_python import loops_in_python
from tests.support.numeric import require_derivatives
from tests.support.variants import variants_of

COUNTS = np.zeros(3)
DRAWS = np.random.default_rng(0)
SEEN = {"steps": 0}
LAST = 0


@tl.checkpoint
def layer(w, x):
    h = np.tanh(w @ x)
    return h * np.sin(h) + x


def network(w, x):
    for _ in range(3):
        x = layer(w, x)
    return np.sum(x)


def inline(x):
    return tl.checkpoint(lambda y: np.sin(y) * y * x)(x * 2.0)


def decorated_inside(x):
    @tl.checkpoint
    def part(u, power=2):
        return {"y": u**power, "z": (np.cos(u), x)}

    found = part(x, power=3)
    return found["y"] * found["z"][0] + part(found["z"][1])["y"]


def written(x):
    @tl.checkpoint
    def part(u):
        u[1:] += np.sin(u[:-1])
        return np.sum(u**2)

    u = np.array([x, 2.0 * x, 0.3])
    return part(u) * np.sum(u)


def recursive(x):
    def power(y, n):
        return 1.0 if n == 0 else y * power(y, n - 1)

    return tl.checkpoint(power)(np.sin(x), round(x) + 3)


class Oscillator:
    def __init__(self, k):
        self.k = k

    @tl.checkpoint
    def moved(self, q):
        return q - 0.1 * self.k * np.sin(q)


def by_a_method(x):
    one = Oscillator(x)
    return one.moved(one.moved(x * x))


@pytest.mark.parametrize(
    "function", [inline, decorated_inside, written, recursive, by_a_method]
)
def test_calls(function):
    require_derivatives(function, 0.7)


def test_a_call_keeps_its_arguments_alone():
    w, x = np.array([[0.2, -0.4], [0.5, 0.1]]), np.array([0.3, -0.8])
    tl.check_grad(network, (w, x), wrt=(0, 1))
    text = tl.grad(network, wrt=(0, 1)).source_for(w, x)
    assert text.count(".append(") == text.count(".pop(") == 1
    assert layer(w, x).shape == (2,) and layer.__name__ == "layer"
    tl.check_grad(layer, (w, x), wrt=(0, 1))
    once = tl.hvp(network, (w, x), (w, None))[0]
    step = 1e-6
    ends = [tl.grad(network)(w + sign * w, x) for sign in (step, -step)]
    np.testing.assert_allclose(once, (ends[0] - ends[1]) / (2 * step), rtol=1e-6)


def test_what_is_no_function():
    with pytest.raises(tl.ArgumentError, match="takes a function, not 3"):
        tl.checkpoint(3)
    with pytest.raises(tl.ArgumentError, match="slots for a condition"):
        tl.checkpointed(True, slots=3)
    assert tl.checkpointed(range(3)) == range(3)


# Programs as loops, with `loop` in place of `tl.checkpointed`: they are made twice.
LOOPS = """
def scalars(x, n):
    y = 2.0 * x
    for i in loop(range(n)):
        dx, dy = x - x * y, x * y - y
        x, y = x + 0.1 * dx, y + 0.1 * dy * i
    return x + y * y

def in_place(x, n):
    u = np.array([x, 0.5, 1.0, x])
    for _ in loop(range(n)):
        u[1:-1] += 0.1 * (u[2:] - 2.0 * u[1:-1] + u[:-2])
        u *= np.cos(u)
    return np.sum(u ** 2)

def seen_by_another(x, n):
    u = np.array([x, 0.5, 1.0])
    v = u[1:]
    for _ in loop(range(n)):
        u += 0.3 * np.sin(u[::-1])
    return np.sum(v ** 2)

def bound_and_written(x, n):
    u = np.array([x, 0.5])
    for _ in loop(range(n)):
        u = np.sin(u)
        u[0] = u[1] * u[0]
    return np.sum(u * x)

def over_an_array(x, n):
    for row in loop(np.linspace(0.0, 1.0, 2 * n).reshape(n, 2)):
        x = np.tanh(x + row @ row * x)
    return x

def numbered(x, n):
    for i, y in loop(enumerate(np.linspace(0.1, 1.0, n))):
        x = np.tanh(x * y + i * x)
    return x

def in_rows(x, n):
    a, c = np.linspace(0.1, 1.0, n), np.ones((n + 2, 2)) * x
    for k, (y, (p, q)) in loop(enumerate(zip(reversed(a), c), n)):
        x = np.sin(x * y + p * q) + 0.01 * k * x
    return x + np.sum(c)

def with_a_range(x, n):
    for i, y in loop(zip(range(3, 2 * n + 3, 2), np.linspace(x, 1.0, n + 1))):
        x = np.sin(x * y) * (0.2 * i)
    return x

def backwards(x, n):
    for i in loop(range(3 * n, 1, -2)):
        x = np.sin(x) * (0.2 * i)
    return x

def broken(x, n):
    for i in loop(range(n)):
        x = x * 1.5
        if x > 3.0:
            x = x * x
            break
    return x * n

def returned(x, n):
    for i in loop(range(n)):
        x = x * 1.5
        if x > 3.0:
            return x * x
        if i % 3 == 1:
            continue
        x = x + np.sin(x)
    return x

def nested(x, n):
    for i in loop(range(n)):
        for j in loop(range(i)):
            x = np.sin(x) + 0.1 * j
        x = x * x + 0.5
    return x

def inner(x, n):
    for _ in loop(range(n)):
        y = x
        while y > 0.5:
            y = y * 0.7
        x = x + max(0.1 * y, 0.02)
    return x

def structures(x, n):
    state = {"a": x, "b": (x * 2.0, 1.0)}
    for _ in loop(range(n)):
        a, (b, c) = state["a"], state["b"]
        state = {"a": np.sin(b), "b": (a * c, c + x)}
    return state["a"] + state["b"][1]

def functions(x, n):
    k = x * 2.0
    def rate(y):
        return -k * y * y
    for _ in loop(range(n)):
        f = lambda t: t * x
        x = x + 0.1 * rate(f(x)) + sum([x * c for c in (0.1, 0.2)])
    return x

def bound_inside(x, n):
    for i in loop(range(n)):
        t = np.sin(x)
        x = t * x
    return x * x if n == 0 else t + x * i

def of_derivatives(x, n):
    for _ in loop(range(n)):
        x = x - 0.1 * tl.grad(lambda t: np.sin(t) ** 2 * x)(x)
    return x

def defined_inside(x, n):
    for _ in loop(range(n)):
        def rate(y):
            return y * x
        if (t := rate(x)) < 0.4:
            x = np.sin(rate(x + t))
    return x

def left_twice(x, n):
    for _ in loop(range(n)):
        for k in loop(range(2 * n)):
            x = x * 1.2
            if x > 1.5:
                break
        x = np.sin(x)
        if x > 0.99:
            break
    return x

def recorded(x, n):
    found = np.zeros(n)
    for start in loop(range(n)):
        end = x * 1.1
        x = np.sin(end)
        found[start] = x
    return np.sum(found ** 2)
"""


@pytest.fixture(scope="module")
def pairs(tmp_path_factory):
    """Each program with checkpoints, with few of them, and without."""
    loops = {
        "again": r"tl.checkpointed(\1)",
        "kept": r"\1",
        "few": r"tl.checkpointed(\1, slots=2, leaf=2)",
    }
    return variants_of(LOOPS, loops, tmp_path_factory.mktemp("loops"))


NAMES = [
    line.split("(")[0][4:] for line in LOOPS.splitlines() if line.startswith("def ")
]


@pytest.mark.one_in(3)
@pytest.mark.parametrize("name", NAMES)
def test_loops(name, pairs):
    again, kept, _ = (module[name] for module in pairs)
    for n in (0, 1, 2, 7):
        if n == 0 and name == "bound_inside":
            continue
        value, gradient = tl.value_and_grad(again)(0.7, n)
        expected, other = tl.value_and_grad(kept)(0.7, n)
        assert value == expected == kept(0.7, n)  # to the last bit
        assert gradient == pytest.approx(other, rel=1e-12)
    assert "segment_end" in tl.value_and_grad(again).source_for(0.7, 7)
    require_derivatives(lambda x: again(x, 5), 0.7)


LEFT = {"broken", "returned"}
OPEN_BEHIND = {"bound_inside"}
ALSO_IN_SLOTS = ["scalars", "in_place", "over_an_array", "nested", "structures"]


@pytest.mark.parametrize("name", [*ALSO_IN_SLOTS, *sorted(LEFT | OPEN_BEHIND)])
def test_loops_with_few_snapshots(name, pairs):
    _, kept, few = (module[name] for module in pairs)
    if name in LEFT | OPEN_BEHIND:
        what = "left before its end" if name in LEFT else "Bind it in front of the loop"
        with pytest.raises(tl.UnsupportedError, match=what):
            tl.grad(few)(0.7, 5)
        return
    for n in (0, 1, 6, 13):
        value, gradient = tl.value_and_grad(few)(0.7, n)
        expected, other = tl.value_and_grad(kept)(0.7, n)
        assert value == expected
        assert gradient == pytest.approx(other, rel=1e-12)
    assert "middle_of" in tl.grad(few).source_for(0.7, 7)
    again = tl.jvp(tl.grad(few), (0.7, 6), (1.0, None))[1]
    assert again == pytest.approx(tl.grad(tl.grad(kept))(0.7, 6), rel=1e-9)


def counted(x):
    SEEN["steps"] += 1
    return np.sin(x)


@tl.adjoint(counted)
def counted_adjoint(y, x):
    d[x] = d[y] * np.cos(x)


def in_slots(x, a, n, slots, leaf):
    y = x * x
    for _ in tl.checkpointed(range(n), slots=slots, leaf=leaf):
        x = counted(x) * a + y
        y = 0.9 * y + 0.01 * x
    return x * y


@functools.cache
def fewest(n, slots):
    """How many steps are run, at least, to reverse n steps one by one."""
    if n <= 1:
        return 0
    if slots == 1:
        return n * (n - 1) // 2
    return min(m + fewest(n - m, slots - 1) + fewest(m, slots) for m in range(1, n))


@pytest.mark.parametrize(
    "n, slots, leaf",
    [
        (10, 3, 1),
        (20, 1, 1),
        (50, 4, 1),
        (56, 3, 1),
        (98, 5, 7),
        (32, 3, 4),
        (64, 70, 1),
    ],
)
def test_no_more_steps_are_run_than_by_the_formula(n, slots, leaf):
    units = n // leaf
    repeats = next(r for r in range(n) if math.comb(slots + r, r) >= units)
    formula = repeats * units - math.comb(slots + repeats, repeats - 1)
    assert formula == fewest(units, slots)
    tl.grad(in_slots, wrt=(0, 1))(0.3, 1.1, 2, slots, leaf)  # with trials of `counted`
    SEEN["steps"] = 0
    gradient = tl.grad(in_slots, wrt=(0, 1))(0.3, 1.1, n, slots, leaf)
    # Each is run once more with a tape, and the last segment for the value itself.
    start, free = 0, slots
    while (end := next_snapshot(start, n, free, leaf)) < n:
        start, free = end, free - 1
    assert SEEN["steps"] == formula * leaf + n + (n - start)
    root = tl.grad(in_slots, wrt=(0, 1))(0.3, 1.1, n, n, 1)
    np.testing.assert_allclose(gradient, root, rtol=1e-12)


def test_too_few_slots():
    with pytest.raises(tl.ArgumentError, match="at least 1"):
        tl.checkpointed(range(3), slots=0)
    with pytest.raises(tl.UnsupportedError, match="at least 1"):
        tl.grad(lambda x: in_slots(x, 1.0, 5, 0, 1))(0.3)


def test_memory_grows_by_the_root(pairs):
    derivatives = [tl.grad(module["scalars"]) for module in pairs]
    for derivative in derivatives * 10:  # text, dispatch: made by then
        derivative(0.7, 3)
    peaks = []
    for derivative, n in zip(derivatives, (10_000, 10_000, 100)):
        tracemalloc.start()
        derivative(0.7, n)
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[0] < 60_000 and peaks[1] > 600_000 and peaks[2] < 10_000


def prints(x, n):
    for _ in tl.checkpointed(range(n)):
        x = np.sin(x)
        print(x)
    return x


def draws(x, n):
    for _ in tl.checkpointed(range(n)):
        x = np.sin(x) + DRAWS.normal()
    return x


def draws_from_its_own(x, n):
    rng = np.random.default_rng(1)
    for _ in tl.checkpointed(range(n)):
        x = np.sin(x) + rng.normal()
    return x


def writes_a_global(x, n):
    for _ in tl.checkpointed(range(n)):
        x = np.sin(x)
        COUNTS[0] += 1.0
    return x


def counts_in_a_dict(x, n):
    for _ in tl.checkpointed(range(n)):
        x = np.sin(x)
        SEEN["steps"] += 1
    return x


def binds_a_global(x, n):
    global LAST
    for i in tl.checkpointed(range(n)):
        x = np.sin(x)
        LAST = i
    return x


def counts_by_a_function(x, n):
    k = 0

    def count():
        nonlocal k
        k += 1
        return k

    for _ in tl.checkpointed(range(n)):
        x = np.sin(x) * count()
    return x


def writes_what_a_function_captures(x, n):
    u = np.zeros(3)

    def put(v):
        w = u[1:]
        w += v

    for _ in tl.checkpointed(range(n)):
        put(x)
    return np.sum(u**2)


def appends(x, n):
    found = []
    for _ in tl.checkpointed(range(n)):
        x = np.sin(x)
        found.append(x)
    return sum(found)


def reads_by_a_function(x, n):
    def rate():
        return -x * x

    for _ in tl.checkpointed(range(n)):
        x = x + 0.1 * rate()
    return x


def exchanges(x, n):
    u, v = np.full(3, x), np.zeros(3)
    for _ in tl.checkpointed(range(n)):
        v[1:] = u[1:] * u[:-1]
        u, v = v, u
    return np.sum(u)


def overlapping(x, n):
    u = np.full(3, x)
    v = u[1:]
    for _ in tl.checkpointed(range(n)):
        u[0] += v[0]
    return np.sum(u)


def over_pairs(x, n):
    pairs = enumerate(np.ones(n))
    for i, y in tl.checkpointed(pairs):
        x = x * y + i
    return x


REFUSED = {
    prints: r"must not print[\s\S]*print\(x\)",
    draws: r"DRAWS.normal\(\)[\s\S]*draw before the loop",
    draws_from_its_own: r"rng.normal\(\)[\s\S]*draw before the loop",
    writes_a_global: r"happen twice[\s\S]*COUNTS\[0\] \+= 1.0",
    counts_in_a_dict: "changes what is outside of it: a list, a dict, an object",
    binds_a_global: "LAST, which this checkpointed loop binds, is a variable of a",
    counts_by_a_function: "changes what is outside of it",
    writes_what_a_function_captures: r"change what is outside[\s\S]*w \+= v",
    appends: r"np.zeros\(n\), in place of appending",
    reads_by_a_function: "x, which this checkpointed loop binds, is read by a function",
    exchanges: "v is written in place, and is bound to another array",
    overlapping: "may share memory with",
    over_pairs: "reversed of these, not over other iterators",
}


@pytest.mark.parametrize("function", REFUSED, ids=lambda f: f.__name__)
def test_effects_are_refused(function):
    with pytest.raises(tl.UnsupportedError, match=REFUSED[function]):
        tl.grad(function)(0.7, 3)
    with contextlib.redirect_stdout(io.StringIO()):
        tl.jvp(function, (0.7, 3), (1.0, None))  # where nothing runs twice


@pytest.mark.one_in(3, always=("in_rows-again",))
@pytest.mark.parametrize("form", ["again", "few"])
@pytest.mark.parametrize("name", NAMES)
def test_loops_for_numba(name, form, pairs):
    again, kept, few = (module[name] for module in pairs)
    compared_by_loops(again if form == "again" else few, kept, (0.7, 7))


def compared_by_loops(f, kept, args):
    def hvp(of, **options):
        product = tl.autodiff(tl.grad(of), mode="forward", **options)
        return product(*args, 1.0)

    compiled = 0
    with loops_in_python():
        for of in (lambda of, **options: tl.value_and_grad(of, **options)(*args), hvp):
            try:
                got = of(f, backend="numba")
            except tl.UnsupportedError:  # what it refuses it does not compute wrongly
                continue
            np.testing.assert_allclose(got, of(kept), rtol=1e-11)
            compiled += 1
    if not compiled:
        pytest.skip("loops do not compute it")


def test_numba_compiles_segments():
    gradient = tl.value_and_grad(halved, backend="numba")
    assert gradient(0.7) == pytest.approx(tl.value_and_grad(halved)(0.7))
    assert "def steps_bwd_loops" in gradient.source
    given = np.array([[0.2, -0.4], [0.5, 0.1]]), np.array([0.3, -0.8])
    for function, args in ((network, given), (decorated_inside, (0.7,))):
        found = tl.grad(function, backend="numba")(*args)
        np.testing.assert_allclose(found, tl.grad(function)(*args), rtol=1e-12)


def halved(x):
    for _ in tl.checkpointed(range(5)):
        x = np.sin(0.5 * x)
    return x
