"""`build`: what it writes, what it checks, and what a shipped module does alone."""

import importlib
import re
import runpy
import shlex
import shutil
import sys
from pathlib import Path

import numpy as np
import pytest

from tangentlite.command.cli import main
from tangentlite.command.user_modules import first_on_path
from tests.command.growing import MODEL, SHIPPED, built, change, forget

WRITTEN = f"{SHIPPED}: written, with growth_grad\n"
DOCS = Path(__file__).parents[2] / "docs"

def central(function, x, *rest):
    steps = 1e-6 * np.eye(x.size)
    return np.array(
        [(function(x + s, *rest) - function(x - s, *rest)) / 2e-6 for s in steps]
    )


def growth(x, n):
    for _ in range(n):
        x = 0.5 * np.sin(x) + 0.1 * x**2
    return np.sum(np.log(x)) * 2.0


def test_builds_what_the_project_lists(project, capsys):
    assert built(capsys) == (0, WRITTEN, "")
    assert built(capsys) == (0, f"{SHIPPED}: unchanged\n", "")
    assert built(capsys, "--check") == (0, f"{SHIPPED}: up to date\n", "")
    text = (project / SHIPPED).read_text()
    assert "import tangentlite" not in text and "from tangentlite" not in text
    assert str(project) not in text
    gradient = runpy.run_path(SHIPPED)["growth_grad"]
    x = np.array([0.5, 1.0, 2.0])
    np.testing.assert_allclose(gradient(x, 3), central(growth, x, 3), rtol=1e-6)


def test_header(project, capsys):
    built(capsys)
    text = (project / SHIPPED).read_text()
    command = re.search("^# command: (.*)$", text, re.MULTILINE)[1]
    assert command == (
        "tangentlite build grown.model:growth --arg 'x=np.ones(3)' --arg n=2 "
        "-o grown/growth_grad.py"
    )
    assert "# kinds: x: float64[:], n: int\n" in text
    names = re.findall(r"^#     (grown\S+) [0-9a-f]{12}$", text, re.MULTILINE)
    assert names == [
        "grown.model.POWER",
        "grown.model.growth",
        "grown.model.scaled",
        "grown.parts.RATE",
        "grown.parts.scaled",
    ]


def test_the_digest_is_the_same_on_every_machine(project, capsys):
    """This one was computed by Python 3.11, 3.12 and 3.13, in folders of their own."""
    built(capsys)
    text = (project / SHIPPED).read_text()
    found = re.findall(r"^#     (grown\S+ [0-9a-f]{12})$", text, re.MULTILINE)
    assert found == DIGESTS


DIGESTS = [
    "grown.model.POWER 04e42a6ee7a9",
    "grown.model.growth 89ef64931812",
    "grown.model.scaled 57556181fe85",
    "grown.parts.RATE 7d3aa6f70b22",
    "grown.parts.scaled 368f94e29d4d",
]


def test_another_folder_agrees(project, capsys, monkeypatch):
    built(capsys)
    other = project.parent / "elsewhere" / "checkout"
    shutil.copytree(project, other)
    monkeypatch.chdir(other)
    assert built(capsys, "--check")[0] == 0


HARMLESS = {
    "a comment above": ("model.py", "POWER = 2", "# a remark\n\n\nPOWER = 2"),
    "a comment in it": ("parts.py", "# half of a sine\n", "# half of it\n    # two\n"),
    "a comment behind": ("parts.py", "np.sin(x)", "np.sin(x)  # smooth"),
    "a docstring": ("model.py", "Grow some steps.", "Grow some steps.\n\n    Or none."),
    "layout": (
        "parts.py", "return 0.5 * np.sin(x)", "return (\n        0.5\n * np.sin(x,)\n)"
    ),
    "layout of what is quoted": (
        "model.py", "x = scaled(x) +", "x = scaled(\n            x\n        ) +"
    ),
    "annotations": ("parts.py", "scaled(x):", "scaled(x: object) -> object:"),
    "an annotation": ("parts.py", "    return 0.5", "    y: float\n    return 0.5"),
    "another function": ("model.py", "return x\n", "return 2 * x\n"),
}


