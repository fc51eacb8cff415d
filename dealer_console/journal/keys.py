"""The key that signs checkpoints: 32 bytes in a file that only its owner can read. Its public half is for everybody."""

from __future__ import annotations

import os
import secrets
from functools import lru_cache
from pathlib import Path
from typing import Final

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from dealer_console.game.message import Message
from dealer_console.journal.errors import JournalRefused

SEED_BYTES: Final = 32


def create_key(path: Path) -> bytes:
    """A new seed in a new file of mode 0600. An existing file is never overwritten: old checkpoints need its key."""
    seed = secrets.token_bytes(SEED_BYTES)
    try:
        file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        raise JournalRefused(Message("journal-key-file-exists-already", path=path)) from None
    except OSError as error:
        raise JournalRefused(
            Message("journal-key-file-cannot-made", path=path, reason=str(error.strerror or error))
        ) from None
    with os.fdopen(file, "w", encoding="ascii") as stream:
        stream.write(seed.hex() + "\n")
        stream.flush()
        os.fsync(stream.fileno())
    return seed


def load_key(path: Path) -> bytes:
    """The seed of a key file; refused when others can read it."""
    try:
        mode = path.stat().st_mode & 0o777
        text = path.read_text("ascii").strip()
        seed = bytes.fromhex(text)
    except OSError as error:
        raise JournalRefused(
            Message("journal-key-file-cannot-read", path=path, reason=str(error.strerror or error))
        ) from None
    except ValueError:
        raise JournalRefused(Message("journal-no-key-file-holds-hexadecimal", path=path)) from None
    if mode & 0o077:
        raise JournalRefused(Message("journal-key-file-can-read", path=path, mode=f"{mode:03o}"))
    if len(seed) != SEED_BYTES:
        raise JournalRefused(Message("journal-no-key-file-holds", path=path, size=len(seed), wanted=SEED_BYTES))
    return seed


def load_or_create_key(path: Path) -> bytes:
    return load_key(path) if path.exists() else create_key(path)


@lru_cache(maxsize=8)
def _private(seed: bytes) -> Ed25519PrivateKey:
    """Made once: making it costs as much as a signature."""
    return Ed25519PrivateKey.from_private_bytes(seed)


@lru_cache(maxsize=8)
def public_key(seed: bytes) -> bytes:
    """The 32 bytes that an outsider needs to check the signatures."""
    return _private(seed).public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)


def sign(seed: bytes, message: bytes) -> bytes:
    return _private(seed).sign(message)


def is_signed(public: bytes, message: bytes, signature: bytes) -> bool:
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True
