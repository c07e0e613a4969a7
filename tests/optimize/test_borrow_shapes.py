"""When the shape of a parameter stands for another, and when not."""

import pytest

from tangentlite.kinds.kind import Array
from tangentlite.kinds.sizes.dims import Symbol
from tangentlite.optimize.borrow_shapes import borrow_shapes
from tests.optimize.rewriting import SINGLE, becomes, case, stays

SHAPES = {"t": Array("float64", (3,)), "i": None}


@pytest.mark.parametrize(
    ("use", "borrowed"),
    [
        ("u = np.zeros_like(t)", "u = np.zeros_like(x)"),
        ("i = t.size", "i = x.size"),
        ("i = len(t)", "i = len(x)"),
        ("u = np.broadcast_to(a, t.shape)", "u = np.broadcast_to(a, x.shape)"),
        ("i = t.shape[0]", "i = x.shape[0]"),
    ],
)
def test_shape_of_a_parameter(use, borrowed):
    result = use.split()[0]
    becomes(
        borrow_shapes,
        f"t = x * y; {use}; return {result}",
        f"t = x * y; {borrowed}; return {result}",
    )


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        case("read for more", "t = x * y; i = t.size; return (i, t)"),
        case(
            "no shape", "t = x * y; i = t.size; return i", {"t": Array("float64", None)}
        ),
        case(
            "another size",
            "t = x * y; i = t.size; return i",
            {"t": Array("float64", (Symbol("n"),))},
        ),
        case(
            "another dtype", "t = x * y; u = np.zeros_like(t); return u", {"t": SINGLE}
        ),
        case(
            "a parameter bound again",
            "t = x * a; x = z; i = t.size; return (i, x, z)",
            {"z": Array("float64", (2,)), "joined": "x"},
        ),
    ],
)
def test_shape_stays(text, facts):
    stays(borrow_shapes, text, **facts)


def test_shape_of_an_operand():
    vectors = dict.fromkeys("uvt", Array("float64", (Symbol("n"),)))
    becomes(
        borrow_shapes,
        "u = np.sort(x); v = 2.0 * u; t = v ** 2.0; i = t.size; return i, u",
        "u = np.sort(x); v = 2.0 * u; t = v ** 2.0; i = u.size; return i, u",
        **vectors,
    )


def test_shape_of_an_operand_that_is_read_elsewhere():
    vectors = dict.fromkeys("uvt", Array("float64", (Symbol("n"),)))
    becomes(
        borrow_shapes,
        "u = np.sort(x); v = 2.0 * u; t = v + 1.0; i = t.size; return i, v",
        "u = np.sort(x); v = 2.0 * u; t = v + 1.0; i = v.size; return i, v",
        **vectors,
    )
