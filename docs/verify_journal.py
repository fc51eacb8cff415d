#!/usr/bin/env python3
"""Verify the journal of a table without the program that wrote it. Python 3.8 or newer, standard library only.

    python verify_journal.py FILE.journal [--key HEX] [--head FILE.head]

Checks, in this order: every entry has the next number and the hash of its content and of the entry before it; every
checkpoint is numbered, fits its entry and is signed (Ed25519) with the key named in the first entry, or with --key; the
head kept outside the file (FILE.journal.head) is genuine and not ahead of the file. The layout of entry, checkpoint and
head is described in journal.md. Without --key the key is only as trustworthy as the file itself.

Exit status 0: everything fits. 1: something does not; the first such place is named. 2: nothing could be read.
The amounts paid are not computed again here: for that use `dealer-console verify`.
"""

import argparse
import hashlib
import json
import sqlite3
import sys
from pathlib import Path

# --- Ed25519 (RFC 8032), verification only: short, slow, and no secret is near, so timing tells nothing. ---

P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
ROOT = pow(2, (P - 1) // 4, P)


def add(a, b):
    """Points are (X, Y, Z, T) with x = X/Z, y = Y/Z, xy = T/Z."""
    e, f = (a[1] - a[0]) * (b[1] - b[0]) % P, (a[1] + a[0]) * (b[1] + b[0]) % P
    g, h = 2 * a[3] * b[3] * D % P, 2 * a[2] * b[2] % P
    w, x, y, z = f - e, h - g, h + g, f + e
    return w * x % P, y * z % P, x * y % P, w * z % P


def times(number, point):
    result = (0, 1, 1, 0)
    while number:
        if number & 1:
            result = add(result, point)
        point = add(point, point)
        number >>= 1
    return result


def unpack(data):
    """The point that 32 bytes stand for, or None."""
    number = int.from_bytes(data, "little")
    sign, y = number >> 255, number & (2**255 - 1)
    if len(data) != 32 or y >= P:
        return None
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * ROOT % P
    if (x * x - square) % P or (x == 0 and sign):
        return None
    if x & 1 != sign:
        x = P - x
    return x, y, 1, x * y % P


BASE = unpack((4 * pow(5, P - 2, P) % P).to_bytes(32, "little"))


def is_signed(key, message, signature):
    a, r = unpack(key), unpack(signature[:32])
    s = int.from_bytes(signature[32:], "little")
    if a is None or r is None or len(signature) != 64 or s >= ORDER:
        return False
    k = int.from_bytes(hashlib.sha512(signature[:32] + key + message).digest(), "little") % ORDER
    left, right = times(s, BASE), add(r, times(k, a))
    return all((left[i] * right[2] - right[i] * left[2]) % P == 0 for i in (0, 1))


# --- the journal ---


class NotGenuine(Exception):
    """Says where, and what."""


def canonical(value):
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def entry_hash(log, previous, row):
    """SHA-256 over the canonical JSON of the nine fields. `data` must be stored in canonical form already."""
    seq, kind, version, at_ms, who, serial, number, data = row
    try:
        value = {"at": at_ms, "data": json.loads(data), "device": None, "kind": kind, "log": log}
        if serial is not None or number is not None:
            value["device"] = [serial, number]
        value.update({"previous": previous, "seq": seq, "version": version, "who": who})
        if canonical(value["data"]) != data:
            return None
        return hashlib.sha256(canonical(value).encode("utf-8")).hexdigest()
    except (TypeError, ValueError):
        return None


def check_signature(key, log, number, seq, digest, at_ms, signature, name):
    message = canonical({"at": at_ms, "checkpoint": number, "hash": digest, "log": log, "seq": seq}).encode("utf-8")
    try:
        genuine = is_signed(key, message, bytes.fromhex(signature))
    except (TypeError, ValueError):
        genuine = False
    if not genuine:
        raise NotGenuine(f"{name}: it is not signed with the key {key.hex()}")


def beginning(db, given):
    row = db.execute("SELECT seq, kind, data FROM entries ORDER BY seq LIMIT 1").fetchone()
    try:
        said = json.loads(row[2]) if row[:2] == (1, "genesis") else {}
        log, key = said["log"], bytes.fromhex(said["public_key"])
    except (TypeError, ValueError, KeyError):
        raise NotGenuine("entry 1: it is no genesis entry: the beginning is gone") from None
    if given is not None and given != key:
        raise NotGenuine(f"entry 1: the journal names another key than the given one: {key.hex()}")
    return log, key


def check_checkpoints(db, log, key, hashes, seq):
    """All checkpoints in order; `hashes` are the proven hashes of the entries that they sign."""
    last = 0
    for number, at, digest, at_ms, signature in db.execute("SELECT * FROM checkpoints ORDER BY number"):
        last += 1
        if number != last:
            raise NotGenuine(f"checkpoint {last}: it is missing: number {number} stands in its place")
        if isinstance(at, int) and at > seq:
            raise NotGenuine(f"entry {seq + 1}: it is missing: checkpoint {number} signs entry {at}")
        if hashes.get(at) != digest:
            raise NotGenuine(f"checkpoint {number}: it does not fit entry {at}")
        check_signature(key, log, number, at, digest, at_ms, signature, f"checkpoint {number}")
    return last


def check_head(path, text, log, key, hashes, seq, points):
    if text is None:
        raise NotGenuine(f"the head outside the file is missing: {path}")
    try:
        head = json.loads(text)
        number, at, digest = head["checkpoint"], head["seq"], head["hash"]
        check_signature(key, head["log"], number, at, digest, head["at"], head["signature"], str(path))
    except (ValueError, KeyError, TypeError):
        raise NotGenuine(f"{path} is no head of a journal") from None
    if head["log"] != log:
        raise NotGenuine(f"{path} is the head of another journal")
    if at > seq:
        raise NotGenuine(f"entry {seq + 1}: it is missing: the head outside says that entry {at} was written")
    if number > points:
        raise NotGenuine(f"checkpoint {points + 1}: it is missing: the head outside names checkpoint {number}")
    if hashes.get(at) != digest:
        raise NotGenuine(f"checkpoint {number}: the head outside says another hash")


def verify(db, given, head):
    # The head is read first: while the table deals on, the file may get ahead of it, never the other way round.
    text = head.read_text("utf-8", "replace") if head.exists() else None
    db.execute("BEGIN")
    log, key = beginning(db, given)
    signed = {seq for (seq,) in db.execute("SELECT seq FROM checkpoints")}
    seq, previous, hashes = 0, "0" * 64, {}
    query = "SELECT seq, kind, version, at_ms, who, serial, number, data, hash FROM entries ORDER BY seq"
    for row in db.execute(query):
        seq += 1
        if row[0] != seq:
            raise NotGenuine(f"entry {seq}: it is missing: number {row[0]} stands in its place")
        if entry_hash(log, previous, row[:8]) != row[8]:
            raise NotGenuine(f"entry {seq}: it is not what was written: content and hash do not fit")
        previous = row[8]
        if seq in signed:
            hashes[seq] = previous
    points = check_checkpoints(db, log, key, hashes, seq)
    check_head(head, text, log, key, hashes, seq, points)
    return f"genuine: {seq} entries, {points} checkpoints, log {log}, key {key.hex()}, head {previous}"


def main():
    parser = argparse.ArgumentParser(description="Verify the journal of a table.")
    parser.add_argument("file", type=Path)
    parser.add_argument("--key", type=bytes.fromhex, help="the public key, 64 hexadecimal digits")
    parser.add_argument("--head", type=Path, help="the head outside the file, else FILE.head")
    asked = parser.parse_args()
    try:
        db = sqlite3.connect(f"{asked.file.resolve().as_uri()}?mode=ro", uri=True)
        status, told = 0, verify(db, asked.key, asked.head or Path(f"{asked.file}.head"))
    except NotGenuine as fault:
        status, told = 1, f"NOT GENUINE: {fault}"
    except (sqlite3.Error, OSError) as fault:
        status, told = 2, f"{asked.file}: {fault}"
    (sys.stderr if status == 2 else sys.stdout).write(told + "\n")
    return status


if __name__ == "__main__":
    sys.exit(main())
