"""The examples run and print the numbers that they promise, as do errors on pages."""

import os
import re
import subprocess
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

import tangentlite as tl
from tests.support.pages import DOCS, ROOT, regions

ERRORS = DOCS / "reference" / "errors.md"
ELSEWHERE = DOCS / "howto" / "migrating" / "elsewhere.md"


def run_script(name: str, *arguments: str, folder: Path) -> str:
    """Run an example in the folder as a script and return what it prints."""
    command = [sys.executable, str(ROOT / "examples" / name), *arguments]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture
def run_example(capsys) -> Callable[..., str]:
    """Run an example in this process, which imports the libraries once for all."""

    def run(name: str, *arguments: str) -> str:
        assert not import_module(f"examples.{name}").main(arguments)
        return capsys.readouterr().out

    return run


@pytest.mark.parametrize("path", sorted((ROOT / "examples").glob("*.py")))
def test_examples_are_scripts_that_need_no_other(path):
    text = path.read_text()
    assert "\nif __name__ == \"__main__\":\n" in text
    assert not re.search(r"^ *(from|import) examples", text, re.MULTILINE)


def is_picture(file: Path) -> bool:
    """Whether the file is a PNG that is large enough to show something."""
    content = file.read_bytes()
    return content.startswith(b"\x89PNG") and len(content) > 10_000


@pytest.fixture(scope="module")
def textbook(tmp_path_factory) -> tuple[str, Path]:
    """What the textbook example prints and the folder it writes into."""
    folder = tmp_path_factory.mktemp("textbook")
    return run_script("textbook.py", "--out", str(folder), folder=folder), folder


def traced_values(section: str) -> dict[str, float]:
    """The last value of each name in a printed trace."""
    rows = re.findall(r"^ +(\w+) += .* = (\S+)$", section, re.MULTILINE)
    return {name: float(value) for name, value in rows}


def test_textbook_traces(textbook):
    text, _ = textbook
    forward, reverse = text.split("reverse trace")
    reverse = reverse.split("gradient:")[0]
    # log 2, 2 * 5, sin 5, the sum, the result
    expected = [0.693147, 10.0, -0.958924, 10.6931, 11.6521]
    values = list(traced_values(forward).values())
    for value in expected:
        assert np.isclose(values, value, rtol=1e-5).any(), value
    bars = traced_values(reverse)
    # the partial sums of an adjoint are numbered; the last is the derivative
    x1_bars = [value for name, value in bars.items() if name.startswith("x1_bar")]
    x2_bars = [value for name, value in bars.items() if name.startswith("x2_bar")]
    assert x1_bars[-1] == pytest.approx(5.5)
    assert x2_bars[-1] == pytest.approx(1.71634, rel=1e-5)
    assert "df/dx1 = 5.5, df/dx2 = 1.716\n" in text


def test_textbook_elementwise(textbook):
    text, _ = textbook
    section = text.split("d/dx sin(exp(x^2))")[1].split("]")[0].split("[")[1]
    expected = [0.0, 0.25811137, 0.36319491, -0.48233501, -4.95669947]
    np.testing.assert_allclose(np.fromstring(section, sep=" "), expected, atol=1.1e-8)


def test_textbook_product(textbook):
    assert "d/da = 12, d/db = 5\n" in textbook[0]


def test_textbook_has_no_expression_swell(textbook):
    rows = re.findall(
        r"^ +(\d) +(\d+) +(\d+) +(\S+), (\S+)$", textbook[0], re.MULTILINE
    )
    assert [int(row[0]) for row in rows] == [1, 2, 3, 4, 5, 6]
    ours, symbolic = ([int(row[i]) for row in rows] for i in (1, 2))
    assert len(set(ours)) == 1
    assert symbolic == sorted(symbolic) and symbolic[-1] > 2 * ours[-1]
    for row in rows:
        assert float(row[3]) == pytest.approx(float(row[4]), rel=1e-10)


def test_textbook_difference_errors(textbook):
    text, folder = textbook
    least = [float(error) for error in re.findall(r"least error (\S+),", text)]
    (ours,) = re.findall(r"our derivative: error (\S+)", text)
    assert len(least) == 2
    assert float(ours) < 1e-13 < min(least)
    assert is_picture(folder / "difference_errors.png")


def test_train_mlp(run_example, tmp_path):
    text = run_example("train_mlp", "--data", str(tmp_path))
    (found,) = re.findall(r"accuracy: tangentlite (\S+), MLPClassifier (\S+)", text)
    ours, theirs = map(float, found)
    assert ours > 0.93
    assert abs(ours - theirs) <= 0.0201  # printed to three digits
    first_line = (tmp_path / "breast_cancer.svmlight").read_text().splitlines()[0]
    assert re.match(r"[01] 1:[\d.]+ 2:", first_line)


def test_nested_parameters(run_example):
    text = run_example("nested_parameters")
    ((before, after),) = re.findall(r"loss (\S+) at the start, (\S+) fitted", text)
    assert float(after) < 1e-3 < 0.1 < float(before)
    assert len(re.findall(r"layer \d: weights up to", text)) == 3


