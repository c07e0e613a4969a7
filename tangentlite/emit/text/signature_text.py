"""The text of a signature: as parameters, and as the arguments of a call."""

from __future__ import annotations

import inspect


def head_text(signature: inspect.Signature, place: dict[str, object]) -> str:
    """Return the parameters of a function as text, with defaults put into `place`.

    >>> place = {}
    >>> head_text(inspect.signature(lambda x, y=2.0: 0), place), place
    ('x, y=_tl_default_y', {'_tl_default_y': 2.0})
    """
    parts = []
    for parameter in signature.parameters.values():
        default: object = inspect.Parameter.empty
        if parameter.default is not parameter.empty:
            place[f"_tl_default_{parameter.name}"] = parameter.default
            default = _Text(f"_tl_default_{parameter.name}")
        annotation = inspect.Parameter.empty
        parts.append(parameter.replace(default=default, annotation=annotation))
    return str(inspect.Signature(parts))[1:-1]


class _Text(str):
    """A default that is printed as its text."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)


def arguments_text(signature: inspect.Signature) -> str:
    """Return the arguments of a call that forwards all parameters.

    >>> arguments_text(inspect.signature(lambda x, *rest, y: 0))
    'x, *rest, y=y'
    """
    parts = []
    for parameter in signature.parameters.values():
        if parameter.kind is parameter.VAR_POSITIONAL:
            parts.append(f"*{parameter.name}")
        elif parameter.kind is parameter.VAR_KEYWORD:
            parts.append(f"**{parameter.name}")
        elif parameter.kind is parameter.KEYWORD_ONLY:
            parts.append(f"{parameter.name}={parameter.name}")
        else:
            parts.append(parameter.name)
    return ", ".join(parts)
