"""What type checkers say of a user's project, in which the package is installed."""

import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from importlib.util import find_spec
from pathlib import Path
from shutil import copytree

import numpy as np
import pytest

ROOT = Path(__file__).parents[2]
USER = Path(__file__).with_name("user")
PLACE = re.compile(r"^(\w+\.py):(\d+): error: (.*)$", re.M)


@pytest.fixture(scope="module")
def project(tmp_path_factory) -> Path:
    """The user's files, beside an environment that has the package and NumPy."""
    folder = tmp_path_factory.mktemp("project")
    environment = folder / ".venv"
    command = (sys.executable, "-m", "venv", "--without-pip", environment)
    subprocess.run(command, check=True)
    site = Path(sysconfig.get_path("purelib", vars={"base": str(environment)}))
    (site / "tangentlite").symlink_to(ROOT / "tangentlite")
    (site / "numpy").symlink_to(Path(np.__file__).parent)
    copytree(USER, folder, dirs_exist_ok=True)
    return folder


def test_the_project_runs():
    done = subprocess.run([sys.executable, "fit.py"], cwd=USER, capture_output=True)
    assert done.returncode == 0, done.stderr.decode()


@pytest.mark.slow  # `make check` runs it
def test_mypy_reports_the_mistakes_alone(project):
    if find_spec("mypy") is None:
        pytest.skip("mypy is not installed: pip install mypy")
    python = project / ".venv" / "bin" / "python"
    options = ("--strict", "--python-executable", python, "--no-error-summary")
    command = (sys.executable, "-m", "mypy", *options, "fit.py", "mistakes.py")
    done = subprocess.run(command, cwd=project, capture_output=True, text=True)
    reported = {(name, int(line)) for name, line, _ in PLACE.findall(done.stdout)}
    assert reported == marked("wrong"), done.stdout + done.stderr


@pytest.mark.slow
def test_pyright_reports_the_mistakes_alone(project):
    (project / "pyrightconfig.json").write_text(
        '{"include": ["*.py"], "typeCheckingMode": "standard"}', encoding="utf-8"
    )
    python = project / ".venv" / "bin" / "python"
    command = (pyright(), "--pythonpath", python, "--outputjson")
    done = subprocess.run(command, cwd=project, capture_output=True, text=True)
    found = json.loads(done.stdout)
    assert found["summary"]["filesAnalyzed"] == 2, done.stdout
    reported = {
        (Path(one["file"]).name, one["range"]["start"]["line"] + 1)
        for one in found["generalDiagnostics"]
        if one["severity"] == "error"
    }
    assert reported == marked("wrong"), done.stdout


def pyright() -> str:
    """The command of Pyright, which needs Node; a test without one is skipped."""
    folders = os.pathsep.join([sysconfig.get_path("scripts"), os.environ["PATH"]])
    for name in ("pyright", "basedpyright"):
        if found := shutil.which(name, path=folders):
            return found
    pytest.skip("Pyright is not installed: pip install basedpyright")


def marked(word: str) -> set[tuple[str, int]]:
    """The places with a mark."""
    return {
        (path.name, number)
        for path in USER.glob("*.py")
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if line.endswith(f"# {word}")
    }
