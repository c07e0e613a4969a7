"""What may change between two calls of a derivative: it is made again, or refused."""

import functools

import numpy as np
import pytest

import tangentlite as tl


def scaled(x, power=2, *, factor=1.0):
    return factor * x**power


class Base:
    def go(self, x):
        return x * x

    def __call__(self, x):
        return x


class Derived(Base):
    pass


def of_function(x):
    return scaled(x) + x


def of_object(x):
    made = Derived()
    return made.go(x) + made(x) * getattr(made, "extra", 1.0)


def doubled(x):
    return 2.0 * x


def other_code(x):
    return 5.0 * x


def of_doubled(x):
    return doubled(x) * x


tripled = functools.partial(scaled, power=3)


def of_partial(x):
    return tripled(x)


def set_method(monkeypatch):
    monkeypatch.setattr(Base, "go", lambda self, x: 7.0 * x)


def add_override(monkeypatch):
    monkeypatch.setattr(Derived, "go", lambda self, x: x**3, raising=False)


def add_data(monkeypatch):
    monkeypatch.setattr(Derived, "extra", 4.0, raising=False)


def set_call(monkeypatch):
    monkeypatch.setattr(Base, "__call__", lambda self, x: x**4)


def set_defaults(monkeypatch):
    monkeypatch.setattr(scaled, "__defaults__", (3,))


def set_keyword_default(monkeypatch):
    monkeypatch.setitem(scaled.__kwdefaults__, "factor", 6.0)


def set_code(monkeypatch):
    monkeypatch.setattr(doubled, "__code__", other_code.__code__)


def set_keyword_of_partial(monkeypatch):
    monkeypatch.setitem(tripled.keywords, "power", 4)


@pytest.mark.parametrize(
    ("function", "change"),
    [
        (of_object, set_method), (of_object, add_override), (of_object, add_data),
        (of_object, set_call), (of_function, set_defaults),
        (of_function, set_keyword_default), (of_doubled, set_code),
        (of_partial, set_keyword_of_partial),
    ],
)  # fmt: skip
@pytest.mark.parametrize("mode", ["reverse", "forward"])
def test_changes_between_calls(function, change, mode, monkeypatch):
    derivative = tl.autodiff(function, mode=mode)
    rest = (1.0,) if mode == "forward" else ()

    def expected():
        return (function(1.5 + 1e-6) - function(1.5 - 1e-6)) / 2e-6

    first = expected()
    assert derivative(1.5, *rest) == pytest.approx(first, rel=1e-6)
    change(monkeypatch)
    assert expected() != pytest.approx(first, rel=1e-3)
    assert derivative(1.5, *rest) == pytest.approx(expected(), rel=1e-6)
    monkeypatch.undo()
    assert derivative(1.5, *rest) == pytest.approx(first, rel=1e-6)


def counted(x):
    counted.calls = getattr(counted, "calls", 0) + 1
    return x**counted.calls


def test_an_attribute_that_the_first_call_sets():
    derivative = tl.value_and_grad(counted)
    found = [derivative(1.5) for _ in range(3)]
    assert found == [(1.5**n, pytest.approx(n * 1.5 ** (n - 1))) for n in (1, 2, 3)]


class Settings:
    pass


def with_settings(x):
    if hasattr(Settings, "scale"):
        return x * Settings.scale
    Settings.scale = 3.0
    return x * x


def test_a_variable_of_a_class_that_the_first_call_sets():
    derivative = tl.grad(with_settings)
    assert [derivative(2.0) for _ in range(3)] == [4.0, 3.0, 3.0]


def of_array(x, buffer=np.zeros(2)):  # noqa: B008
    buffer += x
    return np.sum(buffer**2)


def of_dict(x, memo={}):  # noqa: B006
    memo["n"] = memo.get("n", 0) + 1
    return x ** memo["n"]


@pytest.mark.parametrize("function", [of_array, of_dict])
def test_a_default_of_its_own_that_a_function_changes_is_refused(function):
    derivative = tl.grad(function)
    with pytest.raises(tl.errors.ArgumentError, match="changes the default of its"):
        derivative(1.5)


def test_what_is_passed_for_such_a_default():
    derivative, buffer = tl.grad(of_array), np.ones(2)
    assert derivative(1.5, buffer) == pytest.approx(10.0)
    with pytest.raises(tl.errors.ArgumentError, match="changes the default of its"):
        derivative(1.5)
    assert derivative(1.5, buffer) == pytest.approx(10.0)
    np.testing.assert_array_equal(buffer, np.ones(2))


class First:
    def go(self, x):
        return x * x

    def extra(self, x):
        return x


def of_first(x):
    return First().go(x)


def test_a_method_that_another_one_takes_the_place_of(monkeypatch):
    class Base:
        def go(self, x):
            return 3.0 * x

    derivative = tl.grad(of_first)
    assert derivative(1.5) == 3.0
    monkeypatch.delattr(First, "go")
    monkeypatch.setattr(First, "other", Base.go, raising=False)
    with pytest.raises(tl.TangentliteError, match="go"):
        derivative(1.5)
    monkeypatch.undo()
    assert derivative(1.5) == 3.0


def with_history(x):
    with_history.calls = getattr(with_history, "calls", 0) + 1
    with_history.seen = getattr(with_history, "seen", ())
    with_history.seen += (with_history.calls,)
    return x**with_history.calls


def test_an_attribute_that_grows_with_each_call():
    derivative = tl.grad(with_history)
    for _ in range(3):
        derivative(1.5)
    assert with_history.seen == (1, 2, 3)
