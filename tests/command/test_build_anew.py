"""`build` where what it wrote before, or what it was told, is in the way."""

import runpy

import numpy as np
import pytest

from tangentlite.command.cli import main
from tests.command.growing import MODEL, PROJECT, SHIPPED, built, change, forget

STAR = """

def total(*xs):
    return np.sum(xs[0] * xs[1])
"""

BROKEN = {
    "another name": lambda text: text.replace("growth_grad", "growth_value_and_grad"),
    "a merge": lambda text: f"<<<<<<< HEAD\n{text}=======\n{text}>>>>>>> other\n",
    "nothing": lambda text: "",
}


@pytest.mark.parametrize("name", BROKEN)
def test_an_old_module_that_cannot_be_imported_is_built_again(project, capsys, name):
    built(capsys)
    (project / "grown/__init__.py").write_text("from .growth_grad import growth_grad\n")
    good = (project / SHIPPED).read_text()
    (project / SHIPPED).write_text(BROKEN[name](good))
    assert built(capsys, "--check")[0] == 1
    assert built(capsys)[0] == 0
    assert (project / SHIPPED).read_text() == good
    assert built(capsys, "--check")[0] == 0


def test_what_is_wrong_besides_is_still_said(project, capsys):
    built(capsys)
    (project / "grown/__init__.py").write_text(
        "from .growth_grad import nothing\n1/0\n"
    )
    status, _, err = built(capsys)
    assert status == 2 and "cannot import name 'nothing'" in err


@pytest.mark.parametrize("command", ["show", "check", "explain"])
def test_other_commands_before_the_first_build(project, capsys, command):
    (project / "grown/__init__.py").write_text("from .growth_grad import growth_grad\n")
    for target in ("grown.model:growth", "grown/model.py:growth"):
        forget()
        examples = ["--arg", "x=np.ones(3)", "--arg", "n=2"]
        assert main([command, target, *examples]) == 0
        assert capsys.readouterr().err == ""


def test_one_of_many_that_fails(project, capsys):
    other = PROJECT.replace("model:growth", "model:opened").replace("n = ", "m = ")
    other = other.replace("growth_grad", "opened_grad").partition("\n\n")[2]
    (project / "pyproject.toml").write_text(f"{PROJECT}\n{other}")
    status, out, err = built(capsys)
    assert status == 2 and out == f"{SHIPPED}: written, with growth_grad\n"
    assert err.startswith("grown/opened_grad.py is not built, of grown.model:opened:\n")


def test_folders_are_made(project, capsys):
    change(project / "pyproject.toml", "grown/growth_grad", "grown/new/one/growth_grad")
    assert built(capsys)[0] == 0
    assert built(capsys, "--check")[0] == 0


def test_a_function_of_any_number_of_arguments(project, capsys):
    (project / "grown/model.py").write_text(MODEL + STAR)
    target = ["grown.model:total", "--arg", "xs=(np.ones(3), np.ones(3))"]
    assert built(capsys, *target, "-o", "out.py")[0] == 0
    x, y = np.array([1.0, 2.0]), np.array([3.0, 5.0])
    assert runpy.run_path("out.py")["total_grad"](x, y).tolist() == y.tolist()
    assert built(capsys, *target, "--wrt", "0,1", "-o", "out.py")[0] == 0
    first, second = runpy.run_path("out.py")["total_grad"](x, y)
    assert (first.tolist(), second.tolist()) == (y.tolist(), x.tolist())
    assert built(capsys, "--check", "out.py")[0] == 0
    assert main(["check", *target]) == 0
    capsys.readouterr()
    status, _, err = built(capsys, "grown.model:total", "-o", "out.py")
    assert status == 2 and "*xs needs --arg 'xs=(..., ...)'" in err


def test_a_default_and_a_captured_number_are_named(project, capsys):
    change(project / "grown/parts.py", "scaled(x):", "scaled(x, rate=0.5):")
    change(project / "grown/parts.py", "0.5 * np", "rate * np")
    built(capsys)
    change(project / "grown/parts.py", "rate=0.5", "rate=0.25")
    status, out, _ = built(capsys, "--check")
    assert status == 1
    assert "Changed since it was built: grown.parts.scaled, the default of rate " in out