def test_ode_fit(run_example, tmp_path):
    text = run_example("ode_fit", "--out", str(tmp_path))
    heads, *rows = text.split("\n\n")[0].splitlines()
    assert heads.split() == ["truth", "start", "least_squares", "minimize"]
    *parameters, costs = ([float(word) for word in row.split()[1:]] for row in rows)
    assert len(parameters) == 6
    for truth, _, *fits in parameters:
        np.testing.assert_allclose(fits, truth, rtol=0.1)
        np.testing.assert_allclose(*fits, rtol=1e-3)
    # the data are noisy, so that the truth is not what fits them best
    assert costs[2] < costs[0] < costs[1] / 100
    assert costs[3] == pytest.approx(costs[2], rel=1e-4)
    # a derivative that is wrong makes an optimiser search for long or give up
    evaluations = [int(n) for n in re.findall(r": (\d+) evaluations", text)]
    assert len(evaluations) == 2 and max(evaluations) < 50
    assert is_picture(tmp_path / "ode_fit.png")


def test_digits(run_example, tmp_path):
    text = run_example("digits", "--out", str(tmp_path))
    (accuracy,) = re.findall(r"^accuracy: (\S+)$", text, re.MULTILINE)
    assert float(accuracy) >= 0.96
    assert is_picture(tmp_path / "digits.png")


@pytest.mark.parametrize("size", [20, pytest.param(40, marks=pytest.mark.slow)])
def test_heat_inverse(size, run_example, tmp_path):
    options = ("--out", str(tmp_path), "--size", str(size))
    text = run_example("heat_inverse", *options)
    errors = {
        name: (float(start), float(result))
        for name, start, result in re.findall(
            r"^(conductivity|field) +(\S+) +(\S+)$", text, re.MULTILINE
        )
    }
    assert errors["conductivity"][1] < 0.05 < errors["conductivity"][0]
    assert errors["field"][1] < 0.2 < errors["field"][0]
    # a gradient that is wrong makes L-BFGS give up, or not find where to stop
    ((iterations, evaluations),) = re.findall(r"(\d+) iterations, (\d+) eval", text)
    assert int(iterations) < 200 and int(evaluations) < 1.5 * int(iterations)
    assert "CONVERGENCE" in text
    # the adjoint of the step in place writes in place
    assert "def simulate_vjp(" in text and "    u_bar[2:, 1:-1] += " in text
    assert is_picture(tmp_path / "heat_fields.png")
    assert is_picture(tmp_path / "heat_convergence.png")


@pytest.fixture
def heat_inverse() -> ModuleType:
    return import_module("examples.heat_inverse")


