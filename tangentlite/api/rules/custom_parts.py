"""What templates of `custom_vjp` and `custom_jvp` call: walked, never run."""

import numpy as np

from tangentlite.api.grad import autodiff
from tangentlite.api.rules.linearity import require_linear
from tangentlite.api.rules.rule_errors import refusal
from tangentlite.handlers import builtin
from tangentlite.kinds.kind import shape_of
from tangentlite.values.literals import literal


def full(y, y_bar):
    """Return a cotangent with the shapes of a result."""
    if isinstance(y, tuple):
        return tuple([full(y[k], y_bar[k]) for k in range(len(y))])
    if np.ndim(y_bar) == np.ndim(y):
        return y_bar
    return y_bar + np.zeros_like(y)


def paired(found, rule, title):
    """Require a value and residuals."""
    if not isinstance(found, (tuple, list)):
        refuse_pair(found, rule, title)
    if len(found) != 2:
        refuse_pair(found, rule, title)
    return found


def refuse_pair(found, rule, title):
    """Refuse what is no value with residuals: replaced by `_refuse_pair`."""


@builtin(refuse_pair)
def _refuse_pair(b, arguments, keywords, node, base):
    found, rule, title = arguments
    raise refusal(
        b,
        rule.static_value(),
        f"{title.static_value()} is to return the value and residuals, but returns "
        f"{found.describe()}.",
        "Return a pair: the value, and what the backward function needs, or None.",
        node,
    )


def counted(gradients, count, rule, title):
    """Require a tuple of gradients."""
    if not isinstance(gradients, (tuple, list)):
        refuse_gradients(gradients, count, rule, title)
    if len(gradients) != count:
        refuse_gradients(gradients, count, rule, title, len(gradients))
    return gradients


def refuse_gradients(gradients, count, rule, title, found=None):
    """Refuse what is no tuple with all gradients: replaced by `_refuse_gradients`."""


@builtin(refuse_gradients)
def _refuse_gradients(b, arguments, keywords, node, base):
    gradients, count, rule, title, *found = arguments
    what = f"{found[0].static_value()} of them" if found else gradients.describe()
    number = count.static_value()
    for_each = f"each of {number} arguments" if number > 1 else "its one argument"
    raise refusal(
        b,
        rule.static_value(),
        f"{title.static_value()} is to return a tuple with a gradient for {for_each}, "
        f"but returns {what}.",
        "Return a tuple, with None for an argument without a gradient.",
        node,
    )


def part(gradient, key, count, is_object, rule, message):
    """Return the part of a gradient under a key, or of the attribute of that name."""
    if gradient is None:
        return None
    if is_object:
        return getattr(gradient, key)
    if not isinstance(gradient, (tuple, list, dict)):
        refuse_shape(rule, message)
    if len(gradient) != count:
        refuse_shape(rule, message)
    return gradient[key]


def refuse_shape(rule, message):
    """Refuse a gradient that is put together otherwise: replaced by `_refuse_shape`."""


@builtin(refuse_shape)
def _refuse_shape(b, arguments, keywords, node, base):
    rule, message = (value.static_value() for value in arguments)
    instead = "Return what is put together like the argument."
    raise refusal(b, rule, f"{message}.", instead, node)


def fitting(gradient, x, rule, message):
    """Return a gradient with the shape of its argument."""
    if gradient is None:
        return 0.0
    return alike(gradient, x, rule, message)


def alike(found, x, rule, message):
    """Return a derivative, which must have the shape of a value."""
    if isinstance(x, tuple):
        if not isinstance(found, tuple) or len(found) != len(x):
            raise ValueError(message)
        return tuple([alike(found[k], x[k], rule, message) for k in range(len(x))])
    if found is None:
        return np.zeros_like(x)
    if isinstance(found, (tuple, list)):
        found = np.array(without_none(found, x, rule, message))
    fitting_kinds(found, x, rule, message)
    if np.shape(found) != np.shape(x):
        raise ValueError(message)
    return found


def without_none(gradient, x, rule, message):
    """Return a derivative given by items of an array, with zeros in place of None."""
    if gradient is None:
        return np.zeros_like(x)
    if not holds_none(gradient):
        return gradient
    if np.ndim(x) == 0:
        refuse_shape(rule, message)
    if len(gradient) != len(x):
        raise ValueError(message)
    return [
        without_none(gradient[k], x[k], rule, message) for k in range(len(gradient))
    ]


def holds_none(gradient):
    """Whether None is an item of a tuple or list: replaced by `_holds_none`."""


@builtin(holds_none)
def _holds_none(b, arguments, keywords, node, base):
    return literal(_has_none(arguments[0]))


def _has_none(value):
    if value.kind is not None or not issubclass(value.type, (tuple, list)):
        return False
    items = value.items if hasattr(value, "items") else map(literal, value.value)
    return any(_is_none(item) or _has_none(item) for item in items)


def _is_none(value):
    return value.is_static and value.static_value() is None


def fitting_kinds(found, x, rule, message):
    """Require another rank or dtype to be no other: replaced by `_fitting_kinds`."""


@builtin(fitting_kinds)
def _fitting_kinds(b, arguments, keywords, node, base):
    found, x = (getattr(value, "kind", None) for value in arguments[:2])
    rule, message = (value.static_value() for value in arguments[2:])
    shapes = [None if kind is None else shape_of(kind) for kind in (found, x)]
    ranks = {len(shape) for shape in shapes if shape is not None}
    if len(ranks) > 1:
        each = " and ".join(_axes(shape) for shape in shapes if shape is not None)
        what = f"{message}: they have {each}."
        raise refusal(b, rule, what, "Return one of that shape.", node)
    if _letter(found) == "c" and _letter(x) not in ("c", None):
        what = f"{message}: it is complex."
        raise refusal(b, rule, what, "Return the real part.", node)
    return literal(None)


def _axes(shape):
    return f"{len(shape)} {'axis' if len(shape) == 1 else 'axes'}"


def _letter(kind):
    dtype = getattr(kind, "dtype", None)
    return None if dtype is None else np.dtype(dtype).kind


def moving(x, x_dot):
    """Return the tangent of an argument, with its shape."""
    if isinstance(x, tuple):
        return tuple([moving(x[k], x_dot[k]) for k in range(len(x))])
    if not is_floating(x):
        return 0.0
    return x_dot + np.zeros_like(x)


def resting(x):
    """Return the tangent of an argument that does not move."""
    if isinstance(x, tuple):
        return tuple([resting(one) for one in x])
    if not is_floating(x):
        return 0.0
    return np.zeros_like(x)


def is_floating(x):
    """Whether an argument is a number or array of floats: replaced by `_floating`."""
    return True


@builtin(is_floating)
def _floating(b, arguments, keywords, node, base):
    return literal(_letter(getattr(arguments[0], "kind", None)) in ("f", "c"))


HELD = {
    "_alike": alike,
    "_autodiff": autodiff,
    "_counted": counted,
    "_fitting": fitting,
    "_full": full,
    "_moving": moving,
    "_paired": paired,
    "_part": part,
    "_require_linear": require_linear,
    "_resting": resting,
}
