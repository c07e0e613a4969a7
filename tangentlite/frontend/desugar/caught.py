"""Rewrite a loop whose body raises: it breaks, and raises behind the loop."""

from __future__ import annotations

import gast

from tangentlite.frontend.desugar.guarded import set_flag
from tangentlite.frontend.desugar.single_exits import plain_exits
from tangentlite.frontend.desugar.tree import assigned, placed, read
from tangentlite.ir.marked_names import Hidden


def raising_behind(
    loop: gast.For | gast.While, number: int, classes: int
) -> list[gast.stmt]:
    """Return a loop that breaks where its body raises, and statements that raise.

    `classes` is how many classes the try statements around catch. The names of the
    loop's new variables, which no user can write, are made with `number`.

    >>> module = gast.parse('for x in v:\\n  if x < 0: raise ValueError\\n  s += x')
    >>> for node in raising_behind(module.body[0], 1, 1):
    ...     print(gast.unparse(node).strip().replace(' 1>', '>'))
    <caught> = 0
    for x in v:
        try:
            if x < 0:
                raise ValueError
            s += x
        except <caught around 0> as <error>:
            <kept 0> = <error>
            <caught> = 1
        if <caught>:
            break
    if <caught> == 1:
        raise <kept 0>
    """
    caught, error = Hidden("caught", number), Hidden("error", number)
    named = gast.Name(error, gast.Store(), None, None)
    handlers, behind = [], list[gast.stmt]()
    for place in range(classes):
        kept, code = Hidden("kept", f"{place} {number}"), place + 1
        keep = [assigned(kept, read(error), loop), set_flag(caught, code, loop)]
        handlers.append(
            placed(gast.ExceptHandler(read(Hidden(_AROUND, place)), named, keep), loop)
        )
        test = gast.Compare(read(caught), [gast.Eq()], [gast.Constant(code, None)])
        behind.append(placed(gast.If(test, [gast.Raise(read(kept), None)], []), loop))
    body = [
        placed(gast.Try(loop.body, handlers, [], []), loop),
        placed(gast.If(read(caught), [gast.Break()], []), loop),
    ]
    new: gast.stmt
    if isinstance(loop, gast.For):
        new = gast.For(loop.target, loop.iter, body, [], None)
    else:
        new = gast.While(loop.test, body, [])
    left = plain_exits([placed(new, loop)], f" of {number}")
    return [set_flag(caught, 0, loop), *left, *behind]


def caught_around(name: object) -> int | None:
    """Return the index of the class in the try statements around, of such a handler.

    >>> caught_around(Hidden('caught around', 2)), caught_around('ValueError')
    (2, None)
    """
    if isinstance(name, Hidden) and name.role == _AROUND:
        return int(name.number)
    return None


_AROUND = "caught around"
