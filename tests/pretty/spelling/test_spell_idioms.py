"""Which loops have a shorter spelling, and which keep theirs."""

import numpy as np
import pytest

import tangentlite as tl
from tangentlite.kinds.kind import ListOf
from tangentlite.pretty.inline_uses import inline_uses
from tangentlite.pretty.spelling.spell_idioms import spell_idioms
from tests.optimize.rewriting import (
    NUMBER,
    VECTOR,
    assert_alike,
    becomes,
    body_text,
    case,
    core,
    layout,
    stays,
)
from tests.support.numeric import central_gradient

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


BACKWARDS = "for {0} in reversed(range(n)):\n    {1}\nreturn y"


def test_a_loop_without_a_counter_runs_forwards():
    """`choose_names` calls its counter _ by what the pass says of it."""
    text = BACKWARDS.format("j", "y *= x")
    becomes(spell_idioms, text, "for j in range(n):\n    y *= x\nreturn y")
    assert spell_idioms(core(text)).bases["j"] == "_"


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        case("read", BACKWARDS.format("j", "y[j] = a")),
        case(
            "read behind",
            "for j in reversed(range(n)):\n    y *= x\nreturn (y, j)",
        ),
        case("the user's", BACKWARDS.format("j", "y *= x"), {"primal": "j"}),
        case("forwards", "for j in range(n):\n    y *= x\nreturn y"),
    ],
)
def test_counted_backwards(text, facts):
    stays(spell_idioms, text, **facts)


def underscores(x, n):
    _ = x * 2.0
    for _k in range(n):
        x = x * _
        _ = _ * 0.9
    y = x
    for _ in range(n):
        y = y * x
    return np.sum(y) * _


@pytest.mark.parametrize("n", [1, 2, 3])
def test_a_variable_that_is_called_as_counters_are(n):
    x = np.array([0.5, 0.8])
    (want,) = central_gradient(lambda x: underscores(x, n), (x,), (0,))
    got = tl.grad(underscores)(x, n)
    np.testing.assert_allclose(got, want, rtol=1e-8, atol=1e-12)


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("v = y[1:-1]; t = v * a; w = v - t; y[1:-1] = w; return y",
         "v = y[1:-1]; y[1:-1] -= v * a; return y"),
        ("v = y[1:-1]; t = v * a; w = t + v; y[1:-1] = w; return y",
         "v = y[1:-1]; y[1:-1] += v * a; return y"),
        # a copy may hold what the place held before
        ("v = np.copy(y); t = v * a; y[0] = a; w = v - t; y[...] = w; return y",
         "v = np.copy(y); y[0] = a; y[...] = v - v * a; return y"),
        # of another place
        ("v = y[:-2]; t = v * a; w = v - t; y[1:-1] = w; return y",
         "v = y[:-2]; y[1:-1] = v - v * a; return y"),
        # a difference the other way round
        ("v = y[1:-1]; t = v * a; w = t - v; y[1:-1] = w; return y",
         "v = y[1:-1]; y[1:-1] = v * a - v; return y"),
    ],
)
def test_what_looks_into_a_place_is_changed_in_place(text, after):
    function = core(text, v=VECTOR, t=VECTOR, w=VECTOR)
    spelled = spell_idioms(inline_uses(function))
    assert body_text(spelled) == layout(after)
    assert_alike(function, spelled)


def recurrent(xs, h):
    for x in xs:
        h = np.tanh(h + x)
    return np.sum(h)


@pytest.mark.parametrize(
    ("xs", "header"),
    [(np.ones((3, 2)), "for _ in xs:"), (np.ones(3), "range(len(xs))")],
)
def test_rounds_that_nothing_counts(xs, header):
    h = np.array([0.3, -0.4])
    text = tl.grad(recurrent, wrt=1).source_for(xs, h)
    assert header in text.partition("# backward")[2]
    tl.check_grad(recurrent, (xs, h), wrt=1)


def test_the_line_that_an_adjoint_starts_from_is_quoted():
    text = tl.grad(recurrent, wrt=1).source_for(np.ones((3, 2)), np.ones(2))
    start, _, loop = text.partition("# backward")[2].partition("for _")
    assert "# return np.sum(h)" in start and "# h = np.tanh(h + x)" in loop
