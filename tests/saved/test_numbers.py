"""A saved derivative that was made for floats refuses integers, or is right."""

import runpy
from dataclasses import dataclass

import numpy as np
import pytest

import tangentlite as tl

P = np.array([20.0, 90.0, 1.0])
MINUTES, MEASURED = np.arange(3.0), np.array([90.0, 50.0, 40.0])


def misfit(p, minutes, measured):
    room, start, rate = p
    expected = room + (start - room) * np.exp(-rate * minutes)
    return np.mean((expected - measured) ** 2)


def inverse(w, x):
    return np.sum(w / x)


def rebuilt(a, b):
    v = np.array([a, b])
    v[0] = v[0] * v[1] * 0.5
    return np.sum(v**2)


def stepped(x, n):
    for _ in range(n):
        x[0] = 0.5 * x[0]
    return x @ x


def by_weights(x, weights):
    return np.sum(x * weights["w"][0]) * weights["scale"]


def by_list(xs):
    xs[1] = xs[0] * xs[1]
    return sum(xs)


@dataclass
class Rod:
    u: np.ndarray
    k: float


def by_object(x, rod):
    return np.sum(x * rod.u) * rod.k


def turned(z):
    w = z.copy()
    w[0] = 1j * w[0]
    return np.sum(np.abs(w) ** 2)


def saved(derivative, path, examples):
    derivative.save(path, examples)
    return runpy.run_path(path)[f"{derivative.primal.__name__}_grad"]


INT = np.array([20, 90, 1])
CASES = {
    "unpacked": (misfit, (P, MINUTES, MEASURED), (INT, MINUTES, MEASURED), "p"),
    "data": (misfit, (P, MINUTES, MEASURED), (P, np.arange(3), MEASURED), "minutes"),
    "a list": (misfit, (P, MINUTES, MEASURED), ([20, 90, 1], MINUTES, MEASURED), "p"),
    "small": (inverse, (P, P), (np.uint8([20, 90, 1]), P), "w"),
    "numbers": (rebuilt, (1.0, 2.0), (1, 2), "a"),
    "a float": (stepped, (P, 2), (INT, 2), "x"),
    "in a dict": (by_weights, (P, {"w": [P], "scale": 2.0}),
                  (P, {"w": [INT], "scale": 2.0}), "weights\\['w'\\]\\[0\\]"),
    "a table": (by_list, ([1.0, 2.0],), ([1, 2],), "xs"),
    "an object": (by_object, (P, Rod(P, 2.0)), (P, Rod(INT, 2.0)), "rod.u"),
    "complex": (turned, (P + 1j,), (P,), "z"),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_integers_for_floats_are_refused(name, tmp_path):
    function, made_for, given, argument = CASES[name]
    examples = dict(zip(function.__code__.co_varnames, made_for))
    gradient = tl.grad(function)
    shipped = saved(gradient, tmp_path / "saved.py", examples)
    np.testing.assert_array_equal(shipped(*made_for), gradient(*made_for))
    with pytest.raises(TypeError, match=f"{argument}.* must hold "):
        shipped(*given)


def test_other_floats_and_lists_of_floats_will_do(tmp_path):
    examples = {"p": P, "minutes": MINUTES, "measured": MEASURED}
    shipped = saved(tl.grad(misfit), tmp_path / "saved.py", examples)
    want = shipped(P, MINUTES, MEASURED)
    assert shipped(list(P), MINUTES, MEASURED).tolist() == want.tolist()
    single = shipped(P.astype("float32"), MINUTES, MEASURED)
    np.testing.assert_allclose(single, want, rtol=1e-5)


def test_what_it_says(tmp_path):
    examples = {"p": P, "minutes": MINUTES, "measured": MEASURED}
    shipped = saved(tl.grad(misfit), tmp_path / "saved.py", examples)
    with pytest.raises(TypeError) as caught:
        shipped(INT, MINUTES, MEASURED)
    assert str(caught.value) == "p must hold floats: give np.asarray(p, float)"
    with pytest.raises(TypeError, match="minutes must hold floats"):
        shipped(P, np.arange(3), MEASURED)


@dataclass
class Options:
    scale: float = 2.0
    label: str = "run 1"
    how: str = "square"


def by_options(x, options):
    y = options.scale * x
    return np.sum(y**2 if options.how == "square" else y)


def test_text_that_is_not_read_may_be_any(tmp_path):
    examples = {"x": P, "options": Options()}
    shipped = saved(tl.grad(by_options), tmp_path / "saved.py", examples)
    other = Options(3.0, "run 2")
    np.testing.assert_array_equal(shipped(P, other), tl.grad(by_options)(P, other))
    with pytest.raises(ValueError, match="options.how must be 'square'"):
        shipped(P, Options(how="plain"))


def by_any_label(x, options):
    return np.sum(x) * len([v for v in options.values() if v == "a"])


def test_text_that_is_compared_is_read(tmp_path):
    examples = {"x": P, "options": {"name": "a"}}
    shipped = saved(tl.grad(by_any_label), tmp_path / "saved.py", examples)
    np.testing.assert_array_equal(shipped(P, {"name": "a"}), np.ones(3))
    with pytest.raises(ValueError, match="name"):
        shipped(P, {"name": "b"})
