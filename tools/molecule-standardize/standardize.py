"""Neutral forms and tautomers of molecules by RDKit."""

import time

from rdkit import Chem, RDLogger
from rdkit.Chem.MolStandardize import rdMolStandardize
from rotamer_tool import progress

RDLogger.DisableLog("rdApp.*")


class Deadline(rdMolStandardize.TautomerEnumeratorCallback):
    """Ends the search of one molecule."""

    def __init__(self, seconds):
        super().__init__()
        self.end = time.monotonic() + seconds

    def __call__(self, mol, result):
        return time.monotonic() < self.end


def run(request):
    answers = []
    for smiles in request["molecules"]:
        answers.append(standardized(smiles, request))
        progress(len(answers), len(request["molecules"]))
    return answers


def standardized(smiles, options):
    mol = Chem.MolFromSmiles(smiles)
    if mol is None:
        return None
    uncharged = neutral(mol) if options["charges"] == "neutralize" else mol
    answer = {"parent": Chem.MolToSmiles(mol), "neutral": Chem.MolToSmiles(uncharged)}
    if options["tautomer"] == "keep":
        return answer | {"smiles": answer["neutral"], "charge": Chem.GetFormalCharge(uncharged), "tautomers": [], "complete": True}
    enumerator = enumerator_of(options)
    found = enumerator.Enumerate(uncharged)
    chosen = enumerator.PickCanonical(found)
    return answer | {
        "smiles": Chem.MolToSmiles(chosen),
        "charge": Chem.GetFormalCharge(chosen),
        "tautomers": sorted(found.smiles),
        "complete": found.status == rdMolStandardize.TautomerEnumeratorStatus.Completed,
    }


def neutral(mol):
    """Without charges that a proton can take away, and without those of sulfoxides and the like that a double bond can."""
    editable = Chem.RWMol(mol)
    for bond in editable.GetBonds():
        for atom, oxygen in ((bond.GetBeginAtom(), bond.GetEndAtom()), (bond.GetEndAtom(), bond.GetBeginAtom())):
            if atom.GetSymbol() in ("S", "P", "Se", "As") and atom.GetFormalCharge() == 1 and atom.GetTotalNumHs() == 0:
                if oxygen.GetSymbol() == "O" and oxygen.GetFormalCharge() == -1 and bond.GetBondType() == Chem.BondType.SINGLE:
                    atom.SetFormalCharge(0)
                    oxygen.SetFormalCharge(0)
                    bond.SetBondType(Chem.BondType.DOUBLE)
    Chem.SanitizeMol(editable)
    return rdMolStandardize.Uncharger(True).uncharge(editable.GetMol())


def enumerator_of(options):
    parameters = rdMolStandardize.CleanupParameters()
    parameters.maxTautomers = options["maxTautomers"]
    parameters.maxTransforms = options["maxTautomers"]
    parameters.tautomerRemoveSp3Stereo = options["mobileStereo"] == "remove"
    parameters.tautomerRemoveBondStereo = options["mobileStereo"] == "remove"
    enumerator = rdMolStandardize.TautomerEnumerator(parameters)
    enumerator.SetCallback(Deadline(options["seconds"]))
    return enumerator
