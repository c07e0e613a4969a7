"""Texts that an earlier process generated are loaded, while they are still right."""

import importlib.util
import os
import pickle
import subprocess
import sys
import textwrap
import types
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


# What a program depends on besides its own module: the first lines of another one, what
# they become, and the program.
ELSEWHERE = {
    "which module a name leads to": (
        "import numpy as np",
        "import helpers_elsewhere as np; np.sin, np.sum = cubed, sum",
        "np.sum(np.sin(x) * x)",
    ),
    "a name that hides one of Python's": (
        "one = 1",
        "abs = cubed",
        "sum(abs(x) * x)",
    ),
    "an attribute of a function": (
        "f.mode = 'a'",
        "f.mode = 'b'",
        "sum(x * x if f.mode == 'a' else x)",
    ),
    "an attribute that a function has not": (
        "one = 1",
        "f.other = 1",
        "sum(x * x if hasattr(f, 'other') else x)",
    ),
    "the name of a function": (
        "f.__name__ = 'a'",
        "f.__name__ = 'b'",
        "sum(x * x if f.__name__ == 'a' else x)",
    ),
    "annotations": (
        "f.__annotations__['x'] = 'a'",
        "f.__annotations__['x'] = 'b'",
        "sum(x * x if f.__annotations__['x'] == 'a' else x)",
    ),
    "bytes": ("flag = b'a'", "flag = b'b'", "sum(x * x if flag == b'a' else x)"),
    "a table by classes": (
        "table = {float: f, int: g}",
        "table = {float: g, int: f}",
        "sum(x * table[float](2.0) * x)",
    ),
    "a range": ("flag = range(2)", "flag = range(3)", "sum(x * x * len(flag))"),
}


HELPERS = """
import numpy as np
def f(x): return x * 3.0
def g(x): return x + 1.0
def cubed(x): return x * x * x
"""


@pytest.fixture
def elsewhere(tmp_path, monkeypatch):
    """Give what imports a module anew, which takes its names from lines elsewhere."""
    helpers = tmp_path / "helpers_elsewhere.py"
    helpers.write_text(HELPERS)

    def imported(lines: str, body: str, place: Path = tmp_path):
        tl.cache_clear()
        settings = types.ModuleType("settings_elsewhere")
        functions = module_of(helpers)
        exec(f"from {functions.__name__} import *\n{lines}", vars(settings))
        monkeypatch.setitem(sys.modules, settings.__name__, settings)
        path = place / "mine_elsewhere.py"
        text = f"from settings_elsewhere import *\ndef loss(x):\n    {body}\n"
        if not path.exists() or path.read_text() != text:
            path.write_text(text)
        return module_of(path).loss

    def module_of(path: Path) -> types.ModuleType:
        found = importlib.util.spec_from_file_location(path.stem, path)
        module = importlib.util.module_from_spec(found)
        monkeypatch.setitem(sys.modules, path.stem, module)
        found.loader.exec_module(module)
        return module

    return imported


@pytest.mark.parametrize("what", ELSEWHERE, ids=lambda name: name.replace(" ", "-"))
def test_a_change_elsewhere_is_noticed(what, folder, found, elsewhere, monkeypatch):
    before, after, expression = ELSEWHERE[what]
    x = np.array([0.5, 2.0])
    tl.grad(elsewhere(before, f"return {expression}"))(x)
    changed = elsewhere(after, f"return {expression}")
    gradient = tl.grad(changed)(x)
    assert found == [None, None]
    eps = 1e-6
    slopes = [(changed(x + d) - changed(x - d)) / (2 * eps) for d in eps * np.eye(2)]
    np.testing.assert_allclose(gradient, slopes, rtol=1e-6)


def test_an_import_that_failed_is_tried_again(folder, elsewhere, monkeypatch):
    body = """
    try:
        import may_be_installed
        return sum(x * x)
    except ImportError:
        return sum(x * 7.0)
    """
    np.testing.assert_array_equal(tl.grad(elsewhere("", body))(np.ones(2)), [7, 7])
    monkeypatch.setitem(sys.modules, "may_be_installed", types.ModuleType("there"))
    np.testing.assert_array_equal(tl.grad(elsewhere("", body))(np.ones(2)), [2, 2])


