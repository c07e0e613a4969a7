"""Measures of images, and of parts of them that have labels."""

import numpy as np
from scipy import ndimage

from tangentlite.rules.registry import definition
from tangentlite.templates.conversion import as_array


# The number of each entry along an axis, laid out to broadcast to an image.
def places(image, axis):
    behind = np.ndim(image) - 1 - axis
    return np.reshape(np.arange(np.shape(image)[axis]) * 1.0, (-1,) + (1,) * behind)


@definition(ndimage.center_of_mass)
def center_of_mass(input, labels=None, index=None):
    image = as_array(input)
    total = ndimage.sum_labels(image, labels, index)
    middles = tuple([
        ndimage.sum_labels(image * places(image, k), labels, index) / total
        for k in range(np.ndim(image))
    ])
    if index is None or np.ndim(index) == 0:
        return middles
    return [tuple([middle[k] for middle in middles]) for k in range(len(index))]
