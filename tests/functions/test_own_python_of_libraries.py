"""What libraries written in Python do besides computing with arrays."""
import abc
import collections
import importlib.metadata
import inspect
import numbers
import operator
import os
import random
import sys
import time
import types
import warnings
import weakref

import numpy as np
import pytest

import tangentlite as tl

X = np.array([1.0, 2.0, 3.0])
ROWS = np.array([[0.3, 0.5, 0.2], [1.3, 0.1, 0.7]])


class Curve(abc.ABC):
    @abc.abstractmethod
    def value(self, x): ...


class Parabola(Curve):
    def __init__(self, height, **named):
        super().__init__(**named)
        self.height = height

    def value(self, x):
        return self.height * x**2


FIXED = Parabola(2.0)


def ends_in_an_abstract_class(t):
    return Parabola(t).value(2.0) * t


def takes_out_of_a_set(t):
    chosen = {3, 1}
    return t ** chosen.pop() + t * chosen.pop()


def asks_whether_it_has_seen(t):
    seen, total = set(), 0.0
    for i in range(4):
        if i % 2 in seen:
            total += t * i
        seen.add(i % 2)
    return total * t


def takes_indices(x):
    return x[operator.index(np.int64(2))] ** 2 * operator.index(len(x))


def measures_its_time(t):
    start, clock = time.time(), time.perf_counter_ns()
    result = t * t
    if time.time() < start or time.perf_counter_ns() < clock:
        result = 0.0
    return result


def draws_by_python(t):
    random.seed(3)
    drawn = random.random() + random.gauss(0.0, 1.0) + random.choice([1.0, 2.0])
    return t**2 * drawn + random.randint(1, 3) * t


def asks_the_environment(t):
    given = os.environ.get('NO_SUCH_NAME') or os.getenv('NO_SUCH_NAME', 'none')
    return t * t if given == 'none' else t


def makes_arrays(t):
    made = np.ndarray((2,), float)
    made[:] = t
    return np.sum(made * made) + np.ndarray(2).size * t


def iterates(x):
    total = 0.0
    for value in np.nditer(x):
        total = 0.5 * total + value * value
    return total


def iterates_in_the_order_of_memory(x):
    total = 0.0
    for value in np.nditer(x.T):
        total = 0.5 * total + value * value
    for value in np.nditer(x.T, order='C'):
        total = 0.7 * total + value
    return total


def iterates_with_indices(x):
    total, visited = 0.0, np.nditer(x, flags=['multi_index'])
    while not visited.finished:
        i, j = visited.multi_index
        total += visited[0] ** 2 * (i + 2 * j)
        visited.iternext()
    return total


def iterates_over_several(x):
    total = 0.0
    with np.nditer([x, x[:1]]) as visited:
        for one, other in visited:
            total = 0.5 * total + one * other
    return total


def goes_through_indices(x):
    total = 0.0
    for place in np.ndindex(x.shape):
        total += x[place] ** 2
    for (i, j), value in np.ndenumerate(x):
        total += value * i * j
    return total


def silences(t):
    with warnings.catch_warnings():
        warnings.simplefilter('ignore')
        return np.log(t)


def compares_by_id(t):
    known = {id(FIXED): t * t}
    return known[id(FIXED)] * (id(FIXED) == id(FIXED)) * (id(np) != id(FIXED))


def namespace_of(*arrays):
    return np


def computes_in_a_namespace(x):
    xp = namespace_of(x)
    return xp.sum(xp.exp(x)) * xp.linalg.norm(x)


class Computes:
    def __init__(self, xp):
        self.xp = xp

    def norm(self, x):
        return self.xp.sqrt(self.xp.sum(x * x))


NORM = Computes(np)


def computes_in_a_namespace_of_an_object(x):
    return NORM.norm(x)


def asks_abstract_classes(t):
    is_real = isinstance(t, numbers.Real) and not isinstance(t, numbers.Integral)
    known = isinstance([t], collections.abc.Sequence) and isinstance(
        {'a': t}, collections.abc.Mapping
    )
    known = known and isinstance(np.sin, collections.abc.Callable)
    return t * t if is_real and known else t


def scaled(x, scale, power=2.0):
    return scale * x**power


