"""Entry checks that objects from outside that are changed have no other name.

The function works on copies of what it writes. Read by another name, such an object
would seem unchanged, so the generated code checks at its start that there is none.
"""

from __future__ import annotations

import gast

from tangentlite import runtime
from tangentlite.builder.builder import Builder
from tangentlite.ir import build
from tangentlite.kinds.kind import Array, ListOf
from tangentlite.specialize.outside.write_back import changed_outside
from tangentlite.values.base import Atom
from tangentlite.values.structure import atoms, is_container


def require_apart(b: Builder) -> list[gast.stmt]:
    """Return the checks that captured arrays and objects are no arguments as well."""
    captured = {str(a.name) for v in b.outside.read.values() for a in atoms(v)}
    aliases = {getattr(node, "id", "") for node, _, _ in b.outside.aliases}
    with b.into([]) as tests:
        for node, other, _ in b.outside.aliases:
            _test(b, runtime.require_one, [node, other])
        for original, _ in b.outside.copied:
            if original.name not in captured or not isinstance(original.kind, Array):
                continue
            others = [
                atom.node
                for value in (*b.outside.inputs.values(), *b.outside.read.values())
                for atom in atoms(value)
                if isinstance(atom.kind, Array)
                and atom.name != original.name
                and not _is_read_of(b, original, str(atom.name))
            ]
            others += [
                build.name(name)
                for name in b.references.reads
                if name not in captured | aliases
                and isinstance(b.kinds.get(name), Array)
                and not _is_read_of(b, original, name)
            ]
            _test(b, runtime.require_apart, [original.node, *others])
        _require_met_once(b)
    return tests


def _is_read_of(b: Builder, one: Atom, name: str) -> bool:
    """Whether one of two names is a local variable that was read from the other."""
    for local, other in ((str(one.name), name), (name, str(one.name))):
        rhs = b.definitions.get(local)
        if rhs is not None and gast.unparse(rhs).strip() == other:
            return True
    return False


def _require_met_once(b: Builder) -> None:
    """Emit a check that captured objects that are changed have one name."""
    changed = [b.outside.origins[cell] for cell in changed_outside(b)]
    compared = [
        cell.origin for cell in b.outside.compared if cell.origin not in changed
    ]
    changed += compared
    changed += [one.node for one, _ in b.outside.copied if isinstance(one.kind, ListOf)]
    captured = [name for name, value in b.outside.read.items() if _holds(value)]
    local = [value for value in b.outside.read.values() if isinstance(value, Atom)]
    captured += [
        name
        for name in b.references.reads
        if isinstance(b.kinds.get(name), ListOf)
        and not any(_is_read_of(b, one, name) for one in local)
    ]
    if changed and captured or compared:
        given = [name for name, value in b.outside.inputs.items() if _holds(value)]
        places = [build.name(name) for name in dict.fromkeys([*captured, *given])]
        names = [_with_aliases(b, node) for node in changed]
        arguments = [build.display(names, list), *places]
        _test(b, runtime.require_met_once, arguments)


def _with_aliases(b: Builder, node: gast.expr) -> gast.expr:
    """Return the name of a captured object, a tuple if it has several."""
    lists = {one.node: one for one, _ in b.outside.copied}
    others = [
        alias
        for alias, other, value in b.outside.aliases
        if value is lists.get(node, b) or gast.dump(other) == gast.dump(node)
    ]
    return build.display([node, *others], tuple) if others else node


def _holds(value: object) -> bool:
    is_list = isinstance(value, Atom) and isinstance(value.kind, ListOf)
    return is_list or is_container(value)


def _test(b: Builder, function, arguments: list[gast.expr]) -> None:
    callee = b.references.function(function)
    b.add(build.effect(build.call(callee, arguments), b.line))
