"""What can be uploaded, and under which name."""

from __future__ import annotations

import io
import os
import pathlib
import re

import pytest

import rotamer
from conftest import answer, cut, done

FASTA = b">a\nMKV\n"


def sent(one) -> tuple[str, bytes]:
    """Name and content of the file in the last request."""
    content = one.requests[-1].content
    match = re.search(rb'name="file"; filename="([^"]*)"\r\nContent-Type: [^\r]*\r\n\r\n(.*?)\r\n--', content, re.S)
    assert match is not None, content
    return match[1].decode(), match[2]


@pytest.fixture
def path(tmp_path) -> pathlib.Path:
    (tmp_path / "a.fasta").write_bytes(FASTA)
    return tmp_path / "a.fasta"


@pytest.mark.parametrize(
    "source",
    [
        lambda path: path,
        lambda path: str(path),
        lambda path: path.open("rb"),
        lambda path: open(os.fsencode(path), "rb"),
        lambda path: type("Entry", (os.PathLike,), {"__fspath__": lambda _: str(path)})(),
    ],
    ids=["Path", "str", "open file", "open file of bytes", "PathLike"],
)
def test_a_path_and_an_open_file_are_uploaded_under_their_name(net, path, source):
    one = net(answer({"id": "file_1"}, 201))
    done(one.client.files.upload(source(path)))
    assert sent(one) == ("a.fasta", FASTA)
    done(one.client.files.upload(source(path), filename="b.fasta"))
    assert sent(one) == ("b.fasta", FASTA)


@pytest.mark.parametrize("source", [lambda: FASTA, lambda: bytearray(FASTA), lambda: memoryview(FASTA), lambda: io.BytesIO(FASTA)])
def test_bytes_need_a_filename(net, source):
    one = net(answer({"id": "file_1"}, 201))
    with pytest.raises(rotamer.RotamerError, match="filename"):
        done(one.client.files.upload(source()))
    done(one.client.files.upload(source(), filename="a.fasta"))
    assert sent(one) == ("a.fasta", FASTA)


def test_an_open_file_is_sent_again_whole(net, path):
    one = net(cut, answer({"id": "file_1"}, 201))
    with path.open("rb") as stream:
        done(one.client.files.upload(stream))
    assert [request.content.count(FASTA) for request in one.requests] == [1, 1]


def test_text_is_refused_with_the_way_out(net, path):
    one = net(answer({"id": "file_1"}, 201))
    for source, filename in ((path.open(), None), (io.StringIO("x"), "a.txt")):
        with pytest.raises(rotamer.RotamerError, match="'rb'"):
            done(one.client.files.upload(source, filename=filename))
    with pytest.raises(rotamer.RotamerError, match="not list"):
        done(one.client.files.upload([FASTA], filename="a.fasta"))
    assert one.requests == []


def test_a_name_that_is_not_valid_unicode_keeps_what_can_be_read(net, tmp_path):
    one = net(answer({"id": "file_1"}, 201))
    place = os.fsencode(tmp_path) + b"/caf\xe9.fasta"
    try:
        with open(place, "wb") as stream:
            stream.write(FASTA)
    except OSError:
        pytest.skip("this file system takes no such names")
    for source in (os.fsdecode(place), pathlib.Path(os.fsdecode(place)), open(place, "rb")):
        done(one.client.files.upload(source, description="of caf\udce9"))
        assert sent(one) == ("caf\ufffd.fasta", FASTA)
        assert "of caf\ufffd".encode() in one.requests[-1].content
