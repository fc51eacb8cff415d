"""The devices that this house knows: names, ports, keys, and the signed list of approved identities (A3).

One JSON file, readable by its owner only. The list of approved (serial, firmware) pairs carries an HMAC under the house
key, which lies in a file of its own beside it: a list changed by hand, or taken from another house, is refused.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import secrets
import stat
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, Literal

from drivers.errors import ImpossibleRequestError
from drivers.tablelink.constants import Family
from drivers.tablelink.link_events import Identity

FAMILY_NAMES: dict[str, Family] = {
    "batch-shuffler": Family.BATCH,
    "continuous-shuffler": Family.CONTINUOUS,
    "shoe": Family.SHOE,
    "reader": Family.READER,
}
_VERSION = 1


class RegistryError(ImpossibleRequestError):
    """The file cannot be used; `fault` says why."""

    def __init__(self, fault: Literal["unreadable", "version", "signature", "open"], path: Path, text: str) -> None:
        super().__init__(f"{path} {text}")
        self.fault = fault
        self.path = path


@dataclass(frozen=True, kw_only=True, slots=True)
class KnownDevice:
    """`key` is empty for a shuffler that was never paired."""

    name: str
    family: str
    port: str
    address: int
    serial: str
    model: str
    key: str = field(default="", repr=False)

    @property
    def key_bytes(self) -> bytes | None:
        return bytes.fromhex(self.key) if self.key else None

    @property
    def key_id(self) -> str:
        """The start of SHA-256(key), as the device itself tells it in PAIRED."""
        return hashlib.sha256(bytes.fromhex(self.key)).hexdigest()[:16] if self.key else ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Approval:
    """Technician and supervisor have approved this firmware, as the device reports it."""

    serial: str
    firmware: str
    firmware_sha256: str
    technician: str
    supervisor: str
    when: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Registry:
    """A picture of the file; changing it gives a new one, and `save` writes it."""

    path: Path
    devices: tuple[KnownDevice, ...] = ()
    approved: tuple[Approval, ...] = ()
    file_hash: str | None = field(default=None, compare=False)  # SHA-256 of the file, as it was read

    def device(self, name: str) -> KnownDevice:
        for known in self.devices:
            if known.name == name:
                return known
        names = ", ".join(known.name for known in self.devices) or "none yet"
        raise ImpossibleRequestError(f"no device is called {name!r}; known: {names}")

    def why_not(self, identity: Identity) -> str | None:
        """Why this identity is not approved, or None."""
        same = [approval for approval in self.approved if approval.serial == identity.serial]
        if not same:
            return "this device was never approved"
        if any(approval.firmware_sha256 == identity.firmware_sha256 for approval in same):
            return None
        return "the firmware that it reports was never approved on it"

    def with_device(self, device: KnownDevice) -> Registry:
        others = tuple(known for known in self.devices if known.name != device.name)
        clash = next((known for known in others if known.serial == device.serial), None)
        if clash is not None:
            raise ImpossibleRequestError(f"{device.serial} is known as {clash.name!r}; forget that one first")
        return replace(self, devices=(*others, device))

    def with_approval(self, approval: Approval) -> Registry:
        if not approval.technician or not approval.supervisor or approval.technician == approval.supervisor:
            raise ImpossibleRequestError("an approval needs a technician and a supervisor, two different people")
        return replace(self, approved=(*(earlier for earlier in self.approved if earlier != approval), approval))

    def without(self, name: str) -> Registry:
        removed = self.device(name)
        return replace(
            self,
            devices=tuple(known for known in self.devices if known.name != name),
            approved=tuple(approval for approval in self.approved if approval.serial != removed.serial),
        )

    def save(self) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        approved = [asdict(approval) for approval in self.approved]
        content = {
            "version": _VERSION,
            "devices": [asdict(known) for known in self.devices],
            "approved": approved,
            "signature": _signature(_house_key(self.path), approved),
        }
        _write_private(self.path, (json.dumps(content, indent=1) + "\n").encode())


def load_registry(path: Path) -> Registry:
    """The registry of this file; a file that is not there yet is an empty one."""
    if not path.exists():
        return Registry(path=path)
    _refuse_if_others_can_read(path)
    try:
        written = path.read_bytes()
        content: dict[str, Any] = json.loads(written.decode("utf-8"))
        devices = tuple(KnownDevice(**entry) for entry in content["devices"])
        approved = tuple(Approval(**entry) for entry in content["approved"])
        signature = str(content["signature"])
        version = content["version"]
    except (ValueError, KeyError, TypeError, RecursionError):
        raise RegistryError("unreadable", path, "is no device registry; restore it from a backup") from None
    if version != _VERSION:
        raise RegistryError("version", path, f"has version {version}; this program reads version {_VERSION}")
    if not hmac.compare_digest(signature, _signature(_house_key(path), content["approved"])):
        text = "has approvals that do not fit their signature: changed by hand, or of another house"
        raise RegistryError("signature", path, f"{text}. Restore the file, or remove it and pair the devices again")
    file_hash = hashlib.sha256(written).hexdigest()
    return Registry(path=path, devices=devices, approved=approved, file_hash=file_hash)


def default_registry_path() -> Path:
    base = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(base) / "dealer-console" / "devices.json"


def _signature(key: bytes, approved: list[Any]) -> str:
    canonical = json.dumps(approved, sort_keys=True, separators=(",", ":")).encode()
    return hmac.digest(key, b"dealer-console approvals 1\0" + canonical, hashlib.sha256).hex()


def _house_key(registry: Path) -> bytes:
    path = registry.with_suffix(".house-key")
    if not path.exists():
        _write_private(path, secrets.token_bytes(32).hex().encode())
    _refuse_if_others_can_read(path)
    return bytes.fromhex(path.read_text(encoding="ascii").strip())


def _refuse_if_others_can_read(path: Path) -> None:
    if stat.S_IMODE(path.stat().st_mode) & 0o077:
        raise RegistryError("open", path, f"can be read by others; run: chmod 600 {path}")


def _write_private(path: Path, content: bytes) -> None:
    """Whole or not at all, and never readable by others, not even for a moment."""
    new = path.with_name(path.name + ".new")
    new.unlink(missing_ok=True)
    handle = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600)
    with os.fdopen(handle, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    new.replace(path)
