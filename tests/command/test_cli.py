"""The command line: what it shows, where it writes, and how it fails."""

import io
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import numpy as np
import pytest

from tangentlite.command.cli import main
from tangentlite.pipeline import STAGES

ROOT = Path(__file__).parents[2]

MODULE = '''\
import numpy as np

import tangentlite as tl

POINT = np.array([1.0, 2.0, 3.0])


def f(x1, x2):
    return np.log(x1) + x1 * x2 - np.sin(x2)


def weighted(x, w):
    return np.sum(w * x * x)


def evaluated(x):
    y = eval("x * x")
    return y


class Model:
    @staticmethod
    def loss(x):
        return x * x


@tl.grad
def square(x):
    return x * x


def mistaken(x, y=2.0):
    return x * y * tl.stop_gradient(x)


def count(n):
    return 2 * n


def product(x):
    return np.sum(x @ np.ones(4))


def raised(x, *, power=2):
    return x**power


PARAMS = {"w": [np.ones((2, 3)), POINT], "bias": 0.5, "name": "linear"}


def linear(params, x):
    w, scale = params["w"]
    return {"y": (w * scale) @ x + params["bias"], "name": params["name"]}


def half_linear(params, x):
    kept = tl.stop_gradient(params["w"][0][1, 2])
    return np.sum(params["w"][0][1, 2] * kept * x) + params["bias"]
'''


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A working folder with a user's modules."""
    (tmp_path / "mod.py").write_text(MODULE)
    (tmp_path / "broken.py").write_text("x = 1\ndef f(x:\n    return x\n")
    (tmp_path / "raising.py").write_text("def f(x):\n    return x\n\n\nf(1.0, 2.0)\n")
    (tmp_path / "leaving.py").write_text("import sys\nsys.exit(3)\n")
    (tmp_path / "chatty.py").write_text("print('hi')\ndef f(x):\n    return x * x\n")
    package = tmp_path / "shown_package"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "inner.py").write_text("def f(x):\n    return x * x * x\n")
    monkeypatch.chdir(tmp_path)
    yield tmp_path
    for name in [name for name in sys.modules if name.startswith("shown_package")]:
        del sys.modules[name]


def shown(capsys, *argv: str) -> str:
    """Run `show` and return what it printed."""
    status = main(["show", *argv])
    out, err = capsys.readouterr()
    assert (status, err) == (0, "")
    return out


def run(text: str, name: str, *arguments, **keywords):
    """Call a function of a printed text."""
    names = {"np": np}
    exec(text, names)
    return names[name](*arguments, **keywords)


GRADIENT = (0.5 + 5.0, 2.0 - np.cos(5.0))
VALUE = np.log(2.0) + 10.0 - np.sin(5.0)


@pytest.mark.parametrize("target", ["mod.py:f", "./mod.py:f", "mod:f"])
def test_shows_the_gradient(folder, capsys, target):
    text = shown(capsys, target)
    assert run(text, "f_grad", 2.0, 5.0) == pytest.approx(GRADIENT[0])


def test_absolute_path_from_another_folder(folder, capsys, monkeypatch):
    monkeypatch.chdir(ROOT)
    text = shown(capsys, f"{folder / 'mod.py'}:f")
    assert run(text, "f_grad", 2.0, 5.0) == pytest.approx(GRADIENT[0])


@pytest.mark.parametrize(
    "target", ["shown_package/inner.py:f", "shown_package.inner:f"]
)
def test_module_in_a_package(folder, capsys, target):
    text = shown(capsys, target)
    assert run(text, "f_grad", 2.0) == pytest.approx(12.0)


def test_method(folder, capsys):
    text = shown(capsys, "mod.py:Model.loss")
    assert run(text, "loss_grad", 3.0) == pytest.approx(6.0)


@pytest.mark.parametrize("wrt", ["x1,x2", "0,1", "x1, 1"])
def test_several_wrt(folder, capsys, wrt):
    text = shown(capsys, "mod.py:f", "--wrt", wrt)
    assert run(text, "f_grad", 2.0, 5.0) == pytest.approx(GRADIENT)


