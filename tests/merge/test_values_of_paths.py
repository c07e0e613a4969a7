# ruff: noqa: B007, F821
"""Values of paths that are left, and of variables that have none yet."""

import functools

import numpy as np
import pytest

import tangentlite as tl
from tests.support.numeric import require_derivatives


class Problem(Exception):
    def __init__(s, v=0.0):
        super().__init__(v)
        s.v = v


def left_from_a_branch(x):
    try:
        if x > 0:
            v = x * 2
            if x > 1:
                raise ValueError
        r = x
    except ValueError:
        r = v * 5
    return r


def array_of_a_branch(x):
    v = np.array([x, 1.0])
    try:
        if x > 0:
            v = v * 2
            if x > 1:
                raise ValueError
            v = v + 1
        v = v * 3
    except ValueError:
        v = v * 5
    return v.sum()


def array_written_in_a_handler(x):
    v = np.array([x, 1.0])
    try:
        if x > 0:
            v = v * 2
            if x > 1:
                raise ValueError
        v = v * 3
    except ValueError:
        v[1] = v[0] * 5
    return v.sum()


def returns_in_loop_and_handler(x):
    for k in range(3):
        try:
            if x > 2:
                return x * x
            if x > 1:
                raise Problem(x)
        except Problem:
            return x * 7
    return x


def class_is_raised(x):
    v = x
    try:
        if x > 0:
            raise KeyError
    except KeyError as e:
        v = v * 5 if isinstance(e, KeyError) else v
    return v


def text_is_no_number(x):
    try:
        v = float("abc")
    except ValueError:
        v = x
    return v * x


def left_from_a_branch_in_a_loop(x):
    w = x
    k = 0
    while k < 3:
        k += 1
        try:
            if x > 0:
                w = w * 2
                if w > 3:
                    raise Problem(w)
                w = w + 1
            w = w * 3
        except Problem as e:
            w = e.v - w * 0.1
    return w


class M:
    def __enter__(s):
        return s

    def __exit__(self, t, e, tb):
        self.seen = isinstance(e, KeyError)
        return True


def manager_is_given_an_object(x):
    m = M()
    with m:
        raise KeyError
    return x * 7 if m.seen else x


def list_of_a_later_iteration(x):
    n = 3 if x > 0 else 2
    t = 0.0
    for i in range(n):
        if i == 1:
            l = [x]
        if i > 0:
            l[0] = l[0] * x
            t += l[0]
    return t


def number_of_one_iteration(x):
    n = 4 if x > 0 else 3
    for i in range(n):
        if i == 2:
            y = x * x
    return y


def two_names_of_later_iterations(x):
    n = 4 if x > 0 else 3
    t = 0.0
    for i in range(n):
        if i % 2 == 1:
            y = x * x * i
            z = y
        if i > 0:
            t += y * z
            if i > 1:
                y = t
    return t + z


def value_of_the_iteration_before(x):
    n = 4 if x > 0 else 3
    t = 0.0
    for i in range(n):
        if i > 1:
            t += old * x
        old = x * i
        if i > 0:
            k = old * t
    return t * k


class P:
    def __init__(self):
        self.v = 0.0


def object_of_a_later_iteration(x):
    n = 4 if x > 0 else 3
    t = 0.0
    for i in range(n):
        if i == 1:
            o = P()
            o.v = x * x
        if i > 1:
            t += o.v
            o.v = o.v * x
    return t


def dict_of_the_iteration_before(x):
    n = 4 if x > 0 else 3
    t = 0.0
    for i in range(n):
        if i > 0:
            t += d["a"] * x
        d = {"a": x * i}
        d["a"] += x
    return t


def objects_in_objects(x):
    n = 4 if x > 0 else 3
    t = 0.0
    for i in range(n):
        if i > 0:
            t += o.q[0].v * x
            o.q[0].v *= 2
        if i == 0:
            o = P()
            o.q = [P()]
            o.q[0].v = x * x
    return t + o.q[0].v


