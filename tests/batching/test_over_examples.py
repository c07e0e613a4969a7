"""tl.batched: a function, or a derivative, of one example called with many."""

import copy
import functools
import pickle

import numpy as np
import pytest

import tangentlite as tl
from tests.batching.block_cases import programs_of_blocks
from tests.programs.record import leaves

X = np.random.default_rng(0).normal(size=(9, 3))
Y = np.linspace(-1.0, 1.0, 9)
W = np.array([0.5, -1.0, 2.0])


def loss(w, x, y):
    return (np.tanh(w @ x) - y) ** 2


per_example = tl.batched(tl.grad(loss), in_axes=(None, 0, 0))


@pytest.mark.one_in(40)
@pytest.mark.parametrize("program", programs_of_blocks())
@pytest.mark.parametrize("what", [tl.autodiff, None])
def test_programs_of_the_corpora(what, program):
    place, args = program.wrt[0], program.args
    f = program.function if what is None else what(program.function, place)
    factors = 1.0 + 0.01 * np.arange(3)
    examples = [np.float64(args[place] * c) for c in factors] \
        if isinstance(args[place], float) else \
        [(args[place] * c).astype(args[place].dtype) for c in factors]

    def given(value):
        own = copy.deepcopy(args)
        return [*own[:place], copy.copy(value), *own[place + 1:]]

    try:
        rows = [list(leaves(f(*given(one)))) for one in examples]
    except (tl.UnsupportedError, tl.ArgumentError) as error:
        pytest.skip(str(error).splitlines()[0])
    in_axes = tuple(0 if k == place else None for k in range(len(args)))
    if len({len(row) for row in rows}) > 1 or not all(
        np.shape(a) == np.shape(b) for row in rows for a, b in zip(row, rows[0])
    ):
        pytest.skip("results of examples have other shapes")
    own = given(np.stack(examples))
    try:
        found = list(leaves(tl.batched(f, in_axes, chunk=3)(*own)))
    except tl.ArgumentError as error:
        assert "cannot be stacked" in str(error)
        return
    assert len(found) == len(rows[0])
    for number, block in enumerate(found):
        parts = [row[number] for row in rows]
        if parts[0] is None or isinstance(parts[0], str):
            assert block == parts[0]
            continue
        parts = np.stack([np.asarray(part) for part in parts])
        assert np.shape(block) == parts.shape
        np.testing.assert_allclose(
            block, parts, rtol=1e-5 if parts.dtype.char in "fF" else 1e-10, atol=1e-11)


def test_per_example_gradients():
    found = per_example(W, X, Y)
    one = tl.grad(loss)
    np.testing.assert_allclose(found, [one(W, x, y) for x, y in zip(X, Y)], rtol=1e-13)
    assert per_example.source_for(W, X, Y).count("tanh") == 1


@pytest.mark.parametrize("of", [
    tl.grad, tl.value_and_grad, tl.jacobian, tl.hessian, tl.value_grad_hessian,
    functools.partial(tl.grad, wrt=(0, 1)), functools.partial(tl.hessian, wrt=(0, 2)),
    functools.partial(tl.autodiff, wrt=1), lambda f: f,
    lambda f: tl.grad(lambda *args: f(*args) + tl.grad(f)(*args)[1])])
def test_derivatives_and_functions(of):
    f = of(loss)
    found = list(leaves(tl.batched(f, (None, 0, 0))(W, X, Y)))
    rows = [list(leaves(f(W, x, y))) for x, y in zip(X, Y)]
    assert len(found) == len(rows[0])
    for k, block in enumerate(found):
        expected = [row[k] for row in rows]
        np.testing.assert_allclose(block, expected, rtol=1e-12, atol=1e-14)


def test_tangents_and_cotangents_are_arguments():
    forward = tl.autodiff(loss, wrt=0, mode="forward")
    moved = tl.batched(forward, {"x": 0, "w_dot": 1})(W, X, 0.5, w_dot=X.T)
    expected = [forward(W, x, 0.5, w_dot=x) for x in X]
    np.testing.assert_allclose(moved, expected, rtol=1e-12)
    back = tl.autodiff(loss, wrt=0)
    found = tl.batched(back, {"x": 0, "init_grad": 0})(W, X, 0.5, init_grad=Y)
    np.testing.assert_allclose(
        found, [back(W, x, 0.5, init_grad=y) for x, y in zip(X, Y)], rtol=1e-12)


@pytest.mark.parametrize("dtype", ["float32", "float64", "complex128"])
@pytest.mark.parametrize("rows", [1, 2, 9, 40])
def test_one_function_with_several_shapes_and_dtypes(dtype, rows):
    @tl.batched
    def f(x):
        return {"sum": np.sum(x * x), "rest": (x[..., 1:] - x[..., :1], None, "text")}
    for shape in [(3,), (2, 4), (1, 1, 5)]:
        x = np.random.default_rng(1).normal(size=(rows, *shape)).astype(dtype)
        found = f(x)
        assert found["sum"].dtype == dtype and found["rest"][1:] == (None, "text")
        expected = [np.sum(one * one) for one in x]
        np.testing.assert_allclose(found["sum"], expected, rtol=1e-5)
        np.testing.assert_array_equal(found["rest"][0], x[..., 1:] - x[..., :1])


