"""What is read of modules, classes and captured variables."""

from __future__ import annotations

import dataclasses
import enum
import functools
import inspect
import re
import types
from collections.abc import Iterator, Mapping
from typing import Any, TypeGuard

import gast
import numpy as np

from tangentlite.ir import build
from tangentlite.kinds.exact import with_integers
from tangentlite.kinds.kind import Scalar, Structure, kind_of
from tangentlite.kinds.objects import is_users_class
from tangentlite.specialize import enumerations, known_text, raising
from tangentlite.specialize.arguments import argument_kind
from tangentlite.specialize.builder import Builder
from tangentlite.specialize.containers import taken_apart
from tangentlite.specialize.literals import literal
from tangentlite.specialize.records import Atom, Known, Sequence
from tangentlite.specialize.values import Method, Partial
from tangentlite.specialize.write_back import always_there, held


def value_of(b: Builder, value: object, text: str) -> object:
    """Return the value of a global (dotted: of a module's or class's attribute)."""
    if isinstance(value, _DATA):
        if b.sources[b.frame.source].generated:
            return literal(value)
        return _data(b, value, _spell_data(b, text))
    if _is_method(value) and not b.sources[b.frame.source].generated:
        owner = value_of(b, value.__self__, f"{text}.__self__")
        return Partial(Known(value.__func__), (owner,), shown=types.MethodType)
    if _is_fixed(value) or isinstance(value, enum.Enum):
        return Known(value, text if _in_root(b) else None)
    if b.sources[b.frame.source].generated:
        return Known(value)
    kind = argument_kind(value, text)
    if b.exact:
        kind = with_integers(kind, value)
    if isinstance(kind, Structure):
        spelled = _spell_data(b, text)
        return _structure(b, b.references.data(value, spelled), kind, spelled)
    return _data(b, value, _spell_data(b, text))


def _structure(
    b: Builder, node: gast.expr, kind: Structure, spelled: str, name: str = ""
) -> object:
    """Return a container from outside, the same one wherever it is read."""
    if spelled not in b.outside:
        b.kinds[spelled] = kind
        # In front of the function, where no try statement is around it.
        with b.in_front(b.entry):
            b.read[spelled] = taken_apart(b, node, kind, name or _last(spelled))
        with b.in_front(b.prelude):
            b.outside[spelled] = held(b, b.read[spelled], kept=True)
        always_there(b.outside[spelled])
    return b.outside[spelled]


def class_data(b: Builder, cls: type, name: str) -> object:
    """Return what is no method of a class, as the generated code reads it."""
    owner = next(c for c in cls.__mro__ if name in vars(c))
    b.references.guard(vars(owner), name, getattr(cls, name))
    # A class that has none of its own now may have one at another call.
    return attribute_of(b, cls, name, getattr(cls, name))


def attribute_of(b: Builder, owner: Any, name: str, value: object) -> object:
    """Return an attribute of a class or function, as the generated code reads it."""
    if _is_fixed(value):
        return Known(value)
    try:
        whole = b.references.function(owner, owner.__qualname__)
    except LookupError:
        raise b.error(
            f"{owner.__name__}.{name} cannot be named in generated code.",
            "Define the class at the top of the file.",
        ) from None
    spelled = f"{whole.id}.{name}"
    b.references.objects[spelled] = value
    kind = argument_kind(value, name)
    guarded = b.exact and name in vars(owner)
    if guarded:
        kind = with_integers(kind, value)
    if isinstance(kind, Structure):
        return _structure(b, build.name(spelled), kind, spelled)
    kind = kind_of(value, spelled)
    b.kinds[spelled] = with_integers(kind, value) if guarded else kind
    return _kept(b, Atom(build.name(spelled), b.kinds[spelled]), spelled)


def _last(text: str) -> str:
    """Return a name for what is read under a text, a default as well."""
    name = text.split(".")[-1]
    return name if name.isidentifier() else "t"


_DATA = (np.ndarray, np.generic, bool, int, float, complex)


def _data(b: Builder, value: object, spelled: str) -> object:
    """Return data that the generated code reads when it is called.

    Of what the function writes it is a copy, which is stored at the end.
    """
    kind = kind_of(value, spelled)
    b.kinds[spelled] = with_integers(kind, value) if b.exact else kind
    atom = Atom(b.references.data(value, spelled), b.kinds[spelled])
    return _kept(b, atom, spelled) if spelled in b.to_copy else atom


