"""How Sphinx builds the documentation: `make docs`."""

import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
# The tables of rules are counted by the modules that count them for the tests.
sys.path.insert(0, str(ROOT))

import tangentlite  # noqa: E402 - not before it is found
from tests.rules.public import rule_pages  # noqa: E402 - as above

project = "tangentlite"
copyright = "the authors of tangentlite"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
release = version = PROJECT["project"]["version"]

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.autosummary",
    "sphinx_copybutton",
    "sphinx_gallery.gen_gallery",
]
exclude_patterns = ["_build", "gallery/*/*.rst"]

# Docstrings are plain text, with code in single quotes and examples that are tested.
default_role = "code"
autodoc_default_options = {"undoc-members": False}
autodoc_typehints = "none"
autosummary_generate = True
autodoc_preserve_defaults = True
templates_path = ["_templates"]
add_module_names = False
# The members on the page of a class: those that `dir` shows.
autosummary_context = {
    "documented": {
        f"tangentlite.{name}": ", ".join(getattr(tangentlite, name).documented)
        for name in tangentlite.__all__
        if hasattr(getattr(tangentlite, name), "documented")
    }
}

# Links in pages may lead to headings, as on a page that shows the file itself.
myst_heading_anchors = 3

html_theme = "pydata_sphinx_theme"
html_title = "tangentlite"
html_static_path = ["_static"]
html_css_files = ["tangentlite.css"]
html_show_sourcelink = False
html_copy_source = False
html_theme_options = {
    "logo": {"text": "tangentlite"},
    "navigation_with_keys": False,
    "show_toc_level": 2,
    "footer_start": ["copyright"],
    "footer_center": [],
    "footer_end": [],
    "secondary_sidebar_items": ["page-toc"],
    "pygments_light_style": "a11y-high-contrast-light",
    "pygments_dark_style": "a11y-high-contrast-dark",
}
html_sidebars = {"index": []}

# The programs of the gallery run when they have changed; one that fails ends the build.
SUBJECTS = ("simulation", "design", "geometry", "images", "statistics", "networks")
sphinx_gallery_conf = {
    "examples_dirs": [f"gallery/{subject}" for subject in SUBJECTS],
    "gallery_dirs": [f"gallery/generated/{subject}" for subject in SUBJECTS],
    "filename_pattern": r"\.py$",
    "abort_on_example_error": True,
    "backreferences_dir": "gallery/generated/backreferences",  # for `minigallery`
    "capture_repr": (),
    "download_all_examples": False,
    "min_reported_time": 1e6,
    "show_signature": False,
    "within_subsection_order": "FileNameSortKey",
    "write_computation_times": False,
}

# What is copied of a session is what was typed.
copybutton_prompt_text = r">>> |\.\.\. "
copybutton_prompt_is_regexp = True


def setup(app) -> None:
    """Write the pages of rules, which are as long as NumPy and SciPy are."""
    rule_pages.write(ROOT / "docs" / "reference" / "generated")
    app.connect("source-read", _without_last_lines)


def _without_last_lines(app, name: str, source: list[str]) -> None:
    """Drop the empty lines that end the results of sessions, for doctest."""
    ends = r"(```pycon\n.*?)(?:\n|<BLANKLINE>)*\n```\n"
    source[0] = re.sub(ends, r"\1\n```\n", source[0], flags=re.S)
