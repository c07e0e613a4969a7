"""The registry of derivative rules: decorators that register templates, and lookup.

A template is a Python function that is read, never run; see templates/README.md for
the language. The key of a rule is the function object itself, so operators, ufuncs
and methods share one rule.
"""

from __future__ import annotations

import functools
import inspect
import types
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from tangentlite.process.computed_once import computed_once
from tangentlite.rules import loading
from tangentlite.rules.users_rules import OWN

# In a template, d[x] is the derivative of x. Templates are read, not run, so this
# object only gives editors and linters something to resolve the name to.
d: Any = {}


_OF_SHAPES = frozenset({"like", "index", "place"})


@dataclass(frozen=True)
class Draw:
    """The result of a random draw: numbers of a dtype, of the shape `size`.

    Without a size they have the shape that the parameters broadcast to. `event` is the
    parameter whose last axis each draw has, as `mean` of `multivariate_normal`.
    """

    parameters: tuple[str, ...]
    dtype: str
    event: str = ""


@dataclass(frozen=True)
class Rule:
    """The derivative rule of a function and its other properties.

    `kind` is 'elementwise', 'linear', 'adjoint', 'constant', 'definition', 'formula' or
    'draw'; `linear_in` names the parameters a linear rule is linear in, `constant_in`
    those by which its derivative is zero; `may_view` the parameters that the result may
    share memory with; `writes` those it writes;
    `equal_rows` those whose first axes have one size; `shaped_like` the one whose shape
    the result has, whatever the others are; `counts` a name for the size of each result
    that depends on the contents of arguments, the same one for results of one size, and
    None for other results. A function that `takes_lists` is
    given lists of arrays unchanged, others an array in their place. The result of one
    that is `real_or_complex` is real or complex depending on the values of real
    arguments. `augmented` is a template that gives a pair in place of `d[y]`: the value
    and what is kept for the adjoint, whose last parameter stands for it. The kind
    of the result is that of `trial`, where that is given: a function that is called in
    its place on small arrays. `parted` gives, for a call with containers or functions
    of the program, a function of what these hold, and its arguments. Templates that
    are made of functions of the user's call those that are `given`. Objects of a class
    that lack what its definition lists in `__slots__` are refused where they come from
    outside, with the advice `converted`.
    """

    kind: str
    functions: tuple[Callable, ...]
    adjoint: Callable | None = None
    tangent: Callable | None = None
    definition: Callable | None = None
    augmented: Callable | None = None
    linear_in: tuple[str, ...] = ()
    constant_in: tuple[str, ...] = ()
    may_view: tuple[str, ...] = ()
    writes: tuple[str, ...] = ()
    equal_rows: tuple[str, ...] = ()
    shaped_like: str = ""
    counts: tuple[str | None, ...] = ()
    takes_lists: bool = False
    real_or_complex: bool = False
    draw: Draw | None = None
    trial: Callable | None = None
    parted: Callable | None = None
    given: tuple[Callable, ...] = ()
    converted: str = ""

    @property
    def stops(self) -> bool:
        """Whether no derivative passes through a call, but at most its formula."""
        return self.kind in ("constant", "formula", "draw")

    @property
    def is_ours(self) -> bool:
        """Whether it is the rule of a helper in tangentlite, which may take indices."""
        module = getattr(self.functions[0], "__module__", None)  # methods have none
        return (module or "").startswith("tangentlite.")

    @property
    def shaped_by(self) -> frozenset[str]:
        """The parameters of a linear helper of ours that it reads no values of."""
        return _OF_SHAPES if self.is_ours and self.kind == "linear" else frozenset()

    @property
    def comes_with_us(self) -> bool:
        """Whether the rule is part of tangentlite, not the user's."""
        template = self.adjoint or self.tangent or self.definition
        module = getattr(template, "__module__", None)  # text that was run has none
        return (module or "").startswith("tangentlite.templates.")

    @computed_once
    def signature(self) -> inspect.Signature | None:
        """The signature of the differentiated function, by its template."""
        if self.definition is not None:
            return inspect.signature(self.definition)
        template = self.adjoint or self.tangent
        if template is None:
            return None
        signature = inspect.signature(template)
        return signature.replace(parameters=list(signature.parameters.values())[1:])

    @computed_once
    def places(self) -> tuple[str, ...]:
        """The parameters if all are positional or keyword, else none."""
        parameters = self.signature.parameters.values() if self.signature else ()
        each = all(p.kind is p.POSITIONAL_OR_KEYWORD for p in parameters)
        return tuple(p.name for p in parameters) if each else ()

    @computed_once
    def operands(self) -> str | None:
        """The name of the `*operands` parameter, None without one."""
        parameters = self.signature.parameters.values() if self.signature else ()
        many = [p.name for p in parameters if p.kind is p.VAR_POSITIONAL]
        return many[0] if many else None

    def with_parameters(
        self, arguments: Iterable
    ) -> Iterator[tuple[inspect.Parameter, Any]]:
        """Yield positional arguments with their parameters, or with `*operands`."""
        parameters = iter(self.signature.parameters.values() if self.signature else ())
        parameter = None
        for argument in arguments:
            if parameter is None or parameter.name != self.operands:
                parameter = next(parameters, None)
            if parameter is None or parameter.kind is parameter.KEYWORD_ONLY:
                return
            yield parameter, argument


