"""Names behind a loop for arrays whose size an iteration may change.

Of a `t` that grows, before: `t = x; for i in range(n): t = grown; y = t * 2`. After,
the name `t1` stands behind the loop: `t1 = t; y = t1 * 2`. The size of `t` is another
one in each iteration: what is proved of that of `t1` says nothing of them.
"""

from __future__ import annotations

from dataclasses import replace

from tangentlite.builder.builder import Builder
from tangentlite.builder.memory.ownership import Holder, is_owned
from tangentlite.builder.naming import base_name, item_names, note_number
from tangentlite.ir import build
from tangentlite.kinds.kind import Array
from tangentlite.kinds.sizes.dims import Dim, Symbol, varies
from tangentlite.specialize.state.frame import State
from tangentlite.values.base import Atom, Sequence, Value


def name_varying(b: Builder, before: State) -> None:
    """Copy the arrays of varying size that a loop, just emitted, leaves."""
    variables = b.frame.variables
    for variable, value in list(variables.items()):
        if value is not before.variables.get(variable):
            variables[variable] = _named(b, variable, base_name(variable), value)
    for cell, contents in list(b.heap.contents.items()):
        if contents is before.contents.get(cell) or not isinstance(contents, tuple):
            continue
        keys, items = contents
        names = item_names("t", keys, items)
        new = tuple(_named(b, cell, name, v) for name, v in zip(names, items))
        if any(one is not other for one, other in zip(new, items)):
            b.heap.contents[cell] = keys, new


def _named(b: Builder, holder: Holder, base: str, value: Value) -> Value:
    """Return a value with fresh names for arrays whose sizes vary."""
    if type(value) is Sequence:
        items = tuple(_named(b, holder, base, item) for item in value.items)
        same = all(one is other for one, other in zip(items, value.items))
        return value if same else value.with_items(items)
    if (
        not isinstance(value, Atom)
        or value.name is None
        or value.name in b.phis.unbound
    ):
        return value
    shape = getattr(value.kind, "shape", None) or ()
    if not isinstance(value.kind, Array) or not any(map(varies, shape)):
        return value
    name = b.fresh(base, value.kind)
    sizes = tuple(_of_its_own(dim, f"{name}.{k}") for k, dim in enumerate(shape))
    b.kinds[name] = replace(value.kind, shape=sizes)
    note_number(b, name, value)
    if is_owned(b, value, holder):
        b.memory.owned.add(name)
    else:
        b.note_view(name, value.name)
    b.add(build.assign(name, value.node, b.line))
    return Atom(build.name(name), b.kinds[name])


def _of_its_own(dim: Dim, name: str) -> Dim:
    if not isinstance(dim, Symbol) or not varies(dim):
        return dim
    return Symbol(f"{name}?", 0, dim.plural)
