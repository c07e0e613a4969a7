"""The files of the editor, which a package of its own brings."""

from __future__ import annotations

import importlib.util
import re
from importlib.resources import files
from pathlib import Path

# `tangentlite[explore]` installs it: the files of Ace, and nothing else.
PACKAGE = "django_static_ace_builds"
MISSING = "pip install 'tangentlite[explore]' brings an editor with colours"

_TYPES = {".html": "text/html", ".css": "text/css", ".js": "text/javascript"}
_NAME = re.compile(r"[\w-]+\.(js|css)")


def editor_folder() -> Path | None:
    """Return the folder of the editor's files, None where it is not installed.

    The package is found, never imported: it is written for a web framework.
    """
    found = importlib.util.find_spec(PACKAGE)
    for place in found.submodule_search_locations or () if found else ():
        folder = Path(place) / "static" / "ace-builds"
        if (folder / "ace.js").is_file():
            return folder
    return None


def file_of(path: str) -> tuple[str, bytes] | None:
    """Return the type and the content of a file of the explorer, None if there is none.

    >>> file_of("explore.css")[0]
    'text/css'
    >>> file_of("../pyproject.toml"), file_of("editor/../ace.js")
    (None, None)
    """
    folder, _, name = path.rpartition("/")
    if not _NAME.fullmatch(name):
        return None
    if folder == "editor":
        editor = editor_folder()
        place = None if editor is None else editor / name
    elif folder == "":
        assets = files("tangentlite.command.explore") / "assets"
        if name == "colours.css":
            assets = files("tangentlite.view") / "assets"
        place = Path(str(assets / name))
    else:
        return None
    if place is None or not place.is_file():
        return None
    return _TYPES[place.suffix], place.read_bytes()


def index_page(title: str) -> str:
    """Return the page of the explorer, which loads the editor if it is installed."""
    page = files("tangentlite.command.explore") / "assets" / "explore.html"
    editor = '<script src="editor/ace.js"></script>'
    note = "" if editor_folder() is not None else MISSING
    text = page.read_text(encoding="utf-8").replace("TITLE", title)
    text = text.replace("<!-- note -->", note)
    return text.replace("<!-- editor -->", "" if note else editor)