@pytest.mark.parametrize("name", HARMLESS)
def test_what_does_not_matter(project, capsys, name):
    built(capsys)
    file, old, new = HARMLESS[name]
    change(project / "grown" / file, old, new)
    assert built(capsys, "--check") == (0, f"{SHIPPED}: up to date\n", "")


def test_a_package_may_import_what_it_ships(project, capsys):
    """Also before it is built: the package's own module is imported on the way."""
    (project / "grown/use.py").write_text(
        "from .growth_grad import growth_grad\n\n\n"
        "def step(x, n):\n    return x - 0.1 * growth_grad(x, n)\n"
    )
    (project / "grown/__init__.py").write_text("from .use import step\n")
    code, said, complaint = built(capsys)
    assert (code, said, complaint) == (0, WRITTEN, "")
    assert "grown.growth_grad" not in sys.modules
    assert built(capsys, "--check")[0] == 0
    forget()
    with first_on_path(project):
        step = importlib.import_module("grown").step
    x = np.array([1.0, 2.0])
    gradient = runpy.run_path(SHIPPED)["growth_grad"]
    np.testing.assert_array_equal(step(x, 2), x - 0.1 * gradient(x, 2))


def test_what_is_not_built_yet_cannot_be_called(project, capsys):
    (project / "grown/__init__.py").write_text(
        "from .growth_grad import growth_grad\nSLOPE = growth_grad(1.0, 2)\n"
    )
    code, _, complaint = built(capsys)
    assert code == 2
    assert "grown.growth_grad.growth_grad is not built yet" in complaint
    assert complaint.startswith("grown/__init__.py:2: ")


CHANGES = {
    "the function": ("model.py", "0.1 * x", "0.2 * x", "grown.model.growth"),
    "what it calls": ("parts.py", "0.5 *", "0.25 *", "grown.parts.scaled"),
    "a constant": ("parts.py", "RATE = 2.0", "RATE = 3.0", "grown.parts.RATE"),
    "an exponent": ("model.py", "POWER = 2", "POWER = 3", "grown.model.POWER"),
}


@pytest.mark.parametrize("name", CHANGES)
def test_what_matters(project, capsys, name):
    built(capsys)
    before = (project / SHIPPED).read_text()
    file, old, new, changed = CHANGES[name]
    change(project / "grown" / file, old, new)
    status, out, err = built(capsys, "--check")
    assert (status, err) == (1, "")
    assert f"Changed since it was built: {changed}\n" in out
    assert f"--- {SHIPPED}\n+++ tangentlite build\n" in out
    assert (project / SHIPPED).read_text() == before
    built(capsys)
    assert built(capsys, "--check")[0] == 0


RULED = """

@tl.custom_vjp
def cube(x):
    return x**3


def kept(x):
    return x**3, x


def backward(x, g):
    return (3 * x**2 * g,)


cube.defvjp(kept, backward)


def cubes(x):
    return np.sum(cube(x))
"""


def test_a_rule_that_has_changed(project, capsys):
    path = project / "grown/model.py"
    path.write_text(
        MODEL.replace("import numpy", "import tangentlite as tl\nimport numpy") + RULED
    )
    target = ["grown.model:cubes", "--value", "--arg", "x=np.ones(3)"]
    assert built(capsys, *target, "-o", "cubes.py")[0] == 0
    value, gradient = runpy.run_path("cubes.py")["cubes_value_and_grad"](np.ones(3))
    assert value == 3.0
    np.testing.assert_array_equal(gradient, [3.0, 3.0, 3.0])
    assert built(capsys, "--check", "cubes.py")[0] == 0
    change(path, "3 * x**2 * g", "3.5 * x**2 * g")
    status, out, _ = built(capsys, "--check", "cubes.py")
    assert status == 1 and "Changed since it was built: grown.model.backward\n" in out


