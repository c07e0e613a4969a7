"""Everyday programs: logs, lists that change, dicts by other keys, text, draws."""

import enum
import functools
import logging
import random
import re

import numpy as np
import pytest

import tangentlite as tl
from tests.support.numeric import require_derivatives, require_refused

log = logging.getLogger(__name__)


# --- logs ---


class Model:
    log = logging.getLogger("model")

    def __init__(self, v):
        self.v = v
        self.own = logging.getLogger("own")

    def run(self, x):
        self.log.warning("run %s", x)
        self.own.warning("own %s", self.v)
        return x * self.v


def logged(x):
    log.debug("x is %s", x)
    logging.info("hello %s %d", x, 3)
    log.warning("w %r", x)
    logging.log(30, "plain %s", [x, {"a": x}])
    return x * x


def logged_in_a_loop(x):
    local = logging.getLogger("a.b")
    s = x
    for k in range(3):
        if log.isEnabledFor(logging.WARNING):
            local.warning("s %s %s", s, k)
        s = s * x
    return s


def logged_in_try(x):
    model = Model(x)
    try:
        logging.getLogger().error("in try")
        if x > 1:
            raise ValueError("large")
    except ValueError as e:
        log.warning("caught %s", e)
    return model.run(x)


def logged_by_a_call(x):
    def square(logger, v):
        logger.warning("v %s", v)
        return v * v

    return square(log, x) + square(logging.getLogger("q"), 2 * x)


LOGGING = [logged, logged_in_a_loop, logged_in_try, logged_by_a_call]


@pytest.mark.parametrize("x", [0.37, 1.1])
@pytest.mark.parametrize("function", LOGGING, ids=lambda f: f.__name__)
def test_logs(function, x, caplog):
    """A derivative logs what the function does, once."""
    with caplog.at_level(logging.DEBUG):
        said = [_said(caplog, function, x)]
        said.append(_said(caplog, tl.grad(function), x))
        said.append(_said(caplog, tl.autodiff(function, mode="forward"), x, 1.0))
        said.append(_said(caplog, tl.grad(tl.grad(function)), x))
    assert said[0]
    assert said.count(said[0]) == len(said)


def _said(caplog, function, *args):
    caplog.clear()
    function(*args)
    return [(r.name, r.levelname, r.getMessage()) for r in caplog.records]


def test_warnings():
    with pytest.warns(UserWarning, match="large"):
        assert tl.grad(warned)(2.0) == 4.0


def warned(x):
    if x > 1:
        import warnings

        warnings.warn("large x", stacklevel=1)
    return x * x


# --- lists whose length is known when the program runs ---


def filled(x):
    p = []
    for k in range(int(x) + 4):
        p.append(x * k)
    return p


def weighted(p, x):
    s = 0.0
    for k, v in enumerate(p):
        s += v * k * x
    return s


def indexed(x):
    free = [0.0, x]
    for u in (0.3, 0.6):
        k = free.index(min(free))
        free[k] += u
    return sum(v**2 for v in free)


def counted(x):
    p = filled(x)
    s = p.count(x) * x * x + (p.index(x) if x in p else 3) * x
    try:
        return s * p.index(77.0)
    except ValueError:
        return s * x


def cleared(x):
    p = filled(x)
    s = p[0] + p[2] ** 2
    p.clear()
    p.append(x)
    return s * p[0] * len(p)