def test_one_wrt_by_name(folder, capsys):
    text = shown(capsys, "mod.py:f", "--wrt", "x2")
    assert run(text, "f_grad", 2.0, 5.0) == pytest.approx(GRADIENT[1])


def test_value(folder, capsys):
    text = shown(capsys, "mod.py:f", "--value")
    value, gradient = run(text, "f_value_and_grad", 2.0, 5.0)
    assert (value, gradient) == pytest.approx((VALUE, GRADIENT[0]))


def test_forward_mode(folder, capsys):
    text = shown(capsys, "mod.py:f", "--mode", "forward", "--wrt", "x1,x2")
    tangent = run(text, "f_jvp", 2.0, 5.0, 0.3, 0.7)
    assert tangent == pytest.approx(0.3 * GRADIENT[0] + 0.7 * GRADIENT[1])


def test_vector_jacobian_product(folder, capsys):
    text = shown(capsys, "mod.py:f", "--mode", "vjp")
    got = run(text, "f_vjp", 2.0, 5.0, init_grad=2.0)
    assert got == pytest.approx(2.0 * GRADIENT[0])


def test_example_arguments_see_the_names_of_the_module(folder, capsys):
    arguments = ["--arg", "x=POINT * 2", "--arg", "w=np.ones(3)"]
    text = shown(capsys, "mod.py:weighted", *arguments)
    x = np.array([1.0, 2.0, 4.0])
    np.testing.assert_allclose(
        run(text, "weighted_grad", x, np.full(3, 0.5)), [1.0, 2.0, 4.0]
    )


def test_stages(folder, capsys):
    texts = [shown(capsys, "mod.py:f", "--stage", stage) for stage in STAGES]
    assert len(set(texts)) == len(STAGES)
    assert shown(capsys, "mod.py:f") == texts[-1]


def test_line_numbers(folder, capsys):
    (folder / "numbered.py").write_text(NUMBERED)
    plain = shown(capsys, "numbered.py:f", "--arg", "x=np.ones(2)")
    text = shown(capsys, "numbered.py:f", "--arg", "x=np.ones(2)", "--line-numbers")
    assert "# z = np.sin(y) * x" in plain
    assert "# 7: z = np.sin(y) * x" in text
    x = np.array([0.5, 2.0])
    np.testing.assert_array_equal(run(text, "f_grad", x), run(plain, "f_grad", x))
    assert main(["show", "numbered.py:f", "--line-numbers", "--standalone"]) == 2
    assert "--line-numbers" in capsys.readouterr().err


NUMBERED = """import numpy as np


def f(x):
    y = x
    for _ in range(3):
        z = np.sin(y) * x
        y = z * y
    return np.sum(y)
"""


def test_without_the_optimizer(folder, capsys):
    text = shown(capsys, "mod.py:f", "--no-optimize")
    assert text != shown(capsys, "mod.py:f")
    assert run(text, "f_grad", 2.0, 5.0) == pytest.approx(GRADIENT[0])


def test_example_arguments_in_containers(folder, capsys):
    arguments = ["--arg", "params=PARAMS", "--arg", "x=POINT"]
    text = shown(capsys, "mod.py:half_linear", *arguments)
    params = {"w": [np.ones((2, 3)), np.ones(3)], "bias": 2.0, "name": "linear"}
    gradient = run(text, "half_linear_grad", params, np.ones(3))
    np.testing.assert_array_equal(gradient["w"][0], [[0.0] * 3, [0.0, 0.0, 3.0]])
    assert (gradient["bias"], gradient["name"]) == (1.0, None)


def test_function_that_is_a_derivative_already(folder, capsys):
    assert run(shown(capsys, "mod.py:square"), "square_grad", 3.0) == 6.0


def test_derivative_of_a_derivative(folder, capsys):
    text = shown(capsys, "mod.py:square", "--wrt", "x", "--arg", "x=3.0")
    *_, name = re.findall(r"^def (\w+)", text, re.MULTILINE)
    assert run(text, name, 3.0) == 2.0


def test_output_file(folder, capsys):
    expected = shown(capsys, "mod.py:f")
    assert shown(capsys, "mod.py:f", "-o", "out.py") == ""
    assert (folder / "out.py").read_text(encoding="utf-8") == expected


