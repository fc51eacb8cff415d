"""What a run leaves behind: the capture of its line with the hash of it, how good the line was, and the signature.

A laboratory signs a report with Ed25519 over its bytes, in a file beside it.
"""

import io
import json
import os
import time
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from hardware_sims.capture import CaptureWriter, Channel, Dialect
from hardware_sims.tools.conformance.port import Port
from hardware_sims.tools.output import CannotRunError, key_from

_CHANNEL = "line0"


@dataclass(slots=True)
class LineQuality:
    """Figures of the whole run. `latencies`: seconds from the end of each request to the first byte of its reply."""

    requests: int = 0
    repeats: int = 0
    damaged: int = 0
    latencies: list[float] = field(default_factory=list)

    def latency(self, share: float) -> float:
        """The latency that this share of all replies does not exceed, in milliseconds."""
        ordered = sorted(self.latencies)
        return 1000 * ordered[min(int(len(ordered) * share), len(ordered) - 1)] if ordered else 0.0

    def as_json(self) -> dict[str, float]:
        return {
            "requests": self.requests,
            "repeats": self.repeats,
            "damaged_replies": self.damaged,
            "latency_ms_p50": round(self.latency(0.50), 3),
            "latency_ms_p99": round(self.latency(0.99), 3),
            "latency_ms_max": round(self.latency(1.0), 3),
        }

    def text(self) -> str:
        figures = " / ".join(f"{self.latency(share):.1f}" for share in (0.50, 0.99, 1.0))
        return (
            f"line: {self.requests} requests, {self.repeats} repeated, {self.damaged} damaged replies; "
            f"answers after {figures} ms (half of them, 99 %, slowest)"
        )


class RecordedPort:
    """A port that writes down everything that passes. Keys and card values stay out, as in every capture."""

    def __init__(self, port: Port, *, dialect: Dialect, device: str, serial: str) -> None:
        self._port = port
        self.kind, self.reply_wait = port.kind, port.reply_wait
        self.reply_due, self.silence = port.reply_due, port.silence
        self._began = 0.0 if port.kind == "in-process" else time.time() - port.now()
        self._text = io.StringIO()
        channel = Channel(name=_CHANNEL, dialect=dialect, device=device, serial=serial)
        self._writer = CaptureWriter(self._text, [channel])

    def now(self) -> float:
        return self._port.now()

    def send(self, data: bytes) -> None:
        self._port.send(data)
        self._writer.heard(self._at_us(), _CHANNEL, "T", data)

    def receive(self, within: float) -> bytes:
        data = self._port.receive(within)
        if data:
            self._writer.heard(self._at_us(), _CHANNEL, "R", data)
        return data

    def wait(self, seconds: float) -> None:
        self._port.wait(seconds)

    def close(self) -> None:
        self._port.close()

    def _at_us(self) -> int:
        return round((self._began + self._port.now()) * 1_000_000)

    def capture(self) -> str:
        """Everything so far, as `hardware-sims decode` reads it."""
        self._writer.finish()
        return self._text.getvalue()


def digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()


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
    actual = digest(evidence.read_text(encoding="utf-8", errors="replace"))
    return None if declared == actual else f"{evidence} is not the evidence of this report: its SHA-256 is {actual}"
