"""Texts that an earlier process generated are loaded, while they are still right."""

import importlib
import os
import pickle
import subprocess
import sys
import textwrap
from pathlib import Path

import numpy as np
import pytest

import tangentlite as tl
from tangentlite.calls.kept import fingerprints, kept_texts, text_files
from tangentlite.rules import users_rules
from tests.programs.corpora import all_programs
from tests.programs.test_programs import forward, reverse, seed_of
from tests.support.measure import directions, flat


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Turn the cache on, which is off in tests, in a folder of its own."""
    monkeypatch.delenv(text_files.SWITCH)
    monkeypatch.setattr(users_rules, "_GIVEN", set())  # other tests give some
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "tangentlite" / "texts"


@pytest.fixture
def found(monkeypatch):
    """Collect what `find` returned."""
    results, find = [], kept_texts.find

    def noted(*asked):
        results.append(find(*asked))
        return results[-1]

    monkeypatch.setattr(kept_texts, "find", noted)
    return results


@pytest.mark.one_in(8)
@pytest.mark.parametrize(
    "program", [pytest.param(one, id=name) for name, one in all_programs()]
)
def test_what_is_loaded_computes_the_same(program, folder, found):
    direction, seed = next(directions(program)), seed_of(program)
    made = [flat(reverse(program, seed)), flat(forward(program, direction))]
    del found[:]
    tl.cache_clear()
    again = [flat(reverse(program, seed)), flat(forward(program, direction))]
    for one, other in zip(made, again):
        np.testing.assert_array_equal(one, other)
    if not any(found):
        pytest.skip("its texts are not kept")


MODULE = """
    import numpy as np
    from other import scaled, SHIFT

    FACTOR, NAMES, TABLE = 2.0, ("a", "b"), np.arange(3.0)

    def square(x, power=2):
        return x ** power

    def loss(x, kind="a", n=3):
        total = np.sum(square(x) * FACTOR) + np.sum(scaled(x) * TABLE)
        for k in range(n):
            if kind == NAMES[0]:
                total = total + SHIFT * np.sum(np.sin(x)) * k
        return total
"""
OTHER = """
    SHIFT = 1.5
    def scaled(x, by=3.0):
        return x * by
"""
CALL = """
    import sys, warnings
    import numpy as np, tangentlite as tl
    import mine
    from tangentlite.calls.kept import kept_texts
    results, find = [], kept_texts.find
    def noted(*asked):
        results.append(find(*asked))
        return results[-1]
    kept_texts.find = noted
    x = np.array([0.5, 1.0, 2.0])
    text = tl.grad(mine.loss).source_for(x)
    gradient = tl.grad(mine.loss)(x)
    eps = 1e-6
    for k in range(3):
        step = eps * np.eye(3)[k]
        slope = (mine.loss(x + step) - mine.loss(x - step)) / (2 * eps)
        assert abs(gradient[k] - slope) < 1e-6, (gradient, slope)
    walked = "tangentlite.specialize.program" in sys.modules
    assert walked == (results[0] is None)
    print("loaded" if results[0] is not None else "made")
