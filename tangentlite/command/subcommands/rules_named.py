"""`rules`: whether a function has a derivative rule, its text, and where it stands."""

from __future__ import annotations

import argparse
import contextlib
import difflib
import importlib
import inspect
import sys
import textwrap
import types
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from tangentlite import handlers
from tangentlite.api.rules.register import rule_or_refusal
from tangentlite.command.printing import coloured, print_text
from tangentlite.command.target import opened
from tangentlite.command.user_modules import NoAnswer, first_on_path, shown
from tangentlite.specialize import implementations
from tangentlite.values.arrays.array_methods import function_of

if TYPE_CHECKING:
    from tangentlite.rules.registry import Rule


def add_rules(commands: argparse._SubParsersAction) -> None:
    """Add the command."""
    rules = commands.add_parser(
        "rules",
        help="print the derivative rule of a function",
        description="Print how calls of a function are differentiated: by a rule, by "
        "Python code that stands for it, or by its own source. Exit status 0 if there "
        "is a way, 1 if it is refused.",
    )
    rules.set_defaults(run=_rules)
    rules.add_argument(
        "name",
        metavar="NAME",
        help="np.linalg.solve, scipy.special.erf, math.hypot, sorted, pkg.mod:function "
        "or mod.py:function",
    )


def _rules(options: argparse.Namespace) -> int:
    implementations  # noqa: B018 - loads all that register
    if ":" in options.name:
        with opened(options.name, ()) as (function, _):
            status, text = _told(options.name, function)
    else:
        status, text = _told(options.name, _named(options.name))
    print_text(text)
    return status


def _named(name: str) -> object:
    """Return what a dotted name stands for, with the modules that it needs imported."""
    root, *rest = name.split(".")
    found: Any = np if root == "np" else vars(__import__("builtins")).get(root)
    if found is None:
        found = _module(root, name)
    done = "numpy" if root == "np" else root
    for part in rest:
        done = f"{done}.{part}"
        if not hasattr(found, part) and isinstance(found, types.ModuleType):
            with contextlib.suppress(ImportError):
                importlib.import_module(done)
        if not hasattr(found, part):
            close = difflib.get_close_matches(part, dir(found), n=1)
            hint = f"; did you mean {close[0]!r}?" if close else ""
            raise NoAnswer(f"{name}: {done.rpartition('.')[0]} has no {part!r}{hint}")
        found = getattr(found, part)
    if isinstance(found, types.ModuleType):
        raise NoAnswer(
            f"{name} is a module: name a function of it{_such_as(name, found)}"
        )
    if not callable(found):
        raise NoAnswer(f"{name}: {type(found).__name__} is not called")
    return found


def _such_as(name: str, module: types.ModuleType) -> str:
    """Return the first function of a module that is listed, as the end of advice."""
    for part in dir(module):
        found = getattr(module, part, None)
        if callable(found) and not isinstance(found, type) and part[0] != "_":
            return f", such as {name}.{part}"
    return ""


def _module(root: str, name: str) -> types.ModuleType:
    with first_on_path(Path()), contextlib.redirect_stdout(sys.stderr):
        try:
            return importlib.import_module(root)
        except ImportError as error:
            raise NoAnswer(f"{name}: {error}") from None


def _told(name: str, function: object) -> tuple[int, str]:
    """Return the exit status, and how calls of a function are differentiated."""
    rule, refused = rule_or_refusal(function)
    if refused is not None:
        return 1, f"{name} is refused: {refused}\n"
    if rule is not None:
        texts = map(_with_place, rule.given or _templates(rule))
        return 0, f"{name} has {_described(rule)}\n{''.join(texts)}"
    own: Any = function
    if getattr(own, "__objclass__", None) is np.ndarray and own.__name__[0] != "_":
        return _told_of_method(name, own.__name__)
    definition = handlers.definition_of(function)
    if definition is not None:
        what = "is differentiated by Python code that stands for it"
        return 0, f"{name} {what}\n{_with_place(definition)}"
    if handlers.of_call(function) is not None or handlers.stepwise_of(function):
        return 0, f"{name} needs no rule: the compiler knows what it does\n"
    if isinstance(function, types.FunctionType):
        what = "has no rule and needs none: its own source is walked"
        return 0, f"{name} {what}\n{_with_place(function)}"
    if isinstance(function, type) and _with_place(function) != _WITHOUT_FILE:
        what = "has no rule and needs none: what its methods do is walked"
        return 0, f"{name} is a class, which {what}\n{_with_place(function)}"
    return 1, (
        f"{name} has no rule, and no source of Python.\n"
        "Register one: tl.adjoint, tl.tangent, tl.custom_vjp "
        "(docs/howto/rules/functions.md).\n"
    )


def _told_of_method(name: str, method: str) -> tuple[int, str]:
    """Return what `_told` does of a method of arrays."""
    other: Any = function_of(method)
    rule, _ = rule_or_refusal(other)
    if rule is None:
        return 0, f"{name} needs no rule: the compiler knows what it does\n"
    status, text = _told(f"np.{other.__name__}", other)
    return status, f"{name} is differentiated as the function is: {text}"


def _described(rule: Rule) -> str:
    """Return what kind of rule it is, in words.

    >>> _described(rule_or_refusal(np.sin)[0])
    'an elementwise rule'
    >>> _described(rule_or_refusal(np.linalg.solve)[0])
    'a rule with an adjoint'
    """
    if rule.given:
        names = " and ".join(function.__name__ for function in rule.given)
        return f"a rule of your own, by {names}"
    word = _WORDS.get(rule.kind, f"a rule ({rule.kind})")
    more = f", linear in {' and '.join(rule.linear_in)}" if rule.linear_in else ""
    whose = "" if rule.comes_with_us or not _templates(rule) else " of your own"
    return f"{word}{whose}{more}"


_WORDS = {
    "elementwise": "an elementwise rule",
    "linear": "a linear rule",
    "adjoint": "a rule with an adjoint",
    "constant": "no derivative: its result is a constant",
    "definition": "a definition by other functions",
    "formula": "a formula with equal values, which is differentiated",
    "draw": "draws of random numbers, which are constants",
}


def _templates(rule: Rule) -> list[Callable]:
    found = (rule.definition, rule.adjoint, rule.augmented, rule.tangent)
    different: dict[int, Callable] = {id(one): one for one in found if one is not None}
    return list(different.values())


def _with_place(function: Callable) -> str:
    """Return the text of a function with the file and line where it stands."""
    own: Any = inspect.unwrap(function)
    try:
        is_class = isinstance(own, type)
        lines, first = inspect.getsourcelines(own if is_class else own.__code__)
        file = inspect.getsourcefile(own) if is_class else own.__code__.co_filename
        place = f"# {shown(file)}:{first}, {own.__module__}\n"
    except (OSError, TypeError, ValueError, AttributeError):
        return _WITHOUT_FILE
    return f"\n{place}{coloured(textwrap.dedent(''.join(lines)))}"


_WITHOUT_FILE = "# its source is not in a file\n"