def asks_for_parameters(t):
    names = inspect.signature(scaled).parameters
    given = {name: t for name in names if name not in ('x', 'power')}
    power = names['power'].default
    return scaled(2.0, **given) * len(names) * power


def collects_its_variables(t):
    a = t * t
    if t > 1.0:
        b = 2.0 * a
    else:
        b = a
    known = dict(locals())
    return known['a'] * known['b'] + known['t']


class AtLeast:
    def __init__(self, least):
        self.least = least

    def holds(self, value):
        return not np.isscalar(value) or value >= self.least


class Missing:
    def holds(self, value):
        return value is None


CONDITIONS = {'x': [Missing(), AtLeast(0.5)], 'y': [AtLeast(0.2), Missing()]}


# The variable of the comprehension was taken for that of the loop, and so for live.
def checks_conditions(t):
    for name, value in {'x': t, 'y': 0.7}.items():
        conditions = [condition for condition in CONDITIONS[name] if condition]
        for condition in conditions:
            if condition.holds(value):
                break
        else:
            raise ValueError(name)
    return t * t


def goes_through_one_item(t):
    return t if any(name == 'pandas' for name in frozenset(['numpy'])) else t * t


def refuses_complex_numbers(t):
    with warnings.catch_warnings():
        try:
            warnings.simplefilter('error', np.exceptions.ComplexWarning)
            array = np.asarray([t, 2 * t], dtype=float)
        except np.exceptions.ComplexWarning as error:
            raise ValueError('complex') from error
    return np.sum(array**2)


FLAGS = {'on': False}


def device_of(x):
    return x.device if FLAGS['on'] else None


def asks_for_devices(x):
    if not hasattr(x, 'device'):  # of NumPy 2 on
        return np.sum(x * x)
    FLAGS['on'] = bool(x[0] > 0.0)
    one, other = device_of(x), device_of(2 * x)
    FLAGS['on'] = False
    return np.sum(x * x) if one == other and one != 'gpu' else x[0]


def looks_statically(x):
    found = inspect.getattr_static(None, '__columns__', 2.0)
    return np.sum(x) ** found + inspect.getattr_static(x, '__columns__', 0.0)


def asks_what_is_installed(t):
    offered = importlib.metadata.entry_points(group='no such group')
    try:
        importlib.metadata.version('no-such-package')
    except importlib.metadata.PackageNotFoundError:
        return t**2 * len(importlib.metadata.version('numpy')) + len(list(offered))
    return t


def asks_whether_a_module_is_ready(t):
    spec = getattr(sys.modules.get('logging'), '__spec__', None)
    if getattr(spec, '_initializing', False) or hasattr(np.__spec__, 'no_such_name'):
        return t
    return t * t if np.__spec__.name == 'numpy' else t


PROGRAMS = {
    ends_in_an_abstract_class: 1.5, takes_out_of_a_set: 1.5,
    asks_whether_it_has_seen: 1.5, takes_indices: X, measures_its_time: 1.5,
    draws_by_python: 1.5, asks_the_environment: 1.5, makes_arrays: 1.5,
    iterates: ROWS, iterates_in_the_order_of_memory: ROWS,
    iterates_with_indices: ROWS, iterates_over_several: ROWS,
    goes_through_indices: ROWS, silences: 1.5, compares_by_id: 1.5,
    computes_in_a_namespace: X, computes_in_a_namespace_of_an_object: X,
    asks_abstract_classes: 1.5, asks_for_parameters: 1.5, collects_its_variables: 1.5,
    checks_conditions: 1.5, goes_through_one_item: 1.5, refuses_complex_numbers: 1.5,
    asks_for_devices: X, looks_statically: X, asks_what_is_installed: 1.5,
    asks_whether_a_module_is_ready: 1.5,
}  # fmt: skip


@pytest.mark.one_in(4, always=('compares_by_id',))
@pytest.mark.parametrize('program', PROGRAMS, ids=lambda f: f.__name__)
def test_derivatives(program):
    at = PROGRAMS[program]
    tl.check_grad(program, (at,), order=2)
    np.testing.assert_array_equal(tl.value_and_grad(program)(at)[0], program(at))


