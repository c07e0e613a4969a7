"""Programs that ask how an array lies in memory, and whether it may be written."""

import numpy as np
import pytest

import tangentlite as tl


def writeable(x):
    return np.sum(3.0 * x if getattr(x.flags, "writeable", True) else x)


def writeable_by_key(x):
    return np.sum(3.0 * x if x.flags["WRITEABLE"] else x)


def writeable_view(x):
    y = x.T[1:]
    return np.sum(3.0 * y if y.flags.writeable else y)


def written(x):
    if x.flags.writeable:
        x[0] = 2.0 * x[1]
        return np.sum(x)
    return 3.0 * np.sum(x)


def view_of_made(x):
    y = (2.0 * x).T[1:]
    return np.sum(3.0 * y if y.flags.writeable else y)


def made(x):
    y = 2.0 * x
    return np.sum(3.0 * y if y.flags.writeable else y)


def copied_if_needed(x):
    y = np.asarray(x)
    if not y.flags.writeable:
        y = y.copy()
        y += x
    return np.sum(y)


def made_on_one_path(x):
    y = x if x[0, 0] > 0.0 else 2.0 * x
    return np.sum(3.0 * x if y.flags.writeable else x)


def copied_on_one_path(x):
    y = x.copy() if x[0, 0] < 0.5 else x
    return np.sum(3.0 * x if y.flags.writeable else x)


def by_columns(x):
    return np.sum(3.0 * x if x.flags.f_contiguous else x)


def owning(x):
    return np.sum(3.0 * x if x.flags.owndata else x)


def has_flags(x):
    return np.sum(x) * hasattr(x, "flags") * (2 - hasattr(x.flags, "updateifcopy"))


ARRAYS = {
    "writeable": np.ones((2, 3)),
    "read-only": np.broadcast_to(np.arange(3.0), (2, 3)),
    "by columns": np.ones((3, 2)).T,
}


@pytest.mark.parametrize("mode", ["reverse", "forward"])
@pytest.mark.parametrize("layout", ARRAYS)
@pytest.mark.parametrize(
    "function",
    [
        writeable,
        writeable_by_key,
        writeable_view,
        written,
        view_of_made,
        made,
        copied_if_needed,
        made_on_one_path,
        copied_on_one_path,
        by_columns,
        owning,
        has_flags,
    ],
)
def test_derivatives(function, layout, mode):
    x = ARRAYS[layout]
    x = x if layout == "read-only" else x.copy(order="K")
    if mode == "reverse":
        along = np.sum(tl.grad(function)(x) * x)
    else:
        along = tl.autodiff(function, mode="forward")(x, x)
    assert along == pytest.approx(function(x))  # all are linear


def laid_out(x):
    return np.sum(3.0 * x if x.T.flags.c_contiguous else x)


def set_before(x):
    y = x.copy()
    y.setflags(write=False)
    return np.sum(3.0 * y if y.flags.writeable else y)


def set_on_argument(x):
    x.setflags(write=False)
    return np.sum(3.0 * x if x.flags.writeable else x)


def broadcast(x):
    y = np.broadcast_to(3.0, (3,))
    return np.sum(3.0 * x if y.flags.writeable else x)


def diagonal(x):
    y = np.diagonal(2.0 * x)
    return np.sum(3.0 * x if y.flags.writeable else x)


def base(x):
    return np.sum(x if x.base is None else 3.0 * x)


def method_without_a_name(x):
    return np.sum(x if x.sum.__doc__ else 3.0 * x)


@pytest.mark.parametrize(
    ("function", "what"),
    [
        (laid_out, "the flag 'c_contiguous' of an array is not supported"),
        (set_before, "the flag 'writeable' of an array is not supported"),
        (set_on_argument, "the flag 'writeable' of an array is not supported"),
        (broadcast, "the flag 'writeable' of an array is not supported"),
        (diagonal, "the flag 'writeable' of an array is not supported"),
        (base, "the base of an array is not supported"),
        (method_without_a_name, "the attribute '__doc__' of the method 'sum'"),
    ],
)
def test_what_a_derivative_does_not_keep_is_refused(function, what):
    with pytest.raises(tl.errors.UnsupportedError, match=what):
        tl.grad(function)(np.ones((2, 3)))


def unknown_flag(x):
    try:
        return x.flags.hello
    except AttributeError:
        return np.sum(3.0 * x)


def test_a_flag_that_there_is_not():
    np.testing.assert_array_equal(tl.grad(unknown_flag)(np.ones(2)), [3.0, 3.0])


def view_of_written(x):
    writeable = x.T.flags.writeable
    x[0] = 2.0 * x[1]
    return np.sum(x) if writeable else np.sum(2.0 * x)


@pytest.mark.parametrize("mode", ["reverse", "forward"])
def test_a_view_of_what_is_copied_must_be_writeable(mode):
    x = np.arange(6.0).reshape(3, 2)
    along = () if mode == "reverse" else (np.ones((3, 2)),)
    df = tl.autodiff(view_of_written, mode=mode)
    assert np.sum(df(x, *along)) == pytest.approx(8.0)
    x.flags.writeable = False
    with pytest.raises(ValueError, match="a read-only array may be written"):
        df(x, *along)
