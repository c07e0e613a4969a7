"""Saved functions raise where an argument that has decided their text is another."""

import collections
import enum
import inspect
import runpy
import subprocess
import sys
import threading
import types
from typing import NamedTuple

import numpy as np
import pytest

import tangentlite as tl
from tangentlite import pipeline
from tangentlite.calls.generated import closure_cache
from tangentlite.runtime.alike import is_same_function

X = np.array([2.0, 3.0])
RATE = 2.0


class Kind(enum.Enum):
    A = "a"
    B = "b"


class Order(enum.IntEnum):
    FIRST = 1
    SECOND = 2

    def next(self):
        return Order(self + 1)


class Setting(NamedTuple):
    kind: str
    rate: float


class Model:
    def __init__(self, mode, act=np.tanh, rate=1.0):
        self.mode, self.act, self.rate = mode, act, rate


def square(x):
    return x * x


def cube(x):
    """The third power, at a rate."""
    return RATE * x**3


def by_function(x, fun=square):
    return np.sum(fun(x))


def by_functions(x, funs):
    for fun in funs:
        x = fun(x)
    return np.sum(x)


def by_member(x, kind=Kind.A):
    return np.sum(x**2 if kind is Kind.A else x**3)


def by_member_with_methods(x, order):
    return np.sum(x**2 if order is Order.FIRST else x**3)


def by_names(x, names=("sq", "cu")):
    return sum(np.sum(x**2 if name == "sq" else x**3) for name in names)


def by_flags(x, flags=(True, False)):
    return np.sum(x**2 if flags[0] else x) + np.sum(x if flags[1] else x**3)


def by_options(x, opts):
    return np.sum(x**2 if opts["kind"] == "a" else x**3) * opts["rate"]


def by_inner(x, opts):
    return np.sum(x**2 if opts["inner"][0]["kind"] == "a" else x**3)


def by_range(x, r=range(2)):
    for _ in r:
        x = x * x
    return np.sum(x)


def by_position(x, ends):
    return sum(x[i] * (2.0 if end == "pin" else 3.0) for i, end in ends.items())


def by_set(x, names):
    return np.sum(x**2) if "sq" in names else np.sum(x)


def by_record(x, setting):
    return np.sum(x**2 if setting.kind == "a" else x) * setting.rate


def by_attribute(x, config):
    return np.sum(x**2 if getattr(config, "kind", "a") == "a" else x)


def by_model(x, model):
    x = x * x if model.mode == "sq" else x
    return np.sum(model.act(x)) * model.rate


class Line:
    def __init__(self, slope):
        self.slope = slope

    def at(self, x):
        return self.slope * x


class Parabola(Line):
    def at(self, x):
        return self.slope * x**2


def by_class(x, curve):
    return np.sum(curve.at(x))


def by_classes(x, curves):
    return sum(np.sum(curve.at(x)) for curve in curves)


def by_queue(x, queue):
    return sum(queue) * queue.maxlen * x[1]


def by_count(x, weights):
    return np.sum(x) * sum(weights)


def by_rest(x, *rest):
    return np.sum(x) * len(rest)


def by_named(x, **named):
    return np.sum(x**3 if "kind" in named else x**2)


def by_own_names(x, len, partial, is_same_function, require_known):
    x = len[0] * (x if partial["kind"] == "a" else x * x)
    return np.sum(is_same_function(x)) * sum(require_known)


Deque, Namespace = collections.deque, types.SimpleNamespace

