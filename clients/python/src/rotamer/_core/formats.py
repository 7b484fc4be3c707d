"""Recognises the kind and the format of a text, as the TypeScript client does."""

from __future__ import annotations

import re
from typing import Any

from ..errors import RotamerError
from .formats_gen import FORMATS, Sign

#: Characters that are examined for a format, and for a kind.
MAX_EXAMINED = 1024 * 1024
MAX_LETTERS_FROM = 100_000
#: Shorter sequences of four letters may be peptides, and short ones with X too.
LEAST_LETTERS = 10
LEAST_MASKED = 20
#: The share of letters other than N and X that must be bases.
LEAST_BASES = 0.75


def detect_format(text: str) -> str | None:
    """The format that a text shows by itself; None when it shows none."""
    examined = text[:MAX_EXAMINED].removeprefix("\ufeff").lstrip().replace("\r\n", "\n").replace("\r", "\n")
    return next((name for name, form in FORMATS.items() if not form.loose and _has_sign(form.signs, examined)), None)


def text_input_of(text: str, tool: dict[str, Any]) -> dict[str, Any]:
    """An input of the first slot of a tool that takes the text. Slots that the tool needs come first."""
    slots = tool["input"]["slots"]
    format = detect_format(text)
    for slot in [*(slot for slot in slots if slot.get("min", 0) > 0), *slots]:
        fit = fit_to_slot(slot, format, text)
        if fit:
            kind, fitting = fit
            return {"id": slot["id"], "slotId": slot["id"], "kind": kind, "format": fitting, "source": {"type": "text"}, "content": text}
    takes = "; ".join(f"{slot['id']} ({', '.join(slot.get('acceptedFormats', ['any format']))})" for slot in slots)
    seen = f", which is {format}" if format else ""
    raise RotamerError(f"No slot of {tool['id']} takes the text '{text[:40]}'{seen}. Its slots: {takes}.")


def fit_to_slot(slot: dict[str, Any], format: str | None, text: str) -> tuple[str, str] | None:
    """The kind and the format as which a slot would take a text; None when it does not."""
    kinds, formats = slot.get("acceptedKinds", []), slot.get("acceptedFormats", [])
    # Aligned FASTA looks like FASTA. A bare text is read as what the slot accepts.
    candidates = ["FASTA", "AFA"] if format == "FASTA" else ["TEXT", *formats] if format is None else [format]
    fitting = next((one for one in candidates if not formats or one in formats), None)
    if fitting is None:
        return None
    possible = [kind for kind in _kinds_of(fitting, text, kinds) if not kinds or kind in kinds]
    if not possible:
        return None
    default = slot.get("defaultKind")
    usual = default if default in possible else possible[0]
    seen = kind_of_text(text) if "protein" in possible and len(possible) > 1 else usual
    if seen in possible:
        return seen, fitting
    return ("dna" if seen == "rna" and "dna" in possible else usual), fitting


def kind_of_text(text: str) -> str:
    """`protein`, `dna` or `rna`: that of FASTA or of a bare sequence by its letters. RNA has U and no T."""
    rows = re.sub(r"^[>;#].*$", "", text[:MAX_LETTERS_FROM].replace("\r", "\n"), flags=re.MULTILINE)
    letters = re.sub(r"[^A-Za-z]", "", rows).upper()
    if len(letters) < LEAST_LETTERS or not _is_dna(letters):
        return "protein"
    return "rna" if "U" in letters and "T" not in letters else "dna"


def _is_dna(letters: str) -> bool:
    """Whether all letters are codes of nucleotides, and three quarters of those that are known are bases."""
    bases = sum(map(letters.count, "ACGTU"))
    others = sum(map(letters.count, "RYSWKMBDHV"))
    masked = letters.count("X")
    if bases + others + masked + letters.count("N") < len(letters):
        return False
    return bases > 0 and bases >= LEAST_BASES * (bases + others) and (masked == 0 or len(letters) >= LEAST_MASKED)


def _kinds_of(format: str, text: str, accepted: list[str]) -> list[str]:
    """The kinds that a text of a format can have. A PDBQT file with a torsion tree is a ligand, one without is a receptor."""
    if format == "PDBQT":
        return ["ligand" if _has_sign(FORMATS[format].signs, text) else "structure"]
    form = FORMATS.get(format)
    return form.kinds if form else accepted


def _has_sign(signs: list[Sign], text: str) -> bool:
    return any(_fits(has, text) and not (lacks and _fits(lacks, text)) for has, lacks in signs)


def _fits(pattern: re.Pattern[str], text: str) -> bool:
    """A pattern that looks only at the beginning is not tried at every character of a large text."""
    return bool(pattern.search(text) if pattern.flags & re.MULTILINE else pattern.match(text))
