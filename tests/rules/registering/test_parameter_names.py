"""Functions with rules of their own whose names are those of the text around rules."""

import linecache

import pytest

import tangentlite as tl

# Names that the texts of rules have for something else, and one that they have not.
NAMES = [
    "d", "part", "solved", "motion", "multipliers", "z", "_weights", "_total", "_moved",
    "_residual", "_solve", "_t", "_y", "_dot", "_found", "_fwd", "_bwd", "plain",
]  # fmt: skip

IMPLICIT = """
def {0}({0}):
    return {0} ** 0.5

f = tl.implicit({0}, lambda x, {0}: x * x - {0})
"""
VJP = """
def f(x, {0}, {0}_=1.0):
    return x ** 0.5 * {0}_ + 0.0 * {0}

f = tl.custom_vjp(f)

def backward(x, bar):
    return 0.5 * bar / x ** 0.5, None, None

f.defvjp(lambda x, *rest: (x ** 0.5, x), backward)
"""
JVP = """
def f(x, {0}=1.0, {0}_=1.0):
    return x ** 0.5 * {0}_ + 0.0 * {0}

f = tl.custom_jvp(f)

@f.defjvp
def rule(primals, tangents):
    x, *_ = primals
    return x ** 0.5, 0.5 * tangents[0] / x ** 0.5
"""


def made(text, name):
    """The function of a text, of which tools know the source."""
    text = text.format(name)
    filename = f"<{name} {hash(text)}>"
    linecache.cache[filename] = (len(text), None, text.splitlines(True), filename)
    namespace = {"tl": tl}
    exec(compile(text, filename, "exec"), namespace)
    return namespace["f"]


@pytest.mark.parametrize("name", NAMES)
def test_a_solver(name):
    root = made(IMPLICIT, name)

    def cubed(q):
        return root(q) ** 3

    tl.check_grad(cubed, (2.0,))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("text", [VJP, JVP])
def test_a_custom_rule(text, name):
    f = made(text, name)

    def cubed(q):
        return f(q, 2.0 * q) ** 3

    modes = ("reverse",) if text is VJP else ("reverse", "forward")
    tl.check_grad(cubed, (2.0,), modes=modes)
