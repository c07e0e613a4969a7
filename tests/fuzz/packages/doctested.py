"""Functions of a package that are plain Python, and how their doctests call them."""

from __future__ import annotations

import contextlib
import copy
import doctest
import importlib
import inspect
import io
import pkgutil
import sys
import types
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from tests.fuzz.examine import within
from tests.fuzz.outcome import OutOfTime

# What examples must not do here: draw, read files, ask the network.
ELSEWHERE = ("plt.", "matplotlib", "open(", "urlopen", "savefig", "input(", "fetch_",
             "load_dataset", "sleep(", "subprocess", "joblib", "requests")  # fmt: skip
SECONDS = 10.0  # for the examples of a function
CALLS = 2  # of a function that are tried


@dataclass(frozen=True)
class Call:
    """A call of a function by an example: its arguments by the names of parameters."""

    function: Callable
    name: str
    arguments: dict[str, object]
    kinds: dict[str, object]


def calls_of(package: str) -> Iterator[Call]:
    """Yield the calls of all functions of a package that its examples make."""
    for name, function in functions(package):
        found: list[Call] = []
        with contextlib.suppress(OutOfTime), within(SECONDS):
            found = calls_in_examples(name, function)
        yield from found


def functions(package: str) -> Iterator[tuple[str, Callable]]:
    """Yield the public functions with examples, each under its first name."""
    seen: set[int] = set()
    for module in modules(package):
        for name, found in sorted(vars(module).items()):
            plain = inspect.unwrap(found) if callable(found) else None
            if name.startswith("_") or not isinstance(plain, types.FunctionType):
                continue
            if id(plain.__code__) in seen or not is_of(plain, package):
                continue
            seen.add(id(plain.__code__))
            text = found.__doc__ or ""
            if ">>> " in text and not any(word in text for word in ELSEWHERE):
                yield f"{module.__name__}.{name}", found


def is_of(function: types.FunctionType, package: str) -> bool:
    return (function.__module__ or "").split(".")[0] == package


def modules(package: str) -> Iterator[types.ModuleType]:
    """Yield the public modules of a package that can be imported."""
    top = importlib.import_module(package)
    yield top
    for info in pkgutil.walk_packages(top.__path__, f"{package}.", lambda name: None):
        parts = info.name.split(".")
        if any(part.startswith("_") or part in HIDDEN for part in parts):
            continue
        module = None
        with contextlib.suppress(Exception), silent():
            module = importlib.import_module(info.name)
        if module is not None:
            yield module


HIDDEN = {
    "tests", "test", "testing", "conftest", "setup", "sandbox", "f2py", "distutils",
    "examples", "datasets", "doc", "extern", "externals", "ma", "char", "typing",
    "utils", "samp", "visualization", "graphics", "io",
}  # fmt: skip


def calls_in_examples(name: str, function: Callable) -> list[Call]:
    """Run the examples of a function and note how they call it."""
    plain = inspect.unwrap(function)
    around = wrappers(function)
    found: list[Call] = []

    def note(frame: types.FrameType, event: str, argument: object) -> None:
        caller = frame.f_back
        while caller is not None and caller.f_code in around:
            caller = caller.f_back
        if event != "call" or frame.f_code is not plain.__code__ or len(found) >= CALLS:
            return
        if caller is None or not caller.f_code.co_filename.startswith("<example"):
            return
        with contextlib.suppress(Exception):
            found.append(call_in(frame, name, function, plain))

    space = {"__name__": "__main__", **vars(sys.modules[plain.__module__])}
    space[function.__name__] = function
    for example in examples_of(function):
        with contextlib.suppress(Exception), silent():
            code = compile(example.source, "<example>", "single")
            sys.setprofile(note)
            try:
                exec(code, space)
            finally:
                sys.setprofile(None)
    return found


def wrappers(function: Callable) -> set[types.CodeType]:
    """The code of the functions that `functools.wraps` has put around a function."""
    found = set()
    while hasattr(function, "__wrapped__"):
        if hasattr(function, "__code__"):
            found.add(function.__code__)
        function = function.__wrapped__
    return found


def call_in(
    frame: types.FrameType, name: str, function: Callable, plain: types.FunctionType
) -> Call:
    """The call that a frame is the beginning of."""
    parameters = inspect.signature(plain).parameters
    values = {key: copy.deepcopy(frame.f_locals[key]) for key in parameters}
    kinds = {key: one.kind for key, one in parameters.items()}
    return Call(function, name, values, kinds)


def examples_of(function: Callable) -> list[doctest.Example]:
    try:
        return doctest.DocTestParser().get_examples(function.__doc__ or "")
    except ValueError:
        return []


@contextlib.contextmanager
def silent() -> Iterator[None]:
    """Without warnings and without what is printed."""
    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
        warnings.simplefilter("ignore")
        yield
