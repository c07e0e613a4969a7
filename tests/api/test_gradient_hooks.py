"""`insert_grad_of`, `with_grad` and `record_grad`: cotangents seen and replaced."""

import sys

import numpy as np
import pytest

import tangentlite as tl

X = np.array([0.3, 0.4])
SEEN = []
COUNTS = [0]


def looked_at(x):
    for _ in range(3):
        x = np.sin(2.0 * x)
        with tl.insert_grad_of(x) as g:
            SEEN.append(g)
    return np.sum(x)


def plain(x):
    for _ in range(3):
        x = np.sin(2.0 * x)
    return np.sum(x)


def scaled(x):
    for i in range(3):
        factor = 1.0 + i
        x = np.sin(2.0 * x)
        with tl.insert_grad_of(x) as g:
            g *= factor
    return np.sum(x)


def halved(g, factor=0.5):
    return factor * g


def by_function(x):
    return np.sum(tl.with_grad(x * x, halved))


def recorded(x):
    for _ in range(3):
        x = tl.record_grad("h", np.sin(2.0 * x))
    return np.sum(x)


def printed(x):
    y = x * x
    if x > 1.0:
        with tl.insert_grad_of(y) as g:
            print("cotangent", g, "of", y)
    return 3.0 * y


def recursive(x, n):
    if n == 0:
        return x
    y = recursive(np.sin(x), n - 1)
    with tl.insert_grad_of(y) as g:
        g = 0.5 * g
    return 2.0 * y


def written_later(x):
    u = x.copy()
    for _ in range(3):
        with tl.insert_grad_of(u) as g:
            if np.sum(g) > 0.0:
                g *= 0.5
        u[1:] += 2.0 * u[:-1]
    return np.sum(u)


def rebound_later(x):
    a = 3.0 * x
    with tl.insert_grad_of(x) as g:
        g = g * a
    a = 5.0
    return np.sum(x) * a


def by_hand(x):
    """Return the gradient of `scaled`, and the cotangents that arrive."""
    values = [x]
    for _ in range(3):
        values.append(np.sin(2.0 * values[-1]))
    g = np.ones_like(x)
    for i in (2, 1, 0):
        g = 2.0 * np.cos(2.0 * values[i]) * (g * (1.0 + i))
    return g


def test_the_block_sees_each_cotangent_once_and_last_first():
    SEEN.clear()
    with tl.recorded() as grads:
        gradient = tl.grad(recorded)(X)
    assert np.allclose(tl.grad(looked_at)(X), gradient)
    assert np.allclose(gradient, tl.grad(plain)(X))
    assert len(SEEN) == 3
    assert np.allclose(SEEN[::-1], grads["h"])
    assert np.allclose(SEEN[0], 1.0)


@pytest.mark.parametrize("optimize", [True, False])
def test_what_the_block_leaves_replaces_the_cotangent(optimize):
    with tl.options(optimize=optimize):
        assert np.allclose(tl.grad(scaled)(X), by_hand(X))
        assert np.allclose(tl.vjp(scaled, X)[1](2.0)[0], 2.0 * by_hand(X))
        assert np.allclose(tl.grad(by_function)(X), X)
        assert np.allclose(tl.grad(written_later)(X), [0.875, 0.125])
        assert np.allclose(tl.grad(rebound_later)(X), 15.0 * X)
        assert np.isclose(tl.grad(recursive)(0.3, 3), np.prod(cosines(0.3, 3)))
    assert tl.grad(scaled)(X.astype(np.float32)).dtype == np.float32
    assert np.isclose(scaled(X), plain(X))
    assert by_function(X) == np.sum(X * X)


def cosines(x, n):
    found = []
    for _ in range(n):
        found.append(np.cos(x))
        x = np.sin(x)
    return found


@pytest.mark.parametrize("f", [scaled, looked_at, recorded, by_function])
def test_the_second_derivative_is_that_of_the_first(f):
    gradient = tl.grad(f)
    direction = np.array([1.0, -2.0])
    step = 1e-6 * direction
    expected = (gradient(X + step) - gradient(X - step)) / 2e-6
    (product,) = tl.hvp(f, (X,), (direction,))
    assert np.allclose(product, expected, atol=1e-6)
    nested = tl.grad(lambda x: np.sum(tl.grad(f)(x) * direction))(X)
    assert np.allclose(nested, expected, atol=1e-6)


def test_a_block_in_a_branch_prints_once(capsys):
    assert tl.grad(printed)(2.0) == 12.0
    assert capsys.readouterr().out == "cotangent 3.0 of 4.0\n"
    assert tl.grad(printed)(0.5) == 3.0
    assert tl.jvp(printed, (2.0,), (1.0,)) == (12.0, 12.0)
    assert not capsys.readouterr().out


