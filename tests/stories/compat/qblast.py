# Searches with Biopython's qblast, and prints the hits that its parser reads: qblast.py <url> <password or -> <database> <sequence>

import json
import sys

from Bio.Blast import NCBIWWW, NCBIXML

url, password, database, sequence = sys.argv[1:]
try:
    handle = NCBIWWW.qblast(
        "blastp", database, sequence, url_base=url, password=None if password == "-" else password,
        hitlist_size=5, expect=0.001, gapcosts="11 1", matrix_name="BLOSUM62",
    )
    record = NCBIXML.read(handle)
    hits = [{"title": hit.hit_def, "identities": hit.hsps[0].identities, "evalue": hit.hsps[0].expect} for hit in record.alignments]
    print(json.dumps({"program": record.application, "hits": hits}))
except ValueError as error:
    print(json.dumps({"error": str(error)}))
