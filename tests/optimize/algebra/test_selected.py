"""When two sides of a selection, and a factor 1 / n, become one operation."""

import pytest

from tangentlite.kinds.kind import Array
from tangentlite.optimize.algebra.simplify import simplify
from tests.optimize.rewriting import SINGLE, becomes, case, stays

ONE, OTHER = "t = np.where(m, x, 0.0)", "u = np.where(m, 0.0, y)"
MASK = {"m": Array("bool", (3,)), "k": Array("bool", (3,))}


@pytest.mark.parametrize("total", ["t + u", "u + t"])
def test_both_sides_of_a_selection(total):
    becomes(
        simplify,
        f"{ONE}; {OTHER}; v = {total}; w = v * z; return w",
        f"{ONE}; {OTHER}; v = np.where(m, x, y); w = v * z; return w",
        **MASK,
    )


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        case("the same side", f"{ONE}; u = np.where(m, y, 0.0); v = t + u; return v"),
        case("other masks", f"{ONE}; u = np.where(k, 0.0, y); v = t + u; return v"),
        case("no zeros", f"{ONE}; u = np.where(m, 1.0, y); v = t + u; return v"),
        case("read again", f"{ONE}; {OTHER}; v = t + u; w = t * v; return w"),
        case("a difference", f"{ONE}; {OTHER}; v = t - u; return v"),
        case("a value written", f"{ONE}; {OTHER}; x[0] = a; v = t + u; return v"),
        case("the mask written", f"{ONE}; {OTHER}; m[0] = c; v = t + u; return v"),
        case(
            "a value written by a view",
            f"z = y[1:]; {ONE}; {OTHER}; z[0] = a; v = t + u; return v",
            {"views": {"z": "y"}, "z": Array("float64", (2,))},
        ),
        case("bound again", f"{ONE}; {OTHER}; m = k; v = t + u; return v"),
        case("of the primal", f"{ONE}; {OTHER}; v = t + u; return v", {"primal": "v"}),
        case(
            "another dtype", f"{ONE}; {OTHER}; v = t + u; return v", {"t x": "float32"}
        ),
        case(
            "another shape",
            f"{ONE}; {OTHER}; v = t + u; return v",
            {"u": Array("float64", (3, 3)), "v": Array("float64", (3, 3))},
        ),
        case(
            "of another iteration",
            "t = np.where(m, x, 0.0)\nfor i in range(n):\n    u = np.where(m, 0.0, y)\n"
            "    m = k\n    v = t + u\n    z[i] = v[0]\nreturn z",
            {"joined": "m"},
        ),
    ],
)
def test_selections_stay(text, facts):
    if "t x" in facts:
        facts = dict.fromkeys("tx", SINGLE)
    if "v[0]" in text:
        text = text.replace("z[i] = v[0]", "s = v[0]\n    z[i] = s")
    kept = {"y": Array("float64", (3, 3))} if "u" in facts else {}
    stays(simplify, text, **{**MASK, **kept, **facts})
