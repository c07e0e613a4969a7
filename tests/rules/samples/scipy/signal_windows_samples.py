"""Samples of windows of scipy.signal."""
from scipy import signal
from scipy.signal import windows

from tests.rules.samples.sample import sample

CONSTANT = (
    windows.boxcar, windows.triang, windows.parzen, windows.bohman, windows.blackman,
    windows.nuttall, windows.blackmanharris, windows.flattop, windows.bartlett,
    windows.barthann, windows.hamming, windows.hann, windows.cosine, windows.lanczos,
)  # fmt: skip

SAMPLES = [
    sample(signal.get_window, 'hann', 5),
    *(sample(f, 5) for f in CONSTANT),
    *(
        sample(f, M, 1.3, sym=sym)
        for f in (windows.gaussian, windows.general_hamming, windows.kaiser)
        for M in (1, 5, 6)
        for sym in (True, False)
    ),
    sample(windows.exponential, 5, None, 1.3, wrt=(2,)),
    sample(windows.exponential, 5, 0.4, 1.3, False),
]
