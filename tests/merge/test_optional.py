"""What is None on some paths."""

import math

import numpy as np
import pytest

import tangentlite as tl
from tests.support.numeric import require_derivatives, require_refused


def smallest(x):
    best = None
    for v in x:
        if best is None or v < best:
            best = v
    return best * best


def differences(x):
    prev = None
    t = 0.0
    for v in x:
        if prev is not None:
            t += abs(v - prev) * v
        prev = v
    return t


def averages(x):
    m = None
    for i in range(len(x)):
        g = x * x[i]
        m = g if m is None else 0.9 * m + 0.1 * g
    return np.sum(m**2)


def find_found_value(x, t):
    for v in x:
        if v > t:
            return v
    return None


def found_value(x):
    r = find_found_value(x, 0.8)
    if r is None:
        return np.sum(x)
    return r * r


def find_found_place(x, t):
    for i in range(len(x)):
        if x[i] > t:
            return i


def found_place(x):
    k = find_found_place(x, 0.6)
    return x[k] * 3.0 if k is not None else 1.0 * x[0]


def conditional_square(x):
    y = None
    if x > 0.8:
        y = x * x
    return y + 1 if y is not None else x


def bound_where_none(x):
    y = None
    if x > 0.8:
        y = x * x
    if y is None:
        y = 2 * x
    return y * 3


def value_or_other(x):
    y = x * x if x > 0.8 else None
    print(y, f"{y}")
    return (y or x) * 2


def largest_and_place(x):
    best, where = None, None
    for i, v in enumerate(x):
        if best is None or v > best:
            best, where = v, i
    print("best at", where)
    return best * (where + 1)


class FilterFiltered:
    def __init__(self):
        self.last = None

    def __call__(self, v):
        self.last = v if self.last is None else 0.5 * (self.last + v)
        return self.last


def filtered(x):
    flt = FilterFiltered()
    t = 0.0
    for v in x:
        t += flt(v) ** 2
    return t


class AdamMomentum:
    def __init__(self):
        self.m = None

    def step(self, g):
        if self.m is None:
            self.m = np.zeros_like(g)
        self.m = 0.9 * self.m + 0.1 * g
        return self.m


def momentum(x):
    opt = AdamMomentum()
    w = x * 1.0
    for _ in range(4):
        w = w - opt.step(2 * w)
    return np.sum(w**2)


class TKeptInAttribute:
    best = None


T_KEPT_IN_ATTRIBUTE = TKeptInAttribute()


def kept_in_attribute(x):
    T_KEPT_IN_ATTRIBUTE.best = None
    for v in x:
        if T_KEPT_IN_ATTRIBUTE.best is None or v > T_KEPT_IN_ATTRIBUTE.best:
            T_KEPT_IN_ATTRIBUTE.best = v
    return T_KEPT_IN_ATTRIBUTE.best**2


def pair_or_none(x):
    r = None
    if x > 0.8:
        r = (x, x * x)
    if r is not None:
        a, b = r
        return a * b
    return x


def root_roots(a, b, c):
    d = b * b - 4 * a * c
    if d < 0:
        return None
    return (-b + np.sqrt(d)) / (2 * a), (-b - np.sqrt(d)) / (2 * a)


def roots(x):
    r = root_roots(1.0, 3.0 * x, 0.7)
    return x if r is None else r[0] * r[1] ** 2


def reset(x):
    last = None
    out = []
    for v in x:
        if last is None or v > 0.5:
            last = v
        else:
            last = None
        out.append(0.0 if last is None else last * v)
    return sum(out)


def asserted(x):
    y = None
    if x > 0.3:
        y = x * x
    assert y is not None
    return y * x


def used_without_test(x):
    y = None
    if x > 0.3:
        y = x * x
    return y * x


def g_default_argument(v, m=None):
    if m is None:
        m = 2.0
    return v * m


def default_argument(x):
    m = None
    if x[0] > 0.8:
        m = x[1]
    return g_default_argument(x[2], m) + g_default_argument(x[0])


def peak(x):
    peak = None
    for i in range(1, len(x) - 1):
        if x[i] > x[i - 1] and x[i] > x[i + 1]:
            peak = i
            break
    return x[peak] ** 2 if peak is not None else x.sum()


def extent(x):
    lo = hi = None
    for v in x:
        lo = v if lo is None else min(lo, v)
        hi = v if hi is None else max(hi, v)
    return (hi - lo) * hi


def asked_for_class(x):
    y = None
    if x > 0.8:
        y = x * x
    z = isinstance(y, float)
    return x * 3 if z else x


