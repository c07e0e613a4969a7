"""Objects as arguments, as callables, and what a function does to them."""
import copy
import enum
import functools
import types
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import pytest

import tangentlite as tl
from tests.programs.objects_given import CALLABLES, PROGRAMS
from tests.programs.with_and_try import PROGRAMS as TRIES
from tests.support.cases import named

X = np.array([[0.5, 1.5, -0.3], [0.2, -0.7, 1.1]])


each_order = pytest.mark.parametrize('order', [
    pytest.param(1, marks=pytest.mark.one_in(5)),
    pytest.param(2, marks=pytest.mark.one_in(16))])


@pytest.mark.parametrize('program', named((p.name, p) for p in PROGRAMS))
@each_order
def test_objects_given(program, order):
    args = copy.deepcopy(program.args)
    tl.check_grad(program.function, args, wrt=program.wrt, order=order)


@pytest.mark.parametrize('place', range(len(CALLABLES)))
def test_methods_and_objects_as_functions(place):
    function, args = CALLABLES[place]
    tl.check_grad(function, args)


class Point(NamedTuple):
    x: float
    y: np.ndarray


@dataclass(frozen=True)
class Scale:
    by: float
    name: str = 'scale'


class Plain:
    def __init__(self):
        self.w, self.n, self.parts = np.array([1.0, 2.0]), 3, [0.5, {'a': 1.5}]


def of_point(p):
    return p.x * np.sum(p.y)


def of_scale(s):
    return s.by ** 2


def of_plain(m):
    return np.sum(m.w ** m.n) * m.parts[0] * m.parts[1]['a']


def test_a_gradient_has_the_structure_of_the_object():
    point = tl.grad(of_point)(Point(2.0, np.array([1.0, 3.0])))
    assert type(point) is Point and point.x == 4.0 and list(point.y) == [2.0, 2.0]
    assert tl.grad(of_scale)(Scale(3.0)) == Scale(6.0, None)
    gradient = tl.grad(of_plain)(Plain())
    assert type(gradient) is types.SimpleNamespace and not hasattr(gradient, 'n')
    np.testing.assert_allclose(gradient.w, [3 * 0.75, 12 * 0.75])
    assert gradient.parts == [13.5, {'a': 4.5}]


class Norm:
    """A layer that keeps a running mean and counts its calls."""

    def __init__(self, n):
        self.mean, self.scale, self.count, self.log = np.zeros(n), np.ones(n), 0, []

    def __call__(self, x):
        mean = x.mean(axis=0)
        self.mean += 0.1 * (mean - self.mean)
        self.count += 1
        self.log.append(np.sum(mean))
        self.last = mean
        return (x - mean) * self.scale + self.mean


class Net:
    def __init__(self, n):
        self.norms, self.w = [Norm(n), Norm(n)], np.arange(1.0, n + 1)

    def loss(self, x):
        for norm in self.norms:
            x = norm(x)
        return np.sum((x * self.w) ** 2)


def loss_of(net, x):
    return net.loss(x)


def assert_same_state(got, wanted):
    for one, other in zip(got.norms, wanted.norms, strict=True):
        assert one.count == other.count and one.log == other.log
        np.testing.assert_array_equal(one.mean, other.mean)
        np.testing.assert_array_equal(one.last, other.last)


@pytest.mark.parametrize('optimize', [True, False])
@pytest.mark.parametrize('derive', [
    lambda net: tl.value_and_grad(loss_of, wrt=(0, 1))(net, X),
    lambda net: tl.grad(net.loss)(X),
    lambda net: tl.autodiff(net.loss, mode='forward')(X, X),
    lambda net: tl.vjp(net.loss, X),
    lambda net: tl.value_and_grad(functools.partial(loss_of, net))(X),
])
def test_objects_change_once_as_the_function_changes_them(derive, optimize):
    with tl.options(optimize=optimize):
        net, wanted = Net(3), Net(3)
        memory = [norm.mean for norm in net.norms]
        for _ in range(3):
            derive(net)
            wanted.loss(X)
            assert_same_state(net, wanted)
        assert all(n.mean is m for n, m in zip(net.norms, memory, strict=True))


class Filter:
    def __init__(self):
        self.state = np.ones(3)

    def step(self, x):
        self.state += x
        return np.sum(self.state * x)


def test_an_array_of_the_object_given_as_an_argument_is_refused():
    smooth = Filter()
    gradient = tl.grad(smooth.step)
    np.testing.assert_allclose(gradient(np.full(3, 0.5)), [2.0, 2.0, 2.0])
    with pytest.raises(tl.UnsupportedError, match='shares memory'):
        gradient(smooth.state)


