"""Draw the first table of the results: a row of marks for each workload.

python -m benchmarks.chart [RESULTS] [-o FILE]

It needs Matplotlib. The suffix of the file decides on the format.
"""

import argparse
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import matplotlib
from matplotlib.axes import Axes
from matplotlib.figure import Figure

RESULTS = Path(__file__).with_name("RESULTS.md")
CHART = Path(__file__).with_name("chart.svg")
TITLE = "Value and gradient, as a multiple of the program's own time"
# label, marker, colour, size of the mark; the last is drawn on top
MARKS = {
    "torch": ("PyTorch", "s", "#d08770", 26),
    "jax": ("JAX, compiled", "D", "#6a994e", 24),
    "autograd": ("autograd", "^", "#8d7bb5", 32),
    "hand": ("written by hand", "|", "#222222", 120),
    "ours": ("tangentlite", "o", "#1f6fb4", 40),
    "numba": ("tangentlite, backend='numba'", "*", "#bf3f5f", 70),
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Read the results and draw them into a file."""
    options = parser().parse_args(arguments)
    try:
        text = options.results.read_text(encoding="utf-8")
    except FileNotFoundError:
        command = "python -m benchmarks.run --results"
        print(f"{options.results} is missing: {command} writes it.", file=sys.stderr)
        return 2
    # The same page gives the same file, and its letters stay letters.
    settings = {"svg.hashsalt": "benchmarks", "svg.fonttype": "none"}
    with matplotlib.rc_context(settings):
        figure = drawn(first_table(text))
        dated = {"Date": None} if options.output.suffix == ".svg" else {}
        figure.savefig(options.output, metadata=dated, dpi=110)
    return 0


def parser() -> argparse.ArgumentParser:
    options = argparse.ArgumentParser(prog="python -m benchmarks.chart")
    options.add_argument("results", nargs="?", type=Path, default=RESULTS)
    options.add_argument("-o", "--output", type=Path, default=CHART)
    return options


def first_table(markdown: str) -> list[Mapping[str, str]]:
    """Give the rows of the first table of a page, by column."""
    lines = iter(markdown.splitlines())
    columns: list[str] = []
    rows = []
    for line in lines:
        if line.startswith("|"):
            cells = [cell.strip() for cell in line.strip("|").split("|")]
            if not columns:
                columns = cells
                next(lines)  # the alignments
            else:
                rows.append(dict(zip(columns, cells, strict=True)))
        elif columns:
            break
    return rows


def drawn(rows: Sequence[Mapping[str, str]]) -> Figure:
    """Draw the ratios of each contestant on a logarithmic axis."""
    figure = Figure(figsize=(8.4, 1.6 + 0.25 * len(rows)), layout="constrained")
    axes = figure.add_subplot()
    for row_number in range(0, len(rows), 2):
        axes.axhspan(row_number - 0.5, row_number + 0.5, color="#f4f4f4", zorder=0)
    axes.axvline(1.0, color="#999999", linewidth=1.0, zorder=1)
    for name in MARKS:
        if name in rows[0]:
            draw_marks(axes, rows, name)
    axes.set_xscale("log")
    axes.xaxis.set_major_formatter("{x:g}")
    axes.grid(axis="x", color="#dddddd", linewidth=0.6)
    axes.set_axisbelow(True)
    axes.set_yticks(range(len(rows)), [row["workload"] for row in rows], fontsize=8.5)
    axes.set_ylim(len(rows) - 0.5, -0.5)
    axes.tick_params(axis="y", length=0)
    for side in ("left", "right", "top"):
        axes.spines[side].set_visible(False)
    axes.set_xlabel(TITLE, fontsize=9.5)
    handles, labels = axes.get_legend_handles_labels()
    figure.legend(
        handles[::-1], labels[::-1], loc="outside upper center", ncols=3, frameon=False
    )
    return figure


def draw_marks(axes: Axes, rows: Sequence[Mapping[str, str]], name: str) -> None:
    """Draw one contestant where it has a ratio."""
    points = [
        (float(row[name]), position)
        for position, row in enumerate(rows)
        if is_number(row[name])
    ]
    if not points:
        return
    label, marker, color, size = MARKS[name]
    ratios, positions = zip(*points, strict=True)
    axes.scatter(
        ratios,
        positions,
        s=size,
        marker=marker,
        color=color,
        linewidths=2.0 if marker == "|" else 0.0,
        label=label,
        zorder=3,
    )


def is_number(text: str) -> bool:
    return text.replace(".", "", 1).isdigit()


if __name__ == "__main__":
    sys.exit(main())
