"""Inputs, FASTA, and what notebooks show."""

from __future__ import annotations

import rotamer
from rotamer.results import Quote, ResultData, job_html


def test_fasta_is_read_from_text_and_from_a_file(tmp_path):
    text = ">a one two\r\nMK\r\nV\r\n>b\nMKL\n"
    expected = [("a", "one two", "MKV"), ("b", "", "MKL")]
    (tmp_path / "x.fasta").write_text(text)
    assert rotamer.read_fasta(text) == expected
    assert rotamer.read_fasta(tmp_path / "x.fasta") == expected


def test_inputs_name_their_source():
    assert rotamer.text_input("s", "MKV", kind="protein", format="TEXT", id="x")["source"] == {"type": "text"}
    assert rotamer.file_input("s", "file_1", kind="protein", format="FASTA")["source"] == {"type": "file", "file_id": "file_1"}


def test_notebooks_show_tables_and_never_markup_of_others():
    evil = "<script>alert(1)</script>"
    quote = Quote(tool=evil, estimated_credits=1, available_credits=2, blocking_errors=[{"message": evil}])
    result = ResultData({"job_id": evil, "status": "COMPLETED", "files": [{"name": evil}], "results": []})
    for html in (quote._repr_html_(), result._repr_html_(), job_html({"id": evil, "error": evil})):
        assert html.startswith("<table>") and "<script>" not in html
