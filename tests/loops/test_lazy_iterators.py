"""Iterators that are read one item at a time, in turn with others."""

import functools
import itertools

import numpy as np
import pytest

import tangentlite as tl
from tests.support.numeric import require_derivatives

# --- one iterator that is given twice ---


def pairs_of_an_expression(x):
    it = (x + i for i in range(4))
    return sum(a * b for a, b in zip(it, it))


def pairs_by_repetition(x):
    it = (x * i + 1 for i in range(6))
    return sum(a * b for a, b in zip(*[it] * 2))


def pairs_in_map(x):
    it = (x * i + 1 for i in range(4))
    return sum(map(lambda a, b: a * b, it, it))


def line(x, n=5):
    for i in range(n):
        yield x * i + 1


def pairs_of_a_function(x):
    g = line(x)
    return sum(a * b for a, b in zip(g, g))


class Counter:
    def __init__(self, x):
        self.x, self.n = x, 0

    def __iter__(self):
        return self

    def __next__(self):
        if self.n >= 5:
            raise StopIteration
        self.n += 1
        return self.x * self.n


def pairs_of_an_object(x):
    it, s = Counter(x), 0.0
    for a, b in zip(it, it):
        s += a * b * it.n
    return s * it.n


def next_inside_of_the_loop(x):
    g, s = line(x), 0.0
    for a in g:
        s += a * next(g, x)
    return s


def list_inside_of_the_loop(x):
    g, s = line(x), 0.0
    for a in g:
        s += a * sum(list(g)[1:])
    return s


def loop_inside_of_the_loop(x):
    g, s = line(x), 0.0
    for a in g:
        for b in g:
            s += a * b
            break
    return s


def grouper(x):
    s = 0.0
    for a, b in itertools.zip_longest(*[iter([x, 1.0, 2.0])] * 2, fillvalue=x):
        s += a * b
    return s


# --- what generators do beside yielding happens when they are asked ---


def counting(x, n, seen):
    for i in range(n):
        seen.append(i)
        yield x * i + 1


def first_of_zip_is_asked_once_more(x):
    n, s = 0, 0.0

    def values():
        nonlocal n
        for i in range(5):
            n += 1
            yield x + i

    for a, b in zip(values(), range(3)):
        s += a * b
    return s * n


def second_of_zip_is_not(x):
    seen = []
    return sum(a * b for a, b in zip([1.0, x], counting(x, 5, seen))) * len(seen)


def zip_that_is_left(x):
    seen, s = [], 0.0
    for a, b in zip(counting(x, 5, seen), counting(x * x, 5, seen)):
        s += a * b
        if s > 8:
            break
    return s * len(seen)


def two_maps(x):
    n, s = 0, 0.0

    def weighted(v):
        nonlocal n
        n += 1
        return v * x * n

    for a, b in zip(map(weighted, [1.0, x, 2.0]), map(weighted, [x, x])):
        s += a * b * n
    return s * n


def accumulate_that_is_left(x):
    n, t = 0, 0.0

    def values():
        nonlocal n
        for i in range(5):
            n += 1
            yield x * i * x

    for v in itertools.accumulate(values()):
        t += v
        if n == 3:
            break
    return t * n


def accumulate_from_a_start(x):
    seen, s = [], 0.0
    sums = itertools.accumulate(
        counting(x, 3, seen), lambda a, b: a * b + len(seen), initial=x
    )
    for v in sums:
        s += v * len(seen)
    return s


def pairwise_in_turn(x):
    seen, s = [], 0.0
    for a, b in itertools.pairwise(counting(x, 5, seen)):
        s += a * b * len(seen)
        if len(seen) == 4:
            break
    return s * len(seen)


def pairwise_of_an_object(x):
    it, s = Counter(x), 0.0
    for a, b in itertools.pairwise(it):
        s += a * b * it.n
    return s


def cycle_in_zip(x):
    seen, s = [], 0.0
    for a, b in zip(itertools.cycle(counting(x, 3, seen)), range(5)):
        s += a * b * len(seen)
    return s * x


def longest_in_turn(x):
    seen, s = [], 0.0
    columns = counting(x, 3, seen), counting(x, 2, seen)
    for p, q in itertools.zip_longest(*columns, fillvalue=x):
        s += p * q * len(seen)
        if s > 9:
            break
    return s * len(seen)


