"""What a derivative and its text take in memory.

python -m benchmarks.texts_in_memory prints the kilobytes that Python's allocator holds
for each derivative of a few lines, of which many stay: its text, its code, and what is
known of its function.
"""

import gc
import linecache
import os
import tracemalloc

os.environ["TANGENTLITE_CACHE"] = "off"

import numpy as np

import tangentlite as tl

FIRST, MANY = 50, 200  # the first ones fill caches that others share
TEXT = """\
def loss(w, x):
    s = 0.0
    for i in range(x.size):
        s = s + np.tanh(w[0] * x[i]) * {number}.5
    return s + np.sum(np.exp(-w * w))
"""


def made(number: int):
    """Return a function of a file of its own."""
    text, file = TEXT.format(number=number), f"<loss {number}>"
    linecache.cache[file] = len(text), None, text.splitlines(True), file
    space = {"np": np}
    exec(compile(text, file, "exec"), space)
    return space["loss"]


def main() -> None:
    """Print what each of many derivatives takes."""
    functions = [made(number) for number in range(FIRST + MANY)]
    arguments, held = (np.ones(3), np.ones(4)), []
    for number, function in enumerate(functions):
        if number == FIRST:
            gc.collect()
            tracemalloc.start()
        held.append(tl.grad(function))
        held[-1](*arguments)
    gc.collect()
    taken, _ = tracemalloc.get_traced_memory()
    print(f"{taken / MANY / 1024:.0f} kB for each of {MANY} derivatives")


if __name__ == "__main__":
    main()