class A(Exception):
    pass


def s(x, z):
    d = x * z
    if d == 0:
        raise ZeroDivisionError
    if d > 2:
        raise A
    return d


def attempt(x, z):
    e = []
    try:
        return s(x, z), e
    except A:
        e.append(1.0)
    except ZeroDivisionError:
        e.append(1.0)
    return 0.0, e


def two_handlers_and_a_list(x):
    r, _ = attempt(x, 1.0)
    q, _ = attempt(x, 5.0)
    return r + q


def sol(x):
    if x > 0.8:
        raise ValueError
    return x


def rob(x):
    errs = []
    for k in (1.0, 2.0):
        try:
            return sol(x * k), errs
        except ValueError:
            errs.append(x)
    return 0.0, errs


def returned_from_a_loop_in_try(x):
    q, e = rob(x)
    return q + sum(e)


def index_error_of_a_list(x):
    L = [x, 2 * x]
    n = 1 if x > 0 else 3
    t = 0.0
    for k in range(n + 1):
        try:
            t += L[k] ** 2
        except IndexError:
            t += x
    return t


def none_is_no_number(x):
    try:
        v = None + x
    except TypeError:
        v = x * x
    return v


def text_times_a_number(x):
    try:
        v = "a" * x
    except TypeError:
        v = x * x
    return v


def text_and_number(x):
    s = "ab" * 2
    try:
        v = s - 1
    except TypeError:
        v = len(s) * x * x
    return v


class Closing:
    def __enter__(self):
        self.count = 1.0
        return self

    def __exit__(self, type_, error, trace):
        self.count += 1.0
        if type_ is not None:
            raise KeyError("closed")


def raised_while_another_leaves(x):
    closing = Closing()
    try:
        with closing:
            if x > 1:
                raise ValueError
            y = x * x
    except KeyError:
        return x * x * closing.count
    return y


def text_taken_by_index(x):
    name = ["low", "high"][int(x > 0.5)]
    if x > 1.2:
        name = "top"
    return {"low": 1.0, "high": 3.0, "top": 4.0}[name] * x * x


def text_taken_in_a_loop(x):
    names = ["low", "high", "top"]
    name = names[int(np.argmax(np.array([x, 0.5, 0.2])))]
    for _ in range(3):
        if x > 0.6 and name == "low":
            name = "high"
    return x * x if name == "high" else x


KNOTS = np.linspace(0.0, 4.0, 12)


def spline(x, i, k):
    if k == 0:
        return 1.0 if KNOTS[i] <= x < KNOTS[i + 1] else 0.0
    rising = (x - KNOTS[i]) / (KNOTS[i + k] - KNOTS[i])
    falling = (KNOTS[i + k + 1] - x) / (KNOTS[i + k + 1] - KNOTS[i + 1])
    return rising * spline(x, i, k - 1) + falling * spline(x, i + 1, k - 1)


def splines_of_computed_degree(x):
    degree = 2 + int(x > 0.5)
    return spline(x, 0, degree) + 2.0 * spline(x, 1, degree) + spline(x, 5, degree)


FUNCTIONS = [
    splines_of_computed_degree,
    text_taken_by_index, text_taken_in_a_loop,
    raised_while_another_leaves,
    left_from_a_branch,
    array_of_a_branch,
    array_written_in_a_handler,
    returns_in_loop_and_handler,
    class_is_raised,
    text_is_no_number,
    left_from_a_branch_in_a_loop,
    manager_is_given_an_object,
    list_of_a_later_iteration,
    number_of_one_iteration,
    two_names_of_later_iterations,
    value_of_the_iteration_before,
    object_of_a_later_iteration,
    dict_of_the_iteration_before,
    objects_in_objects,
    two_handlers_and_a_list,
    returned_from_a_loop_in_try,
    index_error_of_a_list,
    text_and_number,
]


