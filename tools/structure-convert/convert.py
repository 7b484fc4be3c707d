"""Converts one structure with Gemmi: atoms stay unchanged, and categories that readers of mmCIF need are added."""

import json

import gemmi

from rotamer_tool import Refused

CLASSES = {
    "protein": gemmi.EntityType.Polymer,
    "nucleic": gemmi.EntityType.Polymer,
    "cap": gemmi.EntityType.Polymer,
    "ligand": gemmi.EntityType.NonPolymer,
    "water": gemmi.EntityType.Water,
}


def run(request):
    structure, block = read(request)
    given = [model.count_atom_sites() for model in structure]
    if block is None or not block.find_loop("_entity.id"):
        with open(request["residues"], encoding="utf-8") as file:
            place_residues(structure, json.load(file))
        block = None
    if reduce(structure, request):
        block = None
    renamed = shorten_names(structure) if request["to"] == "PDB" else {}
    written = [model.count_atom_sites() for model in structure]
    if sum(written) == 0:
        raise Refused("no atom is left; look at the selection")
    with open(request["out"], "w", encoding="utf-8") as file:
        file.write(text_of(structure, block, request["to"]))
    return {"atoms_in": given, "atoms_out": written, "renamed": renamed}


def shorten_names(structure):
    """Shortens chain names to one letter, if the file has room for them. Returns the names that changed."""
    names = [chain.name for chain in structure[0]]
    if any(len(name) > 1 for name in names):
        if len(names) > 62:
            raise Refused(f"{len(names)} chains do not fit in a PDB file, which has ids for 62")
        structure.shorten_chain_names()
    structure.shorten_ccd_codes()
    return {name: chain.name for name, chain in zip(names, structure[0]) if name != chain.name}


def read(request):
    if request["from"] == "PDB":
        return gemmi.read_pdb(request["file"], max_line_length=72 if request["old_pdb"] else 0), None
    document = gemmi.cif.read(request["file"])
    block = next(each for each in document if each.find_loop("_atom_site.Cartn_x"))
    complete_atoms(block)
    return gemmi.make_structure_from_block(block), block


# Columns that Gemmi needs, and the equivalent column of the other naming.
SUBSTITUTES = {
    "label_atom_id": "auth_atom_id",
    "label_comp_id": "auth_comp_id",
    "label_asym_id": "auth_asym_id",
    "auth_asym_id": "label_asym_id",
    "auth_seq_id": "label_seq_id",
    "label_alt_id": None,
    "label_seq_id": None,
    "id": None,
    "type_symbol": None,
    "occupancy": None,
    "B_iso_or_equiv": None,
}
DEFAULTS = {"occupancy": "1", "B_iso_or_equiv": "0"}


def complete_atoms(block):
    """Adds missing columns. Some programs write only the author's columns, or only the dictionary's."""
    loop = block.find_loop("_atom_site.Cartn_x").get_loop()
    for name, other in SUBSTITUTES.items():
        if f"_atom_site.{name}" in loop.tags:
            continue
        values = list(block.find_loop(f"_atom_site.{other}")) if other else []
        loop.add_columns([f"_atom_site.{name}"], DEFAULTS.get(name, "."))
        if name == "id":
            values = [str(i + 1) for i in range(loop.length())]
        column = block.find_loop(f"_atom_site.{name}")
        for i, value in enumerate(values):
            column[i] = value


