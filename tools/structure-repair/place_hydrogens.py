"""Refines placed hydrogens: ideal bonds and angles, planar NH2 groups, staggered methyls, no clashes, hydrogen
bonds.

Without a force field, OpenMM's own placement leaves bonds of 1.2 ångström. Force fields have no templates for
broken chains or ligands.
"""

import math

import numpy as np
import openmm
from openmm import unit

# Averages of X-ray and neutron structures, in nanometres (Allen and Bruno, Acta Cryst. B66 (2010) 380-386).
LENGTHS = {"C": 0.109, "N": 0.101, "O": 0.097, "S": 0.134}
# Angles in degrees by the number of bonded atoms: tetrahedral, planar, and bent as in water. Thiols have 96 degrees.
ANGLES = {4: 109.5, 3: 120.0, 2: 106.0}
THIOL = 96.0
CHARGES = {"N": -0.4, "O": -0.4}
POLAR = 0.4

REPULSION = (
    "step(h1+h2-0.5)*(1000*step(r0-r)*((r0-r)/0.1)^2 + 34.7*q1*q2*(1/r-1/0.6));"
    "r0=select(step(-0.01-q1*q2), 0.17, 0.22-0.02*h1*h2)"
)


def refine(topology, positions, platform):
    """Returns positions in which only hydrogens have moved."""
    atoms = list(topology.atoms())
    if not any(map(is_hydrogen, atoms)):
        return positions
    neighbours = [[] for _ in atoms]
    for one, other in topology.bonds():
        neighbours[one.index].append(other.index)
        neighbours[other.index].append(one.index)
    system = openmm.System()
    for atom in atoms:
        system.addParticle(1.0 if is_hydrogen(atom) else 0.0)
    for force in [bonds(atoms, neighbours), angles(atoms, neighbours), torsions(atoms, neighbours), repulsion(atoms, neighbours)]:
        system.addForce(force)
    context = openmm.Context(system, openmm.VerletIntegrator(0.001), platform)
    context.setPositions(positions)
    openmm.LocalEnergyMinimizer.minimize(context, 1, 1000)
    return named(topology, neighbours, context.getState(getPositions=True).getPositions(asNumpy=True)) * unit.nanometer


# Names of atoms from the main chain outwards. The nitrogen of proline's ring comes last.
OUTWARDS = ["CA", "CB", "CG", "CG1", "SG", "OG", "CD", "CD1", "SD", "CE", "NE", "NZ", "C", "N"]
# The oxygen or nitrogen on whose side the first hydrogen of an NH2 group is.
SIDES = {("ASN", "ND2"): "OD1", ("GLN", "NE2"): "OE1", ("ARG", "NH1"): "NE", ("ARG", "NH2"): "NE"}


def named(topology, neighbours, positions):
    """Exchanges hydrogens of CH2 and NH2 groups that have each other's names (IUPAC-IUB 1970)."""
    placed = positions.value_in_unit(unit.nanometer).copy()
    for residue in topology.residues():
        atoms = {atom.name: atom.index for atom in residue.atoms()}
        names = {index: name for name, index in atoms.items()}
        for name, centre in atoms.items():
            pair = sorted((names[i] for i in neighbours[centre] if names.get(i, "")[:1] == "H"))
            others = sorted((names[i] for i in neighbours[centre] if i in names and names[i] not in pair), key=outwards)
            if len(pair) != 2:
                continue
            first, second = (atoms[each] for each in pair)
            if (residue.name, name) in SIDES:
                to = placed[atoms[SIDES[residue.name, name]]] if SIDES[residue.name, name] in atoms else placed[first]
                wrong = np.linalg.norm(placed[first] - to) > np.linalg.norm(placed[second] - to)
            elif name[0] == "C" and len(others) == 2 and pair[0][-1] == "2":
                if name == "CA":
                    others.reverse()
                inner, outer, one = (placed[i] - placed[centre] for i in (atoms[others[0]], atoms[others[1]], first))
                wrong = np.dot(np.cross(inner, outer), one) > 0
            else:
                continue
            if wrong:
                placed[[first, second]] = placed[[second, first]]
    return placed


def outwards(name):
    return OUTWARDS.index(name) if name in OUTWARDS else len(OUTWARDS)


def is_hydrogen(atom):
    return atom.element is not None and atom.element.symbol == "H"


def symbol(atom):
    return atom.element.symbol if atom.element is not None else ""


def bonds(atoms, neighbours):
    force = openmm.HarmonicBondForce()
    for atom in atoms:
        if is_hydrogen(atom):
            for other in neighbours[atom.index]:
                force.addBond(atom.index, other, LENGTHS.get(symbol(atoms[other]), 0.109), 500_000)
    return force


def angles(atoms, neighbours):
    force = openmm.HarmonicAngleForce()
    for centre in atoms:
        around = neighbours[centre.index]
        ideal = THIOL if symbol(centre) == "S" else ANGLES.get(len(around))
        if ideal is None:
            continue
        for i, one in enumerate(around):
            for other in around[:i]:
                if is_hydrogen(atoms[one]) or is_hydrogen(atoms[other]):
                    force.addAngle(one, centre.index, other, math.radians(ideal), 500)
    return force


def torsions(atoms, neighbours):
    force = openmm.PeriodicTorsionForce()
    for one in atoms:
        for other in neighbours[one.index]:
            if one.index >= other:
                continue
            planar = len(neighbours[one.index]) == len(neighbours[other]) == 3
            tetrahedral = len(neighbours[one.index]) == len(neighbours[other]) == 4
            if not planar and not tetrahedral:
                continue
            for first in neighbours[one.index]:
                for last in neighbours[other]:
                    if first == other or last == one.index:
                        continue
                    if is_hydrogen(atoms[first]) or is_hydrogen(atoms[last]):
                        if planar:
                            force.addTorsion(first, one.index, other, last, 2, math.pi, 40)
                        else:
                            force.addTorsion(first, one.index, other, last, 3, 0, 1)
    return force


def repulsion(atoms, neighbours):
    force = openmm.CustomNonbondedForce(REPULSION)
    force.addPerParticleParameter("q")
    force.addPerParticleParameter("h")
    for atom in atoms:
        polar = is_hydrogen(atom) and any(symbol(atoms[other]) in CHARGES for other in neighbours[atom.index])
        charge = POLAR if polar else CHARGES.get(symbol(atom), 0)
        force.addParticle([charge, 1 if is_hydrogen(atom) else 0])
    force.createExclusionsFromBonds([(i, j) for i, own in enumerate(neighbours) for j in own if i < j], 3)
    force.setNonbondedMethod(openmm.CustomNonbondedForce.CutoffNonPeriodic)
    force.setCutoffDistance(0.6 * unit.nanometer)
    return force
