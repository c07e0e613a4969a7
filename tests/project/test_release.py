"""What a release says of itself: one version, in all places."""

import re
import tomllib
from importlib import metadata

import pytest

import tangentlite as tl
from tests.project.interpreters import ROOT, VERSIONS

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
VERSION = PROJECT["project"]["version"]


def test_the_changelog_and_the_citation_have_the_version():
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    headings = re.findall(r"^## (\d\S*) - (\d{4}-\d\d-\d\d)$", changes, re.M)
    version, day = headings[0]
    assert version == VERSION
    assert f"\nversion: {VERSION}\n" in citation
    assert f"\ndate-released: {day}\n" in citation
    assert f"\nlicense: {PROJECT['project']['license']}\n" in citation


def test_the_module_tells_the_installed_version_and_no_other_name():
    assert tl.__version__ == metadata.version("tangentlite")
    with pytest.raises(AttributeError, match="'tangentlite' has no attribute 'gradd'"):
        tl.gradd  # noqa: B018 - a typing error


def test_classifiers_name_the_versions_that_are_tested():
    versions = [
        name.rpartition(" ")[2]
        for name in PROJECT["project"]["classifiers"]
        if re.search(r":: 3\.\d+$", name)
    ]
    assert tuple(versions) == VERSIONS
    assert PROJECT["project"]["requires-python"] == f">={VERSIONS[0]}"
