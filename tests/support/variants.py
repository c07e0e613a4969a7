"""One text of programs in several variants, each a module of its own."""
import re
from collections.abc import Mapping
from pathlib import Path


def variants_of(text: str, loops: Mapping[str, str], folder: Path) -> list[dict]:
    """The namespaces of a text, with what stands in each for `loop(...)` in a head.

    `loops` maps names of files to replacements, in which `\\1` is what `loop` is given.
    """
    found = []
    for name, loop in loops.items():
        path = folder / f'{name}.py'
        body = re.sub(r'\bloop\((.*)\)(?=:)', loop, text)
        path.write_text('import numpy as np\nimport tangentlite as tl\n' + body)
        namespace = {'__name__': name}
        exec(compile(path.read_text(), str(path), 'exec'), namespace)
        found.append(namespace)
    return found
