"""Blocks for the backward sweep as functions: `with tl.insert_grad_of(x) as g`."""

from __future__ import annotations

from collections.abc import Iterator

import gast

from tangentlite.frontend.desugar.tree import assigned, placed, read

TITLE = "insert_grad_of"


def hook_of(
    node: gast.With, function: gast.FunctionDef, inner: gast.FunctionDef
) -> tuple[gast.FunctionDef, gast.stmt] | None:
    """Return a block as a function of the cotangent, and the call that takes it.

    None if it is no such block, or may not be one: what it binds is used elsewhere in
    the function, it leaves the block, or is not about a variable of the inner function.

    >>> text = '''
    ... def f(x):
    ...     with tl.insert_grad_of(x) as g:
    ...         g = np.clip(g, -1, 1)
    ...     return x
    ... '''
    >>> tree = gast.parse(text).body[0]
    >>> hook, taken = hook_of(tree.body[0], tree, tree)
    >>> print(gast.unparse([hook, taken]).strip())
    def grad_of_x(g):
        g = np.clip(g, -1, 1)
        return g
    x = tl.insert_grad_of.within(x, grad_of_x)
    """
    if not is_inserted(node):
        return None
    (item,) = node.items
    (about,) = item.context_expr.args
    target = item.optional_vars
    given = "cotangent" if target is None else target.id
    bound, others = {given, *_bound(node.body)}, _elsewhere(function)
    if about.id in bound or bound & others or about.id not in _variables(inner):
        return None
    nodes = [part for one in node.body for part in _own(one)]
    if any(isinstance(part, _LEAVING) for part in nodes):
        return None
    changed = any(_changes(part, given) for part in nodes)
    end: list[gast.stmt] = [gast.Return(read(given))] if changed else []
    parameter = gast.Name(given, gast.Param(), None, None)
    parameters = gast.arguments([parameter], [], None, [], [], None, [])
    title = f"grad_of_{about.id}"
    while title in bound | others:
        title += "_"
    hook = gast.FunctionDef(title, parameters, [*node.body, *end], [], None, None, [])
    within = gast.Attribute(item.context_expr.func, "within", gast.Load())
    call = gast.Call(within, [read(about.id), read(title)], [])
    return placed(hook, node), assigned(about.id, call, node)


def is_inserted(node: gast.AST) -> bool:
    """Whether a statement is `with insert_grad_of(x)`, under that name."""
    if not isinstance(node, gast.With) or len(node.items) != 1:
        return False
    made, target = node.items[0].context_expr, node.items[0].optional_vars
    if not isinstance(made, gast.Call) or made.keywords or len(made.args) != 1:
        return False
    name = getattr(made.func, "attr", getattr(made.func, "id", None))
    plain = target is None or isinstance(target, gast.Name)
    return name == TITLE and isinstance(made.args[0], gast.Name) and plain


_LEAVING = (
    gast.Return, gast.Break, gast.Continue, gast.Yield, gast.YieldFrom, gast.Nonlocal,
    gast.Global, gast.Delete, gast.Import, gast.ImportFrom,
)  # fmt: skip


def _variables(function: gast.FunctionDef) -> set[str]:
    given = function.args
    parameters = [*given.posonlyargs, *given.args, *given.kwonlyargs]
    parameters += [one for one in (given.vararg, given.kwarg) if one is not None]
    return {one.id for one in parameters} | _bound(function.body)


def _bound(block: list[gast.stmt]) -> set[str]:
    found = set()
    for statement in block:
        for node in gast.walk(statement):
            if isinstance(node, gast.Name) and isinstance(node.ctx, gast.Store):
                found.add(node.id)
            elif isinstance(node, (gast.FunctionDef, gast.ClassDef)):
                found.add(node.name)
            elif isinstance(node, (gast.MatchAs, gast.MatchStar)) and node.name:
                found.add(node.name)
            elif isinstance(node, gast.MatchMapping) and node.rest:
                found.add(node.rest)
    return found


def _elsewhere(node: gast.AST) -> set[str]:
    """Return the names in a function, but for those in blocks of this kind."""
    found = {node.id} if isinstance(node, gast.Name) else set()
    children = gast.iter_child_nodes(node)
    if is_inserted(node):
        children = iter(node.items[0].context_expr.args)
    for child in children:
        found |= _elsewhere(child)
    return found


def _own(node: gast.AST) -> Iterator[gast.AST]:
    """Yield the nodes of a statement without those of functions defined in it."""
    yield node
    if not isinstance(node, (gast.FunctionDef, gast.Lambda, gast.ClassDef)):
        for child in gast.iter_child_nodes(node):
            yield from _own(child)


def _changes(node: gast.AST, name: str) -> bool:
    """Whether a node binds a variable, or writes into what it holds."""
    if isinstance(node, gast.Name):
        return node.id == name and isinstance(node.ctx, gast.Store)
    while isinstance(node, (gast.Subscript, gast.Attribute)):
        if isinstance(node.ctx, gast.Store):
            inner = node.value
            while isinstance(inner, (gast.Subscript, gast.Attribute)):
                inner = inner.value
            return isinstance(inner, gast.Name) and inner.id == name
        return False
    return False