def _is_fixed(value: object) -> bool:
    if is_users_class(type(value)):
        return False
    singles = (None, Ellipsis, NotImplemented)
    if any(value is single for single in singles) or callable(value):
        return True
    if type(value) is object:  # it is made to be told from all others
        return True
    return isinstance(value, (types.ModuleType, str, bytes, np.dtype, re.Pattern))


def _is_method(value: object) -> TypeGuard[types.MethodType]:
    """Whether a value is the method of an object, which its name leads to."""
    if not isinstance(value, types.MethodType):
        return False
    return is_users_class(type(value.__self__))


def _in_root(b: Builder) -> bool:
    return b.frame.globals is b.frames[0].globals


def _spell_data(b: Builder, text: str) -> str:
    captured = b.frame.cells.get(text) if text in b.frame.cells else None
    if captured is not None:
        return b.references.cell(text, b.frame.cells.by_name[text])
    if text.split(".")[0] in b.frame.cells:
        raise b.error(
            f"attributes of captured modules ({text}) are not supported yet.",
            "Import the module at the top of the file.",
        )
    if _in_root(b):
        root = text.split(".")[0]
        if b.names.taken(root) and root not in b.references.reads:
            module = str(b.frame.globals["__name__"])
            return f"{b.references.alias(module, None, module.split('.')[-1])}.{text}"
        b.names.reserve(root)
        b.references.reads.setdefault(root, b.frame.globals.get(root))
        return text
    module = str(b.frame.globals["__name__"])
    alias = b.references.alias(module, None, module.rsplit(".", 1)[-1])
    return f"{alias}.{text}"


def known_attribute(b: Builder, owner: Known, name: str) -> object:
    if isinstance(owner.value, dataclasses.Field):
        return _of_field(b, owner.value, name)
    if isinstance(owner.value, functools.partial) and name in ("func", "args"):
        known = partial(b, owner.value, owner.text)
        return known.function if name == "func" else Sequence(known.arguments)
    if isinstance(owner.value, enum.Enum):
        return enumerations.read(b, owner, name)
    if isinstance(owner.value, type):
        b.references.guard_class(owner.value)
    ours = b.sources[b.frame.source].is_derivative
    if name in ("__defaults__", "__kwdefaults__") and not ours:
        what = f"{name} of a function, which others may change, is not supported."
        raise b.error(what, "Pass the values as arguments.")
    try:
        value = getattr(owner.value, name)
    except AttributeError as error:
        raise raising.always(b, error, "Check the name.", None) from None
    if isinstance(owner.value, types.FunctionType) and not callable(value):
        if name in vars(owner.value):
            b.references.guard(vars(owner.value), name, value)
        return attribute_of(b, owner.value, name, value)
    if _is_class_data(owner.value, name, value):
        return class_data(b, owner.value, name)
    if known_text.is_of_text(owner) and not callable(value):
        return known_text.as_value(b, value)
    if isinstance(owner.value, (types.ModuleType, type, types.FunctionType)):
        text = f"{owner.text}.{name}" if owner.text else None
        if isinstance(value, float) and owner.value.__name__ in ("math", "numpy"):
            return _fixed_number(b, owner.value, name, value)
        if isinstance(owner.value, types.ModuleType) and not _is_stable(owner.value):
            b.references.guard(vars(owner.value), name, value)
            captured = text is not None and text.split(".")[0] in b.frame.cells
            if isinstance(value, _DATA) and (captured or not (text and _in_root(b))):
                module = owner.value.__name__
                alias = b.references.alias(module, None, module.rsplit(".", 1)[-1])
                return _data(b, value, f"{alias}.{name}")
        return value_of(b, value, text or name) if text else Known(value)
    return Method(owner, name)


def _of_field(b: Builder, field: dataclasses.Field, name: str) -> object:
    """Return what a field of a dataclass says of itself."""
    value = getattr(field, name, None)
    if isinstance(value, (bool, int, float, str)) or value is None:
        return literal(value)
    if callable(value) or value is dataclasses.MISSING:
        return Known(value)
    what = f"{name!r} of the field {field.name} is not supported here."
    raise b.error(what, "Name what it holds.")


