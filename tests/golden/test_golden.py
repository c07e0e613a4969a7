"""The texts of derivatives are those in golden/derivatives/, and they are right."""

import difflib

import pytest

from tests.golden import __main__ as golden
from tests.golden.cases import CASES
from tests.golden.module import FOLDER, assert_right, load, path_of, text_of

every_case = pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)


@every_case
def test_text_is_the_golden_one(case):
    want, got = golden_text(case), text_of(case)
    if got != want:
        difference = difflib.unified_diff(
            want.splitlines(), got.splitlines(), "golden", "generated", lineterm=""
        )
        name = path_of(case).name
        pytest.fail(
            f"{name} is generated differently now; `make golden` accepts it:\n"
            + "\n".join(difference),
            pytrace=False,
        )


@every_case
def test_golden_text_agrees_with_differences(case):
    assert_right(load(golden_text(case), case), case)


def test_every_golden_file_belongs_to_a_case():
    files = {path.stem for path in FOLDER.glob("*.py")}
    assert files <= {case.name for case in CASES}


def test_cases_have_different_names():
    assert len({case.name for case in CASES}) == len(CASES)


@pytest.mark.parametrize("case", {case.mode: case for case in CASES}.values())
def test_wrong_derivatives_are_refused(case, tmp_path, monkeypatch, capsys):
    name = load(text_of(case), case).__name__
    monkeypatch.setattr(golden, "text_of", lambda case: text_of(case) + TWICE % name)
    path = tmp_path / "derivative.py"
    assert not golden.written(case, path)
    assert not path.exists()
    assert case.name in capsys.readouterr().err


TWICE = """
def twice(value):
    return tuple(map(twice, value)) if isinstance(value, tuple) else 2.0 * value

def wrong(*args, right=%s, **keywords):
    return twice(right(*args, **keywords))
"""


def golden_text(case) -> str:
    path = path_of(case)
    if not path.exists():
        pytest.fail(f"{path.name} is missing; `make golden` writes it", pytrace=False)
    return path.read_text()
