"""The common core of molecules, and the groups of each molecule around a core, by RDKit."""

import time

from rdkit import Chem, RDLogger
from rdkit.Chem import rdFMCS, rdRGroupDecomposition
from rotamer_tool import Refused

RDLogger.DisableLog("rdApp.*")

FEWEST_ATOMS = 3
MOST_PLACES = 1000


def run(request):
    read = [Chem.MolFromSmiles(smiles) for smiles in request["molecules"]]
    for mol, name in zip(read, request["names"]):
        if mol is not None:
            mol.SetProp("name", name)
    mols = [mol for mol in read if mol is not None]
    if request["core"] is None:
        core, answer = common_core(mols, request)
    else:
        core = Chem.MolFromSmarts(request["core"])
        answer = {"smarts": request["core"], "atoms": atoms_of(core), "bonds": core.GetNumBonds(), "found": "given"}
    rows = iter(decomposed(mols, core, request))
    return answer | {"rows": [{"unread": True} if mol is None else next(rows) for mol in read]}


def atoms_of(core):
    """Positions are not atoms of the core."""
    return sum(1 for atom in core.GetAtoms() if not (atom.GetAtomicNum() == 0 and atom.GetAtomMapNum() > 0))


def common_core(mols, request):
    if len(mols) < 2:
        raise Refused("a common core needs at least 2 molecules that can be read")
    found = rdFMCS.FindMCS(mols, parameters_of(request, request["seconds"]))
    if found.numAtoms < FEWEST_ATOMS:
        late = f" that was found within {request['seconds']} s" if found.canceled else ""
        raise Refused(
            f"the {len(mols)} molecules have no common core of {FEWEST_ATOMS} atoms or more{late}: "
            f"{odd_one(mols, request)}compare atoms, bonds or rings less strictly, or send a core"
        )
    core = Chem.MolFromSmarts(found.smartsString)
    how = "not all examined" if found.canceled else "largest"
    return core, {"smarts": found.smartsString, "atoms": found.numAtoms, "bonds": found.numBonds, "found": how}


def odd_one(mols, request):
    """Names the molecule without which the others have the largest common core, if there is one."""
    best = (FEWEST_ATOMS - 1, None)
    end = time.monotonic() + request["seconds"]
    for i in range(len(mols) if len(mols) > 2 else 0):
        if time.monotonic() > end:
            break
        others = rdFMCS.FindMCS(mols[:i] + mols[i + 1 :], parameters_of(request, 1))
        best = max(best, (others.numAtoms, i), key=lambda one: one[0])
    atoms, odd = best
    return "" if odd is None else f"without '{mols[odd].GetProp('name')}' the others have one of {atoms} atoms; leave it out, "


def parameters_of(request, seconds):
    parameters = rdFMCS.MCSParameters()
    parameters.Timeout = seconds
    parameters.AtomTyper = rdFMCS.AtomCompare.CompareAny if request["atoms"] == "any" else rdFMCS.AtomCompare.CompareElements
    parameters.BondTyper = rdFMCS.BondCompare.CompareAny if request["bonds"] == "any" else rdFMCS.BondCompare.CompareOrder
    for compare in (parameters.AtomCompareParameters, parameters.BondCompareParameters):
        compare.RingMatchesRingOnly = request["rings"] != "any"
        compare.CompleteRingsOnly = request["rings"] == "whole"
    return parameters


def decomposed(mols, core, request):
    """The groups of each molecule; None for a molecule that does not have the core."""
    parameters = rdRGroupDecomposition.RGroupDecompositionParameters()
    parameters.timeout = request["seconds"]
    parameters.onlyMatchAtRGroups = request["onlyMarked"]
    decomposition = rdRGroupDecomposition.RGroupDecomposition([core], parameters)
    end = time.monotonic() + request["seconds"]
    try:
        added = [decomposition.Add(mol) >= 0 for mol in mols]
        decomposition.Process()
    except RuntimeError:
        if time.monotonic() < end:
            raise
        raise Refused(
            f"the groups were not found within the {request['seconds']} s of max_seconds: the core fits the molecules in very many ways; "
            "send a larger core, mark its positions with [*:1], or send fewer molecules"
        )
    rows = iter(decomposition.GetRGroupsAsRows(asSmiles=True))
    return [row_of(next(rows), mol, core) if has_core else None for mol, has_core in zip(mols, added)]


def row_of(row, mol, core):
    groups = {name: smiles for name, smiles in row.items() if name != "Core"}
    return {"core": row["Core"], "groups": groups, "places": places_of(core, mol)}


def places_of(core, mol):
    """The sets of atoms that fit the core, without its positions, of which some may be hydrogens."""
    bare = Chem.RWMol(core)
    for atom in reversed(list(core.GetAtoms())):
        if atom.GetAtomicNum() == 0 and atom.GetAtomMapNum() > 0:
            bare.RemoveAtom(atom.GetIdx())
    return max(1, len(mol.GetSubstructMatches(bare, maxMatches=MOST_PLACES)))
