"""Integrals over several variables inside programs: integrals of integrals."""

from __future__ import annotations

import functools
import importlib
from collections.abc import Callable
from typing import Any

from tangentlite import operations
from tangentlite.api.inside.given_functions import Collected, bound_to, title_of
from tangentlite.api.inside.implicit import defined, within
from tangentlite.api.inside.later_rules import rules_of
from tangentlite.handlers import calls, when_met
from tangentlite.values.base import Known
from tangentlite.values.callable_values import NONE


@when_met("scipy.integrate._quadpack_py")
def register_integrals() -> None:
    """Register what `quad`, `dblquad`, `tplquad` and `nquad` are in a program."""
    from tangentlite.api.inside.integration import integrals

    integrals.register_quad()
    scipy = importlib.import_module("scipy.integrate")
    for name, called in (
        ("dblquad", _over_two),
        ("tplquad", _over_three),
        ("nquad", _over_many),
    ):
        calls({getattr(scipy, name): called})


def _over_two(b: Any, arguments: list, keywords: dict, node: Any, base: str) -> Any:
    given = _given("dblquad", b, arguments, keywords, node)
    inner = given.pop("gfun"), given.pop("hfun")
    pairs = [inner, (given.pop("a"), given.pop("b"))]
    return _called("dblquad", b, given, pairs, False, node, base)


def _over_three(b: Any, arguments: list, keywords: dict, node: Any, base: str) -> Any:
    given = _given("tplquad", b, arguments, keywords, node)
    inner, middle = ("qfun", "rfun"), ("gfun", "hfun")
    pairs = [tuple(given.pop(n) for n in pair) for pair in (inner, middle, ("a", "b"))]
    return _called("tplquad", b, given, pairs, False, node, base)


def _over_many(b: Any, arguments: list, keywords: dict, node: Any, base: str) -> Any:
    given = _given("nquad", b, arguments, keywords, node)
    ranges = getattr(given.pop("ranges"), "items", None)
    if not ranges:
        what = "the ranges of nquad are no list here."
        raise b.error(what, "Write them as a list of pairs and functions.", node)
    return _called("nquad", b, given, list(ranges), True, node, base)


def _given(name: str, b: Any, arguments: list, keywords: dict, node: Any) -> dict:
    integrate = getattr(importlib.import_module("scipy.integrate"), name)
    given = bound_to(integrate, b, arguments, keywords, node)
    for option in ("opts", "full_output"):
        value = given.pop(option, NONE)
        if value != NONE and not (value.is_static and not value.static_value()):
            what = f"the option {option} of {name} is not supported here."
            raise b.error(what, "Leave it out, or write integrals of integrals.", node)
    return given


def _called(
    name: str, b: Any, given: dict, limits: list, takes_args: bool, node: Any, base: str
) -> Any:
    """Call an integral with the derivatives of integrals of integrals.

    Limits are pairs of numbers and functions of outer variables; where they take `args`
    as well they may also be functions that return pairs.
    """
    collected = Collected(b, given.pop("args", None), node)
    count = len(limits)
    collected.function("_f", given.pop("func"), count)
    texts = []
    for k, limit in enumerate(limits):
        outer = [f"_x{j}" for j in range(k + 1, count)]
        if name == "tplquad":  # its limits take the outermost variable first
            outer.reverse()
        if _is_function(limit):
            collected.function(f"_range_{k}", limit, len(outer))
            texts.append(collected.call_of(f"_range_{k}", outer))
            continue
        sides = []
        for side, value in zip("ab", _pair(b, limit, name, node)):
            if _is_function(value):
                shown = f"_limit_{side}{k}"
                collected.function(shown, value, len(outer), takes_args)
                sides.append(collected.call_of(shown, outer))
            else:
                sides.append(collected.number(f"{side}{k}", value))
        texts.append(f"({', '.join(sides)})")
    for option, value in given.items():
        if not value.is_static:
            what = f"the option {option} of {name} is not known here."
            raise b.error(what, "Write it as a constant.", node)
    options = tuple((key, value.static_value()) for key, value in given.items())
    solved = _integral(
        name,
        tuple(texts),
        tuple(collected.functions),
        tuple(collected.taken.places),
        options,
    )
    known = Known(solved, b.references.held(solved.__name__, solved))
    return operations.call(b, known, collected.taken.values, {}, node, base)


def _is_function(value: Any) -> bool:
    if isinstance(value, tuple) or getattr(value, "kind", None) is not None:
        return False
    classes = getattr(getattr(value, "type", None), "__mro__", ())
    if any("__call__" in vars(cls) for cls in classes):
        return True
    if value.is_static:
        return callable(value.static_value())
    return not hasattr(value, "items")


def _pair(b: Any, limit: Any, name: str, node: Any) -> tuple:
    items = limit if isinstance(limit, tuple) else getattr(limit, "items", ())
    if len(items) != 2:
        what = f"a range of {name} is no pair here."
        raise b.error(what, "Write (low, high).", node)
    return tuple(items)


@functools.lru_cache(maxsize=256)
def _integral(
    name: str,
    limits: tuple[str, ...],
    functions: tuple[tuple[str, Callable, tuple[str, ...]], ...],
    places: tuple[str, ...],
    options: tuple,
) -> Any:
    """Return the integral by its limits and by what its functions take."""
    scipy = importlib.import_module("scipy.integrate")
    count, user = len(limits), functions[0][1]
    title = title_of(getattr(scipy, name), user)
    given, rest = ", ".join(places), "".join(f", {place}" for place in places)
    variables = [f"_x{k}" for k in range(count)]
    passed = "".join(f", {place}" for place in functions[0][2])
    inner = ", ".join(variables)
    lines = [f"def _inner({inner}{rest}):", f"    return _f({inner}{passed})"]
    for k, limit in enumerate(limits):
        head = ", ".join([*variables[k + 1 :], *places])
        lines += [f"def _span_{k}({head}):", f"    return {limit}"]
    held: dict[str, Any] = {shown: function for shown, function, _ in functions}
    spans = ", ".join(f"_span_{k}" for k in range(count))
    value = [
        *lines,
        f"def {title}({given}):",
        f"    return _nquad(_inner, [{spans}], args=({given}{',' if given else ''}), "
        "opts=_options)",
    ]
    known = {"_nquad": scipy.nquad, "_options": dict(options), **held}
    solve: Any = defined(title, value, known)[title]
    solve.__qualname__ = f"integral.<locals>.{title}"
    for k in range(count):
        head = ", ".join([*variables[k + 1 :], *places])
        integrand = "_inner" if k == 0 else f"_level_{k - 1}"
        lines += [
            f"def _level_{k}({head}):",
            f"    _low, _high = _span_{k}({head})",
            f"    return _quad({integrand}, _low, _high, "
            f"args=({head}{',' if head else ''}))[0]",
        ]
    made = within(title, lines, user, held | {"_quad": scipy.quad})
    text = made[f"_level_{count - 1}"]
    rules_of(solve, list(places), text, _trial, user, True)
    return solve


def _trial(*given: Any) -> tuple[float, float]:
    """Return results of the kinds of an integral's."""
    return float(len(given)), 0.0
