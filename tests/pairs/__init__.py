"""Programs with derivatives that were written by hand, beside which ours are read."""