def extended(x):
    p = filled(x)
    p.extend([x * x, 3.0])
    p.extend(p)
    alias = p
    p += [x]
    p += p
    return sum(alias) * p[-1] * p[len(p) // 2 - 2]


def inserted(x):
    p = filled(x)
    p.insert(0, x * x)
    p.insert(-1, x)
    p.insert(100, x**3)
    return p.pop(0) * p.pop(-1) * p.pop(1) + weighted(p, x)


def removed(x):
    p = filled(x)
    p.append(2.0)
    p.remove(2.0)
    p.reverse()
    return weighted(p, x)


def arranged(x):
    p = filled(x)
    p.append(1.7)
    p.append(-x)
    q = sorted(p, reverse=True)
    r = sorted(p, key=lambda v: (v - 0.9) ** 2)
    p.sort(key=lambda v: v * v)
    s = 0.0
    for k in range(len(p)):
        s += p[k] * q[k] * r[k] * k
    return s


def sliced(x):
    p = filled(x)
    s = 0.0
    parts = (p[::2], p[::-1], p[5:1:-2], p[-3:-1], p[:100], p[7:2], p[-100:1])
    for part in parts:
        s += weighted(part, x) + sum(part)
    for n in range(len(p)):
        s += sum(p[n:]) * n + sum(p[:n]) * x + sum(p[-n:])
    return s


def area(x):
    p = filled(x)
    s = 0.0
    for a, b in zip(p, p[1:] + p[:1]):
        s += a * b * x
    return s + sum([x * x] + p + p)


def rows_of_pairs(x):
    p = []
    for k in range(int(x) + 3):
        p.append((k, x * k))
    p.reverse()
    p.insert(0, (5, x * x))
    a = p.pop(1)
    return p[0][1] * a[1]


class Queue:
    def __init__(self):
        self.items = []

    def put(self, v):
        self.items.append(v)

    def run(self, x):
        s = x
        while self.items:
            s = s * x + self.items.pop(0)
        return s


def queued(x):
    q = Queue()
    for k in range(int(x) + 3):
        q.put(x * k)
    return q.run(x)


LOG: list = []
HISTORY = [1.0, 2.0, 3.0]


def global_list_cleared(x):
    LOG.clear()
    LOG.append(x)
    return LOG[0] * x


def global_list_changed(x):
    HISTORY.append(x)
    HISTORY.insert(0, 2 * x)
    a = HISTORY.pop(0)
    HISTORY.remove(2.0)
    HISTORY.reverse()
    b = HISTORY.pop(0)
    HISTORY.append(2.0)
    HISTORY.sort()
    return a * b * x


@pytest.mark.parametrize("mode", ["reverse", "forward"])
@pytest.mark.parametrize(
    ("function", "owner"), [(global_list_cleared, LOG), (global_list_changed, HISTORY)]
)
def test_global_lists_are_left_as_the_function_leaves_them(function, owner, mode):
    kept = list(owner)
    function(0.7)
    expected = list(owner)
    owner[:] = kept
    given = (0.7,) if mode == "reverse" else (0.7, 1.0)
    tl.autodiff(function, mode=mode)(*given)
    assert owner == expected
    owner[:] = kept


# --- dicts by other keys, and integers in global data ---


class Color(enum.Enum):
    RED = 1
    BLUE = 2


class Level(enum.IntEnum):
    LOW = 1


STEPS = {("a", "go"): "b", ("b", "go"): "a"}
WEIGHTS = {("a", "b"): 2.0, ("b", "c"): 0.5}
COLORS = {Color.RED: 2.0, Color.BLUE: 3.0}
NESTED = {
    (Color.RED, "a"): {"w": 2.0, (1, 2): [1.0, 2.0]},
    Color.BLUE: {Color.RED: np.array([1.0, 2.0])},
    (): 7.0,
}
GRID = {(0, 0): 1.0, (0, 1): 2.0, (1, 0): 3.0}
NEIGHBOURS = {0: (1, 2), 1: (0,), 2: (0,)}
LINKS = {0: [1, 2], 1: [0], 2: [0]}
EDGES = [(0, 1), (1, 2), (2, 0)]
COUNT = 3


class Settings:
    count = 2


def steps_looked_up(x):
    s = "a"
    for e in ("go", "go", "go"):
        s = STEPS.get((s, e), s)
    return x * x if s == "b" else x


def pairs_looked_up(x):
    s = x
    for a in "abc":
        for b in "abc":
            s = s + x * WEIGHTS.get((a, b), WEIGHTS.get((b, a), -0.5))
            if (a, b) in WEIGHTS:
                s = s * WEIGHTS[(a, b)] * WEIGHTS[a, b]
    for (a, b), w in WEIGHTS.items():
        s += w * x * len(a + b)
    return s


def colors_looked_up(x):
    s = COLORS[Color.RED] * x * x + COLORS.get(Color.BLUE, 1.0) * x
    return s + sum(v * x for k, v in COLORS.items() if k is Color.RED)


def nested_keys(x):
    s = NESTED[Color.RED, "a"]["w"] * x * x + NESTED[(Color.RED, "a")][1, 2][1] * x
    return s + (NESTED[Color.BLUE][Color.RED] * x).sum() * NESTED[()]


def grid_looked_up(x):
    s = 0.0
    for i in range(2):
        for j in range(2):
            if (i, j) in GRID:
                s += GRID[i, j] * x ** (i + j + 1)
    return s


def neighbours(x):
    p, q = np.array([x, x * x, 2.0]), {0: x, 1: x * x, 2: 2.0}
    s = 0.0
    for n, others in NEIGHBOURS.items():
        for m in others:
            s += p[n] * p[m] + q[n] * q[m]
    for n, others in LINKS.items():
        for m in others:
            s += q[n] * q[m]
    for a, b in EDGES:
        s += q[a] * q[b]
    return s


def known_counts(x):
    p = {}
    for k in range(COUNT):
        p[k] = x**k
    for k in range(Settings.count):
        p[k] *= x
    return sum(p.values()) * p[COUNT - 1]


def test_other_integers_in_global_data_are_read(monkeypatch):
    derivative = tl.grad(known_counts)
    for count in (3, 2, 4, 3):
        monkeypatch.setitem(globals(), "COUNT", count)
        assert derivative(0.5) == pytest.approx(_slope(known_counts, 0.5))
    derivative = tl.grad(neighbours)
    for edges in ([(0, 1)], [(1, 2), (0, 0)], [(0, 2), (0, 2)]):
        monkeypatch.setitem(globals(), "EDGES", edges)
        assert derivative(0.5) == pytest.approx(_slope(neighbours, 0.5))


def _slope(function, x):
    return (function(x + 1e-6) - function(x - 1e-6)) / 2e-6


def told(p):
    return sum(v * v * len(repr(k)) for k, v in p.items())


def test_keys_that_are_equal_and_no_others():
    """1, True and a member of value 1 are equal, but not the same keys."""
    derivative = tl.grad(told)
    for key in (1, True, Level.LOW, (1,), (Level.LOW,), (True,), 1, Color.RED):
        p = {key: 1.0}
        assert derivative(p) == {key: 2.0 * told(p)}
        assert tl.autodiff(told, mode="forward")(p, {key: 0.5}) == told(p)


# --- text ---


class Failed(Exception):
    pass


class Described(ValueError):
    def __init__(self, a, b):
        super().__init__(f"a={a} b={b:.2f}")
        self.a = a


class Spelled(Failed):
    def __str__(self):
        return "g" * 4


def text_of_exceptions(x):
    s = x
    for e in (Failed(), Failed(1, "a"), KeyError("k"), KeyError("k", 2), Spelled(1)):
        try:
            raise e
        except Exception as caught:
            s = s + x * len(str(caught)) + x * x * len(repr(caught))
    try:
        raise Described(1, x)
    except Exception as e:
        return s * len(f"{e}") * len(str(e)) * len(repr(e)) * e.a


def text_of_known_exceptions(x):
    try:
        if x > 1:
            raise ValueError("large")
        raise ValueError("small")
    except ValueError as e:
        s = x if str(e) == "large" else x * x
    try:
        return {"a": x}["b"]
    except KeyError as e:
        s = s * len(str(e))
    try:
        return x / (x - x)
    except ZeroDivisionError as e:
        return s * x * len(str(e))


PATTERN = re.compile(r"(?P<k>[a-z]+)=(?P<v>[\d.]+)")
TEXT = "a=1.5, b=2, cc=3.25"


def found_in_text(x):
    m = re.match(r"(\d+)-(\d+)", "12-34")
    s = x * x * int(m.group(1)) + len(re.findall("a", "banana")) * x * int(m[2])
    for m in re.finditer(r"[a-z]+", "ab cde f"):
        s += x * len(m.group()) * x * m.end()
    for w in re.split(r"\s+", "a bb ccc"):
        s += x * len(w)
    return s * len(re.sub("a", "bb", "aa"))


def found_by_a_pattern(x):
    p = {m["k"]: float(m["v"]) for m in PATTERN.finditer(TEXT)}
    s = x * p["a"] + x * x * p["cc"]
    if PATTERN.match("??") is None:
        s = s * x
    if m := PATTERN.search(TEXT):
        s = s * float(m.group("v")) * len(m.groups()) * len(m.string) * m.span()[1]
    for k, v in PATTERN.findall(TEXT):
        s = s + x * float(v) * len(k)
    return s


def translated(x):
    t = "abc".translate(str.maketrans("ab", "xy"))
    u = "abc".translate(str.maketrans({"a": None, "b": "zz"}))
    s = (x * x if t == "xyc" else x) * len(u)
    for w in map(str.strip, "a , bb, c ".split(",")):
        s += x * len(w)
    for w in sorted(["B", "a"], key=str.lower):
        s = s * x + ord(w)
    return s * dict.get({"a": x}, "a", 1.0)


# --- conditions ---


@functools.total_ordering
class Ordered:
    def __init__(self, v):
        self.v = v

    def __eq__(self, other):
        if not isinstance(other, Ordered):
            return NotImplemented
        return self.v == other.v

    def __lt__(self, other):
        if not isinstance(other, Ordered):
            return NotImplemented
        return self.v < other.v


def ordered_in_conditions(x):
    best = None
    for v in (x, x * x, 2.0):
        one = Ordered(v)
        if best is None or one >= best:
            best = one
    s = best.v * x
    if not Ordered(x) <= Ordered(1.0) and x > 0:
        s = s * x
    return s if Ordered(x) > Ordered(0.5) or x > 9 else s * 3


def functions_are_true(x):
    def run(v, fn=None):
        return fn(v) if fn else v

    fn = np.sin if x > 1 else (lambda v: v * v)
    s = fn(x) if fn and callable(fn) else x
    return s * run(x, lambda v: v * v) * run(x) * bool(run)


def looked_for_in_sets(x):
    s = x * x if int(x) in {1, 2, 3} else x
    k = 0
    while k < 4:
        if k in {0, 2}:
            s = s * x
        if (k, 1) in {(0, 1), (3, 1)}:
            s = s + x
        if k not in {1: 2, 3: 4}:
            s = s - 0.5 * x
        k = k + 1
    return s * (int(x) in {1, 2}) + s * (int(x) not in set())


def empty_views_and_ranges(x):
    d = {}
    s = x if d.items() else x * x
    return s * (x if range(int(x)) and x > 0 else 2 * x) * callable(d.get)


# --- draws ---


class Walk:
    def __init__(self, seed):
        self.rng = random.Random(seed)

    def step(self, v):
        return v + self.rng.choice((-1, 1)) * 0.1 * v


def drawn(x):
    r = random.Random(3)
    s = x * x * r.random() + r.randint(1, 5) * x + r.uniform(1.0, 2.0) * x
    for _ in range(3):
        s += r.choice([x, 2 * x, x * x]) * r.choice([1.0, 2.0]) * r.expovariate(2.0)
    w = Walk(42)
    for _ in range(4):
        s = w.step(s) * x
    return s + r.gauss(0, 1)


def shuffled(x):
    r = random.Random(7)
    known = [1.0, x, x * x, 3.0, x**3]
    r.shuffle(known)
    p = filled(x)
    r.shuffle(p)
    s = weighted(known, x) + weighted(p, x)
    return s * r.random() + r.choice(p) * r.choice(range(1, 5)) * r.randrange(3, 8)


FUNCTIONS = [
    *LOGGING, indexed, counted, cleared, extended, inserted, removed, arranged,
    sliced, area, rows_of_pairs, queued, global_list_cleared,
    global_list_changed, steps_looked_up, pairs_looked_up, colors_looked_up,
    nested_keys, grid_looked_up, neighbours, known_counts, text_of_exceptions,
    text_of_known_exceptions, found_in_text, found_by_a_pattern, translated,
    ordered_in_conditions, functions_are_true, looked_for_in_sets,
    empty_views_and_ranges, drawn, shuffled,
]  # fmt: skip


@pytest.mark.parametrize("x", [0.37, 1.1, 2.3])
@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.__name__)
def test_derivatives(function, x):
    require_derivatives(function, x)


