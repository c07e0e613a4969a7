"""Elements that are computed again where they are read are the same ones there."""

import gast
import pytest

from tangentlite.ir.example import function_of
from tangentlite.ir.nodes import nodes_in
from tangentlite.kinds.kind import Array, Scalar
from tangentlite.loops.nests.buffers.recompute_elements import recompute_elements

VECTOR, MATRIX = Array("float64", (3,)), Array("float64", (3, 3))
KINDS = {
    **dict.fromkeys("xyztu", VECTOR),
    "A": MATRIX,
    "e": Array("float32", (3,)),
    "k": Array("int64", (3,)),
    **dict.fromkeys("abc", Scalar("float64")),
    **dict.fromkeys("nmijpq", Scalar("int64")),
}


def changed(text: str) -> bool:
    function = function_of(text + "return y", **KINDS)
    found = recompute_elements(function)
    if found is function:
        return False
    names = {
        node.id
        for node in nodes_in(gast.Module(list(found.body), []))
        if isinstance(node, gast.Name)
    }
    assert "t" not in names
    return True


def loops(first: str, second: str, head: str = "", between: str = "") -> str:
    return (
        f"{head}\nt = np.empty(n)\nfor i in range(n):\n    {first}\n{between}\n"
        f"for j in range(n):\n    {second}\n"
    )


TAKEN = {
    "a sign": loops("t[i] = -x[i]", "y[j] += t[j]"),
    "a product": loops("t[i] = 2.0 * x[i]", "y[j] += t[j]"),
    "a number": loops("t[i] = c * x[i]", "y[j] += t[n - 1 - j]"),
    "another place": loops("t[i] = x[i + 1]", "y[j] += t[j] * t[j]"),
    "an entry written just before": loops("x[i] = y[i]; t[i] = x[i]", "y[j] = t[j]"),
    "a number of the iteration": loops("a = 2.0 * x[i]; t[i] = a", "y[j] = t[j]"),
}
LEFT = {
    "written between": loops("t[i] = -x[i]", "y[j] += t[j]", between="x[0] = 1.0"),
    "written by the reader": loops("t[i] = -y[i]", "y[j] += t[j]"),
    "written later in the iteration": loops("t[i] = x[i]; x[i] = 0.0", "y[j] = t[j]"),
    "written elsewhere": loops("x[n - 1 - i] = 1.0; t[i] = x[i]", "y[j] = t[j]"),
    "written at one of two places": loops(
        "x[i + 1] = y[i]; t[i] = x[i] + x[i + 1]", "y[j] = t[j]"
    ),
    "a number of an entry that is written": loops(
        "a = 2.0 * x[i]; x[i] = 0.0; t[i] = a", "y[j] = t[j]"
    ),
    "a number that changes": loops("c = c * 2.0; t[i] = c", "y[j] = t[j]"),
    "another number later": loops("t[i] = c * x[i]", "y[j] = t[j]", "", "c = 2.0"),
    "costly": loops("t[i] = np.sin(x[i])", "y[j] = t[j]"),
    "a quotient": loops("t[i] = x[i] / c", "y[j] = t[j]"),
    "read too often": loops("t[i] = c * x[i]", "y[j] = t[j] + t[j] * t[0]"),
    "written twice": loops("t[i] = x[i]; t[0] = 1.0", "y[j] = t[j]"),
    "added to": loops("t[i] = x[i]; t[i] += c", "y[j] = t[j]"),
    "rounded": loops("t[i] = e[i]", "y[j] = t[j]"),
    "integers": loops("t[i] = k[i]", "y[j] = t[j]"),
    "read as a whole": loops("t[i] = x[i]", "y[j] = t[j]", "", "c = np.sum(t)"),
    "read in the loop itself": loops("t[i] = x[i]; y[i] = t[i]", "y[j] = t[j]"),
    "read in a deeper loop": loops(
        "t[i] = A[i, 0]", "for p in range(m):\n        y[p] += t[j]"
    ),
    "part of an iteration": loops("if c > a:\n        t[i] = x[i]", "y[j] = t[j]"),
}


@pytest.mark.parametrize("name", TAKEN)
def test_taken(name):
    assert changed(TAKEN[name])


@pytest.mark.parametrize("name", LEFT)
def test_left(name):
    assert not changed(LEFT[name])