def test_examples_along_other_axes():
    f = tl.batched(loss, in_axes=(-1, 1, None))
    w = np.random.default_rng(2).normal(size=(3, 9))
    np.testing.assert_allclose(
        f(w, X.T, 0.5), [loss(w[:, k], X[k], 0.5) for k in range(9)], rtol=1e-13)


def test_parts_of_structures():
    def model(p, data, scale=2.0):
        return scale * np.sum(p["w"] * data[0]) + p["b"] * data[1]["y"]
    f = tl.batched(tl.grad(model), in_axes={"data": 0, "p": None})
    p = {"w": W, "b": 1.0}
    found = f(p, (X, {"y": Y}))
    np.testing.assert_allclose(found["w"], 2.0 * X)
    np.testing.assert_allclose(found["b"], Y)


def test_axes_in_containers():
    def model(p, *data):
        return np.sum(np.tanh(p["w"] * data[0]) + p["b"] * data[1]["y"])
    axes = ({"w": None, "b": -1}, 1, {"y": 0})
    f = tl.batched(tl.grad(model), in_axes=axes)
    found = f({"w": W, "b": X.T}, X.T, {"y": Y})
    expected = [
        tl.grad(model)({"w": W, "b": x}, x, {"y": y})["w"] for x, y in zip(X, Y)]
    np.testing.assert_allclose(found["w"], expected)
    with pytest.raises(tl.ArgumentError, match="where the examples of data.0. lie"):
        tl.batched(model, in_axes=({"w": None, "b": -1},))({"w": W, "b": X.T}, X.T)


@pytest.mark.parametrize("chunk", [1, 2, 4, 9, 100])
def test_blocks_of_any_size(chunk):
    found = tl.batched(tl.value_and_grad(loss), (None, 0, 0), chunk=chunk)(W, X, Y)
    expected = tl.batched(tl.value_and_grad(loss), (None, 0, 0))(W, X, Y)
    for one, other in zip(found, expected):
        np.testing.assert_allclose(one, other, rtol=1e-13)


def by_sign(x):
    return np.sum(x * x) if x[0] > 0.0 else np.sum(x)


def by_place(x, k):
    return x[k] * x[0]


def printed(x):
    print("at", x[0])
    return np.sum(x * x)


def recursive(x, n=3):
    return np.sum(x) if n == 0 else recursive(x * x, n - 1)


@pytest.mark.parametrize("f, more", [
    (by_sign, ()), (by_place, (np.arange(9) % 3,)),
    (printed, ()), (recursive, ())])
@pytest.mark.parametrize("of", [tl.grad, lambda f: f])
def test_what_goes_one_after_the_other(f, more, of, capsys):
    g = of(f)
    found = tl.batched(g)(X, *more)
    said = capsys.readouterr().out
    expected = [g(x, *(one[k] for one in more)) for k, x in enumerate(X)]
    assert said == capsys.readouterr().out
    np.testing.assert_array_equal(found, expected)
    with pytest.raises(tl.UnsupportedError, match="one example is called after"):
        tl.batched(g).source_for(X, *more)


def test_what_lists_hold_and_the_function_writes():
    def rods(u, rate):
        rows = [u.copy() for _ in range(3)]
        for k in range(3):
            rows[k - 1][0] += rate * rows[k][1]
        return rows[0] * rows[1] - rows[2]
    np.testing.assert_allclose(
        tl.batched(rods, (0, None))(X, 0.3), [rods(x, 0.3) for x in X], rtol=1e-13)


def test_functions_without_source_and_functions_of_examples():
    np.testing.assert_array_equal(
        tl.batched(lambda x: eval("x + 1"))(X), X + 1)
    twice = tl.batched(tl.batched(loss, (None, 0, None)), (None, None, 0))
    np.testing.assert_allclose(
        twice(W, X, Y), [[loss(W, x, y) for x in X] for y in Y], rtol=1e-12)


class Model:
    w = W

    @tl.batched
    def energy(self, x):
        return self.w @ x


def test_decorated_pickled_and_named():
    @tl.batched(in_axes=(None, 0, 0))
    def other(w, x, y=0.0):
        """Words."""
        return w @ x - y
    assert other.__name__ == "other" and other.__doc__.endswith("other: Words.")
    np.testing.assert_allclose(other(W, X, Y), X @ W - Y)
    again = pickle.loads(pickle.dumps(per_example))
    np.testing.assert_array_equal(again(W, X, Y), per_example(W, X, Y))