def held_in_dict(x):
    d = {"a": None, "b": 1.0}
    for v in x:
        if v > 0.5:
            d["a"] = v
    return d["a"] * d["b"] if d["a"] is not None else d["b"] * x[0]


def made_when_first_needed(x):
    state = None
    i = 0
    while i < len(x):
        if state is None:
            state = np.zeros(2)
        state[0] += x[i]
        state[1] = state[0] * x[i]
        i += 1
    return state.sum()


BEST_KEPT_IN_GLOBAL = None


def kept_in_global(x):
    global BEST_KEPT_IN_GLOBAL
    BEST_KEPT_IN_GLOBAL = None
    for v in x:
        if BEST_KEPT_IN_GLOBAL is None or v < BEST_KEPT_IN_GLOBAL:
            BEST_KEPT_IN_GLOBAL = v
    return BEST_KEPT_IN_GLOBAL**2


def list_with_none(x):
    h = []
    for v in x:
        h.append(v if v > 0.6 else None)
    return sum(v * v for v in h if v is not None) + x[0]


def places_of_list(x):
    h = [None] * 3
    for i in range(3):
        if x[i] > 0.6:
            h[i] = x[i]
    t = x[0]
    for v in h:
        if v is not None:
            t = t + v * v
    return t


def texts(x):
    y = None
    if x > 0.8:
        y = x * x
    print("%s" % y, str(y), repr(y), [y, 1], (y,))  # noqa: UP031 - it is what it tests
    return x * 2


def g_pair_or_nothing(v):
    if v > 0.8:
        return v * v, v
    return None


def pair_or_nothing(x):
    r = g_pair_or_nothing(x)
    if not r:
        return x
    a, b = r
    return a + 3 * b


def g_list_or_none(v):
    return [v, v * v] if v > 0.8 else None


def list_or_none(x):
    r = g_list_or_none(x)
    return x if r is None else r[0] * r[1]


class PObjectOrNone:
    def __init__(self, a, b):
        self.a, self.b = a, b


def g_object_or_none(v):
    return PObjectOrNone(v, v * v) if v > 0.8 else None


def object_or_none(x):
    r = g_object_or_none(x)
    return x if r is None else r.a * r.b


class PBestObject:
    def __init__(self, a, b):
        self.a, self.b = a, b


def best_object(x):
    best = None
    for v in x:
        p = PBestObject(v, v * v)
        if best is None or p.b < best.b:
            best = p
    return best.a * best.b


def best_pair(x):
    best = None
    for i, v in enumerate(x):
        c = (v * v, i)
        if best is None or c[0] < best[0]:
            best = c
    return best[0] * (best[1] + 1)


def name_or_none(x):
    name = None
    if x > 0.8:
        name = "big"
    y = x * x if name == "big" else x
    if name is not None:
        print(name)
    return y * (2 if name else 3)


def dict_with_none(x):
    d = {}
    for i in range(3):
        d[i] = x[i] if x[i] > 0.5 else None
    return sum(v for v in d.values() if v is not None) * x[0]


def kept_by_closure(x):
    cache = None

    def get():
        nonlocal cache
        if cache is None:
            cache = np.exp(x)
        return cache

    return np.sum(get() * get())


def set_in_while(x):
    y = None
    n = 0
    while x < 3:
        x = x * 1.5
        n += 1
        if x > 2:
            y = x * n
    return y**2


def continued(x):
    prev = None
    total = 0.0
    for v in x:
        if prev is None:
            prev = v
            continue
        total += (v - prev) ** 2
        prev = v
    return total


def several(x):
    y = None if x < 0.8 else x
    z = None if x < 0.9 else x * x
    w = y if z is None else z
    return x if w is None else w * x


def limited(x):
    lim = None
    for v in x:
        if lim is not None and v > lim:
            v = lim
        lim = v * 1.1 if lim is None else lim
    return v * lim


def safe_safe_division(a, b):
    try:
        return a / b
    except ZeroDivisionError:
        return None


def safe_division(x):
    r = safe_safe_division(x, x * x)
    return r if r is not None else 0.0


def newton_newton(x0):
    x = x0
    last = None
    for _ in range(8):
        step = (x * x - 2) / (2 * x)
        if last is not None and abs(step) > abs(last):
            return None
        x, last = x - step, step
    return x


def newton(x):
    r = newton_newton(x[0] + 1)
    return r * x[0] if r is not None else x.sum()


