"""Which statements nothing depends on, and which stay."""

import pytest

from tangentlite.optimize.drop_dead import drop_dead
from tests.optimize.rewriting import backward, becomes, case, stays


@pytest.mark.parametrize(
    "dead",
    [
        "t = x * y",
        "t = np.zeros(3); t[0] = a",
        "t = x * y; t += x",
        "t = np.copy(x); u = t[1:]",
        "others = []; others.append(a)",
        "if c:\n    t = x",
        "for i in range(n):\n    t = x * y",
        "def other():\n    return x",
    ],
)
def test_dead_statements(dead):
    text = f"v = x + y\n{dead}\nreturn v"
    becomes(drop_dead, text, "v = x + y; return v", other=None)


def test_dead_parts_of_blocks():
    becomes(
        drop_dead,
        """
        for i in range(n):
            s = x[i]
            r = s * a
            if c:
                d = r
            else:
                y[i] = s
        return y
        """,
        """
        for i in range(n):
            s = x[i]
            if not c:
                y[i] = s
        return y
        """,
    )


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        case("a parameter written", "x[0] = a; y += x; saved.append(a); return b"),
        case("effects", "print(a); s = x_bwd(x); return s", {"x_bwd": backward}),
        case("a callee", "x_bwd(x); return x", {"x_bwd": backward}),
        case("a read that may raise", "z; return x", {"joined": "z"}),
        case(
            "carried",
            "s = a\nfor i in range(n):\n    y[i] = s\n    s = b\nreturn y",
            {"joined": "s"},
        ),
        case(
            "read behind an exit",
            "for i in range(n):\n    s = x[i]\n    if s > a:\n        r = s\n"
            "        break\n    r = a\nreturn r",
            {"joined": "r"},
        ),
    ],
)
def test_statements_stay(text, facts):
    stays(drop_dead, text, **facts)
