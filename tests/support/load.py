"""Makes modules of source text in files, where tools can find their source."""
import importlib.util
import re
import sys
from pathlib import Path
from types import ModuleType


def load_module(source: str, directory: Path) -> ModuleType:
    """Write the text to a file and import it as a module named after the directory."""
    name = 'written_in_' + re.sub(r'\W', '_', directory.name)
    path = directory / f'{name}.py'
    path.write_text(source)
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module
