"""What functions of signals, images and samples choose: by sizes, ends and options."""

import inspect

import numpy as np
import pytest

import tangentlite as tl
from tests.rules.formulas.compared import compare
from tests.rules.samples.sample import spread

signal = pytest.importorskip("scipy.signal")
from scipy import integrate, ndimage  # noqa: E402

pytestmark = pytest.mark.one_in(16)

X2, X5, X8, X30 = spread(2), spread(5, start=2), spread(8, start=3), spread(30)
TALL, OTHER, CUBE = spread(6, 4), spread(6, 4, start=5), spread(2, 3, 5)
B, A = np.array([0.7, 0.4, 0.2]), np.array([1.3, -0.4, 0.1])
TAPS = np.array([0.4, 1.1, -0.3])
HAS_ENVELOPE = hasattr(signal, "envelope")
HAS_COMPLEX_CHIRP = "complex" in inspect.signature(signal.chirp).parameters


def parts(z):
    return np.real(z) + np.imag(z) ** 2


def shortened_envelope(x):
    return parts(signal.envelope(x + 1j * x[::-1] ** 2, n_out=2))


def envelope_below_zero(x):
    return parts(signal.envelope(x + 1j * x[::-1] ** 2, (-3, 0)))


def crossed(x, y):
    return parts(signal.csd(x, y, nperseg=4)[1])


def under_a_named_window(x):
    return signal.periodogram(x, window=("kaiser", 3.0))[1]


def result_from_a_state(b, a, x, zi):
    return signal.lfilter(b, a, x, zi=zi)[0]


def state_from_a_state(b, a, x, zi):
    return signal.lfilter(b, a, x, zi=zi)[1]


def result_beside_a_number(a, x, zi):
    return signal.lfilter(1.5, a, x, zi=zi)[0]


def result_along_columns(b, a, x, zi):
    return signal.lfilter(b, a, x, axis=0, zi=zi)[0]


def greatest_along_rows(x):
    return ndimage.maximum_filter1d(x, 3)


def greatest_by_percentile(x):
    return ndimage.percentile_filter(x, 100, 3)


def within_reflected_ends(x, taps, cval):
    return ndimage.correlate(x, taps, mode="reflect", cval=cval)


def within_constant_ends(x, taps, cval):
    return ndimage.correlate1d(x, taps, mode="grid-constant", cval=cval)


def times_of_pieces(x, fs):
    return signal.stft(x, fs, nperseg=8, boundary=None)[1]


def analytic_chirp(t, f0, f1):
    return parts(signal.chirp(t, f0, 2.0, f1, complex=True))


def short_window(std):
    return signal.windows.gaussian(2, std)


def named_window(x):
    return x * signal.get_window(("kaiser", 3.0), 5)


CASES = {
    "csd_of_matrices": (crossed, (TALL, OTHER)),
    "periodogram_window": (under_a_named_window, (X8,)),
    "lfilter_result": (result_from_a_state, (B, A, X8, X2)),
    "lfilter_state": (state_from_a_state, (B, A, X8, X2)),
    "lfilter_number": (result_beside_a_number, (A, X8, X2)),
    "lfilter_columns": (result_along_columns, (B, A, TALL, spread(2, 4))),
    "greatest_of_a_row": (greatest_along_rows, (X8,)),
    "greatest_of_a_cube": (greatest_along_rows, (CUBE,)),
    "percentile_100": (greatest_by_percentile, (X8,)),
    "correlate_reflect": (within_reflected_ends, (X8, TAPS, 0.3)),
    "correlate_constant": (within_constant_ends, (X8, TAPS, 0.3)),
    "stft_times": (times_of_pieces, (X30, 1.7)),
    "window_of_two": (short_window, (0.8,)),
    "window_by_name": (named_window, (X5,)),
}
if HAS_ENVELOPE:
    CASES["envelope_of_two"] = shortened_envelope, (X5,)
    CASES["envelope_below_zero"] = envelope_below_zero, (X8,)
if HAS_COMPLEX_CHIRP:
    CASES["chirp_complex"] = analytic_chirp, (X5, 0.4, 0.9)


@pytest.mark.parametrize("name", CASES)
def test_against_differences(name):
    function, inputs = CASES[name]
    compare(function, inputs)


def of_one_axis(x):
    return np.sum(np.real(signal.hilbert2(x)))


def constant_beyond_the_ends(x):
    return np.sum(signal.upfirdn(np.ones(2), x, mode="constant", cval=3))


@pytest.mark.parametrize(
    ("program", "words"),
    [(of_one_axis, "one axis"), (constant_beyond_the_ends, "mode or cval")],
)
def test_refused(program, words):
    with pytest.raises(tl.TangentliteError, match=words):
        tl.grad(program)(X5)


RESPONSE = "freqz_sos" if hasattr(signal, "freqz_sos") else "sosfreqz"


def response(sos):
    return np.sum(np.abs(getattr(signal, RESPONSE)(sos, 4)[1]))


@pytest.mark.parametrize("shape", [(0, 6), (1, 5)])
def test_sections_of_another_shape(shape):
    with pytest.raises(ValueError, match="n_sections"):
        tl.grad(response)(np.ones(shape))


def test_simpson_over_an_interval_of_no_width():
    """The weights of the samples are those of SciPy, and nothing is divided by zero."""
    x = np.array([0.0, 1.0, 1.0, 2.0, 3.5])

    def integral(y, x):
        return integrate.simpson(y, x=x)

    with np.errstate(all="raise"):
        by_y, by_x = tl.grad(integral, wrt=(0, 1))(X5, x)
    want = [integrate.simpson(row, x=x) for row in np.eye(5)]
    np.testing.assert_allclose(by_y, want, rtol=1e-12, atol=1e-15)
    assert np.all(np.isfinite(by_x))