def reset_in_loop(x):
    y = None
    for v in x:
        if v > 0.9:
            y = None
        elif v > 0.5:
            y = v
    return np.sin(y) if y is not None else x[0]


def function_or_none(x):
    cb = None
    if x > 0.8:
        cb = np.sin
    return cb(x) if cb else x


def lambda_or_none(x):
    cb = None
    if x > 0.8:
        cb = lambda v: v * x  # noqa: E731 - it is what it tests
    return cb(x) if cb is not None else x


def running_maximum(x):
    m = None
    for v in x:
        m = max(m, v) if m is not None else v
    return np.array([m, 2.0]).sum() * m


def accumulated(x):
    acc = None
    for i in range(len(x)):
        w = np.array([x[i], x[i] ** 2])
        if acc is None:
            acc = w
        else:
            acc += w
    return acc.sum() * acc[0]


def accumulated_in_place(x):
    acc = None
    for i in range(len(x)):
        w = np.array([x[i], x[i] ** 2])
        if acc is None:
            acc = np.zeros(2)
        acc[0] += w[1]
        acc += w
    return acc.sum() * acc[0]


def searched_again(x):
    first = None
    total = 0.0
    for i in range(3):
        cur = None
        for v in x:
            if v > 0.4 + 0.1 * i:
                cur = v
                break
        if cur is not None:
            total += cur**2
            if first is None:
                first = cur
    return total * (first if first is not None else 1.0)


def any_none(x):
    found = [v if v > 0.6 else None for v in x[:4]]
    if any(v is None for v in found):
        return sum(v for v in found if v is not None) + x[0]
    return x.sum()


def depth_recursion_with_none(x, i, best):
    if i == len(x):
        return best
    if best is None or x[i] < best:
        best = x[i]
    return depth_recursion_with_none(x, i + 1, best)


def recursion_with_none(x):
    return depth_recursion_with_none(x, 0, None) ** 2


def pair_with_none(x):
    p = (x, None)
    if x > 0.8:
        p = (x * 2, x * x)
    a, b = p
    return a if b is None else a * b


def pairs_with_none(x):
    p = None
    if x > 0.5:
        p = (x, None)
    if x > 0.8:
        p = (x * 2, x * x)
    if p is None:
        return x
    a, b = p
    return a if b is None else a * b


def optional_index(x):
    k = None
    for i in range(len(x)):
        if x[i] > 0.7:
            k = i
            break
    y = x.copy()
    if k is not None:
        y[k] = 5 * y[k]
    return np.sum(y**2)


def optional_flag(x):
    flag = None
    if x > 0.7:
        flag = x > 1.0
    if flag is None:
        return x
    if flag:
        return x**2
    return x**3


def gen_generator(x):
    last = None
    for v in x:
        if last is not None:
            yield v - last
        last = v


def generator(x):
    return sum(d * d for d in gen_generator(x))


def list_made_anew(x):
    r = None
    for v in x:
        if r is None:
            r = [v]
        elif v > r[-1]:
            r = [v]
    return r[0] ** 2


def while_there_is_one(x):
    y = None
    if x > 0.9:
        y = x
    z = x
    while y is not None:
        z = z * y
        y = y - 0.31 if y > 0.5 else None
    return z


class NodeLinked:
    def __init__(self, v):
        self.v = v
        self.next = None


def linked(x):
    head = None
    for v in x[:4]:
        n = NodeLinked(v * v)
        n.next = head
        head = n
    t = 0.0
    while head is not None:
        t = t * 0.5 + head.v
        head = head.next
    return t


class TreeSearchTree:
    def __init__(self):
        self.v = None
        self.l = None
        self.r = None

    def insert(self, v):
        if self.v is None:
            self.v = v
            return
        if v < self.v:
            if self.l is None:
                self.l = TreeSearchTree()
            self.l.insert(v)
        else:
            if self.r is None:
                self.r = TreeSearchTree()
            self.r.insert(v)

    def walk(self):
        if self.v is None:
            return 0.0
        a = self.l.walk() if self.l else 0.0
        b = self.r.walk() if self.r else 0.0
        return self.v * self.v + 0.5 * a + 0.25 * b


def search_tree(x):
    t = TreeSearchTree()
    for v in x[:3]:
        t.insert(v)
    return t.walk()


def lookup_looked_up(t, k):
    for a, b in t:
        if a == k:
            return b


def looked_up(x):
    t = [("a", x), ("b", x * x)]
    u, w = lookup_looked_up(t, "b"), lookup_looked_up(t, "c")
    return u * 2 if w is None else w


