"""What of `scipy.optimize` is refused."""
