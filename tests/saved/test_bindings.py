"""What a function binds outside of itself is in no saved module."""

import numpy as np
import pytest

import tangentlite as tl

steps = 0


def counted(x):
    global steps
    steps += 1
    steps = steps + 1
    return x * steps


class Base:
    count = 0

    def bump(self):
        type(self).count += 1


class Extended(Base):
    pass


def of_classes(x):
    Base.count = 0
    Extended().bump()
    return x * Extended.count


def of_functions(x):
    of_functions.calls = of_functions.calls + 1
    return x * of_functions.calls


of_functions.calls = 0


def counter():
    calls = 0

    def f(x):
        nonlocal calls
        calls += 1
        return x * calls

    return f


@pytest.mark.parametrize(
    ("program", "name"),
    [
        (counted, "test_bindings.steps"),
        (of_classes, "Base.count"),
        (of_functions, "of_functions.calls"),
        (counter(), "calls"),
    ],
    ids=("variable of a module", "classes", "functions", "variable of a function"),
)
def test_what_is_bound_outside_is_not_saved(program, name, tmp_path):
    for examples in (None, {"x": 1.0}):
        with pytest.raises(tl.UnsupportedError, match=rf"changes (\w+\.)*{name}"):
            tl.grad(program).save(tmp_path / "saved.py", examples)
    assert not (tmp_path / "saved.py").exists()


def scaled(x):
    return np.sum(x) * scaled.factor


scaled.factor = 3.0


def test_attributes_of_functions_that_are_read_are_saved(tmp_path):
    path = tmp_path / "saved.py"
    tl.grad(scaled).save(path, {"x": np.ones(2)})
    names = {}
    exec(path.read_text(), names)
    np.testing.assert_array_equal(names["scaled_grad"](np.ones(2)), [3.0, 3.0])


history, entries, places = [], {'n': 0}, np.zeros(2)


def fills_a_list(x):
    history.append(x)
    return x * len(history)


by_name = {'seen': []}


def fills_a_list_in_a_dict(x):
    by_name['seen'].append(float(x))
    return x * x


def fills_a_dict(x):
    entries['n'] += 1
    return x * entries['n']


def fills_an_array(x):
    places[0] = x
    return x * places[0]


class Counter:
    steps = 0


COUNTER, SAME, OTHER = Counter(), history, []


def sets_an_attribute(x):
    COUNTER.steps += 1
    return x * COUNTER.steps


def compares(x):
    return x * 2.0 if history is SAME else x


def compares_what_differs(x):
    return x * 2.0 if history is not OTHER else x


@pytest.mark.parametrize(
    ('program', 'message'),
    [
        (fills_a_list, 'fills_a_list_grad changes history, which is outside of it'),
        (fills_a_list_in_a_dict, 'changes seen, which is outside of it'),
        (fills_a_dict, 'fills_a_dict_grad changes entries, which is outside of it'),
        (fills_an_array, 'fills_an_array_grad changes places, which is outside'),
        (sets_an_attribute, 'sets_an_attribute_grad changes COUNTER.steps, which is'),
        (compares, 'compares_grad changes, or compares by `is`, lists'),
        (compares_what_differs, 'compares_what_differs_grad changes, or compares'),
    ],
)
def test_what_is_changed_outside_is_not_saved(program, message, tmp_path):
    derivative = tl.grad(program)
    derivative(2.0)
    with pytest.raises(tl.UnsupportedError, match=message):
        derivative.save(tmp_path / 'saved.py')
    assert not (tmp_path / 'saved.py').exists()