class Dropout:
    def __init__(self):
        self.rng = np.random.default_rng(0)

    def __call__(self, x):
        return np.sum(np.where(self.rng.random(x.shape) < 0.5, x * x, x))


def test_draws_happen_once():
    dropped, wanted = Dropout(), Dropout()
    for _ in range(3):
        value, _ = tl.value_and_grad(dropped)(X)
        assert value == wanted(X)
    assert dropped.rng.random() == wanted.rng.random()


def scaled_draw(x, rng):
    return np.sum(rng.normal(x[0, 0], 1.0, 3))


def shaped_draw(x, rng):
    return np.sum(rng.gamma(x[0, 0] ** 2, 1.0, 3))


def test_draws_that_depend_on_arguments():
    gradient = tl.grad(scaled_draw)(X, np.random.default_rng(0))
    wanted = np.zeros_like(X)
    wanted[0, 0] = 3.0
    np.testing.assert_array_equal(gradient, wanted)
    with pytest.raises(tl.UnsupportedError, match='no derivative of its shape'):
        tl.grad(shaped_draw)(X, np.random.default_rng(0))


def test_derivatives_of_what_changes_its_object():
    tl.check_grad(loss_of, (Net(3), X), wrt=(0, 1), order=2)


def appended(items, d, x):
    items.append(x * 2.0)
    d['b'] = items[-1] * d['a']
    return items[0] * d['b']


def test_lists_and_dicts_stay_as_they_were():
    items, d = [3.0], {'a': 2.0}
    assert tl.grad(appended, wrt='x')(items, d, 1.5) == 12.0
    assert items == [3.0] and d == {'a': 2.0}
    tl.check_grad(appended, (items, d, 1.5))


def both_changed(a, b):
    a['x'] = b['x'] * 2.0
    return a['x'] * b['x']


def test_one_dict_given_twice_and_changed_is_refused():
    derivative = tl.grad(both_changed)
    assert derivative({'x': 1.0}, {'x': 3.0}) == {'x': 0.0}
    d = {'x': 3.0}
    with pytest.raises(tl.TangentliteError, match='Pass a copy'):
        derivative(d, d)


class Mode(enum.Enum):
    LINEAR = 1.5
    SQUARE = 'square'


def by_mode(x, mode=Mode.LINEAR):
    return x * mode.value if mode is Mode.LINEAR else x * x


def test_members_of_enumerations():
    gradient = tl.grad(by_mode)
    assert [gradient(3.0), gradient(3.0, Mode.SQUARE), gradient(3.0)] == [1.5, 6.0, 1.5]


class Node:
    def __init__(self, v, rest=None):
        self.v, self.rest = v, rest


def exchanged_perhaps(node, x):
    if x > 0.5:
        node.rest = Node(x * 2.0)
    return node.rest.v * x


def set_perhaps(node, x):
    if x > 0.5:
        node.extra = x * x
    return node.v * x


@pytest.mark.parametrize(('function', 'what'), [
    (exchanged_perhaps, 'which of several objects'), (set_perhaps, 'some paths only'),
])
def test_objects_of_which_the_next_state_is_not_known_are_refused(function, what):
    with pytest.raises(tl.UnsupportedError, match=what):
        tl.grad(function, wrt='x')(Node(2.0, Node(3.0)), 0.7)


class Recursive:
    def __init__(self):
        self.me, self.w = self, 2.0


def test_an_object_that_holds_itself():
    assert tl.grad(lambda r: r.w ** 2)(Recursive()).w == 4.0


def rate(x, *, k=2.0):
    return k * x


def test_parameters_of_callables():
    halved = functools.partial(rate, k=0.5)
    assert tl.grad(halved)(1.0) == 0.5 and tl.grad(halved)(1.0, k=3.0) == 3.0
    assert tl.grad(Scaled(2.0).of, wrt='y')(1.0, 5.0) == 2.0
    with pytest.raises(tl.ArgumentError, match='cannot be differentiated'):
        tl.grad(dict)


class Scaled:
    def __init__(self, by):
        self.by = by

    def of(self, x, y=1.0):
        return self.by * x * y


def test_what_is_generated_for_one_method_serves_others():
    gradients = [tl.grad(Scaled(float(k)).of)(3.0, 2.0) for k in range(4)]
    assert gradients == [0.0, 2.0, 4.0, 6.0]


@pytest.mark.parametrize('program', named(
    (p.name, p) for p in TRIES if p.name != 'manager_that_swallows'))
