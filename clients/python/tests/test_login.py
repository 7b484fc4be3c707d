"""Signing in by a code, and the file that the command line shares."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import httpx
import pytest

import rotamer
from conftest import answer, done, refusal
from rotamer._core.messages import Clock

URL = "https://lab.test"
SESSION = "rot_sess_abcdefghSECRET"
DEVICE = {
    "object": "device_authorization",
    "device_code": "d" * 43,
    "user_code": "WDJB-MJHT",
    "verification_uri": f"{URL}/device",
    "verification_uri_complete": f"{URL}/device?code=WDJB-MJHT",
    "expires_in": 600,
    "interval": 5,
}
BEGUN = answer(DEVICE, 201)
PENDING = refusal(400, "authorization_pending")
GRANTED = answer({"object": "device_token", "access_token": SESSION})
PERSON = answer({"object": "session", "user": {"email": "ada@example.org"}})

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the home folder of these tests is a POSIX one")


class Service:
    """A service with these replies, and a home folder without a configuration."""

    def __init__(self, make, home: Path, monkeypatch) -> None:
        self.make, self.path = make, home / ".config" / "rotamer" / "config.json"
        self.requests: list[httpx.Request] = []
        self.waited: list[float] = []
        monkeypatch.setenv("HOME", str(home))
        for name in ("XDG_CONFIG_HOME", "ROTAMER_PROFILE", "ROTAMER_BASE_URL"):
            monkeypatch.delenv(name, raising=False)
        monkeypatch.setenv("ROTAMER_API_KEY", "rot_live_of_the_environment")

        async def sleep(seconds: float) -> None:
            self.waited.append(seconds)

        monkeypatch.setattr("time.sleep", self.waited.append)
        monkeypatch.setattr("rotamer._tasks.anyio.sleep", sleep)

    def login(self, *steps, **options):
        waiting = list(steps)

        def reply(request: httpx.Request) -> httpx.Response:
            self.requests.append(request)
            return waiting.pop(0)(request)

        return done(self.make.login(transport=httpx.MockTransport(reply), clock=Clock(), **options))

    def sent(self) -> list[tuple[str, str | None]]:
        return [(request.url.path.removeprefix("/api/v1"), request.headers.get("authorization")) for request in self.requests]

    def store(self, config: object) -> None:
        self.path.parent.mkdir(mode=0o700, parents=True)
        self.path.write_text(json.dumps(config))
        self.path.chmod(0o600)


@pytest.fixture(params=[rotamer.Client, rotamer.AsyncClient])
def service(request, tmp_path, monkeypatch) -> Service:
    return Service(request.param, tmp_path, monkeypatch)


def test_a_person_signs_in_and_the_session_is_stored_as_the_command_line_does(service, capsys):
    client = service.login(BEGUN, PENDING, refusal(400, "slow_down"), GRANTED, PERSON, base_url=URL)
    assert service.waited == [5, 5, 10]
    assert done(client.session.get())["user"]["email"] == "ada@example.org"
    # The key of the environment belongs to another service, perhaps.
    assert service.sent() == [("/device-authorizations", None), *[("/device-tokens", None)] * 3, ("/session", f"Bearer {SESSION}")]
    assert json.loads(service.path.read_text()) == {"current": "default", "profiles": {"default": {"base_url": URL, "api_key": SESSION}}}
    assert [place.stat().st_mode & 0o777 for place in (service.path, service.path.parent)] == [0o600, 0o700]
    assert [one.name for one in service.path.parent.iterdir()] == ["config.json"]
    shown = capsys.readouterr()
    assert f"Open {URL}/device and enter the code WDJB-MJHT" in shown.err
    assert "SECRET" not in shown.err + shown.out + repr(client)


def test_a_session_of_the_command_line_is_used_while_it_is_accepted(service):
    profiles = {"lab": {"base_url": f"{URL}/", "api_key": SESSION}, "home": {"base_url": "https://home.test", "api_key": "rot_live_home"}}
    service.store({"current": "home", "profiles": profiles})
    client = service.login(PERSON, profile="lab")
    assert service.sent() == [("/session", f"Bearer {SESSION}")] and repr(URL) in repr(client)
    shown: list[dict[str, object]] = []
    service.login(refusal(401, "unauthorized"), BEGUN, GRANTED, profile="lab", show=shown.append)
    assert [path for path, _ in service.sent()[1:]] == ["/session", "/device-authorizations", "/device-tokens"]
    assert shown == [DEVICE]
    stored = json.loads(service.path.read_text())
    assert stored == {"current": "lab", "profiles": {**profiles, "lab": {"base_url": URL, "api_key": SESSION}}}


def test_a_stored_key_is_not_sent_to_another_address(service):
    service.store({"profiles": {"default": {"base_url": "https://home.test", "api_key": "rot_live_home"}}})
    service.login(BEGUN, GRANTED, base_url=URL)
    assert [key for _, key in service.sent()] == [None, None]


@pytest.mark.parametrize("code", ["access_denied", "expired_token"])
def test_nothing_is_stored_when_nobody_confirms(service, code):
    with pytest.raises(rotamer.ApiError) as caught:
        service.login(BEGUN, PENDING, refusal(400, code), base_url=URL)
    assert caught.value.code == code and not service.path.exists()


@pytest.mark.parametrize("text", ["[]", "{", '{"profiles": {"lab": {}}}', '{"current": 7}', "null"])
def test_a_file_of_another_shape_is_named(service, text):
    service.store({})
    service.path.write_text(text)
    with pytest.raises(rotamer.RotamerError, match="is not a configuration of rotamer"):
        service.login(base_url=URL)


@pytest.mark.parametrize("place", ["file", "folder"])
def test_a_configuration_that_others_can_write_is_refused(service, place):
    service.store({})
    (service.path if place == "file" else service.path.parent).chmod(0o666 if place == "file" else 0o777)
    with pytest.raises(rotamer.RotamerError, match="chmod go-w"):
        service.login(base_url=URL)


def test_the_place_of_the_file_follows_xdg(monkeypatch, tmp_path):
    from rotamer._core.config import config_path

    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", "relative")
    assert config_path() == tmp_path / ".config" / "rotamer" / "config.json"
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "x"))
    assert config_path() == tmp_path / "x" / "rotamer" / "config.json"
    monkeypatch.setenv("XDG_CONFIG_HOME", "")
    monkeypatch.setenv("HOME", ".")
    assert os.path.isabs(config_path())