def test_compiled_modules_check_kinds(project, capsys):
    pytest.importorskip("numba")
    args = ["--arg", "x=np.ones(3)", "--arg", "y=np.ones(3)", "--mode", "forward"]
    target = ["grown.model:joined", *args, "--backend", "numba", "-o", "out.py"]
    assert built(capsys, *target)[0] == 0
    assert "@njit" in (project / "out.py").read_text()
    with pytest.raises(TypeError, match=r"x must be float64\[:\], not float64\[:, :\]"):
        runpy.run_path("out.py")["joined_jvp"](np.ones((3, 2)), np.ones(3), np.ones(3))


def test_a_module_that_was_changed_by_hand_or_is_missing(project, capsys):
    assert built(capsys, "--check")[:2] == (
        1,
        f"{SHIPPED} is missing: run `tangentlite build`, and commit it.\n",
    )
    built(capsys)
    change(project / SHIPPED, "x_bar = ", "x_bar = 2 * ")
    status, out, _ = built(capsys, "--check")
    assert status == 1 and "has changed, but the text: by hand" in out


def test_another_version_with_the_same_rules_is_up_to_date(project, capsys):
    built(capsys)
    text = (project / SHIPPED).read_text()
    version = re.match(r"# Written by tangentlite (\S+):", text)[1]
    change(project / SHIPPED, f"tangentlite {version}:", "tangentlite 0.0.1:")
    assert built(capsys, "--check")[0] == 0
    change(project / "grown/parts.py", "0.5 *", "0.25 *")
    assert f"by tangentlite 0.0.1, this is {version}" in built(capsys, "--check")[1]


def test_a_shipped_module_is_built_by_its_header(project, capsys, monkeypatch):
    target = ["grown/model.py:joined", "--mode", "forward", "--wrt", "x,y"]
    args = ["--arg", "x=np.ones(3)", "--arg", "y=np.ones(3)", "-o", "grown/jvp.py"]
    assert built(capsys, *target, *args)[0] == 0
    monkeypatch.chdir(project / "grown")
    assert built(capsys, "--check", "jvp.py") == (0, "grown/jvp.py: up to date\n", "")
    change(project / "grown/model.py", "np.sin(x * y)", "np.cos(x * y)")
    assert built(capsys, "--check", "jvp.py")[0] == 1


def test_arguments_of_other_kinds_are_refused(project, capsys):
    built(capsys)
    gradient = runpy.run_path(SHIPPED)["growth_grad"]
    with pytest.raises(TypeError, match=r"x must be float64\[:\], not float32\[:\]"):
        gradient(np.ones(3, np.float32), 2)
    with pytest.raises(TypeError, match=r"x must be float64\[:\], not float64\[:, :\]"):
        gradient(np.ones((3, 2)), 2)
    with pytest.raises(TypeError, match="n must be int, not float"):
        gradient(np.ones(3), 2.0)


def test_unchecked(project, capsys):
    change(project / "pyproject.toml", "args =", "unchecked = true\nargs =")
    built(capsys)
    text = (project / SHIPPED).read_text()
    assert "require_kind" not in text and "--unchecked" in text
    gradient = runpy.run_path(SHIPPED)["growth_grad"]
    assert gradient(np.ones((3, 2)), 2).shape == (3, 2)


def test_items_of_containers_are_checked(project, capsys):
    example = "options={'w': [np.ones(3), 1.0], 'n': 2}"
    args = ["--arg", "x=np.ones(3)", "--arg", example, "-o", "out.py"]
    built(capsys, "grown.model:by_options", *args)
    gradient = runpy.run_path("out.py")["by_options_grad"]
    x, w = np.array([1.0, 2.0, 3.0]), np.array([0.5, 1.0, 2.0])
    options = {"w": [w, 1.0], "n": 2}
    np.testing.assert_allclose(gradient(x, options), 2 * (x @ w) * w)
    with pytest.raises(TypeError, match=r"options\['w'\]\[0\] must be float64\[:\]"):
        gradient(x, {"w": [np.ones((3, 3)), 1.0], "n": 2})
    with pytest.raises(TypeError, match=r"options\['n'\] must be int, not float"):
        gradient(x, {"w": [w, 1.0], "n": 2.0})


