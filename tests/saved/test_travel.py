"""Derivatives are copied, pickled and sent to other processes; their code stays."""

import __future__

import concurrent.futures
import copy
import functools
import gc
import importlib.util
import io
import marshal
import multiprocessing
import os
import pickle
import pickletools
import struct
import subprocess
import sys
import threading
import types
from pathlib import Path

import numpy as np
import pytest

import tangentlite as tl
from tangentlite.calls.generated.one_run import one_run
from tangentlite.frontend.changed import has_changed
from tangentlite.ir import fact_cache
from tests.support import travelling

X = np.array([1.0, 2.0, 3.0])
ROOT = Path(__file__).parents[2]


def importable():
    """Callables of the API, each with its arguments."""
    cube, powers = travelling.cube, travelling.powers
    model = travelling.Model(2.0)
    one = (X,)
    return {
        "grad": (tl.grad(cube), one),
        "by name": (tl.grad(cube, wrt=("p", "x")), (X, 2.0)),
        "value_and_grad": (tl.value_and_grad(cube), one),
        "has_aux": (tl.grad(travelling.with_aux, has_aux=True), one),
        "reverse": (tl.autodiff(powers), one),
        "forward": (tl.autodiff(powers, mode="forward"), (X, X)),
        "second": (tl.grad(tl.grad(cube, wrt="p"), wrt="p"), (X, 2.0)),
        "elementwise": (tl.elementwise_grad(powers), one),
        "elementwise second": (tl.elementwise_grad(tl.elementwise_grad(powers)), one),
        "jacobian": (tl.jacobian(powers), one),
        "jacobian of grad": (tl.jacobian(tl.grad(cube)), one),
        "hessian": (tl.hessian(cube, wrt=("x", "p")), (X, 2.0)),
        "decorated": (travelling.decorated, one),
        "of decorated": (tl.jacobian(travelling.decorated), one),
        "beside decorated": (tl.value_and_grad(travelling.decorated.primal), one),
        "decorated matrix": (travelling.matrix, one),
        "beside matrix": (tl.autodiff(travelling.matrix.primal), one),
        "kept": (tl.grad(travelling.kept), (2.0,)),
        "partial": (tl.grad(functools.partial(cube, p=4.0)), one),
        "method": (tl.grad(model.loss), one),
        "object": (tl.grad(model), one),
        "held": (model.slope, one),
        "star": (tl.grad(travelling.of_many, wrt=(0, 2)), (X, X, X)),
        "star second": (
            tl.grad(tl.grad(travelling.of_many, wrt=2), wrt=2), (2.0, 1.0, 3.0),
        ),
        "star elementwise": (tl.elementwise_grad(travelling.of_many, wrt=2), (X, X, X)),
        "star jacobian": (tl.jacobian(travelling.of_many, wrt=(1, 2)), (X, X, X)),
        "star of partial": (
            tl.grad(functools.partial(travelling.of_many, X), wrt=1), (X, X),
        ),
        "star of method": (tl.grad(model.of_many, wrt=1), (X, X)),
        "decorated star": (travelling.decorated_of_many, (X, X, X)),
        "library": (tl.grad(np.tanh), (0.5,)),
    }


def same(one, other):
    if isinstance(one, tuple):
        return all(same(a, b) for a, b in zip(one, other, strict=True))
    return np.array_equal(one, other)


def copies(module):
    return lambda value: module.loads(module.dumps(value))


WAYS = {
    "pickle": copies(pickle),
    "oldest pickle": lambda value: pickle.loads(pickle.dumps(value, protocol=2)),
    "python pickle": lambda value: pickle._loads(pickle._dumps(value)),
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
}


@pytest.mark.parametrize("name", importable())
@pytest.mark.parametrize("way", WAYS)
def test_of_importable_functions(name, way):
    derivative, args = importable()[name]
    for _ in range(5):  # also when calls go straight to the tests of kinds
        want = derivative(*args)
    got = WAYS[way](derivative)
    assert same(got(*args), want)
    assert got.__name__ == derivative.__name__
    if isinstance(derivative, tl.Derivative):
        assert (got.wrt, got.mode) == (derivative.wrt, derivative.mode)


@pytest.mark.parametrize("library", ["cloudpickle", "dill"])
@pytest.mark.parametrize("name", importable())
def test_other_picklers(name, library):
    derivative, args = importable()[name]
    want = derivative(*args)
    assert same(copies(pytest.importorskip(library))(derivative)(*args), want)