def test_versions_that_are_asked_for_are_asked_again(folder, elsewhere, monkeypatch):
    lines = "import importlib.metadata as packages"
    body = "return sum(x * x if packages.version('numpy') == '1' else x)"
    x = np.full(2, 3.0)
    np.testing.assert_array_equal(tl.grad(elsewhere(lines, body))(x), [1.0, 1.0])
    assert not folder.exists() or not list(folder.iterdir())


def test_a_module_of_the_same_name_has_its_own_globals(folder, elsewhere):
    body = "return sum(x * x if flag == 'a' else x * 5.0)"
    first = elsewhere("flag = 'a'", body)
    np.testing.assert_array_equal(tl.grad(first)(np.ones(2)), [2.0, 2.0])
    elsewhere("flag = 'a'", body)
    first.__globals__["flag"] = "b"  # it is in `sys.modules` no more
    np.testing.assert_array_equal(tl.grad(first)(np.ones(2)), [5.0, 5.0])


def test_errors_name_the_file_of_this_process(folder, elsewhere, found, tmp_path):
    """Equal modules of one name in two folders."""
    lines, body = "import numpy as np", "return sum(np.linalg.inv(x * 1.0)[0])"
    for name in ("one", "other"):
        place = tmp_path / name
        place.mkdir()
        loss = elsewhere(lines, body, place)
        os.utime(place / "mine_elsewhere.py", (1e9, 1e9))
        tl.grad(loss)(np.eye(2))
        with pytest.raises(np.linalg.LinAlgError) as caught:
            tl.grad(loss)(np.zeros((2, 2)))
        assert str(place) in caught.value.__notes__[0]
    assert found[-1] is not None


def test_what_compiled_code_needs_is_the_same_before_and_after(folder, tmp_path):
    """numba is imported with the first derivative that it compiles."""
    pytest.importorskip("numba")
    text = (
        "import numpy as np, tangentlite as tl, tests.calls.test_kept_texts as here\n"
        "tl.grad(here.beyond, backend='numba')(np.array([0.5, 1.0]), 2)\n"
    )
    environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path)}
    done = [sys.executable, "-c", text]
    subprocess.run(done, env=environment, check=True, cwd=Path.cwd())
    first = {(path.name, path.stat().st_mtime_ns) for path in folder.iterdir()}
    subprocess.run(done, env=environment, check=True, cwd=Path.cwd())
    second = {(path.name, path.stat().st_mtime_ns) for path in folder.iterdir()}
    assert first and first == second


def test_what_nothing_compiles_warns_in_each_process(folder):
    pytest.importorskip("numba")
    for _ in range(2):
        tl.cache_clear()
        with pytest.warns(UserWarning, match="NumPy computes this derivative"):
            tl.grad(refused, backend="numba", fallback=True)(np.diag([1.0, 2.0]))


def refused(x):
    total = 0.0
    for _ in range(2):
        total += np.sum(np.linalg.svd(x)[1])
    return total


def test_without_a_home_nothing_is_kept(monkeypatch):
    monkeypatch.delenv(text_files.SWITCH)
    for name in ("HOME", "XDG_CACHE_HOME", "NUMBA_CACHE_DIR", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(Path, "home", homeless)
    assert gradient_again().shape == (2,)


def homeless():
    raise RuntimeError("Could not determine home directory.")


def test_a_full_disk_leaves_no_draft(folder, monkeypatch):
    def full(*_):
        raise OSError("No space left on device")

    monkeypatch.setattr(os, "replace", full)
    assert gradient_again().shape == (2,)
    assert list(folder.iterdir()) == []


def test_two_processes_that_make_one_text_keep_it_once(folder, monkeypatch):
    with monkeypatch.context() as patched:
        patched.setattr(kept_texts, "find", lambda *_: None)  # as both begin
        for _ in range(2):
            gradient_again()
    assert len(pickle.loads(entry(folder).read_bytes())) == 1


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