@each_order
def test_with_and_try(program, order):
    tl.check_grad(program.function, program.args, wrt=program.wrt, order=order)


def test_managers_that_may_swallow_what_an_operation_raises_are_refused():
    program, = (p for p in TRIES if p.name == 'manager_that_swallows')
    with pytest.raises(tl.UnsupportedError, match='may swallow ZeroDivisionError'):
        tl.grad(program.function)(*program.args)


BUFFER, HISTORY = np.zeros(3), []


def into_captured_data(x):
    for i in range(3):
        BUFFER[i] += x[i] ** 2 * (i + 1)
        BUFFER[:] *= 0.9
    HISTORY.append(np.sum(BUFFER))
    return np.sum(BUFFER ** 2) * len(HISTORY)


def after(evaluate, *args):
    BUFFER[:] = 0.1, 0.2, 0.3
    HISTORY.clear()
    return evaluate(*args), BUFFER.copy(), list(HISTORY)


def test_captured_arrays_and_lists_are_written_once():
    x, step = np.array([1.0, 2.0, 3.0]), 1e-6
    _, *state = after(into_captured_data, x)
    slopes = [
        (after(into_captured_data, x + step * unit)[0]
         - after(into_captured_data, x - step * unit)[0]) / (2 * step)
        for unit in np.eye(3)]
    gradient, *found = after(tl.grad(into_captured_data), x)
    np.testing.assert_allclose(gradient, slopes, rtol=1e-6)
    np.testing.assert_array_equal(found[0], state[0])
    assert found[1] == state[1]
    second, *found = after(lambda: tl.jvp(
        tl.grad(into_captured_data), (x,), (np.eye(3)[0],))[1])
    up, down = (
        after(tl.grad(into_captured_data), x + sign * step * np.eye(3)[0])[0]
        for sign in (1, -1))
    np.testing.assert_allclose(second, (up - down) / (2 * step), rtol=1e-6, atol=1e-6)
    np.testing.assert_array_equal(found[0], state[0])
    assert found[1] == state[1]


def test_matrices_of_functions_that_leave_something_behind_are_refused():
    for matrix in (tl.hessian, tl.jacobian):
        with pytest.raises(tl.UnsupportedError, match='evaluated several times'):
            matrix(into_captured_data)(np.ones(3))
    with pytest.raises(tl.UnsupportedError, match='shares memory'):
        tl.grad(into_captured_data)(BUFFER)


class ThatLooksAhead:
    def __init__(self, x):
        self.values = [x, 1.0, 2.0]

    def __lt__(self, other):
        return self.values.pop() < other


DRAWS = np.random.default_rng(0)


def draws_before_a_condition_with_effects(x):
    drawn = DRAWS.random()
    ahead = ThatLooksAhead(x[0])
    return x * drawn * 2 if x[0] > 0.1 and ahead < 100 else x * drawn


def test_effects_are_known_whatever_the_condition_behind_them_needs():
    with pytest.raises(tl.UnsupportedError, match='evaluated several times'):
        tl.jacobian(draws_before_a_condition_with_effects)(np.ones(1))


COUNT, TOTAL = 0, np.zeros(2)


class Meter:
    reads = 0
    scale = 2.0

    def read(self, x):
        Meter.reads += 1
        type(self).scale = self.scale * x
        return self.scale * Meter.reads


def counted(x):
    global COUNT, TOTAL
    for _ in range(2):
        COUNT += 1
        TOTAL = TOTAL + x * COUNT
    if COUNT > 1:
        TOTAL = TOTAL * x
    meter = Meter()
    return np.sum(TOTAL) * meter.read(x) * meter.read(x)


def with_variables(evaluate, x):
    global COUNT, TOTAL
    COUNT, TOTAL, Meter.reads, Meter.scale = 0, np.zeros(2), 0, 2.0
    return evaluate(x), (COUNT, list(TOTAL), Meter.reads, Meter.scale)


@pytest.mark.parametrize('derive', [
    lambda x: tl.grad(counted)(x),
    lambda x: tl.autodiff(counted, mode='forward')(x, 1.0),
    lambda x: tl.vjp(counted, x)[1](1.0)[0],
])
def test_variables_of_modules_and_classes_are_bound_once(derive):
    _, state = with_variables(counted, 1.3)
    up, down = (with_variables(counted, 1.3 + h)[0] for h in (1e-6, -1e-6))
    got, found = with_variables(derive, 1.3)
    assert found == state
    assert got == pytest.approx((up - down) / 2e-6, rel=1e-6)
