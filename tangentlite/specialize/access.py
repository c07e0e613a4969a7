"""Names from outside the function, and attributes."""

from __future__ import annotations

import builtins
import types

import gast
import numpy as np

from tangentlite import errors
from tangentlite.ir import build
from tangentlite.kinds.kind import (
    Array,
    ListOf,
    Opaque,
    Scalar,
    Structure,
    is_numeric,
    kind_of,
)
from tangentlite.specialize import calls, instances, managers
from tangentlite.specialize.arguments import argument_kind
from tangentlite.specialize.builder import Builder, Frame, name_result, of_any_rank
from tangentlite.specialize.containers import taken_apart
from tangentlite.specialize.values import (
    Atom,
    Box,
    Known,
    Method,
    Sequence,
    Super,
    Unbound,
    atoms,
    literal,
)
from tangentlite.specialize.write_back import held


def read_name(b: Builder, node: gast.Name) -> object:
    """Return what a name stands for: a variable, a captured value, a global."""
    frame = _frame_of(b.frame, node.id)
    if node.id in frame.variables:
        value = frame.variables[node.id]
        if isinstance(value, Box):
            (value,) = value.items
        if isinstance(value, Unbound):
            raise _unbound(b, node)
        unbound = any(atom.name in b.unbound for atom in atoms(value))
        template = b.sources[frame.source].generated
        if unbound and b.emit is name_result and not (frame.certain or template):
            # The backward half may not need the value, but Python would raise here.
            b.add(build.effect(next(atoms(value)).node, b.line))
        if isinstance(value, Atom) and isinstance(value.kind, ListOf):
            return Atom(value.node, b.kinds.get(value.name, value.kind))
        return value
    if node.id in frame.local_names or node.id.startswith("d["):
        raise _unbound(b, node)
    for place in (frame.cells, frame.globals, vars(builtins)):
        if node.id in place:
            value = place[node.id]
            ours = place is vars(builtins) or b.sources[frame.source].generated
            if not ours:
                b.references.guard(place, node.id, value)
            if _decorates(b, value):
                return Known(value.primal)
            return outside(b, value, node.id)
    raise b.error(f"name {node.id!r} is not defined.", "", node)


def bind(b: Builder, name: str, value: object) -> None:
    """Bind a variable, of the function around if the name is not the function's own."""
    if name in b.frame.facts.globals:
        raise b.error(
            f"{name} is a global variable, which is assigned here; that is not "
            "supported yet.",
            "Return the value.",
        )
    frame = _frame_of(b.frame, name)
    if frame is not b.frame and name not in frame.variables:
        frame = b.frame
    held = frame.variables.get(name)
    if isinstance(held, Box):
        held.put((value,))
    else:
        frame.variables[name] = value


def _decorates(b: Builder, value: object) -> bool:
    """Whether a name holds the derivative of the function in which it stands.

    Under `@tl.grad` a function that calls itself means itself, as when it was written.
    """
    if not hasattr(value, "generated_for_kinds"):
        return False
    return any(frame.function is value.primal for frame in b.frames)


def _frame_of(frame: Frame, name: str) -> Frame:
    """Return the innermost function around whose variable a name is."""
    while frame.outer is not None:
        if name in frame.variables or name in frame.local_names:
            return frame
        frame = frame.outer
    return frame


def _unbound(b: Builder, node: gast.Name) -> Exception:
    error = b.error(
        f"{node.id} has no value here: every path that binds it was skipped.",
        "Bind it before it is read.",
        node,
    )
    return errors.UnboundVariableError(str(error))


def outside(b: Builder, value: object, text: str) -> object:
    """Return the value of a global (dotted: of a module's or class's attribute)."""
    if isinstance(value, _DATA):
        if b.sources[b.frame.source].generated:
            return literal(value)
        return _data(b, value, _spell_data(b, text))
    if _is_fixed(value):
        return Known(value, text if _in_root(b) else None)
    if b.sources[b.frame.source].generated:
        return Known(value)
    kind = argument_kind(value, text)
    if isinstance(kind, Structure):
        spelled = _spell_data(b, text)
        return _structure(b, b.references.data(value, spelled), kind, spelled)
    return _data(b, value, _spell_data(b, text))


def _structure(b: Builder, node: gast.expr, kind: Structure, spelled: str) -> object:
    """Return a container from outside, the same one wherever it is read."""
    if spelled not in b.outside:
        b.kinds[spelled] = kind
        with b.into(b.entry):
            b.read[spelled] = taken_apart(b, node, kind, _last(spelled))
        with b.into(b.prelude):
            b.outside[spelled] = held(b, b.read[spelled], kept=True)
    return b.outside[spelled]


def class_data(b: Builder, cls: type, name: str) -> object:
    """Return what is no method of a class, as the generated code reads it."""
    owner = next(c for c in cls.__mro__ if name in vars(c))
    value = getattr(cls, name)
    b.references.guard(vars(owner), name, value)
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
    if isinstance(kind, Structure):
        return _structure(b, build.name(spelled), kind, spelled)
    b.kinds[spelled] = kind_of(value, spelled)
    return Atom(build.name(spelled), b.kinds[spelled])


def _last(text: str) -> str:
    return text.split(".")[-1]


_DATA = (np.ndarray, np.generic, bool, int, float, complex)


