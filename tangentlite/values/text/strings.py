"""Strings: their methods, and formatting of values."""

from __future__ import annotations

from collections.abc import Callable
from string import Formatter
from typing import Any

import gast

from tangentlite import operations, runtime
from tangentlite.builder.builder import Builder
from tangentlite.builder.sizes import required_sizes
from tangentlite.ir import build
from tangentlite.kinds.kind import Array, Kind, ListOf, Opaque, Scalar
from tangentlite.kinds.objects.user_objects import lookup
from tangentlite.values import structure
from tangentlite.values.base import Atom, Known, Sequence, Value
from tangentlite.values.heap import Instance, List
from tangentlite.values.iterators import sequences
from tangentlite.values.literals import literal
from tangentlite.values.objects import exception_objects


@operations.call_method.of(Known, holding=str)
def call_method(b: Builder, text: Known, name, arguments, keywords, node, base: str):
    """Fold a method call of a known string, or emit it for values not known."""
    owner: Any = text.value
    values = [*arguments, *keywords.values()]
    if name == "format" and not all(value.is_static for value in values):
        return formatted(b, owner, arguments, keywords, base)
    if name == "join" and len(arguments) == 1:
        items = sequences.all_items(b, arguments[0])
        if items is not None:
            for place, item in enumerate(items):
                if not structure.is_text(item):
                    what = f"sequence item {place}: expected str instance"
                    raise operations.certain_error(
                        b, TypeError(what), "Use str(v).", node
                    )
            template = owner.replace("{", "{{").replace("}", "}}")
            return formatted(b, template.join("{}" for _ in items), items, {}, base)
    if not all(value.is_static for value in (*arguments, *keywords.values())):
        return _at_run_time(b, literal(owner), name, arguments, keywords, node, base)
    known = {key: value.static_value() for key, value in keywords.items()}
    try:
        result = getattr(owner, name)(*(v.static_value() for v in arguments), **known)
    except (TypeError, ValueError, LookupError, AttributeError) as error:
        raise operations.certain_error(b, error, "Check the call.", node) from None
    if isinstance(result, list):
        return List(b.heap, tuple(literal(item) for item in result))
    return literal(result)


@operations.call_method.of(Opaque, holding=str)
def of_text(b: Builder, owner: Atom, name, arguments, keywords, node, base: str):
    """Walk a method call of run-time text; subclasses of str may have others."""
    known = structure.is_text(owner)
    walk = _at_run_time if known else operations.call_method.of_others
    return walk(b, owner, name, arguments, keywords, node, base)


def _at_run_time(
    b: Builder, owner: Value, name: str, arguments, keywords, node, base: str
) -> Atom:
    """Emit a method call of run-time text."""
    kind = _RESULTS.get(name)
    given = (*arguments, *keywords.values())
    if kind is None or not all(structure.is_text(v) or _is_option(v) for v in given):
        raise b.error(
            f"the method {name!r} of text that is not known now is not supported.",
            "Format values with an f-string.",
            node,
        )
    callee = build.attribute(operations.as_expression(b, owner), name)
    atom = b.emit(b, operations.as_call(b, callee, arguments, keywords), kind, base)
    if isinstance(kind, ListOf):
        b.memory.owned.add(str(atom.name))
        b.memory.lists.add(str(atom.name))
    return atom


def _is_option(value: object) -> bool:
    """Whether a value is an integer, a flag, or a list or tuple of text."""
    kind = getattr(value, "kind", None)
    if isinstance(value, Sequence):
        return all(map(structure.is_text, value.items))
    if isinstance(kind, ListOf):
        return isinstance(kind.item, Opaque) and kind.item.type is str
    return isinstance(kind, Scalar) and str(kind.dtype) in ("int64", "bool")


_TEXT, _FLAG, _COUNT = Opaque(str), Scalar("bool", True), Scalar("int64", True)
_RESULTS: dict[str, Kind] = {
    **dict.fromkeys(
        ("capitalize", "casefold", "center", "expandtabs", "format", "join", "ljust",
         "lower", "lstrip", "removeprefix", "removesuffix", "replace", "rjust",
         "rstrip", "strip", "swapcase", "title", "upper", "zfill"), _TEXT),
    **dict.fromkeys(
        ("endswith", "isalnum", "isalpha", "isascii", "isdecimal", "isdigit",
         "isidentifier", "islower", "isnumeric", "isprintable", "isspace", "istitle",
         "isupper", "startswith"), _FLAG),
    **dict.fromkeys(("count", "find", "index", "rfind", "rindex"), _COUNT),
    **dict.fromkeys(("rsplit", "split", "splitlines"), ListOf(_TEXT)),
}  # fmt: skip


def formatted(b: Builder, template: str, values, keywords, base: str) -> Value:
    """Return `template.format(*values)`, folded if all values are known."""
    values = [exception_objects.as_text(b, value) for value in values]
    parts = [*values, *keywords.values()]
    if all(value.is_static for value in parts):
        known = {key: value.static_value() for key, value in keywords.items()}
        return Known(template.format(*(v.static_value() for v in values), **known))
    arrays = [part for part in parts if _has_axes(part)]
    if arrays and any(spec for _, _, spec, _ in Formatter().parse(template)):
        required_sizes.unknown(b)  # no format is one of arrays with axes
    callee = b.references.function(runtime.formatted)
    rhs = operations.as_call(b, callee, [Known(template), *values], keywords)
    return b.emit(b, rhs, Opaque(str), base)


def _has_axes(value: object) -> bool:
    kind = getattr(value, "kind", None)
    return isinstance(kind, Array) and kind.shape != ()


def text_of(b: Builder, function: Callable, owner: Instance, node: gast.AST) -> Value:
    """Return `str` or `repr` of an exception, made of its arguments as Python does."""
    cls, given = owner.type, owner.as_dict()["args"]
    one = given.items[0] if len(given.items) == 1 else None
    how = {name: lookup(cls, name, None) for name in ("__str__", "__repr__")}
    own = function is str and how["__str__"] is vars(KeyError)["__str__"]
    if function is repr and how["__repr__"] is vars(BaseException)["__repr__"]:
        inside = given if one is None else one
        template = "{}{}" if one is None else "{}({})"
        text = operations.call(b, Known(repr), [inside], {}, node, "t")
        return formatted(b, template, [Known(cls.__name__), text], {}, "t")
    if function is str and (own or how["__str__"] is vars(BaseException)["__str__"]):
        if not given.items:
            return Known("")
        spelled = repr if own and one is not None else str
        inside = given if one is None else one
        return operations.call(b, Known(spelled), [inside], {}, node, "t")
    raise b.error(
        f"the text of a {cls.__name__} is not supported.",
        "Use what it was given: e.args.",
        node,
    )
