"""Against a real service, whose address tests/python/run.ts gives; with faults between that it has laid."""

from __future__ import annotations

import json
import os
import re
import subprocess
import time

import httpx
import pytest
from rocrate.rocrate import ROCrate

import rotamer
from conftest import done

FAULTY = os.environ.get("ROTAMER_FAULTY_URLS", "").split(",")

pytestmark = pytest.mark.skipif(FAULTY == [""], reason="needs a stack: npm run test:all -- --only python")

UBIQUITIN = ">ubiquitin\nMQIFVKTLTGKTITLEVEPSDTIENVKAKIQDKEGIPPDQQRLIFAGKQLEDGRTLSDYNIQKESTLHLVLRLRGG\n"


def inputs() -> list[dict[str, object]]:
    return [rotamer.text_input("sequences", UBIQUITIN, kind="protein", format="FASTA")]


def through(url: str, results: rotamer.Results) -> None:
    """Links lead past the proxy."""
    for file in results.files:
        file["url"] = file["url"].replace(os.environ["ROTAMER_BASE_URL"], url)


def test_one_job_over_a_lost_answer_a_cut_stream_and_a_cut_download(tmp_path):
    with rotamer.Client(base_url=FAULTY[0]) as client:
        job = client.jobs.submit("protein-properties", inputs(), name="faults, blocking", max_quoted_credits=1).wait()
        assert job.status == "COMPLETED"
        assert [one["id"] for one in client.jobs.list() if one["name"] == "faults, blocking"] == [job.id]
        results = job.results()
        through(FAULTY[0], results)
        assert results.values("properties")[0]["length"] == 76
        results.download(tmp_path)
    assert rotamer.verify_folder(tmp_path) == []


def test_the_provenance_of_a_job_is_a_valid_crate(tmp_path):
    with rotamer.Client() as client:
        job = client.jobs.run("protein-properties", inputs(), name="crate", timeout=60)
        results = job.results()
        for file in results.files:
            folder = tmp_path / file["output_port_id"]
            folder.mkdir(exist_ok=True)
            (folder / file["name"]).write_bytes(results.read(file["name"]))
        (tmp_path / "ro-crate-metadata.json").write_text(json.dumps(client.jobs.ro_crate(job.id)))
        digest = client.jobs.details(job.id)["inputs"][0]["sha256"]
    crate = ROCrate(tmp_path)
    assert crate.root_dataset["name"] == "crate"
    [run] = [one for one in crate.get_entities() if one.type == "CreateAction"]
    assert run["instrument"]["identifier"].startswith("protein-properties@")
    assert digest in [one.get("sha256") for one in run["object"]]
    made = [one.id for one in run["result"]]
    assert made and all((tmp_path / one).is_file() for one in made)


def test_the_same_async(tmp_path):
    async def story() -> None:
        async with rotamer.AsyncClient(base_url=FAULTY[1]) as client:
            submitted = await client.jobs.submit("protein-properties", inputs(), name="faults, async", max_quoted_credits=1)
            job = await submitted.wait()
            assert job.status == "COMPLETED"
            assert [one["id"] async for one in client.jobs.list() if one["name"] == "faults, async"] == [job.id]
            results = await job.results()
            through(FAULTY[1], results)
            await results.download(tmp_path)

    done(story())
    assert rotamer.verify_folder(tmp_path) == []


def test_one_file_over_a_lost_answer():
    with rotamer.Client(base_url=FAULTY[0]) as client:
        file = client.files.upload(UBIQUITIN.encode(), filename="blocking.fasta")
        assert [one["id"] for one in client.files.list(q="blocking.fasta")] == [file["id"]]

    async def story() -> None:
        async with rotamer.AsyncClient(base_url=FAULTY[1]) as client:
            file = await client.files.upload(UBIQUITIN.encode(), filename="async.fasta")
            assert [one["id"] async for one in client.files.list(q="async.fasta")] == [file["id"]]

    done(story())


def test_an_expired_link_is_replaced(tmp_path):
    with rotamer.Client() as client:
        results = client.jobs.run("protein-properties", inputs(), max_quoted_credits=1).results()
        for file in results.files:
            file["url"] = file["url"].replace("exp=", "exp=1")
        results.download(tmp_path)
    assert rotamer.verify_folder(tmp_path) == []


def test_a_timeout_is_exact_and_leaves_the_job_running():
    steps = [rotamer.text_input("steps", ">a\nMK\n", kind="protein", format="FASTA")]
    with rotamer.Client() as client:
        job = client.jobs.submit("wait", steps, settings={"seconds": 20}, max_reserved_credits=1)
        started = time.monotonic()
        with pytest.raises(rotamer.WaitTimeoutError):
            job.wait(timeout=1)
        assert 1 <= time.monotonic() - started < 5
        assert job.status not in ("CANCELLED", "FAILED")


def test_every_kind_of_refusal_has_its_class():
    with rotamer.Client() as client:
        with pytest.raises(rotamer.NotFoundError):
            client.jobs.get("job_1")
        with pytest.raises(rotamer.ValidationError) as caught:
            client.jobs.quote("protein-properties", [])
        assert caught.value.problems
        with pytest.raises(rotamer.PriceChangedError):
            client.jobs.submit("protein-properties", inputs(), max_quoted_credits=0)
    with rotamer.Client("rot_live_wrong") as stranger, pytest.raises(rotamer.AuthenticationError):
        stranger.account()


def confirm(device: dict[str, object]) -> None:
    """Confirms the code as a person does in a browser, by the forms of the pages."""
    with httpx.Client(follow_redirects=True) as browser:
        page = browser.get(os.environ["ROTAMER_LOGIN_LINK"])
        page = submit(browser, page)
        page = submit(browser, browser.get(str(device["verification_uri_complete"])))
        assert str(device["user_code"]) in page.text
        assert "The program is signed in" in submit(browser, page, decision="approve").text


def submit(browser: httpx.Client, page: httpx.Response, **more: str) -> httpx.Response:
    """Sends the last form of a page with its fields."""
    action, form = re.findall(r'<form[^>]* action="([^"]*)"[^>]*>(.*?)</form>', page.text, re.S)[-1]
    fields = dict(re.findall(r'<input[^>]* name="([^"]+)"[^>]* value="([^"]*)"', form))
    return browser.post(page.url.join(action), data={**fields, **more})


def test_a_person_signs_in_once_for_python_and_the_command_line(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.delenv("ROTAMER_API_KEY")
    with rotamer.Client.login(show=confirm) as client:
        assert client.session.get()["kind"] == "session"
    monkeypatch.delenv("ROTAMER_BASE_URL")
    shown = subprocess.run([*os.environ["ROTAMER_CLI"].split(" "), "whoami", "--json"], capture_output=True, check=True, text=True)
    assert json.loads(shown.stdout)["from"] == "profile default"
    # Nobody is asked again.
    with rotamer.Client.login(show=confirm) as again:
        again.session.sign_out()