def test_modules_as_arguments():
    def norm(x, xp):
        return xp.sqrt(xp.sum(x * x))

    np.testing.assert_allclose(tl.grad(norm)(X, np), X / np.linalg.norm(X))


def test_a_clock_is_asked_once_and_in_order():
    def timed(t):
        start = time.process_time()
        result = t * t
        return result * (time.process_time() - start)

    slope = tl.grad(timed)
    assert slope(3.0) >= 0.0
    assert slope.source.count('time.process_time()') == 2


def test_another_environment_is_another_derivative(monkeypatch):
    def chosen(t):
        return t * t if os.environ.get('TANGENTLITE_TEST') == 'square' else t

    slope = tl.grad(chosen)
    assert slope(3.0) == 1.0
    monkeypatch.setenv('TANGENTLITE_TEST', 'square')
    assert slope(3.0) == 6.0
    monkeypatch.delenv('TANGENTLITE_TEST')
    assert slope(3.0) == 1.0


def test_warnings_of_the_derivative_are_silenced():
    def rooted(x):
        with warnings.catch_warnings():
            warnings.simplefilter('ignore')
            return np.sum(np.sqrt(x))

    with warnings.catch_warnings():
        warnings.simplefilter('error')
        tl.grad(rooted)(np.array([0.0, 1.0]))


class Node:
    pass


def refers_weakly(t):
    node = Node()
    node.value = t
    seen = weakref.ref(node)
    return seen().value * t


def refers_to_the_dead(t):
    node = Node()
    node.value = t
    seen = weakref.ref(node)
    node = None
    return t if seen() is None else t * t


def test_weak_references():
    tl.check_grad(refers_weakly, (1.3,), order=2)
    with pytest.raises(tl.UnsupportedError, match='still lives'):
        tl.grad(refers_to_the_dead)(1.3)


BACKEND = np


def in_a_backend(t):
    return BACKEND.sin(t)


def test_another_module_under_the_name_of_numpy(monkeypatch):
    slope = tl.grad(in_a_backend)
    assert slope(0.7) == np.cos(0.7)
    monkeypatch.setitem(globals(), 'BACKEND', types.SimpleNamespace(sin=np.cos))
    assert slope(0.7) == -np.sin(0.7)


class Doubling:
    def __setattr__(self, name, value):
        object.__setattr__(self, name, value * 2)


class Tripled:
    level = property(lambda self: self.__dict__['level'] * 3)


def test_setters_run_once():
    held = Doubling()

    def sets(t):
        held.level = t
        return held.level * t

    assert tl.grad(sets)(1.3) == 5.2
    assert held.level == 2.6


def test_what_a_property_hides():
    held = Tripled()
    held.__dict__['level'] = 2.0
    assert tl.grad(lambda t: held.level * t)(1.3) == 6.0


def records(t):
    with warnings.catch_warnings(record=True):
        return t * t


def makes_warnings_exceptions(t):
    with warnings.catch_warnings():
        warnings.simplefilter('error')
        return np.log(t)


def refuses_complex_numbers_where_some_are(t):
    with warnings.catch_warnings():
        warnings.simplefilter('error', np.exceptions.ComplexWarning)
        return np.abs(np.exp(1j * t) + t)


def takes_any(t):
    return t * len({'a', 'b'}.pop())


def takes_of_none(t):
    return t * set().pop()


def asks_for_the_id_of_what_is_computed(t):
    return t * (id(t) > 0)


def has_a_variable_on_some_paths(t):
    if t > 1.0:
        extra = t
    return locals()['t'] * 2.0


REFUSED = {
    records: 'record=True', makes_warnings_exceptions: 'makes warnings exceptions',
    refuses_complex_numbers_where_some_are: 'where complex numbers are',
    takes_any: 'differs between runs', takes_of_none: 'pop from an empty set',
    asks_for_the_id_of_what_is_computed: 'id() of what is computed',
    has_a_variable_on_some_paths: 'extra, which is bound on some paths',
}  # fmt: skip


@pytest.mark.parametrize('program', REFUSED, ids=lambda f: f.__name__)
def test_refusals(program):
    with pytest.raises((tl.UnsupportedError, KeyError)) as caught:
        tl.grad(program)(2.0)
    assert REFUSED[program] in str(caught.value)
