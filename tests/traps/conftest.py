"""The input that most of the traps share."""
import numpy as np
import pytest


@pytest.fixture
def x() -> np.ndarray:
    return np.array([0.5, 1.5, 2.0])
