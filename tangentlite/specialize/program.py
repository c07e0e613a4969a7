"""Specialisation of a function: its core program for the kinds of its arguments."""

from __future__ import annotations

import inspect
import types
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from tangentlite import errors
from tangentlite.builder.builder import Builder
from tangentlite.builder.references import References
from tangentlite.builder.sizes import required_sizes
from tangentlite.frontend.parse import parse
from tangentlite.ir.function import Parameter, position
from tangentlite.ir.names import TEMPORARY, Names, is_builtin
from tangentlite.kinds.sizes.requirements import Requirement
from tangentlite.rules.binding import own_signature
from tangentlite.specialize import implementations  # noqa: F401
from tangentlite.specialize.functions import inlining
from tangentlite.specialize.outside.apart import require_apart
from tangentlite.specialize.outside.outside_containers import argument
from tangentlite.specialize.outside.write_back import held, write_back
from tangentlite.specialize.state import paths
from tangentlite.specialize.state.restart import Assumptions, Restart
from tangentlite.values.alternatives import optional
from tangentlite.values.base import Value
from tangentlite.values.objects.weak_references import require_gone

if TYPE_CHECKING:
    from tangentlite.values.base import Value


def walk(
    function: types.FunctionType,
    arguments: Mapping[str, Any],
    assumed: Assumptions,
    reserved: Iterable[str] = (),
    same: Iterable[tuple[str, str]] = (),
) -> tuple[Builder, Value]:
    """Return the builder and the result of a walk for the kinds of the arguments.

    `arguments` maps each parameter to its kind, or to the value itself where that
    decides branches (None, flags and strings). No variable gets a `reserved` name.
    `same` pairs parameters that hold one array with the one that names it. Restarts
    have added to what is `assumed` in the builder.
    """
    while True:
        try:
            return walk_once(function, arguments, assumed, reserved, same)
        except Restart as found:
            assumed = found.added_to(assumed)
        except errors.UnsupportedError:
            if not assumed.appended:
                raise
            assumed = replace(assumed, appended=None)
        except RecursionError:
            code = function.__code__
            where = f"{code.co_filename}:{code.co_firstlineno}"
            message = f"{where}: {errors.TOO_DEEP}"
            raise errors.UnsupportedError(message) from None


def walk_once(
    function: types.FunctionType,
    arguments: Mapping[str, Any],
    assumed: Assumptions,
    reserved: Iterable[str],
    same: Iterable[tuple[str, str]],
) -> tuple[Builder, Value]:
    """Walk a function under some assumptions; raises restarts."""
    parsed = parse(function)
    namespace = function.__globals__
    names = Names([*arguments, *reserved, TEMPORARY], avoid=_Avoided(namespace))
    b = Builder(names, References(namespace, names), assumed)
    b.parameters, b.references.exact = tuple(arguments), assumed.exact
    b.references.appended = assumed.appended or frozenset()
    frame = inlining.new_frame(b, function, parsed, {})
    b.line = position(frame.source, parsed.source.first)
    for name, kind in arguments.items():
        required_sizes.can_be_read(b, kind)
        b.outside.inputs[name] = frame.variables[name] = argument(b, name, kind)
    b.control.frames.append(frame)
    given = {n: held(b, value) for n, value in b.outside.inputs.items()}
    given.update({name: given[owner] for name, owner in same})
    b.control.frames.pop()
    b.outside.held = dict(given)
    try:
        result = inlining.walk_function(b, function, given)
    except paths.Raised:
        raise errors.AlwaysRaisesError(
            f"{function.__name__} raises an exception on every path here."
        ) from None
    except errors.UnplacedError as error:
        if error.trail:
            raise
        raise b.error(str(error)) from None
    b.control.frames.append(frame)
    result = optional.returned(b, result, function.__name__)
    write_back(b)
    require_gone(b, result)
    b.block[:0] = [*require_apart(b), *b.outside.prelude]
    for cls in b.heap.classes:
        b.references.guard_class(cls)
    return b, result


class _Avoided:
    """Names that a local variable of generated code must not hide."""

    def __init__(self, namespace: Mapping[str, object]) -> None:
        self._namespace = namespace

    def __contains__(self, name: object) -> bool:
        return name in self._namespace or is_builtin(name)


def _is_literal(value: Value) -> bool:
    if isinstance(value, tuple):
        return all(_is_literal(item) for item in value)
    if isinstance(value, float):
        return value - value == 0.0  # finite
    return value is None or type(value) in (bool, int, str)


@dataclass(frozen=True)
class Readable:
    """A Python function to walk, its guards, and whether it writes.

    A derivative does not write into its arguments, but is another one where they share
    memory if its primal does. Its text shows neither what it `requires` of sizes nor
    what it has `asked` of classes.
    """

    function: types.FunctionType
    guards: tuple = ()
    writes: tuple[str, ...] = ()
    captured: tuple[str, ...] = ()
    requires: tuple[Requirement, ...] = ()
    asked: Mapping[str, tuple] = field(default_factory=dict)


def readable(
    function: Any,  # or a derivative, which is of the layer above
    kinds: Mapping[str, object],
    same: tuple = (),
    exact: bool = False,
) -> Readable:
    """Return the Python function to walk; of a derivative the one for these kinds."""
    if isinstance(function, types.FunctionType):
        return Readable(function)
    generated = function.generated_for_kinds(kinds, same, exact)
    requires = tuple(one for one in generated.requires if one.is_of(kinds))
    effects = generated.writes, generated.captured
    known = generated.guards, *effects, requires, generated.asked
    return Readable(generated.function, *known)


def parameters(function: types.FunctionType) -> tuple[Parameter, ...]:
    """Return the parameters of a function with the text of simple defaults."""
    styles: dict[int, str] = {
        inspect.Parameter.POSITIONAL_ONLY: "positional only",
        inspect.Parameter.KEYWORD_ONLY: "keyword only",
        inspect.Parameter.VAR_POSITIONAL: "*",
        inspect.Parameter.VAR_KEYWORD: "**",
    }
    result = []
    signature = own_signature(function)
    for parameter in signature.parameters.values():
        default = None
        if parameter.default is not parameter.empty:
            # The dispatcher passes every argument: defaults.py writes the value.
            value = parameter.default
            default = repr(value) if _is_literal(value) else "..."
        style = styles.get(parameter.kind, "positional")
        result.append(Parameter(parameter.name, default, style))
    return tuple(result)
