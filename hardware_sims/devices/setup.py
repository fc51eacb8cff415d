"""How a device is set up before power comes on: its options, key and number."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from hardware_sims.devices.shuffles import SHUFFLES
from hardware_sims.errors import SetupError, unknown
from hardware_sims.seeds import Seeds

DEFAULT_KEY = bytes([0x42]) * 32
US = 1_000_000

_EVERY_MACHINE: dict[str, Any] = {"serial": "", "self_test": 0.3}
_HOLDS_CARDS: dict[str, Any] = {"decks": 6}
_EVERY_TABLELINK: dict[str, Any] = {
    **_EVERY_MACHINE,
    "model": "",
    "fw": "1.0.0.0",
    "fw_sha256": "",
    "epoch": 1,
    "boots": 0,
    "ring": 512,
    "reply_ms": 2.0,
    "minor": 1,
}

OPTIONS: dict[str, dict[str, Any]] = {
    "batch-shuffler": {
        **_EVERY_TABLELINK,
        **_HOLDS_CARDS,
        "identities": True,
        "cycle_seconds": 0.0,
        "shuffle": "uniform",
        "two_batches": False,
    },
    "continuous-shuffler": {**_EVERY_TABLELINK, **_HOLDS_CARDS, "cycle_seconds": 0.0},
    "shoe": {**_EVERY_TABLELINK, **_HOLDS_CARDS, "gate": True, "cut": 52},
    "reader": _EVERY_TABLELINK,
    "reader-usb": _EVERY_TABLELINK,
    "angel-eye": {
        **_EVERY_MACHINE,
        **_HOLDS_CARDS,
        "cut": 52,
        "command_bcc": "with-stx",
        "seq_cycle": "0123456789ABCDEF",
        "locked": False,
        "copy_ms": 50.0,
        "reply_ms": 20.0,
    },
}
"""Device to its options with their defaults. `cycle_seconds` 0: drawn for each cycle."""

LETTERS: dict[str, str] = {
    "batch-shuffler": "b",
    "continuous-shuffler": "c",
    "shoe": "s",
    "reader": "r",
    "reader-usb": "r",
    "angel-eye": "a",
}
CHANNELS: dict[str, str] = {device: device.removesuffix("-shuffler") for device in LETTERS}


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """What stands on the type plate and in the drawer of the technician."""

    device: str
    unit: int
    key: bytes | None
    options: Mapping[str, Any]
    seeds: Seeds

    @property
    def letter(self) -> str:
        return LETTERS[self.device]

    @property
    def channel(self) -> str:
        return f"{CHANNELS[self.device]}{self.unit}"

    @property
    def serial(self) -> str:
        return str(self.options["serial"]) or f"SIM-{self.letter.upper()}{self.unit}"

    @property
    def model(self) -> str:
        return str(self.options["model"]) or f"SIM-{self.letter.upper()}1"

    @property
    def firmware_hash(self) -> bytes:
        digits = str(self.options["fw_sha256"])
        return bytes.fromhex(digits) if digits else hashlib.sha256(self.firmware_image).digest()

    @property
    def firmware_image(self) -> bytes:
        """What stands for the program of the device: `VERIFY` and the hash in IDENTITY are taken over it."""
        return f"simulated {self.device} firmware".encode()


def _as_kind(name: str, value: Any, default: Any) -> Any:
    """`value` in the type of the default; text from a command line is read, anything else must fit."""
    try:
        if isinstance(default, bool):
            words = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
            return value if isinstance(value, bool) else words[str(value).lower()]
        if isinstance(value, bool):
            raise ValueError
        return type(default)(value)
    except (ValueError, KeyError):
        expected = {bool: "true or false", int: "a whole number", float: "a number"}.get(type(default), "text")
        raise SetupError(f"option {name} takes {expected}, not {value!r}") from None


_RANGES: dict[str, tuple[float, float]] = {
    "decks": (1, 8),
    "self_test": (0, 5),
    "epoch": (1, 2**32 - 1),
    "boots": (0, 2**32 - 2),
    "ring": (32, 65535),
    "minor": (0, 1),
    "reply_ms": (0, 20),
    "cycle_seconds": (0, 3600),
    "cut": (0, 432),
    "copy_ms": (1, 1000),
}


def read_options(device: str, texts: Mapping[str, Any]) -> dict[str, Any]:
    """All options of a device, the given ones checked."""
    known = OPTIONS[device]
    options = dict(known)
    for name, value in texts.items():
        if name not in known:
            raise SetupError(f"{device}: {unknown('option', name, known)}")
        options[name] = _as_kind(name, value, known[name])
        low, high = _RANGES.get(name, (None, None))
        if low is not None and high is not None and not low <= options[name] <= high:
            raise SetupError(f"{device}: option {name} lies between {low:g} and {high:g}, not {options[name]:g}")
    _check_texts(device, options)
    return options


def _check_texts(device: str, options: Mapping[str, Any]) -> None:
    for name, longest in (("serial", 12), ("model", 8)):
        text = str(options.get(name, ""))
        if len(text) > longest or not text.isascii():
            raise SetupError(f"{device}: option {name} is at most {longest} ASCII characters, not {text!r}")
    if options.get("command_bcc", "with-stx") not in ("with-stx", "without-stx"):
        raise SetupError(f"{device}: option command_bcc is with-stx or without-stx, not {options['command_bcc']!r}")
    if (shuffle := options.get("shuffle", "uniform")) not in SHUFFLES:
        raise SetupError(f"{device}: {unknown('shuffle', shuffle, SHUFFLES)}")
    version = str(options.get("fw", "1.0.0.0")).split(".")
    if len(version) != 4 or not all(part.isdigit() and int(part) < 256 for part in version):
        raise SetupError(f"{device}: option fw is four numbers below 256 with dots, not {options['fw']!r}")
    if (digest := str(options.get("fw_sha256", ""))) and not _is_hex(digest, 32):
        raise SetupError(f"{device}: option fw_sha256 is 64 hex digits, not {digest!r}")


def _is_hex(text: str, size: int) -> bool:
    try:
        return len(bytes.fromhex(text)) == size
    except ValueError:
        return False


def read_key(device: str, key: bytes | str | None) -> bytes | None:
    """The key: 32 bytes, 64 hex digits, `none` for an unpaired device, or nothing for the family's default."""
    if key is None:
        return DEFAULT_KEY if LETTERS[device] in "sr" else None
    if isinstance(key, str):
        if key == "none":
            return None
        if not _is_hex(key, 32):
            raise SetupError(f"a key is 64 hex digits or none, not {key!r}")
        return bytes.fromhex(key)
    if len(key) != 32:
        raise SetupError(f"a key has 32 bytes, not {len(key)}")
    return key
