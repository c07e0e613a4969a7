"""What comes of differentiating a function that calls a library."""

import ast
import copy
import importlib
import re
import time
import traceback
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import tangentlite as tl

HERE = Path(__file__).parent
MODES = ("reverse", "forward")
# The files of functions, with the package that each imports and is installed as.
PACKAGES = {
    "astropy": "astropy",
    "chemicals": "chemicals",
    "colour": "colour-science",
    "filterpy": "filterpy",
    "fluids": "fluids",
    "galpy": "galpy",
    "iapws": "iapws",
    "lmfit": "lmfit",
    "ot": "POT",
    "pints": "pints",
    "pvlib": "pvlib",
    "pyhf": "pyhf",
    "sklearn": "scikit-learn",
    "statsmodels": "statsmodels",
}
_PLACE = re.compile(r"^(?P<file>/.*?):\d+:\d+: (?P<said>.*)\n", re.MULTILINE)
LONGEST = 30.0  # seconds of the processor for a mode, above which it counts as slow


@dataclass(frozen=True)
class Outcome:
    """How it ended: right, refused, wrong, internal or slow; what the error says."""

    ending: str
    text: str = ""

    @property
    def file(self) -> str:
        """The file that the first line of the error names."""
        return _PLACE.match(self.text.split("\n")[0] + "\n")["file"]

    @property
    def reason(self) -> str:
        """What the error says of the innermost place."""
        places = list(_PLACE.finditer(self.text + "\n"))
        return places[-1]["said"] if places else self.text.split("\n")[0]


def names(name: str) -> list[str]:
    """Return the names of the functions of one file, which is not imported."""
    body = ast.parse((HERE / f"{name}_calls.py").read_text()).body
    return [node.name for node in body if getattr(node, "decorator_list", ())]


def calls(name: str) -> list[tuple[Callable, tuple]]:
    """Return the functions of one file, each with its arguments."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return importlib.import_module(f"tests.libraries.{name}_calls").CALLS


def outcome(function: Callable, arguments: tuple, mode: str) -> Outcome:
    """Compare a derivative with central differences."""
    begun = time.process_time()
    arguments = copy.deepcopy(arguments)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tl.check_grad(function, arguments, modes=(mode,))
    except tl.errors.CheckError as error:
        return Outcome("wrong", str(error))
    except tl.errors.TangentliteError as error:
        return Outcome("refused", str(error))
    except Exception as error:
        last = traceback.extract_tb(error.__traceback__)[-1]
        text = f"{type(error).__name__}: {error} ({Path(last.filename).name})"
        return Outcome("internal", text)
    seconds = time.process_time() - begun
    if seconds > LONGEST:
        return Outcome("slow", f"{seconds:.0f} s")
    return Outcome("right")


def all_outcomes(name: str) -> Iterator[dict[str, Outcome]]:
    """Yield what comes of each function of one file, in each mode."""
    for function, arguments in calls(name):
        yield {mode: outcome(function, arguments, mode) for mode in MODES}
