"""When the first addition to an array of zeros becomes an assignment, and when not."""

import pytest

from tangentlite.kinds.kind import Array
from tangentlite.optimize.writes.assign_first import assign_first
from tests.optimize.rewriting import NUMBER, SINGLE, VECTOR, becomes, case, stays

ZEROS = "x_bar = np.zeros_like(x); "


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x_bar[0] += a", "x_bar[0] = a"),
        ("x_bar[1:] += a", "x_bar[1:] = a"),
        ("x_bar[0] += a; x_bar[0] += b", "x_bar[0] = a; x_bar[0] += b"),
        ("x_bar[0] += a; x_bar[1] += b", "x_bar[0] = a; x_bar[1] = b"),
        ("x_bar[0] += a; x_bar[1:] += b", "x_bar[0] = a; x_bar[1:] = b"),
        ("x_bar[:2] += a; x_bar[2:3] += b", "x_bar[:2] = a; x_bar[2:3] = b"),
        ("x_bar[1:] += a; x_bar[:-1] += b", "x_bar[1:] = a; x_bar[:-1] += b"),
        ("x_bar[:2] += a; x_bar[1:3] += b", "x_bar[:2] = a; x_bar[1:3] += b"),
        ("x_bar[0] += a; x_bar[-1] += b", "x_bar[0] = a; x_bar[-1] += b"),
        ("x_bar[::2] += a; x_bar[1] += b", "x_bar[::2] = a; x_bar[1] += b"),
        ("x_bar[0] -= a", "t = -a; x_bar[0] = t"),
        ("v = 2.0 * u; w = -v; x_bar[:] += w",
         "v = 2.0 * u; w = -v; t = -2.0 * u; x_bar[:] = t"),
        ("s = a * b; x_bar[0] += s; r = s * a; x_bar[1] += r",
         "s = a * b; x_bar[0] = s; r = s * a; x_bar[1] = r"),
    ],
)
def test_first_additions(before, after):
    end = "; return x_bar"
    becomes(assign_first, ZEROS + before + end, ZEROS + after + end)


def test_columns():
    becomes(
        assign_first,
        """
        m_bar = np.zeros_like(m)
        m_bar[:, 0:2] += a
        m_bar[:, 2] += b
        m_bar[0] += a
        return m_bar
        """,
        """
        m_bar = np.zeros_like(m)
        m_bar[:, 0:2] = a
        m_bar[:, 2] = b
        m_bar[0] += a
        return m_bar
        """,
    )


def test_zeros_made_in_an_iteration():
    becomes(
        assign_first,
        """
        s = 0.0
        for i in range(n):
            x_bar = np.zeros(3)
            x_bar[0] += a
            r = x_bar[0]
            s += r
        return s
        """,
        """
        s = 0.0
        for i in range(n):
            x_bar = np.zeros(3)
            x_bar[0] = a
            r = x_bar[0]
            s += r
        return s
        """,
        joined="s",
    )


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        case("not zeros", "x_bar = np.copy(x); x_bar[0] += a"),
        case("of the primal", ZEROS + "x_bar[0] += a", {"primal": "x_bar"}),
        case("an argument", "x_bar[0] += a"),
        case("a place that is computed first", ZEROS + "x_bar[0] = b; x_bar[0] += a"),
        case("read before", ZEROS + "s = np.sum(x_bar); x_bar[0] += a; y[0] = s"),
        case(
            "written through a view",
            ZEROS + "v = x_bar[1:]; v[0] = b; x_bar[1] += a",
            {"views": {"v": "x_bar"}},
        ),
        case("another name", ZEROS + "y_bar = x_bar; y_bar[0] = b; x_bar[0] += a"),
        case("added to itself", ZEROS + "x_bar[0] = a; x_bar[:] += x_bar"),
        case("in a loop", ZEROS + "\nfor i in range(n):\n    x_bar[0] += a\n"),
        case(
            "written in a loop",
            ZEROS + "\nfor i in range(n):\n    x_bar[0] = b\nx_bar[0] += a",
        ),
        case(
            "written in a branch", ZEROS + "\nif c:\n    x_bar[0] = b\nx_bar[0] += a"
        ),
        case("a computed place", ZEROS + "x_bar[i] += a", {}),
        case("a product", ZEROS + "x_bar[0] *= a"),
        case("an array subtracted", ZEROS + "x_bar[:] -= u"),
        case("a negated array", ZEROS + "v = -u; x_bar[:] += v"),
        case(
            "a negated product that is written since",
            ZEROS + "v = 2.0 * u; w = -v; u[0] = a; x_bar[:] += w",
        ),
        case("another dtype", ZEROS + "x_bar[:] += t", {"t": SINGLE}),
        case("no dtype", ZEROS + "x_bar[:] += t", {"x_bar": Array(None, (3,))}),
    ],
)
def test_stays(text, facts):
    separator = "\n" if "\n" in text else "; "
    stays(assign_first, f"{text}{separator}return (x_bar, x)", **facts)


def test_whole_array_is_written_over():
    """Of zeros that are then added to as a whole nothing is known."""
    stays(
        assign_first,
        ZEROS + "x_bar += y; x_bar[0] += a; return x_bar",
        y=VECTOR,
        a=NUMBER,
    )
