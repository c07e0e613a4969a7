"""Loops of which each iteration that begins leaves the loop, or raises."""

import numpy as np
import pytest

import tangentlite as tl

NO = "no iteration left the loop"


def a_number(u, n):
    s = 1.0
    for _ in range(n):
        if u > 2.0:
            s = u * u
            break
        raise ValueError(NO)
    return s * u


def a_flag(u, n):
    found = False
    while n > 0:
        if u > 2.0:
            found = True
            break
        raise ValueError(NO)
    return u if found else 2.0 * u


def an_integer(u, n):
    k = 3
    for _ in range(n):
        if u > 2.0:
            k = 2
            break
        raise ValueError(NO)
    return u**k


def otherwise(u, n):
    for _ in range(n):
        if u > 2.0:
            break
        raise ValueError(NO)
    else:
        u = 0.6 * u
    return u


def a_result(u, n):
    for _ in range(n):
        if u > 2.0:
            return u * u
        raise ValueError(NO)
    return u


def nested(u, n):
    for _ in range(n):
        for _ in range(n):
            if u > 2.0:
                return u * u
            raise ValueError(NO)
        u = u * 2.0
    return u


def that_goes_on(u, n):
    s = 1.0
    for _ in range(n):
        s = s * u
        if u < 1.0:
            continue
        if u > 2.0:
            s = u * s
            break
        raise ValueError(NO)
    return s * u


def caught(u, n):
    k = 0
    try:
        for _ in range(n):
            if u > 2.0:
                k = 1
                break
            raise ValueError(NO)
        else:
            k = 2
    except ValueError:
        k = 3
    return k * u * u


def several_loops(u, n):
    t = 0.0
    for m in range(3):
        k = 0
        for i in range(n):
            if u > m:
                k = i + 1
                break
            raise ValueError(NO)
        t = t + k * u * u
    return t


def a_dict(u, n):
    d = {"k": 1.0}
    for _ in range(n):
        if u > 2.0:
            d["k"] = u * u
            break
        raise ValueError(NO)
    return d["k"] * u


def three_ways(u, n):
    for _ in range(n):
        if u > 2.0:
            break
        elif u > 1.0:
            return 7.0 * u
        else:
            raise ValueError(NO)
    else:
        return u**5
    return u * u


@pytest.mark.parametrize("n", [0, 1, 3])
@pytest.mark.parametrize("u", [0.5, 1.5, 3.0])
@pytest.mark.parametrize(
    "function",
    [
        a_number, a_flag, an_integer, otherwise, a_result, nested, that_goes_on, caught,
        several_loops, a_dict, three_ways,
    ],
)  # fmt: skip
def test_what_holds_behind_the_loop(function, u, n):
    try:
        value = function(u, n)
    except ValueError:
        with pytest.raises(ValueError, match=NO):
            tl.grad(function)(u, n)
        return
    assert tl.value_and_grad(function)(u, n)[0] == value
    tl.check_grad(function, (u, n))


def test_items_that_are_written():
    def program(x, n):
        y = x.copy()
        for i in range(n):
            y[i] = y[i] ** 2
            if y[i] > 2.0:
                y[0] = y[1] * y[0]
                break
            raise ValueError(NO)
        return np.sum(y)

    tl.check_grad(program, (np.array([1.5, 2.0, 1.0]), 2))
    with pytest.raises(ValueError, match=NO):
        tl.grad(program)(np.array([1.0, 2.0, 1.0]), 2)
