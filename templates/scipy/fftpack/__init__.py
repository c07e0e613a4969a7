"""Derivative rules of `scipy.fftpack`."""
