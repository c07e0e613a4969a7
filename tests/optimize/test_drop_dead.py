"""Which statements nothing depends on, and which stay."""

from dataclasses import replace

import pytest

from tangentlite.ir.example import body_text
from tangentlite.optimize.drop_dead import drop_dead
from tests.optimize.rewriting import backward, becomes, case, core, layout, stays


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


def test_what_only_one_way_out_of_a_loop_reads():
    becomes(
        drop_dead,
        """
        for i in range(n):
            s = a
            if c:
                for j in range(n):
                    s = s * b
                break
            y[i] = s
        return y
        """,
        """
        for i in range(n):
            s = a
            if c:
                break
            y[i] = s
        return y
        """,
        joined="s",
    )


def test_a_name_that_a_function_uses_for_its_parameter():
    becomes(
        drop_dead,
        """
        t = x * y
        def other(t):
            u = t * a
            return u
        return other
        """,
        """
        def other(t):
            u = t * a
            return u
        return other
        """,
        other=None,
    )


def test_an_effect_without_its_result():
    becomes(
        drop_dead,
        "s = x_bwd(x); return x",
        "x_bwd(x); return x",
        x_bwd=backward,
    )


def test_what_may_raise_without_its_result():
    function = replace(core("t = x / y; v = x + y; return v"), raises=frozenset("t"))
    assert body_text(drop_dead(function)) == layout("x / y; v = x + y; return v")
