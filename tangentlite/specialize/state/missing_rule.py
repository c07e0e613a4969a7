"""Errors for what is not supported: functions without a rule, and syntax."""

from __future__ import annotations

import collections
import inspect
from inspect import Parameter
from typing import TYPE_CHECKING

import gast
import numpy as np

from tangentlite import errors
from tangentlite.errors import refusal
from tangentlite.kinds.kind import Opaque
from tangentlite.kinds.objects.foreign import foreign_callee, is_showing
from tangentlite.kinds.objects.libraries import is_library, is_of_library
from tangentlite.rules.registry import refusal_of, rule_of
from tangentlite.values.base import Known

if TYPE_CHECKING:
    from tangentlite.builder.builder import Builder


def is_foreign(function: object) -> bool:
    """Whether a function is of a library that is never read, and has no rule."""
    return foreign_callee(function, "") is not None and not rule_of(function)


def missing_rule(b: Builder, function: object, node: gast.AST) -> Exception:
    """Say which template to write for a function without source and rule."""
    name = getattr(function, "__name__", type(function).__name__)
    spelled = _as_written(node, name) or _spelled(function, name)
    name = name if name.isidentifier() else spelled.rpartition(".")[2]
    if (refusal := _refused(function, spelled)) is not None:
        return b.error(*refusal, node)
    if (instead := _of_outside(function, spelled)) is not None:
        error = b.error(f"{spelled} has no derivative rule.", instead, node)
        return errors.of_class(error, errors.MissingRuleError)
    owner = getattr(function, "__self__", None)
    if isinstance(owner, np.ufunc) and name == "at":
        return _missing_at(b, owner, spelled, node)
    parameters = _parameters(function)
    listed = ", ".join(f"{p}{default}" for p, default in parameters.items())
    first = next(iter(parameters))
    # A function of arrays may reduce them; one of a user without source is of numbers.
    module = str(getattr(function, "__module__", None) or type(owner).__module__)
    is_general = is_library(module) and not isinstance(function, np.ufunc)
    result = "result" if "y" in parameters else "y"
    # A template of the same name would take the place of a function without a module.
    title = name if "." in spelled else f"{name}_rule"
    template = (
        f"Register its derivative, for example\n"
        f"    @tl.{'adjoint' if is_general else 'elementwise'}({spelled})\n"
        f"    def {title}({result}, {listed}):\n"
        f"        d[{first}] = d[{result}] * ...\n"
        f"or take differences, by what tl.numerical({spelled}) makes,\n"
        f"or declare that it has none: tl.constant({spelled})."
    )
    error = b.error(f"{spelled} has no derivative rule.", template, node)
    return errors.of_class(error, errors.MissingRuleError)


def _parameters(function: object) -> dict[str, str]:
    """Return the positional parameters with `=` and their defaults, `x` if unknown."""
    if not callable(function):
        return {"x": ""}
    try:
        known = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return {"x": ""}
    positional = (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD)
    found = [p for p in known if p.kind in positional and p.name != "out"]
    return {p.name: _default(p) for p in found} or {"x": ""}


def _default(parameter: Parameter) -> str:
    """Return a default as a template may write it, None for those that have no text."""
    value = parameter.default
    if value is Parameter.empty:
        return ""
    is_written = isinstance(value, (bool, int, str)) or (
        type(value) is float and np.isfinite(value)
    )
    return f"={value!r}" if is_written else "=None"


def instead_of(owner: object) -> str:
    """Return advice for an object from outside that has no operation asked for."""
    kind = getattr(owner, "kind", None)
    if isinstance(owner, Known) and (instead := refusal_of(type(owner.value))):
        return instead
    if not isinstance(kind, Opaque) or kind.type is None:
        return "Use NumPy functions on arrays and numbers."
    if (instead := refusal_of(kind.type)) is not None:
        return instead
    if issubclass(kind.type, (set, frozenset, dict, collections.deque)):
        return "Make it in the function, or keep a list or a dict instead."
    if is_showing(kind.type):
        return "Call it for its effect by tl.callback(axes.plot, x)."
    if is_of_library(kind.type):
        return (
            "Call it outside of the function, and pass what it gives. For an effect "
            "alone there is tl.callback(f, x)."
        )
    return "Make it in the function, and return what it is used for."


def is_refused(function: object) -> bool:
    """Whether a function is not read though it may be written in Python."""
    said = refusal(function)
    return bool(said or foreign_callee(function, "") or _of_outside(function, ""))


