"""Functions whose rule says what they compute: a formula of functions with rules."""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Sequence as Items

from tangentlite import runtime
from tangentlite.ir import build
from tangentlite.kinds.kind import is_differentiable
from tangentlite.rules.registry import Rule
from tangentlite.specialize import inline, operators
from tangentlite.specialize.builder import Builder
from tangentlite.specialize.records import Atom, Sequence


def with_formula(
    b: Builder,
    rule: Rule,
    value: object,
    arguments: Items[object],
    keywords: Mapping[str, object],
    base: str,
) -> object:
    """Return the value of a call with the derivative of its rule's formula.

    Before: `y = np.cov(m)`. After: `t = np.cov(m); t1 = ...; y = valued(t, t1)`. The
    value is the function's own; of the formula only what derivatives read remains
    (`optimize/formulas.py`).
    """
    bound = inline.bind(b, rule.definition, list(arguments), keywords, None)
    meant = inline.walk_function(b, rule.definition, bound)
    return _valued(b, value, meant, base)


def _valued(b: Builder, value: object, meant: object, base: str) -> object:
    if isinstance(value, Sequence):
        pairs = zip(value.items, meant.items, strict=True)
        items = tuple(_valued(b, one, other, base) for one, other in pairs)
        return Sequence(items, value.type)
    if not isinstance(value, Atom) or not is_differentiable(value.kind):
        return value
    callee = b.references.function(runtime.valued)
    rhs = build.call(callee, [value.node, operators.operand(b, meant).node])
    atom = b.emit(b, rhs, value.kind, base)
    if value.name in b.owned:
        b.owned.add(atom.name)
    b.note_view(atom.name, value.name)
    return atom