def place_residues(structure, residues):
    """
    Gives each residue the identity that the reader of all tools found: chain, class, name, number and insertion code. `residues` has them by
    the name and place of each atom of the first model; residues of further models are found by their names in it.
    """
    sequences = {entity.name: list(entity.full_sequence) for entity in structure.entities if entity.full_sequence}
    sources = {}
    known = {}
    for model in structure:
        chains = {}
        seen = {}
        for chain in list(model):
            for residue in chain:
                name = (chain.name, str(residue.seqid), residue.name, residue.segment)
                seen[name] = seen.get(name, 0) + 1
                slot = (name, seen[name])
                identities = identities_of(residue, residues) or known.get(slot)
                if identities is None or len(identities) != len(residue):
                    raise Refused(f"residue {residue} of model {model.num} is not in the first model")
                known[slot] = identities
                for owner, copy in parts_of(residue, identities):
                    sources.setdefault(owner, chain.name)
                    chains.setdefault(owner, []).append(copy)
        for name in {chain.name for chain in model}:
            model.remove_chain(name)
        for name, placed in chains.items():
            chain = gemmi.Chain(name)
            for residue in placed:
                chain.add_residue(residue)
            model.add_chain(chain)
    name_entities(structure, {owner: sequences[source] for owner, source in sources.items() if source in sequences})


def identities_of(residue, residues):
    """Returns the identity of each atom. An unknown atom gets the identity of another atom in its residue. Returns
    None if no atom is known.
    """
    found = [residues.get(key_of(atom)) for atom in residue]
    some = next((each for each in found if each is not None), None)
    return None if some is None else [tuple(each or some) for each in found]


def parts_of(residue, identities):
    """Yields the parts of a residue of Gemmi, which joins residues with the same number, such as copies without
    chain ids.
    """
    for identity in dict.fromkeys(identities):
        owner, kind, name, number, code, _ = identity
        copy = residue.clone()
        for i in reversed(range(len(copy))):
            if identities[i] != identity:
                del copy[i]
        copy.entity_type = CLASSES.get(kind, gemmi.EntityType.NonPolymer)
        copy.name = name
        copy.seqid = gemmi.SeqId(number, code or " ")
        yield owner, copy


def key_of(atom):
    return f"{atom.name} {atom.pos.x:.3f} {atom.pos.y:.3f} {atom.pos.z:.3f}"


LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"


def name_entities(structure, sequences):
    """Names entities 1, 2, … and chains by one letter while letters last, because mkdssp accepts no longer ids."""
    structure.entities.clear()
    structure.assign_subchains(force=True)
    structure.ensure_entities()
    for chain in structure[0]:
        entity = structure.get_entity_of(chain.get_polymer()) if chain.name in sequences else None
        if entity is not None:
            entity.full_sequence = sequences[chain.name]
    structure.deduplicate_entities()
    polymers = {chain.name: chain.get_polymer().subchain_id() for chain in structure[0] if len(chain.get_polymer()) > 0}
    # The polymer gets the id of its chain, if that is one letter or digit: Gemmi does not quote these ids.
    ids = {subchain: name for name, subchain in polymers.items() if name in LETTERS and len(name) == 1}
    free = (id for id in ids_without_end() if id not in set(ids.values()))
    for model in structure:
        for chain in model:
            for residue in chain:
                if residue.subchain not in ids:
                    ids[residue.subchain] = next(free)
                residue.subchain = ids[residue.subchain]
    for number, entity in enumerate(structure.entities, 1):
        entity.name = str(number)
        entity.subchains = [ids[each] for each in entity.subchains if each in ids]
    # Without positions in the sequence, programs find no residues.
    structure.assign_label_seq_id(True)


def ids_without_end():
    yield from LETTERS
    number = 0
    while True:
        yield f"{LETTERS[number % 26]}{LETTERS[number // 26 % 62]}{number // 1612 or ''}"
        number += 1


def reduce(structure, request):
    """Removes what the request says. Returns whether anything was to be removed."""
    if request["remove_ligands_waters"]:
        structure.remove_ligands_and_waters()
    elif request["remove_waters"]:
        structure.remove_waters()
    if request["remove_hydrogens"]:
        structure.remove_hydrogens()
    if request["select"]:
        try:
            gemmi.Selection(request["select"]).remove_not_selected(structure)
        except (RuntimeError, ValueError) as error:
            raise Refused(f"the selection is not in the syntax of Gemmi: {error}") from None
    structure.remove_empty_chains()
    return any(request[each] for each in ["remove_ligands_waters", "remove_waters", "remove_hydrogens", "select"])


