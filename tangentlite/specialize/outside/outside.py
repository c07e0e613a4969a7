"""Values of globals, captured variables, defaults and `functools.partial` objects."""

from __future__ import annotations

import enum
import functools
import inspect
import os
import re
import sys
import types
from collections.abc import Iterator, Mapping
from typing import Any, TypeGuard

import gast
import numpy as np

from tangentlite.builder.arguments import Around, argument_kind
from tangentlite.builder.builder import Builder
from tangentlite.builder.references import alias_of
from tangentlite.builder.sizes import required_sizes
from tangentlite.errors import ArgumentError
from tangentlite.ir import build
from tangentlite.kinds.kind import Opaque, Structure, kind_of
from tangentlite.kinds.objects.foreign import foreign_value, is_foreign
from tangentlite.kinds.objects.user_objects import (
    is_extended,
    is_of_records,
    is_users_class,
)
from tangentlite.kinds.sizes.exact import exact_data
from tangentlite.rules.numerical_functions import Numerical
from tangentlite.rules.registry import owns_rules, rule_of
from tangentlite.specialize.outside.outside_containers import (
    known_as,
    note_met,
    taken_apart,
)
from tangentlite.specialize.outside.write_back import always_there, held
from tangentlite.values.base import Atom, Known, Value
from tangentlite.values.callable_values import Partial
from tangentlite.values.literals import literal


def value_of(b: Builder, value: object, text: str) -> Value:
    """Return the value of a global (dotted: of a module's or class's attribute)."""
    if b.control.hooks and type(value) is list and not b.source.generated:
        return Atom(b.references.data(value, _spell_data(b, text)), Opaque(list))
    if type(value) is range:
        return literal(value)
    if is_of_records(value):
        return Known(value, _spell_data(b, text))  # record_arrays.py
    if isinstance(value, _DATA) and not isinstance(value, enum.Enum):
        if b.source.generated:
            return literal(value)
        return data(b, value, _spell_data(b, text))
    if _is_method(value) and not b.source.generated:
        owner = value_of(b, value.__self__, f"{text}.__self__")
        return Partial(Known(value.__func__), (owner,), shown=types.MethodType)
    refused = foreign_value(value, text) if is_foreign(type(value)) else None
    if refused is not None and not hasattr(value, "__name__"):
        raise ArgumentError("\n".join(refused))
    if isinstance(value, Numerical) or text in b.frame.cells and _is_local(value):
        return Known(value, _spell_data(b, text))
    if is_fixed(value) or isinstance(value, enum.Enum):
        return Known(value, text if in_root(b) else None)
    if b.source.generated:
        return Known(value)
    kind = argument_kind(value, text, Around(appended=b.references.appended))
    if b.assumed.exact:
        kind = exact_data(kind, value)
    if isinstance(kind, Structure):
        spelled = _spell_data(b, text)
        node = b.references.data(value, spelled)
        return structure(b, node, kind, spelled, value)
    return data(b, value, _spell_data(b, text), kind == Opaque(list))


def _is_local(value: object) -> bool:
    """Whether a function with a rule is known only where it was defined."""
    if not isinstance(value, types.FunctionType) or rule_of(value) is None:
        return False
    place: Any = sys.modules.get(value.__module__)
    for step in value.__qualname__.split("."):
        place = getattr(place, step, None)
    return place is not value


def structure(
    b: Builder,
    node: gast.expr,
    kind: Structure,
    spelled: str,
    value: object,
    name: str = "",
) -> Value:
    """Return the value of a container from outside, one for all its reads."""
    if spelled not in b.outside.containers:
        if b.control.hooks:
            what = f"{spelled} is first read where the backward sweep runs."
            raise b.error(what, "Read it in the function, in front of the block.")
        b.kinds[spelled] = kind
        # In front of the function, where no try statement is around it.
        with b.in_front(b.outside.entry):
            base = name or _last(spelled)
            b.outside.read[spelled] = taken_apart(b, node, kind, base, value)
        with b.in_front(b.outside.prelude):
            b.outside.containers[spelled] = held(b, b.outside.read[spelled], kept=True)
        always_there(b.outside.containers[spelled])
    return b.outside.containers[spelled]