_RULES: dict[object, Rule] = {}
# Refused functions, with the advice what to use instead.
_REFUSED: dict[object, str] = {}
# What classes that extend containers inherit.
_INHERITED: dict[type, type] = {}


def elementwise(*functions: Callable, **effects: Any) -> Callable:
    """Register a template for both modes: `d[x] = d[y] * derivative`.

    The compiler un-broadcasts, so the template is the formula for scalars.
    """
    return _decorator("elementwise", functions, effects)


def linear(*functions: Callable, in_: str | tuple[str, ...], **effects: Any):
    """Register a function that is linear in each of its parameters `in_`.

    It is linear in each of the arguments of `*operands`, but in a list as a whole. Its
    tangent is the function itself; the template gives the adjoints.
    """
    names = (in_,) if isinstance(in_, str) else tuple(in_)
    return _decorator("linear", functions, {**effects, "linear_in": names})


def adjoint(*functions: Callable, **effects: Any) -> Callable:
    """Register the reverse half of a general rule: `d[x] = ...` from `d[y]`."""
    return _decorator("adjoint", functions, effects)


def tangent(*functions: Callable) -> Callable:
    """Register the forward half of a general rule: `d[y] = ...` from `d[x]`."""

    def register(template: Callable) -> Callable:
        for function in functions:
            known = _RULES.get(function, Rule("adjoint", functions))
            _RULES[function] = replace(known, tangent=template)
        return template

    return register


def constant(*functions: Callable, **effects: Any) -> None:
    """Declare that functions have a derivative of zero in all their arguments."""
    rule = Rule("constant", functions, **_effects(effects))
    _RULES.update(dict.fromkeys(functions, rule))


def inherited(base: type) -> Callable[[type], type]:
    """Give what classes that extend a builtin container inherit, as a Python class.

    Its methods find the contents in the attribute `_contents`.
    """

    def register(text: type) -> type:
        _INHERITED[base] = text
        return text

    return register


def inherited_from(base: type) -> type | None:
    """Return what classes that extend a builtin container inherit, None for others."""
    if base.__module__ != "builtins":
        return None
    loading.load_templates()
    return _INHERITED.get(base)


def refused(instead: str, *functions: object) -> None:
    """Refuse functions in programs that are differentiated, with advice."""
    _REFUSED.update(dict.fromkeys(functions, instead))


def definition(*functions: Callable, **effects: object) -> Callable:
    """Define functions by a Python function, which is differentiated in their place."""
    fields = _effects(effects)

    def register(text: Callable) -> Callable:
        rule = Rule("definition", functions, definition=text, **fields)
        _RULES.update(dict.fromkeys(functions, rule))
        return text

    return register


def formula(*functions: Callable, **effects: object) -> Callable:
    """Define the derivative of functions by a Python function with equal values.

    Unlike a definition's, its value is not used: that is the function's own.
    """
    fields = _effects(effects)

    def register(text: Callable) -> Callable:
        rule = Rule("formula", functions, definition=text, **fields)
        _RULES.update(dict.fromkeys(functions, rule))
        return text

    return register


