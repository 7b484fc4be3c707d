"""The titratable groups of a PDB file by PROPKA, and the charge of the protein by pH."""

import propka.run


def run(request):
    molecule = propka.run.single(request["file"], optargs=["--quiet"], write_pka=False)
    groups = molecule.conformations["AVR"].get_titratable_groups()
    curve = molecule.get_charge_profile(conformation="AVR", grid=[0.0, 14.0, 0.1])
    folded, unfolded = molecule.get_pi()
    return {
        "groups": [described(group) for group in groups],
        "pi": [folded, unfolded],
        "curve": [[round(ph, 1), in_folded, in_unfolded] for ph, in_unfolded, in_folded in curve],
    }


def described(group):
    return {
        "number": group.atom.res_num,
        "group": group.residue_type,
        "pka": group.pka_value,
        "model": group.model_pka,
        "buried": group.buried,
        "coupled": bool(group.coupled_titrating_group or group.non_covalently_coupled_groups),
    }
