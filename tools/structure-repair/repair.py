"""Completes a structure with PDBFixer: the requested missing residues, missing atoms, hydrogens."""

import random

import openmm
from handedness import mend
from openmm import unit
from pdbfixer import PDBFixer
from place_hydrogens import refine
from rotamer_tool import Refused


class LocalFixer(PDBFixer):
    """A PDBFixer that downloads no definitions of components, because jobs have no network."""

    def _downloadCCDDefinition(self, residueName):
        return None


def run(request):
    # Directions of new hydrogens are random before they are minimised.
    random.seed(request["seed"])
    platform = openmm.Platform.getPlatformByName("CPU")
    platform.setPropertyDefaultValue("Threads", "1")
    platform.setPropertyDefaultValue("DeterministicForces", "true")
    fixer = LocalFixer(filename=request["file"], platform=platform)
    serials = number_atoms(residues_of(fixer))
    if len(serials) != request["atoms"]:
        raise RuntimeError(f"{len(serials)} of {request['atoms']} atoms were read")
    fixer.missingResidues = {(chain, before): names for chain, before, names in request["missing"]}
    fixer.findMissingAtoms()
    if not request["complete"]:
        fixer.missingAtoms = {}
    fixer.missingTerminals = wanted_terminals(fixer, request["open"]) if request["complete"] else {}
    expected = expected_residues(fixer)
    fixer.addMissingAtoms(seed=request["seed"])
    mend(fixer, lambda i, name: (expected[i], name) not in serials)
    if request["hydrogens"]:
        add_hydrogens(fixer, request["ph"])
        fixer.positions = refine(fixer.topology, fixer.positions, platform)
    return answer(fixer, expected, serials)


def add_hydrogens(fixer, ph):
    try:
        fixer.addMissingHydrogens(pH=ph)
    except ZeroDivisionError as error:
        # OpenMM places a hydrogen opposite to the sum of its atom's bonds, which is zero here.
        raise Refused(
            "hydrogens cannot be placed: an atom's bonds cancel out, as in coordinates on a straight line; "
            "mend these, or switch off `add_hydrogens`"
        ) from error


def residues_of(fixer):
    return list(fixer.topology.residues())


def number_atoms(residues):
    """Returns the index of each atom in the file, by its residue's index and its name, which is unique in a residue."""
    names = [(i, atom.name) for i, residue in enumerate(residues) for atom in residue.atoms()]
    serials = {name: serial for serial, name in enumerate(names)}
    if len(serials) < len(names):
        raise RuntimeError("two atoms of a residue have the same name")
    return serials


def wanted_terminals(fixer, unfinished):
    """Leaves out the end oxygen of chain ends after which residues are missing and not added."""
    ends = [residue for i, residue in enumerate(residues_of(fixer)) if i in unfinished]
    return {residue: atoms for residue, atoms in fixer.missingTerminals.items() if residue not in ends}


def expected_residues(fixer):
    """Returns for each residue of the result its index in the file, or None for a new residue."""
    expected = []
    number = 0
    for chain in fixer.topology.chains():
        residues = list(chain.residues())
        for i in range(len(residues) + 1):
            expected += [None] * len(fixer.missingResidues.get((chain.index, i), []))
            if i < len(residues):
                expected.append(number)
                number += 1
    return expected


def answer(fixer, expected, serials):
    positions = fixer.positions.value_in_unit(unit.angstrom)
    residues = residues_of(fixer)
    if len(residues) != len(expected):
        raise RuntimeError(f"{len(residues)} residues instead of {len(expected)}")
    return [
        {
            "at": at,
            "name": residue.name,
            "atoms": [
                [
                    serials.get((at, atom.name)),
                    atom.name,
                    atom.element.symbol.upper() if atom.element else "",
                    *(float(value) for value in positions[atom.index]),
                ]
                for atom in residue.atoms()
            ],
        }
        for residue, at in zip(residues, expected)
    ]
