"""What objects, lists and arrays from outside hold behind a function, call by call."""

import itertools
import types

import numpy as np
import pytest

import tangentlite as tl


class Point:
    def __init__(self, value):
        self.value = value

    def __str__(self):
        return f"Point({self.value})"


def fresh():
    return types.SimpleNamespace(
        a=Point(1.0),
        b=Point(2.0),
        items=[],
        row=[1.0],
        weights=np.ones(2),
        best=None,
    )


state = fresh()


def swapped(x):
    state.a, state.b = state.b, state.a
    return state.a.value * x


def renewed(x):
    state.b = state.a
    state.a = Point(state.b.value + x)
    state.b.value *= x
    return state.a.value * state.b.value


def listed(x):
    state.items.append(state.a)
    state.a = Point(state.a.value + x)
    return sum(point.value for point in state.items) * state.a.value


def rotated(x):
    state.a, state.b, state.best = state.b, Point(x), state.a
    return state.a.value * state.b.value * state.best.value


@pytest.mark.parametrize("function", [swapped, renewed, listed, rotated])
@pytest.mark.parametrize("mode", ["reverse", "forward"])
def test_objects_that_change_places(function, mode):
    global state
    expected = []
    state = fresh()
    for x in (0.7, 0.4, 0.9):
        value = function(x)
        expected.append((value, state.a.value, state.b.value, state.a is state.b))
    state = fresh()
    for x, wanted in zip((0.7, 0.4, 0.9), expected):
        if mode == "reverse":
            found = tl.value_and_grad(function)(x)[0]
        else:
            found = wanted[0]
            tl.autodiff(function, mode="forward")(x, 1.0)
        same = state.a is state.b
        assert (found, state.a.value, state.b.value, same) == wanted


def keeps_row(x):
    state.row[0] += x
    state.items.append(state.row)
    return state.row[0] * x


def keeps_weights(x):
    state.weights[0] += x
    state.best = state.weights
    return state.best @ state.weights


def test_what_is_changed_and_kept_is_the_thing_itself():
    global state
    state = fresh()
    tl.grad(keeps_row)(0.7)
    assert state.items[0] is state.row
    assert state.row == [1.7]
    tl.grad(keeps_weights)(0.7)
    assert state.best is state.weights
    np.testing.assert_array_equal(state.weights, [1.7, 1.0])


def keeps_a_view(x):
    state.weights[0] += x
    state.best = state.weights[:1]
    return state.weights @ state.weights


def prints_what_changed(x):
    state.a.value += x
    print(state.a)
    return state.a.value * x


def test_what_is_refused():
    with pytest.raises(tl.UnsupportedError, match="a view of an array from outside"):
        tl.grad(keeps_a_view)(0.7)
    with pytest.raises(tl.UnsupportedError, match="is used as a whole"):
        tl.grad(prints_what_changed)(0.7)


buffer = np.ones(2)


def rebound(x):
    global buffer
    buffer[0] += x
    buffer = buffer * 0.5 + x
    return buffer @ buffer


def test_a_global_array_that_is_written_and_bound_anew():
    global buffer
    buffer = np.ones(2)
    expected = [rebound(x) for x in (0.7, 0.4)]
    buffer = np.ones(2)
    found = [tl.value_and_grad(rebound)(x)[0] for x in (0.7, 0.4)]
    assert found == expected


def summed_pairs(x):
    u, s = x.copy(), 0.0
    for p, q in itertools.pairwise(u):
        u[-1] += p
        s += p * q
    return s


def accumulated(x):
    u = x.copy()
    for total in itertools.accumulate(u):
        u[-1] = total
    return np.sum(u * u)


def compressed(x):
    u, s = x.copy(), 0.0
    for v in itertools.compress(u, [1, 0, 1]):
        u[2] += v
        s += v * v
    return s


def teed(x):
    u, s = x.copy(), 0.0
    first, second = itertools.tee(u)
    for v in first:
        u[-1] += v
        s += v
    return s * sum(second)


def longest(x):
    u, s = x.copy(), 0.0
    for v, w in itertools.zip_longest(u, u[:2], fillvalue=1.0):
        u[-1] += v * w
        s += v * w
    return s


def cycled(x):
    u, s = x.copy(), 0.0
    items = itertools.cycle(u)
    for k in range(5):
        v = next(items)
        u[-1] += v
        s += v * k
    return s


def zipped_with_a_list(x):
    u, s = x.copy(), 0.0
    for v, k in zip(u, [1.0, 2.0, 3.0]):
        u[2] += v * k
        s += v * v
    return s


@pytest.mark.parametrize(
    "function",
    [summed_pairs, accumulated, compressed, teed, longest, cycled, zipped_with_a_list],
)
def test_arrays_that_are_written_while_their_items_are_taken(function):
    x = np.array([0.4, 1.1, 0.7])
    assert tl.value_and_grad(function)(x)[0] == pytest.approx(function(x), rel=1e-15)
    tl.check_grad(function, (x,), order=2)


HOLDER = types.SimpleNamespace(last=None)


def held(x):
    HOLDER.last = x
    return np.sum(x)


def test_the_argument_itself_is_bound_to_an_attribute():
    x = np.array([3.0, 2.0])
    np.testing.assert_array_equal(tl.grad(held)(x), np.ones(len(x)))
    assert HOLDER.last is x