def test_recorded_gradients_are_copies_and_blocks_nest():
    with tl.recorded() as outer:
        tl.grad(recorded)(X)
        with tl.recorded() as inner:
            tl.grad(recorded)(2.0 * X)
    assert len(outer["h"]) == len(inner["h"]) == 3
    assert np.allclose(outer["h"][2], 1.0)
    assert not np.allclose(outer["h"][0], inner["h"][0])
    assert np.allclose(tl.grad(recorded)(X), tl.grad(plain)(X))


def test_forward_mode_skips_those_that_look_and_refuses_those_that_replace():
    direction = np.array([1.0, -2.0])
    expected = tl.jvp(plain, (X,), (direction,))[1]
    SEEN.clear()
    for f in (looked_at, recorded):
        assert np.isclose(tl.jvp(f, (X,), (direction,))[1], expected)
    assert SEEN == []
    for f in (scaled, by_function):
        with pytest.raises(tl.UnsupportedError, match="replaces a cotangent"):
            tl.jvp(f, (X,), (direction,))


def changes_a_variable(x):
    s = 0.0
    with tl.insert_grad_of(x):
        s = s + 1.0
    return np.sum(x) + s


def returns(x):
    with tl.insert_grad_of(x):
        return np.sum(x)


def of_an_item(x):
    with tl.insert_grad_of(x[0]):
        pass
    return np.sum(x)


def writes_an_array(x):
    a = np.ones(2)
    with tl.insert_grad_of(x):
        a[0] += 1.0
    return np.sum(x * a)


def appends_to_its_own_list(x):
    own = []
    with tl.insert_grad_of(x) as g:
        own.append(g)
    return np.sum(x)


def counts(x):
    with tl.insert_grad_of(x):
        COUNTS[0] += 1
    return np.sum(x)


def shared(x):
    u = x.copy()
    v = u
    with tl.insert_grad_of(u) as g:
        g *= 0.5
    u[0] *= 2.0
    return np.sum(u * v)


def of_a_dict(x):
    return np.sum(tl.with_grad({"w": x}, halved)["w"])


@pytest.mark.parametrize(
    ("f", "message"),
    [
        (changes_a_variable, "this block of tl.insert_grad_of"),
        (returns, "this block of tl.insert_grad_of"),
        (of_an_item, "this block of tl.insert_grad_of"),
        (writes_an_array, "backward sweep"),
        (appends_to_its_own_list, "backward sweep"),
        (counts, "backward sweep"),
        (shared, "may share memory"),
        (of_a_dict, "not a dict"),
    ],
    ids=lambda one: getattr(one, "__name__", "message"),
)
def test_what_would_be_lost_is_refused(f, message):
    with pytest.raises(tl.UnsupportedError, match=message):
        tl.grad(f)(X)
    assert COUNTS == [0]


def wider(x):
    return np.sum(tl.with_grad(x * x, lambda g: np.ones(5)))


def test_a_cotangent_of_another_shape_raises():
    with pytest.raises(ValueError, match="broadcast"):
        tl.grad(wider)(X)


def test_a_saved_module_keeps_the_block(tmp_path):
    path = tmp_path / "kept.py"
    tl.grad(scaled).save(path, {"x": X})
    names: dict = {}
    exec(path.read_text(), names)
    assert np.allclose(names["scaled_grad"](X), by_hand(X))


def test_compiled_code_refuses_effects_of_python():
    pytest.importorskip("numba")
    with pytest.raises(tl.NotCompiledError):
        tl.grad(looked_at, backend="numba")(X)


def halved_in_loop(x):
    y = np.copy(x)
    for _ in range(3):
        y = y * x
        with tl.insert_grad_of(y) as g:
            g = g * 0.5
    return np.sum(y)


def test_compiled_code_has_blocks_that_compute():
    pytest.importorskip("numba")
    found = tl.grad(halved_in_loop, backend="numba")(X)
    assert np.allclose(found, tl.grad(halved_in_loop)(X))


def stopped_at(x):
    y = x * x
    with tl.insert_grad_of(y) as g:
        breakpoint()
        g = 2.0 * g
    return 3.0 * y


def test_a_debugger_stops_in_the_derivative(monkeypatch):
    seen = []

    def stop():
        frame = sys._getframe(1)
        seen.append((frame.f_code.co_name, frame.f_locals["x"]))
    monkeypatch.setattr(sys, "breakpointhook", stop)
    assert tl.grad(stopped_at)(2.0) == 24.0
    assert seen == [("stopped_at_grad", 2.0)]
