"""The outcomes on a terminal, a line a workload or kernel."""

from collections.abc import Mapping, Sequence

from benchmarks import cells
from benchmarks.harness import Outcome

WIDTHS = {"workload": 24, "kernel": 26, "programs": 12, "note": 0}
WIDTHS |= {"program": 24, "spent on": 26, "derivative": 28, "loop": 18}
WIDTHS |= {"call": 48, "shapes": 26, "form": 18, "naive form": 28, "fast form": 28}


def line(outcome: Outcome, peers: Sequence[str]) -> Mapping[str, str]:
    """Give the cells of a workload's line by column; the note has the failures."""
    return {
        **cells.times(outcome, peers),
        "first ms": cells.first_call(outcome, "ours"),
        "peak MB": cells.peak(outcome, "ours"),
        "peak/hand": cells.peak_ratio(outcome, "ours", "hand"),
        "note": "; ".join(notes(outcome)),
    }


def structure_line(outcome: Outcome) -> Mapping[str, str]:
    """Give the cells of a model's line by column; the note has the failures."""
    return {**cells.structure_times(outcome), "note": "; ".join(notes(outcome))}


def kernel_line(outcome: Outcome, peers: Sequence[str]) -> Mapping[str, str]:
    """Give the cells of a kernel's line by column; the note has the failures."""
    note = "; ".join(notes(outcome))
    return {**cells.kernel_times(outcome, peers), "note": note}


def notes(outcome: Outcome) -> list[str]:
    """Say of each contestant that was not timed why."""
    return [f"{name}: {failure.line}" for name, failure in outcome.failures.items()]


def show(line: Mapping[str, str], number: int) -> None:
    """Print a line, the first one below a header."""
    if number == 1:
        print(laid_out(tuple(line), tuple(line)))
    print(laid_out(tuple(line), tuple(line.values())), flush=True)


def laid_out(columns: Sequence[str], texts: Sequence[str]) -> str:
    """Put the texts under their columns: names to the left, numbers to the right."""
    parts = []
    for column, text in zip(columns, texts, strict=True):
        width = WIDTHS.get(column, max(7, len(column)))
        parts.append(text.ljust(width) if column in WIDTHS else text.rjust(width))
    return "  ".join(parts).rstrip()