def text_of(structure, block, to):
    if to == "PDB":
        return with_four_letters(structure.make_pdb_string(), structure.shortened_ccd_codes)
    groups = {"group_pdb": True, "auth_all": True}
    if block is None:
        structure.name = structure.name or "XXXX"
        block = structure.make_mmcif_block(gemmi.MmcifOutputGroups(True, **groups))
    else:
        # Other categories of the file stay.
        structure.update_mmcif_block(block, gemmi.MmcifOutputGroups(False, atoms=True, **groups))
    type_components(block, structure)
    if not block.find_loop("_pdbx_poly_seq_scheme.asym_id"):
        add_scheme(block, structure)
    document = gemmi.cif.Document()
    document.add_copied_block(block)
    return document.as_json(mmjson=True) if to == "MMJSON" else document.as_string()


def with_four_letters(pdb, shortened):
    """Writes names of four letters in columns 18 to 21, as force fields do, in place of the shortened names."""
    names = {short: name for name, short in shortened if len(name) == 4}
    lines = []
    for line in pdb.split("\n"):
        name = names.get(line[17:20])
        if line.startswith("HETNAM") and line[11:14] in names:
            continue
        if name and line[20] == " " and line.startswith(("ATOM", "HETATM", "ANISOU", "TER")):
            line = line[:17] + name + line[21:]
        lines.append(line)
    return "\n".join(lines)


LINKING = {
    gemmi.PolymerType.Dna: "DNA linking",
    gemmi.PolymerType.Rna: "RNA linking",
    gemmi.PolymerType.DnaRnaHybrid: "RNA linking",
}


CAPS = {"ACE", "FOR", "NME", "NMA", "NHE", "NH2"}


def type_components(block, structure):
    """Fills _chem_comp.type, which Gemmi leaves open. Mol* then takes no residue for one of a polymer, and draws no ribbon."""
    types = {}
    for chain in structure[0]:
        linking = LINKING.get(chain.get_polymer().check_polymer_type(), "L-peptide linking")
        for residue in chain:
            if residue.entity_type == gemmi.EntityType.Polymer and residue.name not in CAPS:
                types[residue.name] = "peptide linking" if residue.name == "GLY" else linking
    for row in block.find("_chem_comp.", ["id", "type"]):
        if row[1] in (".", "?"):
            row[1] = gemmi.cif.quote(types.get(row.str(0), "non-polymer"))


SCHEME = (
    "asym_id entity_id seq_id mon_id ndb_seq_num pdb_seq_num auth_seq_num pdb_mon_id auth_mon_id pdb_strand_id pdb_ins_code hetero"
)


def add_scheme(block, structure):
    """Adds _pdbx_poly_seq_scheme, which maps the sequence of each polymer to its residues. mkdssp finds no residues
    without it.
    """
    loop = block.init_loop("_pdbx_poly_seq_scheme.", SCHEME.split())
    for chain in structure[0]:
        polymer = chain.get_polymer()
        entity = structure.get_entity_of(polymer) if len(polymer) > 0 else None
        if entity is None:
            continue
        found = {residue.label_seq: residue for residue in polymer if residue.label_seq is not None}
        sequence = entity.full_sequence or [found[number].name for number in sorted(found)]
        for number, names in enumerate(sequence, 1):
            residue = found.get(number)
            name = residue.name if residue else gemmi.Entity.first_mon(names)
            own = str(residue.seqid.num) if residue else "?"
            seen = name if residue else "?"
            code = residue.seqid.icode.strip() if residue else ""
            values = [polymer.subchain_id(), entity.name, str(number), name, str(number), own, own, seen, seen, chain.name, code or "."]
            row = [value if value in "?." else gemmi.cif.quote(value) for value in values]
            loop.add_row([*row, "y" if "," in names else "n"])