def draw(*functions: Callable, event: str = "") -> Callable:
    """Declare how a draw depends on the parameters of its distribution.

    The template is a formula in the draw and the parameters.
    """

    def register(text: Callable) -> Callable:
        parameters = tuple(inspect.signature(text).parameters)[1:]
        drawn = Draw(parameters, "float64", event)
        rule = Rule("draw", functions, definition=text, draw=drawn)
        _RULES.update(dict.fromkeys(functions, rule))
        return text

    return register


def fixed_draw(
    function: Callable, parameters: str, dtype: str, event: str = ""
) -> None:
    """Declare a draw whose parameters have no derivative."""
    drawn = Draw(tuple(parameters.split()), dtype, event)
    _RULES[function] = Rule("draw", (function,), draw=drawn)


def _decorator(kind: str, functions: tuple, effects: dict) -> Callable:
    fields = _effects(effects)

    def register(template: Callable) -> Callable:
        for function in functions:
            tangent_template = _RULES[function].tangent if function in _RULES else None
            _RULES[function] = Rule(
                kind, functions, adjoint=template, tangent=tangent_template, **fields
            )
        return template

    return register


def _effects(effects: Mapping[str, Any]) -> dict[str, Any]:
    fields = dict(effects)
    for key in ("may_view", "writes", "constant_in"):
        if isinstance(fields.get(key), str):
            fields[key] = (fields[key],)
    return fields


def rule_of(function: object) -> Rule | None:
    """Return the rule of a function object, None if it has none."""
    own = _own(function)
    return own if own is not None else _found(_RULES, function)


def _own(function: object) -> Rule | None:
    own = getattr(function, "__dict__", {}).get(OWN)
    # `functools.wraps` gives a function the attributes of another.
    return own if own is not None and own.functions[0] is function else None


def keep_rule(function: types.FunctionType, rule: Rule) -> None:
    """Give a function a rule of its own, which lives as long as the function."""
    vars(function)[OWN] = rule


def required_rule_of(function: object) -> Rule:
    """Return the rule of a function object; raises TypeError if there is none."""
    rule = rule_of(function)
    if rule is None:
        raise TypeError(f"{function} has no rule")
    return rule


def owns_rules(value: object) -> bool:
    """Whether a bound method of an object has a rule, as `scipy.stats.norm.logpdf`."""
    loading.load_templates_of(type(value))
    return id(value) in _owners()


def owner_of_rules(value: object) -> object | None:
    """Return the object with rules for its methods that a value is, or is a copy of.

    The distribution that `scipy.stats.norm(0.0, 2.0)` holds is a copy.
    """
    if loading.part_of(type(value)) is None:
        return None
    loading.load_templates_of(type(value))
    owners = _owners().values()
    return next((one for one in owners if type(one) is type(value)), None)


def _owners() -> dict[int, object]:
    return _owners_among(len(_RULES))


@functools.lru_cache(maxsize=1)
def _owners_among(count: int) -> dict[int, object]:
    """Return the objects with rules for their methods; rules are never taken away."""
    # Another thread may be loading the rules of a part of SciPy: a list does not grow.
    methods = (f for f in list(_RULES) if isinstance(f, types.MethodType))
    return {id(method.__self__): method.__self__ for method in methods}


def is_registered(function: object) -> bool:
    """Whether a function has a rule among those that are loaded already."""
    return function in _RULES or _own(function) is not None


def refusal_of(function: object) -> str | None:
    """Return the advice for a refused function, None for others."""
    return _found(_REFUSED, function)


def _found(table: Mapping[object, Any], function: object) -> Any:
    loading.load_templates()
    try:
        if function not in table:
            loading.load_templates_of(function)
        if function not in table and isinstance(function, types.MethodType):
            return table.get(function.__func__)  # that of all objects: np.random.normal
        return table.get(function)
    except TypeError:  # nothing is said of an unhashable callable
        return None


def all_rules() -> dict[object, Rule]:
    """Return every registered function with its rule."""
    loading.load_templates()
    return dict(_RULES)
