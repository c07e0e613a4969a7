"""Stabilising shifts, as the maximum in a softmax: results do not depend on them."""
