"""Lines over 88 columns: where they are broken, and that this changes no tree."""

import inspect

import gast
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tangentlite.emit.text.printer import print_expression, print_statements
from tests.emit.trees import (
    LOAD,
    compound,
    expression,
    expressions,
    names,
    reprinted,
    structure,
)

A, B, C = "a" * 30, "b" * 30, "c" * 30

BROKEN = [
    f"""\
x_bar = (
    {A}
    + f({B})
    - {C}
)
""",
    f"""\
x_bar[i + 1, j] = np.stack(
    [{A}, {B}],
    axis={C},
)
""",
    f"""\
x = -{A}(
    {B} * {C}, key=None
).T
""",
    f"""\
x = f(
    {A},
    {B},
    key=(
        {A}
        @ {B}
        @ {C}
    ),
)
""",
    f"""\
{A}[
    {B}, {C}
] = np.zeros(
    (
        {A},
        {B},
        {C},
    )
)
""",
    f"""\
return (
    {A},
    {B},
    {C},
)
""",
    f"""\
(
    {A},
    {B},
    {C},
) = f(x)
""",
    f"""\
if (
    {A} < {B}
    and not {C}
):
    pass
""",
    f"""\
def f(
    {A},
    {B},
    *,
    {C}=1,
) -> tuple[int, int]:
    pass
""",
    f"""\
x = [
    {A}
    for {B} in {C}
    if y
]
""",
    f"""\
x = (
    {A}
    .{B}
    .{C}
)
""",
    f"""\
x = (
    '{A} {B} {C[:20]}'
    .format({A})
)
""",
    f"""\
raise ValueError(
    '{A} {B} {C}'
) from error
""",
    f"""\
{A}[i, {B}] = (
    {C}.reshape(1)[0]
)
""",
    f"""\
x = {A}(
    {A}, {B}
).{B}(
    {B}, {C}
).{C}(
    {A}, {C}
)
""",
    f"""\
from m import (
    {A},
    {B},
    {C},
)
""",
    f"""\
with (
    {A} as {B},
    {C},
):
    pass
""",
    f"""\
assert {A}, (
    'a message that is longer: {B}'
)
""",
]


@pytest.mark.parametrize("text", BROKEN)
def test_a_long_line_is_broken_at_its_outermost_operator_or_bracket(text):
    assert reprinted(text) == text


def test_an_expression_stays_on_one_line():
    assert print_expression(expression(f"({A}, {B}, {C})")) == f"({A}, {B}, {C})"


@settings(max_examples=200, deadline=None)
@given(st.recursive(names, compound, max_leaves=30))
def test_no_line_is_too_long(tree):
    statements = gast.parse("x = 0").body
    statements[0].value = tree
    for line in print_statements(statements).splitlines():
        assert len(line) <= 88


@settings(max_examples=200, deadline=None)
@given(
    st.lists(expressions, min_size=1, max_size=4), st.sampled_from(["return", "x ="])
)
def test_a_broken_line_is_read_back_as_it_was(trees, keyword):
    call = gast.Call(gast.Name("function_with_a_name", LOAD, None, None), trees, [])
    whole = gast.BinOp(call, gast.Add(), gast.Tuple([*trees, *trees], LOAD))
    statement = gast.parse(f"{keyword} 0").body[0]
    statement.value = whole
    text = print_statements([statement], indent=2)
    assert structure(gast.parse(inspect.cleandoc(text)).body) == structure([statement])


MANY = [f"parameter_{k}" for k in range(12)]
LINES = f"    {', '.join(MANY[:6])},\n    {', '.join(MANY[6:])},\n"


@pytest.mark.parametrize(
    "text", ["return ({})", "({}) = f(x)", "y = f({})", "y = [{}]"]
)
def test_names_fill_lines(text):
    statement = gast.parse(text.format(", ".join(MANY))).body
    assert print_statements(statement).rstrip() == text.format(f"\n{LINES}")


@pytest.mark.parametrize("other", ["f(x)", "-x", "(x, y)", "x[0]", "*x"])
def test_other_items_have_lines_of_their_own(other):
    text = print_statements(gast.parse(f"y = [{other}, {', '.join(MANY)}]").body)
    lines = [f"    {item}," for item in (other, *MANY)]
    assert text.rstrip().splitlines() == ["y = [", *lines, "]"]
