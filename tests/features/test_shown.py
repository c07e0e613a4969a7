"""What prompts, `help`, `dir` and notebooks show of derivatives and their texts."""

import html
import pickle
import pydoc
import textwrap

import numpy as np
import pytest

import tangentlite as tl


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


def test_notebooks_show_the_name_and_the_text():
    gradient = tl.grad(loss)
    gradient(np.ones(2), np.ones((3, 2)))
    page = gradient._repr_html_()
    assert "grad of loss with respect to w" in page
    assert "loss_grad" in page and "&lt;grad" in page
    assert page.count("<div") == page.count("</div>")
    assert '<b class="key">def</b>' in page
    # No colour that is legible on light or on dark pages alone.
    assert "currentColor" in page and "monospace" in page
    assert "style=" not in page


class Printer:
    def __init__(self):
        self.told = ""

    def text(self, text):
        self.told += text


def told(shown):
    printer = Printer()
    shown._repr_pretty_(printer, False)
    return printer.told


def test_a_prompt_shows_the_name_and_the_kinds_of_the_last_call():
    def fresh(w, n, kind="a"):
        return np.sum(w * w) * n

    gradient = tl.grad(fresh)
    assert told(gradient) == repr(gradient)
    gradient(np.ones(2), 3)
    kinds = "w: float64[:], n: int, kind: 'a'"
    assert told(gradient) == f"{repr(gradient)[:-1]}, for {kinds}>"
    assert html.escape(kinds) in gradient._repr_html_()
    gradient(np.ones((2, 1)), 3.0)
    assert "w: float64[:, 1], n: float" in told(gradient)
    assert told(tl.jacobian(fresh)) == repr(tl.jacobian(fresh))


def test_elementwise_gradients_say_what_they_are():
    each = tl.elementwise_grad(loss)
    assert repr(each) == "<elementwise_grad of loss with respect to w>"
    assert each.__doc__.startswith("Elementwise gradient of ")
    assert "derivative of the sum of the result by w" in each.__doc__
    again = pickle.loads(pickle.dumps(each))
    assert repr(again) == repr(each)
    for other in (tl.grad(loss), tl.grad(each), tl.autodiff(each.primal)):
        assert repr(other).startswith(("<grad of ", "<reverse of "))
        assert "lementwise" not in other.__doc__.split(".")[0]


def test_helpers_of_compiled_loops_are_folded():
    def grown(x):
        return np.sum(np.exp(x) * x)

    text = tl.grad(grown, backend="numba").text({"x": np.ones(3)})
    assert text.index("def vector_exp") < text.index("def grown_grad")
    page = text._repr_html_()
    folded = page[page.index("<details>") : page.index("</details>")]
    assert "helpers: " in folded and "def</b> vector_exp" in folded
    assert "grown_grad" not in folded and "def</b> grown_grad" in page
    assert "<details>" not in tl.grad(loss).text({})._repr_html_()


def test_before_a_call_of_unknown_kinds_a_hint_is_shown():
    def opened(x: float, place: str):
        return x * len(open(place).read())

    page = tl.grad(opened)._repr_html_()
    assert "grad of" in page and "Call it, or use source_for(...)" in page


def test_help_says_what_it_takes_and_returns():
    shown = pydoc.plain(pydoc.render_doc(tl.value_and_grad(loss, wrt=("w", "x"))))
    assert f"Value and gradient of {loss.__module__}.loss" in shown
    assert "Takes (w, x): the arguments of loss." in shown
    assert "Returns a pair: what loss returns, and a tuple with" in " ".join(shown.split())
    words = "a tuple with the derivatives of the result by w and x"
    assert words in " ".join(shown.split())
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


def squares(w, x):
    """Squares."""
    return (x @ w) ** 2


