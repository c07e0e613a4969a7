"""Samples of measures of images of scipy.ndimage."""
from scipy import ndimage

from tests.rules.samples.sample import sample, spread

A7, A34, A234 = (spread(*shape) for shape in ((7,), (3, 4), (2, 3, 4)))
LABELS = '[[1, 1, 2, 2], [1, 1, 2, 0], [1, 0, 2, 2]]'
POSITIVE = 'image = x0 * x0 + 1.0'

SAMPLES = [
    *(
        sample(
            ndimage.center_of_mass, image,
            body=f'{POSITIVE}\nreturn np.array(scipy.ndimage.center_of_mass(image))')
        for image in (A7, A34, A234)
    ),
    *(
        sample(
            ndimage.center_of_mass, A34,
            body=f'{POSITIVE}\nlabels = np.array({LABELS})\n'
            f'return np.array(scipy.ndimage.center_of_mass(image, labels, {index}))')
        for index in ('None', '2', '[1, 2]')
    ),
]
