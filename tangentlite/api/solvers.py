"""Root finders of scipy.optimize inside programs: derivatives by their equations."""

from __future__ import annotations

import functools
import importlib
import inspect
import linecache
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from tangentlite import operations
from tangentlite.api.implicit import implicit
from tangentlite.handlers import calls, when_met
from tangentlite.values.base import Known


@dataclass(frozen=True)
class Solver:
    """A solver: its parameters that are functions and numbers, and what it makes zero.

    The `residual` is an expression with a place for what functions take behind `z`.
    """

    solve: Callable
    functions: tuple[str, ...]
    numbers: tuple[str, ...]
    residual: str


@when_met("scipy.optimize._zeros_py")
def register_root_finders() -> None:
    """Register what `brentq`, `newton` and their like are in a program."""
    optimize = importlib.import_module("scipy.optimize")
    for name in ("brentq", "brenth", "bisect", "ridder", "toms748"):
        bracketed = getattr(optimize, name)
        _register(Solver(bracketed, ("f",), ("a", "b"), "_f(z{rest})"))
    functions = ("func", "fprime", "fprime2")
    _register(Solver(optimize.newton, functions, ("x0", "x1"), "_func(z{rest})"))


@when_met("scipy.optimize._minpack_py")
def register_systems() -> None:
    """Register what `fsolve` and `fixed_point` are in a program."""
    optimize = importlib.import_module("scipy.optimize")
    residual = "np.ravel(np.asarray(_func(z{rest})))"
    _register(Solver(optimize.fsolve, ("func", "fprime"), ("x0",), residual))
    residual = "z - _func(z{rest})"
    _register(Solver(optimize.fixed_point, ("func",), ("x0",), residual))


def _register(solver: Solver) -> None:
    calls({solver.solve: functools.partial(_called, solver)})


def _called(
    solver: Solver, b: Any, arguments: list, keywords: dict, node: Any, base: str
) -> Any:
    """Call a function that solves, and is differentiated by what it solves.

    It takes the numbers of the call, the items of `args`, and what functions capture.
    """
    from tangentlite.specialize.functions.python_functions import as_python

    given = _bound(solver, b, arguments, keywords, node)
    args = _items(given.pop("args", None))
    passed, places, made = [*args], [f"p{k}" for k in range(len(args))], []
    for name in solver.functions:
        value = given.pop(name, None)
        if value is None or value.is_static and value.static_value() is None:
            continue
        function, captured = as_python(b, value, 1 + len(args), node)
        start = given.get(solver.numbers[0])
        _require_pure(b, function, [start, *args, *captured.values()], node)
        own = [f"c{len(passed) + k}" for k in range(len(captured))]
        made.append((name, function, (*places[: len(args)], *own)))
        places += own
        passed += captured.values()
    starts = {name: given.pop(name) for name in solver.numbers if name in given}
    options = _options(solver, b, given, node)
    solved = _solution(solver, tuple(starts), tuple(places), tuple(made), options)
    first = [_as_array(b, value, node) for value in starts.values()]
    known = Known(solved, b.references.held(solved.__name__, solved))
    return operations.call(b, known, [*first, *passed], {}, node, base)


def _bound(
    solver: Solver, b: Any, arguments: list, keywords: dict, node: Any
) -> dict[str, Any]:
    try:
        found = inspect.signature(solver.solve).bind(*arguments, **keywords)
    except TypeError as error:
        what = f"{solver.solve.__name__}: {error}."
        raise b.error(what, "Check the call.", node) from None
    return dict(found.arguments)


def _items(args: Any) -> list:
    """Return the arguments in `args`, a tuple or a bare one."""
    if args is None:
        return []
    return [args] if args.kind is not None else list(args.items)


def _require_pure(b: Any, function: Any, values: list, node: Any) -> None:
    """Raise if a function does more than return a value: a solver calls it at will."""
    from tangentlite.builder.arguments import value_kind
    from tangentlite.modes.walk_again import walked

    names = inspect.signature(function).parameters
    kinds: dict[str, Any] = {}
    for name, value in zip(names, values):
        kinds[name] = None if value is None else value_kind(value)
        if kinds[name] is None:
            return  # the call itself says what is wrong
    report = walked(function, kinds, (), {})[0].report
    if report.writes or report.has_effects:
        raise b.error(
            f"{function.__name__}, which a solver calls as often as it likes, changes "
            "what is outside of it.",
            "Let it return a value, and do no more.",
            node,
        )


def _options(solver: Solver, b: Any, given: dict[str, Any], node: Any) -> tuple:
    name = solver.solve.__name__
    if not all(value.is_static for value in given.values()):
        what = f"an option of {name} is not known here."
        raise b.error(what, "Write it as a constant.", node)
    options = {key: value.static_value() for key, value in given.items()}
    if options.pop("full_output", False):
        what = f"full_output of {name} is not supported."
        raise b.error(what, "Leave it out.", node)
    return tuple(options.items())


@functools.lru_cache(maxsize=256)
def _solution(
    solver: Solver,
    starts: tuple[str, ...],
    places: tuple[str, ...],
    functions: tuple[tuple[str, Callable, tuple[str, ...]], ...],
    options: tuple,
) -> Any:
    """Return the solver for some functions, the same one for all walks."""
    title = f"{solver.solve.__name__}_of_{functions[0][1].__name__}"
    title = title if title.isidentifier() else f"{solver.solve.__name__}_of_function"
    given = ", ".join([*starts, *places])
    rest = "".join(f", {place}" for place in places)
    lines = []
    for name, _, own in functions:
        passed = "".join(f", {place}" for place in own)
        lines += [f"def _{name}(z{rest}):", f"    return _own_{name}(z{passed})"]
    named = [f"{name}={name}" for name in starts]
    named += [f"{name}=_{name}" for name, _, _ in functions]
    named += [f"args=({''.join(f'{place}, ' for place in places)})"]
    lines += [
        f"def {title}({given}):",
        f"    return _solver({', '.join(named)}, **_options)",
        f"def residual(z, {given}):",
        f"    return {solver.residual.format(rest=rest)}",
    ]
    text = "\n".join(lines) + "\n"
    filename = f"<{title}({given}) {zlib.crc32(text.encode()):x}>"
    linecache.cache[filename] = (len(text), None, text.splitlines(True), filename)
    namespace: dict = {"np": np, "_solver": solver.solve, "_options": dict(options)}
    namespace |= {f"_own_{name}": function for name, function, _ in functions}
    exec(compile(text, filename, "exec"), namespace)
    return implicit(namespace[title], namespace["residual"])


def _as_array(b: Any, value: Any, node: Any) -> Any:
    """Return a number or an array; of a list or tuple the array."""
    if value.kind is not None or value.is_static:
        return value
    return operations.call(b, Known(np.array), [value], {}, node, "start")
