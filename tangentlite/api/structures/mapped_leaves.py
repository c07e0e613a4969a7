"""Maps over the leaves of structures in a program that is walked."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from tangentlite import operations
from tangentlite.values.callable_values import NONE, Partial


def mapped(
    b: Any,
    change: Callable,
    trees: list,
    node: Any,
    none_is_below: bool = False,
    is_above: bool = False,
    place: str = "",
) -> Any:
    """Return the first structure with what is made of the leaves of all, in its place.

    The others have the same structure; if that is asked for, None of another stands for
    all below it, or others may hold structures where the first `is_above`, at a leaf.
    """
    apart = [operations.taken_apart(b, tree, place, node) for tree in trees]
    first, *others = apart
    deeper = partial(
        mapped, b, change, node=node, none_is_below=none_is_below, is_above=is_above
    )
    if any(one is not None and one.keys is None for one in apart):
        if not all(one is not None and _is_listed(one) for one in apart):
            raise _misfit(b, place, node)
        item = Partial(partial(_of_item, deeper, f"{place}[…]"), ())
        return operations.inline(b, each, [item, *trees], {}, node, "mapped")
    if first is None:
        if not is_above and any(one is not None for one in others):
            raise _misfit(b, place, node)
        return change(*trees)
    rows: list[dict] = []
    for tree, one in zip(trees[1:], others):
        if none_is_below and tree == NONE:
            rows.append(dict.fromkeys(first.keys, NONE))
        elif one is None or {*one.keys} != {*first.keys}:
            raise _misfit(b, place, node)
        else:
            rows.append(dict(zip(one.keys, one.items)))
    made = [
        deeper([item, *(r[key] for r in rows)], place=place + first.shown.format(key))
        for key, item in zip(first.keys, first.items)
    ]
    return first.made(made)


def _misfit(b: Any, place: str, node: Any) -> Exception:
    what = f"the structures differ at params{place}."
    return b.error(what, "Give each the same keys and lengths.", node)


def _is_listed(one: Any) -> bool:
    return one.keys is None or one.keys == tuple(range(len(one.keys)))


def each(function, *lists):
    """Return a list of what a function makes of the items of lists: it is walked."""
    return [function(*items) for items in zip(*lists, strict=True)]


def _of_item(deeper, place: str, b, arguments, keywords, node, base) -> Any:
    return deeper(arguments, place=place)
