"""Every supported version of Python generates the same texts of derivatives."""

import difflib
import os
import subprocess
import sys
import warnings

import pytest

from tests.golden.cases import CASES
from tests.golden.module import text_of
from tests.project.interpreters import (
    FREE_THREADED,
    OTHERS,
    ROOT,
    RUNNING,
    interpret,
    own_environment,
    usable,
    what_to_run,
)

# An install makes the folder templates/ a package inside tangentlite, which the
# checkout alone does not; an interpreter without the install is told here.
PRINT_TEXTS = """
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

folder = Path(sys.argv[1], "templates")
spec = spec_from_file_location(
    "tangentlite.templates",
    folder / "__init__.py",
    submodule_search_locations=[str(folder)],
)
sys.modules[spec.name] = module_from_spec(spec)
spec.loader.exec_module(sys.modules[spec.name])

from tests.golden.module import text_of
from tests.golden.cases import CASES

for case in CASES[:: int(sys.argv[2])]:
    print(text_of(case))
"""


@pytest.mark.parametrize("version", OTHERS)
def test_another_version_generates_the_same_texts(version):
    folders = (own_environment(version), ROOT / ".venv")
    first = [folder / "bin" / "python" for folder in folders if folder.exists()]
    python, complaints = usable(version, ("astor", "gast", "numpy"), first)
    if not python:
        passed_over(version, "numpy>=2, gast and astor to compare with", complaints)
    assert_same(f"Python {version}", python)


@pytest.mark.parametrize("version", FREE_THREADED)
def test_threads_without_the_lock_of_the_interpreter(version):
    first = own_environment(version) / "bin" / "python"
    needed = "astor", "gast", "numpy", "pytest"
    python, complaints = usable(version, needed, [first] if first.exists() else [])
    if not python:
        passed_over(version, "numpy>=2, gast, astor and pytest", complaints)
    run = subprocess.run(
        [python, "-m", "pytest", "-q", "-m", "not slow", "tests/threads"],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHON_GIL": "0"},
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert run.returncode == 0, run.stdout


def passed_over(version: str, what: str, complaints: list[str]) -> None:
    """Say that a version is not found, and skip the test."""
    reason = f"no Python {version} with {what}; run `{what_to_run(version)}` in {ROOT}"
    warnings.warn("\n".join([reason, *complaints]), stacklevel=2)
    pytest.skip(reason)


def test_what_to_run_where_a_version_is_missing():
    assert what_to_run("3.99") == "pyenv install 3.99 && make test-interpreters"
    if usable(RUNNING, ("venv", "ensurepip"))[0]:
        assert what_to_run(RUNNING) == "make test-interpreters"


def test_a_checkout_without_an_install_generates_the_same_texts():
    assert_same("without an install", sys.executable, one_in=6)


def assert_same(title: str, python: str, one_in: int = 1) -> None:
    """Raise unless an interpreter generates the texts that the running one does."""
    run = interpret(python, PRINT_TEXTS, str(ROOT), str(one_in))
    assert run.returncode == 0, f"{python}:\n{run.stderr}"
    texts = (f"{text_of(case)}\n" for case in CASES[::one_in])
    want = [line for text in texts for line in text.splitlines()]
    difference = difflib.unified_diff(
        want, run.stdout.splitlines(), f"Python {RUNNING}", title, lineterm=""
    )
    report = "\n".join(difference)
    assert not report, report
