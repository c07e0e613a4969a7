# tests.programs.structures.coulomb_energy, called with
#     atoms: list

import numpy as np


def coulomb_energy_grad(atoms):
    """Gradient of tests.programs.structures.coulomb_energy with respect to atoms."""
    # forward
    position = atoms[0]['position']
    charge = atoms[0]['charge']
    position1 = atoms[1]['position']
    charge1 = atoms[1]['charge']
    position2 = atoms[2]['position']
    charge2 = atoms[2]['charge']
    d = position - position1
    root = np.sqrt(np.sum(d * d))
    d1 = position - position2
    root1 = np.sqrt(np.sum(d1 * d1))
    d2 = position1 - position2
    root2 = np.sqrt(np.sum(d2 * d2))

    # backward
    # energy += atoms[i]['charge'] * atoms[j]['charge'] / np.sqrt(np.sum(d * d))
    a_bar = 1.0 / root2
    b_bar = 1.0 / root1
    charge2_bar = charge * b_bar + charge1 * a_bar
    d2_bar = -(charge1 * charge2 / root2 / root2) / root2 * d2
    d1_bar = -(charge * charge2 / root1 / root1) / root1 * d1
    # d = atoms[i]['position'] - atoms[j]['position']
    position2_bar = -(d1_bar + d2_bar)
    c_bar = 1.0 / root
    charge_bar = c_bar * charge1 + b_bar * charge2
    charge1_bar = charge * c_bar + a_bar * charge2
    d_bar = -(charge * charge1 / root / root) / root * d
    position_bar = d_bar + d1_bar
    position1_bar = d2_bar - d_bar
    return [
        {'position': position_bar, 'charge': charge_bar, 'element': None},
        {'position': position1_bar, 'charge': charge1_bar, 'element': None},
        {'position': position2_bar, 'charge': charge2_bar, 'element': None},
    ]
