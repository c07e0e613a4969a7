"""Functions defined inside a program, with what they capture as arguments."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import gast

from tangentlite import operations
from tangentlite.builder.arguments import value_kind
from tangentlite.builder.builder import Builder
from tangentlite.frontend.source_liveness import Facts
from tangentlite.handlers import wrapper_of
from tangentlite.ir.function import Source
from tangentlite.ir.nodes import nodes_in
from tangentlite.specialize.functions import closures
from tangentlite.specialize.state.frame import Frame
from tangentlite.values.base import Known, Value
from tangentlite.values.callable_values import (
    UNBOUND,
    Chosen,
    LocalDerivative,
    LocalFunction,
    Partial,
    Unbound,
)
from tangentlite.values.heap import Box


@dataclass(frozen=True)
class Captured:
    """A variable that is passed as an argument of a name."""

    name: str


@dataclass(frozen=True)
class Closure:
    """A function that is defined in the scope of a number."""

    definition: gast.AST
    scope: int
    defaults: tuple
    keyword_defaults: tuple
    wrapped: Any
    tree: gast.FunctionDef = field(compare=False)


@dataclass(frozen=True)
class Composed:
    """What is made of other values: a partial function, a derivative, a choice."""

    parts: tuple
    made: Callable[..., Value] = field(compare=False)
    key: tuple


@dataclass(frozen=True)
class Scope:
    """A captured frame: where its function is written, and the variables that count."""

    place: object  # the function, or the definition inside another one
    outer: int | None
    variables: tuple[tuple[str, Any], ...]
    name: str
    source: Source
    globals: Mapping[str, object] = field(compare=False)
    cells: Any = field(compare=False)
    local_names: frozenset[str] = field(compare=False)
    facts: Facts = field(compare=False)
    column: int = field(compare=False)


@dataclass(frozen=True)
class Lifted:
    """A function of a program as a function of its own.

    Its parameters are those of the function and, by keyword, what it captures. Two that
    are written at one place and capture alike are equal.
    """

    function: Any
    scopes: tuple[Scope, ...]
    parameters: tuple[inspect.Parameter, ...]
    captured: tuple[str, ...]
    title: str
    # whether its parameters are those of what it wraps: it takes them by position
    is_wrapper: bool = False

    def __call__(self, *args: object, **kwargs: object) -> object:
        """Refuse: it is walked (`local_derivatives.enter`), never called."""
        raise TypeError(f"{self.title} is no function of Python")

    @property
    def __signature__(self) -> inspect.Signature:
        return inspect.Signature(self.parameters)

    @property
    def __name__(self) -> str:
        return self.title

    @property
    def __globals__(self) -> Mapping[str, object]:
        return self.scopes[0].globals if self.scopes else {}


def lifted(
    b: Builder, value: Value, node: gast.AST, taken: Iterable[str] = ()
) -> tuple[Lifted, dict[str, Value]]:
    """Return a function with what it captures, and the values that it captures now.

    Nothing that is captured gets one of the `taken` names.
    """
    return _Lifting(b, node, taken).lifted(value)


class _Lifting:
    def __init__(self, b: Builder, node: gast.AST, taken: Iterable[str]) -> None:
        self.b, self.node = b, node
        self._frames: list[Frame] = []
        self._variables: list[dict[str, Any]] = []
        self.captured: dict[str, Value] = {}
        self._taken = set(taken)
        self._closures: dict[int, Closure] = {}

    def lifted(self, value: Value) -> tuple[Lifted, dict[str, Value]]:
        own = operations.parameters_of(self.b, value, self.node)
        self._taken |= {parameter.name for parameter in own}
        function = self.part(value, "function")
        scopes = tuple(
            self._scope(frame, variables)
            for frame, variables in zip(self._frames, self._variables)
        )
        named = [
            inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY)
            for name in self.captured
        ]
        plain = [p.replace(default=p.empty) for p in own]
        last = [p for p in plain if p.kind is p.VAR_KEYWORD]
        first = [p for p in plain if p.kind is not p.VAR_KEYWORD]
        parameters = (*first, *named, *last)
        names, title = tuple(self.captured), operations.title_of(self.b, value)
        is_wrapper = bool(_shown(self.b, value, self.node))
        found = Lifted(function, scopes, parameters, names, title, is_wrapper)
        return found, self.captured

    def part(self, value: Value, base: str) -> Any:
        """Return how another walk restores a value."""
        return operations.lifted(self.b, value, base, self)

    def argument(self, value: Value, base: str) -> Captured:
        """Let a value be passed as an argument."""
        name, count = base, 0
        while name in self._taken:
            count += 1
            name = f"{base}_{count}"
        self._taken.add(name)
        self.captured[name] = value
        return Captured(name)

    def closure(self, function: LocalFunction) -> Closure:
        """Return how another walk restores a function with what it captures."""
        known = self._closures.get(id(function))
        if known is not None:
            return known
        self._refuse_writes(function)
        scope = self._number(function.frame)
        arguments = function.tree.args
        positional = [*arguments.posonlyargs, *arguments.args]
        names = [a.id for a in positional[len(positional) - len(function.defaults) :]]
        defaults = map(self.part, function.defaults, names)
        keyword_defaults = (
            None if value is None else self.part(value, argument.id)
            for value, argument in zip(function.keyword_defaults, arguments.kwonlyargs)
        )
        found = Closure(
            function.definition,
            scope,
            tuple(defaults),
            tuple(keyword_defaults),
            function.wrapped and self.part(function.wrapped, "wrapped"),
            function.tree,
        )
        self._closures[id(function)] = found
        for name in sorted(_names_in(function.tree) - closures.names_of(function)):
            self._need(function.frame, name)
        return found

    def _need(self, frame: Frame | None, name: str) -> None:
        """Capture a variable of a frame, or of one around it."""
        while frame is not None and name not in frame.variables:
            frame = frame.outer
        if frame is None:
            return
        variables = self._variables[self._number(frame)]
        if name not in variables:
            value = frame.variables[name]
            is_choice = wrapper_of(frame.function) and getattr(value, "is_static", None)
            variables[name] = UNBOUND  # a function may capture itself
            # What a Jacobian is by is known wherever it is called.
            variables[name] = value if is_choice else self.part(value, name)

    def _number(self, frame: Frame) -> int:
        for number, known in enumerate(self._frames):
            if known is frame:
                return number
        self._frames.append(frame)
        self._variables.append({})
        if frame.outer is not None:
            self._number(frame.outer)
        return next(k for k, known in enumerate(self._frames) if known is frame)

    def _scope(self, frame: Frame, variables: dict[str, Any]) -> Scope:
        outer = None if frame.outer is None else self._number(frame.outer)
        return Scope(
            frame.function if frame.definition is None else frame.definition,
            outer,
            tuple(variables.items()),
            frame.name,
            self.b.control.sources[frame.source],
            frame.globals,
            frame.cells,
            frame.local_names,
            frame.facts,
            frame.column,
        )

    def _refuse_writes(self, function: LocalFunction) -> None:
        for node in nodes_in(function.tree):
            if isinstance(node, gast.Nonlocal):
                raise self.b.error(
                    f"{function.tree.name}, which is differentiated here, binds "
                    f"{node.names[0]} of the function around it, which a derivative "
                    "does not.",
                    "Return the value.",
                    self.node,
                )


def _shown(b: Builder, value: Any, node: gast.AST) -> list:
    """Return the parameters of what a function wraps, a partial function, too."""
    while hasattr(getattr(value, "function", None), "is_static"):
        value = value.function
    return closures.shown_parameters(b, value, node)


@operations.lifted.otherwise
def as_argument(b: Builder, value: Value, base: str, lifting: _Lifting) -> Captured:
    """Pass what has a kind as an argument."""
    if value_kind(value) is None:
        raise b.error(
            f"{base}, which is {value.describe()}, is captured by a function that is "
            "differentiated here; that is not supported.",
            "Pass it as an argument.",
            lifting.node,
        )
    return lifting.argument(value, base)


@operations.lifted.of(Known, Unbound)
def as_it_is(b: Builder, value: Value, base: str, lifting: _Lifting) -> Value:
    """Take over what is known now."""
    return value


@operations.lifted.of(Box)
def of_variable(b: Builder, value: Box, base: str, lifting: _Lifting) -> Any:
    """Take what a variable of several functions holds."""
    return lifting.part(value.items[0], base)


@operations.lifted.of(LocalFunction)
def of_closure(b: Builder, value: LocalFunction, base: str, lifting: _Lifting) -> Any:
    """Take the definition, and what it captures."""
    return lifting.closure(value)


@operations.lifted.of(LocalDerivative)
def of_derivative(b: Builder, value: LocalDerivative, base: str, lifting) -> Composed:
    """Take the function."""
    key = ("derivative", value.steps)
    made = functools.partial(LocalDerivative, steps=value.steps)
    return Composed((lifting.part(value.function, base),), made, key)


@operations.lifted.of(Chosen)
def of_choice(b: Builder, value: Chosen, base: str, lifting: _Lifting) -> Composed:
    """Take the flag and both functions."""
    parts = [lifting.part(one, base) for one in value.inside]
    return Composed(tuple(parts), Chosen, ("choice",))


@operations.lifted.of(Partial)
def of_partial(b: Builder, value: Partial, base: str, lifting: _Lifting) -> Composed:
    """Take the function and the arguments that it has."""
    keys = tuple(key for key, _ in value.keywords)
    names = [p.name for p in operations.parameters_of(b, value.function, lifting.node)]
    count = len(value.arguments)
    bases = ["function", *names[:count], *["given"] * (count - len(names)), *keys]
    parts = tuple(map(lifting.part, value.inside, bases))

    def made(function: Value, *given: Value) -> Partial:
        named = tuple(zip(keys, given[count:]))
        return Partial(function, given[:count], named, value.shown)

    return Composed(parts, made, ("partial", keys, value.shown))


def restored(b: Builder, function: Lifted, given: Mapping[str, Value]) -> Value:
    """Return a lifted function in another walk, with the values of what it captured."""
    frames = [_frame(b, scope) for scope in function.scopes]
    for frame, scope in zip(frames, function.scopes):
        frame.outer = None if scope.outer is None else frames[scope.outer]
        b.control.captured.append(frame)
    made: dict[int, Value] = {}

    def value_of(part: Any) -> Value:
        if isinstance(part, Captured):
            return given[part.name]
        if isinstance(part, Composed):
            return part.made(*map(value_of, part.parts))
        if not isinstance(part, Closure):
            return part
        if id(part) not in made:
            made[id(part)] = LocalFunction(
                part.tree,
                part.definition,
                frames[part.scope],
                tuple(map(value_of, part.defaults)),
                tuple(v and value_of(v) for v in part.keyword_defaults),
                wrapped=part.wrapped and value_of(part.wrapped),
            )
        return made[id(part)]

    for frame, scope in zip(frames, function.scopes):
        frame.variables.update((name, value_of(part)) for name, part in scope.variables)
    return value_of(function.function)


def _frame(b: Builder, scope: Scope) -> Frame:
    if scope.source not in b.control.sources:
        b.functions.called_from[len(b.control.sources)] = b.line
        b.control.sources.append(scope.source)
    of_function = isinstance(scope.place, gast.AST)
    return Frame(
        name=scope.name,
        variables={},
        globals=scope.globals,
        cells=scope.cells,
        local_names=scope.local_names,
        facts=scope.facts,
        source=b.control.sources.index(scope.source),
        column=scope.column,
        function=None if of_function else scope.place,
        definition=scope.place if of_function else None,
        line=b.line,
    )


def _names_in(tree: gast.FunctionDef) -> set[str]:
    return {str(node.id) for node in nodes_in(tree) if isinstance(node, gast.Name)}
