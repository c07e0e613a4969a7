# tests.programs.structures.coulomb_energy, called with
#     atoms: list

import numpy as np


def coulomb_energy_grad(atoms):
    """Gradient of tests.programs.structures.coulomb_energy with respect to atoms.

    t_bar: the derivative of the result by t.
    """
    # forward
    position = atoms[0]['position']
    charge = atoms[0]['charge']
    position1 = atoms[1]['position']
    charge1 = atoms[1]['charge']
    position2 = atoms[2]['position']
    charge2 = atoms[2]['charge']
    d = position - position1
    t = np.sqrt(np.sum(d * d))
    d1 = position - position2
    t1 = np.sqrt(np.sum(d1 * d1))
    d2 = position1 - position2
    t2 = np.sqrt(np.sum(d2 * d2))

    # backward
    # energy += atoms[i]['charge'] * atoms[j]['charge'] / np.sqrt(np.sum(d * d))
    t_bar = 1.0 / t2
    t3 = -(0.5 * (charge1 * charge2 / t2 / t2))
    d_bar = 2.0 * (np.divide(t3, t2) * d2)
    t_bar1 = 1.0 / t1
    t_bar2 = np.divide(-(0.5 * (charge * charge2 / t1 / t1)), t1)
    d_bar1 = 2.0 * (t_bar2 * d1)
    charge_bar = t_bar1 * charge
    t_bar3 = 1.0 / t
    t_bar4 = np.divide(-(0.5 * (charge * charge1 / t / t)), t)
    d_bar2 = 2.0 * (t_bar4 * d)
    charge_bar1 = t_bar3 * charge1
    charge_bar2 = t_bar3 * charge
    # d = atoms[i]['position'] - atoms[j]['position']
    position_bar = d_bar1 + d_bar2
    charge_bar3 = t_bar1 * charge2 + charge_bar1
    position_bar1 = d_bar - d_bar2
    charge_bar4 = t_bar * charge2 + charge_bar2
    position_bar2 = -(d_bar + d_bar1)
    charge_bar5 = t_bar * charge1 + charge_bar
    return [
        {'position': position_bar, 'charge': charge_bar3, 'element': None},
        {'position': position_bar1, 'charge': charge_bar4, 'element': None},
        {'position': position_bar2, 'charge': charge_bar5, 'element': None},
    ]
