"""The project that tests of `build` share."""

import pytest

from tests.command.growing import MODEL, PARTS, PROJECT, forget


@pytest.fixture
def project(tmp_path, monkeypatch):
    """A project with a package, and a target in its pyproject.toml."""
    folder = tmp_path / "project"
    (folder / "grown").mkdir(parents=True)
    (folder / "grown/__init__.py").write_text("")
    (folder / "grown/model.py").write_text(MODEL)
    (folder / "grown/parts.py").write_text(PARTS)
    (folder / "pyproject.toml").write_text(PROJECT)
    monkeypatch.chdir(folder)
    yield folder
    forget()