@pytest.mark.one_in(4, always=("text_taken_by_index-3.2", "text_taken_in_a_loop-0.9"))
@pytest.mark.parametrize("x", [-0.5, 0.3, 0.9, 1.7, 3.2])
@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.__name__)
def test_derivatives(function, x):
    require_derivatives(function, x, order=2)


REFUSED = [
    (text_times_a_number, "is not supported"),
]


def test_none_that_is_added_is_caught():
    assert tl.value_and_grad(none_is_no_number)(0.7) == (0.7 * 0.7, 1.4)


@pytest.mark.parametrize(("function", "message"), REFUSED)
def test_what_is_refused(function, message):
    with pytest.raises(tl.errors.UnsupportedError, match=message):
        tl.grad(function)(0.7)


def unbound(x, n):
    for i in range(n):
        if i == 2:
            y = x * x
        elif i > 2:
            y = y * x
    return y


@pytest.mark.parametrize("mode", ["reverse", "forward"])
def test_a_variable_without_a_value_raises_what_python_raises(mode):
    derivative = tl.autodiff(unbound, mode=mode)
    rest = (1.0,) if mode == "forward" else ()
    assert derivative(1.5, 4, *rest) == pytest.approx(3 * 1.5**2)
    with pytest.raises(UnboundLocalError):
        derivative(1.5, 2, *rest)


def number_in_a_test(x, n):
    for i in range(n):
        if i == 0:
            y = x * 2.0
    while y < 3.0:
        y = y * 1.3 + 0.1
    return y


def item_in_a_test(x, n):
    for i in range(n):
        if i == 0:
            y = np.array([x, x * x])
    steps = 0
    while steps < 2 and y[1] < 1.1:
        y = y * 1.3 + 0.1
        steps += 1
    else:
        y = y * x
    return y[0] * y[1]


def one_of_two_tests(x, n):
    for i in range(n):
        if i == 0:
            y = x * 2.0
    if n > 5 or y < 3.0:
        y = y * x
    return y


@pytest.mark.parametrize(
    "f", [number_in_a_test, item_in_a_test, one_of_two_tests], ids=lambda f: f.__name__
)
@pytest.mark.parametrize("mode", ["reverse", "forward"])
def test_tests_read_variables_that_may_have_no_value(f, mode):
    require_derivatives(lambda x: f(x, 2), 0.4)
    derivative = tl.autodiff(f, mode=mode)
    with pytest.raises(UnboundLocalError):
        derivative(0.4, 0, *((1.0,) if mode == "forward" else ()))


def quadrature(f, a, b, depth=0):
    m = (a + b) / 2
    whole, halves = f(m) * (b - a), (f((a + m) / 2) + f((m + b) / 2)) * (b - a) / 2
    if depth > 6 or abs(whole - halves) < 1e-4:
        return halves
    return quadrature(f, a, m, depth + 1) + quadrature(f, m, b, depth + 1)


def of_quadrature(x):
    return quadrature(lambda t: np.exp(-x * t * t) * t, 0.0, 1.0 + x)


def test_recursions_that_count_how_deep_they_are_stay_short():
    derivative = tl.value_and_grad(of_quadrature)
    expected = (of_quadrature(0.7 + 1e-6) - of_quadrature(0.7 - 1e-6)) / 2e-6
    assert derivative(0.7) == (of_quadrature(0.7), pytest.approx(expected))
    assert len(derivative.source.splitlines()) < 2000


SCALES = {"low": 1.0}


def looked_up(x):
    name = "low" if x < 0.6 else "middle"
    try:
        return SCALES[name] * x
    except KeyError:
        return x * x


def test_a_key_that_is_not_there_is_caught_or_raised():
    for x, expected in ((0.5, 1.0), (0.9, 1.8)):
        assert tl.value_and_grad(looked_up)(x) == (
            looked_up(x),
            pytest.approx(expected),
        )
        assert tl.autodiff(looked_up, mode="forward")(x, 1.0) == pytest.approx(expected)
    with pytest.raises(KeyError):
        tl.grad(lambda x: SCALES["low" if x < 0.6 else "middle"] * x)(0.9)


