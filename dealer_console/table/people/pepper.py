"""The pepper: 32 secret bytes in a file of their own, not beside the people, and in another backup than they are.

Whoever has the people's file without the pepper cannot try a single PIN. Whoever loses the pepper gives everybody a new
PIN. It also seals the rows of the file: a role written in by hand is found.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import secrets
import stat
from pathlib import Path
from typing import Final

from dealer_console.game.message import Message
from dealer_console.table.people.person import PeopleRefused

PEPPER_BYTES: Final = 32


def create_pepper(path: Path) -> bytes:
    """A new pepper in a new file of mode 0600. An existing one is never overwritten: all PINs hang on it."""
    pepper = secrets.token_bytes(PEPPER_BYTES)
    with os.fdopen(new_private_file(path), "w", encoding="ascii") as stream:
        stream.write(pepper.hex() + "\n")
        stream.flush()
        os.fsync(stream.fileno())
    return pepper


def load_pepper(path: Path) -> bytes:
    """The pepper of a file; refused when others can read it."""
    try:
        refuse_if_others_can_read(path)
        pepper = bytes.fromhex(path.read_text("ascii").strip())
    except OSError as error:
        raise PeopleRefused(
            Message("people-pepper-file-cannot-read", path=path, reason=str(error.strerror or error))
        ) from None
    except ValueError:
        raise PeopleRefused(
            Message("people-no-pepper-file-holds-hexadecimal", path=path, digits=2 * PEPPER_BYTES)
        ) from None
    if len(pepper) != PEPPER_BYTES:
        raise PeopleRefused(Message("people-no-pepper-file-holds", path=path, size=len(pepper), wanted=PEPPER_BYTES))
    return pepper


def new_private_file(path: Path) -> int:
    """The handle of a new file of mode 0600; what exists is refused, a link too."""
    try:
        if not path.parent.is_dir():
            path.parent.mkdir(parents=True, mode=0o700)
    except OSError as error:
        raise PeopleRefused(
            Message("people-folder-cannot-made", parent=path.parent, reason=str(error.strerror or error))
        ) from None
    try:
        return os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600)
    except FileExistsError:
        raise PeopleRefused(Message("people-exists-already-use-choose", path=path)) from None
    except OSError as error:
        raise PeopleRefused(Message("people-cannot-made", path=path, reason=str(error.strerror or error))) from None


def refuse_if_others_can_read(path: Path) -> None:
    mode = stat.S_IMODE(path.stat().st_mode)
    if mode & 0o077:
        raise PeopleRefused(Message("people-can-read-others-mode", path=path, mode=f"{mode:03o}"))


def pepper_mark(pepper: bytes) -> str:
    """Tells whether a file of people belongs to this pepper, without telling the pepper."""
    return hmac.digest(pepper, b"dealer-console pepper mark 1", hashlib.sha256).hex()[:16]


def seal(pepper: bytes, purpose: str, *parts: str) -> str:
    """HMAC over the parts, each with its length in front: no two lists of parts give the same message."""
    message = b"".join(len(raw).to_bytes(4) + raw for raw in (part.encode() for part in (purpose, *parts)))
    return hmac.digest(pepper, b"dealer-console seal 1\0" + message, hashlib.sha256).hex()
