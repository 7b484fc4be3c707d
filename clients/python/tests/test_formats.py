"""Kinds and formats of texts. A test in TypeScript reads the same cases."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import rotamer
from conftest import answer, done
from rotamer._core.formats import detect_format, fit_to_slot, text_input_of

CASES = json.loads(Path(__file__).with_name("formats.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["text"][:20])
def test_a_text_is_recognised(case: dict[str, Any]) -> None:
    kinds, formats = case["accepts"]
    slot = {"acceptedKinds": kinds.split(" "), "acceptedFormats": formats.split(" ")}
    format = detect_format(case["text"])
    assert format == case["format"]
    assert fit_to_slot(slot, format, case["text"]) == (case["fit"] and tuple(case["fit"]))


def _slot(id: str, kinds: list[str], formats: list[str], min: int) -> dict[str, Any]:
    return {"id": id, "min": min, "acceptedKinds": kinds, "acceptedFormats": formats}


TOOL = {
    "object": "tool",
    "id": "many",
    "input": {"slots": [_slot("box", ["table"], ["CSV"], 0), _slot("any", ["protein", "dna", "ligand"], ["FASTA", "SDF"], 1)]},
}


def test_a_text_that_no_slot_takes_is_refused_with_the_names_of_the_slots() -> None:
    with pytest.raises(rotamer.RotamerError, match=r"No slot of many takes the text 'data_1ABC\n', which is MMCIF. Its slots: box \(CSV\); any"):
        text_input_of("data_1ABC\n", TOOL)


def test_map_recognises_each_text_and_returns_rows_and_errors_in_the_order_of_the_inputs(net: Any) -> None:
    batch = {"object": "batch", "id": "batch_1", "status": "COMPLETED", "attempts": 1}
    problem = {"line": 2, "custom_id": "2", "path": "input.inputs[0].content", "message": "line 1: 1"}
    item = {"custom_id": "1", "status": "COMPLETED", "job_id": "job_1", "error": None}
    one = net(
        answer(TOOL),
        answer({**batch, "problems": []}),
        answer({**batch, "problems": [problem]}),
        answer({"object": "list", "data": [item], "has_more": False, "next_cursor": None}),
        answer({"object": "list", "data": [{"custom_id": "1", "value": {"length": 9}}], "has_more": False, "next_cursor": None}),
    )
    results = done(one.client.map("many", [">a\nMKVLWAALL", f">b\n{'ACGT' * 9}", "x\n$$$$\n"], settings={"window": 3}, max_credits=5))
    assert results[0] == {"status": "COMPLETED", "values": [{"length": 9}], "job_id": "job_1", "error": None}
    assert results[1] == {"status": "FAILED", "values": [], "job_id": None, "error": "input.inputs[0].content: line 1: 1"}
    body = json.loads(one.requests[1].content)
    fits = [(given["slotId"], given["kind"], given["format"]) for line in body["submissions"] for given in line["input"]["inputs"]]
    assert fits == [("any", "protein", "FASTA"), ("any", "dna", "FASTA"), ("any", "ligand", "SDF")]
    assert (body["max_credits"], body["on_problem"], body["submissions"][0]["settings"]) == (5, "skip", {"window": 3})
