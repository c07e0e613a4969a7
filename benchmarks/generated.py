"""Functions of a chosen length to transform, written to files like anyone's."""

from collections.abc import Callable, Iterator
from pathlib import Path

from benchmarks.fresh import load

STATEMENTS = (
    "{new} = np.sin({last}) * x + {number}",
    "{new} = {last} * {before} - y",
    "{new} = np.exp(-{last} * {last})",
    "{new} = {last} / (1.0 + {before} * {before})",
    "{new} = np.tanh({last} + {number} * {before})",
)

BLOCK = """\
    for i in range(3):
        u = np.sin(u) * {number} + v
        v = 0.5 * v + u * x
        if np.sum(u) > 0.0:
            u = u * {number}
        else:
            u = u + {number}
            v = v - y
    w = np.exp(-u * u)
    u = np.tanh(u + v)
    v = w * v
"""


def straight_line_text(lines: int, variant: int) -> str:
    """Give a function of so many lines, each of which uses the two before it.

    The variant shows in the constants, so that nothing kept for another one fits.
    """
    body = ["    v0 = x * y", "    v1 = x - y"]
    for i in range(2, lines - 2):
        statement = STATEMENTS[i % len(STATEMENTS)].format(
            new=f"v{i}", last=f"v{i - 1}", before=f"v{i - 2}", number=number(i, variant)
        )
        body.append(f"    {statement}")
    return definition([*body, f"    return np.sum(v{lines - 3})"])


def branching_text(lines: int, variant: int) -> str:
    """Give a function of so many lines, of loops that hold branches.

    The lines left over by whole blocks are straight.
    """
    body = ["    u = x * y", "    v = x - y"]
    block_lines = BLOCK.count("\n")
    blocks, rest = divmod(lines - 4, block_lines)
    for i in range(blocks):
        body += BLOCK.format(number=number(i, variant)).splitlines()
    body += [f"    u = np.sin(u) * v + {number(i, variant)}" for i in range(rest)]
    return definition([*body, "    return np.sum(u * v)"])


def number(position: int, variant: int) -> str:
    return f"{0.5 + 0.01 * (position % 7) + 1e-5 * variant:.5f}"


def definition(body: list[str]) -> str:
    return "\n".join(["import numpy as np", "", "", "def program(x, y):", *body, ""])


def fresh_programs(
    make_text: Callable[[int, int], str],
    lines: int,
    variants: Iterator[int],
    folder: Path,
) -> Iterator[Callable]:
    """Give functions of so many lines, each of the next variant."""
    for variant in variants:
        path = folder / f"generated_{variant}.py"
        path.write_text(make_text(lines, variant), encoding="utf-8")
        yield load(path, path.stem).program
