"""Texts of programs of any length: exits of a loop, calls of calls, plain lines."""

EXITS = {
    "break": ("break",),
    "continue": ("continue",),
    "both": ("break", "continue"),
}


def exits_text(branches: int, kind: str, header: str = "for i in range(6):") -> str:
    """Give a function with one loop that so many branches leave or cut short."""
    lines = ["s = x * 1.0", header]
    for i in range(branches):
        word = EXITS[kind][i % len(EXITS[kind])]
        test = f"s > {10 + i}.0" if i % 2 else f"s < {-10 - i}.0 + i"
        lines += [f"    if {test}:", f"        s = s * x + {i}.5", f"        {word}"]
        lines += [f"    s = s + np.sin(s * 0.{i + 1}) * x"]
    return definition([*lines, "return s"])


def while_exits_text(branches: int) -> str:
    """Give the same with a `while` loop."""
    text = exits_text(branches, "both", "while i < 6:\n        i += 1")
    return text.replace("def program(x):", "def program(x):\n    i = 0")


def tree_text(levels: int) -> str:
    """Give functions each of which calls the one before it twice."""
    bodies = [f"return c{k - 1}(x / 2.0) + c{k - 1}(x + 1.0)" for k in range(levels)]
    return called("c", ["return np.sin(x) * x", *bodies[1:]])


def chain_text(links: int) -> str:
    """Give functions each of which calls the one before it once."""
    bodies = [f"return 0.9 * c{k - 1}(x) + np.sin(x * 0.{k})" for k in range(links)]
    return called("c", ["return np.sin(x) * x", *bodies[1:]])


def called(name: str, bodies: list[str]) -> str:
    functions = [
        f"def {name}{k}(x):\n    {body}\n\n\n" for k, body in enumerate(bodies)
    ]
    return (
        "import numpy as np\n\n\n"
        + "".join(functions)
        + f"def program(x):\n    return {name}{len(bodies) - 1}(x)\n"
    )


HALVES = """\
import numpy as np


def halves(g, a, at_a, b, at_b, depth=0):
    middle = (a + b) / 2
    at_middle = g(middle)
    if depth > 2 or abs(at_a - at_b) < 1e-3:
        return (b - a) * (at_a + at_middle + at_b)
    left = halves(g, a, at_a, middle, at_middle, depth + 1)
    return left + halves(g, middle, at_middle, b, at_b, depth + 1)


def program(x):
    g = lambda t: x * np.exp(-((t - x) ** 2))
    return halves(g, 0.0, g(0.0), 1.7, g(1.7))
"""


def dense_text(lines: int) -> str:
    """Give straight lines, each with two products, a sum and a function."""
    body = ["v0 = x * 0.5", "v1 = x - 0.25", "v2 = x * x"]
    for i in range(3, lines - 2):
        a, b, c = f"v{i - 1}", f"v{i - 2}", f"v{i - 3}"
        body.append(f"v{i} = np.sin(0.1 * {a}) * {b} + 0.3 * {c}")
    return definition([*body, f"return np.sum(v{lines - 3})"])


def definition(body: list[str]) -> str:
    lines = "\n    ".join(body)
    return f"import numpy as np\n\n\ndef program(x):\n    {lines}\n"
