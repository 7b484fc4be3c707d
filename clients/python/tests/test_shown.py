"""What jobs, quotes and runs show of themselves, and where progress is shown."""

from __future__ import annotations

import sys

import pytest

import rotamer
from conftest import done, frame, job_of, stream

DONE = frame("status", job_of("COMPLETED", progress=100)) + frame("terminal", job_of("COMPLETED", progress=100))


def test_a_quote_says_its_price_and_what_stands_in_the_way():
    error = {"code": "insufficient_credits", "message": "The job needs 4 credits & 3.5 are available."}
    quote = rotamer.Quote(tool="a-tool", estimated_credits=4, available_credits=3.5, blocking_errors=[error])
    for text in ("a-tool", "4 credits", "3.5 credits", "credits &amp; 3.5"):
        assert text in quote._repr_html_()


def test_a_job_shows_how_it_is_doing(net):
    job = net(stream(DONE)).client.jobs.at("job_1")
    assert "not known yet" in job._repr_html_()
    for text in ("job_1", "COMPLETED", "100 %"):
        assert text in done(job.wait())._repr_html_()


@pytest.mark.parametrize("terminal", [True, False])
def test_progress_is_shown_in_a_terminal_alone(net, capsys, monkeypatch, terminal):
    monkeypatch.setattr(sys.stderr, "isatty", lambda: terminal, raising=False)
    done(net(stream(DONE)).client.jobs.at("job_1").wait())
    shown = capsys.readouterr()
    assert shown.out == ""
    assert ("COMPLETED" in shown.err) == terminal
    done(net(stream(DONE)).client.jobs.at("job_1").wait(progress=False))
    assert capsys.readouterr().err == ""


def test_tables_and_views_say_what_they_need(monkeypatch):
    monkeypatch.setitem(sys.modules, "pandas", None)
    results = rotamer.Results(None, {"job_id": "job_1", "status": "COMPLETED", "files": [], "results": []})
    with pytest.raises(rotamer.RotamerError, match=r"clients/python\[notebook\]"):
        results.to_dataframe("properties")
