"""A wheel carries all that it needs, and works where nothing else is installed."""

import os
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path
from shutil import copytree, ignore_patterns

import pytest

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))

# A build writes beside the sources, and takes what an older build left there.
NOT_COPIED = ignore_patterns(".*", "build", "dist", "*.egg-info", "__pycache__")

PROGRAM = """\
import numpy as np

import tangentlite as tl

X = np.array([0.5, -1.0, 2.0])


@tl.grad
def energy(x, k):
    total = 0.0
    for v in x:
        total = total + k * np.tanh(v) ** 2
    return total


if __name__ == "__main__":
    np.testing.assert_allclose(energy(X, 2.0), 4.0 * np.tanh(X) / np.cosh(X) ** 2)
    energy.save("saved.py")
    energy.view().save("view.html")
    print(tl.__file__)
"""

USE_SAVED = """\
from importlib.util import find_spec

import numpy as np

import saved

x = np.array([0.5, -1.0, 2.0])
gradient = saved.energy_grad(x, 2.0)
np.testing.assert_allclose(gradient, 4.0 * np.tanh(x) / np.cosh(x) ** 2)
print([name for name in ("tangentlite", "gast", "astor") if find_spec(name)])
"""

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def packages(tmp_path_factory) -> Path:
    """A folder with the wheels of what the project is built with and depends on."""
    folder = tmp_path_factory.mktemp("packages")
    wanted = PROJECT["build-system"]["requires"] + PROJECT["project"]["dependencies"]
    arguments = ["--dest", folder, "--only-binary=:all:", "--retries=1", *wanted]
    done = run(sys.executable, "-m", "pip", "download", *arguments, folder=folder)
    for line in done.stderr.splitlines():
        if "(from versions: none)" in line:
            pytest.skip(f"no package index reachable: {line}")
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture(scope="module")
def wheel(packages, tmp_path_factory) -> Path:
    """The wheel, built from a copy of the project."""
    folder = tmp_path_factory.mktemp("build")
    copytree(ROOT, folder / "project", ignore=NOT_COPIED)
    pip("wheel", "--no-deps", "--wheel-dir", folder, folder / "project", links=packages)
    (built,) = folder.glob("*.whl")
    return built


def test_wheel_holds_the_package_and_nothing_else(wheel):
    names = zipfile.ZipFile(wheel).namelist()
    found = {name for name in names if ".dist-info/" not in name}
    own = [path.relative_to(ROOT) for path in (ROOT / "tangentlite").rglob("*.py")]
    rules = [
        Path("tangentlite", p.relative_to(ROOT)) for p in ROOT.glob("templates/**/*.py")
    ]
    assets = (ROOT / "tangentlite").rglob("assets/*")
    data = [path.relative_to(ROOT) for path in assets]
    expected = [*own, *rules, *data, Path("tangentlite/py.typed")]
    assert found == {path.as_posix() for path in expected}
    assert any(name.endswith("/LICENSE") for name in names)


def test_installed_wheel_works(wheel, packages, tmp_path):
    python = environment(tmp_path / "clean", wheel, packages)
    folder = tmp_path / "empty"
    folder.mkdir()
    (folder / "program.py").write_text(PROGRAM, encoding="utf-8")

    done = run(python, "program.py", folder=folder)
    assert done.returncode == 0, done.stderr
    assert Path(done.stdout.strip()).is_relative_to(tmp_path / "clean")

    command = [python.with_name("tangentlite")], [python, "-m", "tangentlite"]
    arguments = ("show", "program.py:energy", "--arg", "x=X", "--arg", "k=2.0")
    shown = [run(*start, *arguments, folder=folder) for start in command]
    for done in shown:
        assert done.returncode == 0, done.stderr
        assert "def energy_grad(x, k):" in done.stdout
    assert shown[0].stdout == shown[1].stdout

    (folder / "use_saved.py").write_text(USE_SAVED, encoding="utf-8")
    alone = environment(tmp_path / "alone", "numpy", packages)
    done = run(alone, "use_saved.py", folder=folder)
    assert (done.returncode, done.stdout) == (0, "[]\n"), done.stderr


def environment(folder: Path, requirement: str | Path, links: Path) -> Path:
    """Make a virtual environment that holds a requirement; return its interpreter."""
    command = (sys.executable, "-m", "venv", "--without-pip", folder)
    done = run(*command, folder=folder.parent)
    assert done.returncode == 0, done.stderr
    python = folder / "bin" / "python"
    pip("--python", python, "install", requirement, links=links)
    return python


def pip(*arguments: str | Path, links: Path) -> None:
    """Run pip where it finds the wheels in a folder and no index."""
    offline = ("--no-index", "--find-links", links)
    command = (sys.executable, "-m", "pip", *arguments, *offline)
    done = run(*command, folder=links)
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"


def run(*command: str | Path, folder: Path) -> subprocess.CompletedProcess:
    """Run a command in a folder, without the variables that steer Python."""
    environ = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")}
    return subprocess.run(
        command, cwd=folder, env=environ, capture_output=True, text=True, timeout=600
    )
