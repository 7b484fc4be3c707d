"""The ligand of a PDB file with the bond orders of a template, by RDKit in Python."""

from rdkit import Chem, RDLogger
from rdkit.Chem import AllChem

RDLogger.DisableLog("rdApp.*")


def run(request):
    ligand = Chem.MolFromPDBBlock(request["pdb"])
    template = Chem.MolFromSmiles(request["template"])
    mol = AllChem.AssignBondOrdersFromTemplate(template, ligand)
    Chem.AssignStereochemistryFrom3D(mol)
    points = mol.GetConformer().GetPositions()
    return {
        "smiles": Chem.MolToSmiles(mol),
        "atoms": [[atom.GetSymbol(), *map(float, point)] for atom, point in zip(mol.GetAtoms(), points)],
    }
