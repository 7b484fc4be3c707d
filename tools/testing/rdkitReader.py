"""What RDKit in Python reads from molecule files: an independent reader for tests."""

from io import BytesIO

from rdkit import Chem, RDLogger

RDLogger.DisableLog("rdApp.*")


def smiles(mol):
    if mol.GetStereoGroups():
        return Chem.MolToCXSmiles(mol, Chem.SmilesWriteParams(), Chem.CXSmilesFields.CX_ENHANCEDSTEREO)
    return Chem.MolToSmiles(mol)


def figures(mol):
    if mol is None:
        return None
    atoms = list(mol.GetAtoms())
    return {
        "atoms": len(atoms),
        "bonds": mol.GetNumBonds(),
        "charge": sum(atom.GetFormalCharge() for atom in atoms),
        "isotopes": sorted(atom.GetIsotope() for atom in atoms if atom.GetIsotope()),
        "radicals": sum(atom.GetNumRadicalElectrons() for atom in atoms),
        "dummies": sum(atom.GetAtomicNum() == 0 for atom in atoms),
        "smiles": smiles(mol),
    }


def from_smiles(text):
    params = Chem.SmilesParserParams()
    params.parseName = True
    return Chem.MolFromSmiles(text, params)


def run(request):
    if request["format"] == "SMILES":
        return [[figures(from_smiles(line)) for line in text.split("\n") if line.strip()] for text in request["texts"]]
    answers = []
    for text in request["texts"]:
        answers.append([figures(mol) for mol in Chem.ForwardSDMolSupplier(BytesIO(text.encode()))])
    return answers