def test_a_copy_is_the_derivative_itself():
    gradient = tl.grad(travelling.cube)
    for way in WAYS.values():
        assert way(gradient) is gradient
    second = tl.grad(gradient, wrt="p")
    assert copy.deepcopy(second) is second


def test_code_and_locks_stay():
    gradient = tl.grad(travelling.cube)
    before = pickle.dumps(gradient)
    gradient(X)
    assert pickle.dumps(gradient) == before
    assert len(before) < 200
    seen = io.StringIO()
    pickletools.dis(before, seen)
    assert "lock" not in seen.getvalue().lower()


def test_copies_of_objects_have_derivatives_of_their_own():
    model = travelling.Model(2.0)
    np.testing.assert_array_equal(model.slope(X), 6.0 * X**2)
    for way in ("pickle", "deepcopy"):
        other = WAYS[way](model)
        other.rate = 5.0
        np.testing.assert_array_equal(other.slope(X), 15.0 * X**2)
    np.testing.assert_array_equal(model.slope(X), 6.0 * X**2)


def closure(rate):
    def scaled(x, power=3.0, *, shift=np.ones(3)):  # noqa: B008
        return rate * np.sum((x + shift) ** power)

    return scaled


def local():
    """Derivatives of functions that nobody can import, each with its value."""
    scaled = closure(2.0)
    return {
        "closure": (tl.grad(scaled), 6.0 * (X + 1.0) ** 2),
        "lambda": (tl.grad(lambda x: np.sum(x**3)), 3.0 * X**2),
        "second": (tl.grad(tl.grad(closure(1.0), wrt="power"), wrt="power"), None),
        "elementwise": (tl.elementwise_grad(lambda x: x**3), 3.0 * X**2),
        "jacobian": (tl.jacobian(lambda x: x**3), np.diag(3.0 * X**2)),
        "pullback": (functools.partial(tl.vjp(lambda x: x**3, X)[1], X), (3 * X**3,)),
        "partial": (tl.grad(functools.partial(closure(2.0), power=2.0)), 4 * (X + 1.0)),
    }


@pytest.mark.parametrize("name", local())
@pytest.mark.parametrize("library", ["cloudpickle", "dill"])
def test_closures_and_lambdas(name, library):
    pickler = pytest.importorskip(library)
    derivative, want = local()[name]
    args = () if name == "pullback" else (X,)
    found = derivative(*args)
    assert want is None or same(found, want)
    data = pickler.dumps(derivative)
    assert same(pickler.loads(data)(*args), found)
    assert b"RLock" not in data and b"linecache" not in data


@pytest.mark.parametrize("library", ["cloudpickle", "dill"])
def test_functions_go_without_what_is_kept_with_them(library):
    pickler = pytest.importorskip(library)
    f = closure(2.0)
    before = len(pickler.dumps(f))
    tl.grad(f)(X)
    tl.hessian(f)(X)
    data = pickler.dumps(f)
    assert len(data) < before + 200
    g = pickler.loads(data)
    np.testing.assert_array_equal(tl.grad(g)(X), tl.grad(f)(X))
    assert tl.grad(g) is not tl.grad(f)
    assert copy.deepcopy(f) is f and tl.grad(copy.copy(f)) is tl.grad(f)


@pytest.mark.parametrize("name", ["closure", "lambda", "second", "pullback"])
def test_plain_pickle_says_which_function_it_cannot_find(name):
    derivative, _ = local()[name]
    with pytest.raises((pickle.PicklingError, AttributeError), match="local|<lambda>"):
        pickle.dumps(derivative)


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_processes(method):
    if method not in multiprocessing.get_all_start_methods():
        pytest.skip(f"no {method} here")
    context = multiprocessing.get_context(method)
    gradient = tl.grad(travelling.cube)
    want = gradient(X)
    with concurrent.futures.ProcessPoolExecutor(1, mp_context=context) as pool:
        assert same(pool.submit(gradient, X).result(timeout=120), want)
        jobs = (travelling.called, [tl.hessian(travelling.cube)], [X])
        (got,) = pool.map(*jobs, timeout=120)
        assert same(got, np.diag(6.0 * X))


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_lock_that_is_held_when_a_process_forks():
    gradient = tl.grad(closure(2.0))
    held, done = threading.Event(), threading.Event()

    def hold():
        with gradient._lock:
            held.set()
            done.wait(60)

    thread = threading.Thread(target=hold)
    thread.start()
    held.wait(60)
    child = multiprocessing.get_context("fork").Process(target=gradient, args=(X,))
    child.start()
    child.join(60)
    done.set()
    thread.join(60)
    if child.is_alive():
        child.kill()
    assert child.exitcode == 0


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_what_generating_has_changed_when_another_thread_forks():
    gradient = tl.grad(closure(2.0))
    before = sys.getrecursionlimit()
    inside, done = threading.Event(), threading.Event()

    def generate():
        with one_run(gradient.request):
            inside.set()
            done.wait(60)

    def after_fork():
        assert gc.isenabled() and sys.getrecursionlimit() == before
        gradient(X)
        assert not sum(found.cache_info().currsize for found in fact_cache._FACTS)

    thread = threading.Thread(target=generate)
    thread.start()
    inside.wait(60)
    assert not gc.isenabled() and sys.getrecursionlimit() > before
    child = multiprocessing.get_context("fork").Process(target=after_fork)
    child.start()
    child.join(60)
    assert not gc.isenabled()
    done.set()
    thread.join(60)
    if child.is_alive():
        child.kill()
    assert child.exitcode == 0
    assert gc.isenabled() and sys.getrecursionlimit() == before


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_process_that_forks_while_it_generates():
    def left():
        with one_run(tl.grad(closure(2.0)).request):
            child = os.fork()
            goes_on = not gc.isenabled()
        return child, goes_on and gc.isenabled()

    parent = os.getpid()
    try:
        child, right = left()
    finally:
        if os.getpid() != parent:  # whatever it raises
            os._exit(0 if vars().get("right") else 1)
    assert right and os.waitpid(child, 0)[1] == 0


