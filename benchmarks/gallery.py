"""Time the gradients of the programs of the gallery beside autograd's.

python -m benchmarks.gallery [--only NAME ...] [--no-peers] [--write]

Each program of `docs/gallery` is run, and its `loss` is timed with the parameters from
which it begins. Of each are printed: by how many numbers it is differentiated, the
milliseconds of the loss, in multiples of that the value with its gradient by
tangentlite and by autograd, where that is installed, and how many times as long
autograd takes. It runs the text of the program itself with `autograd.numpy` in place of
`numpy`; if that fails, the version of `gallery_peers`, marked by a star, or none.
Gradients are compared. `--write` puts the table into `docs/gallery/index.md`.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib.util
import io
import statistics
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import ModuleType

import tangentlite as tl
from benchmarks import cells, page, report
from benchmarks.harness import timed
from benchmarks.nesting import named
from tests.support.measure import flat
from tests.support.pages import replaced

GALLERY = Path(__file__).parents[1] / "docs" / "gallery"
ROUNDS, SECONDS = 7, 0.03  # of calls in each round, at least


def main(arguments: Sequence[str] = ()) -> int:
    """Print the table; return the exit status."""
    options = argparse.ArgumentParser(prog="python -m benchmarks.gallery")
    options.add_argument("--only", nargs="+", default=(), metavar="NAME")
    options.add_argument(
        "--peers",
        action=argparse.BooleanOptionalAction,
        default=True,
        help="autograd, if it is installed",
    )
    options.add_argument("--write", action="store_true", help="into the gallery's page")
    given = options.parse_args(arguments)
    if given.write and given.only:
        options.error("--write measures all programs")
    chosen = [path for path in programs() if named(path.stem, given.only)]
    if not chosen:
        print("There are: " + "; ".join(p.stem for p in programs()), file=sys.stderr)
        return 2
    peer = _peer() if given.peers else None
    rows = []
    for number, path in enumerate(chosen, 1):
        rows.append(line(path, peer))
        report.show(rows[-1], number)
    if given.write:
        write(rows, chosen, peer is not None)
    return 0


def programs() -> list[Path]:
    """The files of the gallery, by subject and name."""
    found = (p for p in GALLERY.glob("*/*.py") if p.parent.name != "generated")
    return sorted(found)


def run(path: Path) -> ModuleType:
    """Run a program without showing its figure; return its module."""
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    plt.close("all")
    name = f"gallery_{path.stem}"
    found = importlib.util.spec_from_file_location(name, path)
    assert found is not None and found.loader is not None
    module = sys.modules[name] = importlib.util.module_from_spec(found)
    with contextlib.redirect_stdout(io.StringIO()):
        found.loader.exec_module(module)
    return module


def line(path: Path, peer: Callable | None) -> Mapping[str, str]:
    """Give the cells of a row, by column."""
    module = run(path)
    args = (module.start, *getattr(module, "arguments", ()))
    ours = tl.value_and_grad(module.loss)
    value, gradient = ours(*args)
    row = {"program": path.stem, "numbers": str(flat(gradient).size)}
    version, star = None, ""
    if peer is not None:
        version, star = peer(module, args, value, flat(gradient))
    primal, own, other = _interleaved([module.loss, ours, version], args)
    row["ms"] = cells.number(1e3 * statistics.median(primal))
    row["ours"] = _ratio(own, primal)
    row["autograd"] = _ratio(other, primal) + star if version else cells.MISSING
    row["autograd/ours"] = _ratio(other, own) if version else cells.MISSING
    return row


def _peer() -> Callable | None:
    if importlib.util.find_spec("autograd") is None:
        print("autograd is not installed: its columns stay empty.", file=sys.stderr)
        return None
    from benchmarks.gallery_peers import prepared

    return prepared


def _interleaved(functions: list, args: tuple) -> list[list[float]]:
    """Processor seconds of a call, for each function in each of some rounds."""
    present = [function for function in functions if function]
    number = {}
    for function in present:
        function(*args)
        first = max(timed(function, [args], time.process_time), 1e-6)
        number[function] = max(1, int(SECONDS / first))
    found: dict = {function: [] for function in present}
    for _ in range(ROUNDS):
        for function in present:
            calls = [args] * number[function]
            found[function].append(timed(function, calls, time.process_time))
    return [found.get(function, []) for function in functions]


def _ratio(above: list[float], below: list[float]) -> str:
    return cells.number(statistics.median(a / b for a, b in zip(above, below)))


def write(
    rows: Sequence[Mapping[str, str]], paths: Sequence[Path], peers: bool
) -> None:
    """Put the table into the page, with links to the programs."""
    linked = []
    for row, path in zip(rows, paths):
        subject = path.parent.name
        link = f"[{title(path)}](generated/{subject}/{path.stem}.rst)"
        linked.append({**row, "program": link})
    index = GALLERY / "index.md"
    measured = page.machine(("scipy", "autograd") if peers else ("scipy",))
    content = f"{page.table(linked)}\n\n{measured}.\n"
    text = replaced(index.read_text(encoding="utf-8"), "times", content)
    index.write_text(text, encoding="utf-8")


def title(path: Path) -> str:
    """The first line of a program's head text."""
    return path.read_text(encoding="utf-8").split("\n")[1]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
