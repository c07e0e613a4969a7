"""Rewrite a loop into a loop over segments, each a call of a function.

So what is said of checkpointed calls holds for checkpointed loops.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import gast

from tangentlite.frontend.desugar.guarded import set_flag
from tangentlite.frontend.desugar.tree import Block, assigned, placed, read
from tangentlite.ir.marked_names import Hidden, role_of


@dataclass(frozen=True)
class Segments:
    """How a loop is cut: the names that its iterations read, and those that they bind.

    The parameters of the function of a segment get none of the `taken` names.
    It counts from 0 to the value of `stop`, in segments of `size`. If its items are not
    these numbers they come from what `items` name, as `item` makes an expression of
    these and of a place. `made`
    makes a checkpoint of the function of a segment, `end` gives where one ends. With
    `slots`, names of numbers of snapshots and of steps that are taped at once, there
    are `size` segments, of which `end` gives another end. A loop with a condition has
    neither `stop` nor `end`.
    """

    given: tuple[str, ...]
    taken: frozenset[str]
    bound: tuple[str, ...]
    size: Hidden
    made: object
    stop: Hidden | str = ""
    end: object = None
    items: tuple[Hidden, ...] = ()
    item: Callable[[Iterator[gast.expr], gast.expr], gast.expr] | None = None
    slots: tuple[Hidden, Hidden] | None = None


def in_segments(loop: gast.For, number: int, cut: Segments) -> Block:
    """Return a loop over segments, with the function of a segment in front.

    >>> loop = gast.parse('for i in range(n):\\n  x = x * i').body[0]
    >>> stop, size = Hidden('stop', 1), Hidden('size', 1)
    >>> cut = Segments(('x',), frozenset(), ('x',), size, id, stop, min)
    >>> for node in in_segments(loop, 1, cut):
    ...     text = gast.unparse(node).strip().replace(' 1>', '>')
    ...     text = text.replace("<class 'range'>", "range")
    ...     print(text.replace("<built-in function ", "<"))
    def steps(start, end, x):
        for i in range(start, end):
            x = x * i
        return (x,)
    for <start> in range(0, <stop>, <size>):
        <end> = <min>(<start>, <size>, <stop>)
        x, = <id>(steps)(<start>, <end>, x)
    """
    start, end = Hidden("start", number), Hidden("end", number)
    broke = Hidden("left", number) if _has_break(loop.body) else None
    bound = [*cut.bound, *([broke] if broke else [])]
    block = _with_flag(loop.body, broke) if broke else list(loop.body)
    steps = _function(loop, block, number, cut, broke, (start, end))
    counts = _called(range, gast.Constant(0, None), read(cut.stop), read(cut.size))
    until = _read(start, cut.size, cut.stop)
    counter, own = start, [start, end]
    body: Block = []
    if cut.slots:
        slots, leaf = cut.slots
        free, counter = Hidden("free", number), Hidden("taken", number)
        own, counts = [start, end, free, leaf], _called(range, read(cut.size))
        until = _read(start, cut.stop, free, leaf)
        left = gast.BinOp(read(slots), gast.Sub(), read(counter))
        body.append(assigned(free, left, loop))
    made = _called(cut.made, read("steps"))
    call = gast.Call(made, _read(*own, *cut.items, *cut.given), [])
    body.append(assigned(end, _called(cut.end, *until), loop))
    targets = [_stored(name) for name in bound]
    if targets:
        whole = gast.Tuple(targets, gast.Store())
        body.append(placed(gast.Assign([whole], call, None), loop))
    else:
        body.append(placed(gast.Expr(call), loop))
    if broke:
        leave = gast.If(read(broke), [gast.Break()], [])
        body.append(placed(leave, loop))
    if cut.slots:
        body.append(assigned(start, read(end), loop))
    return [steps, placed(gast.For(_stored(counter), counts, body, [], None), loop)]


def in_growing_segments(loop: gast.While, number: int, cut: Segments) -> Block:
    """Return a loop over segments of 1, 2, 3, ... steps, while its condition holds.

    So of n steps about sqrt(2 n) are snapshots, and no segment has more steps; each has
    one at least.

    >>> loop = gast.parse('while x > 1:\\n  x = x / 2').body[0]
    >>> size = Hidden('size', 1)
    >>> cut = Segments(('x',), frozenset(), ('x',), size, id)
    >>> for node in in_growing_segments(loop, 1, cut):
    ...     text = gast.unparse(node).strip().replace(' 1>', '>')
    ...     text = text.replace("<class 'range'>", "range")
    ...     print(text.replace("<built-in function ", "<"))
    def steps(size, x):
        for <place> in range(size):
            x = x / 2
            <goes> = x > 1
            if not <goes>:
                break
        return (x,)
    <size> = 0
    while x > 1:
        <size> = <size> + 1
        x, = <id>(steps)(<size>, x)
    """
    size = cut.size
    broke = Hidden("left", number) if _has_break(loop.body) else None
    block = _with_flag(loop.body, broke) if broke else list(loop.body)
    goes = Hidden("goes", number)
    block.append(assigned(goes, loop.test, loop))
    block.append(placed(gast.If(_not(read(goes)), [gast.Break()], []), loop))
    steps = _function(loop, block, number, cut, broke, (size,))
    longer = gast.BinOp(read(size), gast.Add(), gast.Constant(1, None))
    call = gast.Call(_called(cut.made, read("steps")), _read(size, *cut.given), [])
    targets = [_stored(name) for name in (*cut.bound, *([broke] if broke else []))]
    whole = gast.Tuple(targets, gast.Store())
    body: Block = [assigned(size, longer, loop)]
    body.append(gast.Assign([whole], call, None) if targets else gast.Expr(call))
    head, first = loop.test, [assigned(size, gast.Constant(0, None), loop)]
    if broke:
        first.append(set_flag(broke, False, loop))
        is_endless = isinstance(head, gast.Constant)
        tests = [_not(read(broke)), *([] if is_endless else [head])]
        head = gast.BoolOp(gast.And(), tests) if tests[1:] else tests[0]
    return [steps, *first, placed(gast.While(head, body, []), loop)]


def _function(
    loop: gast.For | gast.While,
    block: Block,
    number: int,
    cut: Segments,
    broke: Hidden | None,
    bounds: tuple[Hidden, ...],
) -> gast.FunctionDef:
    """Return the function of a segment: it returns what it binds.

    It runs a `block` for each number of the range that its first parameters give.
    """
    until = [_fresh(role_of(name) or "", cut.taken) for name in bounds]
    items = [_fresh(role_of(name) or "items", cut.taken) for name in cut.items]
    named: dict[str, str] = {}
    for name in cut.given:
        plain = name if name.isidentifier() else role_of(name) or "held"
        taken = {*cut.taken, *named.values()} - {name}
        named[name] = _fresh(plain, frozenset(taken))
    slots = [_fresh(n, cut.taken) for n in ("free", "leaf")] if cut.slots else []
    own = [*until, *slots, *items, *named.values()]
    counter = _stored(Hidden("place", number))
    body = list(block)
    if cut.item:
        item = cut.item(map(read, items), read(counter.id))
        body.insert(0, placed(gast.Assign([loop.target], item, None), loop))
    elif isinstance(loop, gast.For):
        counter = loop.target
    counts = _called(range, *_read(*until))
    inner = placed(gast.For(counter, counts, body, [], None), loop)
    names = [*cut.bound, *([broke] if broke else [])]
    result = gast.Tuple(_read(*names), gast.Load())
    first = [
        assigned(name, read(plain), loop)
        for name, plain in named.items()
        if name != plain
    ]
    first += [set_flag(broke, False, loop)] if broke else []
    block = [*first, inner, placed(gast.Return(result), loop)]
    arguments = gast.arguments(
        [gast.Name(n, gast.Param(), None, None) for n in own],
        [],
        None,
        [],
        [],
        None,
        [],
    )
    new = gast.FunctionDef("steps", arguments, block, [], None, None, [])
    return placed(new, loop)


def _fresh(name: str, taken: frozenset[str]) -> str:
    while name in taken:
        name += "_"
    return name


def _with_flag(block: Block, broke: Hidden) -> Block:
    """Return a body that sets a flag where it leaves its loop."""
    out: Block = []
    for node in block:
        if isinstance(node, gast.Break):
            out.append(set_flag(broke, True, node))
        elif isinstance(node, gast.If):
            body, orelse = (
                _with_flag(part, broke) for part in (node.body, node.orelse)
            )
            node = gast.copy_location(gast.If(node.test, body, orelse), node)
        out.append(node)
    return out


def _has_break(block: Block) -> bool:
    return any(
        isinstance(node, gast.Break)
        or isinstance(node, gast.If)
        and (_has_break(node.body) or _has_break(node.orelse))
        for node in block
    )


def _called(function: object, *given: gast.expr) -> gast.Call:
    return gast.Call(gast.Constant(function, None), list(given), [])


def _read(*names: str) -> list[gast.expr]:
    return [read(name) for name in names]


def _not(test: gast.expr) -> gast.expr:
    return gast.UnaryOp(gast.Not(), test)


def _stored(name: str) -> gast.Name:
    return gast.Name(name, gast.Store(), None, None)
