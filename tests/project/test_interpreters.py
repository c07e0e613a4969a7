"""Every supported version of Python generates the same texts of derivatives."""

import difflib
import sys
import warnings

import pytest

from tests.golden.cases import CASES
from tests.golden.module import text_of
from tests.project.interpreters import (
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
        reason = (
            f"no Python {version} with numpy>=2, gast and astor to compare with; "
            f"run `{what_to_run(version)}` in {ROOT}"
        )
        warnings.warn("\n".join([reason, *complaints]), stacklevel=1)
        pytest.skip(reason)
    assert_same(f"Python {version}", python)


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
