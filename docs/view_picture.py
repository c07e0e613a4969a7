"""Make the pictures of the linked view again: `make pictures`, which needs Chromium."""

import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tangentlite.command.cli import main  # noqa: E402
from tests.support.browsers import browser, prefer, resized  # noqa: E402 - see above

PROGRAM = """\
import numpy as np


def middle(u, k, steps):
    for _ in range(steps):
        u[1:-1] += k * (u[:-2] - 2.0 * u[1:-1] + u[2:])
    return u[len(u) // 2]
"""


ARGUMENTS = ["--arg", "u=np.ones(9)", "--arg", "k=0.25", "--arg", "steps=100"]


def pictures(folder: Path, path: Path) -> None:
    """Draw a graph, and take a picture of a page of which a line is selected."""
    program, page = folder / "rod.py", folder / "rod.html"
    program.write_text(PROGRAM, encoding="utf-8")
    target = [f"{program}:middle", "--wrt", "u,k", *ARGUMENTS]
    main(["graph", *target, "-o", str(path / "graph.svg")])
    main(["view", *target, "-o", str(page)])
    with browser(folder / "profile") as driven:
        resized(driven, 1280, 800)
        prefer(driven, "light")
        driven.get(page.as_uri())
        driven.find_element("css selector", '#primal [data-number="6"]').click()
        driven.save_screenshot(str(path / "view.png"))


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        pictures(Path(folder), ROOT / "docs" / "_static")
