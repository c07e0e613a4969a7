"""What check_grad says where a derivative is not what central differences give."""

from pathlib import Path

import numpy as np
import pytest

import tangentlite as tl

FILE = Path(__file__).name


@tl.custom_vjp
def doubled_wrongly(x):
    return x * x


doubled_wrongly.defvjp(lambda x: (x * x, x), lambda x, y_bar: (y_bar * x,))


def with_a_wrong_rule(x):
    return np.sum(doubled_wrongly(x))


def with_a_wrong_rule_and_no_complex_numbers(x):
    return np.sum(doubled_wrongly(np.maximum(x, 0.5)))


def kinked(x):
    return np.sum(np.where(x >= 0.0, 3.0 * x, x))


def steep(x):
    return np.sum(np.sin(1e5 * x)) * 1e3


def message(f, x, **options):
    with pytest.raises(tl.CheckError) as caught:
        tl.check_grad(f, (x,), **options)
    return str(caught.value)


@pytest.mark.parametrize("mode", ["reverse", "forward"])
def test_a_kink_is_told(mode):
    found = message(kinked, np.array([1.0, 0.0]), modes=mode)
    assert "with respect to x[1]" in found
    assert "There is a kink: the slopes are 1 and 3 on its sides" in found
    tl.check_grad(kinked, (np.array([1.0, -1.0]),))


def test_of_numbers_too():
    assert "the slopes are 1 and 3" in message(kinked, 0.0)


def test_inaccurate_differences_are_told():
    found = message(steep, np.array([0.3, 1.0]), modes="reverse")
    assert "they are not accurate here" in found


def test_a_complex_step_decides():
    found = message(with_a_wrong_rule, np.array([1.0, 2.0]), modes="reverse")
    assert "A complex step agrees with the differences: the derivative is" in found


def test_where_nothing_more_is_known_nothing_is_said():
    f, x = with_a_wrong_rule_and_no_complex_numbers, np.array([1.0, 2.0])
    found = message(f, x, modes="reverse")
    assert "central differences give" in found
    assert "kink" not in found and "accurate" not in found


def test_containers_and_layouts():
    parameters = {"w": np.asfortranarray(np.ones((2, 2))), "b": 2.0}

    def of_parameters(parameters):
        return np.sum(doubled_wrongly(parameters["w"])) + parameters["b"]

    found = message(of_parameters, parameters, modes="reverse")
    assert "parameters['w'][0, 0]" in found and "A complex step agrees" in found


def test_the_lines_of_the_function_and_of_rules_are_named():
    found = message(with_a_wrong_rule, np.array([1.0, 2.0]), modes="reverse")
    first = with_a_wrong_rule.__code__.co_firstlineno
    assert f"The function is with_a_wrong_rule at tests/api/{FILE}:{first};" in found
    assert f"of your own: doubled_wrongly at tests/api/{FILE}:{first + 1}." in found


def calls_twice(x):
    def inner(v):
        return v + with_a_wrong_rule(v)

    return inner(x) + with_a_wrong_rule_and_no_complex_numbers(x)


def test_rules_are_found_in_functions_that_are_called():
    found = message(calls_twice, np.array([1.0, 2.0]), modes="reverse")
    assert found.count(f"doubled_wrongly at tests/api/{FILE}:") >= 1


def floored(x):
    return np.sum(np.floor(x) + x)


def test_a_jump_is_told():
    found = message(floored, np.array([1.0, 0.5]))
    assert "with respect to x[0]" in found and "There is a jump of about 1" in found


def rooted(x):
    return np.sum(np.sqrt(x))


@pytest.mark.filterwarnings("ignore:divide by zero", "ignore:invalid value")
def test_the_end_of_a_domain_is_told():
    found = message(rooted, np.array([4.0, 0.0]), modes="reverse")
    assert "with respect to x[1] is inf" in found
    assert "The function is not finite at a point below it" in found


def test_an_entry_of_many_that_is_found_has_a_second_opinion():
    many = np.linspace(1.0, 2.0, 300)
    many[7] = 0.0
    found = message(kinked, many, modes="reverse")
    assert "x[7]" in found and "There is a kink" in found



def weakly_kinked(x):
    return np.sum(doubled_wrongly(x) + 0.01 * np.abs(x - 1.0))


def test_a_kink_that_is_too_weak_does_not_explain_an_error():
    found = message(weakly_kinked, np.array([1.0]), modes="reverse")
    assert "is 1.0" in found and "There is a kink" not in found


@pytest.mark.filterwarnings("ignore:divide by zero", "ignore:invalid value")
def test_nan_by_a_neighbour_is_told():
    found = message(rooted, np.array([4.0, 0.0]), modes="forward")
    assert "with respect to x[0] is nan" in found and "tl.find_nan" in found