def test_what_the_module_prints_goes_to_standard_error(folder, capsys):
    assert main(["show", "chatty.py:f"]) == 0
    out, err = capsys.readouterr()
    assert "hi" not in out and err == "hi\n"


def test_import_leaves_nothing_behind(folder, capsys):
    path, stand_in = list(sys.path), object()
    sys.modules["mod"] = stand_in
    try:
        shown(capsys, "mod.py:f")
        assert sys.modules["mod"] is stand_in
    finally:
        del sys.modules["mod"]
    shown(capsys, "mod.py:f")
    assert "mod" not in sys.modules
    assert sys.path == path


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.mark.parametrize(
    ("stream", "no_color", "coloured"),
    [(Terminal, "", True), (Terminal, "1", False), (io.StringIO, "", False)],
)
def test_colour(folder, monkeypatch, stream, no_color, coloured):
    pytest.importorskip("pygments")
    monkeypatch.setenv("NO_COLOR", no_color)
    monkeypatch.setattr(sys, "stdout", stream())
    assert main(["show", "mod.py:f"]) == 0
    assert ("\x1b[" in sys.stdout.getvalue()) is coloured


ONE_LINE = {
    "missing.py:f": "missing.py: no such file",
    "missing:f": "missing: cannot be imported: ModuleNotFoundError",
    "mod.py": "mod.py: write path/mod.py:function",
    "mod.py:": "mod.py:: write path/mod.py:function",
    "mod.py:weigted": "mod.py: no function 'weigted'; did you mean 'weighted'?",
    "mod.py:Model.train": "mod.py: no function 'Model.train'",
    "mod.py:POINT": "mod.py: 'POINT' is not a function (ndarray)",
    "broken.py:f": "broken.py:2:6: SyntaxError: '(' was never closed",
    "raising.py:f": "raising.py:5: cannot be imported: TypeError: f() takes 1 pos",
    "leaving.py:f": "leaving.py:2: cannot be imported: SystemExit: 3",
    "mod.py:f --wrt x3": "x3",
    "mod.py:f --wrt 2": "2",
    "mod.py:f --arg x1": "--arg x1: write NAME=EXPRESSION",
    "mod.py:f --arg x1=": "--arg x1=: write NAME=EXPRESSION",
    "mod.py:f --arg x3=1.0": "--arg x3=1.0: no parameter 'x3'; there are: x1, x2",
    "mod.py:f --arg x1=1.0+": "--arg x1=1.0+: SyntaxError: invalid syntax",
    "mod.py:f --arg x1=nowhere": "--arg x1=nowhere: NameError: name 'nowhere'",
    "mod.py:f --value --mode forward": "--value: only with --mode reverse",
    "mod.py:f -o missing/out.py": "-o missing/out.py: No such file",
    "mod.py:f --standalone --stage core": "--standalone: only the stage final",
}