def conditional_best(x):
    best = None
    for v in x:
        s = v * v
        best = s if best is None or s > best else best
    return best


def best_argument(x):
    best, arg = None, None
    for i in range(len(x)):
        c = (x[i] - 0.5) ** 2
        if best is None or c < best:
            best, arg = c, x[i]
    return best + arg


def bounds(x):
    lo, hi = None, None
    if x > 0.8:
        lo = x
    if x > 0.6:
        hi = 2 * x
    if lo is None and hi is None:
        return x
    if lo is not None and hi is not None:
        return lo * hi
    return hi**3


def written_where_found(x):
    out = np.zeros(len(x))
    last = None
    for i in range(len(x)):
        if last is None or abs(x[i] - last) > 0.1:
            last = x[i]
        out[i] = last
    return np.sum(out**2)


def first_found(x):
    r = next((v for v in x if v > 0.8), None)
    return r * r if r is not None else x.sum()


def printed(x):
    y = None
    if x > 0.8:
        y = math.sqrt(x)
    msg = "none" if y is None else f"{y:.3f}"
    print(msg)
    return x if y is None else y


def runs(x):
    prev = None
    run = 0
    tot = 0.0
    for v in x:
        s = v > 0.7
        if s == prev:
            run += 1
        else:
            run = 1
        prev = s
        tot += run * v
    return tot


SCALAR = [
    conditional_square,
    bound_where_none,
    value_or_other,
    pair_or_none,
    roots,
    asserted,
    used_without_test,
    asked_for_class,
    texts,
    pair_or_nothing,
    list_or_none,
    object_or_none,
    name_or_none,
    set_in_while,
    several,
    safe_division,
    function_or_none,
    lambda_or_none,
    pair_with_none,
    pairs_with_none,
    optional_flag,
    while_there_is_one,
    looked_up,
    bounds,
    printed,
]
ARRAY = [
    smallest,
    differences,
    averages,
    found_value,
    found_place,
    largest_and_place,
    filtered,
    momentum,
    kept_in_attribute,
    reset,
    default_argument,
    peak,
    extent,
    held_in_dict,
    made_when_first_needed,
    kept_in_global,
    list_with_none,
    places_of_list,
    best_object,
    best_pair,
    dict_with_none,
    kept_by_closure,
    continued,
    limited,
    newton,
    reset_in_loop,
    running_maximum,
    accumulated,
    accumulated_in_place,
    searched_again,
    any_none,
    recursion_with_none,
    optional_index,
    generator,
    list_made_anew,
    linked,
    search_tree,
    conditional_best,
    best_argument,
    written_where_found,
    first_found,
    runs,
]


def along(function):
    def of_number(x):
        return function(np.array([0.9 * x, 0.7, x * x, 0.4 * x]))

    return of_number


@pytest.mark.one_in(3, always=("asked_for_class-0.62",))
@pytest.mark.parametrize("x", [0.62, 1.1])
@pytest.mark.parametrize("function", SCALAR, ids=lambda f: f.__name__)
def test_of_a_number(function, x):
    require_derivatives(function, x)


@pytest.mark.one_in(10, always=("search_tree-0.62", "running_maximum-1.1"))
@pytest.mark.parametrize("x", [0.62, 1.1])
@pytest.mark.parametrize("function", ARRAY, ids=lambda f: f.__name__)
def test_of_an_array(function, x):
    require_derivatives(along(function), x)


def caught(x):
    y = None if x < 0.8 else x * 2
    try:
        return y * x
    except TypeError:
        return x


def looked_for(x):
    y = None if x < 0.8 else x * 2
    return x if y in (1.0, 2.0) else 2 * x


REFUSED = [
    (caught, "catching it is not supported"),
    (looked_for, "Test before whether it is None"),
]


@pytest.mark.parametrize("mode", ["reverse", "forward"])
@pytest.mark.parametrize(("function", "what"), REFUSED)
def test_what_is_refused(function, what, mode):
    require_refused(function, 2.5, what, mode)


def test_none_that_is_used_raises():
    with pytest.raises(TypeError, match="y is None here"):
        tl.grad(used_without_test)(0.2)


def sometimes_nothing(x):
    if x > 0.1:
        return x * x


def test_a_result_that_is_none_raises():
    assert tl.grad(sometimes_nothing)(0.5) == 1.0
    with pytest.raises(TypeError, match="sometimes_nothing returned None"):
        tl.grad(sometimes_nothing)(0.05)
