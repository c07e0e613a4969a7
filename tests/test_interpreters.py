"""Every supported version of Python generates the same texts of derivatives."""

import difflib
import os
import shutil
import subprocess
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.golden.module import text_of
from tests.golden_cases import CASES

ROOT = Path(__file__).parents[1]
VERSIONS = ("3.11", "3.12", "3.13")
RUNNING = "{}.{}".format(*sys.version_info)

# Says on one line why an interpreter will not do.
PROBE = """
import sys

try:
    import astor, gast, numpy
except ImportError as error:
    sys.exit(str(error))
version = "{}.{}".format(*sys.version_info)
if version != sys.argv[1]:
    sys.exit("it is Python " + version)
if int(numpy.__version__.split(".")[0]) < 2:
    sys.exit("its NumPy is " + numpy.__version__)
"""

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
from tests.golden_cases import CASES

for case in CASES:
    print(text_of(case))
"""


@pytest.mark.parametrize("version", [v for v in VERSIONS if v != RUNNING])
def test_another_version_generates_the_same_texts(version):
    complaints = {python: complaint(python, version) for python in found(version)}
    usable = [python for python, reason in complaints.items() if not reason]
    if not usable:
        tried = [f"{python}: {reason}" for python, reason in complaints.items()]
        reason = f"no Python {version} with numpy>=2, gast and astor to compare with"
        reason = "\n    ".join([reason, *tried])
        warnings.warn(reason, stacklevel=1)
        pytest.skip(reason)
    assert_same(printed_by(usable[0]), f"Python {version}")


def test_a_checkout_without_an_install_generates_the_same_texts():
    assert_same(printed_by(sys.executable), "without an install")


def assert_same(texts: str, title: str) -> None:
    """Raise unless these are the texts that the running interpreter generates."""
    want = [line for case in CASES for line in f"{text_of(case)}\n".splitlines()]
    difference = difflib.unified_diff(
        want, texts.splitlines(), f"Python {RUNNING}", title, lineterm=""
    )
    report = "\n".join(difference)
    assert not report, report


def found(version: str) -> Iterator[str]:
    """Interpreters that may be of a version: those on PATH, then those of pyenv."""
    for folder in os.get_exec_path():
        if python := shutil.which(f"python{version}", path=folder):
            yield python
    home = Path.home() / ".pyenv"
    for root in dict.fromkeys((home, Path(os.environ.get("PYENV_ROOT", home)))):
        for python in sorted(root.glob(f"versions/{version}.*/bin/python")):
            yield str(python)


def complaint(python: str, version: str) -> str:
    """Why an interpreter cannot run the compiler, nothing if it can."""
    try:
        run = interpret(python, PROBE, version)
    except (OSError, subprocess.TimeoutExpired) as error:
        return str(error)
    if run.returncode == 0:
        return ""
    return run.stderr.strip().partition("\n")[0] or f"exit status {run.returncode}"


def printed_by(python: str) -> str:
    """The texts of all cases, one after the other, as an interpreter prints them."""
    run = interpret(python, PRINT_TEXTS, str(ROOT))
    assert run.returncode == 0, f"{python}:\n{run.stderr}"
    return run.stdout


def interpret(python: str, code: str, argument: str) -> subprocess.CompletedProcess:
    """Run code in a new interpreter that sees the checkout and its own packages."""
    return subprocess.run(
        [python, "-c", code, argument],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=120,
    )