@pytest.mark.parametrize(("arguments", "message"), ONE_LINE.items(), ids=ONE_LINE)
def test_one_clear_line(folder, capsys, arguments, message):
    assert main(["show", *arguments.split()]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert message in err
    assert err.count("\n") == 1


def test_what_cannot_be_differentiated(folder, capsys):
    assert main(["show", "mod.py:evaluated"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    place, line, caret, *_ = err.splitlines()
    assert re.search(r"mod\.py:\d+:\d+: ", place)
    assert line == '    y = eval("x * x")'
    assert caret == ' ' * 8 + '^' * len('eval("x * x")')


def test_standalone(folder, capsys):
    arguments = ["--arg", "x=POINT", "--arg", "w=1.0"]
    text = shown(capsys, "mod.py:weighted", *arguments, "--standalone")
    names: dict = {}
    exec(text, names)
    point = np.array([1.0, 2.0, 3.0])
    np.testing.assert_array_equal(names["weighted_grad"](point, 1.0), 2.0 * point)


def test_standalone_brings_data_along(folder, capsys):
    (folder / "data.py").write_text("K = 3.0\ndef f(x):\n    return K * x * x\n")
    text = shown(capsys, "data.py:f", "--standalone", "--arg", "x=1.0")
    names: dict = {}
    exec(text, names)
    assert names["K"] == 3.0 and names["f_grad"](2.0) == 12.0


def checked(capsys, *argv: str) -> tuple[int, str]:
    """Run `check`; its exit status and what it printed."""
    status = main(["check", *argv])
    out, err = capsys.readouterr()
    assert err == ""
    return status, out


AGREEING = [
    "mod.py:f --arg x1=2.0 --arg x2=5.0",
    "mod.py:f --arg x1=2.0 --arg x2=5.0 --wrt x2 --mode forward",
    "mod.py:f --arg x1=2.0 --arg x2=5.0 --wrt 0,x2 --order 2",
    "mod.py:weighted --arg x=POINT --arg w=POINT[0]",
    "mod.py:weighted --arg x=np.ones(500) --arg w=2.0 --mode reverse",
    "mod.py:square --arg x=3.0",
    "mod.py:square --arg x=3.0 --wrt x",
    "mod.py:Model.loss --arg x=3.0",
    "mod.py:mistaken --arg x=3.0 --arg y=1.0 --wrt y",
    "mod.py:mistaken --arg x=3.0 --wrt y",
    "mod.py:raised --arg x=3.0",
    "shown_package.inner:f --arg x=3.0",
    "mod.py:linear --arg params=PARAMS --arg x=POINT",
    "mod.py:linear --arg params=PARAMS --arg x=POINT --wrt params --order 2",
    "mod.py:half_linear --arg params=PARAMS|{'w':[np.eye(3)]} --arg x=POINT --wrt x",
]


@pytest.mark.parametrize("arguments", AGREEING)
def test_check_agrees(folder, capsys, arguments):
    status, out = checked(capsys, *arguments.split())
    first, worst, _ = out.splitlines()
    assert status == 0
    assert first == f"{arguments.split()[0]} agrees with central differences"
    assert worst.startswith("worst: the ") and "(error " in worst


@pytest.mark.parametrize("mode", ["reverse", "forward", "both"])
@pytest.mark.parametrize(("x", "place"), [
    ("3.0", " x is "), ("POINT", " x["), ("np.arange(1.0,301.0)", " x["),
])  # fmt: skip
def test_check_disagrees(folder, capsys, mode, x, place):
    arguments = ["--arg", f"x={x}", "--mode", mode]
    status, out = checked(capsys, "mod.py:mistaken", *arguments)
    first, worst, *_ = out.splitlines()
    assert status == 1
    assert first == "mod.py:mistaken disagrees with central differences"
    assert f"with respect to{place}" in worst
    if mode == "forward":
        got, wanted = map(float, re.findall(r"(?:is|give) ([\d.]+)", worst))
        assert wanted == pytest.approx(2.0 * got, rel=1e-6)


@pytest.mark.parametrize("mode", ["reverse", "forward", "both"])
@pytest.mark.parametrize("w", ["np.ones((2,3))", "np.ones((2,300))"])
def test_check_names_the_place_in_a_container(folder, capsys, mode, w):
    arguments = ["--arg", f"params=PARAMS|{{'w':[{w}]}}", "--arg", "x=POINT"]
    status, out = checked(capsys, "mod.py:half_linear", *arguments, "--mode", mode)
    assert status == 1
    assert "with respect to params['w'][0][1, 2] is 6.0, " in out
    assert "give 12.0" in out or "give 11.99" in out


def test_check_says_what_check_grad_says(folder, capsys):
    text = """\
import numpy as np
import tangentlite as tl

@tl.custom_jvp
def bump(x):
    return x * x

@bump.defjvp
def bump_jvp(primals, tangents):
    return bump(*primals), 3.0 * primals[0] * tangents[0]

def model(x):
    return np.sum(bump(x))
"""
    (folder / "bumps.py").write_text(text)
    status, out = checked(capsys, "bumps.py:model", "--arg", "x=np.ones(2)")
    assert status == 1 and out.splitlines()[2:-1] == [
        "A complex step agrees with the differences: the derivative is wrong.",
        "The function is model at bumps.py:12; rules of your own: bump at bumps.py:13.",
    ]
    assert "The function" not in checked(capsys, "mod.py:square", "--arg", "x=3.0")[1]


def test_check_has_a_second_order(folder, capsys):
    arguments = ["mod.py:mistaken_once", "--arg", "x=3.0"]
    once = "def mistaken_once(x):\n    return tl.grad(mistaken)(x)\n"
    (folder / "mod.py").write_text(MODULE + "\n\n" + once)
    assert checked(capsys, *arguments)[0] == 1
    arguments[0] = "mod.py:square"
    assert checked(capsys, *arguments, "--order", "2")[0] == 0


NO_ANSWER = {
    "missing.py:f": "missing.py: no such file",
    "mod.py:weigted": "mod.py: no function 'weigted'; did you mean 'weighted'?",
    "mod.py:POINT": "mod.py: 'POINT' is not a function (ndarray)",
    "mod.py:f --arg x1=1.0": "mod.py:f: parameter 'x2' needs --arg x2=...",
    "mod.py:f --arg x1=1.0 --arg x2=2.0 --wrt x3": "x3",
    "mod.py:f --arg x1=1.0 --arg x3=2.0": "--arg x3=2.0: no parameter 'x3'",
    "mod.py:count --arg n=3": "no argument is a floating number or array",
    "mod.py:weighted --arg x=POINT[:0] --arg w=1 --wrt x": "there is no number",
    "mod.py:raised --arg x=1.0 --arg power=3": "keyword-only parameters keep",
    "mod.py:product --arg x=POINT": ": cannot be evaluated: ValueError: matmul",
}


@pytest.mark.parametrize(("arguments", "message"), NO_ANSWER.items(), ids=NO_ANSWER)
def test_check_without_an_answer(folder, capsys, arguments, message):
    assert main(["check", *arguments.split()]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert message in err
    assert err.count("\n") == 1


def test_check_says_where_the_function_raised(folder, capsys):
    assert main(["check", "mod.py:product", "--arg", "x=POINT"]) == 2
    line = 1 + MODULE.splitlines().index("    return np.sum(x @ np.ones(4))")
    assert capsys.readouterr().err.startswith(f"mod.py:{line}: cannot be evaluated")


def test_check_of_what_cannot_be_differentiated(folder, capsys):
    assert main(["check", "mod.py:evaluated", "--arg", "x=1.0"]) == 2
    out, err = capsys.readouterr()
    assert out == "" and "eval is not supported" in err


@pytest.mark.parametrize(
    "argv", [["show"], ["hide"], ["show", "mod.py:f", "--mode", "sideways"],
             ["check"], ["check", "mod.py:f", "--order", "3"]]
)
def test_usage(capsys, argv):
    with pytest.raises(SystemExit) as stopped:
        main(argv)
    assert stopped.value.code == 2
    assert capsys.readouterr().err.startswith("usage: tangentlite")


def python_m(*argv: str) -> subprocess.CompletedProcess:
    command = [sys.executable, "-m", "tangentlite", *argv]
    return subprocess.run(command, capture_output=True, text=True)


def test_as_a_process(folder, capsys):
    done = python_m("show", "mod.py:f")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == shown(capsys, "mod.py:f")


@pytest.mark.parametrize(
    "target", ["missing.py:f", "broken.py:f", "mod.py:evaluated"]
)
def test_as_a_process_without_an_answer(folder, target):
    done = python_m("show", target)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr and "Traceback" not in done.stderr


@pytest.mark.parametrize(("x", "status"), [("POINT", 1), ("0.0", 0), ("nowhere", 2)])
def test_check_as_a_process(folder, x, status):
    done = python_m("check", "mod.py:mistaken", "--arg", f"x={x}", "--wrt", "x")
    assert done.returncode == status
    assert "Traceback" not in done.stderr


def test_installation_holds_every_package():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    scripts = {"tangentlite": "tangentlite.command.cli:main"}
    assert project["project"]["scripts"] == scripts
    own = {path.parent for path in (ROOT / "tangentlite").rglob("*.py")}
    rules = {path.parent for path in (ROOT / "templates").rglob("*.py")}
    found = {".".join(folder.relative_to(ROOT).parts) for folder in own}
    found |= {
        ".".join(("tangentlite", *folder.relative_to(ROOT).parts)) for folder in rules
    }
    assert sorted(project["tool"]["setuptools"]["packages"]) == sorted(found)
