"""CONTRIBUTING.md and ARCHITECTURE.md name what is there, and show it as it is."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "CONTRIBUTING.md").read_text()
FOLDERS = (ROOT, ROOT / "tangentlite", ROOT / "tests")
NAMED = sorted(set(re.findall(r"`([\w/]+/(?:[\w]+\.(?:py|md))?)`", TEXT)))


def test_something_is_named_and_shown():
    assert len(NAMED) > 20 and len(blocks()) > 5


@pytest.mark.parametrize("name", NAMED)
def test_what_is_named_is_there(name):
    assert found(name)


def found(name: str) -> list[Path]:
    return [folder / name for folder in FOLDERS if (folder / name).exists()]


def blocks() -> list:
    """Each block of code, with the file that was named last in front of it."""
    shown = []
    for match in re.finditer(r"```python\n(.*?)```", TEXT, re.S):
        files = re.findall(r"`([\w/]+\.py)`", TEXT[: match.start()])
        shown.append(pytest.param(files[-1], match.group(1), id=files[-1]))
    return shown


@pytest.mark.parametrize(("name", "code"), blocks())
def test_what_is_shown_stands_there(name, code):
    (path,) = found(name)
    lines = [line for line in code.splitlines() if line.strip() not in ("", "...")]
    assert len(lines) > 2
    missing = [line for line in lines if line not in path.read_text().splitlines()]
    assert not missing


def test_architecture_names_files_that_are_there():
    text = (ROOT / "ARCHITECTURE.md").read_text()
    files = [p.as_posix() for p in ROOT.rglob("*.py") if ".venv" not in p.parts]
    named = set(re.findall(r"[\w/]+\.py\b", text))
    assert len(named) > 100
    assert not {name for name in named if not ends_with(files, name)}


def ends_with(files: list[str], name: str) -> bool:
    return any(file.endswith(f"/{name}") for file in files)