def test_joblib():
    joblib = pytest.importorskip("joblib")
    gradient = tl.grad(travelling.cube)
    want = gradient(X)
    run = joblib.Parallel(n_jobs=2, timeout=120)
    for derivative in (gradient, tl.grad(lambda x: np.sum(x**3))):
        found = run(joblib.delayed(derivative)(x) for x in (X, X))
        assert all(same(got, want) for got in found)


SENDS = """
import sys
import cloudpickle
import tangentlite as tl

RATE = 2.0


def scaled(x):
    return helper(x) * RATE


def helper(x):
    return x * x


def slope(x):
    return tl.grad(lambda y: scaled(y))(x)


sent = [tl.grad(scaled), slope, tl.grad(lambda x: x * x * RATE)]
sys.stdout.buffer.write(cloudpickle.dumps(sent))
"""
RECEIVES = """
import pickle, sys
for function in pickle.load(sys.stdin.buffer):
    print(function(3.0))
"""


def test_functions_of_a_script_find_their_file_in_another_process(tmp_path):
    pytest.importorskip("cloudpickle")
    script = tmp_path / "script.py"
    script.write_text(SENDS)
    command = [sys.executable, script]
    sent = subprocess.run(command, capture_output=True, check=True, cwd=ROOT)
    command = [sys.executable, "-c", RECEIVES]
    got = subprocess.run(command, input=sent.stdout, capture_output=True, cwd=ROOT)
    assert got.stdout.decode().split() == ["12.0"] * 3, got.stderr.decode()


MODULE = """
RATE = 2.0
def helper(x):
    return x * x
def scaled(x):
    return helper(x) * RATE
"""


def imported(path):
    """Return a module's names, as its import would make them now."""
    names = {"__file__": str(path), "__name__": "stale"}
    exec(compile(path.read_text(), path, "exec", dont_inherit=True), names)
    return names


MOVED = ("RATE = 2.0", "RATE = (\n2.0)")


def test_functions_that_have_moved_in_their_file_are_found(tmp_path):
    path = tmp_path / "stale.py"
    path.write_text(MODULE)
    names = imported(path)
    path.write_text(MODULE.replace(*MOVED))
    assert tl.grad(names["scaled"])(3.0) == 12.0


@pytest.mark.parametrize(
    ("before", "after", "named"),
    [
        ("x * x", "x + x", True),
        ("x * x", "x + x", False),
        ("helper", "other", True),
        ("helper", "other", False),
        (*MOVED, False),
    ],
)
def test_files_that_changed_since_are_refused(before, after, named, tmp_path):
    path = tmp_path / "stale.py"
    path.write_text(MODULE)
    names = imported(path)
    if not named:
        for name in ("scaled", "helper"):
            code = names[name].__code__.replace(co_filename="<dynamic-code>")
            names[name] = types.FunctionType(code, names)
    path.write_text(MODULE.replace(before, after))
    what = "has changed" if named else "cannot be found"
    with pytest.raises(tl.UnsupportedError, match=what):
        tl.grad(names["scaled"])(3.0)
    other = imported(path)
    assert tl.grad(other["scaled"])(3.0) == (4.0 if after == "x + x" else 12.0)


