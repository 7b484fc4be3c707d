"""For the tests: files as Biopython reads them, an independent parser."""

import warnings

from Bio.PDB import MMCIFParser, PDBParser


def run(request):
    warnings.simplefilter("ignore")
    return [read(file, form) for file, form in request["files"]]


def read(file, form):
    parser = MMCIFParser(QUIET=True) if form == "MMCIF" else PDBParser(QUIET=True)
    return [[describe(atom) for atom in atoms_of(model)] for model in parser.get_structure("x", file)]


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