def _of_outside(function: object, spelled: str) -> str | None:
    """Return advice for a function that does input or output, None for others."""
    if function in (open, input):
        return _CALL_OUTSIDE
    owner = getattr(function, "__self__", None)
    own = owner if isinstance(owner, type) else type(owner)
    module = getattr(function, "__module__", None) or own.__module__
    if not is_library(str(module)):
        return None  # of a user's module with such a name
    package = str(module).lstrip("_").partition(".")[0]
    if package == "random" and not isinstance(function, type):
        return (
            "Draw with a generator of NumPy's, rng = np.random.default_rng(seed), or "
            "outside of the function, and pass what is drawn."
        )
    return _CALL_OUTSIDE if package in _OUTSIDE else None


_CALL_OUTSIDE = (
    "Call it outside of the function, and pass what it gives as an argument. For an "
    "effect alone there is tl.callback(f, x)."
)
# Modules that read files, clocks and settings.
_OUTSIDE = frozenset(
    "csv datetime getpass glob io json os pathlib pickle platform posix secrets shutil "
    "socket subprocess sys tempfile threading time urllib uuid".split()
)


def _refused(function: object, spelled: str) -> tuple[str, str] | None:
    """Return the error and advice for what no template could differentiate."""
    if (foreign := foreign_callee(function, spelled)) is not None:
        return foreign
    if (said := refusal(function)) is not None:
        what, _, advice = said.partition("\n")
        return what, advice
    if (instead := refusal_of(function)) is not None:
        return f"{spelled} is not supported.", instead
    instead = refusal_of(type(function))
    if instead is not None and not isinstance(function, np.ufunc):
        return f"objects of the type {spelled} are not supported.", instead
    if not isinstance(function, type) or issubclass(function, np.generic):
        return None
    bases = [c for c in function.__mro__[1:] if c.__module__ == "builtins"]
    base = next((c.__name__ for c in bases if c is not object), "")
    if function.__flags__ & 1 << 9 and base:
        return (
            f"{spelled} extends {base}, which is not supported.",
            f"Hold a {base} in an attribute.",
        )
    if function.__module__ in ("builtins", "math"):
        return None
    of_number = function.__module__ in ("fractions", "decimal")
    instead = "Use floats." if of_number else _OF_TYPE
    return f"objects of the type {spelled} are not supported.", instead


_OF_TYPE = "Use arrays, lists, dicts, or a class of your own."


def _missing_at(b: Builder, ufunc: np.ufunc, spelled: str, node) -> Exception:
    """Return the error for `ufunc.at` without a rule: what to write instead."""
    operands = ", ".join(["y[i]", "v"][: ufunc.nin])
    update = f"y[i] = {_spelled(ufunc, ufunc.__name__)}({operands})"
    advice = f"Write {update} if no index repeats, or a loop over the indices."
    error = b.error(f"{spelled} is not supported yet.", advice, node)
    return errors.of_class(error, errors.MissingRuleError)


def _as_written(node: gast.AST, name: str) -> str:
    """Return the dotted name in a call, such as `sp.gammaln`, if it is `name`."""
    parts: list[str] = []
    place = getattr(node, "func", None)
    while isinstance(place, gast.Attribute):
        parts.insert(0, place.attr)
        place = place.value
    if not isinstance(place, gast.Name):
        return ""
    parts.insert(0, place.id)
    return ".".join(parts) if parts[-1] == name or not name.isidentifier() else ""


def _spelled(function: object, name: str) -> str:
    """Return the dotted name of a function that has no rule."""
    owner = getattr(function, "__self__", None)
    if isinstance(owner, np.ufunc):
        return f"{_spelled(owner, owner.__name__)}.{name}"
    module = getattr(function, "__module__", None) or ""
    if getattr(np, name, None) is function:
        module = "np"
    return f"{module}.{name}" if module not in ("", "builtins") else name


def missing_syntax(b: Builder, node: gast.AST) -> Exception:
    """Return what to raise for a statement or expression that nothing walks."""
    title = _TITLES.get(type(node), f"{type(node).__name__} syntax")
    return b.error(
        f"{title} is not supported yet.",
        "Write it with assignments, if statements and loops.",
        node,
    )


_TITLES: dict[type, str] = {
    gast.Break: "break",
    gast.Continue: "continue",
    gast.Await: "await",
    gast.YieldFrom: "yield from",
    gast.Starred: "a starred expression",
}
