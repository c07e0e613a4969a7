"""Programs of the corpora whose first differentiated argument may come in blocks."""

import numpy as np

from tests.programs.corpora import all_programs
from tests.programs.record import Program
from tests.support.cases import named


def programs_of_blocks() -> list:
    """Those by an array or a number."""
    return named((name, one) for name, one in all_programs() if _is_for_blocks(one))


def _is_for_blocks(program: Program) -> bool:
    given = program.args[program.wrt[0]]
    return isinstance(given, np.ndarray | float) and not program.heavy
