"""Text: of exceptions, found by patterns, translated."""

import re

import pytest

from tests.support.numeric import at, require_derivatives, require_refused


class Failed(Exception):
    pass


class Described(ValueError):
    def __init__(self, a, b):
        super().__init__(f"a={a} b={b:.2f}")
        self.a = a


class Spelled(Failed):
    def __str__(self):
        return "g" * 4


def text_of_exceptions(x):
    s = x
    for e in (Failed(), Failed(1, "a"), KeyError("k"), KeyError("k", 2), Spelled(1)):
        try:
            raise e
        except Exception as caught:
            s = s + x * len(str(caught)) + x * x * len(repr(caught))
    try:
        raise Described(1, x)
    except Exception as e:
        return s * len(f"{e}") * len(str(e)) * len(repr(e)) * e.a


def text_of_known_exceptions(x):
    try:
        if x > 1:
            raise ValueError("large")
        raise ValueError("small")
    except ValueError as e:
        s = x if str(e) == "large" else x * x
    try:
        return {"a": x}["b"]
    except KeyError as e:
        s = s * len(str(e))
    try:
        return x / (x - x)
    except ZeroDivisionError as e:
        return s * x * len(str(e))


PATTERN = re.compile(r"(?P<k>[a-z]+)=(?P<v>[\d.]+)")
TEXT = "a=1.5, b=2, cc=3.25"


def found_in_text(x):
    m = re.match(r"(\d+)-(\d+)", "12-34")
    s = x * x * int(m.group(1)) + len(re.findall("a", "banana")) * x * int(m[2])
    for m in re.finditer(r"[a-z]+", "ab cde f"):
        s += x * len(m.group()) * x * m.end()
    for w in re.split(r"\s+", "a bb ccc"):
        s += x * len(w)
    return s * len(re.sub("a", "bb", "aa"))


def found_by_a_pattern(x):
    p = {m["k"]: float(m["v"]) for m in PATTERN.finditer(TEXT)}
    s = x * p["a"] + x * x * p["cc"]
    if PATTERN.match("??") is None:
        s = s * x
    if m := PATTERN.search(TEXT):
        s = s * float(m.group("v")) * len(m.groups()) * len(m.string) * m.span()[1]
    for k, v in PATTERN.findall(TEXT):
        s = s + x * float(v) * len(k)
    return s


def translated(x):
    t = "abc".translate(str.maketrans("ab", "xy"))
    u = "abc".translate(str.maketrans({"a": None, "b": "zz"}))
    s = (x * x if t == "xyc" else x) * len(u)
    for w in map(str.strip, "a , bb, c ".split(",")):
        s += x * len(w)
    for w in sorted(["B", "a"], key=str.lower):
        s = s * x + ord(w)
    return s * dict.get({"a": x}, "a", 1.0)


def text_of_an_os_error(x):
    try:
        raise OSError(2, "nothing")
    except OSError as e:
        return x * len(str(e))


def pattern_with_a_function(x):
    return x * len(re.sub("a", lambda m: "b", "abc"))


PROGRAMS = [
    *at(
        (0.37, 1.1, 2.3),
        text_of_exceptions, text_of_known_exceptions, found_in_text,
        found_by_a_pattern, translated,
    ),
]  # fmt: skip


@pytest.mark.parametrize(("function", "x"), PROGRAMS)
def test_derivatives(function, x):
    require_derivatives(function, x)


REFUSED = [
    (text_of_an_os_error, 2.5, "text of a OSError"),
    (pattern_with_a_function, 2.5, "text that is known here"),
]


@pytest.mark.parametrize("mode", ["reverse", "forward"])
@pytest.mark.parametrize(("function", "x", "what"), REFUSED)
def test_what_is_refused(function, x, what, mode):
    require_refused(function, x, what, mode)