def test_errors():
    for call, message in [
        (lambda: per_example(W, X, Y[:4]), "9 in x and 4 in y"),
        (lambda: per_example(W, X, 1.0), "y is 1.0, which has no axis 0"),
        (lambda: per_example(W, X[:0], Y[:0]), "there are no examples in x"),
        (lambda: tl.batched(loss, (0, 0))(W, X, Y), "where the examples of y lie"),
        (lambda: tl.batched(loss, (0, 0, 0, 0)), "there are 3 parameters"),
        (lambda: tl.batched(loss, {"z": 0}), "no parameter 'z'"),
        (lambda: tl.batched(loss, (None, None, None)), "no argument has examples"),
        (lambda: tl.batched(loss, 0.5), "0.5 is no axis"),
        (lambda: tl.batched(loss, chunk=0), "chunk is 0"),
        (lambda: tl.batched(3.0), "takes a function"),
        (lambda: per_example(W), "missing 2 required"),
        (lambda: tl.batched(lambda x: iter([]))(X), "cannot be stacked"),
        (lambda: tl.batched(lambda k: {int(k): k})(Y * 100), "other parts"),
    ]:
        with pytest.raises(tl.ArgumentError, match=message):
            call()
    with pytest.raises(tl.UnsupportedError):
        tl.batched(tl.grad(lambda x: float(str(x))))(Y)


def in_a_loss(w):
    slopes = tl.batched(tl.grad(loss, wrt=1), in_axes=(None, 0, 0))(w, X, Y)
    values, found = tl.batched(tl.value_and_grad(lambda x, y: loss(w, x, y)))(X, y=Y)
    return np.sum(slopes**2) + values @ Y + np.sum(found * X)


def known_in_a_loss(w):
    return np.sum(per_example(w, X, Y) ** 2) + np.sum(
        tl.batched(lambda x: (w @ x, {"b": x * w}), in_axes=1)(X.T)[1]["b"])


@pytest.mark.parametrize("f", [in_a_loss, known_in_a_loss])
def test_inside_a_program(f):
    tl.check_grad(f, (W,), order=2)
    with tl.options(optimize=False):
        plain = tl.grad(f)(W)
    np.testing.assert_allclose(tl.grad(f)(W), plain, rtol=1e-11)


def power(x, b, c=2.0):
    return np.sum(x**2) * b * c


@tl.batched(in_axes=(0, None))
def decorated(x, b):
    return np.sum(x**2) * b


INSIDE = {
    "by a name": lambda x, w: tl.batched(power)(x, b=x[:, 0] * w),
    "shared by a name": lambda x, w: tl.batched(power, in_axes=(0, None))(x, b=w),
    "a dict": lambda x, w: tl.batched(power, in_axes={"x": 0})(x=x, c=w, b=3.0),
    "a dict for a derivative": lambda x, w: tl.batched(
        tl.grad(power), in_axes={"x": 1})(x.T, w, c=3.0),
    "a part": lambda x, w: tl.batched(
        lambda x, p: power(x, **p), in_axes=(0, {"b": None, "c": 0}),
    )(x, {"b": w, "c": x[:, 1]}),
    "stars": lambda x, w: tl.batched(
        lambda x, *y, **z: power(x, y[0], z["c"]))(x, x[:, 1] * w, c=x[:, 0]),
    "a decorator": lambda x, w: decorated(x, b=w),
    "of one of its own": lambda x, w: tl.batched(
        tl.batched(power, in_axes=(0, None)), in_axes=(None, 0))(x, x[:, 0] * w),
}


@pytest.mark.parametrize("of", INSIDE.values(), ids=INSIDE)
def test_arguments_by_name_inside_a_program(of):
    tl.check_grad(lambda x, w: np.sum(of(x, w)), (X[:2, :2], 0.7), wrt=(0, 1))


@pytest.mark.parametrize(("of", "message"), [
    (lambda w: tl.batched(loss, in_axes={"y": 0})(w, X, 0.5), "y .* has no axis 0"),
    (lambda w: tl.batched(loss, in_axes=(None, 0))(w, X, y=Y), "does not say where"),
    (lambda w: tl.batched(loss, in_axes={"z": 0})(w, X, y=Y), "no parameter 'z'"),
    (lambda w: tl.batched(lambda p: p["x"], in_axes=({"y": 0},))({"x": X}), "part 'x'"),
])  # fmt: skip
def test_errors_inside_a_program(of, message):
    with pytest.raises(tl.TangentliteError, match=message):
        tl.grad(lambda w: np.sum(of(w)))(W)


def test_examples_differ_in_number_inside_a_program():
    f = tl.grad(lambda x: np.sum(tl.batched(power)(x, x[0])))
    assert f(np.ones((3, 3))).shape == (3, 3)
    with pytest.raises(ValueError, match="examples"):
        f(np.ones((2, 3)))
