"""When reads of items become one unpacking, and when not."""

import pytest

from tangentlite.ir.example import body_text
from tangentlite.kinds.kind import Opaque, Structure
from tangentlite.pretty.spelling.unpack_items import unpack_items
from tests.optimize.rewriting import NUMBER, VECTOR, case, layout
from tests.optimize.rewriting import core as core_of

PAIR = Structure(tuple, (0, 1), (NUMBER, VECTOR))
NESTED = Structure(list, (0, 1), (PAIR, VECTOR))
NAMED = Structure(dict, ("a", "b"), (NUMBER, VECTOR))
FLAGGED = Structure(tuple, (0, 1, 2), (NUMBER, True, VECTOR))


def unpacked(text: str, **facts: object) -> str:
    return body_text(unpack_items(core_of(text, **facts)))


@pytest.mark.parametrize(
    ("kind", "before", "after"),
    [
        (
            PAIR,
            "a = p[0]; x = p[1]; y = a * x; return y",
            "a, x = p; y = a * x; return y",
        ),
        (
            NESTED,
            "z = y; a = p[0][0]; x = p[0][1]; w = p[1]; t = a * x; return t",
            "z = y; (a, x), w = p; t = a * x; return t",
        ),
    ],
)
def test_items_read_together(kind, before, after):
    assert unpacked(before, p=kind) == layout(after)


def test_two_parameters():
    text = "a = p[0]; x = p[1]; b = q[0]; y = q[1]; z = x * y; return z"
    want = layout("a, x = p; b, y = q; z = x * y; return z")
    assert unpacked(text, p=PAIR, q=PAIR) == want


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        case("one item", "a = p[0]; t = a * x; return t", {"p": PAIR}),
        case(
            "one of one",
            "a = p[0]; t = a * x; return t",
            {"p": Structure(tuple, (0,), (NUMBER,))},
        ),
        case("another order", "x = p[1]; a = p[0]; t = a * x; return t", {"p": PAIR}),
        case(
            "apart", "a = p[0]; b = a * a; x = p[1]; t = b * x; return t", {"p": PAIR}
        ),
        case("the same twice", "a = p[0]; b = p[0]; t = a * b; return t", {"p": PAIR}),
        case("a dict", "a = p['a']; x = p['b']; t = a * x; return t", {"p": NAMED}),
        case(
            "a dict inside",
            "a = p[0]['a']; x = p[0]['b']; w = p[1]; return w",
            {"p": Structure(tuple, (0, 1), (NAMED, VECTOR))},
        ),
        case(
            "an item that is known",
            "a = p[0]; x = p[2]; t = a * x; return t",
            {"p": FLAGGED},
        ),
        case("no structure", "a = p[0]; x = p[1]; t = a * x; return t", {"p": VECTOR}),
        case(
            "an opaque value",
            "a = p[0]; x = p[1]; t = a * x; return t",
            {"p": Opaque()},
        ),
        case("an item written", "y[0] = p[0]; x = p[1]; return x", {"p": PAIR}),
        case(
            "a local",
            "p = q[0]; a = p[0]; x = p[1]; t = a * x; return t",
            {"p": PAIR, "q": Structure(tuple, (0,), (PAIR,))},
        ),
        case(
            "in a branch",
            "if c:\n    a = p[0]\n    x = p[1]\n    y = a * x\nreturn y",
            {"p": PAIR, "joined": "y"},
        ),
    ],
)
def test_reads_stay(text, facts):
    assert unpacked(text, **facts) == layout(text)
