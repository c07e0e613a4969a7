"""A convolutional network of layers, with `scipy.signal.convolve`."""
import numpy as np
import numpy.random as npr
import scipy.signal
from scipy.special import logsumexp


class ConvLayer:
    def __init__(self, kernel_shape, num_filters):
        self.kernel_shape = kernel_shape
        self.num_filters = num_filters

    def init(self, channels, rs):
        shape = (self.num_filters, channels) + self.kernel_shape
        return {'filters': 0.3 * rs.randn(*shape), 'bias': 0.1 * rs.randn(
            self.num_filters)}, self.num_filters

    def forward_pass(self, inputs, params):
        outputs = []
        for image in inputs:
            maps = []
            for kernels, bias in zip(params['filters'], params['bias']):
                response = bias
                for channel, kernel in zip(image, kernels):
                    response = response + scipy.signal.convolve(
                        channel, kernel, mode='valid')
                maps.append(np.tanh(response))
            outputs.append(np.stack(maps))
        return np.stack(outputs)


class MaxPoolLayer:
    def __init__(self, size):
        self.size = size

    def init(self, channels, rs):
        return {}, channels

    def forward_pass(self, inputs, params):
        n, c, h, w = inputs.shape
        s = self.size
        return inputs.reshape(n, c, h // s, s, w // s, s).max(axis=5).max(axis=3)


class SoftmaxLayer:
    def __init__(self, inputs, classes):
        self.inputs, self.classes = inputs, classes

    def init(self, channels, rs):
        return {'w': 0.3 * rs.randn(self.inputs, self.classes),
                'b': np.zeros(self.classes)}, self.classes

    def forward_pass(self, inputs, params):
        flat = np.reshape(inputs, (inputs.shape[0], -1))
        scores = np.dot(flat, params['w']) + params['b']
        return scores - logsumexp(scores, axis=1, keepdims=True)


LAYERS = [ConvLayer((3, 3), 2), MaxPoolLayer(2), SoftmaxLayer(2 * 2 * 2, 3)]
RS = npr.RandomState(0)
IMAGES = RS.randn(4, 1, 6, 6)
LABELS = np.eye(3)[[0, 2, 1, 1]]
START, CHANNELS = [], 1
for layer in LAYERS:
    layer_params, CHANNELS = layer.init(CHANNELS, RS)
    START.append(layer_params)
STEP = 0.1


def predict(params, inputs):
    for layer, layer_params in zip(LAYERS, params):
        inputs = layer.forward_pass(inputs, layer_params)
    return inputs


def objective(params):
    return -np.sum(predict(params, IMAGES) * LABELS) / len(IMAGES)
