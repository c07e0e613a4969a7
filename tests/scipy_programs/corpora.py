"""All programs of all parts of SciPy, and those that are refused today."""
import importlib

import scipy

from tests.programs.record import Program, leaves

PARTS = ('special', 'special_estimates', 'special_physics', 'special_series', 'stats',
         'stats_summaries', 'linalg', 'linalg_systems', 'interpolate', 'integrate',
         'sparse', 'spatial', 'ndimage', 'signal', 'analysis', 'fft', 'forms', 'usage',
         'edges')

# Second derivatives are compared of programs that have at most so many numbers.
FEW_NUMBERS = 4


# What older versions of SciPy do not have, or give as nan.
SINCE = {
    'edges-spherical_at_zero': '1.15',
    'forms-solve_of_stack': '1.16',
    'linalg_systems-batched_inverse': '1.16',
    'special_series-harmonic_intensity': '1.15',
}


def all_programs() -> list[tuple[str, Program]]:
    """Every program, with the name of its part before its own."""
    found = []
    for part in PARTS:
        module = importlib.import_module(f'tests.scipy_programs.{part}')
        found += [(f'{part}-{program.name}', program) for program in module.PROGRAMS]
    return [(name, one) for name, one in found if is_there(SINCE.get(name, '0'))]


def is_there(version: str) -> bool:
    """Whether SciPy is of a version, or of a newer one."""
    return numbers(scipy.__version__) >= numbers(version)


def numbers(version: str) -> list[int]:
    return [int(part) for part in version.split('.')[:2]]


def has_few_numbers(program: Program) -> bool:
    """Whether second derivatives of the program are quickly compared."""
    size = sum(getattr(leaf, 'size', 1) for position in program.wrt
               for leaf in leaves(program.args[position]))
    return size <= FEW_NUMBERS and not program.heavy
