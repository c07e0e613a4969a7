"""Functions of modules that were edited, and patched in place as `%autoreload` does."""

import ast
import importlib
import pathlib
import sys

import numpy as np
import pytest

import tangentlite as tl

BEFORE = """\
import numpy as np


def other(x):
    return 3.0 * x


def energy(x):
    return np.sum(x ** 2)


class Model:
    def energy(self, x):
        return np.sum(x ** 3)
"""
AFTER = BEFORE.replace("3.0 * x", "3.0 * x\n\n\ndef new(x):\n    return x")
AFTER = AFTER.replace("x ** 2", "4.0 * x ** 2").replace("x ** 3", "5.0 * x ** 3")


@pytest.fixture
def module(tmp_path, monkeypatch):
    """A module that is edited, of which one function has the code of the new text."""
    path = tmp_path / "edited_module.py"
    path.write_text(BEFORE)
    monkeypatch.syspath_prepend(tmp_path)
    importlib.invalidate_caches()
    module = importlib.import_module("edited_module")
    tl.grad(module.energy)(np.ones(2))
    path.write_text(AFTER)
    yield module
    del sys.modules["edited_module"]


def alone(module, name, code):
    """Compile a function by itself, and give its code to the one that is there."""
    nodes = [n for n in ast.walk(ast.parse(AFTER)) if getattr(n, "name", "") == name]
    (text,) = {ast.get_source_segment(AFTER, n) for n in nodes if code in ast.dump(n)}
    names: dict = {}
    exec(compile(text, module.__file__, "exec"), vars(module), names)
    return names[name].__code__


def test_a_function_that_was_compiled_by_itself(module):
    module.energy.__code__ = alone(module, "energy", "value=4.0")
    assert module.energy.__code__.co_firstlineno == 1
    np.testing.assert_array_equal(tl.grad(module.energy)(np.ones(2)), [8.0, 8.0])


def test_a_method_that_was_compiled_by_itself(module):
    module.Model.energy.__code__ = alone(module, "energy", "value=5.0")
    gradient = tl.grad(module.Model().energy)
    np.testing.assert_array_equal(gradient(np.ones(2)), [15.0, 15.0])


def test_functions_of_one_name_that_have_moved(module):
    path = pathlib.Path(module.__file__)
    path.write_text("\n\n" + BEFORE)
    ones = np.ones(2)
    np.testing.assert_array_equal(tl.grad(module.energy)(ones), [2.0, 2.0])
    np.testing.assert_array_equal(tl.grad(module.Model().energy)(ones), [3.0, 3.0])


def test_one_that_was_not_patched_has_lost_its_source(module):
    with pytest.raises(tl.UnsupportedError, match="Import its module again"):
        tl.grad(module.Model().energy)(np.ones(2))
    assert tl.grad(module.other)(2.0) == 3.0