EDITED = """
import sys

if sys.argv[1] == "first":
    import tangentlite
import model

with open("model.py", "w") as file:
    file.write("def f(x):\\n    return 7.0 * x\\n")
import tangentlite as tl

try:
    print(model.f(1.0), tl.value_and_grad(model.f)(1.0))
except tl.UnsupportedError as error:
    print(error)
"""


@pytest.mark.parametrize("order", ["first", "last"])
@pytest.mark.parametrize("is_kept", [False, True])
def test_files_that_changed_before_the_first_derivative(order, is_kept, tmp_path):
    (tmp_path / "model.py").write_text("def f(x):\n    return 2.0 * x\n")
    command = [sys.executable, *([] if is_kept else ["-B"]), "-c", EDITED, order]
    paths = {**os.environ, "PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}"}
    done = subprocess.run(command, capture_output=True, cwd=tmp_path, env=paths)
    assert b"has changed" in done.stdout, (done.stdout, done.stderr.decode())


LONG = """
import functools


@functools.lru_cache(
    maxsize=1,
)
def decorated(x):
    return x * x


class Model:
    if True:
        rate = 2.0
    else:
        rate = (
3.0
)

    def loss(self, x):
        text = '''
not indented'''
        return x * self.rate


if Model:
    lambdas = [lambda x: x * x]
else:
    lambdas = []
"""


def test_functions_of_all_places_of_a_file_are_found_in_it(tmp_path):
    path = tmp_path / "long.py"
    path.write_text(LONG)
    names = imported(path)
    codes = [names["decorated"].__wrapped__.__code__, names["lambdas"][0].__code__]
    codes.append(names["Model"].loss.__code__)
    assert not any(map(has_changed, codes))
    path.write_text(LONG.replace("x * ", "x + "))
    assert all(map(has_changed, codes))


def test_code_of_an_earlier_release_of_python_is_known(tmp_path):
    """Its instructions are others; those that Python keeps tell what it was made of."""
    path = tmp_path / "earlier.py"
    path.write_text("def f(x):\n    return 2.0 * x\n")
    code = compile(path.read_text().replace("2.0 * x", "x * 2.0"), path, "exec")
    kept = Path(importlib.util.cache_from_source(path))
    kept.parent.mkdir()
    facts = path.stat()
    head = struct.pack("<LLL", 0, int(facts.st_mtime), facts.st_size)
    kept.write_bytes(importlib.util.MAGIC_NUMBER + head + marshal.dumps(code))
    names = {"__file__": str(path), "__name__": "earlier"}
    exec(code, names)
    assert not has_changed(names["f"].__code__)
    os.utime(kept, (facts.st_mtime - 1.0,) * 2)
    assert has_changed(names["f"].__code__)


def test_a_function_is_known_when_other_lines_of_its_file_changed(tmp_path):
    path = tmp_path / "stale.py"
    path.write_text(MODULE)
    names = imported(path)
    path.write_text(MODULE.replace("RATE = 2.0", "RATE = 3.0"))
    assert tl.grad(names["scaled"])(3.0) == 12.0


def test_what_a_notebook_imported_from_the_future_is_no_change(tmp_path):
    path = tmp_path / "cell.py"
    path.write_text("def square(x: float) -> float:\n    return x * x\n")
    flags = __future__.annotations.compiler_flag
    names = {}
    exec(compile(path.read_text(), path, "exec", flags, dont_inherit=True), names)
    assert tl.grad(names["square"])(3.0) == 6.0


def test_joblib_hashes():
    joblib = pytest.importorskip("joblib")
    gradient = tl.grad(travelling.cube)
    before = joblib.hash(gradient)
    gradient(X)
    others = [
        tl.value_and_grad(travelling.cube),
        tl.grad(travelling.cube, wrt="p"),
        tl.grad(travelling.cube, wrt=("x",)),
        tl.grad(travelling.powers),
        tl.hessian(travelling.cube),
        tl.jacobian(travelling.cube),
    ]
    assert joblib.hash(gradient) == before == joblib.hash(copy.deepcopy(gradient))
    assert len({before, *map(joblib.hash, others)}) == len(others) + 1


def test_another_process_makes_it_anew():
    data = pickle.dumps([derivative for derivative, _ in importable().values()])
    program = (
        "import pickle, sys\n"
        "for derivative in pickle.load(sys.stdin.buffer):\n"
        "    print(derivative.__name__)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], input=data, capture_output=True, cwd=ROOT
    )
    assert done.returncode == 0, done.stderr.decode()
    assert len(done.stdout.split()) == len(importable())
