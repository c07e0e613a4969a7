"""Where paths meet: one name for a variable that has several values."""

from __future__ import annotations

from dataclasses import replace

from tangentlite.ir import build
from tangentlite.kinds.dims import Symbol
from tangentlite.kinds.kind import Array, ListOf, Scalar, join, without_value
from tangentlite.specialize import container_writes, indexing
from tangentlite.specialize.builder import Builder
from tangentlite.specialize.ownership import is_owned
from tangentlite.specialize.values import (
    Atom,
    Chosen,
    Dictionary,
    Sequence,
    Unbound,
    atoms,
    is_function,
    parts,
    same_structure,
    with_items,
)


def merged(b: Builder, base: str, first: object, second: object) -> object:
    """Return fresh names for a variable that has one of two values.

    Raises where the values have kinds that one variable cannot hold.
    """
    if isinstance(first, Unbound) or isinstance(second, Unbound):
        bound = second if isinstance(first, Unbound) else first
        if isinstance(bound, Unbound) or _may_be_unbound(b, bound):
            return bound
        return merged(b, base, bound, bound)
    if isinstance(first, Atom) and isinstance(second, Atom):
        name = b.names.fresh(base)
        kind = join(first.kind, second.kind, b.sizes, name)
        if kind is None:
            raise _clash(b, base, first, second)
        b.kinds[name] = without_value(kind)
        b.bases[name] = base
        b.places[name] = (b.frame, b.loops)
        b.joined.add(name)
        _note_number(b, name, first, second)
        return Atom(build.name(name), b.kinds[name])
    if same_structure(first, second):
        pairs = zip(first.items, second.items)
        return with_items(first, tuple(merged(b, base, x, y) for x, y in pairs))
    if first == second:
        return first
    if is_function(first) and is_function(second):
        flag = b.fresh("chosen", Scalar("bool", True))
        b.joined.add(flag)
        return Chosen(Atom(build.name(flag), b.kinds[flag]), first, second)
    raise _clash(b, base, first, second)


def _may_be_unbound(b: Builder, value: object) -> bool:
    """Whether names already stand for a variable that some path has not bound.

    They are not copied: that would read them where they have no value.
    """
    names = [str(atom.name) for atom in atoms(value)]
    return bool(names) and all(n in b.unbound and n in b.joined for n in names)


def _note_number(b: Builder, name: str, *values: Atom) -> None:
    """Record that a name may hold a number where it holds an array otherwise."""
    if isinstance(b.kinds[name], Array):
        if any(isinstance(v.kind, Scalar) or v.name in b.numbers for v in values):
            b.numbers.add(name)


def either(b: Builder, base: str, first: object, second: object) -> object:
    """Return what a variable is behind two paths: one value, or names for both.

    A list or dict that is the same on both stays what it is.
    """
    if is_same(first, second):
        return first
    if same_structure(first, second):
        pairs = zip(first.items, second.items)
        return with_items(first, tuple(either(b, base, x, y) for x, y in pairs))
    return merged(b, base, first, second)


def is_same(first: object, second: object) -> bool:
    """Whether two values are one; equal lists are not, as one of them may change."""
    if first is second:
        return True
    if any(
        isinstance(p, (Sequence, Dictionary)) and p.type is not tuple
        for p in parts(first)
    ):
        return False
    return first == second


def _clash(b: Builder, base: str, first: object, second: object) -> Exception:
    containers = (Sequence, Dictionary)
    if b.unrollable and isinstance(first, containers) | isinstance(second, containers):
        return indexing.NeedsUnrolling()
    from tangentlite.specialize.operators import describe

    one, other = (_with_contents(value, describe(value)) for value in (first, second))
    return b.error(
        f"{base} is {one} on one path and {other} on another.",
        "Use two variables, or the same kind of value on both paths.",
    )


def _with_contents(value: object, text: str) -> str:
    if isinstance(value, Dictionary):
        return f"{text} with the keys {list(value.keys)}"
    return (
        f"{text} of length {len(value.items)}" if isinstance(value, Sequence) else text
    )


def widened(b: Builder, base: str, target: object, value: object) -> object:
    """Return the target of a loop's variable with its kind widened to hold a value.

    The same object comes back when the target can hold the value already.
    """
    if isinstance(value, Unbound):
        return target
    if isinstance(target, Unbound):
        return _of_any_iteration(b, merged(b, base, value, value))
    if isinstance(target, Atom) and isinstance(value, Atom):
        kind = join(target.kind, value.kind, b.sizes, target.name or base)
        if kind is None:
            raise _clash(b, base, target, value)
        kind = without_value(kind)
        if kind == target.kind:
            return target
        if target.name is not None:
            b.kinds[target.name] = kind
            _note_number(b, target.name, target, value)
        return replace(target, kind=kind)
    if same_structure(target, value):
        pairs = zip(target.items, value.items)
        items = tuple(widened(b, base, x, y) for x, y in pairs)
        same = all(x is y for x, y in zip(items, target.items))
        return target if same else with_items(target, items)
    if target == value:
        return target
    raise _clash(b, base, target, value)


