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
        (counted, "test_saved_bindings.steps"),
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
