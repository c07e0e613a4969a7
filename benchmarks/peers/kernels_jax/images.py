"""Images convolved by JAX's own convolution and pooled by reshaping."""

import jax.numpy as jnp
from jax.lax import conv_general_dilated


def convolve_loss(image, weights, out):
    return jnp.sum((out + correlated(image, weights)) ** 2)


def convolve_shifted_loss(image, weights, out):
    return jnp.sum(jnp.sin(out + correlated(image, weights)))


def correlated(image, weights):
    return convolved(image[None, :, :, None], weights[:, :, None, None])[0, :, :, 0]


def convolved(images, weights):
    return conv_general_dilated(
        images, weights, (1, 1), "VALID", dimension_numbers=("NHWC", "HWIO", "NHWC")
    )


def conv2d_loss(images, weights, bias):
    return jnp.sum(jnp.tanh(convolved(images, weights) + bias))


def max_pool_loss(images):
    return jnp.sum(jnp.max(windows(images), axis=(2, 4)) ** 2)


def max_pool_elements_loss(image):
    pooled = jnp.max(windows(image[None, :, :, None]), axis=(2, 4))
    return jnp.sum(jnp.exp(pooled))


def average_pool_loss(image):
    pooled = jnp.mean(windows(image[None, :, :, None]), axis=(2, 4))
    return jnp.sum(pooled**2)


def windows(images):
    n, height, width, channels = images.shape
    rows, columns = height // 2, width // 2
    whole = images[:, : 2 * rows, : 2 * columns]
    return whole.reshape(n, rows, 2, columns, 2, channels)


def convolution_block_loss(images, weights, bias):
    hidden = convolved(images, weights) + bias
    hidden = jnp.where(hidden < 0.0, 0.0, hidden)
    return jnp.mean(jnp.max(windows(hidden), axis=(2, 4)) ** 2)
