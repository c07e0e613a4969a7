"""Derivative rules of `scipy.fft`."""