MANY = np.ones((20, 2))
SHOWN = {
    "grad": (tl.grad(loss), (np.ones(2), MANY)),
    "jacobian": (tl.jacobian(squares), (np.ones(2), MANY)),
    "rows": (tl.jacobian(squares, mode="reverse"), (np.ones(2), MANY)),
    "both": (tl.value_and_jacobian(squares, wrt=("w", "x")), (np.ones(2), MANY)),
    "hessian": (tl.hessian(loss), (np.ones(2), MANY)),
    "all": (tl.value_grad_hessian(loss), (np.ones(2), MANY)),
    "batched": (tl.batched(tl.grad(loss), in_axes=(None, 0)), (np.ones(2), MANY[:, None])),
    "values": (tl.batched(squares, in_axes=(None, 0)), (np.ones(2), MANY)),
}


@pytest.mark.parametrize("name", SHOWN)
def test_what_is_listed_is_documented(name):
    shown, _ = SHOWN[name]
    assert dir(shown) and not any(n.startswith("_") for n in dir(shown))
    for listed in dir(shown):
        if listed not in ("in_axes", "chunk", "primal"):
            assert getattr(type(shown), listed).__doc__


@pytest.mark.parametrize("name", [name for name in SHOWN if name != "grad"])
def test_matrices_and_batches_show_themselves(name):
    shown, given = SHOWN[name]
    f = shown.primal
    assert f.__name__ in repr(shown) and " at 0x" not in repr(shown)
    assert "Takes (w, x): the arguments of" in shown.__doc__
    assert "Returns " in shown.__doc__ and shown.__doc__.rstrip() != f.__doc__
    for _ in range(2):
        shown(*given)
        assert "def " in shown.source and repr(shown.source) == shown.source.rstrip()
        page = shown._repr_html_()
        assert html.escape(repr(shown)) in page and '<b class="key">def</b>' in page


def test_a_matrix_has_no_text_before_a_call():
    def fresh(x):
        return x * x

    matrices = [tl.jacobian(fresh), tl.hessian(fresh), tl.batched(fresh)]
    for shown in matrices:
        with pytest.raises(tl.UnsupportedError, match="Call it"):
            _ = shown.source
        assert "Call it" in shown._repr_html_()


def test_matrices_have_a_linked_view():
    for name in ("jacobian", "both", "hessian"):
        shown, given = SHOWN[name]
        page = shown.view(*given).html
        assert f"{shown.primal.__name__}" in page and 'role="option"' in page
        shown(*given)
        assert f"{shown.primal.__name__}" in shown.view().html
        with pytest.raises(tl.ArgumentError, match="arguments of a call"):
            shown.make(lambda x: np.sum(x**2)).view()  # before a call


def test_sparse_matrices_show_themselves():
    pytest.importorskip("scipy")
    shown = tl.sparse_jacobian(squares)
    assert repr(shown) == "<sparse_jacobian of squares with respect to w>"
    assert "csr_array" in shown.__doc__ and "pattern" in dir(shown)
    shown(np.ones(2), MANY)
    assert "def squares_jvp" in shown.source


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


def test_the_magic_of_a_line_takes_a_function_that_is_there(shell):
    from IPython.utils.capture import capture_output

    assert shell.run_cell(CELL).success
    with capture_output() as output:
        result = shell.run_cell("%derivative first --arg x=2.0")
    assert result.success
    assert "def first_grad" in output.outputs[0].data["text/plain"]
    with capture_output() as output:
        shell.run_cell("import types; held = types.SimpleNamespace(first=first)")
        result = shell.run_cell("%derivative held.first --arg x=2.0")
        result.raise_error()
        with pytest.raises(Exception, match="^%derivative: there is no function held.x"):
            shell.run_cell("%derivative held.x").raise_error()
        shell.run_cell("%derivative")
    assert "name a function" in output.stderr + output.stdout


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


def test_showing_a_default_runs_nothing_of_its_class():
    class Loud:
        def __repr__(self):
            raise AssertionError('the class is asked for its text')

    def scaled(x, by=2.0, sizes=(1, None), how=Loud(), parts=[Loud()]):  # noqa: B006, B008
        return x * by

    shown = tl.grad(scaled).__doc__
    assert 'Takes (x, by=2.0, sizes=(1, None), how=..., parts=...): ' in shown
