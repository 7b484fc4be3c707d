"""What Biopython reads of texts of sequences, alignments and trees, or nothing where it refuses the text."""

import io
import warnings

from Bio import AlignIO, Phylo, SeqIO

warnings.simplefilter("ignore")


def read(form, text):
    if form == "newick":
        tree = Phylo.read(io.StringIO(text), "newick")
        return [sorted(leaf.name or "" for leaf in clade.get_terminals()) for clade in tree.find_clades()]
    if form == "a3m":
        # Biopython does not expand insertions: rows are compared without gaps.
        rows = [(r.id, str(r.seq).replace("-", "").replace(".", "")) for r in SeqIO.parse(io.StringIO(text), "fasta")]
        matches = {sum(1 for c in str(r.seq) if not (c.islower() or c == ".")) for r in SeqIO.parse(io.StringIO(text), "fasta")}
        return rows if len(matches) == 1 else None
    if form == "sequences":
        return [(record.id, str(record.seq)) for record in SeqIO.parse(io.StringIO(text), "fasta")]
    return [(record.id, str(record.seq)) for record in AlignIO.read(io.StringIO(text), form)]


def run(request):
    answers = []
    for form, text in request["texts"]:
        try:
            answers.append(read(form, text) or None)
        except Exception:
            answers.append(None)
    return answers
