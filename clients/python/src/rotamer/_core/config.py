"""The file with addresses and keys that `rotamer login` writes, shared by the command line and this library."""

from __future__ import annotations

import json
import os
import secrets
import sys
from pathlib import Path
from typing import Any

from ..errors import RotamerError

_WINDOWS = sys.platform == "win32"


def config_path() -> Path:
    """Returns the path of the file: the place that XDG defines, and on Windows %APPDATA%. Relative paths are ignored, as XDG asks."""
    given = os.environ.get("APPDATA" if _WINDOWS else "XDG_CONFIG_HOME", "")
    base = Path(given) if os.path.isabs(given) else _home().joinpath(*(["AppData", "Roaming"] if _WINDOWS else [".config"]))
    return base / "rotamer" / "config.json"


def profile_name(given: str | None) -> str:
    """Returns the name under which a sign-in is stored."""
    return given or os.environ.get("ROTAMER_PROFILE") or "default"


def read_profile(name: str) -> dict[str, str] | None:
    """Returns the address (`base_url`) and key (`api_key`) of a profile."""
    profiles: dict[str, dict[str, str]] = _read().get("profiles", {})
    return profiles.get(name)


def write_profile(name: str, base_url: str, api_key: str) -> None:
    """Stores a profile and makes it the current one. The file holds keys, so only its owner may read it."""
    path = config_path()
    config = _read()
    profiles = {**config.get("profiles", {}), name: {"base_url": base_url, "api_key": api_key}}
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    draft = path.with_name(f"{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as stream:
        stream.write(json.dumps({**config, "current": name, "profiles": profiles}, indent=2, ensure_ascii=False) + "\n")
    os.replace(draft, path)


def _read() -> dict[str, Any]:
    path = config_path()
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return {}
    _refuse_foreign(path.parent)
    _refuse_foreign(path)
    try:
        config = json.loads(text)
    except ValueError:
        config = None
    if not _is_config(config):
        raise RotamerError(f"{path} is not a configuration of rotamer. Correct it, or delete it and log in again.") from None
    return config  # type: ignore[no-any-return]


def _refuse_foreign(path: Path) -> None:
    """Refuses a file that others can write, because it decides where keys are sent. Files of root are accepted."""
    if _WINDOWS:
        return
    stat = path.stat()
    if stat.st_uid not in (0, os.getuid()):
        raise RotamerError(f"The configuration is not used: {path} belongs to another user (uid {stat.st_uid}).")
    if stat.st_mode & 0o022:
        raise RotamerError(f"The configuration is not used: others can write to {path} (close it with: chmod go-w {path}).")


def _is_config(value: Any) -> bool:
    if not isinstance(value, dict) or not isinstance(value.get("current", ""), str) or not isinstance(value.get("profiles", {}), dict):
        return False
    return all(
        isinstance(profile, dict) and isinstance(profile.get("base_url"), str) and isinstance(profile.get("api_key"), str)
        for profile in value.get("profiles", {}).values()
    )


def _home() -> Path:
    given = os.environ.get("HOME") or os.environ.get("USERPROFILE") or ""
    if os.path.isabs(given):
        return Path(given)
    if not _WINDOWS:
        import pwd

        try:
            return Path(pwd.getpwuid(os.getuid()).pw_dir)
        except KeyError:
            pass
    raise RotamerError(f"There is no home folder. Set {'APPDATA' if _WINDOWS else 'HOME'} to its full path.")