SAID = {
    "a kind": ("np.ones(3)", "np.ones(3, 'f')", "x: float64[:] is now x: float32[:]"),
    "an argument": ('"2"', '"4"', "n=2 is now n=4"),
    "the mode": ("args =", "mode = 'forward'\nargs =", "nothing is now --mode forward"),
}


@pytest.mark.parametrize("name", SAID)
def test_what_else_has_changed_is_said(project, capsys, name):
    built(capsys)
    old, new, said = SAID[name]
    change(project / "pyproject.toml", old, new)
    status, out, _ = built(capsys, "--check")
    assert status == 1 and said in out and "No source" not in out
    assert "Run `tangentlite build`, and commit what it writes.\n" in out


def test_notes_quote_whole_statements(project, capsys):
    change(
        project / "grown/model.py", "np.sum(np.log(x))", "np.sum(\n        np.log(x))"
    )
    built(capsys)
    gradient = runpy.run_path(SHIPPED)["growth_grad"]
    with np.errstate(all="raise"), pytest.raises(FloatingPointError) as caught:
        gradient(np.zeros(3), 2)
    (note,) = caught.value.__notes__
    assert "    return np.sum(\n        np.log(x)) * parts.RATE" in note


CONVERTED = {
    "integers": (np.array([1, 2, 3]), 2, r"give np.asarray\(x, float\)"),
    "a list": ([1.0, 2.0], 2, r"x must be float64\[:\], not list: give np.asarray"),
    "float32": (np.ones(3, np.float32), 2, r"give np.asarray\(x, float\)"),
    "an integer of NumPy": (np.ones(3), np.int64(2), r"n must be int, .*give int\(n\)"),
    "a fraction": (
        np.ones(3),
        2.0,
        "n must be int, not float: this function",
    ),
    "another rank": (np.ones((3, 2)), 2, "built for that kind alone, by the command"),
    "complex numbers": (np.ones(3) + 1j, 2, "built for that kind alone"),
    "nothing": (None, 2, r"x must be float64\[:\], not NoneType: this function"),
    "text": ("a", 2, r"x must be float64\[:\], not str: this function"),
    "ragged lists": ([[1.0], [2.0, 3.0]], 2, "not list: this function"),
}


@pytest.mark.parametrize("name", CONVERTED)
def test_a_shipped_module_says_how_to_convert(project, capsys, name):
    built(capsys)
    x, n, said = CONVERTED[name]
    with pytest.raises(TypeError, match=said):
        runpy.run_path(SHIPPED)["growth_grad"](x, n)


ROD = """

from dataclasses import dataclass


@dataclass
class Rod:
    u: float
    k: float


def energy(x, rod):
    return np.sum(x**2) * rod.k * rod.u
"""


@pytest.mark.parametrize("given", [None, {"u": 1.0, "k": 2.0}])
def test_another_thing_for_an_object(project, capsys, given):
    (project / "grown/model.py").write_text(MODEL + ROD)
    examples = ["--arg", "x=np.ones(3)", "--arg", "rod=Rod(1.0, 2.0)"]
    assert built(capsys, "grown.model:energy", *examples, "-o", "out.py")[0] == 0
    with pytest.raises((TypeError, ValueError), match="rod must"):
        runpy.run_path("out.py")["energy_grad"](np.ones(3), given)


def test_results_that_are_arrays_are_for_other_modes(project, capsys):
    status, _, err = built(
        capsys, "grown.model:unused", "--arg", "x=np.ones(3)", "-o", "o.py"
    )
    assert status == 2 and "--mode vjp or --mode forward" in err


def test_check_says_what_was_compared(project, capsys):
    target = ["grown.model:growth", "--arg", "x=np.ones(3)", "--arg", "n=2"]
    assert main(["check", *target, "--mode", "forward"]) == 0
    assert "compared: by x, in forward mode; not by n\n" in capsys.readouterr().out


def test_the_rule_of_a_class(project, capsys):
    (project / "grown/model.py").write_text(MODEL + ROD)
    assert main(["rules", "grown.model:Rod"]) == 0
    out = capsys.readouterr().out
    assert "is a class, which has no rule and needs none" in out and "u: float" in out