# --- what is refused ---


@functools.lru_cache
def kept(n):
    return n


def cache_cleared(x):
    kept.cache_clear()
    return x * kept(2)


def cache_asked(x):
    return x * kept.cache_info().hits


def level_set(x):
    log.setLevel(3)
    return x


def traceback_logged(x):
    log.error("s", exc_info=True)
    return x


def exception_logged(x):
    log.exception("s")
    return x


def text_of_an_os_error(x):
    try:
        raise OSError(2, "nothing")
    except OSError as e:
        return x * len(str(e))


def pattern_with_a_function(x):
    return x * len(re.sub("a", lambda m: "b", "abc"))


def drawn_from_what_is_computed(x):
    return random.Random(3).uniform(0, x)


def functions_in_an_array(x):
    fn = np.sin if x > 1 else np.cos
    return np.sum(fn + x)


def range_or_tuple(x):
    return sum([v * x for v in range(int(x)) or (3,)])


REFUSED = [
    (cache_cleared, "cache_clear.. is not supported"),
    (cache_asked, "cache_info.. is not supported"),
    (level_set, "'setLevel' of a logger"),
    (traceback_logged, "exc_info="),
    (exception_logged, "where an exception was raised"),
    (text_of_an_os_error, "text of a OSError"),
    (pattern_with_a_function, "text that is known here"),
    (drawn_from_what_is_computed, "distribution that depends on what is computed"),
    (functions_in_an_array, "not supported on a function"),
    (range_or_tuple, "a range object on another"),
]


@pytest.mark.parametrize("mode", ["reverse", "forward"])
@pytest.mark.parametrize(("function", "what"), REFUSED)
def test_what_is_refused(function, what, mode):
    require_refused(function, 2.5, what, mode)
