"""What a pass makes of a function that is written as text, and that it means the same.

Names have the kinds of `KINDS` unless a keyword gives another: x is a vector, a a
number, m a matrix, i a counter, c a flag, so that a case is little more than its text.
"""

import textwrap
from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from dataclasses import replace
from itertools import product
from types import MappingProxyType

import gast
import numpy as np
import pytest

from tangentlite.ir import build
from tangentlite.ir.core import check
from tangentlite.ir.example import body_text, function_of
from tangentlite.ir.function import Function
from tangentlite.ir.marked_names import Writer
from tangentlite.ir.rewrite import binds, map_names, map_statement, reads, statements
from tangentlite.kinds.kind import Array, ListOf, Scalar

NUMBER, COUNT, FLAG = Scalar("float64"), Scalar("int64", True), Scalar("bool", True)
VECTOR, MATRIX = Array("float64", (3,)), Array("float64", (3, 3))
SINGLE = Array("float32", (3,))

KINDS = {
    **dict.fromkeys(("x", "y", "z", "w", "x_bar", "y_bar", "t", "u", "v"), VECTOR),
    **dict.fromkeys(("a", "b", "d", "e", "s", "r", "a_bar", "s_bar"), NUMBER),
    **dict.fromkeys(("m", "k", "m_bar", "k_bar"), MATRIX),
    **dict.fromkeys(("i", "j", "n"), COUNT),
    **dict.fromkeys(("c", "flag"), FLAG),
    **dict.fromkeys(("saved", "others"), ListOf(NUMBER)),
}


def backward(*arguments):
    """Stands for the function of a recursion, which writes what it is given."""
    return 0.0


def core(
    text: str, primal="", joined="", views=None, nested=False, **kinds: object
) -> Function:
    """The core function that a text stands for; `primal` and `joined` are names.

    With `nested` expressions may be, as behind `inline_uses`.
    """
    given = {**KINDS, **kinds}
    names = {keyword for keyword, kind in kinds.items() if callable(kind)}
    for statement in statements(gast.parse(textwrap.dedent(text)).body):
        names.update((*reads(statement), *binds(statement)))
        if isinstance(statement, gast.FunctionDef):
            names.update(argument.id for argument in statement.args.args)
    used = {name: kind for name, kind in given.items() if name in names}
    function = function_of(text, **used)
    function = replace(
        function,
        body=tuple(map_statement(s, writers_marked(function)) for s in function.body),
        primal=frozenset(primal.split()),
        joined=frozenset(joined.split()),
        views={name: set(owners.split()) for name, owners in (views or {}).items()},
    )
    if not nested:
        check(function)
    return function


def writers_marked(function: Function) -> Callable:
    """What gives the names of functions that write, in an expression, their class."""

    def marked(read: gast.Name) -> gast.Name:
        writes = function.references.get(read.id) is backward
        return build.name(Writer(read.id)) if writes else read

    return lambda expression: map_names(expression, marked)


def becomes(step: Callable, before: str, after: str, **facts: object) -> None:
    """Assert that a pass makes one text of another, and that they mean the same."""
    function = core(before, **facts)
    changed = step(function)
    assert body_text(changed) == layout(after)
    assert_alike(function, changed)


def stays(step: Callable, text: str, **facts: object) -> None:
    """Assert that a pass leaves a function as it is."""
    assert body_text(step(core(text, **facts))) == layout(text)


def keeps_meaning(step: Callable, text: str, **facts: object) -> None:
    """Assert that what a pass makes of a text means the same, whatever it is."""
    function = core(text, **facts)
    assert_alike(function, step(function))


def case(name: str, text: str, facts: Mapping[str, object] = MappingProxyType({})):
    """A text and what is to be known of its names, as parameters of a test."""
    return pytest.param(text, facts, id=name)


def layout(text: str) -> str:
    """A text as functions are printed."""
    return body_text(function_of(text, **dict.fromkeys(every_name(text))))


def every_name(text: str) -> set[str]:
    tree = gast.parse(textwrap.dedent(text))
    found = {node.id for node in gast.walk(tree) if isinstance(node, gast.Name)}
    found |= {n.name for n in gast.walk(tree) if isinstance(n, gast.FunctionDef)}
    return found - {"np"}


def assert_alike(before: Function, after: Function) -> None:
    """Assert that two functions give and write the same, for flags of either value."""
    assert [p.name for p in before.parameters] == [p.name for p in after.parameters]
    for arguments in choices(before):
        want, got = outcome(before, arguments), outcome(after, arguments)
        assert len(want) == len(got)
        for one, other in zip(want, got):
            assert np.asarray(one).dtype == np.asarray(other).dtype
            np.testing.assert_allclose(
                other, one, rtol=1e-6 if is_single(one) else 1e-12
            )


def is_single(value: object) -> bool:
    return np.asarray(value).dtype == np.float32


def choices(function: Function) -> Iterator[list]:
    """Arguments of the kinds of the parameters, with all values of the flags."""
    kinds = [function.kinds[parameter.name] for parameter in function.parameters]
    flags = [kind == FLAG for kind in kinds]
    for chosen in product((True, False), repeat=sum(flags)):
        values = iter(chosen)
        generator = np.random.default_rng(7)
        yield [
            next(values) if flag else value_of(kind, generator)
            for flag, kind in zip(flags, kinds)
        ]


def value_of(kind: object, generator: np.random.Generator) -> object:
    if isinstance(kind, ListOf):
        return []
    if isinstance(kind, Array):
        return generator.uniform(0.5, 2.0, kind.shape).astype(kind.dtype)
    if kind.dtype == "int64":
        return 2
    return np.dtype(kind.dtype).type(generator.uniform(0.5, 2.0))


def outcome(function: Function, arguments: list) -> list:
    """What a function gives, and what it leaves in its arguments.

    A function that it gives is called twice, as a pullback may be.
    """
    names = ", ".join(parameter.name for parameter in function.parameters)
    text = f"def example({names}):\n{textwrap.indent(body_text(function), '    ')}"
    namespace: dict = {"np": np, **function.references}
    exec(text, namespace)
    own = deepcopy(arguments)
    result = namespace["example"](*own)
    if callable(result):
        seed = np.linspace(1.0, 2.0, 3)
        result = (*leaves(result(seed)), *leaves(result(2.0 * seed)))
    return [*leaves(deepcopy(result)), *leaves(own)]


def leaves(value: object) -> list:
    if isinstance(value, tuple | list):
        return [leaf for item in value for leaf in leaves(item)]
    return [value]
