"""The folder of a downloaded result: its file names, digests and manifest."""

from __future__ import annotations

import hashlib
import json
import os
import re
from os import PathLike
from pathlib import Path
from typing import Any

#: Name of the manifest, beside the files of a downloaded result.
MANIFEST = "manifest.json"
#: Name of the file with the structured items of a result.
ITEMS = "items.json"

#: Device names that are reserved on Windows, with any extension or spaces after them.
_DEVICES = re.compile(r"^(con|prn|aux|nul|conin\$|conout\$|com[\d¹²³]|lpt[\d¹²³])\s*(\.|$)", re.IGNORECASE)
#: File systems allow 255 bytes. The rest is for `.part` and a number.
_MAX_BYTES = 200


def safe_name(name: str) -> str:
    """Returns a file name that is valid on every system and stays in its folder."""
    beginning = name.encode(errors="replace")[:_MAX_BYTES].decode(errors="ignore")
    plain = re.sub(r'[<>:"/\\|?*\x00-\x1f]', "_", beginning).rstrip(". ")
    return f"_{plain}" if plain == "" or plain.startswith(".") or _DEVICES.match(plain) else plain


def place_files(files: list[dict[str, Any]]) -> list[tuple[dict[str, Any], str]]:
    """Returns a path for each file: its name, in a folder of its port when two files would get one path."""
    names = [MANIFEST, ITEMS, *(safe_name(file["name"]).lower() for file in files)]
    used: set[str] = set()
    places = []
    for file in files:
        name = safe_name(file["name"])
        port = safe_name(file["output_port_id"])
        path = name if names.count(name.lower()) == 1 else f"{port}/{name}"
        number = 2
        while path.lower() in used:
            path = f"{port}/{number}_{name}"
            number += 1
        used.add(path.lower())
        places.append((file, path))
    return places


def archive_place(owner_id: str, path: str | PathLike[str] | None, zstd: bool | None) -> tuple[Path, dict[str, Any]]:
    """Returns where an archive is downloaded to, and the query that asks for it: compressed when `zstd`, by default when the path ends in `.zst`."""
    if path is None:
        place = Path(f"{owner_id}.tar.zst" if zstd else f"{owner_id}.tar")
    else:
        place = Path(path)
    if zstd is None:
        zstd = place.suffix.lower() in (".zst", ".tzst")
    return place, {"compression": "zstd"} if zstd else {}


def hash_file(path: Path) -> Any:
    """Hashes the existing part of a file with SHA-256."""
    digest = hashlib.sha256()
    with path.open("rb") as stream:
        while piece := stream.read(1 << 20):
            digest.update(piece)
    return digest


def is_file(path: Path, size: int, sha256: str) -> bool:
    return path.is_file() and path.stat().st_size == size and hash_file(path).hexdigest() == sha256


def write_whole(folder: Path, name: str, text: str) -> dict[str, Any]:
    """Writes a text atomically: the file is complete or absent. Returns its entry for a manifest."""
    data = text.encode()
    draft = folder / f"{name}.part"
    draft.write_bytes(data)
    os.replace(draft, folder / name)
    return {"path": name, "size": len(data), "sha256": hashlib.sha256(data).hexdigest()}


def write_manifest(folder: Path, result: dict[str, Any], places: list[tuple[dict[str, Any], str]], with_items: bool) -> dict[str, Any]:
    """Writes `manifest.json`, and the structured items as `items.json`."""
    fields = ("size", "sha256", "output_port_id", "content_type")
    files = [{"path": path, **{field: file[field] for field in fields}} for file, path in places]
    if with_items and result["results"]:
        files.append(write_whole(folder, ITEMS, json.dumps(result["results"], indent=2, ensure_ascii=False) + "\n"))
    manifest = {"job_id": result["job_id"], "tool": result["tool"], "status": result["status"], "files": files}
    write_whole(folder, MANIFEST, json.dumps(manifest, indent=2, ensure_ascii=False) + "\n")
    return manifest


def verify_folder(folder: str | Path) -> list[str]:
    """Compares a downloaded folder with its manifest. Returns the paths of files that are missing or have other bytes."""
    place = Path(folder)
    manifest = json.loads((place / MANIFEST).read_text(encoding="utf-8"))
    return [file["path"] for file in manifest["files"] if not is_file(place / file["path"], file["size"], file["sha256"])]
