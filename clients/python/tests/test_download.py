"""Downloads that go on where they were cut off."""

from __future__ import annotations

import hashlib
import re

import httpx
import pytest

import rotamer
from conftest import answer, done, refusal, stream
from rotamer._core.folder import place_files, safe_name

BYTES = b"ATOM      1  N   MET A   1      27.340  24.430   2.614\n" * 2000


def file_of(name: str = "model.pdb", **more: object) -> dict[str, object]:
    fields = {"key": "itm_1", "output_port_id": "models", "content_type": "chemical/x-pdb", "format": "PDB", "url": "https://blobs.test/m?sig=x"}
    return {"name": name, "size": len(BYTES), "sha256": hashlib.sha256(BYTES).hexdigest(), **fields, **more}


def result_of(*files: dict[str, object]):
    return answer({"job_id": "job_1", "tool": "t", "status": "COMPLETED", "files": list(files), "results": []})


def serve(cut_after: int | None = None, content: bytes = BYTES):
    """Serves from where it is asked to, and breaks after some bytes."""

    def reply(request: httpx.Request) -> httpx.Response:
        match = re.match(r"bytes=(\d+)-", request.headers.get("range", ""))
        start = int(match[1]) if match else 0
        rest = content[start:] if cut_after is None else content[start : start + cut_after]
        broken = start + len(rest) < len(content)
        headers = {"content_range": f"bytes {start}-{len(content) - 1}/{len(content)}"} if match else {}
        return stream(rest, breaks=broken, status=206 if match else 200, **headers)(request)

    return reply


