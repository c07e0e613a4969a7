"""Patterns of `match` as conditions and assignments."""

from __future__ import annotations

import gast

from tangentlite.frontend.tree import read

Names = dict[str, gast.expr]


def test_and_bindings(
    pattern: gast.AST, subject: gast.expr
) -> tuple[gast.expr | None, Names]:
    """Return when a pattern fits a subject, None for always, and what it binds.

    >>> pattern = gast.parse("match x:\\n case {'a': [1, *r]}: pass").body[0].cases[0]
    >>> test, names = test_and_bindings(pattern.pattern, read('x'))
    >>> print(gast.unparse(test))
    isinstance(x, dict) and 'a' in x and isinstance(x['a'], (list, tuple)) and \
(len(x['a']) >= 1) and (x['a'][0] == 1)
    >>> {name: gast.unparse(value) for name, value in names.items()}
    {'r': "list(x['a'][1:])"}
    """
    tests, names = _fit(pattern, subject)
    if not tests:
        return None, names
    return (tests[0] if len(tests) == 1 else gast.BoolOp(gast.And(), tests)), names


def _fit(pattern, subject: gast.expr) -> tuple[list[gast.expr], Names]:
    if isinstance(pattern, gast.MatchValue):
        return [_compare(subject, gast.Eq(), pattern.value)], {}
    if isinstance(pattern, gast.MatchSingleton):
        value = gast.Constant(pattern.value, None)
        return [_compare(subject, gast.Is(), value)], {}
    if isinstance(pattern, gast.MatchAs):
        tests, names = (
            ([], {}) if pattern.pattern is None else _fit(pattern.pattern, subject)
        )
        own = {} if pattern.name is None else {pattern.name: subject}
        return tests, {**names, **own}
    if isinstance(pattern, gast.MatchOr):
        return _either(pattern.patterns, subject)
    if isinstance(pattern, gast.MatchSequence):
        return _sequence(pattern.patterns, subject)
    if isinstance(pattern, gast.MatchMapping):
        return _mapping(pattern, subject)
    return _class(pattern, subject)


def _either(patterns: list, subject: gast.expr) -> tuple[list[gast.expr], Names]:
    parts: list[gast.expr] = []
    names: Names = {}
    for pattern in patterns:
        test, names = test_and_bindings(pattern, subject)
        parts.append(gast.Constant(True, None) if test is None else test)
    return [gast.BoolOp(gast.Or(), parts)], names


def _sequence(patterns: list, subject: gast.expr) -> tuple[list[gast.expr], Names]:
    kinds = gast.Tuple([read("list"), read("tuple")], gast.Load())
    stars = [k for k, p in enumerate(patterns) if isinstance(p, gast.MatchStar)]
    size = gast.Constant(len(patterns) - len(stars), None)
    op = gast.GtE() if stars else gast.Eq()
    tests = [
        gast.Call(read("isinstance"), [subject, kinds], []),
        _compare(gast.Call(read("len"), [subject], []), op, size),
    ]
    names: Names = {}
    for place, pattern in enumerate(patterns):
        if isinstance(pattern, gast.MatchStar):
            if pattern.name is not None:
                behind = place + 1 - len(patterns)
                upper = gast.Constant(behind, None) if behind else None
                part = gast.Slice(gast.Constant(place, None), upper, None)
                items = gast.Subscript(subject, part, gast.Load())
                names[pattern.name] = gast.Call(read("list"), [items], [])
            continue
        index = place - len(patterns) if stars and place > stars[0] else place
        item = gast.Subscript(subject, gast.Constant(index, None), gast.Load())
        inner, own = _fit(pattern, item)
        tests += inner
        names.update(own)
    return tests, names


def _mapping(pattern, subject: gast.expr) -> tuple[list[gast.expr], Names]:
    tests: list[gast.expr] = [
        gast.Call(read("isinstance"), [subject, read("dict")], [])
    ]
    names: Names = {}
    for key, part in zip(pattern.keys, pattern.patterns):
        tests.append(_compare(key, gast.In(), subject))
        inner, own = _fit(part, gast.Subscript(subject, key, gast.Load()))
        tests += inner
        names.update(own)
    if pattern.rest is not None:
        keys = gast.List(list(pattern.keys), gast.Load())
        others = gast.comprehension(
            gast.Tuple(
                [
                    gast.Name("key", gast.Store(), None, None),
                    gast.Name("item", gast.Store(), None, None),
                ],
                gast.Store(),
            ),
            gast.Call(gast.Attribute(subject, "items", gast.Load()), [], []),
            [_compare(read("key"), gast.NotIn(), keys)],
            0,
        )
        names[pattern.rest] = gast.DictComp(read("key"), read("item"), [others])
    return tests, names


def _class(pattern, subject: gast.expr) -> tuple[list[gast.expr], Names]:
    tests: list[gast.expr] = [gast.Call(read("isinstance"), [subject, pattern.cls], [])]
    names: Names = {}
    builtin = getattr(pattern.cls, "id", "") in _WHOLE
    parts = []
    for place, part in enumerate(pattern.patterns):
        order = gast.Attribute(pattern.cls, "__match_args__", gast.Load())
        name = gast.Subscript(order, gast.Constant(place, None), gast.Load())
        item = gast.Call(read("getattr"), [subject, name], [])
        parts.append((part, subject if builtin else item))
    for attribute, part in zip(pattern.kwd_attrs, pattern.kwd_patterns):
        parts.append((part, gast.Attribute(subject, attribute, gast.Load())))
    for part, item in parts:
        inner, own = _fit(part, item)
        tests += inner
        names.update(own)
    return tests, names


# Classes whose one positional pattern is for the whole value.
_WHOLE = ("bool", "bytes", "dict", "float", "int", "list", "set", "str", "tuple")


def _compare(left: gast.expr, op: gast.cmpop, right: gast.expr) -> gast.expr:
    return gast.Compare(left, [op], [right])
