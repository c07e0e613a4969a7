"""Names, strings, comments and docstrings cannot break out of their places."""

import importlib.util
import keyword
import sys
import tokenize

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import tangentlite as tl

# Ends of strings and lines, as Python, NumPy's printers and terminals see them.
PIECES = [
    '"', "'", '"""', "'''", "\\", "\\\\", "#", "{", "}", "{{x}}", "%s", "$", "\t",
    "\\n",
    "\\N{DIGIT ONE}", "\\x22", "\u2028", "\u2029", "\x0b", "\x0c", "\x1c", "\x1d",
    "\x85", "\u202e", "\u2066", "\u2069", "\u200f", "\u061c", "\ufeff", "\u200b", "…",
    "INJECTED = 1", "; INJECTED = 1", "import os", ")", "]", ":", "eval('1')",
]  # fmt: skip
TEXTS = st.lists(st.sampled_from(PIECES), max_size=6).map("".join)
NAMES = st.text("xyzαβ_0ſﬁ", min_size=1, max_size=4).filter(
    lambda name: name.isidentifier() and not keyword.iskeyword(name)
)
MARKS = "\u061c\u200b\u200f\u202e\u2066\u2069\u2028\u2029\x85\ufeff"


@pytest.fixture(scope="module")
def loaded(tmp_path_factory):
    """Modules of texts, in files of their own."""
    folder, numbers = tmp_path_factory.mktemp("hostile"), iter(range(10**6))

    def load(text):
        name = f"hostile_{next(numbers)}"
        file = folder / f"{name}.py"
        file.write_text(text, encoding="utf-8", newline="")
        spec = importlib.util.spec_from_file_location(name, file)
        module = sys.modules[name] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module

    return load


def lines_of(text):
    """A text without what ends a line for Python itself."""
    return text.replace("\n", " ").replace("\r", " ").replace("\x0c", " ")


def program(name, parameter, comment, docstring, string):
    return (
        f"import numpy as np\n\n\ndef {name}({parameter}):\n    {docstring!r}\n"
        f"    t = {parameter} * {parameter}  # {lines_of(comment)}\n"
        f"    label = {string!r}\n"
        f"    for k in range(2):\n        t = np.sin(t) * t  # {lines_of(comment)}\n"
        f"    if {parameter} < -5.0:\n"
        f'        raise ValueError(f"{{label}} of {{{parameter}}}" + {string!r})\n'
        f"    if label == {string!r}:\n        t = t + {parameter}\n    return t\n"
    )


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(NAMES, NAMES, TEXTS, TEXTS, TEXTS)
def test_what_is_generated_defines_nothing_else(
    loaded, name, parameter, comment, docstring, string
):
    text = program(name, parameter, comment, docstring, string)
    try:
        f = next(
            value
            for value in vars(loaded(text)).values()
            if callable(value)
            and getattr(value, "__module__", "").startswith("hostile")
        )
    except (SyntaxError, tokenize.TokenError):
        return  # no program of Python
    gradient = tl.grad(f)
    step = 1e-6
    want = (f(0.7 + step) - f(0.7 - step)) / (2.0 * step)
    assert gradient(0.7) == pytest.approx(want, rel=1e-7)
    saved = str(
        gradient.standalone({next(iter(gradient.__signature__.parameters)): 0.7})
    )
    assert not set(MARKS) & set(saved)
    namespace = {}
    exec(compile(saved, "saved.py", "exec"), namespace)
    made = [n for n, v in namespace.items() if callable(v) and n.endswith("_grad")]
    assert len(made) == 1 and "INJECTED" not in namespace and "os" not in namespace
    assert namespace[made[0]](0.7) == pytest.approx(want, rel=1e-7)
    with pytest.raises(ValueError) as raised:
        f(-6.0)
    with pytest.raises(ValueError) as again:
        gradient(-6.0)
    assert str(again.value) == str(raised.value)
