"""Take the pictures of the linked view again: `make pictures`, which needs Chromium."""

import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

import tangentlite as tl  # noqa: E402
from tests.support.browsers import browser, prefer, resized  # noqa: E402 - see above

PROGRAM = """\
import numpy as np


def middle(u, k, steps):
    for _ in range(steps):
        u[1:-1] += k * (u[:-2] - 2.0 * u[1:-1] + u[2:])
    return u[len(u) // 2]
"""


def taken(folder: Path, path: Path) -> None:
    """Write the picture of a page of which a line is selected."""
    (folder / "rod.py").write_text(PROGRAM, encoding="utf-8")
    sys.path.insert(0, str(folder))
    import numpy as np
    import rod

    page = folder / "rod.html"
    view = tl.grad(rod.middle, wrt=("u", "k")).view(np.ones(9), 0.25, 100)
    view.save(page)
    with browser(folder / "profile") as driven:
        resized(driven, 1280, 800)
        prefer(driven, "light")
        driven.get(page.as_uri())
        driven.find_element("css selector", '#primal [data-number="6"]').click()
        driven.save_screenshot(str(path))


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        taken(Path(folder), ROOT / "docs" / "_static" / "view.png")
