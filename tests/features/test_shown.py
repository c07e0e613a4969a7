"""What prompts, `help`, `dir` and notebooks show of derivatives and their texts."""

import pickle
import pydoc
import textwrap

import numpy as np
import pytest

import tangentlite as tl
from tangentlite.calls.shown import shown_derivative


def loss(w, x):
    """Sum of squares."""
    return np.sum((x @ w) ** 2)


def test_a_text_is_shown_as_text_and_is_a_string():
    gradient = tl.grad(loss)
    gradient(np.ones(2), np.ones((3, 2)))
    text = gradient.source
    assert repr(text) == str(text).rstrip() and "\n" in repr(text)
    assert isinstance(text, str) and text.startswith("def loss_grad(w, x)")
    assert type(pickle.loads(pickle.dumps(text))) is str
    assert type(gradient.source_for(np.ones(2), np.ones((3, 2)))) is type(text)
    assert type(gradient.text({})) is type(text)


@pytest.mark.parametrize("has_pygments", [True, False])
def test_notebooks_show_the_name_and_the_text(has_pygments, monkeypatch):
    if not has_pygments:
        monkeypatch.setattr(shown_derivative.importlib.util, "find_spec", lambda name: None)
    gradient = tl.grad(loss)
    gradient(np.ones(2), np.ones((3, 2)))
    page = gradient._repr_html_()
    assert "grad of loss with respect to w" in page
    assert "loss_grad" in page and "&lt;grad" in page
    assert page.count("<div") == page.count("</div>")
    assert ("<span" in page) == has_pygments


def test_before_a_call_of_unknown_kinds_a_hint_is_shown():
    def opened(x: float, place: str):
        return x * len(open(place).read())

    page = tl.grad(opened)._repr_html_()
    assert "grad of" in page and "Call it, or use source_for(...)" in page


def test_help_says_what_it_takes_and_returns():
    shown = pydoc.plain(pydoc.render_doc(tl.value_and_grad(loss, wrt=("w", "x"))))
    assert f"Value and gradient of {loss.__module__}.loss" in shown
    assert "Called as loss_value_and_grad(w, x), with the arguments of loss." in shown
    assert "a tuple with the derivatives of the result by w and x" in shown
    assert "Sum of squares." in shown


@pytest.mark.parametrize(
    "derivative, words",
    [
        (lambda f: tl.grad(f), "by w, with the shape and dtype of w."),
        (lambda f: tl.autodiff(f), "the cotangent init_grad of the result"),
        (lambda f: tl.autodiff(f, mode="forward"), "and the tangents w_dot"),
        (lambda f: tl.autodiff(f, mode="taylor"), "Taylor coefficients w_series"),
        (lambda f: tl.grad(f, has_aux=True), "and the second result of loss"),
    ],
    ids=["gradient", "reverse", "forward", "taylor", "aux"],
)
def test_each_mode_has_its_words(derivative, words):
    assert words in " ".join(derivative(loss).__doc__.split())


def test_what_is_not_documented_is_not_listed():
    gradient = tl.grad(loss)
    listed = [name for name in dir(gradient) if not name.startswith("_")]
    assert listed == [
        "compiled", "jitted", "mode", "primal", "save", "source", "source_for",
        "standalone", "text", "wrt",
    ]  # fmt: skip
    assert all(hasattr(type(gradient), name) for name in listed)
    assert all(getattr(type(gradient), name).__doc__ for name in listed)


@pytest.fixture
def shell():
    from IPython.core.interactiveshell import InteractiveShell

    made = InteractiveShell.instance()
    made.run_line_magic("load_ext", "tangentlite")
    yield made
    InteractiveShell.clear_instance()


CELL = """
import numpy as np

def first(x):
    return x * x

def energy(x, k=2.0):
    return np.sum(k * x ** 2)
"""


def displayed(shell, line, cell=CELL):
    from IPython.utils.capture import capture_output

    shell.user_ns["data"] = np.ones(3)
    with capture_output() as output:
        result = shell.run_cell(f"%%derivative {line}\n{cell}")
    return result, output


@pytest.mark.parametrize(
    "line, words",
    [
        ("", "def energy_grad(x, k=2.0)"),
        ("first", "def first_grad(x)"),
        ("--wrt x,k --mode value_and_grad", "def energy_value_and_grad(x, k=2.0)"),
        ("energy --mode forward --arg x=data", "def energy_jvp(x, k=2.0, x_dot"),
    ],
    ids=["last", "named", "wrt", "arguments"],
)
def test_the_magic_shows_the_derivative_of_a_cell(shell, line, words):
    result, output = displayed(shell, line)
    assert result.success, result.error_in_exec
    (shown,) = output.outputs
    assert words.split("(")[0] in shown.data["text/plain"]
    assert "text/html" in shown.data
    assert shell.user_ns["energy"](np.ones(2)) == 4.0


@pytest.mark.parametrize(
    "line, cell, words",
    [
        ("", "x = 1", "defines no function"),
        ("other", CELL, "there is no function other"),
        ("--wrt z", CELL, "z"),
        ("--arg x", CELL, "NAME=EXPRESSION"),
        ("", "def f(x):\n    return open(x)\n", "open"),
    ],
    ids=["no-function", "unknown", "wrt", "argument", "no-derivative"],
)
def test_the_magic_says_what_is_wrong(shell, line, cell, words):
    result, output = displayed(shell, line, cell)
    assert not result.success
    assert words in f"{result.error_in_exec} {output.stderr} {output.stdout}"


def test_errors_of_the_cell_are_those_of_the_cell(shell):
    result, _ = displayed(shell, "", "def f(x):\n    return x\n1 / 0\n")
    assert isinstance(result.error_in_exec, ZeroDivisionError)


@pytest.mark.slow
def test_a_notebook_runs():
    import nbformat
    from nbclient import NotebookClient

    cells = [
        "%load_ext tangentlite\nimport numpy as np\nimport tangentlite as tl",
        f"%%derivative --arg x=np.ones(3)\n{textwrap.dedent(CELL)}",
        "df = tl.grad(energy)\ndf(np.ones(3))\ndf",
        "df.source",
    ]
    notebook = nbformat.v4.new_notebook()
    notebook.cells = [nbformat.v4.new_code_cell(cell) for cell in cells]
    NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    for cell in notebook.cells[1:]:
        (output,) = cell.outputs
        assert "energy_grad" in output.data["text/html"]
    assert "\n" in notebook.cells[3].outputs[0].data["text/plain"]
