"""Choose the names of a derivative: the user's variables, with few numbers behind."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import gast

from tangentlite.analysis.liveness.interference import interference, is_copy
from tangentlite.ir.function import Function
from tangentlite.ir.names import (
    NAMED_T,
    SUFFIXES,
    TEMPORARY,
    Names,
    is_builtin,
    is_temporary,
    other_owner,
    owner_of,
    plain,
    root_of,
    variable_of,
)
from tangentlite.ir.rewrite import (
    binds,
    bound_in,
    map_names,
    map_statement,
    reads,
    statements,
)
from tangentlite.kinds.kind import Array, Scalar, rank
from tangentlite.pretty.temporary_names import Wishes


def choose_names(function: Function) -> Function:
    """Name values after the user's variables, and temporaries after their definitions.

    Values of one variable share its name unless their live ranges interfere. So do
    temporary arrays: the memory of a dead one is freed before the function ends. The
    adjoint of a value has the name of the value with `_bar`, the tangent with `_dot`.
    Where a name is taken a number follows, in order.

    References to objects outside keep their names, and so do the user's parameters.

    >>> from tangentlite.ir.example import function_of, shown
    >>> text = '''
    ... l3 = np.sin(x)
    ... t1 = saved[i]
    ... l7 = l3 * t1 + np.exp(l3)
    ... l_bar1 = l7 + t1
    ... return l_bar1'''
    >>> kinds = dict.fromkeys("x saved i l3 t1 l7 l_bar1".split(), "number")
    >>> shown(choose_names(function_of(text, **kinds)))
    l = np.sin(x)
    saved_i = saved[i]
    l = l * saved_i + np.exp(l)
    l_bar = l + saved_i
    return l_bar
    """
    parameters = [p.name for p in function.parameters]
    own = {name for name in parameters if name not in function.bases}
    fixed = {*own, *(text.split(".")[0] for text in function.references)}
    used = list(dict.fromkeys([*parameters, *_in_order(function)]))
    fixed |= {name for name in used if name not in function.kinds}
    free = [n for n in used if n in function.kinds and "." not in n]
    classes = _classes(function, [n for n in free if n in own or n not in fixed])
    taken = fixed.union(_captured(function))
    renamed = _Namer(function, own, taken, classes).names()
    body = _named(function.body, renamed)
    kinds: dict[str, object] = {}
    for name in (n for n in used if n in function.kinds):
        new, kind = renamed.get(name, name), function.kinds[name]
        kinds[new] = _either(kinds[new], kind) if new in kinds else kind
    kinds = {**function.kinds, **kinds}
    changed = tuple(
        replace(p, name=renamed.get(p.name, p.name)) for p in function.parameters
    )
    primal = frozenset(renamed.get(name, name) for name in function.primal)
    views: dict[str, set[str]] = {}
    for name, owners in function.views.items():
        looked_into = views.setdefault(renamed.get(name, name), set())
        looked_into.update(renamed.get(owner, owner) for owner in owners)
    named = replace(function, body=tuple(body), kinds=kinds, views=views)
    return replace(named, parameters=changed, primal=primal)


def _captured(function: Function) -> Iterator[str]:
    """Yield the captured variables that the text assigns: no local has their name."""
    for node in statements(function.body):
        call = node.value if isinstance(node, gast.Expr) else None
        if isinstance(call, gast.Call) and getattr(call.func, "id", "") == "setattr":
            owner, name, _ = call.args
            if isinstance(owner, gast.Constant) and isinstance(name, gast.Constant):
                yield name.value


def _either(one: object, other: object) -> object:
    """Return the join of two kinds whose values share a name.

    >>> _either(Array("float64", (3,)), Array("float64", (2,)))
    Array(dtype='float64', shape=None)
    >>> _either(Scalar("float64", True), Scalar("float64", False))
    Scalar(dtype='float64', weak=None, value=None, size=None)
    """
    if one == other:
        return one
    if isinstance(one, Array) and isinstance(other, Array):
        shape = one.shape if one.shape == other.shape else None
        return Array(one.dtype if one.dtype == other.dtype else None, shape)
    if isinstance(one, Scalar) and isinstance(other, Scalar):
        weak = one.weak if one.weak is other.weak else None
        return Scalar(one.dtype if one.dtype == other.dtype else None, weak)
    return one


def _classes(function: Function, names: list[str]) -> dict[str, list[str]]:
    """Return for each name the class of those that it shares a name with."""
    groups = defaultdict(list)
    scopes = _scopes(function)
    for name in names:
        key = (
            scopes.get(name),
            type(function.kinds[name]),
            _type_of(function.kinds[name]) if function.typed else None,
            _group(function, name, names),
        )
        groups[key].append(name)
    shared = [set(group) for group in groups.values() if len(group) > 1]
    by_name = {name: group for group in shared for name in group}
    parameters = [p.name for p in function.parameters]
    pairs = interference(function.body, by_name, parameters)
    found: dict[str, list[str]] = {}
    given = set(parameters)
    for group in groups.values():
        made: list[tuple[set[str], list[str]]] = []
        for name in group:
            taken = pairs.get(name, set())
            for interfering, members in made:
                both = name in given and not given.isdisjoint(members)
                if name not in interfering and taken.isdisjoint(members) and not both:
                    break
            else:
                interfering, members = set(), []
                made.append((interfering, members))
            members.append(name)
            interfering |= taken
            found[name] = members
    return found


def _type_of(kind: object) -> object:
    """Return what tells values of different types apart in compiled code."""
    return getattr(kind, "dtype", None), rank(kind)


def _group(function: Function, name: str, names: Container[str]) -> tuple[str, ...]:
    """Return the key of names that may share one: by variable, or by definition."""
    variable = variable_of(name, function.bases)
    if name == TEMPORARY and name in (p.name for p in function.parameters):
        return (NAMED_T,)  # as the user's versions of it
    if not is_temporary(variable):
        return (variable,)
    kind = function.kinds[name]
    root = root_of(name, function.bases)
    owner, suffix = owner_of(root, function.bases)
    if isinstance(kind, Array) and kind.shape:
        mask = "mask" if kind.dtype == "bool" else ""
        return (variable, root if suffix and owner in names else mask)
    return variable, root


def _scopes(function: Function) -> dict[str, gast.FunctionDef]:
    """Return the inner function that binds a name, for names that one binds."""
    return {
        name: node
        for node in statements(function.body)
        if isinstance(node, gast.FunctionDef)
        for name in bound_in(node.body)
    }


@dataclass
class _Namer:
    function: Function
    own: set[str]
    taken: set[str]
    classes: Mapping[str, list[str]]

    def names(self) -> dict[str, str]:
        """Return the new names, chosen in order of first use."""
        self._names = Names(self.taken, avoid=_Builtins())
        variables = {variable_of(n, self.function.bases) for n in self.classes}
        taken = {*self.taken, *(v for v in variables if not is_temporary(v))}
        self._wishes = Wishes(self.function, taken)
        self._found: dict[str, str] = {}
        for name in self.classes:
            self._name(name)
        return {name: self._found[name] for name in self.classes}

    def _name(self, name: str) -> str:
        known = self._found.get(name)
        if known is None:
            members = self.classes.get(name, [name])
            given = next((n for n in members if n in self.own), None)
            known = given or self._names.fresh(self._base(members))
            self._found.update(dict.fromkeys([name, *members], known))
        return known

    def _base(self, members: list[str]) -> str:
        bases = self.function.bases
        variable = variable_of(members[0], bases)
        owner, suffix = owner_of(root_of(members[0], bases), bases)
        other = other_owner(members[0], bases)
        if other and len(members) == 1 and owner not in self.classes:
            spelled = self._found.get(other) or _spelled(variable_of(other, bases))
            return f"{spelled}_bar"
        if owner and owner not in self.classes and is_temporary(variable):
            part = self._wishes.part(members, self._found)
            if part:
                return part
        if owner and (owner in self.classes or is_temporary(variable)):
            return self._name(owner) + suffix
        if variable == "i" and self._names.taken(variable):
            return next((c for c in "jkm" if self._is_free(c)), variable)
        if not is_temporary(variable):
            return _spelled(variable)
        return self._wishes.base(members, self._found)

    def _is_free(self, name: str) -> bool:
        return self._wishes.is_free(name) and not self._names.taken(name)


def _spelled(variable: str) -> str:
    """Return how a variable is written; one named like temporaries was escaped."""
    for suffix in SUFFIXES:
        if variable.endswith(suffix) and variable != suffix:
            return _spelled(variable.removesuffix(suffix)) + suffix
    return TEMPORARY if variable == NAMED_T else plain(variable)


class _Builtins(Container):
    def __contains__(self, name: object) -> bool:
        return is_builtin(name)


def _in_order(function: Function) -> Iterator[str]:
    for statement in statements(function.body):
        yield from (*reads(statement), *binds(statement))


def _named(block: Sequence[gast.stmt], renamed: dict[str, str]) -> list[gast.stmt]:
    """Return a block with new names, without copies of a name to itself."""
    found = []
    for node in block:
        node = _renamed(node, renamed, lambda body: _named(body, renamed))
        if not is_copy(node) or node.targets[0].id != node.value.id:
            found.append(node)
    return found


def _renamed(statement: gast.stmt, renamed: dict[str, str], block) -> gast.stmt:
    def read(node: gast.expr) -> gast.expr:
        return map_names(node, change)

    def change(node: gast.Name) -> gast.Name:
        new = renamed.get(node.id, node.id)
        return node if new == node.id else gast.Name(new, node.ctx, None, None)

    return map_statement(
        statement, read, lambda name: renamed.get(name, name), block=block
    )
