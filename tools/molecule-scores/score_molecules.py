"""QED and the score of synthetic accessibility of molecules."""

import os
import sys

from rdkit import Chem, RDConfig, RDLogger
from rdkit.Chem import QED
from rotamer_tool import progress

sys.path.append(os.path.join(RDConfig.RDContribDir, "SA_Score"))
import sascorer  # noqa: E402

RDLogger.DisableLog("rdApp.*")

# Molecules between two reports of progress.
BATCH = 100


def run(request):
    answers = []
    for smiles in request["smiles"]:
        answers.append(scored(smiles))
        if len(answers) % BATCH == 0:
            progress(len(answers), len(request["smiles"]))
    return answers


def scored(smiles):
    molecule = Chem.MolFromSmiles(smiles)
    if molecule is None:
        return None
    weight, alogp, acceptors, donors, surface, bonds, rings, alerts = QED.properties(molecule)
    return {
        "qed": QED.qed(molecule),
        "sa_score": sascorer.calculateScore(molecule),
        "molecular_weight": weight,
        "alogp": alogp,
        "acceptors": acceptors,
        "donors": donors,
        "polar_surface": surface,
        "rotatable_bonds": bonds,
        "aromatic_rings": rings,
        "alerts": alerts,
    }
