#!/usr/bin/env python3
"""Verify the journal of a table without the program that wrote it. Python 3.8 or newer, standard library only.

    python verify_journal.py FILE.journal|FILE.extract [--key HEX] [--head FILE.head]

Checks, in this order: every entry has the next number and the hash of its content and of the entry before it; every
checkpoint is numbered, fits its entry and is signed (Ed25519) with the key named in the first entry, or with --key; the
head kept outside the file (FILE.journal.head) is genuine and not ahead of the file. An extract holds what lies between
two checkpoints. Layouts: journal.md. Without --key the key is only as trustworthy as the file itself.
Exit status 0: everything fits. 1: something does not; the first such place is named. 2: nothing could be read.
Amounts are not computed again here: for that use `dealer-console verify`.
"""

import argparse
import hashlib
import json
import sqlite3
import sys
from pathlib import Path

# Ed25519 (RFC 8032), verification only: short, slow, and no secret is near, so timing tells nothing.
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
        result = add(result, point) if number & 1 else result
        point, number = add(point, point), number >> 1
    return result


def unpack(data):
    """The point that 32 bytes stand for, or None."""
    number = int.from_bytes(data, "little")
    sign, y = number >> 255, number & (2**255 - 1)
    if len(data) != 32 or y >= P:
        return None
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    x = x * ROOT % P if (x * x - square) % P else x
    if (x * x - square) % P or (x == 0 and sign):
        return None
    x = x if x & 1 == sign else P - x
    return x, y, 1, x * y % P


BASE = unpack((4 * pow(5, P - 2, P) % P).to_bytes(32, "little"))


def is_signed(key, message, signature):
    if not isinstance(signature, str) or len(signature) != 128 or set(signature) - set("0123456789abcdef"):
        return False
    signature = bytes.fromhex(signature)
    a, r = unpack(key), unpack(signature[:32])
    s = int.from_bytes(signature[32:], "little")
    if a is None or r is None or s >= ORDER:
        return False
    k = int.from_bytes(hashlib.sha512(signature[:32] + key + message).digest(), "little") % ORDER
    left, right = times(s, BASE), add(r, times(k, a))
    return all((left[i] * right[2] - right[i] * left[2]) % P == 0 for i in (0, 1))


canonical = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode


class NotGenuine(Exception):
    """Says where, and what."""


def insist(fits, words):
    if not fits:
        raise NotGenuine(words)


def entry_hash(log, previous, row):
    """SHA-256 over the canonical JSON of the nine fields. `data` must be stored in canonical form already."""
    seq, kind, version, at_ms, who, serial, number, data = row
    try:
        device = None if serial is None and number is None else [serial, number]
        value = {"at": at_ms, "data": json.loads(data), "device": device, "kind": kind, "log": log}
        value.update({"previous": previous, "seq": seq, "version": version, "who": who})
        digest = hashlib.sha256(canonical(value).encode("utf-8")).hexdigest()
        return digest if canonical(value["data"]) == data else None
    except (TypeError, ValueError):
        return None


def check_signature(key, log, number, seq, digest, at_ms, signature, name):
    message = canonical({"at": at_ms, "checkpoint": number, "hash": digest, "log": log, "seq": seq}).encode("utf-8")
    insist(is_signed(key, message, signature), f"{name}: it is not signed with the key {key.hex()}")


def beginning(row, given):
    try:
        said = json.loads(row[7]) if row[:2] == (1, "genesis") else {}
        log, key = said["log"], bytes.fromhex(said["public_key"])
    except (TypeError, ValueError, KeyError):
        raise NotGenuine("entry 1: it is no genesis entry: the beginning is gone") from None
    insist(given in (None, key), f"entry 1: the journal names another key than the given one: {key.hex()}")
    return log, key


def check_checkpoints(points, last, log, key, hashes, seq):
    """All checkpoints behind number `last`, in order; `hashes` are the proven hashes of the entries that they sign."""
    for number, at, digest, at_ms, signature in points:
        last += 1
        insist(number == last, f"checkpoint {last}: it is missing: number {number} stands in its place")
        there = not isinstance(at, int) or at <= seq
        insist(there, f"entry {seq + 1}: it is missing: checkpoint {number} signs entry {at}")
        insist(hashes.get(at) == digest, f"checkpoint {number}: it does not fit entry {at}")
        check_signature(key, log, number, at, digest, at_ms, signature, f"checkpoint {number}")
    return last


