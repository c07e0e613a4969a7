"""What to write instead of functions of autograd and JAX, by the modules they are in.

Neither is imported here: their modules are there where a program has such a function.
"""

from __future__ import annotations

import sys

import numpy as np


def instead_of_ported(function: object, package: str, spelled: str) -> str | None:
    """Return advice for a function of autograd or JAX, None where there is none.

    `spelled` is what the program calls it.

    >>> instead_of_ported(np.dot, 'numpy', 'np.dot') is None
    True
    """
    name = str(getattr(function, "__name__", type(function).__name__))
    places = _places(function, package, name)
    for place in places:
        for prefix, (library, how) in _SAME.items():
            path = [*place.removeprefix(prefix).split("."), name][1:]
            if f"{place}.".startswith(f"{prefix}.") and _has(library, path):
                advice = f"Use {'.'.join([library, *path])}."
                root, *rest = spelled.split(".")
                if rest and root in ("np", "numpy", "scipy"):
                    return f"{advice} {root} is {prefix} here: {how}."
                return advice
    if places:
        instead = _OPERATORS.get(package, {}).get(name)
        return f"Use {instead}." if instead else None
    of = getattr(getattr(function, "fun", None), "__module__", None)
    if package == "autograd" and isinstance(of, str):  # what `primitive` wraps
        return "Leave `primitive` away, or give it a rule by tl.custom_vjp."
    return None


def _places(function: object, package: str, name: str) -> list[str]:
    """Return the public modules of a package that have a function, shortest first."""
    found = []
    for place in sorted(sys.modules, key=lambda place: (place.count("."), place)):
        parts = place.split(".")
        if parts[0] == package and not any(part.startswith("_") for part in parts):
            if getattr(sys.modules[place], "__dict__", {}).get(name) is function:
                found.append(place)
    return found


def _has(library: str, path: list[str]) -> bool:
    """Whether NumPy or SciPy has a name; SciPy is not imported for it."""
    owner = np if library == "np" else sys.modules.get(library)
    if owner is None:
        return True
    for name in path:
        if not hasattr(owner, name):
            return False
        owner = getattr(owner, name)
    return True


# Modules that have the functions of NumPy or SciPy by their names, and what to import.
_NUMPY = ("np", "write `import numpy as np`")
_SCIPY = ("scipy", "write `import scipy`")
_SAME = {
    "autograd.numpy": _NUMPY,
    "autograd.scipy": _SCIPY,
    "jax.numpy": _NUMPY,
    "jax.scipy": _SCIPY,
}
# What stands for operators; those that are not here have no counterpart.
_BOTH = {
    "checkpoint": "tl.checkpoint",
    "grad": "tl.grad",
    "hessian": "tl.hessian",
    "value_and_grad": "tl.value_and_grad",
}
_OPERATORS = {
    "autograd": {
        **_BOTH,
        "check_grads": "tl.check_grad",
        "deriv": "tl.jacobian",
        "elementwise_grad": "tl.elementwise_grad",
        "flatten": "tl.flatten",
        "grad_and_aux": "tl.grad with has_aux=True",
        "grad_named": 'tl.grad with wrt="name"',
        "hessian_tensor_product": "tl.hvp",
        "hessian_vector_product": "tl.hvp",
        "holomorphic_grad": "tl.grad of the real part",
        "jacobian": "tl.jacobian",
        "make_hvp": "tl.hvp",
        "make_jvp": "tl.jvp",
        "make_vjp": "tl.vjp",
        "multigrad_dict": "tl.grad with several names in wrt",
        "tensor_jacobian_product": "tl.vjp",
        "vector_jacobian_product": "tl.vjp",
    },
    "jax": {
        **_BOTH,
        "cond": "an if statement",
        "custom_jvp": "tl.custom_jvp",
        "custom_root": "tl.implicit",
        "custom_vjp": "tl.custom_vjp",
        "fori_loop": "a for loop",
        "jacfwd": "tl.jacobian",
        "jacrev": "tl.jacobian",
        "jit": 'tl.grad with backend="numba" for speed, and no jit',
        "jvp": "tl.jvp",
        "ravel_pytree": "tl.flatten",
        "scan": "a for loop",
        "stop_gradient": "tl.stop_gradient",
        "vjp": "tl.vjp",
        "vmap": "tl.batched",
        "while_loop": "a while loop",
    },
}
