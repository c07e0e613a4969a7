"""All features, by subject, and the page that lists them."""
from collections.abc import Iterator
from types import ModuleType

import tangentlite as tl
from tests.features import classes, data, functions, state, syntax
from tests.features.record import Program
from tests.support.pages import COVERAGE, replaced

PAGE = COVERAGE / 'python.md'
SUBJECTS = {
    'syntax': syntax, 'functions': functions, 'data': data, 'classes': classes,
    'state': state,
}


def supported() -> Iterator[tuple[str, Program]]:
    """Yield the programs that are differentiated, with names for them."""
    for subject, module in SUBJECTS.items():
        for feature in module.FEATURES:
            for number, program in enumerate(feature.programs):
                name = program.function.__name__
                if name not in module.NOT_YET:
                    yield f'{subject}-{name}-{number}', program


def refused() -> Iterator[tuple[str, Program]]:
    """Yield the programs that are refused, with what they show."""
    for subject, module in SUBJECTS.items():
        for refusal in module.REFUSED:
            yield f'{subject}: {refusal.title}', refusal.program
        for feature in module.FEATURES:
            for program in feature.programs:
                if program.function.__name__ in module.NOT_YET:
                    name = program.function.__name__
                    yield f'{subject}: {feature.title} ({name})', program


def table() -> str:
    """Return what works and what does not: Markdown, a heading for each subject."""
    rows = []
    for subject, module in SUBJECTS.items():
        works = [f.title for f in module.FEATURES if not _is_missing(module, f)]
        missing = [f.title for f in module.FEATURES if _is_missing(module, f)]
        missing += [refusal.title for refusal in module.REFUSED]
        rows += ['', f'## {subject.capitalize()}', '']
        rows += [f'- {title}' for title in works]
        if missing:
            rows += ['', 'Not yet:', '', *(f'- {title}' for title in missing)]
    return '\n'.join([*rows, '']) + '\n'


def _is_missing(module: ModuleType, feature) -> bool:
    names = {program.function.__name__ for program in feature.programs}
    return names <= module.NOT_YET


def with_table(text: str) -> str:
    """Return the page's text with the lists of today."""
    return replaced(text, 'python', table())


def message(program: Program) -> str:
    """Return what the error says of a program that is refused, without its place."""
    try:
        tl.grad(program.function, wrt=0)(*program.args)
    except tl.TangentliteError as error:
        place, *rest = str(error).split('\n')
        what = place.split(': ', 1)[1] if '.py:' in place else place
        return '\n'.join([what, *rest])
    raise AssertionError(f'{program.function.__name__} is not refused')


def messages() -> str:
    """Return the messages of all programs that are refused."""
    parts = {}
    for title, program in refused():
        parts.setdefault(title, message(program))
    return '\n'.join(f'## {title}\n{text}\n' for title, text in parts.items())
