"""Made from packages/formats/src/formats.ts by `npm run generate`."""

from __future__ import annotations

import re
from typing import NamedTuple, Optional

#: Patterns that a text has, and then lacks.
Sign = tuple[re.Pattern[str], Optional[re.Pattern[str]]]


class Format(NamedTuple):
    kinds: list[str]
    #: A text looks like this format when one of these fits.
    signs: list[Sign]
    #: The signs also match texts of other kinds.
    loose: bool


#: The formats that tools take, in the order in which their signs are looked for.
FORMATS: dict[str, Format] = {
    "FASTA": Format(["protein", "dna", "rna"], [(re.compile(r"^>", re.ASCII), None)], False),
    "AFA": Format(["msa"], [(re.compile(r"^>", re.ASCII), None)], False),
    "STOCKHOLM": Format(["msa"], [(re.compile(r"^# STOCKHOLM", re.ASCII), None)], False),
    "CLUSTAL": Format(["msa"], [(re.compile(r"^CLUSTAL|^(MUSCLE|PROBCONS|MSAPROBS|KALIGN)\b", re.ASCII | re.IGNORECASE), None)], False),
    "A3M": Format(["msa"], [], False),
    "PHYLIP": Format(["msa"], [(re.compile(r"^\d{1,9}[ \t]+\d{1,9}[ \t]*[\r\n]", re.ASCII), None)], False),
    "NEXUS": Format(["msa"], [(re.compile(r"^#NEXUS", re.ASCII | re.IGNORECASE), None)], False),
    "MSF": Format(["msa"], [(re.compile(r"^(!!(AA|NA)_MULTIPLE|PileUp\b|MSF:)", re.ASCII), None)], False),
    "HMM": Format(["hmm"], [(re.compile(r"^HMMER3", re.ASCII), None)], False),
    "NEWICK": Format(["tree"], [], False),
    "PDB": Format(["structure"], [(re.compile(r"^((HEADER|TITLE|REMARK|MODEL)\b|CRYST1|ATOM {2}|HETATM)", re.ASCII), re.compile(r"^(ROOT|TORSDOF)\b", re.ASCII | re.MULTILINE))], False),
    "MMCIF": Format(["structure"], [(re.compile(r"^(?:#[^\n]*\n\s*)*data_", re.ASCII), None)], False),
    "SDF": Format(["ligand"], [(re.compile(r"^\$\$\$\$", re.ASCII | re.MULTILINE), None), (re.compile(r"V[23]000\s*$", re.ASCII | re.MULTILINE), re.compile(r"^M {2}END", re.ASCII | re.MULTILINE))], False),
    "MOL": Format(["ligand"], [(re.compile(r"^M {2}END", re.ASCII | re.MULTILINE), re.compile(r"^\$\$\$\$", re.ASCII | re.MULTILINE))], False),
    "MOL2": Format(["ligand"], [(re.compile(r"^@<TRIPOS>", re.ASCII | re.MULTILINE), None)], False),
    "PDBQT": Format(["structure", "ligand"], [(re.compile(r"^(ROOT|TORSDOF)\b", re.ASCII | re.MULTILINE), None)], False),
    "PQR": Format(["structure"], [], False),
    "DX.GZ": Format(["structure"], [], False),
    "SMILES": Format(["smiles"], [], False),
    "SMARTS": Format(["pattern"], [], False),
    "PROSITE": Format(["pattern"], [], False),
    "TEXT": Format(["protein", "dna", "rna", "pattern"], [], False),
    "TSV": Format(["table"], [], False),
    "CSV": Format(["table"], [(re.compile(r"^[^\t\n]*,[^\t\n]*(\n|\Z)", re.ASCII), re.compile(r"^[{[]", re.ASCII))], True),
    "JSON": Format(["box", "table"], [(re.compile(r"^[{[]", re.ASCII), None)], True),
}