"""


def called(folder: Path, **changes: str) -> str:
    """Write the modules, call the derivative in a process, and say how it was found."""
    files = {"mine": MODULE, "other": OTHER, **changes}
    for name, text in files.items():
        path = folder / f"{name}.py"
        text = textwrap.dedent(text)
        if not path.exists() or path.read_text() != text:
            path.write_text(text)
    environment = {
        **os.environ, "XDG_CACHE_HOME": str(folder / "cache"), "PYTHONPATH": str(folder)
    }  # fmt: skip
    environment.pop(text_files.SWITCH, None)
    environment.pop("NUMBA_CACHE_DIR", None)
    command = [sys.executable, "-c", textwrap.dedent(CALL)]
    done = subprocess.run(
        command, env=environment, capture_output=True, text=True, cwd=Path.cwd()
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


CHANGES = {
    "a constant": ("mine", "FACTOR, NAMES, TABLE = 2.0", "FACTOR, NAMES, TABLE = 2"),
    "text": ("mine", '("a", "b")', '("c", "b")'),
    "a default": ("other", "by=3.0", "by=4.0"),
    "the code of what is called": ("other", "x * by", "x / by"),
    "the kind of an array": ("mine", "np.arange(3.0)", "np.ones((2, 3))"),
    "a number in the code": ("mine", "power=2", "power=3"),
}


@pytest.mark.one_in(3)
@pytest.mark.parametrize("change", CHANGES, ids=lambda name: name.replace(" ", "-"))
def test_a_change_is_noticed(change, tmp_path):
    module, old, new = CHANGES[change]
    text = {"mine": MODULE, "other": OTHER}[module]
    assert old in text
    assert called(tmp_path) == "made"
    assert called(tmp_path) == "loaded"
    assert called(tmp_path, **{module: text.replace(old, new)}) == "made"


GAIN = np.array([2.0, 3.0])


def of_this_file(x):
    return np.sum(np.sin(x) * x * GAIN)


def test_the_values_of_data_are_read_at_each_call(folder, found, monkeypatch):
    x = np.array([0.5, 1.0])
    first = gradient_again()
    monkeypatch.setattr(sys.modules[__name__], "GAIN", np.array([4.0, 6.0]))
    np.testing.assert_allclose(gradient_again(), 2.0 * first)
    assert found[-1] is not None
    monkeypatch.setattr(sys.modules[__name__], "GAIN", 2.0)
    np.testing.assert_allclose(gradient_again(), 2.0 * (np.cos(x) * x + np.sin(x)))
    assert found[-1] is None


def entry(folder: Path) -> Path:
    (path,) = folder.iterdir()
    return path


def gradient_again() -> np.ndarray:
    tl.cache_clear()
    return tl.grad(of_this_file)(np.array([0.5, 1.0]))


@pytest.mark.parametrize(
    "damage",
    [b"", b"no pickle", pickle.dumps([b"neither"]), pickle.dumps([pickle.dumps(1)])],
    ids=["empty", "no-pickle", "no-text", "another-record"],
)
def test_damaged_files_are_ignored(damage, folder, found):
    expected = gradient_again()
    entry(folder).write_bytes(damage)
    np.testing.assert_array_equal(gradient_again(), expected)
    np.testing.assert_array_equal(gradient_again(), expected)
    assert [one is not None for one in found] == [False, False, True]


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="there are no modes of files")
def test_what_others_can_write_is_not_read(folder, found):
    gradient_again()
    for path in (entry(folder), folder):
        mode = path.stat().st_mode
        path.chmod(mode | 0o022)
        gradient_again()
        assert found[-1] is None
        path.chmod(mode)
    gradient_again()
    assert found[-1] is not None


def test_other_versions_do_not_read_it(folder, found, monkeypatch):
    gradient_again()
    monkeypatch.setattr(fingerprints, "_package", lambda: "a later version")
    gradient_again()
    assert found[-1] is None
    monkeypatch.undo()


def test_with_a_rule_of_the_users_nothing_is_read(folder, found):
    gradient_again()
    users_rules.note_given([of_this_file])
    gradient_again()
    assert found[-1] is None


def test_it_can_be_turned_off_and_cleared(folder, found, monkeypatch):
    gradient_again()
    monkeypatch.setenv(text_files.SWITCH, "off")
    gradient_again()
    assert found[-1] is None
    monkeypatch.delenv(text_files.SWITCH)
    tl.cache_clear(disk=True)
    assert list(folder.iterdir()) == []


def test_the_oldest_files_go(folder, monkeypatch):
    monkeypatch.setattr(text_files, "MOST_FILES", 4)
    for k in range(7):
        text_files.write(f"text{k}", b"")
        os.utime(folder / f"text{k}", (k, k))
    assert "text6" in os.listdir(folder)
    assert len(os.listdir(folder)) <= 4


def test_sizes_and_trip_counts_have_texts_of_their_own(folder, found):
    for rows, columns, n in ((3, 3, 2), (3, 4, 2), (4, 4, 2), (1, 4, 2), (3, 4, 9)) * 2:
        tl.cache_clear()
        x, m = np.full(columns, 0.5), np.ones((rows, columns))
        gradient = tl.grad(sized)(x, m, n)
        expected = np.full(columns, rows * 0.5 ** (n - 1) * n)
        np.testing.assert_allclose(gradient, expected)
    assert found[-1] is not None


def sized(x, m, n):
    y = x
    for _ in range(n - 1):
        y = y * x
    return np.sum(m * y)


class Weights:
    w = 2.0


def with_object(x, weights):
    return np.sum(x * weights.w)


def test_what_has_no_name_is_not_kept(folder, found):
    scale = 3.0
    for f, args in (
        (lambda x: x * x, (2.0,)),
        (lambda x: x * scale, (2.0,)),
        (with_object, (np.ones(2), Weights())),
    ):
        tl.grad(f)(*args)
    assert not folder.exists() or not list(folder.iterdir())


@tl.custom_vjp
def clipped(x):
    return x


clipped.defvjp(lambda x: (x, None), lambda residuals, y_bar: (np.clip(y_bar, -1, 1),))


def with_own_rule(x):
    return np.sum(clipped(x) * 5.0)


def test_what_depends_on_a_rule_of_the_users_is_not_kept(folder):
    np.testing.assert_array_equal(tl.grad(with_own_rule)(np.ones(2)), [1.0, 1.0])
    assert not folder.exists() or not list(folder.iterdir())


def test_errors_name_the_users_line(folder, found):
    def shown() -> str:
        with pytest.raises(IndexError) as caught:
            tl.grad(beyond)(np.ones(3), 7)
        lines = [entry.lineno for entry in caught.traceback]
        return str(caught.value), lines[1:]

    first = shown()
    tl.cache_clear()
    assert shown() == first
    assert found[-1] is not None


def beyond(x, n):
    y = x * 1.0
    for k in range(n):
        y[k] = y[k] * y[k - 1]
    return np.sum(y)


def test_compiled_functions_are_loaded(folder, found):
    pytest.importorskip("numba")
    x = np.array([0.5, 1.0, 2.0])
    gradient = tl.grad(beyond, backend="numba")(x, 3)
    tl.cache_clear()
    again = tl.grad(beyond, backend="numba")
    np.testing.assert_array_equal(again(x, 3), gradient)
    assert found[-1] is not None
    with pytest.raises(IndexError):
        again(x, 7)  # NumPy repeats it


# What a function reads, before and after a change that leaves its own code as it is.
READ = {
    "a name of Python's is hidden": (
        "def f(x):\n    return abs(x) * x\n",
        "def f(x):\n    return abs(x) * x\n\ndef abs(x):\n    return 2.0 * x * x\n",
    ),
    "another function has the name": (
        "def f(x):\n    return g(x) * x\n\nfrom math import sin as g\n",
        "def f(x):\n    return g(x) * x\n\nfrom math import cos as g\n",
    ),
    "bytes": (
        "def f(x):\n    return x * x if MODE == b'a' else x\n\nMODE = b'a'\n",
        "def f(x):\n    return x * x if MODE == b'a' else x\n\nMODE = b'b'\n",
    ),
    "the name that a function has": (
        "def f(x):\n    return x * len(g.__name__)\n\ndef g(): pass\n",
        "def f(x):\n    return x * len(g.__name__)\n\ndef g(): pass\n"
        "g.__name__ = 'six'\n",
    ),
    "a function of a module": (
        "def f(x):\n    return tools.g(x)\n\nimport types\n"
        "tools = types.ModuleType('t')\ntools.g = lambda x: x * x\n",
        "def f(x):\n    return tools.g(x)\n\nimport types\n"
        "tools = types.ModuleType('t')\ntools.g = lambda x: x * x * x\n",
    ),
    "what can be imported": (
        "def f(x):\n    try:\n        import nowhere_to_be_found\n"
        "    except ImportError:\n        return x * x\n    return x\n",
        "import sys, math\nsys.modules['nowhere_to_be_found'] = math\n"
        "def f(x):\n    try:\n        import nowhere_to_be_found\n"
        "    except ImportError:\n        return x * x\n    return x\n",
    ),
}


@pytest.mark.parametrize("case", READ, ids=lambda name: name.replace(" ", "-"))
def test_what_a_function_reads_is_compared(case, tmp_path, folder, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)  # texts change too fast
    monkeypatch.setitem(sys.modules, "nowhere_to_be_found", None)
    slopes = []
    for text in READ[case] * 2:
        (tmp_path / "read_module.py").write_text(text)
        monkeypatch.delitem(sys.modules, "read_module", raising=False)
        module = importlib.import_module("read_module")
        found = tl.grad(module.f)(0.7)
        expected = (module.f(0.7 + 1e-6) - module.f(0.7 - 1e-6)) / 2e-6
        assert abs(found - expected) < 1e-6
        slopes.append(found)
        tl.cache_clear()
        monkeypatch.setitem(sys.modules, "nowhere_to_be_found", None)
    assert abs(slopes[0] - slopes[1]) > 0.05


def test_functions_of_libraries_may_be_closures(folder, found):
    linalg = pytest.importorskip("scipy.linalg")
    assert linalg.cho_factor is not None
    matrix = np.array([[2.0, 0.5], [0.5, 1.0]])
    first = tl.grad(factored)(matrix)
    tl.cache_clear()
    np.testing.assert_array_equal(tl.grad(factored)(matrix), first)
    assert found[-1] is not None


def factored(m):
    from scipy import linalg

    return np.sum(linalg.cho_solve(linalg.cho_factor(m), np.ones(2)))