# The arguments behind x that a text is made for, others that it serves, and those that
# have decided it differently.
CASES = [
    (by_function, (cube,), [(cube,)], [(square,), (), (np.sin,), (None,)]),
    (by_function, (), [(square,)], [(cube,)]),
    (by_function, (np.sin,), [(np.sin,)], [(np.cos,), (square,)]),
    (by_functions, ([np.sin, cube],), [([np.sin, cube],)], [([cube, np.sin],)]),
    (by_functions, ((np.sin,),), [], [((np.sin, np.sin),), ((),)]),
    (by_member, (), [(Kind.A,)], [(Kind.B,), ("a",), (None,)]),
    (by_member, (Kind.B,), [(Kind.B,)], [(), (Kind.A,)]),
    (by_member_with_methods, (Order.FIRST,), [], [(Order.SECOND,), (1,)]),
    (by_names, (), [(("sq", "cu"),)], [(("sq", "sq"),), (("sq",),)]),
    (by_names, (("cu", "cu"),), [], [(), (("sq", "cu"),)]),
    (by_flags, (), [((True, False),)], [((True, True),), ((1, 0),), ((True,),)]),
    (by_options, ({"kind": "a", "rate": 2.0},), [({"kind": "a", "rate": 3.0},)],
     [({"kind": "b", "rate": 2.0},), ({"kind": "a", "rate": 2.0, "more": 1},)]),
    (by_inner, ({"inner": [{"kind": "a", "k": 1.0}]},),
     [({"inner": [{"kind": "a", "k": 5.0}]},)],
     [({"inner": [{"kind": "b", "k": 1.0}]},)]),
    (by_range, (), [(range(2),)], [(range(3),), (range(1),), (range(0, 4, 2),)]),
    (by_position, ({0: "pin", 1: "roller"},), [],
     [({0: "pin", 1: "pin"},), ({1: "pin", 0: "roller"},)]),
    (by_set, ({"sq", "cu"},), [({"cu", "sq"},)], [({"cu"},), ({"sq"},)]),
    (by_record, (Setting("a", 2.0),), [(Setting("a", 3.0),)], [(Setting("b", 2.0),)]),
    (by_attribute, (Namespace(),), [(Namespace(),)], [(Namespace(kind="b"),)]),
    (by_model, (Model("sq"),), [(Model("sq", rate=2.0),)],
     [(Model("id"),), (Model("sq", np.sin),)]),
    (by_class, (Line(2.0),), [(Line(3.0),)], [(Parabola(2.0),), (2.0,)]),
    (by_classes, ([Line(2.0), Parabola(2.0)],), [([Line(3.0), Parabola(1.0)],)],
     [([Line(2.0), Line(2.0)],), ([Line(2.0)],)]),
    (by_queue, (Deque([1.0, 2.0], 2),), [(Deque([1.0, 3.0], 2),)],
     [(Deque([1.0, 2.0], 3),), (Deque([1.0], 2),)]),
    (by_count, ((1.0, 2.0),), [((1.0, 3.0),)], [((1.0, 2.0, 3.0),)]),
    (by_rest, (1.0,), [(2.0,)], [(), (1.0, 2.0)]),
    (by_own_names, ((2.0, 1.0), {"kind": "a"}, cube, (1.0,)), [],
     [((2.0, 1.0, 3.0), {"kind": "a"}, cube, (1.0,)),
      ((2.0, 1.0), {"kind": "b"}, cube, (1.0,)),
      ((2.0, 1.0), {"kind": "a"}, square, (1.0,))]),
]  # fmt: skip


def saved(gradient, path, examples=None):
    gradient.save(path, examples)
    found = runpy.run_path(path)
    return [value for value in found.values() if inspect.isfunction(value)][-1]


