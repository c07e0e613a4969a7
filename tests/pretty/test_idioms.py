"""Which loops have a shorter spelling, and which keep theirs."""

import pytest

from tangentlite.kinds.kind import ListOf
from tangentlite.pretty.idioms import spell_idioms
from tests.optimize.rewriting import NUMBER, becomes, case, stays

LOOP = """
n = len(x)
for i in range(n):
    s = x[i]
    {body}
return y
"""
COUNTED = LOOP.format(body="y += s").replace("return y", "return (y, i)")
ITEMS = """
n = len(x)
for s in x:
    {body}
return y
"""


@pytest.mark.parametrize("body", ["y += s", "r = s * a\n    y += r", "y *= s"])
def test_items(body):
    becomes(spell_idioms, LOOP.format(body=body), ITEMS.format(body=body))


def test_items_backwards():
    becomes(
        spell_idioms,
        LOOP.format(body="y += s").replace("range(n)", "reversed(range(n))"),
        ITEMS.format(body="y += s").replace("in x", "in reversed(x)"),
    )


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        case("counter read", LOOP.format(body="y[i] += s")),
        case("counter read behind", COUNTED),
        case("element written", LOOP.format(body="x[0] = s")),
        case("array changed", LOOP.format(body="x += s")),
        case("array bound again", LOOP.format(body="x = y"), {"joined": "x"}),
        case("a list", LOOP.format(body="y += s"), {"x": ListOf(NUMBER)}),
    ],
)
def test_loop_stays(text, facts):
    stays(spell_idioms, text, **facts)


@pytest.mark.parametrize(
    "text",
    [
        LOOP.format(body="y += s").replace("range(n)", "range(1, n)"),
        LOOP.format(body="y += s").replace("x[i]", "z[i]"),
        LOOP.format(body="y += s").replace("x[i]", "x[0]"),
    ],
)
def test_other_loops_stay(text):
    stays(spell_idioms, text)


def test_array_bound_again_before_the_loop():
    text = LOOP.format(body="y += s").replace("for i", "x = np.tile(x, 2)\nfor i")
    stays(spell_idioms, text, joined="x")
