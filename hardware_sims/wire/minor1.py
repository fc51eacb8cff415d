"""Names, numbers and keys of tablelink minor 1 (A11). Everything else is as in minor 0."""

from __future__ import annotations

import hashlib
import hmac
import struct

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey

PLACES: dict[str, int] = {"UNKNOWN": 0, "INLET": 1, "FEEDER": 2, "MIXER": 3, "ELEVATOR": 4, "OUTLET": 5, "HEAD": 6}
SENSORS: dict[str, int] = {
    "NONE": 0,
    "INLET_CARDS": 1,
    "FEED_EDGE": 2,
    "MIXER_POSITION": 3,
    "ELEVATOR_LIMIT": 4,
    "OUTLET_CARDS": 5,
    "CARD_CAMERA": 6,
    "DOOR_SWITCH": 7,
    "GATE_POSITION": 8,
}
DOORS: dict[str, int] = {"LID": 1, "CARD_DOOR": 2, "SERVICE_DOOR": 4}
STEPS: dict[str, int] = {
    "NONE": 0,
    "OPEN_LID": 1,
    "REMOVE_CARDS": 2,
    "CLEAN_SENSOR": 3,
    "CLOSE_DOORS": 4,
    "POWER_OFF_AND_ON": 5,
    "RECOUNT": 6,
    "CALL_SERVICE": 7,
    "CLEAR": 8,
}
SIMULATED_MAKER = bytes([0x4D]) * 32
"""The secret key of the maker whose certificates simulated devices carry. Not for shipping."""


def _serial(serial: str) -> bytes:
    return serial.encode("ascii").ljust(12, b"\0")


def session_key(key: bytes, host_nonce: bytes, device_nonce: bytes, epoch: int) -> bytes:
    label = b"tablelink session 1"
    return hmac.digest(key, label + host_nonce + device_nonce + struct.pack("<I", epoch), "sha256")


def offer_commit(host_public: bytes) -> bytes:
    return hashlib.sha256(b"tablelink offer 1" + host_public).digest()


def short_code(serial: str, host_public: bytes, device_public: bytes) -> str:
    """The six digits that both displays show."""
    digest = hashlib.sha256(b"tablelink code 1" + _serial(serial) + host_public + device_public).digest()
    return f"{int.from_bytes(digest[:4], 'big') % 1_000_000:06d}"


def public_of(secret: bytes) -> bytes:
    return X25519PrivateKey.from_private_bytes(secret).public_key().public_bytes_raw()


def agreed_key(serial: str, secret: bytes, host_public: bytes, device_public: bytes, *, other: bytes) -> bytes | None:
    """The pairing key of both public keys; None for a public key that gives no secret."""
    try:
        shared = X25519PrivateKey.from_private_bytes(secret).exchange(X25519PublicKey.from_public_bytes(other))
    except ValueError:
        return None
    return hmac.digest(shared, b"tablelink pair 1" + _serial(serial) + host_public + device_public, "sha256")


def certificate_text(model: str, serial: str, public: bytes) -> bytes:
    return b"tablelink certificate 1" + model.encode("ascii").ljust(8, b"\0") + _serial(serial) + public


def verify_text(serial: str, seed: bytes, digest: bytes) -> bytes:
    return b"tablelink verify 1" + _serial(serial) + seed + digest


def signed(secret: bytes, text: bytes) -> bytes:
    return Ed25519PrivateKey.from_private_bytes(secret).sign(text)


def signing_public(secret: bytes) -> bytes:
    return Ed25519PrivateKey.from_private_bytes(secret).public_key().public_bytes_raw()


def signature_fits(public: bytes, signature: bytes, text: bytes) -> bool:
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, text)
    except (InvalidSignature, ValueError):
        return False
    return True