def tee_in_turn(x):
    seen = []
    a, b = itertools.tee(counting(x, 4, seen))
    s = next(a) * len(seen) + next(a) * len(seen) + next(b) * len(seen)
    for v in b:
        s += v * v * len(seen)
    return s + sum(a) * x


def groups_in_turn(x):
    seen, s = [], 0.0
    values = counting(x, 6, seen)
    for key, group in itertools.groupby(values, key=lambda v: len(seen) // 3):
        s += key * len(seen) * x
        for v in group:
            s += v * v * len(seen)
    return s


def groups_that_are_passed_over(x):
    seen, s = [], 0.0
    values = counting(x, 5, seen)
    for key, group in itertools.groupby(values, key=lambda v: len(seen) > 2):
        s += next(group) * (key + 1) * len(seen) * x
    return s


def starmap_of_a_zip(x):
    seen = []
    rows = zip(counting(x, 4, seen), counting(x, 3, seen))
    return sum(itertools.starmap(lambda a, b: a * b * len(seen), rows))


def best_by_a_key(x):
    seen = []
    best = max(counting(x, 4, seen), key=lambda v: (v - 2) ** 2 * len(seen))
    return best * x + min((v * v for v in [x, 2.0]), key=lambda v: -v)


def any_stops(x):
    seen = []
    if any(map(lambda v: v > 2, counting(x, 4, seen))):  # noqa: C417
        return x * x * len(seen)
    return x**3 * len(seen)


def all_stops(x):
    seen = []
    every = all(map(lambda v: v < 2, counting(x, 4, seen)))  # noqa: C417
    return x * x * len(seen) * (1 + every)


def in_stops(x):
    seen = []
    if 1.0 in counting(x, 4, seen):
        return x * x * len(seen)
    return x


def reduce_in_turn(x):
    seen = []
    values = counting(x, 4, seen)
    return functools.reduce(lambda a, b: a * b + len(seen), values) * x


def product_reads_when_it_is_called(x):
    seen = []
    pairs = itertools.product(counting(x, 2, seen), repeat=2)
    n = len(seen)
    return sum(a * b for a, b in pairs) * n


# --- next ---


def sees_later_changes(x):
    scale = [x]

    def values():
        for i in range(3):
            yield scale[0] * (i + 1)

    it = values()
    a = next(it)
    scale[0] = scale[0] * x
    return a * next(it)


def endless(x):
    y = x
    while True:
        yield y
        y = y * x


def next_of_an_endless_one(x):
    g = endless(x)
    return next(g) * next(g) + next(g)


def next_in_a_loop_of_any_length(x):
    g = endless(x)
    s = next(g)
    for i in range(4 if x > 0 else 2):
        s += next(g) * i
    return s


def next_in_both_branches(x):
    g = endless(x)
    s = next(g) if x > 1 else next(g) * 2
    return s * next(g)


def next_behind_the_end(x):
    seen = []
    g = counting(x, 2, seen)
    return (next(g) * next(g) + next(g, x) * next(g, x)) * len(seen)


def stop_iteration(x):
    seen = []
    g = counting(x, 5, seen)
    try:
        for _ in range(9):
            next(g)
    except StopIteration:
        seen.append(1)
    return len(seen) * x * x


def delegating(x):
    def outer():
        yield from line(x, 2)
        for i in range(2):
            yield from line(x * i, 2)

    g = outer()
    return next(g) * next(g) + next(g) * 5 + next(g) * next(g) * 3 * next(g)


def with_exits(x):
    def values():
        y = x
        for i in range(6):
            if i == 2:
                continue
            if i == 4:
                return
            yield y
            y = y * x + i

    it = values()
    return next(it) * next(it) + sum(it)


def with_branches_that_both_yield(x):
    def values():
        for n, v in enumerate([x, x * x - 1, 2.0]):
            if v > 1:
                w = v * v
                yield w
            elif v > 0:
                w = v * 3
                yield w + n
            else:
                w = -v
                yield w
            scale[0] += w

    scale = [1.0]
    s = 0.0
    for a, b in zip(values(), [1.0, x, 3.0]):
        s += a * b * scale[0]
    return s


def variables_in_functions(x):
    made = []

    def values():
        for i in range(3):
            k = i * x
            made.append(lambda: k * (i + 1))  # noqa: B023
            yield k

    it = values()
    s = next(it) + next(it) * made[0]()
    next(it)
    return s + made[0]() * x


def arrays_that_are_changed(x):
    def values():
        y = np.array([x, 2.0])
        for _ in range(3):
            yield y
            y *= x

    it = values()
    a = next(it)
    s = a[0] * 1.0
    a[1] = x
    next(it)
    return s + a[1] * a[0]


def in_conditions(x):
    g = line(x)
    if next(g) < 2 * x:
        return next(g) * x
    return next(g) * next(g)


def accumulated_list_that_changes(x):
    a = [x, 2 * x, 3 * x]
    t = 0.0
    for v in itertools.accumulate(a):
        a[2] = x * x
        t += v
    return t


def pairs_of_a_list_that_changes(x):
    a = [x, 2 * x, 3 * x]
    t = 0.0
    for p, q in itertools.pairwise(a):
        a[2] = x * x
        t += p * q
    return t


def longest_of_a_list_that_changes(x):
    a = [x, 2 * x, 3 * x]
    t = 0.0
    for p, q in itertools.zip_longest(a, [1.0], fillvalue=x):
        a[2] = x * x
        t += p * q
    return t


class HOfIteratorsHeldInDicts:
    pass


def iterators_held_in_dicts(x):
    h = HOfIteratorsHeldInDicts()
    h.it = enumerate([x, 2 * x, 3 * x])
    d = {"z": zip([x, 1.0], [2.0, x])}

    def take(q):
        return next(q)

    i, v = next(h.it)
    j, w = take(h.it)
    a, b = take(d["z"])
    c, e = next(d["z"])
    return i * v + j * w + a * b + c * e + sum(k * u for k, u in h.it)


def zip_in_a_dict(x):
    d = {"z": zip([x, 1.0], [2.0, x])}
    a, b = next(d["z"])
    c, e = next(d["z"])
    return a * b + 10 * c * e


def dot_of_zip_that_is_read_twice(pairs):
    s = 0.0
    for a, b in pairs:
        s += a * b
    for _ in pairs:
        s += 100.0
    return s


def zip_that_is_read_twice(x):
    return dot_of_zip_that_is_read_twice(zip([x, 2.0], [x, x]))


def two_of_reversed_that_is_given(it):
    return next(it) * 10 + next(it)


def reversed_that_is_given(x):
    rest = sum(a * b for a, b in [next(zip([x], [x]))])
    return two_of_reversed_that_is_given(reversed([x, 2.0, x * x])) + rest


def enumerate_in_a_list(x):
    l = []
    l.append(enumerate([x, x * x]))
    i, v = next(l[0])
    j, w = next(l[0])
    return v + 10 * w * j


def map_in_a_dict(x):
    it = (v * x for v in [x, 2.0, 3.0])
    d = {"m": it}
    return next(d["m"]) + 10 * next(d["m"]) + sum(it)


HELPERS = (
    "Counter", "line", "counting", "endless", "HOfIteratorsHeldInDicts",
    "dot_of_zip_that_is_read_twice", "two_of_reversed_that_is_given",
)  # fmt: skip


def teed_list_that_changes(x):
    a = [x, 2 * x, 3 * x]
    t1, t2 = itertools.tee(a)
    p = next(t1)
    a[1] = x * x
    return p + sum(t1) * sum(t2)


PROGRAMS = [
    value
    for value in list(globals().values())
    if getattr(value, "__module__", None) == __name__
    and callable(value)
    and value.__name__ not in HELPERS
]


@pytest.mark.one_in(5, always=("0.6-in_stops",))
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda f: f.__name__)
@pytest.mark.parametrize("x", [0.6, 0.91258592, 1.7])
def test_derivatives(program, x):
    require_derivatives(program, x)


