"""Finds the variable domains of sequences with immunum, and numbers them."""

import re

import immunum
from rotamer_tool import progress

# Sequences between two reports of progress.
BATCH = 50


def run(request):
    least = request["min_confidence"]
    find = immunum.Annotator(chains=["all"], scheme="imgt", min_confidence=least)
    scheme = request["scheme"]
    number = None
    if scheme != "imgt":
        # This annotator knows only chains of antibodies and could take a receptor's chain for one. `find` decides what a domain is.
        number = immunum.Annotator(chains=["ig"], scheme=scheme, min_confidence=least)
    answers = []
    for sequence in request["sequences"]:
        answers.append(numbered(sequence, find, number, scheme))
        if len(answers) % BATCH == 0:
            progress(len(answers), len(request["sequences"]))
    return answers


def numbered(sequence, find, number, scheme):
    found = find.number_domains(sequence)
    if found[0].error:
        return {"error": found[0].error, "domains": []}
    others = [domain for domain in number.number_domains(sequence) if not domain.error] if number else []
    by_place = {place(domain): domain for domain in others}
    return {"error": None, "domains": [answer(sequence, domain, by_place, scheme) for domain in found]}


def place(domain):
    return domain.chain, domain.query_start, domain.query_end


def answer(sequence, domain, others, scheme):
    chain, start, end = place(domain)
    residues = sequence[start : end + 1]
    imgt = positions(domain, residues)
    wanted = imgt
    if scheme != "imgt":
        wanted = None
        if immunum.scheme_supports_chain(scheme, chain):
            wanted = positions(others.get((chain, start, end)) or by_itself(residues, chain, scheme), residues)
    return {
        "chain": chain,
        "confidence": domain.confidence,
        "start": start,
        "end": end,
        "imgt": imgt,
        "positions": wanted,
        "regions": immunum.regions_for(scheme, chain) if wanted else None,
    }


def by_itself(residues, chain, scheme):
    """Numbers one domain as a chain of an antibody. Looking for such chains only can give a domain other ends."""
    return immunum.Annotator(chains=[chain], scheme=scheme, min_confidence=0).number(residues)


def positions(domain, residues):
    """Number and rank of insertion of each residue, 0 without one; None where the domain has other residues."""
    if domain.error or "".join(domain.numbering.values()).upper() != residues:
        return None
    # After Z, immunum names insertions by the characters that follow Z in ASCII.
    parts = [re.fullmatch(r"(\d+)(.?)", name, re.DOTALL) for name in domain.numbering]
    return [[int(part[1]), ord(part[2]) - ord("A") + 1 if part[2] else 0] for part in parts]
