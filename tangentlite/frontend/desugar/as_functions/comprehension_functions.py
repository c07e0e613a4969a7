"""Comprehensions and generator expressions as functions, as Python defines them.

Their one argument is the first iterable, which is evaluated outside.
"""

from __future__ import annotations

import gast

from tangentlite.frontend.desugar.tree import assigned, placed, read
from tangentlite.ir.marked_names import Hidden

# Variables that no user can name.
_MADE, _KEY = Hidden("made", 1), Hidden("key", 1)


def building(node: gast.ListComp | gast.DictComp | gast.GeneratorExp):
    """Return a function that computes a list or dict comprehension.

    >>> node = gast.parse("[v * w for v in x if v > 0]").body[0].value
    >>> print(gast.unparse(building(node)))
    <BLANKLINE>
    def <listcomp>(first):
        <made 1> = []
        for v in first:
            if v > 0:
                <made 1>.append(v * w)
        return <made 1>
    """
    if isinstance(node, gast.DictComp):
        place = gast.Subscript(read(_MADE), read(_KEY), gast.Store())
        # An assignment evaluates its value first, a comprehension the key.
        steps = [
            assigned(_KEY, node.key, node),
            gast.Assign([place], node.value, None),
        ]
        return _function(node, gast.Dict([], []), steps)
    append = gast.Attribute(read(_MADE), "append", gast.Load())
    step = gast.Expr(gast.Call(append, [node.elt], []))
    return _function(node, gast.List([], gast.Load()), [step])


def deciding(node: gast.GeneratorExp, wanted: bool) -> gast.FunctionDef:
    """Return a function for `any` (or `all`) that stops at the deciding item.

    >>> node = gast.parse("(v > 0 for v in x)").body[0].value
    >>> print(gast.unparse(deciding(node, True)))
    <BLANKLINE>
    def <genexpr>(first):
        <made 1> = False
        for v in first:
            if v > 0:
                return True
        return <made 1>
    """
    test = node.elt if wanted else gast.UnaryOp(gast.Not(), node.elt)
    end = gast.Return(gast.Constant(wanted, None))
    return _function(node, gast.Constant(not wanted, None), [gast.If(test, [end], [])])


def yielding(node: gast.GeneratorExp) -> gast.FunctionDef:
    """Return the generator function of a generator expression.

    >>> node = gast.parse("(v * w for v in x)").body[0].value
    >>> print(gast.unparse(yielding(node)))
    <BLANKLINE>
    def <genexpr>(first):
        for v in first:
            yield (v * w)
    """
    step = gast.Expr(gast.Yield(node.elt))
    function = _function(node, gast.Constant(None, None), [step])
    body = [s for s in function.body if isinstance(s, (gast.For, gast.Nonlocal))]
    new = gast.FunctionDef(function.name, function.args, body, [], None, None, [])
    return gast.copy_location(new, function)


def _function(node, start: gast.expr, steps: list) -> gast.FunctionDef:
    first = "first"
    while first in {n.id for n in gast.walk(node) if isinstance(n, gast.Name)}:
        first += "_"
    for place, generator in reversed(list(enumerate(node.generators))):
        for test in reversed(generator.ifs):
            steps = [gast.If(test, steps, [])]
        source = generator.iter if place else read(first)
        steps = [gast.For(generator.target, source, steps, [], None)]
    body = [assigned(_MADE, start, node), *steps, gast.Return(read(_MADE))]
    inside = (n for n in gast.walk(node) if isinstance(n, gast.NamedExpr))
    if bound := sorted({n.target.id for n in inside}):
        body.insert(0, gast.Nonlocal(bound))
    given = gast.Name(first, gast.Param(), None, None)
    parameters = gast.arguments([given], [], None, [], [], None, [])
    title = _TITLES[type(node)]
    return placed(gast.FunctionDef(title, parameters, body, [], None, None, []), node)


_TITLES = {
    gast.ListComp: "<listcomp>",
    gast.DictComp: "<dictcomp>",
    gast.GeneratorExp: "<genexpr>",
}
