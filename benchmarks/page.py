"""The outcomes as a page of Markdown."""

import platform
from collections.abc import Mapping, Sequence
from importlib import metadata
from pathlib import Path

from benchmarks import cells, summary
from benchmarks.harness import Outcome
from benchmarks.report import notes

MODELS = """\
Value and gradient of a network: with its parameters as arguments, and as multiples of
that with the same parameters in a dict, and in the attributes of layers in a list."""

TIMES = """\
The primal's time, and the time of value and gradient as a multiple of it: the median of
the ratios within interleaved rounds, on one thread. `refused` is an error, `differs` a
gradient that is not the one by hand; both are explained at the end. `ours` is the text
for NumPy, `numba` ours as well, as loops that numba compiles. `differences` are forward
differences, a call of the primal for each number, of which there are at most a
thousand."""
PEAKS = """\
The most memory that one call of value and gradient (of the primal: of the value) needs
at a time beyond what was there before, in megabytes. tracemalloc sees what Python and
NumPy allocate, so tools with arrays of their own are not listed; calls of more than a
second are left out."""
FIRST_CALLS = """\
Milliseconds from a function that was never seen before to its first value and gradient,
transformation or compilation included, the tool itself being loaded. What numba
compiles is on the disk for the next process: `benchmarks.compiled --budget` measures
the first call there."""
BACKENDS = """\
Geometric means over the programs that numba compiles: of value and gradient as
multiples of the primal's time, for either backend, of the one over the other, and of
numba over JAX, where both have been measured."""
KERNELS = """\
Dense kernels that write into their arguments: the primal's time, and as multiples of it
those of value and gradient (`ours`, and compiled: `numba`), of the derivative along one
direction (`forward`) and of value and gradient by JAX, of a version without writes
whose independent iterations are operations on arrays. The first call is ours, in
milliseconds, by NumPy. Every call of a primal gets arguments that were copied before;
the others leave theirs alone. Derivatives along a direction were compared with
differences, and the gradients of numba and JAX with ours."""


def results(
    outcomes: Sequence[Outcome],
    peers: Sequence[str],
    models: Sequence[Outcome],
    kernels: Sequence[Outcome],
    kernel_peers: Sequence[str],
    command: str,
) -> str:
    """Give the whole page; `command` is what reproduces it."""
    failures = [
        escaped(f"- {outcome.workload.name}, {note}")
        for outcome in (*outcomes, *models, *kernels)
        for note in notes(outcome)
    ]
    parts = [
        "# Results",
        f"Written by `{command}`.",
        f"{machine(peers)}; at most {rounds((*outcomes, *models, *kernels))} rounds.",
        *(workload_tables(outcomes, peers) if outcomes else ()),
        *(model_table(models) if models else ()),
        *(kernel_table(kernels, kernel_peers) if kernels else ()),
        *backend_table(outcomes, kernels),
        "## Not measured",
        "\n".join(failures) or "Nothing.",
    ]
    return "\n\n".join(parts) + "\n"


def workload_tables(outcomes: Sequence[Outcome], peers: Sequence[str]) -> list[str]:
    return [
        f"## Value and gradient\n\n{TIMES}",
        table([cells.times(outcome, peers) for outcome in outcomes]),
        f"## Peak memory\n\n{PEAKS}",
        table([cells.peaks(outcome, peers) for outcome in outcomes]),
        f"## First call\n\n{FIRST_CALLS}",
        table([cells.first_calls(outcome, peers) for outcome in outcomes]),
    ]


def model_table(outcomes: Sequence[Outcome]) -> list[str]:
    return [
        f"## Parameters in dicts and objects\n\n{MODELS}",
        table([cells.structure_times(outcome) for outcome in outcomes]),
    ]


def kernel_table(outcomes: Sequence[Outcome], peers: Sequence[str]) -> list[str]:
    return [
        f"## Kernels\n\n{KERNELS}",
        table([cells.kernel_times(outcome, peers) for outcome in outcomes]),
        "\n".join(summary.lines(outcomes, peers)),
    ]


def backend_table(outcomes: Sequence[Outcome], kernels: Sequence[Outcome]) -> list[str]:
    rows = summary.backends({"workloads": outcomes, "kernels": kernels})
    return [f"## Both backends\n\n{BACKENDS}", table(rows)] if rows else []


def rounds(outcomes: Sequence[Outcome]) -> int:
    return max(
        len(timing.samples)
        for outcome in outcomes
        for timing in outcome.timings.values()
    )


def table(rows: Sequence[Mapping[str, str]]) -> str:
    """Lay rows with the same columns out as a Markdown table."""
    columns = tuple(rows[0])
    alignment = ["---", *["---:" for _ in columns[1:]]]
    lines = [columns, alignment, *(tuple(row.values()) for row in rows)]
    return "\n".join("| " + " | ".join(map(escaped, line)) + " |" for line in lines)


def escaped(text: str) -> str:
    return text.replace("|", "\\|")


def machine(peers: Sequence[str]) -> str:
    """Give what was measured on and with: the processor, and versions of tools."""
    tools = ("tangentlite", "numpy", *peers)
    versions = ", ".join(f"{tool} {version(tool)}" for tool in tools)
    return f"{processor()}; Python {platform.python_version()}, {versions}"


def version(tool: str) -> str:
    """Give a version; our own sources may be used without being installed."""
    try:
        return metadata.version(tool)
    except metadata.PackageNotFoundError:
        return "from its sources"


def processor() -> str:
    """Give the processor's name as the system tells it."""
    information = Path("/proc/cpuinfo")
    if information.exists():
        for line in information.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()
