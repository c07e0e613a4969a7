"""Writes that are no assignments to elements: `flat`, `imag`, np.add.at, strides."""