def test_it_goes_on_where_it_was_cut_off(net, tmp_path):
    one = net(result_of(file_of()), serve(50_000), serve(50_000), serve())
    manifest = done(done(one.client.jobs.results("job_1")).download(tmp_path))
    assert (tmp_path / "model.pdb").read_bytes() == BYTES
    assert [request.headers.get("range") for request in one.requests] == [None, None, "bytes=50000-", "bytes=100000-"]
    assert one.requests[2].headers["if-range"] == f'"{file_of()["sha256"]}"'
    assert [file["path"] for file in manifest["files"]] == ["model.pdb"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["manifest.json", "model.pdb"]
    assert rotamer.verify_folder(tmp_path) == []
    (tmp_path / "model.pdb").write_text("edited")
    assert rotamer.verify_folder(tmp_path) == ["model.pdb"]


def test_a_saved_file_comes_by_its_link_and_else_from_the_api(net, tmp_path):
    link = {"object": "file_link", "file_id": "file_1", **file_of()}
    one = net(answer(link), refusal(403, "forbidden"), serve())
    path = tmp_path / "folder" / "saved.pdb"
    assert done(one.client.files.download("file_1", path)) == path
    assert path.read_bytes() == BYTES
    assert one.paths()[-1] == "GET /files/file_1/bytes"
    assert done(net(answer(link), stream(BYTES)).client.files.read("file_1")) == BYTES


def test_an_archive_goes_on_where_it_was_cut_off(net, tmp_path):
    first = stream(BYTES[:1], status=206, content_range=f"bytes 0-0/{len(BYTES)}", etag=f'"{"a" * 64}"')
    one = net(result_of(), first, serve(50_000), serve())
    path = done(done(one.client.jobs.results("job_1")).archive(tmp_path / "result.tar"))
    assert path.read_bytes() == BYTES
    assert [request.headers.get("range") for request in one.requests] == [None, "bytes=0-0", None, "bytes=50000-"]
    assert one.requests[-1].headers["if-range"] == f'"{"a" * 64}"'
    assert [file.name for file in tmp_path.iterdir()] == ["result.tar"]


def test_an_archive_of_lines_of_a_batch_is_asked_for(net, tmp_path):
    first = stream(BYTES[:1], status=206, content_range=f"bytes 0-0/{len(BYTES)}", etag=f'"{"a" * 64}"')
    one = net(first, serve())
    path = done(one.client.batches.archive("batch_1", tmp_path / "batch.tar", first_line=2, last_line=3))
    assert path.read_bytes() == BYTES
    assert [str(request.url.raw_path, "ascii") for request in one.requests] == ["/api/v1/batches/batch_1/archive?first_line=2&last_line=3"] * 2


def test_an_archive_comes_compressed_as_a_whole(net, tmp_path):
    one = net(stream(BYTES), stream(BYTES))
    assert done(one.client.runs.archive("run_1", tmp_path / "run.tar.zst")).read_bytes() == BYTES
    done(one.client.batches.archive("batch_1", tmp_path / "b", first_line=2, zstd=True))
    assert [dict(request.url.params) for request in one.requests] == [{"compression": "zstd"}, {"compression": "zstd", "first_line": "2"}]
    assert [request.headers.get("range") for request in one.requests] == [None, None]


def test_nothing_is_kept_of_a_compressed_archive_that_was_cut_off(net, tmp_path):
    with pytest.raises(rotamer.ConnectionFailedError):
        done(net(stream(BYTES, breaks=True)).client.runs.archive("run_1", tmp_path / "run.tar.zst"))
    assert list(tmp_path.iterdir()) == []


def test_a_table_has_the_format_of_its_file_and_is_kept_only_when_whole(net, tmp_path):
    one = net(stream(b"a,b\r\n"), stream(b"{}\n"))
    path = done(one.client.batches.table("batch_1", tmp_path / "t.csv", port="properties"))
    assert path.read_bytes() == b"a,b\r\n"
    done(one.client.batches.table("batch_1", tmp_path / "t.jsonl"))
    queries = [dict(request.url.params) for request in one.requests]
    assert queries == [{"port": "properties", "format": "csv"}, {"format": "jsonl"}]
    with pytest.raises(rotamer.NotFoundError):
        done(net(refusal(404, "not_found")).client.batches.table("batch_1", tmp_path / "none.csv"))
    with pytest.raises(rotamer.ConnectionFailedError):
        done(net(stream(b"a,b\r\n", breaks=True)).client.batches.table("batch_1", tmp_path / "half.csv"))
    assert sorted(file.name for file in tmp_path.glob("*.csv")) == ["t.csv"]


def test_it_begins_anew_where_the_server_does_not_go_along(net, tmp_path):
    one = net(result_of(file_of()), serve(1000), stream(BYTES))
    done(done(one.client.jobs.results("job_1")).download(tmp_path))
    assert (tmp_path / "model.pdb").read_bytes() == BYTES


def test_what_is_there_is_skipped(net, tmp_path):
    (tmp_path / "model.pdb").write_bytes(BYTES)
    one = net(result_of(file_of()))
    done(done(one.client.jobs.results("job_1")).download(tmp_path))
    assert len(one.requests) == 1


def test_an_expired_link_is_replaced(net, tmp_path):
    one = net(result_of(file_of()), refusal(403, "forbidden"), serve())
    done(done(one.client.jobs.results("job_1")).download(tmp_path))
    assert one.paths()[-1] == "GET /results/job_1/items/itm_1"


def unreachable(request: httpx.Request) -> httpx.Response:
    raise httpx.ConnectError("refused", request=request)


def login(_request: httpx.Request) -> httpx.Response:
    return httpx.Response(200, text="<html>Log in</html>", headers={"content-type": "text/html"})


def redirect(_request: httpx.Request) -> httpx.Response:
    return httpx.Response(302, headers={"location": "https://login.test/"})


@pytest.mark.parametrize(
    "link", [unreachable, login, redirect, refusal(404, "not_found"), refusal(503, "service_unavailable"), serve(0), serve(content=b"X" + BYTES[1:])]
)
def test_a_file_comes_from_the_api_where_its_link_leads_nowhere(net, tmp_path, link):
    """As through a tunnel, where links name an address that only the service itself reaches."""

    def reply(request: httpx.Request) -> httpx.Response:
        if request.url.host == "rotamer.test":
            return (serve() if "/items/" in request.url.path else result_of(file_of(), file_of("b.pdb")))(request)
        return link(request)

    one = net(reply)
    done(done(one.client.jobs.results("job_1")).download(tmp_path))
    assert (tmp_path / "model.pdb").read_bytes() == (tmp_path / "b.pdb").read_bytes() == BYTES
    assert done(done(one.client.jobs.results("job_1")).read("model.pdb")) == BYTES
    assert sum(one.waited) < 2


def test_the_server_of_links_is_not_tried_for_every_file_when_it_cannot_be_reached(net, tmp_path):
    def reply(request: httpx.Request) -> httpx.Response:
        if request.url.host != "rotamer.test":
            return unreachable(request)
        return (serve() if "/items/" in request.url.path else result_of(*(file_of(f"{number}.pdb") for number in range(20))))(request)

    one = net(reply)
    done(done(one.client.jobs.results("job_1")).download(tmp_path))
    assert len([request for request in one.requests if request.url.host != "rotamer.test"]) <= 4


def test_a_download_that_fails_names_the_address(net, tmp_path):
    one = net(result_of(file_of()), unreachable)
    with pytest.raises(rotamer.ConnectionFailedError, match="model.pdb from http://rotamer.test/api/v1/results/job_1/items/itm_1 failed: refused"):
        done(done(one.client.jobs.results("job_1")).download(tmp_path))
    assert sum(one.waited) == pytest.approx(60)


def test_no_file_with_other_bytes_is_kept(net, tmp_path):
    one = net(result_of(file_of()), serve(content=b"X" + BYTES[1:]))
    with pytest.raises(rotamer.ChecksumError):
        done(done(one.client.jobs.results("job_1")).download(tmp_path))
    assert list(tmp_path.iterdir()) == []


def test_it_gives_up_when_no_new_byte_comes(net, tmp_path):
    one = net(result_of(file_of()), serve(0))
    with pytest.raises(rotamer.ConnectionFailedError):
        done(done(one.client.jobs.results("job_1")).download(tmp_path))


@pytest.mark.parametrize(
    ("name", "stored"),
    [
        ("a.pdb", "a.pdb"),
        ("../../x", "_.._.._x"),
        ("C:\\x.pdb", "C__x.pdb"),
        ("con.txt", "_con.txt"),
        ("aux .pdb", "_aux .pdb"),
        ("COM¹.txt", "_COM¹.txt"),
        ("console.txt", "console.txt"),
        ("x. ", "x"),
        ("x" * 198 + "..pdb", "x" * 198),
        ("構" * 100, "構" * 66),
        ("", "_"),
    ],
)
def test_names_are_safe_on_every_system(name, stored):
    assert safe_name(name) == stored


def test_paths_are_unique_also_where_case_does_not_count():
    files = [file_of("a.pdb", output_port_id="one"), file_of("A.pdb", output_port_id="two"), file_of("manifest.json")]
    assert [path for _, path in place_files(files)] == ["one/a.pdb", "two/A.pdb", "models/manifest.json"]
