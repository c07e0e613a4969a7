"""Which arrays a function made itself, who holds them, and how they lie in memory."""

import numpy as np
import pytest

import tangentlite as tl
from tangentlite.analysis.aliasing.fresh_arrays import Owned, is_new, owned_arrays
from tangentlite.kinds.kind import Array, ListOf
from tangentlite.runtime import add_rows
from tests.optimize.rewriting import VECTOR, core
from tests.support.numeric import assert_close, central_gradient

PLACES = Array("int64", (2,))


def keep(x):
    """Stands for a function that nothing is known of."""
    return x


def owned(text: str, **facts: object) -> Owned:
    """The arrays that a text owns; a keyword that is an array is one from outside."""
    given = {n: fact for n, fact in facts.items() if isinstance(fact, np.ndarray)}
    kinds = {n: VECTOR if n in given else fact for n, fact in facts.items()}
    function = core(f"{text}; return a", **kinds)
    parameters = [p.name for p in function.parameters if p.name not in given]
    references = {**function.references, **given}
    return owned_arrays(function.body, parameters, function.kinds, references)


def test_a_view_of_an_array_is_held_with_it():
    found = owned("t = x * y; u = np.reshape(t, n); v = t.reshape(n)")
    assert found.sharing("u") == {"t", "u", "v"}


def test_views_by_the_same_function_and_of_the_same_size_are_apart():
    found = owned("t = x * y; u = np.reshape(t, n); w = x * y; v = np.reshape(w, n)")
    assert found.sharing("u") == {"t", "u"}
    assert found.sharing("v") == {"w", "v"}


def test_what_a_function_in_a_module_of_numpy_gives_is_held_by_its_argument_alone():
    windows = np.lib.stride_tricks.sliding_window_view
    found = owned("t = x * y; m = windows(t, 2)", windows=windows)
    assert found.sharing("m") == {"t", "m"}


def test_what_an_unknown_function_gives_others_may_hold():
    found = owned("t = x * y; u = keep(t); w = x * y", keep=keep)
    assert found.sharing("t") is None
    assert found.sharing("u") is None
    assert found.sharing("w") == {"w"}


def test_a_part_of_an_array_from_outside_others_hold():
    found = owned("v = table[1:]; t = x * y", table=np.ones(3))
    assert found.sharing("v") is None
    assert found.sharing("t") == {"t"}


@pytest.mark.parametrize(
    "store",
    ["u[:] = t", "u[0] = t", "u += t", "np.add.at(u, i, t)", "add_rows(u, i, t)"],
)
def test_an_array_holds_no_other_that_is_stored_or_added(store):
    text = f"t = x * y; u = np.zeros(3); {store}"
    found = owned(text, i=PLACES, add_rows=add_rows)
    assert found.sharing("t") == {"t"}
    assert found.sharing("u") == {"u"}


def test_a_list_holds_what_is_stored():
    found = owned("t = x * y; s = [a]; s[0] = t", s=ListOf(VECTOR))
    assert found.sharing("t") == {"t", "s"}


def test_whole_arrays_are_no_views_by_another_name():
    assert owned("t = x * y; w = t[1:]; v = w; u = t").whole == {"t", "u"}


def test_arrays_in_c_order_are_made_so():
    made = "t = np.zeros(3); u = t; y = np.full(3, a); v = t * x; w = x - y"
    assert owned(made).ordered == {"t", "u", "y", "v", "w"}


@pytest.mark.parametrize(
    "other",
    [
        "np.sin(x)",
        "x * z",
        "t @ m",
        "x",
        "np.zeros(3, order='F')",
        "np.zeros(3, 'float64', 'F')",
        "np.ones_like(x)",
    ],
)
def test_arrays_in_an_order_that_is_not_known(other):
    text = f"t = np.zeros(3); y = {other}; v = y * x; w = y"
    assert owned(text).ordered == {"t"}


def test_no_array_is_in_c_order_where_none_is_made():
    assert not owned("t = x * y; u = np.sin(t)").ordered


@pytest.mark.parametrize(
    ("text", "new"),
    [
        ("np.sin(x)", True),
        ("np.sum(m, axis=0)", True),
        ("np.sin(x, out=y)", False),
        ("np.sum(m, out=y, axis=0)", False),
        ("np.einsum('i,j->ij', x, y)", True),
        ("np.einsum('ii->i', m)", False),
        ("m['a']['b']", False),
    ],
)
def test_new_arrays(text, new):
    function = core(f"v = {text}; return v")
    found = is_new(function.body[0].value, function.references, function.kinds)
    assert found is new


MATRICES = np.random.default_rng(1).uniform(0.1, 2.0, (8, 7, 11))


def added_to_a_sine(x):
    w = np.full(x.shape, 0.3)
    y = np.sin(x)
    for _ in range(3):
        y = y + w
    return np.sum(y) * np.sum(y * y)


def added_to_a_product(x):
    w = np.full(x.shape, 0.3)
    y = x * 0.1
    for _ in range(3):
        y = y + w
    return np.sum(y) * np.sum(y * y)


def added_to_columns(x):
    y = np.zeros(x.shape, order="F")
    w = np.sin(x)
    for _ in range(3):
        y = y + w
    return np.sum(y) * np.sum(y * y)


def added_to_what_a_list_holds(x):
    y = np.ones(x.shape)
    items = [x * k for k in range(int(x[0, 0] + 3))]
    items[0] = y
    for _ in range(3):
        y = y + x
    return np.sum(items[0]) * np.sum(items[1]) + np.sum(y)


@pytest.mark.parametrize(
    "program",
    [added_to_a_sine, added_to_a_product, added_to_columns, added_to_what_a_list_holds],
)
def test_sums_are_those_of_the_program_to_the_last_bit(program):
    derivative = tl.value_and_grad(program)
    for x in (*MATRICES, *map(np.asfortranarray, MATRICES)):
        value, gradient = derivative(x)
        assert value == program(x)
    (want,) = central_gradient(program, (x,), (0,))
    assert_close(gradient, want, 1e-5)


def of_diagonal(m):
    v = np.copy(np.einsum(m, [0, 0], [0]))
    v[0] = 5.0
    return np.sum(v * v) * np.sum(m)


def of_transpose(m):
    v = np.copy(np.einsum(m, [0, 1], [1, 0]))
    v[0] = 5.0
    return np.sum(v * v) * np.sum(m)


def of_axes_in_front(m):
    v = np.copy(np.einsum(m, [Ellipsis, 0], [0, Ellipsis]))
    v[0] = 5.0
    return np.sum(v * v) * np.sum(m)


@pytest.mark.parametrize("program", [of_diagonal, of_transpose, of_axes_in_front])
@pytest.mark.parametrize("optimize", [True, False])
def test_what_einsum_gives_of_one_array_by_lists_of_axes_is_copied(program, optimize):
    m = np.array([[1.0, 2.0], [-0.5, 0.25]])
    given = m.copy()
    with tl.options(optimize=optimize):
        value, gradient = tl.value_and_grad(program)(given)
    np.testing.assert_array_equal(given, m)
    assert value == program(m)
    assert_close(gradient, central_gradient(program, (m,), (0,))[0])
