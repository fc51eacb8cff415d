"""Signed statements: checkpoints (how long the journal was, and its hash), and the one end that the file has now.

The newest checkpoint is kept outside the file, too: whoever puts an older copy of the file in its place cannot make the
head outside fit. The signed end moves on with the appends, and no checkpoint can stand in for it: whoever cuts off the
end cannot make the file end there.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from dealer_console.game.message import Message
from dealer_console.journal import keys
from dealer_console.journal.canonical import canonical
from dealer_console.journal.errors import JournalDamaged
from dealer_console.journal.head import key_id

ENDING: Final = ".head"
_SIGNATURE: Final = re.compile("[0-9a-f]{128}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Checkpoint:
    """The `number`-th checkpoint: after entry `seq` the hash of the head was `hash`."""

    number: int
    seq: int
    hash: str
    at_ms: int
    signature: str


def signed_bytes(log: str, *, number: int, seq: int, hash: str, at_ms: int) -> bytes:  # noqa: A002
    """What is signed: canonical JSON of these five."""
    return canonical({"at": at_ms, "checkpoint": number, "hash": hash, "log": log, "seq": seq}).encode()


def make(seed: bytes, log: str, *, number: int, seq: int, hash: str, at_ms: int) -> Checkpoint:  # noqa: A002
    signature = keys.sign(seed, signed_bytes(log, number=number, seq=seq, hash=hash, at_ms=at_ms)).hex()
    return Checkpoint(number=number, seq=seq, hash=hash, at_ms=at_ms, signature=signature)


def is_genuine(point: Checkpoint, log: str, public: bytes) -> bool:
    if _SIGNATURE.fullmatch(str(point.signature)) is None:
        return False  # a file may hold anything here, and the same bytes written otherwise are a change, too
    try:
        message = signed_bytes(log, number=point.number, seq=point.seq, hash=point.hash, at_ms=point.at_ms)
        return keys.is_signed(public, message, bytes.fromhex(point.signature))
    except (TypeError, ValueError):
        return False


@dataclass(frozen=True, slots=True, kw_only=True)
class SignedEnd:
    """The journal ends with entry `seq`, which has this hash. `key` is the id of the key."""

    seq: int
    hash: str
    at_ms: int
    key: str
    signature: str


def end_bytes(log: str, *, seq: int, hash: str, at_ms: int, key: str) -> bytes:  # noqa: A002
    """What is signed: canonical JSON of these five. It has no checkpoint's number, so that neither is the other."""
    return f'{{"at":{at_ms},"end":{seq},"hash":"{hash}","key":"{key}","log":"{log}"}}'.encode()


def make_end(seed: bytes, log: str, *, seq: int, hash: str, at_ms: int) -> SignedEnd:  # noqa: A002
    key = key_id(keys.public_key(seed))
    signature = keys.sign(seed, end_bytes(log, seq=seq, hash=hash, at_ms=at_ms, key=key)).hex()
    return SignedEnd(seq=seq, hash=hash, at_ms=at_ms, key=key, signature=signature)


def is_genuine_end(end: SignedEnd, log: str, public: bytes) -> bool:
    """Signed with this key, and nothing in it is of another sort than was written."""
    numbers = type(end.seq) is int and type(end.at_ms) is int
    if not numbers or end.key != key_id(public) or _SIGNATURE.fullmatch(str(end.signature)) is None:
        return False
    message = end_bytes(log, seq=end.seq, hash=str(end.hash), at_ms=end.at_ms, key=end.key)
    return keys.is_signed(public, message, bytes.fromhex(end.signature))


# --- the head outside the file -------------------------------------------------------------------------------------


def head_path(journal: Path, folder: Path | None = None) -> Path:
    return (folder or journal.parent) / (journal.name + ENDING)


def write_head(path: Path, log: str, point: Checkpoint) -> None:
    """Replaced in one step and durable when this returns; a power cut leaves the old head or the new one."""
    text = canonical(
        {
            "at": point.at_ms,
            "checkpoint": point.number,
            "hash": point.hash,
            "log": log,
            "seq": point.seq,
            "signature": point.signature,
        }
    )
    beside = path.with_name(path.name + ".new")
    beside.unlink(missing_ok=True)  # left by a power cut, or by somebody, with another owner or mode
    file = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(file, "w", encoding="utf-8") as stream:
        stream.write(text + "\n")
        stream.flush()
        os.fsync(stream.fileno())
    os.replace(beside, path)
    sync_folder(path.parent)


def read_head(path: Path) -> tuple[str, Checkpoint] | None:
    """The identity of the log and its newest checkpoint; None when there is no such file."""
    try:
        data = json.loads(path.read_text("utf-8"))
        return data["log"], _point(data)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise JournalDamaged(
            Message("journal-head-cannot-read", path=path, reason=str(error.strerror or error))
        ) from None
    except (ValueError, KeyError, TypeError, RecursionError):
        raise JournalDamaged(Message("journal-file-is-no-head", path=path)) from None


def _point(data: Mapping[str, object]) -> Checkpoint:
    number, seq, at_ms = data["checkpoint"], data["seq"], data["at"]
    hash_, signature = data["hash"], data["signature"]
    if type(number) is int and type(seq) is int and type(at_ms) is int:
        return Checkpoint(number=number, seq=seq, hash=str(hash_), at_ms=at_ms, signature=str(signature))
    raise TypeError("numbers expected")


def sync_folder(folder: Path) -> None:
    """A new name is durable only when its folder is."""
    file = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(file)
    finally:
        os.close(file)
