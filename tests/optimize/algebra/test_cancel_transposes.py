"""When rearrangements of axes cancel, and when not."""

import pytest

from tangentlite.kinds.kind import Array
from tangentlite.optimize.algebra.cancel_transposes import cancel_transposes
from tests.optimize.rewriting import becomes, case, keeps_meaning, stays

WIDE, TALL = Array("float64", (2, 3)), Array("float64", (3, 2))
SQUARE, CUBE = Array("float64", (2, 2)), Array("float64", (2, 3, 4))
ROW, COLUMN = Array("float64", (1, 3)), Array("float64", (3, 1))
KINDS = {"m": WIDE, "k": WIDE, "t": TALL, "u": SQUARE, "v": SQUARE, "w": WIDE}


def test_transposed_twice():
    becomes(
        cancel_transposes,
        "t = np.transpose(m); w = np.transpose(t); v = w @ t; return v",
        "t = np.transpose(m); w = m; v = w @ t; return v",
        **KINDS,
    )


def test_transposed_product():
    becomes(
        cancel_transposes,
        "u = m @ t; v = np.transpose(u); return v",
        "u = m @ t; t1 = np.transpose(t); t2 = np.transpose(m); v = t1 @ t2; return v",
        **KINDS,
    )


def test_transposed_product_of_transposes():
    becomes(
        cancel_transposes,
        "t = np.transpose(m); u = k @ t; v = np.transpose(u); return v",
        "t = np.transpose(m); u = k @ t; t1 = np.transpose(k); v = m @ t1; return v",
        **KINDS,
    )


def test_axis_put_back():
    becomes(
        cancel_transposes,
        "t = m[:, 0]; w = np.expand_dims(t, 1); v = w * w; return v",
        "t = m[:, 0]; w = m; v = w * w; return v",
        m=COLUMN,
        w=COLUMN,
        v=COLUMN,
    )
    becomes(
        cancel_transposes,
        "t = m[0]; w = np.expand_dims(t, 0); v = w * w; return v",
        "t = m[0]; w = m; v = w * w; return v",
        m=ROW,
        w=ROW,
        v=ROW,
    )


def test_sum_without_the_axis():
    becomes(
        cancel_transposes,
        "t = np.sum(m, axis=1, keepdims=True); u = t[:, 0]; return u",
        "t = np.sum(m, axis=1, keepdims=True); u = np.sum(m, axis=1); return u",
    )
    becomes(
        cancel_transposes,
        "t = np.sum(m, axis=1, keepdims=True); u = t[:, 0, :]; return u",
        "t = np.sum(m, axis=1, keepdims=True); u = np.sum(m, axis=1); return u",
        m=CUBE,
    )


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        case(
            "primal",
            "t = np.transpose(m); w = np.transpose(t); return w",
            {"primal": "m t w"},
        ),
        case(
            "a product of the primal",
            "u = m @ t; v = np.transpose(u); return v",
            {"primal": "u"},
        ),
        case("product read", "u = m @ t; v = np.transpose(u); return (v, u)"),
        case("a sum", "u = m + k; v = np.transpose(u); return v"),
        case("a vector", "u = x @ t; v = np.transpose(u); return v"),
        case(
            "no shape",
            "u = m @ t; v = np.transpose(u); return v",
            {"m": Array("float64", None)},
        ),
        case(
            "given axes",
            "t = np.transpose(m, (0, 2, 1)); w = np.transpose(t); return w",
            {"m": CUBE},
        ),
        case(
            "given axes behind",
            "t = np.transpose(m); w = np.transpose(t, (0, 1)); return w",
        ),
        case(
            "written",
            "t = np.transpose(m); t[0] = a; w = np.transpose(t); return w",
            {"views": {"t": "m"}},
        ),
        case(
            "result written",
            "t = np.transpose(m); w = np.transpose(t); w[0] = a; return w",
            {"views": {"t": "m", "w": "t"}},
        ),
        case(
            "bound again", "t = np.transpose(m); m = k; w = np.transpose(t); return w"
        ),
        case("wide", "t = m[:, 0]; w = np.expand_dims(t, 1); return w"),
        case(
            "another axis",
            "t = m[:, 0]; w = np.expand_dims(t, 0); return w",
            {"m": COLUMN, "w": ROW},
        ),
        case(
            "another column",
            "t = m[:, 1]; w = np.expand_dims(t, 1); return w",
            {"m": WIDE, "w": Array("float64", (2, 1))},
        ),
        case(
            "an ellipsis",
            "t = m[..., 0]; w = np.expand_dims(t, 1); return w",
            {"m": COLUMN, "w": COLUMN},
        ),
        case(
            "a part",
            "t = m[1:, 0]; w = np.expand_dims(t, 1); return w",
            {"m": COLUMN, "w": COLUMN},
        ),
        case(
            "sum read",
            "t = np.sum(m, axis=1, keepdims=True); u = t[:, 0]; return (u, t)",
        ),
        case(
            "another axis of a sum",
            "t = np.sum(m, axis=0, keepdims=True); u = t[:, 0]; return u",
        ),
        case(
            "another reduction",
            "t = np.max(m, axis=1, keepdims=True); u = t[:, 0]; return u",
        ),
        case("a row", "t = np.sum(m, axis=1, keepdims=True); u = t[0]; return u"),
        case(
            "sum written",
            "t = np.sum(m, axis=1, keepdims=True); t[0] = a; u = t[:, 0]; return u",
        ),
        case(
            "sum of the primal",
            "t = np.sum(m, axis=1, keepdims=True); u = t[:, 0]; return u",
            {"primal": "t u"},
        ),
        case(
            "a dtype",
            "t = np.sum(m, axis=1, dtype=d); u = t[:, 0]; return u",
            {"m": CUBE},
        ),
    ],
)
def test_text_stays(text, facts):
    stays(cancel_transposes, text, **{**KINDS, **facts})


def test_sum_that_does_not_keep_the_axis():
    text = "t = np.sum(m, axis=1, keepdims=False); u = t[:, 0]; return u"
    keeps_meaning(cancel_transposes, text, m=CUBE)


@pytest.mark.parametrize(
    ("change", "facts"),
    [
        ("m[0] = a", {}),
        ("m *= a", {}),
        ("m = k", {}),
        ("w = m; w[0] = a", {}),
        ("w = m[1:]; w[0] = a", {"views": {"w": "m"}}),
    ],
)
@pytest.mark.parametrize(
    "text",
    [
        "u = m @ t; {}; v = np.transpose(u); return (v, m)",
        "u = np.sum(m, axis=1, keepdims=True); {}; v = u[:, 0]; return (v, m)",
    ],
)
def test_operand_changed_between(text, change, facts):
    keeps_meaning(cancel_transposes, text.format(change), **{**KINDS, **facts})
