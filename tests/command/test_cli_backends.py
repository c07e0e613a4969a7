"""`tangentlite show --backend numba`: the text is Python, and what is compiled."""

from importlib import util
from pathlib import Path

import numpy as np
import pytest

import tangentlite as tl
from tangentlite.command.cli import main

numba = pytest.importorskip("numba")

X = np.array([0.5, 1.0, 2.0])

MODULE = """\
import numba
import numpy as np


@numba.njit
def wave(x):
    return np.sin(x) * x


def energy(x, c):
    total = 0.0
    for i in range(len(x)):
        total += wave(x[i]) * c
    return total


def scaled(params, x):
    return np.sum(params["w"] * x * x)


def singular(x):
    total = 0.0
    for _ in range(2):
        total += np.sum(np.linalg.svd(x)[1])
    return total


def counted(x: float, n: int):
    for _ in range(n):
        x = x * x
    return x
"""
ENERGY = "--arg x=np.ones(3) --arg c=2.0"


@pytest.fixture
def module(tmp_path, monkeypatch):
    """The user's module, in the working folder."""
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "mod.py"
    file.write_text(MODULE)
    spec = util.spec_from_file_location("mod", file)
    loaded = util.module_from_spec(spec)
    spec.loader.exec_module(loaded)
    return loaded


def shown(capsys, words: str) -> str:
    status = main(["show", *words.split(), "--backend", "numba"])
    out, err = capsys.readouterr()
    assert (status, err) == (0, "")
    return out


def named(text: str) -> dict:
    """Run a text as a module without a file; numba would look for one to cache it."""
    names: dict = {}
    exec(text.replace("cache=True", "cache=False"), names)
    return names


CALLS = [
    ("energy_grad", f"mod.py:energy {ENERGY}", tl.grad, {}),
    ("energy_grad", f"mod.py:energy {ENERGY} --wrt x,c", tl.grad, {"wrt": ("x", "c")}),
    ("energy_value_and_grad", f"mod.py:energy {ENERGY} --value", tl.value_and_grad, {}),
]


@pytest.mark.parametrize(("name", "words", "make", "options"), CALLS)
@pytest.mark.parametrize("standalone", ["", " --standalone"])
def test_the_text_runs(module, capsys, name, words, make, options, standalone):
    text = shown(capsys, words + standalone)
    assert "@njit(" in text and "for i in range(" in text
    names = named(text)
    want = make(module.energy, **options)(X, 0.7)
    for one, other in zip(flattened(names[name](X, 0.7)), flattened(want)):
        np.testing.assert_allclose(one, other, rtol=1e-13)
    inner = names.get(f"{name}_loops", names[name])
    assert isinstance(inner, numba.core.dispatcher.Dispatcher)
    np.testing.assert_equal(inner.py_func(X, 0.7), inner(X, 0.7))


def flattened(value) -> list:
    parts = value if isinstance(value, tuple) else (value,)
    return [leaf for part in parts for leaf in np.ravel(part)]


def test_forward_mode(module, capsys):
    text = shown(capsys, f"mod.py:energy {ENERGY} --mode forward --wrt x,c")
    got = named(text)["energy_jvp"](X, 0.7, np.cos(X), 0.3)
    by_x, by_c = tl.grad(module.energy, wrt=(0, 1))(X, 0.7)
    np.testing.assert_allclose(got, by_x @ np.cos(X) + 0.3 * by_c)


def test_the_text_is_what_is_compiled(module, capsys):
    text = shown(capsys, f"mod.py:energy {ENERGY}")
    gradient = tl.grad(module.energy, backend="numba")
    gradient(X, 0.7)
    file = Path(gradient.jitted.py_func.__code__.co_filename)
    compiled = file.read_text(encoding="utf-8")
    assert text.rstrip() == gradient.source.rstrip() == compiled.rstrip()


def test_containers_are_taken_apart_in_python(module, capsys):
    words = 'mod.py:scaled --arg params={"w":np.ones(3)} --arg x=np.ones(3)'
    text = shown(capsys, words)
    *_, outer = text.split("\n\n\n")
    assert outer.startswith("def scaled_grad(params, x):") and "{'w': " in outer
    got = named(text)["scaled_grad"]({"w": X}, X)
    np.testing.assert_allclose(got["w"], X * X)


def test_annotations_stand_for_arguments(module, capsys):
    names = named(shown(capsys, "mod.py:counted"))
    assert names["counted_grad"](1.1, 3) == pytest.approx(8.0 * 1.1**7)


@pytest.mark.parametrize(
    "words, what",
    [
        ("mod.py:energy", "may be a number or an array of any rank"),
        ("mod.py:singular --arg x=np.eye(2)", "np.linalg.svd(x)"),
    ],
)
def test_what_is_not_compiled_has_a_line(module, capsys, words, what):
    assert main(["show", *words.split(), "--backend", "numba"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "mod.py:" in err and "this cannot be compiled by numba" in err
    assert what in err and "backend='numpy'" in err


def test_line_numbers_and_files(module, capsys, tmp_path):
    text = shown(capsys, f"mod.py:energy {ENERGY} --line-numbers")
    line = MODULE.splitlines().index("        total += wave(x[i]) * c") + 1
    assert f"# {line}: total += wave(x[i]) * c" in text
    assert shown(capsys, f"mod.py:energy {ENERGY} --line-numbers -o out.py") == ""
    assert (tmp_path / "out.py").read_text(encoding="utf-8") == text


def test_check_compiles(module, capsys):
    words = f"mod.py:energy {ENERGY} --wrt x,c --mode forward --backend numba"
    assert main(["check", *words.split()]) == 0
    assert "agrees with central differences" in capsys.readouterr().out


def test_unknown_backends_are_refused(capsys):
    with pytest.raises(SystemExit) as caught:
        main(["show", "mod.py:energy", "--backend", "c"])
    assert caught.value.code == 2
    assert "--backend: invalid choice: 'c'" in capsys.readouterr().err


def test_loops_for_threads_are_printed_when_asked_for(module, capsys):
    words = "mod.py:scaled --wrt x --arg params={'w':np.ones(3)} --arg x=np.ones(3)"
    assert "prange" not in shown(capsys, words)
    assert "for i in prange(" in shown(capsys, f"{words} --parallel")