@pytest.mark.parametrize("mode", ["forward", "vjp"])
def test_tangents_and_cotangents_have_shapes(project, capsys, mode):
    args = ["--arg", "x=np.ones(3)", "--arg", "y=np.ones(3)", "-o", "out.py"]
    built(capsys, "grown.model:joined", "--mode", mode, "--wrt", "x,y", *args)
    names = runpy.run_path("out.py")
    x, y, u = (np.array([0.3, 0.5, -0.2]) * k for k in (1, 2, 3))
    jacobian = np.diag(np.cos(x * y) * y) + y
    if mode == "forward":
        tangent = names["joined_jvp"](x, y, u, 0 * u)
        np.testing.assert_allclose(tangent, jacobian @ u)
        with pytest.raises(ValueError, match="x_dot.shape == x.shape must hold"):
            names["joined_jvp"](x, y, u[:2], u)
    else:
        gradient, _ = names["joined_vjp"](x, y, init_grad=u)
        np.testing.assert_allclose(gradient, u @ jacobian)
        with pytest.raises(ValueError, match=r"init_grad.shape == \(x.shape\[0\],\)"):
            names["joined_vjp"](x, y, init_grad=u[:2])


def test_errors_name_the_lines_of_the_user(project, capsys):
    built(capsys)
    gradient = runpy.run_path(SHIPPED)["growth_grad"]
    with np.errstate(all="raise"), pytest.raises(FloatingPointError) as caught:
        gradient(np.zeros(3), 2)
    (note,) = caught.value.__notes__
    assert note.startswith("In the derivative of grown.model.growth:\n")
    assert "    return np.sum(np.log(x)) * parts.RATE" in note


REFUSED = {
    "": ("grown.model:nothing -o out.py", "no function 'nothing'"),
    "place": ("grown.modl:growth -o out.py", "No module named 'grown.modl'"),
    "output": ("grown.model:growth", "-o says where"),
    "argument": ("grown.model:growth --arg z=1 -o out.py", "no parameter 'z'"),
    "module": ("grown/model.py", "not built by tangentlite"),
    "file": ("grown/none.py", "No such file"),
    "example": (
        "grown.model:growth --arg x=1.0 -o out.py", "parameter 'n' needs --arg n="
    ),
    "program": ("grown.model:opened -o out.py", "open"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused(project, capsys, name):
    argv, message = REFUSED[name]
    status, out, err = built(capsys, *argv.split())
    assert (status, out) == (2, "") and message in err


LISTED = {
    "[tool.tangentlite]": "no [[tool.tangentlite.build]]",
    "[[tool.tangentlite.build]]\noutput = 'a.py'": "build 1 needs the key 'target'",
    "[[tool.tangentlite.build]]\ntarget = 2": "target must be text",
    "[[tool.tangentlite.build]]\nwith_value = true": "no key 'with_value'",
    "[[tool.tangentlite.build]]\nvalue = 'yes'": "value must be true or false",
    "[tool": "pyproject.toml: ",
    "[[tool.tangentlite.build]]\ntarget='a:b'\noutput='c'\nmode='up'": "invalid choice",
}


@pytest.mark.parametrize("text", LISTED)
def test_projects_that_list_wrongly(project, capsys, text):
    (project / "pyproject.toml").write_text(text + "\n")
    status, out, err = built(capsys, "--check")
    assert (status, out) == (2, "") and LISTED[text] in err


def test_the_documented_hook_and_workflow_fail_when_a_primal_changes(project, capsys):
    page = (DOCS / "howto" / "shipping.md").read_text(encoding="utf-8")
    hook = re.search(r"entry: (tangentlite .*)", page)[1]
    workflow = re.search(r"run: (tangentlite .*)", page)[1]
    built(capsys)
    for command in (hook, workflow):
        forget()
        assert main(shlex.split(command)[1:]) == 0
    change(project / "grown/parts.py", "0.5 *", "0.25 *")
    for command in (hook, workflow):
        forget()
        assert main(shlex.split(command)[1:]) == 1
