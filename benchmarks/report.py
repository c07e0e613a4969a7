"""The table of outcomes, a row a workload."""

import math
import platform
import statistics
from collections.abc import Sequence
from importlib import metadata
from pathlib import Path

from benchmarks.harness import Outcome, median_ratio

MISSING = "–"
WIDTHS = {"workload": 24, "note": 0}
INTRODUCTION = """\
# Results

Written by `python -m benchmarks.run --results`. Each of ours, hand and the peers is the
time of value and gradient over the primal's time, the median of the ratios within
interleaved rounds, on one thread. The first call includes generating the derivative; a
workload that shares its program with one above may find it generated. Peaks are those
of one call, by tracemalloc.
"""


def header(peers: Sequence[str]) -> tuple[str, ...]:
    """Give the names of the columns."""
    return (
        "workload",
        "primal µs",
        "ours",
        "hand",
        "ours/hand",
        *peers,
        "first call ms",
        "peak MB",
        "hand MB",
        "note",
    )


def row(outcome: Outcome, peers: Sequence[str]) -> tuple[str, ...]:
    """Give a cell for each column; the note has the errors' first lines."""
    timings = outcome.timings
    primal = timings["primal"]
    microseconds = 1e6 * statistics.median(primal.samples)
    ratios = [
        number(median_ratio(timings[name], primal)) if name in timings else MISSING
        for name in ("ours", "hand", *peers)
    ]
    ours = timings.get("ours")
    hand = timings.get("hand")
    both = number(median_ratio(ours, hand)) if ours and hand else MISSING
    return (
        outcome.workload.name,
        number(microseconds),
        *ratios[:2],
        both,
        *ratios[2:],
        number(1e3 * ours.first_call_seconds) if ours else MISSING,
        number(ours.peak_bytes / 1e6) if ours else MISSING,
        number(hand.peak_bytes / 1e6) if hand else MISSING,
        "; ".join(f"{name}: {error}" for name, error in outcome.errors.items()),
    )


def number(value: float) -> str:
    """Print two or three digits, or a dash for NaN."""
    if math.isnan(value):
        return MISSING
    if value < 0.01:
        return f"{value:.4f}"
    if value < 10:
        return f"{value:.2f}"
    return f"{value:.1f}" if value < 100 else f"{value:.0f}"


def text_line(cells: Sequence[str], columns: Sequence[str]) -> str:
    """Lay a row out for a terminal."""
    parts = []
    for cell, column in zip(cells, columns, strict=True):
        width = WIDTHS.get(column, max(7, len(column)))
        parts.append(cell.ljust(width) if column in WIDTHS else cell.rjust(width))
    return "  ".join(parts).rstrip()


def markdown(rows: Sequence[Sequence[str]], columns: Sequence[str], effort: str) -> str:
    """Give the whole results page; `effort` says in words how long was measured."""
    peers = columns[5:-4]
    versions = ", ".join(
        f"{name} {metadata.version(name)}" for name in ("numpy", *peers)
    )
    alignment = ["---" if column in WIDTHS else "---:" for column in columns]
    table = [columns, alignment, *rows]
    lines = ["| " + " | ".join(map(escaped, cells)) + " |" for cells in table]
    setting = (
        f"Python {platform.python_version()}, {versions}; {processor()}; {effort}."
    )
    return "\n".join([INTRODUCTION, setting, "", *lines, ""])


def escaped(cell: str) -> str:
    return cell.replace("|", "\\|")


def processor() -> str:
    """Give the processor's name as the system tells it."""
    information = Path("/proc/cpuinfo")
    if information.exists():
        for line in information.read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()
