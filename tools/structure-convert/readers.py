"""For the tests: a file as Biopython reads it, an independent parser."""

import warnings

from Bio.PDB import MMCIFParser, PDBParser


def run(request):
    warnings.simplefilter("ignore")
    parser = MMCIFParser(QUIET=True) if request["format"] == "MMCIF" else PDBParser(QUIET=True)
    structure = parser.get_structure("x", request["file"])
    return [[describe(atom) for atom in atoms_of(model)] for model in structure]


def atoms_of(model):
    for chain in model:
        for residue in chain.get_unpacked_list():
            yield from residue.get_unpacked_list()


def describe(atom):
    residue = atom.get_parent()
    place = " ".join(f"{value:.3f}" for value in atom.coord)
    hetero, number, code = residue.id
    kind = "ATOM" if hetero == " " else "HETATM"
    return f"{kind} {residue.get_parent().id} {residue.resname} {number}{code.strip()} {atom.name} {atom.altloc.strip()} {place}"
