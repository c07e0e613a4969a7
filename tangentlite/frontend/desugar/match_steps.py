"""Compile patterns of `match` to steps: conditions, and statements between them.

A pattern matches if all of its conditions hold. It binds its names behind them: as in
CPython, a pattern that does not match binds nothing. Attributes, and values of
mappings, are read once, into variables that no user can name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import takewhile

import gast
import numpy as np

from tangentlite.frontend.desugar.tree import Block, assigned, fixed, placed, read

Names = dict[str, gast.expr]
Steps = list[gast.expr | gast.stmt]


class Patterns:
    """Compiles the patterns of a function; `fresh` gives names of new variables."""

    def __init__(self, fresh: Callable[[str], str]) -> None:
        self._fresh = fresh

    def fit(self, pattern: gast.AST, subject: gast.expr) -> tuple[Steps, Names]:
        """Return the steps of a pattern, and the expressions that it binds to names.

        >>> case = gast.parse("match x:\\n case [1, 2 | 3 as a]: pass").body[0].cases[0]
        >>> steps, names = Patterns(str).fit(case.pattern, read('x'))
        >>> print(*map(gast.unparse, steps[2:]), sep='\\n')
        <built-in function len>(x) == 2
        x[0] == 1
        x[1] == 2 or x[1] == 3
        >>> {name: gast.unparse(value) for name, value in names.items()}
        {'a': 'x[1]'}
        """
        if isinstance(pattern, gast.MatchValue):
            return [_compare(subject, gast.Eq(), pattern.value)], {}
        if isinstance(pattern, gast.MatchSingleton):
            value = gast.Constant(pattern.value, None)
            return [_compare(subject, gast.Is(), value)], {}
        if isinstance(pattern, gast.MatchAs):
            own: Names = {} if pattern.name is None else {pattern.name: subject}
            if pattern.pattern is None:
                return [], own
            steps, names = self.fit(pattern.pattern, subject)
            return steps, {**names, **own}
        if isinstance(pattern, gast.MatchOr):
            return self._either(pattern, subject)
        if isinstance(pattern, gast.MatchSequence):
            return self._sequence(pattern.patterns, subject)
        if isinstance(pattern, gast.MatchMapping):
            return self._mapping(pattern, subject)
        return self._class(pattern, subject)

    def condition(self, steps: Steps, at: gast.AST) -> tuple[Block, gast.expr | None]:
        """Return statements, and the condition behind them that all steps hold.

        The condition is None if they always do.
        """
        if _are_tests(steps):
            return [], together(steps) if steps else None
        flag = self._fresh("fits")
        return _computed(steps, flag, at), read(flag)

    def _parts(self, pairs: Sequence[tuple]) -> tuple[Steps, Names]:
        """Return the steps of several patterns, and their bindings."""
        steps: Steps = []
        names: Names = {}
        for pattern, part in pairs:
            inner, own = self.fit(pattern, part)
            steps += inner
            names |= own
        return steps, names

    def _kept(self, value: gast.expr, at: gast.AST, steps: Steps) -> gast.Name:
        """Add a step that assigns a value to a fresh variable; return the variable."""
        name = self._fresh("part")
        steps.append(assigned(name, value, at))
        return read(name)

    def _either(self, pattern, subject: gast.expr) -> tuple[Steps, Names]:
        """The first alternative that matches decides what is bound."""
        ways = [self.fit(part, subject) for part in pattern.patterns]
        if not ways[0][1] and all(steps and _are_tests(steps) for steps, _ in ways):
            tests = [together(steps) for steps, _ in ways]
            return [gast.BoolOp(gast.Or(), tests)], {}
        flag = self._fresh("fits")
        parts = {name: self._fresh("part") for name in ways[0][1]}
        block: Block = []
        for steps, names in reversed(ways):
            bound = [assigned(parts[n], value, pattern) for n, value in names.items()]
            branch = gast.If(read(flag), bound or [gast.Pass()], block)
            block = [*_computed(steps, flag, pattern), placed(branch, pattern)]
        return [*block, read(flag)], {name: read(parts[name]) for name in parts}

    def _sequence(self, patterns: list, subject: gast.expr) -> tuple[Steps, Names]:
        stars = [k for k, p in enumerate(patterns) if isinstance(p, gast.MatchStar)]
        size = gast.Constant(len(patterns) - len(stars), None)
        op = gast.GtE() if stars else gast.Eq()
        steps: Steps = [
            _call(isinstance, subject, fixed(_SEQUENCES)),
            gast.UnaryOp(gast.Not(), _call(isinstance, subject, fixed(_TEXTS))),
            _compare(_call(len, subject), op, size),
        ]
        pairs = []
        names: Names = {}
        for place, pattern in enumerate(patterns):
            behind = place - len(patterns)
            if isinstance(pattern, gast.MatchStar):
                if pattern.name is not None:
                    upper = gast.Constant(behind + 1, None) if behind + 1 else None
                    part = gast.Slice(gast.Constant(place, None), upper, None)
                    items = gast.Subscript(_call(list, subject), part, gast.Load())
                    names[pattern.name] = items
                continue
            index = gast.Constant(behind if stars and place > stars[0] else place, None)
            pairs.append((pattern, gast.Subscript(subject, index, gast.Load())))
        inner, own = self._parts(pairs)
        return [*steps, *inner], names | own

    def _mapping(self, pattern, subject: gast.expr) -> tuple[Steps, Names]:
        steps: Steps = [_call(isinstance, subject, fixed(Mapping))]
        steps += [_compare(key, gast.In(), subject) for key in pattern.keys]
        values = [gast.Subscript(subject, key, gast.Load()) for key in pattern.keys]
        parts = [self._kept(value, pattern, steps) for value in values]
        names: Names = {}
        if pattern.rest is not None:
            key, item = self._fresh("key"), self._fresh("item")
            others = _without(subject, pattern.keys, key, item)
            names[pattern.rest] = self._kept(others, pattern, steps)
        inner, own = self._parts(list(zip(pattern.patterns, parts)))
        return [*steps, *inner], names | own

    def _class(self, pattern, subject: gast.expr) -> tuple[Steps, Names]:
        steps: Steps = [_call(isinstance, subject, pattern.cls)]
        missing = fixed(_MISSING)
        values: list[gast.expr] = []
        for place in range(len(pattern.patterns)):
            order = gast.Attribute(pattern.cls, "__match_args__", gast.Load())
            name = gast.Subscript(order, gast.Constant(place, None), gast.Load())
            value: gast.expr = _call(getattr, subject, name, missing)
            if place == 0:
                value = gast.IfExp(_is_whole(pattern.cls), subject, value)
            values.append(value)
        for attribute in pattern.kwd_attrs:
            name = gast.Constant(attribute, None)
            values.append(_call(getattr, subject, name, missing))
        parts = [self._kept(value, pattern, steps) for value in values]
        steps += [_compare(part, gast.IsNot(), missing) for part in parts]
        patterns = [*pattern.patterns, *pattern.kwd_patterns]
        inner, names = self._parts(list(zip(patterns, parts)))
        return [*steps, *inner], names


_MISSING = object()  # stands for a missing attribute
_TEXTS = (str, bytes, bytearray)  # no sequences for patterns
# Py_TPFLAGS_SEQUENCE: NumPy's arrays match sequence patterns since they have it.
_FITS_SEQUENCES = bool(np.ndarray.__flags__ & 1 << 5)
_SEQUENCES = (Sequence, np.ndarray) if _FITS_SEQUENCES else (Sequence,)

# Classes whose one positional pattern matches the whole value by default.
_WHOLE = (
    bool, bytearray, bytes, dict, float, frozenset, int, list, set, str, tuple,
)  # fmt: skip


def together(tests: Steps) -> gast.expr:
    """Return the conjunction of at least one condition."""
    return tests[0] if len(tests) == 1 else gast.BoolOp(gast.And(), tests)


def _are_tests(steps: Steps) -> bool:
    return all(isinstance(step, gast.expr) for step in steps)


def _computed(steps: Steps, flag: str, at: gast.AST) -> Block:
    """Return statements that set a flag to whether all steps hold."""
    tests = list(takewhile(lambda step: isinstance(step, gast.expr), steps))
    more = steps[len(tests) :]
    between = list(takewhile(lambda step: isinstance(step, gast.stmt), more))
    block = []
    if tests or not between:
        value = together(tests) if tests else gast.Constant(True, None)
        block = [assigned(flag, value, at)]
    if not between:
        return block
    behind = more[len(between) :]
    inner = [*between, *(_computed(behind, flag, at) if behind or not tests else [])]
    return [*block, placed(gast.If(read(flag), inner, []), at)] if tests else inner


def _is_whole(cls: gast.expr) -> gast.expr:
    """Return the test that the first positional pattern is for the whole value."""
    own = _call(hasattr, cls, gast.Constant("__match_args__", None))
    whole = _call(issubclass, cls, fixed(_WHOLE))
    return gast.BoolOp(gast.And(), [gast.UnaryOp(gast.Not(), own), whole])


def _without(mapping: gast.expr, keys: list, key: str, item: str) -> gast.expr:
    """Return a dict of the other items of a mapping."""
    pair = [gast.Name(name, gast.Store(), None, None) for name in (key, item)]
    items = gast.Call(gast.Attribute(mapping, "items", gast.Load()), [], [])
    other = _compare(read(key), gast.NotIn(), gast.List(keys, gast.Load()))
    target = gast.Tuple(pair, gast.Store())
    others = gast.comprehension(target, items, [other] if keys else [], 0)
    return gast.DictComp(read(key), read(item), [others])


def _call(function: object, *arguments: gast.expr) -> gast.Call:
    return gast.Call(fixed(function), list(arguments), [])


def _compare(left: gast.expr, op: gast.cmpop, right: gast.expr) -> gast.expr:
    return gast.Compare(left, [op], [right])
