"""Functions that solve equations, differentiated by what the equations say."""

from __future__ import annotations

import inspect
import linecache
import types
import zlib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

import numpy as np

from tangentlite.api.grad import autodiff
from tangentlite.api.inside.in_programs import has_derivative
from tangentlite.api.matrices.matrices import jacobian
from tangentlite.errors import ArgumentError
from tangentlite.handlers import builtin
from tangentlite.kinds.kind import rank
from tangentlite.rules.registry import Rule, d, keep_rule
from tangentlite.tracebacks.frames import surface
from tangentlite.values.literals import literal

P = ParamSpec("P")
R = TypeVar("R")


@surface
def implicit(solve: Callable[P, R], residual: Callable) -> Callable[P, R]:
    """Return a function that solves an equation, with the derivatives of its solution.

    `residual(z, *args)` is zero, and of the size of `z`, where `z` is `solve(*args)`: a
    number or an array; arguments are numbers and arrays. By the implicit function
    theorem the derivatives follow from those of the residual at the solution, whatever
    steps led there, in both modes and to any order. Arguments on which only the steps
    depend, such as a first guess, have derivative zero: the residual takes them, too,
    and leaves them alone. Where the residual's Jacobian by `z` is singular the
    derivative raises `numpy.linalg.LinAlgError`. Raises ArgumentError unless both have
    parameters that go together. Inside a program both may be local functions; what
    they capture counts as arguments.

    >>> import tangentlite as tl
    >>> def square_root(a):
    ...     x = 1.0
    ...     while abs(x * x - a) > 1e-14 * a:
    ...         x = (x + a / x) / 2.0
    ...     return x
    >>> def equation(x, a):
    ...     return x * x - a
    >>> root = tl.implicit(square_root, equation)
    >>> round(tl.grad(root)(4.0), 9), round(tl.grad(tl.grad(root))(4.0), 9)
    (0.25, -0.03125)
    """
    return implicit_like(solve, residual)


def implicit_like(
    solve: Callable[P, R],
    residual: Callable,
    trial: Callable | None = None,
    constants: int = 0,
) -> Callable[P, R]:
    """Return what `implicit` does; a trial gives the kind in place of a solution.

    What solves may return a tuple of the solution and some constants.
    """
    names = _names(solve, residual)
    title = solve.__name__ if solve.__name__.isidentifier() else "solution"
    namespace = _defined(title, names, solve, residual, constants)
    function: Any = namespace[title]
    function.__doc__, function.__module__ = solve.__doc__, solve.__module__
    function.__qualname__ = f"implicit.<locals>.{title}"  # no module has it by its name
    halves = namespace["solution_adjoint"], namespace["solution_tangent"]
    given = solve, residual
    rule = Rule("adjoint", (function,), *halves, trial=trial, given=given)
    keep_rule(function, rule)
    return function


def _names(solve: Callable, residual: Callable) -> list[str]:
    own = list(inspect.signature(solve).parameters.values())
    plain = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    for parameter in own:
        if parameter.kind not in plain:
            raise ArgumentError(
                f"tl.implicit: {solve.__name__} has {parameter}, but takes arguments "
                "by position alone.\nWrap it in a function with plain parameters."
            )
    others = list(inspect.signature(residual).parameters.values())
    if len(others) != len(own) + 1 or any(p.kind not in plain for p in others):
        raise ArgumentError(
            f"tl.implicit: the residual is "
            f"{residual.__name__}{inspect.signature(residual)}, but takes the solution "
            f"and then what {solve.__name__}{inspect.signature(solve)} takes."
        )
    return [parameter.name for parameter in own]


def _defined(
    title: str, names: list[str], solve: Callable, residual: Callable, constants: int
) -> dict:
    """Return what a text defines: the function and its rules, of these parameters."""
    own = _fresh("_solve", [title, *names])
    call = [
        f"def {title}({', '.join(names)}):",
        f"    return {own}({', '.join(names)})",
    ]
    rules = solution_rules(title, names, residual, residual, constants)
    return rules | defined(title, call, {own: solve})


def solution_rules(
    title: str, names: list[str], residual: Callable, user: Callable, constants: int = 0
) -> dict:
    """Return the rules of a function that solves an equation, in a user's module.

    It returns the solution, or a tuple with so many `constants` behind it.
    """
    names = [_apart(name, names) for name in names]
    given, y, size = ", ".join(names), _fresh("z", names), repr(_other_size(user))
    tupled = f"({given},)" if names else "()"
    z, z_bar, moved = f"{y}", f"d[{y}]", "{}"
    if constants:
        z, z_bar, moved = f"{y}[0]", f"d[{y}][0]", "{}" + constants * ", 0.0"
    lines = [
        f"def solution_adjoint({y}, {given}):",
        f"    _weights = multipliers(_residual, {z}, {tupled}, {z_bar}, {size})",
        *(
            f"    d[{name}] = part(_residual, {k + 1}, {z}, {tupled}, _weights)"
            for k, name in enumerate(names)
        ),
        f"def solution_tangent({y}, {given}):",
        "    _total = 0.0",
        *(
            f"    _total = _total + motion(_residual, {k + 1}, {z}, {tupled}, "
            f"{name}, d[{name}])"
            for k, name in enumerate(names)
        ),
        f"    _moved = solved(_residual, {z}, {tupled}, _total, {size})",
        f"    d[{y}] = {moved.format('_moved')}",
    ]
    held: dict[str, Any] = {"_residual": residual, "multipliers": multipliers}
    held |= {"part": part, "motion": motion, "solved": solved}
    return within(title, lines, user, held)


