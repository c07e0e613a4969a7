"""The files in which numba keeps compiled code, told apart by what they hold.

numba numbers the files of a function in the order in which its kinds of arguments are
compiled, and writes into an index which number is for which. Two processes that compile
for different kinds at once take the same number: one is given the code of the other.
"""

from __future__ import annotations

import functools
import hashlib
import types
from typing import Any


def name_by_kinds(module: types.ModuleType) -> None:
    """Let the compiled functions of a module name their files after kinds of arguments.

    Of two processes that write the index at once one is not seen, which compiles anew.
    """
    for value in vars(module).values():
        cache = getattr(value, "_cache", None)
        files = getattr(cache, "_cache_file", None)
        if files is not None and type(files) is _named().__base__:
            files.__class__ = _named()


@functools.cache
def _named() -> type:
    from numba.core.caching import IndexDataCacheFile

    class NamedByKinds(IndexDataCacheFile):
        """Files of data that are named after their key in the index."""

        def save(self, key: Any, data: Any) -> None:
            """Write data, and then the index, in which it is found."""
            digest = hashlib.blake2b(repr(key).encode(), digest_size=12).hexdigest()
            name = f"{self._index_name.removesuffix('.nbi')}.{digest}.nbc"
            self._save_data(name, data)
            known = self._load_index()
            known[key] = name
            self._save_index(known)

    return NamedByKinds