def batched(x):
    seen, s = [], 0.0
    for row in itertools.batched(counting(x, 5, seen), 2):
        s += row[0] * row[-1] * len(row) * len(seen)
    return s


@pytest.mark.skipif(not hasattr(itertools, "batched"), reason="since Python 3.12")
def test_batched():
    require_derivatives(batched, 0.9)


# --- prints are in the order of the plain program ---


def said(x, name, n):
    for i in range(n):
        print(name, i)
        yield x * i + 1
    print(name, "ends")


def weighed(a, b):
    print("weighed")
    return a * b


def printing_zip(x):
    return sum(weighed(a, b) for a, b in zip(said(x, "a", 3), said(x, "b", 2)))


def printing_accumulate(x):
    return sum(itertools.accumulate(said(x, "a", 3), weighed))


def printing_longest(x):
    columns = said(x, "a", 1), said(x, "b", 3)
    return sum(weighed(a, b) for a, b in itertools.zip_longest(*columns, fillvalue=x))


def printing_tee(x):
    a, b = itertools.tee(said(x, "a", 3))
    s = sum(weighed(p, q) for p, q in zip(a, said(x, "b", 2)))
    for v in b:
        print("other")
        s = s * v
    return s


def printing_key(x):
    return max(said(x, "a", 3), key=lambda v: weighed(v, v)) * x