def _apart(name: str, names: list[str]) -> str:
    """Return a parameter's name in the text of a rule, which has names of its own."""
    if name[0] == "_":
        return f"{name}_"
    return _fresh(f"{name}_", names) if name in _OWN else name


_OWN = ("d", "multipliers", "part", "motion", "solved")


def _other_size(residual: Callable) -> str:
    code: Any = getattr(residual, "__code__", None)
    # The text may be kept and saved: it names no folder and no line.
    file, place = Path(getattr(code, "co_filename", "")), ""
    if file.suffix:  # it is no text that was made
        place = f" ({file.name})"
    return (
        f"the residual {residual.__name__}{place} has another size than the solution: "
        "let it return as many equations as there are unknowns"
    )


def defined(title: str, lines: list[str], namespace: dict) -> dict:
    """Return what a text defines in a namespace, so that it can be saved.

    The text is kept for those who read it.
    """
    code = _code(title, "\n".join([*lines, ""]))
    exec(code, namespace)
    return namespace


def within(
    title: str, lines: list[str], user: Callable, held: Mapping[str, object]
) -> dict:
    """Return the functions that a text defines, in the module of a user's function.

    They see what is `held` under its names, and `d`, which templates read and assign.
    """
    held = {"d": d, **held}
    indented = [f"    {line}" for line in lines]
    made: dict = {}
    whole = [f"def make({', '.join(held)}):", *indented, "    return locals()", ""]
    exec(_code(title, "\n".join(whole)), getattr(user, "__globals__", {}), made)
    return made["make"](**held)


def _code(title: str, text: str) -> types.CodeType:
    filename = f"<solution {title} {zlib.crc32(text.encode()):x}>"
    linecache.cache[filename] = (len(text), None, text.splitlines(True), filename)
    return compile(text, filename, "exec")


def _fresh(name: str, taken: list[str]) -> str:
    while name in taken:
        name += "_"
    return name


SINGULAR = "the residual's derivative by the solution is 0"

# What follows is walked where a rule is filled, like a user's program.


def multipliers(residual, z, args, z_bar, other_size):
    """Return the solution of the transposed system of the residual's Jacobian."""
    matrix = jacobian(residual)(z, *args)
    require_axes(matrix, z, other_size)
    if np.size(matrix) != np.size(z) * np.size(z):
        raise ValueError(other_size)
    if isinstance(z, (float, np.floating)):
        if matrix == 0.0:
            raise np.linalg.LinAlgError(SINGULAR)
        return z_bar / matrix
    size = z.size
    square = np.reshape(matrix, (size, size))
    return np.reshape(np.linalg.solve(square.T, np.reshape(z_bar, size)), z.shape)


def require_axes(matrix, z, other_size):
    """Refuse a residual with other axes than z: replaced by `_require_axes`."""


@builtin(require_axes)
def _require_axes(b, arguments, keywords, node, base):
    matrix, z, said = arguments
    own, of_z = rank(matrix.kind), rank(z.kind)
    if own is None or of_z is None or own == 2 * of_z:
        return literal(None)  # what is not known is told by its size
    what, _, instead = said.static_value().partition(": ")
    raise b.error(f"{what}.", f"{instead[0].upper()}{instead[1:]}.", node)


def part(residual, place, z, args, weights):
    """Return the gradient by the argument at a place."""
    return -autodiff(residual, wrt=place)(z, *args, init_grad=weights)


def motion(residual, place, z, args, x, x_dot):
    """Return how the residual moves with the argument at a place."""
    if not has_derivative(x):
        return 0.0
    tangent_of_x = x_dot + np.zeros_like(x)
    return autodiff(residual, wrt=place, mode="forward")(z, *args, tangent_of_x)


def solved(residual, z, args, total, other_size):
    """Return how the solution moves, so that the residual stays zero."""
    matrix = jacobian(residual)(z, *args)
    require_axes(matrix, z, other_size)
    if np.size(matrix) != np.size(z) * np.size(z):
        raise ValueError(other_size)
    if isinstance(z, (float, np.floating)):
        if matrix == 0.0:
            raise np.linalg.LinAlgError(SINGULAR)
        return -total / matrix
    size = z.size
    right = np.reshape(total + np.zeros_like(z), size)
    return -np.reshape(
        np.linalg.solve(np.reshape(matrix, (size, size)), right), z.shape
    )