@pytest.mark.parametrize("has_examples", [False, True])
@pytest.mark.one_in(2)
@pytest.mark.parametrize(
    ("program", "made_for", "served", "others"),
    CASES,
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_what_has_decided_a_text_is_asked_for(
    program, made_for, served, others, has_examples, tmp_path
):
    gradient = tl.grad(program)
    want = gradient(X, *made_for)
    names = inspect.signature(program).parameters
    examples = dict(zip(names, (X, *made_for))) if has_examples else None
    if has_examples and program is by_rest:
        examples["rest"] = made_for
    function = saved(gradient, tmp_path / "saved.py", examples)
    np.testing.assert_array_equal(function(X, *made_for), want)
    for args in served:
        np.testing.assert_array_equal(function(X, *args), gradient(X, *args))
    for args in others:
        with pytest.raises(ValueError, match="another text"):
            function(X, *args)


def both_tried(x):
    try:
        y = above(x, 5.0)
        z = above(y, 2.0)
    except ValueError:
        z = 0.0
    return z


def one_tried(x):
    try:
        y = above(x, 5.0)
    except ValueError:
        z = 0.0
    else:
        z = above(y, 2.0)
    return z


def above(x, y):
    if x > y:
        raise ValueError
    return x


def test_functions_that_try_something_else_are_others():
    def takes_one(x, rest=()):
        return rest

    def takes_any(x, *rest):
        return rest

    assert not is_same_function(both_tried, one_tried)
    assert not is_same_function(takes_one, takes_any)


def with_default(x, n=None):
    return np.sum(x) * 2.0 if n is None else np.sum(x) * 3.0


def by_text_or_number(x, mode=0):
    return np.sum(x**2) if isinstance(mode, str) else np.sum(x)


def by_dict_or_number(x, p):
    return np.sum(x) * (p["a"] if isinstance(p, dict) else 3.0)


def by_equal_text(x, mode):
    return np.sum(x) * (2.0 if mode == "a" else 3.0)


def by_item(x, p):
    return np.sum(x) * (2.0 if p["a"]["b"] is None else p["a"]["b"])


def by_held(x, model):
    return np.sum(x) * (2.0 if model.mode is None else model.mode)


def by_member_or_number(x, kind):
    return np.sum(x) * (2.0 if kind is Kind.A else 3.0)


def by_flag_or_number(x, flag):
    return np.sum(x) * (2.0 if flag is True else 3.0)


def by_array_or_number(x, p):
    return np.sum(x) * (2.0 if isinstance(p, np.ndarray) else 3.0)


def by_inner_question(x, p):
    return np.sum(x) * scale_of(p)


def scale_of(p):
    return 2.0 if p is None else 3.0


def by_list(x, p=None):
    return np.sum(x) * (2.0 if p is None else sum(p))


def written(x, p):
    p[0] = 2.0 * p[0]
    return np.sum(x) * (2.0 if p is None else p[0])


@pytest.mark.parametrize(("program", "made_for", "served", "others"), [
    (with_default, (2.0,), [(3.0,), (X,)], [(), (None,)]),
    (by_text_or_number, (), [(1,), (2.5,)], [("a",)]),
    (by_dict_or_number, (2.0,), [(4.0,)], [({"a": 7.0},)]),
    (by_equal_text, (2.0,), [(4,)], [("a",)]),
    (by_item, ({"a": {"b": 1.0}},), [({"a": {"b": 3.0}},)],
     [({"a": {"b": None}},)]),
    (by_held, (Model(1.0),), [(Model(3.0),)], [(Model(None),)]),
    (by_member_or_number, (1.0,), [(2,)], [(Kind.A,)]),
    (by_flag_or_number, (1.0,), [(2.0,)], [(True,)]),
    (by_array_or_number, (X,), [(np.ones(3),)], [(2.0,), (None,)]),
    (by_array_or_number, (2.0,), [(3,)], [(X,)]),
    (by_inner_question, (2.0,), [(3.0,)], [(None,)]),
    (by_list, ([1.0, 2.0],), [([3.0],)], [(None,), ()]),
    (written, (X.copy(),), [(np.ones(2),)], [(None,)]),
], ids=lambda value: getattr(value, "__name__", ""))  # fmt: skip
@pytest.mark.parametrize("has_examples", [False, True])
def test_what_an_argument_was_not_is_asked_for(
    program, made_for, served, others, has_examples, tmp_path
):
    gradient = tl.grad(program)
    want = gradient(X, *made_for)
    names = inspect.signature(program).parameters
    examples = dict(zip(names, (X, *made_for))) if has_examples else None
    function = saved(gradient, tmp_path / "saved.py", examples)
    np.testing.assert_array_equal(function(X, *made_for), want)
    for args in served:
        np.testing.assert_array_equal(function(X, *args), gradient(X, *args))
    for args in others:
        with pytest.raises(ValueError, match="needs another text"):
            function(X, *args)


def test_what_an_argument_was_not_for_derivatives_of_derivatives(tmp_path):
    def f(x, n=None):
        return x**3 if n is None else x**2

    second = tl.grad(tl.grad(f))
    assert second(2.0, 1.0) == 2.0
    function = saved(second, tmp_path / "saved.py")
    with pytest.raises(ValueError, match="n must not be None"):
        function(2.0)


def test_what_functions_of_one_code_were_asked_is_asked_for(tmp_path):
    def made(rate):
        def f(x, n=None):
            return x * rate if n is None else x * 3.0 * rate

        return f

    for rate in (1.0, 2.0):
        gradient = tl.grad(made(rate))
        gradient(2.0, 1.0)
        with pytest.raises(ValueError, match="n must not be None"):
            saved(gradient, tmp_path / "saved.py")(2.0)


def test_nothing_is_asked_of_plain_numbers():
    def f(w, x, y=2.0):
        return np.tanh(x * w - y) ** 2

    gradient = tl.grad(f)
    gradient(2.0, 3.0)
    assert "raise" not in gradient.standalone()


def without_y(w, features, y):
    return np.mean(features @ w - y)


def spread(x, y):
    return np.sum((x[:, None] * y + x) ** 2)


def twice(x, w):
    return np.sum(np.concatenate([x, x]) * w)


def shifted(x, y):
    z = np.zeros(len(x))
    z[1:] = x[1:] * y[:-1]
    return np.sum(z**2)


def column(x, y):
    return np.sum(x * y)


def ones(*shape):
    return np.ones(shape)


@pytest.mark.parametrize(("program", "made_for", "served", "others"), [
    (without_y, (ones(3), ones(4, 3), ones(4)), [(ones(2), ones(5, 2), ones(5))],
     [(ones(3), ones(4, 3), ones(5)), (ones(3), ones(4, 3), ones(1))]),
    (spread, (ones(3), ones(3)), [(ones(4), ones(4))], [(ones(3), ones(1))]),
    (twice, (ones(2), ones(4)), [(ones(3), ones(6))], [(ones(2), ones(1))]),
    (shifted, (ones(3), ones(3)), [(ones(4), ones(4))], [(ones(4), ones(2))]),
    (column, (ones(3, 1), ones(3, 2)), [(ones(2, 1), ones(2, 5))],
     [(ones(3, 2), ones(3, 2))]),
], ids=lambda value: getattr(value, "__name__", ""))  # fmt: skip
@pytest.mark.parametrize("wrt", [0, 1])
def test_sizes_for_which_a_text_is_not_made(
    program, made_for, served, others, wrt, tmp_path
):
    gradient = tl.grad(program, wrt=wrt)
    gradient(*made_for)
    function = saved(gradient, tmp_path / "saved.py")
    for args in (made_for, *served):
        np.testing.assert_array_equal(function(*args), gradient(*args))
    for args in others:
        with pytest.raises(ValueError, match="must hold: others need another text"):
            function(*args)


DATA = np.ones(4)


def test_sizes_of_data_that_comes_along(tmp_path):
    def f(x):
        return np.mean(x - DATA)

    def made(data):
        return lambda x: np.sum(x - data)

    for program in (f, made(ones(4))):
        gradient = tl.grad(program)
        gradient(ones(4))
        function = saved(gradient, tmp_path / "saved.py")
        np.testing.assert_array_equal(function(ones(4)), gradient(ones(4)))
        for size in (1, 5):
            with pytest.raises(ValueError, match=r"x\.shape\[0\] == 4 must hold"):
                function(ones(size))


def test_what_is_not_taken_by_name(tmp_path):
    gradient = tl.grad(by_named)
    gradient(X)
    function = saved(gradient, tmp_path / "saved.py")
    np.testing.assert_array_equal(function(X), 2.0 * X)
    with pytest.raises(ValueError, match=r"named must have the keys \[\]: others"):
        function(X, kind="cu")


def test_integers_that_stay_variables_are_not_asked_for(tmp_path):
    def power(x, n, opts):
        return np.sum(x**n) * opts["k"] + len(opts["kind"])

    gradient = tl.grad(power)
    gradient(X, 2, {"k": 3, "kind": "a"})
    function = saved(gradient, tmp_path / "saved.py")
    given = X, 4, {"k": 5, "kind": "a"}
    np.testing.assert_array_equal(function(*given), gradient(*given))


def test_sizes_of_unrolled_lists_are_asked_for(tmp_path):
    def zipped(x, groups):
        total = 0.0
        for v, ys in zip(x, groups):
            total += v * ys[0]
        return total

    gradient = tl.grad(zipped)
    gradient(X, [[0.5], [0.7]])
    function = saved(gradient, tmp_path / "saved.py")
    np.testing.assert_array_equal(function(X, [[1.5], [2.5]]), [1.5, 2.5])
    for args in ((np.ones(3), [[0.5], [0.7]]), (X, [[0.5], [0.7], [0.9]])):
        with pytest.raises(ValueError, match="must have the"):
            function(*args)


def test_the_default_of_another_text_is_refused_in_the_words_of_the_program(tmp_path):
    gradient = tl.grad(by_function)
    function = saved(gradient, tmp_path / "saved.py", {"x": X, "fun": cube})
    with pytest.raises(ValueError, match="fun must be cube: another value"):
        function(X)
    function = saved(tl.grad(by_member), tmp_path / "saved.py", {"x": X})
    with pytest.raises(ValueError, match=r"kind must be Kind\.A: another value"):
        function(X, Kind.B)


@pytest.mark.parametrize("has_examples", [False, True])
def test_functions_that_cannot_be_told_are_refused(has_examples, tmp_path):
    def captures(k):
        return lambda x: k * x

    gradient = tl.grad(by_function)
    for fun in (captures(2.0), lambda x: x):
        examples = {"x": X, "fun": fun} if has_examples else None
        gradient(X, fun)
        message = "the text is for one function as fun, .*\n.*at the top of a file"
        with pytest.raises(tl.UnsupportedError, match=message):
            gradient.save(tmp_path / "refused.py", examples)
        assert not (tmp_path / "refused.py").exists()


def counts_calls(x):
    global RATE
    RATE = 2.0
    return x


def makes_a_model(x):
    return Model("sq").rate * x


@pytest.mark.parametrize(
    ("fun", "why"),
    [(counts_calls, "changes RATE.*\n.*return what"), (makes_a_model, "class Model")],
)
def test_functions_that_cannot_be_told_are_refused_for_what_they_do(fun, why):
    gradient = tl.grad(by_function)
    gradient(X, fun)
    with pytest.raises(tl.UnsupportedError, match=f"one function as fun, .*\n.*{why}"):
        gradient.standalone()


def test_functions_are_the_same_by_what_they_do():
    def made(text, **names):
        exec(text, names)
        return names["f"]

    text = "def f(x, n=2):\n    return g(x) * K[0] ** n\n"
    inner = "def f(x):\n    return x + 1\n"
    known = made(text, g=made(inner), K=[2.0, np.ones(2)])
    copied = made("\n\n" + text, g=made(inner), K=[2.0, np.ones(2)])
    assert is_same_function(known, copied)
    for other in (
        made(text, g=made(inner), K=[2.5, np.ones(2)]),
        made(text, g=made(inner), K=[2, np.ones(2)]),
        made(text, g=made(inner), K=[2.0, np.zeros(2)]),
        made(text, g=made(inner.replace("1", "1.0")), K=[2.0, np.ones(2)]),
        made(text.replace("n=2", "n=3"), g=made(inner), K=[2.0, np.ones(2)]),
        made(text.replace("*", "+", 1), g=made(inner), K=[2.0, np.ones(2)]),
        made(text, g=np.sin, K=[2.0, np.ones(2)]),
        np.sin,
        None,
    ):
        assert not is_same_function(known, other)


CLEAN = """
import runpy, sys
sys.modules["tangentlite"] = sys.modules["gast"] = None
import numpy as np
saved = runpy.run_path(sys.argv[1])
x = np.array([2.0, 3.0])
gradient, Kind = saved["decided_grad"], saved["Kind"]
print(gradient(x, {"kind": "a"}, fun=saved["cube"]).tolist())
for args in (
    ({"kind": "b"}, Kind.A, saved["cube"]),
    ({"kind": "a"}, Kind.B, saved["cube"]),
    ({"kind": "a"}, Kind.A, lambda x: x),
    ({"kind": "a"},),
):
    try:
        print(gradient(x, *args))
    except ValueError as error:
        print(str(error).split(":")[0])
"""


def decided(x, opts, kind=Kind.A, fun=square):
    x = x if opts["kind"] == "a" else x * x
    return np.sum(fun(x)) if kind is Kind.A else np.sum(x)


@pytest.mark.parametrize("has_examples", [False, True])
def test_where_there_is_nothing_but_numpy(has_examples, tmp_path):
    gradient, path = tl.grad(decided), tmp_path / "saved.py"
    args = X, {"kind": "a"}, Kind.A, cube
    want = gradient(*args)
    names = ("x", "opts", "kind", "fun")
    gradient.save(path, dict(zip(names, args)) if has_examples else None)
    command = [sys.executable, "-c", CLEAN, str(path)]
    done = subprocess.run(
        command, capture_output=True, text=True, cwd=tmp_path, check=False
    )
    assert done.stdout.splitlines() == [
        str(want.tolist()), "opts['kind'] must be 'a'", "kind must be Kind.A",
        "fun must be cube", "fun must be cube",
    ], done.stderr  # fmt: skip


def flagged(x, flag=True, opts=("sq",)):
    return np.sum(x**3) if flag and opts[0] == "sq" else np.sum(x**2)


def assert_asks(gradient, path):
    function = saved(gradient, path)
    np.testing.assert_array_equal(function(X), 3.0 * X**2)
    for args in ((False,), (True, ("cu",))):
        with pytest.raises(ValueError, match="must be"):
            function(X, *args)


def test_what_functions_of_one_code_share_is_asked_for(tmp_path):
    def made():
        def flagged(x, flag=True, opts=("sq",)):
            return np.sum(x**3) if flag and opts[0] == "sq" else np.sum(x**2)

        return flagged

    for gradient in (tl.grad(made()), tl.grad(made())):
        gradient(X)
        assert_asks(gradient, tmp_path / "saved.py")


def test_a_text_that_is_taken_over_keeps_what_it_is_for(monkeypatch):
    def made():
        def f(x, y, mode="sq", fun=None):
            x[0] = y[0]
            print(mode)
            return np.sum(x * y) if mode == "sq" else np.sum(x)

        return f

    found, finished = [], pipeline.finished
    monkeypatch.setattr(
        pipeline, "finished", lambda *args: found.append(finished(*args)) or found[-1]
    )
    first, second = tl.grad(made()), tl.grad(made())
    one = first.generated((X.copy(), X.copy()), {})
    other = second.generated((X.copy(), X.copy()), {})
    assert len(found) == 1 and one is not other
    bound = {"function", "guards", "cells"}
    for name in set(vars(one)) - bound:
        assert getattr(one, name) == getattr(other, name), name
    assert one.values == {"mode": "sq", "fun": None}


def test_a_kept_text_asks_for_the_functions_that_it_is_bound_to(tmp_path):
    def made(k):
        def f(x, fun=square):
            return np.sum(fun(x)) * k

        return f

    for k in (1.0, 2.0):
        gradient = tl.grad(made(k))
        gradient(X, cube)
        with pytest.raises(ValueError, match="fun must be cube"):
            saved(gradient, tmp_path / "saved.py")(X)


def test_two_generations_at_once(tmp_path):
    tl.cache_clear()
    both = threading.Barrier(2, timeout=60)
    gradient = tl.grad(flagged)
    found = []

    def called():
        both.wait()  # neither has found what the other one generates
        found.append(gradient(X))

    threads = [threading.Thread(target=called) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    np.testing.assert_array_equal(found, [3.0 * X**2] * 2)
    assert sum(map(len, closure_cache._ENTRIES.values())) == 1
    assert_asks(gradient, tmp_path / "saved.py")


def test_threads_that_call_first(tmp_path):
    for _ in range(5):
        tl.cache_clear()
        gradient = tl.grad(flagged)
        threads = [threading.Thread(target=gradient, args=(X,)) for _ in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert_asks(gradient, tmp_path / "saved.py")