def printing_starmap(x):
    return sum(itertools.starmap(weighed, zip(said(x, "a", 2), said(x, "b", 3))))


def printing_reduce(x):
    return functools.reduce(weighed, said(x, "a", 3), x)


def printing_cycle(x):
    s = 0.0
    for v, i in zip(itertools.cycle(said(x, "a", 2)), range(5)):
        print("taken", i)
        s += v * i
    return s * x


def printing_next(x):
    g = said(x, "a", 2)
    s = next(g)
    print("between")
    return s * next(g) * next(g, x)


def printing_groups(x):
    s = 0.0
    for _, group in itertools.groupby(said(x, "a", 3), key=lambda v: print("key")):
        print("group")
        for v in group:
            print("item")
            s += v * v
    return s


@pytest.mark.parametrize(
    "program",
    [
        printing_zip,
        printing_accumulate,
        printing_longest,
        printing_tee,
        printing_key,
        printing_starmap,
        printing_reduce,
        printing_cycle,
        printing_next,
        printing_groups,
    ],
    ids=lambda f: f.__name__,
)
def test_prints(program, capsys):
    require_derivatives(program, 0.9)
    capsys.readouterr()
    value = program(0.9)
    plain = capsys.readouterr().out
    assert tl.value_and_grad(program)(0.9)[0] == value
    assert capsys.readouterr().out == plain
    tl.autodiff(program, mode="forward")(0.9, 1.0)
    assert capsys.readouterr().out == plain


# --- what is not known is refused ---


def taken_on_one_path(x):
    g = line(x)
    if x > 0:
        next(g)
    return sum(g)


def filtered(x):
    g = (v for v in [x, 2.0, 3.0] if v > 1)
    return next(g) * next(g)


def ended_on_one_path(x):
    def values():
        for v in [1.0, x, 2.0]:
            if v < 0.5:
                return
            yield v

    return sum(a * b for a, b in zip(values(), [x, 2.0, 1.0]))


def yields_in_try(x):
    def values():
        try:
            yield x
        finally:
            seen.append(1)

    seen = []
    return next(values()) * len(seen)


@pytest.mark.parametrize(
    "program",
    [taken_on_one_path, filtered, ended_on_one_path, yields_in_try],
    ids=lambda f: f.__name__,
)
def test_refusals(program):
    with pytest.raises(tl.UnsupportedError):
        tl.grad(program)(0.9)


def checked_items(x, k):
    if k > 1.5:
        raise ValueError("k is too large")
    yield x * 2
    yield x * k


def test_a_generator_that_raises_before_its_first_item():
    def f(x, k):
        items = checked_items(x, k)
        return next(items) * next(items)

    tl.check_grad(f, (3.0, 1.0), order=2)
    with pytest.raises(ValueError, match="too large"):
        tl.grad(f)(3.0, 2.0)


def test_the_first_group_that_holds_an_item_is_not_known():
    def f(x, chosen, groups):
        s = 0.0
        for c in chosen:
            k = next(k for k, group in enumerate(groups) if c in group)
            s = s + x[k] ** 2
        return s

    chosen = np.array([0, 1, 3, 2])
    with pytest.raises(tl.UnsupportedError, match="depends on a condition"):
        tl.grad(f)(np.array([1.0, 2.0]), chosen, [[0, 1], [2, 3]])