def check_head(path, text, log, key, hashes, seq, points):
    insist(text is not None, f"the head outside the file is missing: {path}")
    try:
        head = json.loads(text)
        number, at, digest = head["checkpoint"], head["seq"], head["hash"]
        check_signature(key, head["log"], number, at, digest, head["at"], head["signature"], str(path))
    except (ValueError, KeyError, TypeError):
        raise NotGenuine(f"{path} is no head of a journal") from None
    insist(head["log"] == log, f"{path} is the head of another journal")
    insist(at <= seq, f"entry {seq + 1}: it is missing: the head outside says that entry {at} was written")
    insist(number <= points, f"checkpoint {points + 1}: it is missing: the head outside names checkpoint {number}")
    insist(hashes.get(at) == digest, f"checkpoint {number}: the head outside says another hash")


def chain(rows, log, seq, previous, signed):
    """How far entries follow one another, the last hash, and the hashes of those that are signed."""
    hashes = {seq: previous}
    for row in rows:
        seq += 1
        insist(row[0] == seq, f"entry {seq}: it is missing: number {row[0]} stands in its place")
        fits = entry_hash(log, previous, row[:8]) == row[8]
        insist(fits, f"entry {seq}: it is not what was written: content and hash do not fit")
        previous = row[8]
        if seq in signed:
            hashes[seq] = previous
    return seq, previous, hashes


def verify(db, given, head):
    # The head is read first: while the table deals on, the file may get ahead of it, never the other way round.
    text = head.read_text("utf-8", "replace") if head.exists() else None
    db.execute("BEGIN")
    query = "SELECT seq, kind, version, at_ms, who, serial, number, data, hash FROM entries ORDER BY seq"
    log, key = beginning(db.execute(query).fetchone(), given)
    signed = {seq for (seq,) in db.execute("SELECT seq FROM checkpoints")}
    seq, last, hashes = chain(db.execute(query), log, 0, "0" * 64, signed)
    points = check_checkpoints(db.execute("SELECT * FROM checkpoints ORDER BY number"), 0, log, key, hashes, seq)
    check_head(head, text, log, key, hashes, seq, points)
    return f"genuine: {seq} entries, {points} checkpoints, log {log}, key {key.hex()}, head {last}"


def verify_extract(data, given):
    genesis, points = tuple(data["genesis"]), data["checkpoints"]
    log, key = beginning(genesis, given)
    check_checkpoints([data["first"]], 0, log, key, chain([genesis], log, 0, "0" * 64, {1})[2], 1)
    (before, after, digest), signed = points[0][:3], {point[1] for point in points}
    seq, last, hashes = chain(data["entries"], log, after, digest, signed)
    check_checkpoints(points, before - 1, log, key, hashes, seq)
    insist(points[-1][1] == seq, f"entry {points[-1][1] + 1}: no checkpoint signs it")
    return f"genuine extract: entries {after + 1} to {seq}, log {log}, key {key.hex()}, head {last}"


def main():
    parser = argparse.ArgumentParser(description="Verify the journal of a table, or an extract of one.")
    parser.add_argument("file", type=Path)
    parser.add_argument("--key", type=bytes.fromhex, help="the public key, 64 hexadecimal digits")
    parser.add_argument("--head", type=Path, help="the head outside the file, else FILE.head")
    asked = parser.parse_args()
    try:
        if asked.file.suffix == ".extract":
            status, told = 0, verify_extract(json.loads(asked.file.read_text("utf-8")), asked.key)
        else:
            db = sqlite3.connect(f"{asked.file.resolve().as_uri()}?mode=ro", uri=True)
            status, told = 0, verify(db, asked.key, asked.head or Path(f"{asked.file}.head"))
    except NotGenuine as fault:
        status, told = 1, f"NOT GENUINE: {fault}"
    except (sqlite3.Error, OSError, ValueError, LookupError, TypeError) as fault:
        status, told = 2, f"{asked.file}: {fault}"
    (sys.stderr if status == 2 else sys.stdout).write(told + "\n")
    return status


if __name__ == "__main__":
    sys.exit(main())
