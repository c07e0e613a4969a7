"""Images and fields with `scipy.ndimage`."""
import numpy as np
import scipy.ndimage
import scipy.ndimage as ndi
from scipy import ndimage
from scipy.ndimage import convolve, correlate, gaussian_filter, map_coordinates

from tests.programs.record import program, sample

LAPLACE = np.array([[0.0, 1.0, 0.0], [1.0, -4.0, 1.0], [0.0, 1.0, 0.0]])


def deblurring(image, blurred, penalty):
    residual = gaussian_filter(image, sigma=1.0) - blurred
    return np.sum(residual ** 2) + penalty * np.sum(image ** 2)


def learned_filter(kernel, image, target):
    return np.mean((convolve(image, kernel, mode='constant', cval=0.0) - target) ** 2)


def reaction_diffusion(u, v, feed, kill):
    for _ in range(2):
        lu = convolve(u, LAPLACE, mode='wrap')
        lv = convolve(v, LAPLACE, mode='wrap')
        uvv = u * v * v
        u, v = (u + 0.1 * lu - uvv + feed * (1 - u),
                v + 0.05 * lv + uvv - (feed + kill) * v)
    return np.sum(u * v)


def template_match(image, template):
    score = correlate(image, template - template.mean(), mode='nearest')
    return np.sum(score[1:-1, 1:-1] ** 2)


def shifted_registration(shift, image, target):
    rows, cols = np.indices(image.shape)
    moved = map_coordinates(image, [rows + shift[0], cols + shift[1]], order=1,
                            mode='nearest')
    return np.sum((moved - target) ** 2)


def sampled_profile(image, angle):
    s = np.linspace(0.3, 2.2, 5)
    points = np.vstack([1.0 + s * np.sin(angle), 0.4 + s * np.cos(angle)])
    return scipy.ndimage.map_coordinates(image, points, order=3).sum()


def smoothed_series(x, weights):
    smooth = ndimage.convolve1d(x, weights, mode='reflect')
    return np.sum((x - smooth) ** 2)


def edges(image):
    gx = ndi.sobel(image, axis=0)
    gy = ndi.sobel(image, axis=1)
    return np.sum(np.sqrt(gx ** 2 + gy ** 2 + 0.01))


def local_statistics(image):
    mean = ndimage.uniform_filter(image, size=3)
    mean_square = ndimage.uniform_filter(image ** 2, size=3)
    return np.sum(mean_square - mean ** 2)


def difference_of_gaussians(image):
    return np.sum((ndimage.gaussian_filter1d(image, 0.8, axis=0)
                   - ndimage.gaussian_filter1d(image, 1.6, axis=0)) ** 2)


def total_variation(image):
    return np.sum(ndimage.gaussian_laplace(image, 1.0) ** 2) + np.sum(
        ndimage.laplace(image)[0])


def brightest_neighbours(image, weights):
    return np.sum(weights * ndimage.maximum_filter(image, size=3))


def regions(image, labels):
    sums = ndimage.sum_labels(image, labels, index=[1, 2])
    means = ndimage.mean(image, labels, index=[1, 2])
    return sums[0] * means[1]


def centroid(image):
    row, col = ndimage.center_of_mass(image)
    return row ** 2 + col


def resampled(image):
    return np.sum(ndimage.zoom(image, 2, order=1) ** 2)


def moved(image, offset):
    return np.sum(ndimage.shift(image, offset, order=1) ** 2)


def median_cleaned(x, weights):
    return weights @ ndimage.median_filter(x, size=3)


def brighter(level, kernel, image):
    """All of an image changes by one number: SciPy must not get what is broadcast."""
    inside = correlate(image + np.sin(level), kernel, mode='mirror')
    padded = convolve(np.full((3, 4), level), kernel * level, mode='constant')
    return np.sum(inside) + level * np.sum(padded)


PROGRAMS = [
    program(brighter, 0.3, sample(20, 2, 3), sample(21, 3, 4)),
    program(deblurring, sample(1, 4, 5), sample(2, 4, 5), 0.1),
    program(learned_filter, sample(3, 3, 3), sample(4, 4, 5), sample(5, 4, 5)),
    program(reaction_diffusion, sample(6, 4, 4, low=0.2), sample(7, 4, 4, low=0.2),
            0.05, 0.06),
    program(template_match, sample(8, 5, 5), sample(9, 3, 3)),
    program(shifted_registration, np.array([0.3, -0.4]), sample(10, 4, 4),
            sample(11, 4, 4)),
    program(sampled_profile, sample(12, 5, 5), 0.4),
    program(smoothed_series, sample(13, 7), np.array([0.2, 0.5, 0.3])),
    program(edges, sample(14, 4, 4)),
    program(local_statistics, sample(15, 4, 4)),
    program(difference_of_gaussians, sample(16, 5, 3)),
    program(total_variation, sample(17, 4, 4)),
    program(brightest_neighbours, sample(18, 4, 4), sample(19, 4, 4)),
    program(regions, sample(20, 3, 4), np.array([[1, 1, 2, 2], [1, 0, 0, 2],
                                                 [1, 1, 2, 2]])),
    program(centroid, sample(21, 3, 4, low=0.2)),
    program(resampled, sample(22, 3, 3)),
    program(moved, sample(23, 4, 4), 0.4),
    program(median_cleaned, sample(24, 6), sample(25, 6)),
]
