"""Pairs of primers by Primer3 for each of some templates."""

import re

import primer3
from rotamer_tool import progress


def run(request):
    answers = []
    for template in request["templates"]:
        answers.append(designed(template, request["target"], request["options"]))
        progress(len(answers), len(request["templates"]))
    return answers


def designed(template, target, options):
    sequence = re.sub("[^ACGT]", "N", template)
    about = {"SEQUENCE_TEMPLATE": sequence}
    if target:
        about["SEQUENCE_TARGET"] = [target[0] - 1, target[1]]
    found = primer3.bindings.design_primers(about, options)
    count = found["PRIMER_PAIR_NUM_RETURNED"]
    return {
        "pairs": [pair(found, i) for i in range(count)],
        "explain": "; ".join(
            f"{side.lower()}: {found[f'PRIMER_{side}_EXPLAIN']}"
            for side in ("LEFT", "RIGHT", "PAIR")
            if found.get(f"PRIMER_{side}_EXPLAIN")
        ),
    }


def pair(found, i):
    return {
        "product": found[f"PRIMER_PAIR_{i}_PRODUCT_SIZE"],
        "penalty": found[f"PRIMER_PAIR_{i}_PENALTY"],
        "pair_dimer": found[f"PRIMER_PAIR_{i}_COMPL_ANY_TH"],
        "forward": primer(found, f"PRIMER_LEFT_{i}"),
        "reverse": primer(found, f"PRIMER_RIGHT_{i}"),
    }


def primer(found, name):
    start, length = found[name]
    return {
        "start": start + 1,
        "length": length,
        "sequence": found[f"{name}_SEQUENCE"],
        "tm": found[f"{name}_TM"],
        "gc": found[f"{name}_GC_PERCENT"],
        "hairpin": max(0.0, found[f"{name}_HAIRPIN_TH"]),
        "dimer": max(0.0, found[f"{name}_SELF_ANY_TH"]),
    }