def _last(text: str) -> str:
    """Return a base of names for what an expression reads."""
    name = text.split(".")[-1]
    return name if name.isidentifier() else "t"


_DATA = (np.ndarray, np.generic, bool, int, float, complex)


def data(b: Builder, value: object, spelled: str, appended: bool = False) -> Value:
    """Return data that the generated code reads when it is called.

    Data that the function writes is copied; the copy is written back at the end. Of a
    list that is only `appended` to nothing else is known.
    """
    kind = Opaque(list) if appended else kind_of(value, spelled)
    b.kinds[spelled] = exact_data(kind, value) if b.assumed.exact else kind
    if spelled in b.references.cells or spelled in b.control.frames[0].globals:
        required_sizes.can_be_read(b, kind)
    node = b.references.data(value, spelled)
    atom = known_as(b, node, kind, value)
    if atom is None:
        atom = Atom(node, b.kinds[spelled])
        note_met(b, node, value, atom)
    return kept(b, atom, spelled) if atom.name in b.assumed.copied else atom


def is_fixed(value: object) -> bool:
    """Whether an object from outside is a constant: its name alone identifies it."""
    if is_users_class(type(value)):
        return owns_rules(value)
    singles = (None, Ellipsis, NotImplemented)
    if any(value is single for single in singles) or callable(value):
        return True
    if type(value) is object:  # it is made to be told from all others
        return True
    if isinstance(value, (str, bytes)):
        return not is_extended(type(value))
    return isinstance(value, _FIXED)


# They are indexed to be called: specialize/builtins/arrays/index_grids.py.
_GRIDS = tuple(map(type, (np.r_, np.c_, np.mgrid, np.ogrid, np.s_)))
_FIXED = (types.ModuleType, np.dtype, re.Pattern, type(os.environ), *_GRIDS)


def method_of_object(b: Builder, callee: Known) -> Partial | None:
    """Return a bound method that an object from outside holds; None for others."""
    method = callee.value
    if not _is_method(method):
        return None
    _, _, owner = b.outside.met.get(id(method.__self__), (None, None, None))
    if owner is None:
        raise b.error(
            f"{method.__name__} is the method of an object that is not known here.",
            "Reach the object by a name of its own.",
        )
    owner = b.outside.works_on.get(owner, owner)
    return Partial(Known(method.__func__), (owner,), shown=types.MethodType)


def _is_method(value: object) -> TypeGuard[types.MethodType]:
    """Whether a value is a bound method of an object of a user's class."""
    if not isinstance(value, types.MethodType):
        return False
    return is_users_class(type(value.__self__)) and not owns_rules(value.__self__)


def in_root(b: Builder) -> bool:
    """Whether a function of the primal's module is walked."""
    return b.frame.globals is b.control.frames[0].globals


def _spell_data(b: Builder, text: str) -> str:
    captured = b.frame.cells.get(text) if text in b.frame.cells else None
    if captured is not None:
        cells: Any = b.frame.cells  # of a function from outside: `inlining.Cells`
        return b.references.cell(text, cells.by_name[text])
    if text.split(".")[0] in b.frame.cells:
        raise b.error(
            f"attributes of captured modules ({text}) are not supported yet.",
            "Import the module at the top of the file.",
        )
    if in_root(b):
        root = text.split(".")[0]
        if b.names.taken(root) and root not in b.references.reads:
            return f"{_own_module(b)}.{text}"
        b.names.reserve(root)
        b.references.reads.setdefault(root, b.frame.globals.get(root))
        return text
    return f"{_own_module(b)}.{text}"


def _own_module(b: Builder) -> str:
    """Return the alias of the module of the function that is walked."""
    return alias_of(b, str(b.frame.globals.get("__name__")), b.frame.globals)


