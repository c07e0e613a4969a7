"""Modules of the user's that are called like those of Python, and wrapped functions."""

import functools
import importlib
import random
import runpy
import sys

import numpy as np
import pytest

import tangentlite as tl
from tangentlite.kinds.objects.libraries import (
    is_known_library,
    is_library,
    is_of_library,
)

X = np.array([0.7, 0.2, 0.9])
TEXT = """
import numpy as np


def scaled(v):
    return 3.0 * v


class Box:
    def __init__(self, v):
        self.v = v


def total(x):
    return np.sum(scaled(x) * Box(x).v)
"""


@pytest.fixture(params=["queue", "platform", "shutil", "random"])
def namesake(request, tmp_path, monkeypatch):
    (tmp_path / f"{request.param}.py").write_text(TEXT)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, request.param, raising=False)
    yield importlib.import_module(request.param)
    monkeypatch.undo()


def test_a_module_that_is_called_like_one_of_python(namesake):
    assert not is_library(namesake.__name__)
    assert not is_of_library(namesake.Box)
    assert not is_known_library(namesake.scaled)
    np.testing.assert_allclose(tl.grad(namesake.total)(X), 6.0 * X)


def test_modules_of_python():
    names = ["sys", "builtins", "os.path", "zipimport", "_io", "collections.abc"]
    assert all(map(is_library, names))
    assert is_known_library(random.random)


def test_functions_that_call_those_of_a_user():
    @functools.wraps(np.sin)
    def wrapper(v):
        return v

    def own(v):
        return v

    mapped = np.vectorize(own)
    made = [wrapper, functools.partial(own), mapped, np.frompyfunc(own, 1, 1)]
    assert not any(map(is_known_library, made))
    assert is_known_library(functools.partial(np.sum, axis=0))


OTHER = """
import numpy as np

WEIGHTS = np.arange(3.0)


def weighted(x):
    return np.sum(x**2 * WEIGHTS)
"""


def test_data_of_a_module_that_cannot_be_imported(tmp_path):
    (tmp_path / "unlisted.py").write_text(OTHER)
    path = str(tmp_path / "unlisted.py")
    weighted = runpy.run_path(path, run_name="unlisted")["weighted"]
    np.testing.assert_allclose(tl.grad(weighted)(X), 2 * X * np.arange(3.0))

    def squared(x):
        return weighted(x) ** 2

    with pytest.raises(tl.UnsupportedError, match="module unlisted, which cannot"):
        tl.grad(squared)(X)


def test_data_of_a_module_that_has_the_name_of_another(tmp_path, monkeypatch):
    (tmp_path / "unlisted.py").write_text(OTHER)
    monkeypatch.syspath_prepend(tmp_path)
    listed = importlib.import_module("unlisted")
    listed.WEIGHTS = np.ones(3)
    path = str(tmp_path / "unlisted.py")
    weighted = runpy.run_path(path, run_name="unlisted")["weighted"]

    def squared(x):
        return weighted(x) ** 2

    monkeypatch.setitem(sys.modules, "unlisted", listed)
    with pytest.raises(tl.UnsupportedError, match="module unlisted, which cannot"):
        tl.grad(squared)(X)
    monkeypatch.delitem(sys.modules, "unlisted")


def test_a_file_that_runpy_runs_is_no_module_to_import_from(tmp_path):
    path = tmp_path / 'program.py'
    path.write_text(
        'import numpy as np\n'
        'import tangentlite as tl\n'
        'from scipy.special import expit\n'
        'def f(x):\n'
        '    return np.sum(expit(x))\n'
        'found = tl.grad(f)(np.zeros(2))\n'
        'text = tl.grad(f).source\n')
    left = runpy.run_path(str(path))  # its name is `<run_path>`
    assert left['found'].tolist() == [0.25, 0.25]
    assert 'special.expit' in left['text']
