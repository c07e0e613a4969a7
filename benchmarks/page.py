"""The outcomes as a page of Markdown."""

import platform
from collections.abc import Mapping, Sequence
from importlib import metadata
from pathlib import Path

from benchmarks import cells
from benchmarks.harness import Outcome
from benchmarks.report import notes

TIMES = """\
The primal's time, and the time of value and gradient as a multiple of it: the median of
the ratios within interleaved rounds, on one thread. `refused` is an error, `wrong` a
gradient that is not the one by hand; both are explained at the end."""
PEAKS = """\
The most memory that one call of value and gradient (of the primal: of the value) needs
at a time beyond what was there before, in megabytes. tracemalloc sees what Python and
NumPy allocate, so tools with arrays of their own are not listed; calls of more than a
second are left out."""
FIRST_CALLS = """\
Milliseconds from a function that was never seen before to its first value and gradient,
transformation or compilation included, the tool itself being loaded."""


def results(
    outcomes: Sequence[Outcome], peers: Sequence[str], command: str, rounds: int
) -> str:
    """Give the whole page; `command` is what reproduces it."""
    tools = ("tangentlite", "numpy", *peers)
    versions = ", ".join(f"{tool} {metadata.version(tool)}" for tool in tools)
    python = f"Python {platform.python_version()}"
    failures = [
        f"- {outcome.workload.name}, {note}"
        for outcome in outcomes
        for note in notes(outcome)
    ]
    return (
        "\n\n".join(
            [
                "# Results",
                f"Written by `{command}`.",
                f"{processor()}; {python}, {versions}; at most {rounds} rounds.",
                f"## Value and gradient\n\n{TIMES}",
                table([cells.times(outcome, peers) for outcome in outcomes]),
                f"## Peak memory\n\n{PEAKS}",
                table([cells.peaks(outcome, peers) for outcome in outcomes]),
                f"## First call\n\n{FIRST_CALLS}",
                table([cells.first_calls(outcome, peers) for outcome in outcomes]),
                "## Not measured\n\n"
                + ("\n".join(map(escaped, failures)) or "Nothing."),
            ]
        )
        + "\n"
    )


def table(rows: Sequence[Mapping[str, str]]) -> str:
    """Lay rows with the same columns out as a Markdown table."""
    columns = tuple(rows[0])
    alignment = ["---" if column == "workload" else "---:" for column in columns]
    lines = [columns, alignment, *(tuple(row.values()) for row in rows)]
    return "\n".join("| " + " | ".join(map(escaped, line)) + " |" for line in lines)


def escaped(text: str) -> str:
    return text.replace("|", "\\|")


def processor() -> str:
    """Give the processor's name as the system tells it."""
    information = Path("/proc/cpuinfo")
    if information.exists():
        for line in information.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()
