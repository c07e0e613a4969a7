"""Lists from outside that a program only appends to: one text for all lengths."""

import numpy as np
import pytest

import tangentlite as tl

HISTORY = []
RUN = {"losses": [], "name": "first"}
X = np.array([1.0, 2.0, 3.0])


class Model:
    def __init__(self):
        self.scale = 2.0
        self.seen = []

    def loss(self, x):
        y = self.scale * x
        self.seen.append({"y": y, "sum": np.sum(y)})
        return np.sum(y * y)


MODEL = Model()


def numbers(x):
    HISTORY.append(float(x[0]))
    return np.sum(x * x)


def arrays(x):
    y = 2.0 * x
    HISTORY.append(y)
    return np.sum(y * y)


def views_and_arguments(x):
    HISTORY.append((x, x[1:]))
    return np.sum(x * x)


def in_a_dict(x):
    RUN["losses"].append(x * 2.0)
    return np.sum(x) ** 2


def steps(x):
    y = x
    for _ in range(3):
        y = y + 0.5 * np.sin(y)
        HISTORY.append(y)
    return np.sum(y)


def every_third(x):
    HISTORY.append({"x": x.copy()})
    if len(HISTORY) % 3 == 0:
        return np.sum(x * x)
    return np.sum(x**2)


def in_a_branch(x):
    if x[0] > 0.0:
        HISTORY.append(x * 2.0)
    return np.sum(x * x)


def counted_down(n, x):
    HISTORY.append(float(n))
    return x if n < 1.0 else counted_down(n - 1.0, x) * x


def in_a_recursion(x):
    return counted_down(2.5 * x[0], x[1])


@tl.checkpointed
def sine(x):
    HISTORY.append(float(x[1]))
    return np.sin(x)


def run_again(x):
    return np.sum(sine(sine(x)))


ONE_TEXT = [
    numbers, arrays, views_and_arguments, in_a_dict, MODEL.loss, steps, every_third,
    in_a_branch,
    in_a_recursion,
    run_again,
]  # fmt: skip


def what_is_kept():
    return repr((HISTORY, RUN, MODEL.seen))


@pytest.fixture(autouse=True)
def nothing_is_kept():
    HISTORY.clear()
    RUN["losses"].clear()
    MODEL.seen.clear()


def wanted(function, calls):
    values = [function(X) for _ in range(calls)]
    kept = what_is_kept()
    for one in (HISTORY, RUN["losses"], MODEL.seen):
        one.clear()
    return values, kept


@pytest.mark.parametrize("mode", ["reverse", "forward"])
@pytest.mark.parametrize("function", ONE_TEXT)
def test_one_text_serves_lists_of_all_lengths(function, mode):
    values, kept = wanted(function, 70)
    if mode == "reverse":
        derivative = tl.value_and_grad(function)
        got = [derivative(X)[0] for _ in range(70)]
        (variants,) = derivative._variants.values()
        assert len(variants) == 1
    else:
        got = [tl.jvp(function, (X,), (np.ones(3),))[0] for _ in range(70)]
    assert got == values
    assert what_is_kept() == kept
    HISTORY.clear()
    tl.check_grad(function, (X,), modes=(mode,))


def read_back(x):
    HISTORY.append(x * 2.0)
    return np.sum(HISTORY[-1] * x)


def written_before(x):
    y = 2.0 * x
    y[0] = x[1] * x[2]
    HISTORY.append(y)
    return np.sum(y * y)


def written_later(x):
    y = 2.0 * x
    HISTORY.append(y)
    y += x
    return np.sum(y * y)


def written_through_a_view(x):
    y = 2.0 * x
    HISTORY.append(y[1:])
    y *= x
    return np.sum(y * y)


def written_in_the_next_iteration(x):
    y = 2.0 * x
    for _ in range(len(x)):
        HISTORY.append({"y": y})
        y += x
    return np.sum(y * y)


def kept_by_a_helper(x):
    def keep(z):
        HISTORY.append(z)
        return z * 2.0

    y = 3.0 * x
    u = keep(y)
    y += 1.0
    return np.sum(u * u) + np.sum(y)


def taken_off(x):
    HISTORY.append(x * 2.0)
    HISTORY.pop()
    return np.sum(x * x)


ITEM_BY_ITEM = [
    read_back, written_before, written_later, written_through_a_view,
    written_in_the_next_iteration, kept_by_a_helper, taken_off,
]  # fmt: skip


@pytest.mark.parametrize("function", ITEM_BY_ITEM)
def test_lists_that_are_read_are_known_item_by_item(function):
    values, kept = wanted(function, 3)
    derivative = tl.value_and_grad(function)
    assert [derivative(X)[0] for _ in range(3)] == values
    assert what_is_kept() == kept
    HISTORY.clear()
    tl.check_grad(function, (X,))


def test_a_list_with_two_names_is_one_list():
    both = {"h": HISTORY}

    def of_both(x):
        both["h"].append(x * 2.0)
        HISTORY.append(x * 3.0)
        return np.sum(x * x) * len(both["h"])

    values, kept = wanted(of_both, 3)
    derivative = tl.value_and_grad(of_both)
    assert [derivative(X)[0] for _ in range(3)] == values
    assert what_is_kept() == kept


def test_what_is_no_list_any_more_gets_a_text_of_its_own():
    held = {"seen": []}

    def keeping(x):
        held["seen"].append(x * 2.0)
        return np.sum(x * x)

    derivative = tl.grad(keeping)
    derivative(X)

    class Sink:
        def append(self, item):
            pass

    held["seen"] = Sink()
    assert np.array_equal(derivative(X), 2.0 * X)