def _data(b: Builder, value: object, spelled: str) -> Atom:
    """Return data that the generated code reads when it is called."""
    b.kinds[spelled] = kind_of(value, spelled)
    return Atom(b.references.data(value, spelled), b.kinds[spelled])


def _is_fixed(value: object) -> bool:
    if value is None or value is Ellipsis or callable(value):
        return True
    return isinstance(value, (types.ModuleType, str, bytes, np.dtype))


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


def read_attribute(b: Builder, owner: object, name: str, base: str) -> object:
    """Return `owner.name`."""
    if isinstance(owner, managers.Manager):
        return managers.read(b, owner, name)
    if isinstance(owner, Super):
        return instances.of_super(b, owner, name)
    if instances.has_class(owner):
        return instances.read(b, owner, name, base)
    if isinstance(owner, Known):
        return _known_attribute(b, owner, name)
    if isinstance(owner, Atom) and is_numeric(owner.kind):
        return _array_attribute(b, owner, name, base)
    if isinstance(owner, Atom) and isinstance(owner.kind, Opaque):
        kind = Opaque(None)
        if owner.kind.type is not None and callable(
            getattr(owner.kind.type, name, None)
        ):
            return Method(owner, name)
        return b.emit(b, build.attribute(owner.node, name), kind, base)
    return Method(owner, name)


def _known_attribute(b: Builder, owner: Known, name: str) -> object:
    try:
        value = getattr(owner.value, name)
    except AttributeError as error:
        raise b.error(f"{error}.", "Check the name.") from None
    if instances.is_class_data(owner.value, name, value):
        return class_data(b, owner.value, name)
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
        return outside(b, value, text or name) if text else Known(value)
    return Method(owner, name)


def _is_stable(module: types.ModuleType) -> bool:
    """Whether nobody rebinds what a module holds: NumPy and the standard library."""
    return module.__name__.split(".")[0] in ("numpy", "math", "operator", "tangentlite")


def _fixed_number(b: Builder, module: types.ModuleType, name: str, value: float):
    wanted = "np" if module is np else module.__name__
    spelled = f"{b.references.alias(module.__name__, None, wanted)}.{name}"
    b.references.objects[spelled] = value
    b.kinds[spelled] = Scalar("float64", True)
    return Atom(build.name(spelled), b.kinds[spelled])


def _array_attribute(b: Builder, owner: Atom, name: str, base: str) -> object:
    owner = of_any_rank(b, owner)
    kind = owner.kind
    shape = () if isinstance(kind, Scalar) else kind.shape
    if name == "size" and owner.name in b.numbers:
        return calls.call_rule(b, np.size, [owner], {}, base)
    if name == "ndim" and shape is not None:
        return literal(len(shape))
    if name == "shape" and shape is not None:
        return shape_value(b, owner)
    if name == "size":
        if shape == ():
            return literal(1)
        size = b.sizes.find(shape[0]) if shape and len(shape) == 1 else None
        rhs = build.attribute(owner.node, "size")
        return b.emit(b, rhs, Scalar("int64", True, None, size), base)
    if name == "dtype":
        if kind.dtype is not None:
            return Known(np.dtype(kind.dtype))
        return b.emit(b, build.attribute(owner.node, name), Opaque(None), base)
    if name in ("ndim", "shape"):
        rhs = build.call(b.references.function(getattr(np, name)), [owner.node])
        known = Scalar("int64", True) if name == "ndim" else Opaque(tuple)
        return b.emit(b, rhs, known, base)
    if name in _PROPERTIES:
        return calls.call_rule(b, _PROPERTIES[name], [owner], {}, base)
    if hasattr(np.ndarray, name):
        return Method(owner, name)
    raise b.error(f"arrays have no attribute {name!r}.", "Check the name.")


_PROPERTIES = {"T": np.transpose, "real": np.real, "imag": np.imag}


def shape_value(b: Builder, owner: Atom) -> Sequence:
    """Return `owner.shape` as a tuple of sizes, each read when it is used."""
    shape = () if isinstance(owner.kind, Scalar) else owner.kind.shape
    sizes = []
    for axis, dim in enumerate(shape):
        found = b.sizes.find(dim)
        if isinstance(found, int):
            sizes.append(literal(found))
            continue
        whole = build.attribute(owner.node, "shape")
        rhs = build.subscript(whole, build.constant(axis))
        sizes.append(b.emit(b, rhs, Scalar("int64", True, None, found), "n"))
    return Sequence(tuple(sizes))


def written_attribute(b: Builder, owner: object, node: gast.Attribute) -> object:
    """Return what `owner.name = v` writes into, entry by entry, for an array."""
    kind = getattr(owner, "kind", None)
    if not isinstance(kind, Array):
        what = "assignments to attributes are not supported yet."
        raise b.error(what, "Use a variable.", node)
    if node.attr in ("real", "imag", "flat"):
        return read_attribute(b, owner, node.attr, "t")
    instead = _INSTEAD.get(node.attr, "Use a function that returns a new array.")
    what = f"assignments to {node.attr!r} of arrays are not supported yet."
    raise b.error(what, instead, node)


_INSTEAD = {
    "T": "Write y.T[...] = v.",
    "shape": "Write y = y.reshape(shape).",
}