def _is_class_data(cls: object, name: str, value: object) -> bool:
    """Whether an attribute of a user's class holds data."""
    return is_users_class(cls) and not callable(value) and name in dir(cls)


def _is_stable(module: types.ModuleType) -> bool:
    """Whether nobody rebinds what a module holds: NumPy and the standard library."""
    return module.__name__.split(".")[0] in ("numpy", "math", "operator", "tangentlite")


def _fixed_number(b: Builder, module: types.ModuleType, name: str, value: float):
    wanted = "np" if module is np else module.__name__
    spelled = f"{b.references.alias(module.__name__, None, wanted)}.{name}"
    b.references.objects[spelled] = value
    b.kinds[spelled] = Scalar("float64", True)
    return Atom(build.name(spelled), b.kinds[spelled])


def default(b: Builder, function: types.FunctionType, name: str, value: object):
    """Return the default of a parameter, which is one object in all calls."""
    defaults = Defaults(function)
    b.references.guard(defaults, f"{name}=", value)
    try:
        owner = b.references.function(function)
    except LookupError:
        raise b.error(
            f"the default of {name} cannot be named in generated code.",
            f"Define {function.__name__} at the top of the file, or pass {name}.",
        ) from None
    place, key = defaults.place(name)
    node = build.subscript(build.attribute(owner, place), build.constant(key))
    return _held_in(b, node, f"{owner.id}.{place}[{key!r}]", name, value)


def partial(b: Builder, function: functools.partial, text: str | None) -> Partial:
    """Return a `functools.partial` object from outside, as the generated code reads it.

    What it was given is its own: nobody changes it.
    """

    def given(place: str, key: int | str, value: object) -> object:
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
        return _held_in(b, node, f"{owner.id}.{place}[{key!r}]", "t", value)

    b.references.guard_constants(function.keywords)
    arguments = [given("args", k, v) for k, v in enumerate(function.args)]
    named = [(k, given("keywords", k, v)) for k, v in function.keywords.items()]
    return Partial(Known(function.func), tuple(arguments), tuple(named))


def _held_in(b: Builder, node: gast.expr, spelled: str, name: str, value: object):
    """Return data from outside that an expression reads."""
    kind = argument_kind(value, name)
    if isinstance(kind, Known):
        return literal(kind.value)
    if isinstance(kind, Structure):
        return _structure(b, node, kind, spelled, name)
    if spelled not in b.outside:
        with b.in_front(b.entry):
            atom = b.emit(b, node, kind, name)
        return _kept(b, atom, spelled)
    return b.outside[spelled]


def _kept(b: Builder, atom: Atom, spelled: str) -> object:
    """Return data from outside, or a copy of what the function writes.

    The copy is stored at the end.
    """
    if spelled not in b.outside:
        b.read[spelled] = b.outside[spelled] = atom
        b.bases.setdefault(str(atom.name), _last(str(atom.name)))
        if atom.name in b.to_copy:
            with b.in_front(b.prelude):
                b.outside[spelled] = held(b, atom, kept=True)
            always_there(b.outside[spelled])
    return b.outside[spelled]


class Defaults(Mapping[str, object]):
    """The defaults of a function's parameters, as they are when they are read."""

    def __init__(self, function: types.FunctionType) -> None:
        """Read them from a function."""
        self._function = function

    def place(self, name: str) -> tuple[str, object]:
        """Return the attribute that holds a default, and under what."""
        keywords = self._function.__kwdefaults__ or {}
        if name in keywords:
            return "__kwdefaults__", name
        code = self._function.__code__
        names = code.co_varnames[: code.co_argcount]
        first = len(names) - len(self._function.__defaults__ or ())
        return "__defaults__", names.index(name) - first

    def __getitem__(self, name: str) -> object:
        place, key = self.place(name.removesuffix("="))
        return getattr(self._function, place)[key]

    def __iter__(self) -> Iterator[str]:
        parameters = inspect.signature(self._function).parameters.values()
        return (f"{p.name}=" for p in parameters if p.default is not p.empty)

    def __len__(self) -> int:
        return sum(1 for _ in self)
