"""Turns the side chains of built D-amino acids into side chains of L-amino acids.

During PDBFixer's minimisation, atoms of new loops can pass through each other, which inverts some alpha carbons.
"""

import numpy as np
import openmm
from openmm import unit

BACKBONE = {"N", "CA", "C", "O", "OXT"}
# The CB of these residues is a second chiral centre, which the reflection of the side chain inverts.
TWO_CENTRES = {"ILE", "THR"}


def mend(fixer, is_new):
    """Reflects side chains whose alpha carbon is D. `is_new(index, name)` returns whether the atom of that residue
    was built.
    """
    positions = np.array(fixer.positions.value_in_unit(unit.nanometer), dtype=float)
    for number, residue in enumerate(fixer.topology.residues()):
        atoms = {atom.name: atom.index for atom in residue.atoms()}
        if not {"N", "CA", "C", "CB"} <= atoms.keys() or not is_new(number, "CB"):
            continue
        n, ca, c, cb = (positions[atoms[name]] for name in ("N", "CA", "C", "CB"))
        if np.dot(np.cross(n - ca, c - ca), cb - ca) >= 0:
            continue
        side_chain = [index for name, index in atoms.items() if name not in BACKBONE]
        positions[side_chain] = reflected(positions[side_chain], n, ca, c)
        if residue.name in TWO_CENTRES:
            outer = [index for index in side_chain if index != atoms["CB"]]
            positions[outer] = reflected(positions[outer], n, ca, positions[atoms["CB"]])
    fixer.positions = [openmm.Vec3(*place) for place in positions] * unit.nanometer


def reflected(points, one, two, three):
    """Returns the points, reflected in the plane through three others."""
    normal = np.cross(one - two, three - two)
    normal /= np.linalg.norm(normal)
    return points - 2 * np.outer((points - two) @ normal, normal)