def _of_any_iteration(b: Builder, value: object) -> object:
    """Forget sizes that belong to the iteration in which names were bound first."""
    if isinstance(value, (Sequence, Dictionary)):
        items = (_of_any_iteration(b, item) for item in value.items)
        return with_items(value, tuple(items))
    if not isinstance(value, Atom) or value.name is None:
        return value
    b.kinds[value.name] = lasting(b, value.kind, value.name)
    return replace(value, kind=b.kinds[value.name])


def lasting(b: Builder, kind: object, name: str) -> object:
    """Return a kind with only those sizes that are the same wherever it is read.

    Others become sizes that are named after `name`.
    """
    if not isinstance(kind, Array) or kind.shape is None:
        return kind
    fixed = {
        base
        for given in b.inputs.values()
        for atom in atoms(given)
        for dim in (*(getattr(atom.kind, "shape", None) or ()), _size_of(atom.kind))
        if isinstance(dim, Symbol)
        for base in _bases(dim)
    }
    sizes = []
    for axis, dim in enumerate(kind.shape):
        found = b.sizes.find(dim)
        lasts = isinstance(found, int) or fixed.issuperset(_bases(found))
        plural = not b.sizes.may_be_one(dim)
        sizes.append(dim if lasts else Symbol(f"{name}.{axis}?", 0, plural))
    return Array(kind.dtype, tuple(sizes))


def _bases(dim: Symbol) -> set[str]:
    return set(dict(dim.terms or ((dim.base, 1),)))


def _size_of(kind: object) -> object:
    return kind.size if isinstance(kind, Scalar) else None


def copy_into(b: Builder, variable: str, target: object, value: object) -> None:
    """Emit the assignments that give a merged variable its value on one path.

    An array that nothing else holds moves; otherwise the target shares its memory.
    """
    if isinstance(value, Unbound) or isinstance(target, Unbound) or target == value:
        return
    if isinstance(target, Atom):
        if target.name is None or value.node is target.node:
            return
        if target.name == value.name:
            return
        moved = is_owned(b, value, variable)
        if not moved:
            b.note_view(target.name, value.name)
            b.owned.discard(target.name)
        else:
            b.release(target.name)
        if isinstance(target.kind, ListOf) and value.name is not None:
            _share_items(b, target.name, value.name)
        b.add(build.assign(target.name, value.node, b.line))
    elif isinstance(target, Chosen):
        which = build.constant(value == target.first)
        b.add(build.assign(target.flag.name, which, b.line))
    elif isinstance(target, (Sequence, Dictionary)):
        for part, new in zip(target.items, value.items):
            copy_into(b, variable, part, new)


def _share_items(b: Builder, target: str, source: str) -> None:
    kind = join(b.kinds[target], b.kinds[source], b.sizes, target)
    if kind is not None and kind != b.kinds[target]:
        b.kinds[target] = kind
        b.widened.append(target)


def own(b: Builder, variable: str, target: object, values: list, ends: list) -> None:
    """Call a merged variable owned if its value on each path is handed over to it.

    `ends` holds the variables of the function at the end of each path.
    """
    if isinstance(target, (Sequence, Dictionary)):
        if all(target is value for value in values):
            return
        if all(_is_handed_over(b, v, variable, e) for v, e in zip(values, ends)):
            container_writes.made_here(b, target)
        else:
            for value in values:  # somebody else may hold one of them
                container_writes.share(b, value)
        for position, part in enumerate(target.items):
            items = [
                value.items[position] if same_structure(value, target) else value
                for value in values
            ]
            own(b, variable, part, items, ends)
    elif isinstance(target, Atom) and target.name is not None:
        current = b.frame.variables
        handed_over = True
        for value, variables in zip(values, ends):
            b.frame.variables = variables
            if isinstance(value, Atom):
                handed_over = handed_over and is_owned(b, value, variable)
        b.frame.variables = current
        if handed_over:
            b.owned.add(target.name)


def _is_handed_over(b: Builder, value: object, variable: str, variables: dict) -> bool:
    current, b.frame.variables = b.frame.variables, variables
    sole = container_writes.is_sole(b, value, variable)
    b.frame.variables = current
    return sole
