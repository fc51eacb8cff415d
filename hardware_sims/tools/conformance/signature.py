"""The signature of a laboratory under a report: Ed25519 over the bytes of the report, in a file beside it."""

import json
import os
from pathlib import Path

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from hardware_sims.tools.conformance.evidence import digest
from hardware_sims.tools.exit_status import CannotRunError, key_from

_OWNER_ONLY = 0o600


def signature_file(report: Path) -> Path:
    return report.with_name(report.name + ".sig")


def make_key(path: Path) -> str:
    """A new key of a laboratory: its secret half goes to `path`, for the owner only; returns the public half in hex."""
    secret = os.urandom(32)
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _OWNER_ONLY)
    except FileExistsError:
        raise CannotRunError(f"{path} is there already", "A key is never overwritten: choose another name.") from None
    with os.fdopen(handle, "w", encoding="ascii") as out:
        out.write(secret.hex() + "\n")
    return Ed25519PrivateKey.from_private_bytes(secret).public_key().public_bytes_raw().hex()


def sign(report: Path, key_file: Path) -> None:
    secret = key_from(None, key_file)
    if secret is None:
        raise CannotRunError(f"{key_file} holds no key", "Make one with hardware-sims lab-key FILE.")
    key = Ed25519PrivateKey.from_private_bytes(secret)
    signed = {"public_key": key.public_key().public_bytes_raw().hex(), "signature": key.sign(report.read_bytes()).hex()}
    signature_file(report).write_text(json.dumps(signed, indent=2) + "\n", encoding="ascii")


def why_not_genuine(report: Path, public_key: str, evidence: Path | None) -> str | None:
    """None for a report that the owner of this key signed, and evidence that is the one it speaks of."""
    try:
        signed = json.loads(signature_file(report).read_text(encoding="utf-8"))
        signature, named = bytes.fromhex(signed["signature"]), str(signed["public_key"])
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(public_key))
    except FileNotFoundError:
        return f"{report} has no signature: {signature_file(report)} is missing"
    except (ValueError, KeyError, TypeError, RecursionError):
        return "the signature or the public key cannot be read: both are hex, the key 64 digits"
    if named != public_key.lower():
        return f"signed by another laboratory, whose key is {named}"
    try:
        key.verify(signature, report.read_bytes())
    except InvalidSignature:
        return "the report was changed after it was signed"
    return _why_other_evidence(report, evidence)


def _why_other_evidence(report: Path, evidence: Path | None) -> str | None:
    if evidence is None:
        return None
    declared = json.loads(report.read_text(encoding="utf-8")).get("evidence_sha256")
    found = digest(evidence.read_text(encoding="utf-8", errors="replace"))
    return None if declared == found else f"{evidence} is not the evidence of this report: its SHA-256 is {found}"