def default(b: Builder, function: types.FunctionType, name: str, value: object):
    """Return the default of a parameter, which is one object in all calls."""
    defaults = Defaults(function)
    b.references.guard(defaults, f"{name}=", value)
    try:
        owner = b.references.function(function)
    except LookupError:
        return _captured_default(b, function, name, value)
    place, key = defaults.place(name)
    node = build.subscript(build.attribute(owner, place), build.constant(key))
    return held_in(b, node, f"{owner.id}.{place}[{key!r}]", name, value)


def _captured_default(b: Builder, function: types.FunctionType, name: str, value):
    """Return the default of a nameless function, as a free variable of the code.

    Guards fail if the function gets other defaults.
    """
    keywords = function.__kwdefaults__ or {}
    if name in keywords:
        b.references.guard_identity(keywords, name, value)
    spelled = b.references.held(name, value)
    kind = argument_kind(value, name)
    if isinstance(kind, Known):
        return literal(kind.value)
    if not isinstance(kind, Structure):
        return data(b, value, spelled)
    kind = exact_data(kind, value) if b.assumed.exact else kind
    return structure(b, b.references.data(value, spelled), kind, spelled, value, name)


def partial(b: Builder, function: functools.partial, text: str | None) -> Partial:
    """Return a `functools.partial` object from outside, as the generated code reads it.

    Nobody else changes its arguments.
    """

    def given(place: str, key: int | str, value: object) -> Value:
        if value is None or type(value) in (bool, int, float, str) or callable(value):
            return literal(value)
        try:
            owner = b.references.function(function, text)
        except LookupError:
            raise b.error(
                "a functools.partial that holds data must have a name.",
                "Bind it to a module-level name.",
            ) from None
        node = build.subscript(build.attribute(owner, place), build.constant(key))
        return held_in(b, node, f"{owner.id}.{place}[{key!r}]", "t", value)

    b.references.guard_constants(function.keywords)
    arguments = [given("args", k, v) for k, v in enumerate(function.args)]
    named = [(k, given("keywords", k, v)) for k, v in function.keywords.items()]
    known = Known(function.func), tuple(arguments), tuple(named)
    return Partial(*known, shown=functools.partial)


def held_in(b: Builder, node: gast.expr, spelled: str, name: str, value: object):
    """Return data from outside that an expression reads."""
    kind = argument_kind(value, name)
    if isinstance(kind, Known):
        return literal(kind.value)
    if isinstance(kind, Structure):
        return structure(b, node, kind, spelled, value, name)
    if spelled not in b.outside.containers:
        with b.in_front(b.outside.entry):
            atom = b.emit(b, node, kind, name)
        return kept(b, atom, spelled)
    return b.outside.containers[spelled]


def kept(b: Builder, atom: Atom, spelled: str) -> Value:
    """Return data from outside, or a copy if the function writes it.

    The copy is written back at the end.
    """
    if spelled not in b.outside.containers:
        b.outside.read[spelled] = b.outside.containers[spelled] = atom
        b.bases.setdefault(str(atom.name), _last(str(atom.name)))
        if atom.name in b.assumed.copied:
            with b.in_front(b.outside.prelude):
                b.outside.containers[spelled] = held(b, atom, kept=True)
            always_there(b.outside.containers[spelled])
    return b.outside.containers[spelled]


class Defaults(Mapping[str, object]):
    """The defaults of a function's parameters, looked up at each read."""

    def __init__(self, function: types.FunctionType) -> None:
        """Read them from a function."""
        self.function = function

    def place(self, name: str) -> tuple[str, object]:
        """Return the attribute that holds a default, and its key there."""
        keywords = self.function.__kwdefaults__ or {}
        if name in keywords:
            return "__kwdefaults__", name
        code = self.function.__code__
        names = code.co_varnames[: code.co_argcount]
        first = len(names) - len(self.function.__defaults__ or ())
        return "__defaults__", names.index(name) - first

    def __getitem__(self, name: str) -> object:
        place, key = self.place(name.removesuffix("="))
        return getattr(self.function, place)[key]

    def __iter__(self) -> Iterator[str]:
        parameters = inspect.signature(self.function).parameters.values()
        return (f"{p.name}=" for p in parameters if p.default is not p.empty)

    def __len__(self) -> int:
        return sum(1 for _ in self)
