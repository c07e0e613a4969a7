"""All programs of all parts of SciPy, and those that are refused today."""
import importlib

from tests.programs.record import Program, leaves

PARTS = ('special', 'special_estimates', 'special_physics', 'special_series', 'stats',
         'stats_summaries', 'linalg', 'linalg_systems', 'interpolate', 'integrate',
         'sparse', 'spatial', 'ndimage', 'signal', 'analysis', 'fft', 'forms', 'usage',
         'edges')

# Second derivatives are compared of programs that have at most so many numbers.
FEW_NUMBERS = 4


def all_programs() -> list[tuple[str, Program]]:
    """Every program, with the name of its part before its own."""
    found = []
    for part in PARTS:
        module = importlib.import_module(f'tests.scipy_programs.{part}')
        found += [(f'{part}-{program.name}', program) for program in module.PROGRAMS]
    return found


def has_few_numbers(program: Program) -> bool:
    """Whether second derivatives of the program are quickly compared."""
    size = sum(getattr(leaf, 'size', 1) for position in program.wrt
               for leaf in leaves(program.args[position]))
    return size <= FEW_NUMBERS and not program.heavy
