"""Comprehensions and generator expressions, as calls of functions made for them.

Before: `[v * w for v in x if v > 0]`. After, called with x, in the frame around: `def
<listcomp>(first): made = []; for v in first: if v > 0: made.append(v * w); return
made`. As in Python, what they bind is not seen outside, and the first iterable is
evaluated before.
"""

from __future__ import annotations

import builtins
from collections.abc import Callable

import gast

from tangentlite.specialize import expressions, local_functions
from tangentlite.specialize.builder import Builder
from tangentlite.specialize.values import Known, LocalFunction


def evaluate(b: Builder, node: gast.ListComp | gast.DictComp, base: str) -> object:
    """Walk a list or dict comprehension; its value."""
    if isinstance(node, gast.DictComp):
        return _called(b, node, _new(gast.Dict([], []), node), _put)
    return _called(b, node, _new(gast.List([], gast.Load()), node), _append)


def decided(b: Builder, callee: object, node: gast.Call) -> object | None:
    """Walk a call of any or all with a generator expression, if a call is one.

    They stop at the first item that decides.
    """
    function = _taking_generator(callee, node)
    if function not in (builtins.any, builtins.all):
        return None
    start = gast.Constant(function is builtins.all, None)
    return _called(b, node.args[0], start, _decide)


def consumed(b: Builder, callee: object, node: gast.Call) -> object | None:
    """Walk a generator expression that a call takes whole, as a list, if it does."""
    if _taking_generator(callee, node) not in _CONSUMERS:
        return None
    return _called(b, node.args[0], _new(gast.List([], gast.Load()), node), _append)


def _taking_generator(callee: object, node: gast.Call) -> object:
    alone = len(node.args) == 1 and isinstance(node.args[0], gast.GeneratorExp)
    return callee.value if alone and isinstance(callee, Known) else None


_CONSUMERS = (sum, max, min, list, tuple)


def _called(b: Builder, node, start: gast.expr, step: Callable) -> object:
    names = {n.id for n in gast.walk(node) if isinstance(n, gast.Name)}
    first, made = _free("first", names), _free("made", names)
    loop = [step(node, made, start)]
    for place, generator in reversed(list(enumerate(node.generators))):
        if generator.is_async:
            raise b.error("async is not supported.", "Write a loop.", node)
        for test in reversed(generator.ifs):
            loop = [_new(gast.If(test, loop, []), node)]
        source = generator.iter if place else _read(first)
        loop = [_new(gast.For(generator.target, source, loop, [], None), node)]
    body = [
        _new(gast.Assign([_name(made, gast.Store())], start, None), node),
        *loop,
        _new(gast.Return(_read(made)), node),
    ]
    parameters = gast.arguments(
        [_name(first, gast.Param())], [], None, [], [], None, []
    )
    tree = gast.FunctionDef(_TITLES[type(node)], parameters, body, [], None, None, [])
    gast.fix_missing_locations(_new(tree, node))
    function = LocalFunction(tree, node, b.frame, (), ())
    iterable = expressions.evaluate(b, node.generators[0].iter)
    return local_functions.call(b, function, [iterable], {}, node)


_TITLES = {
    gast.ListComp: "<listcomp>",
    gast.DictComp: "<dictcomp>",
    gast.GeneratorExp: "<genexpr>",
}


def _append(node, made: str, start: gast.expr) -> gast.stmt:
    method = gast.Attribute(_read(made), "append", gast.Load())
    return _new(gast.Expr(gast.Call(method, [node.elt], [])), node)


def _put(node, made: str, start: gast.expr) -> gast.stmt:
    place = gast.Subscript(_read(made), node.key, gast.Store())
    return _new(gast.Assign([place], node.value, None), node)


def _decide(node, made: str, start: gast.Constant) -> gast.stmt:
    """Return what any and all do with an item: leave where it decides."""
    test = gast.UnaryOp(gast.Not(), node.elt) if start.value else node.elt
    end = _new(gast.Return(gast.Constant(not start.value, None)), node)
    return _new(gast.If(test, [end], []), node)


def _free(name: str, taken: set[str]) -> str:
    while name in taken:
        name += "_"
    return name


def _name(name: str, context: gast.expr_context) -> gast.Name:
    return gast.Name(name, context, None, None)


def _read(name: str) -> gast.Name:
    return _name(name, gast.Load())


def _new(node, place: gast.AST):
    return gast.copy_location(node, place)
