"""Errors of merge points: values of two paths that no phi can hold."""

from __future__ import annotations

from collections.abc import Iterable
from collections.abc import Sequence as Items

from tangentlite.builder import reconstruct
from tangentlite.builder.builder import Builder
from tangentlite.errors import UnsupportedError
from tangentlite.ir.names import NAMED_T, TEMPORARY
from tangentlite.specialize.state import restart
from tangentlite.specialize.state.frame import State
from tangentlite.specialize.state.restart import Grown
from tangentlite.values.base import Atom, Sequence, Value
from tangentlite.values.containers import run_time_lists
from tangentlite.values.heap import Cell, Contents, Dictionary, List, Set
from tangentlite.values.structure import is_container, keys_of, same_structure


def of_several_lengths(
    b: Builder, base: str, cell, *values: Value, lengths: tuple[int, int]
) -> Exception:
    """Return the error, or restart, for a list of one length here and another there."""
    unrolls = b.control.unrollable and b.assumed.exact
    if run_time_lists.can_be_at_run_time(cell) and not unrolls:
        return Grown([cell])
    found = clash(b, base, *values)
    if not isinstance(cell, List) or not isinstance(found, UnsupportedError):
        return found
    held = next(x for x in cell.items if not reconstruct.is_list_item(x))
    return b.error(
        f"{_shown(base)} is a list of length {lengths[0]} on one path and of length "
        f"{lengths[1]} on another, and it holds {held.describe()}.",
        "Let it hold numbers or arrays: items.append(np.array(row)).",
    )


def grown(b: Builder, cells: Iterable[Cell], states: Items[State]) -> list[Cell]:
    """Return the lists that have different lengths in two states.

    They become run-time lists together, by one restart for all, not one for each.
    """
    return [cell for cell in cells if _grows(b, cell, states)]


def _grows(b: Builder, cell: Cell, states: Items[State]) -> bool:
    held: list[Contents] = [state.contents.get(cell, cell.first) for state in states]
    first, second = held
    if first == second:
        return False
    if isinstance(first, Atom) or isinstance(second, Atom):
        return True
    unrolls = b.control.unrollable and b.assumed.exact
    several = len(first[1]) != len(second[1]) and not unrolls
    return several and run_time_lists.can_be_at_run_time(cell)


def clash(b: Builder, base: str, first: Value, second: Value) -> Exception:
    """Return the error for values of different kinds on two paths."""
    containers = is_container(first) or is_container(second)
    restart.unroll_if_possible(b, exact=not containers)
    base, first, second = _difference(base, first, second)
    one, other = (_with_contents(value, value.describe()) for value in (first, second))
    return b.error(
        f"{_shown(base)} is {one} on one path and {other} on another.",
        "Use two variables, or the same kind of value on both paths.",
    )


def two_lists(b: Builder, base: str, *lengths: int) -> Exception:
    """Return the error for two different lists, of different lengths if given."""
    restart.unroll_if_possible(b)
    one, other = (
        (f", of length {length}," for length in lengths) if lengths else ("", "")
    )
    return b.error(
        f"{_shown(base)} is one list{one} on one path and another{other} on the other.",
        "Change one list on both: items.clear(), items.append(v).",
    )


def _shown(base: str) -> str:
    """Return a base as a name of the user's, if it is one."""
    if base == NAMED_T:
        return "t"
    return "a value" if base == TEMPORARY else base


def _difference(base: str, first: Value, second: Value) -> tuple:
    """Return the expression of the first part in which two values differ, and both."""
    at_run_time = isinstance(getattr(first, "contents", None), Atom)
    if (
        is_container(first)
        and is_container(second)
        and same_structure(first, second)
        and not at_run_time
    ):
        for key, *pair in zip(keys_of(first), first.items, second.items):
            found = _difference(f"{base}[{key!r}]", *pair)
            if found[1] is not found[2] and found[1].describe() != found[2].describe():
                return found
    return base, first, second


def _with_contents(value: Value, text: str) -> str:
    if isinstance(value, Cell) and value.is_at_run_time:
        return text
    if isinstance(value, Dictionary):
        text = f"a {value.shown.__name__} with the keys {list(value.keys)}"
        return f"{text} and a default" if value.factory is not None else text
    if isinstance(value, Set):
        return f"{text} of {[item.static_value() for item in value.items]}"
    return (
        f"{text} of length {len(value.items)}" if isinstance(value, Sequence) else text
    )


def leads_back(b: Builder, base: str) -> Exception:
    """Return the error for objects that hold each other and differ."""
    return b.error(
        f"{base} holds what leads back to it, and differs between two paths; that is "
        "not supported.",
        "Keep positions in a list instead of references.",
    )