def rebound(x):
    w = x

    @functools.cache
    def scaled(k):
        return w * k

    first = scaled(1)
    w = w * w
    return first + scaled(1)


def changed_result(x):
    @functools.cache
    def items(k):
        return [x * k]

    items(1).append(x)
    return sum(items(1))


@pytest.mark.parametrize("function", [rebound, changed_result])
def test_kept_results_that_would_be_others_are_refused(function):
    with pytest.raises(tl.errors.UnsupportedError, match="results are kept"):
        tl.grad(function)(0.7)


class Base:
    scale = 1.0


class Derived(Base):
    pass


def inherited(x):
    return x * Derived.scale


def test_a_class_gets_a_variable_of_its_own_between_calls():
    derivative = tl.grad(inherited)
    assert derivative(0.5) == 1.0
    Derived.scale = 7.0
    try:
        assert derivative(0.5) == 7.0
    finally:
        del Derived.scale
    assert derivative(0.5) == 1.0


class Scaled:
    def __init__(self, scale):
        self.scale = scale

    @functools.lru_cache(None)  # noqa: B019
    def times(self, k):
        return self.scale * k


def kept_by_an_object(x):
    scaled = Scaled(x)
    return scaled.times(2) * scaled.times(2) + scaled.times(3)


def kept_while_the_object_changes(x):
    scaled = Scaled(x)
    first = scaled.times(2)
    scaled.scale = x * x
    return first + scaled.times(2)


def test_kept_results_of_methods():
    assert tl.grad(kept_by_an_object)(0.7) == pytest.approx(8 * 0.7 + 3)
    with pytest.raises(tl.errors.UnsupportedError, match="results are kept"):
        tl.grad(kept_while_the_object_changes)(0.7)


class Point:
    def __init__(self, value):
        self.value = value


def is_one_of_two(x):
    a, b = Point(x), Point(2 * x)
    c = a if x > 0.5 else b
    return x * x if c is a else x


def equals_one_of_two(x):
    a, b = Point(x), Point(2 * x)
    c = a if x > 0.5 else b
    return x * x if c == a else x


def list_of_two(x):
    a, b = [x], [2 * x]
    c = a if x > 0.5 else b
    return x * x if c is not b else x


@pytest.mark.parametrize("function", [is_one_of_two, equals_one_of_two, list_of_two])
def test_which_of_two_objects_it_is_is_not_known(function):
    with pytest.raises(tl.errors.UnsupportedError, match="these are one object"):
        tl.grad(function)(0.7)


kept = {"a": None, "b": None}


class Linked:
    def __init__(self, value):
        self.value, self.next = value, None


def keeps_one_twice(x):
    made = Linked(x)
    kept["a"] = kept["b"] = made
    return x * made.value


def keeps_a_ring(x):
    made = Linked(x)
    made.next = made
    kept["a"] = made
    return x * made.value


def test_a_new_object_that_two_places_get_is_one():
    assert tl.grad(keeps_one_twice)(0.7) == pytest.approx(1.4)
    assert kept["a"] is kept["b"]
    assert kept["a"].value == 0.7
    with pytest.raises(tl.errors.UnsupportedError, match="holds itself"):
        tl.grad(keeps_a_ring)(0.7)


TABLE = [1.0]


@functools.cache
def of_table(v):
    return np.sin(v) * sum(TABLE)


def changes_the_table(x):
    first = of_table(x)
    TABLE.append(1.0)
    return first + of_table(x)


@functools.cache
def halved_number(n):
    return n / 2 if isinstance(n, float) else n // 2


def of_equal_numbers(x):
    return x * halved_number(3) + x * x * halved_number(3.0)


@pytest.mark.parametrize("function", [changes_the_table, of_equal_numbers])
def test_kept_results_of_what_changed_or_is_equal(function):
    with pytest.raises(tl.errors.UnsupportedError, match="results are kept"):
        tl.grad(function)(0.7)
    assert TABLE == [1.0]