def test_heat_inverse_gradient(heat_inverse):
    n, rng = heat_inverse.SENSORS, np.random.default_rng(0)
    sensors, every = heat_inverse.sensor_grid(n), heat_inverse.steps_between_readings(n)
    shapes = heat_inverse.warm_shapes(n)
    observed = heat_inverse.simulate(shapes, heat_inverse.CONDUCTIVITY, sensors, every)
    cost = heat_inverse.objective(observed, n, sensors, every)
    parameters, direction = rng.normal(scale=0.3, size=(2, n * n + 1))
    before = parameters.copy()

    value, gradient = tl.value_and_grad(cost)(parameters)
    step = 1e-5 * direction
    difference = (cost(parameters + step) - cost(parameters - step)) / 2e-5
    assert value == cost(parameters)
    assert gradient @ direction == pytest.approx(difference, rel=1e-6)
    np.testing.assert_array_equal(parameters, before)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--size", "many"], "argument --size: 'many' is not a whole number"),
        (["--size", "10"], "argument --size: '10' is not a whole number from 11 on"),
        (["--iterations", "0"], "argument --iterations: '0' is not a whole number"),
        (["--out", "taken"], "argument --out: "),
        (["--sise", "20"], "unrecognized arguments: --sise 20"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_heat_inverse_refuses(
    options, message, heat_inverse, tmp_path, monkeypatch, capsys
):
    (tmp_path / "taken").write_text("a file, not a folder")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as caught:
        heat_inverse.main(options)
    printed, error = capsys.readouterr()
    assert caught.value.code == 2 and not printed
    assert message in error and "Traceback" not in error


@pytest.mark.parametrize("months", [1, pytest.param(12, marks=pytest.mark.slow)])
def test_soil_year(months, run_example, tmp_path):
    pytest.importorskip("numba")
    text = run_example("soil_year", "--out", str(tmp_path), "--months", str(months))
    assert text.startswith(f"{83_950 * months} steps, {2_920 * months} readings")
    found = re.findall(r"^\S.*  (\d+\.\d{3}) +(\S+) +(\S+) +(\S+)$", text, re.MULTILINE)
    assert len(found) == 4 + months
    for truth, start, result, error in (map(float, row) for row in found):
        assert result == pytest.approx(truth, rel=0.03)
        assert error < 0.03 < abs(start / truth - 1.0)
    (gradients,) = re.findall(r"(\d+) gradients, CONVERGENCE", text)
    assert int(gradients) < 60
    # 30 times as fast, if nothing else keeps the machine busy
    times = dict(re.findall(r"^  (\S.*\S) +(\d+\.\d\d)\b", text, re.MULTILINE))
    assert float(times["this one, compiled"]) < 0.2 * float(times["the same, NumPy"])
    assert is_picture(tmp_path / "soil_year.png")


@pytest.mark.parametrize("number", ["0", "13", "many"])
def test_soil_year_refuses(number, capsys):
    pytest.importorskip("numba")
    with pytest.raises(SystemExit) as caught:
        import_module("examples.soil_year").main(["--months", number])
    assert caught.value.code == 2
    assert f"'{number}' is not a number from 1 to 12" in capsys.readouterr().err


def test_layers_train(run_example):
    text = run_example("layers", "--epochs", "2")
    assert float(re.search(r"test accuracy: (\S+)", text)[1]) > 0.85


def test_logistic_by_rows(run_example, tmp_path):
    pytest.importorskip("dask")
    pytest.importorskip("distributed")
    options = ("--rows", "60000", "--partition", "7000", "--out", str(tmp_path))
    text = run_example("logistic_by_rows", *options)
    assert text.startswith("60000 rows in 9 partitions; all of them would take 3 MB")
    off = re.findall(r"^ +-?\d\.\d{3} +-?\d\.\d{5} +(-?\d+\.\d\d)$", text, re.MULTILINE)
    assert len(off) == 6 and max(abs(float(one)) for one in off) < 4.0
    (evaluations,) = re.findall(r"(\d+) evaluations", text)
    assert int(evaluations) < 25
    assert is_picture(tmp_path / "logistic_by_rows.png")


def test_char_rnn_learns(run_example):
    text = run_example("char_rnn", "--steps", "8")
    first, last = re.search(r"loss: (\S+) at first, (\S+) at last", text).groups()
    assert float(last) < float(first) < 4.5


MODEL = """\
import numpy as np


def padded(x):
    y = x.copy()
    y.resize(8)
    return y


def loss(w, x):
    return np.sum(padded(x @ w) ** 2)
"""
FIT = """\
import numpy as np
import tangentlite as tl
from model import loss

w = np.ones(3)
x = np.ones((4, 3))

gradient = tl.grad(loss)(w, x)
"""


def test_the_page_shows_an_error(tmp_path):
    for name, text in (("model.py", MODEL), ("fit.py", FIT)):
        (tmp_path / name).write_text(text, encoding="utf-8")
    run = subprocess.run(
        [sys.executable, "fit.py"], cwd=tmp_path, capture_output=True, text=True
    )
    printed = run.stderr.replace(f"{tmp_path}{os.sep}", "")
    ((shown,),) = regions(ERRORS.read_text(encoding="utf-8"), "error")
    # Which carets stand below the lines of a traceback depends on Python's version.
    assert without_carets(printed) == without_carets(shown)
    carets = [line for line in printed.splitlines() if not line.strip(" ^")]
    assert "    ^^^^^^^^^^^" in carets


def without_carets(text):
    return [line for line in text.splitlines() if line.strip(" ^~")]


def squares(x, k=1.0):
    return k * np.sum(x * x)


def square(x):
    return x * x


def pair(x):
    return np.sum(x * x), x[0]


X, V = np.array([0.5, 1.0, 2.0]), np.array([1.0, -1.0, 3.0])

# What the code of the migration table gives, a function of it called with X.
MIGRATED = {
    "tl.grad(f, wrt=1)": 5.25,
    "tl.grad(f, wrt=(0, 1))": (2.0 * X, 5.25),
    'tl.grad(f, wrt="x")': 2.0 * X,
    "tl.value_and_grad(f)": (5.25, 2.0 * X),
    "tl.grad(p, has_aux=True)": (2.0 * X, 0.5),
    "tl.jacobian(h)": np.diag(2.0 * X),
    "tl.hessian(f)": 2.0 * np.eye(3),
    "tl.hvp(f, x, v)": 2.0 * V,
    "tl.elementwise_grad(h)": 2.0 * X,
    "tl.vjp(h, x)[1](v)": (2.0 * X * V,),
    "tl.jvp(h, (x,), (v,))": (X * X, 2.0 * X * V),
    "tl.autodiff(h)(x, init_grad=v)": 2.0 * X * V,
    'tl.autodiff(h, mode="forward")(x, v)': 2.0 * X * V,
    "tl.stop_gradient(x)": X,
}


@pytest.mark.parametrize(("code", "expected"), MIGRATED.items(), ids=MIGRATED)
def test_the_page_tells_what_to_write_instead(code, expected):
    assert f"`{code}`" in ELSEWHERE.read_text(encoding="utf-8")
    names = {"tl": tl, "f": squares, "h": square, "p": pair, "x": X, "v": V}
    value = eval(code, names)
    value = value(X) if callable(value) else value
    value, expected = (v if isinstance(v, tuple) else (v,) for v in (value, expected))
    for one, other in zip(value, expected, strict=True):
        np.testing.assert_allclose(one, other)
