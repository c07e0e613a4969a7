"""Which functions of arrays are spelled as methods and indices, and which stay."""

import textwrap

import gast
import pytest

from tangentlite.ir.example import body_text, function_of
from tangentlite.kinds.kind import Array
from tangentlite.pretty.spelling.spell_methods import spell_methods
from tests.optimize.rewriting import KINDS, SINGLE

LOOP = "for i in range(n):\n    {body}\nreturn y"
NUMBERS = Array("float64", None)  # of any rank
POINT = Array("float64", ())


def becomes(before: str, after: str, **kinds: object) -> None:
    """Assert what the pass makes of a text, which may be nested at its stage."""
    given = {**KINDS, **kinds}
    names = {n.id for n in gast.walk(gast.parse(before)) if isinstance(n, gast.Name)}
    used = {name: kind for name, kind in given.items() if name in names}
    text = body_text(spell_methods(function_of(before, **used)))
    assert text.split() == gast.unparse(gast.parse(textwrap.dedent(after))).split()


def stays(text: str, **kinds: object) -> None:
    """Assert that the pass leaves a text alone."""
    becomes(text, text, **kinds)


@pytest.mark.parametrize(("before", "after"), [
    ("s = np.sum(x)", "s = x.sum()"),
    ("y[0] = np.max(m[1])", "y[0] = m[1].max()"),
    ("y[:] = np.sum(m, axis=1)", "y[:] = m.sum(axis=1)"),
    ("y[:] = np.sum(m, 0, keepdims=False)", "y[:] = m.sum(0, keepdims=False)"),
    ("s = np.mean(-x * a)", "s = (-x * a).mean()"),
    ("t = np.zeros_like(x)", "t = np.zeros(x.shape)"),
    ("k = np.reshape(m[:2], (3, 2))", "k = m[:2].reshape((3, 2))"),
    ("k = np.reshape(m, (9, 1), 'F')", "k = m.reshape((9, 1), order='F')"),
])
def test_functions_in_loops(before, after):
    becomes(LOOP.format(body=before), LOOP.format(body=after))
    stays(f"{before}; return y")


@pytest.mark.parametrize("body", [
    "s = np.sum(a)", "s = np.sum(x[i])", "s = np.sum(x @ m)", "s = np.sum(saved)",
])
def test_numbers_and_lists_keep_functions(body):
    stays(LOOP.format(body=body))


def test_unknown_ranks_keep_functions():
    body = "s = np.sum(x); t = np.copy(x); u = np.expand_dims(x, 0)"
    for kind in (NUMBERS, POINT):
        stays(LOOP.format(body=body.replace("; ", "\n    ")), x=kind)


def test_what_may_be_a_plain_zero_keeps_functions():
    body = "x = 0.0\n    s = np.sum(x)\n    t = np.copy(x)\n    u = np.zeros_like(x)"
    stays(LOOP.format(body=body))


def test_zeros_of_another_dtype_stay():
    stays(LOOP.format(body="t = np.zeros_like(x)"), x=SINGLE, t=SINGLE)


@pytest.mark.parametrize(("before", "after"), [
    ("np.copy(x)", "x.copy()"), ("np.copy(m[i])", "m[i].copy()"),
    ("np.copy(m[1:, i])", "m[1:, i].copy()"),
    ("np.expand_dims(x, 0)", "x[None]"), ("np.expand_dims(x, -1)", "x[:, None]"),
    ("np.expand_dims(m, (0, 2))", "m[None, :, None]"),
    ("np.expand_dims(m, (1, -1))", "m[:, None, :, None]"),
    ("np.expand_dims(m[0, :, None], 1)", "m[0, :, None][:, None]"),
    ("np.transpose(m)", "m.T"),
])
def test_copies_axes_and_transposes(before, after):
    becomes(f"y = {before}; return y", f"y = {after}; return y")


@pytest.mark.parametrize("text", [
    "np.copy(m)",  # which may lie in memory column by column
    "np.copy(m[1:])", "np.copy(x[x > a])", "np.expand_dims(x, n)",
    "np.transpose(m, (1, 0))",
])
def test_other_copies_and_axes_stay(text):
    stays(f"y = {text}; return y")
