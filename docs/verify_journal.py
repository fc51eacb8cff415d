#!/usr/bin/env python3
"""Verify the journal of a table without the program that wrote it. Python 3.8 or newer, standard library only.
Checks, in this order: every entry has the next number and the hash of its content and of the entry before it; every
checkpoint is numbered, fits its entry and is signed (Ed25519) with the key of the first entry, which --key must be,
until an entry signed with it names the next one; rulings, notices and orders are signed with the key of their person;
the head beside the file (FILE.journal.head) is genuine and not ahead; the file ends where it was signed to end, and has
no table, index or trigger but the program's.
Layouts: journal.md. Without --key the key is only as trustworthy as the file. Amounts: `dealer-console verify`.
Exit status 0: everything fits. 1: something does not; the first such place is named. 2: no journal to read."""

import argparse
import hashlib
import json
import re
import sqlite3
import sys
import zlib
from pathlib import Path

# Ed25519 (RFC 8032), verification only: short, slow, and no secret is near, so timing tells nothing.
P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
BASE = bytes.fromhex("58" + "66" * 31)
canonical = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode
# What the program puts into a file: of each table, index and trigger the hash of its type, name and text.
KNOWN = """
004182eed48399f2 095c52b1b46943b2 0cb716c4303c6128 0dcba8c492d78b11 0e15f98055d90f2b 0f297e07ecb09864 13797bf2dcbe32dc
14054edaac13e996 1cd07354ab1eaa03 238248a5ac770c8a 2e120f4bf829fccd 2f85c5e0089c4882 4e6a57e0ec667c1d 5767c8befc6d8530
5af4c54596c6a8af 66a5f52654321fa7 740b35c1318c000d 7c21daed5c268a6d 7eb93b07d7561f60 816cb9cbbe2507aa 81c4b48226b2187e
896ac6aec9f5f66c 90269ab9cfead97a ad9f914a13ce8d3a aea8eab3a862871b bccb3445a5af882e c0145129052ca640 c2f0b0cac099a4fc
c49636a46b95e71e d372da7efbd08bd0 d6a7f24221da3b6c
"""
RAW = re.compile(rb"\x01.{16}|\x02.{32}|\x03.{64}", re.DOTALL)  # in a piece: hexadecimal digits in quotes


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
    sign, y = divmod(int.from_bytes(data, "little"), 2**255)
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    x = x * pow(2, (P - 1) // 4, P) % P if (x * x - square) % P else x
    if len(data) != 32 or y >= P or (x * x - square) % P or (x == 0 and sign):
        return None
    x = x if x & 1 == sign else P - x
    return x, y, 1, x * y % P


def is_signed(key, message, signature):
    if not isinstance(signature, str) or not re.fullmatch("[0-9a-f]{128}", signature):
        return False
    first, s = bytes.fromhex(signature[:64]), int.from_bytes(bytes.fromhex(signature[64:]), "little")
    a, r = unpack(key), unpack(first)
    if a is None or r is None or s >= ORDER:
        return False
    k = int.from_bytes(hashlib.sha512(first + key + message).digest(), "little") % ORDER
    left, right = times(s, unpack(BASE)), add(r, times(k, a))
    return all((left[i] * right[2] - right[i] * left[2]) % P == 0 for i in (0, 1))


class NotGenuine(Exception):
    """Says where, and what."""


def statement(log, number, seq, digest, at_ms):
    at_ms = at_ms if isinstance(at_ms, int) else None
    return canonical({"at": at_ms, "checkpoint": number, "hash": digest, "log": log, "seq": seq}).encode("utf-8")


def insist(fits, words):
    if not fits:
        raise NotGenuine(words)


def entry_hash(log, previous, row):
    """SHA-256 over the canonical JSON of the nine fields; something equal to nothing when there is no such form."""
    seq, kind, version, at_ms, who, serial, number, data = row
    try:
        device = None if serial is None and number is None else [serial, number]
        value = {"at": at_ms, "data": json.loads(data), "device": device, "kind": kind, "log": log}
        value.update({"previous": previous, "seq": seq, "version": version, "who": who})
        digest = hashlib.sha256(canonical(value).encode("utf-8")).hexdigest()
        return digest if canonical(value["data"]) == data else object()  # `data` is stored in canonical form
    except (TypeError, ValueError, RecursionError):
        return object()


def named_key(data, seq):
    try:
        return bytes.fromhex(json.loads(data)["public_key"])
    except (TypeError, ValueError, KeyError, RecursionError):
        raise NotGenuine(f"entry {seq}: it names no key") from None


def beginning(row, given):
    try:
        said = json.loads(row[7]) if row[:2] == (1, "genesis") else {}
        log, key = said["log"], bytes.fromhex(said["public_key"])
    except (TypeError, ValueError, KeyError, RecursionError):
        raise NotGenuine("entry 1: it is no genesis entry: the beginning is gone") from None
    insist(given in (None, key), f"entry 1: the journal names another key than the given one: {key.hex()}")
    return log, key


def key_at(keys, seq):
    """Of the keys, each with the entry that names it, the one that signs there; its own entry signs the one before."""
    return next((key for named, key in reversed(keys) if named < seq), keys[0][1])


def check_checkpoints(points, last, log, keys, hashes, seq, proved=()):
    """All checkpoints behind number `last`, in order; `hashes` are the proven hashes of the entries that they sign."""
    vouched = {0, *proved}
    for number, at, digest, at_ms, signature in points:
        last += 1
        insist(number == last, f"checkpoint {last}: it is missing: number {number} stands in its place")
        ahead = isinstance(at, int) and at > seq
        insist(not ahead, f"entry {seq + 1}: it is missing: checkpoint {number} signs entry {at}")
        insist(hashes.get(at) == digest, f"checkpoint {number}: it does not fit entry {at}")
        signed = is_signed(key_at(keys, at), statement(log, number, at, digest, at_ms), signature)
        insist(signed, f"checkpoint {number}: it is not signed with the key {key_at(keys, at).hex()}")
        vouched.add(at)
    for named, _ in keys:
        insist(named in vouched, f"entry {named}: it names a key that the key before has not signed")
    return last, max(vouched)


def check_head(path, text, log, keys, hashes, seq, points):
    insist(text is not None, f"the head outside the file is missing: {path}")
    try:
        head = json.loads(text)
        number, at, digest = head["checkpoint"], head["seq"], head["hash"]
        signed = is_signed(key_at(keys, at), statement(head["log"], number, at, digest, head["at"]), head["signature"])
    except (ValueError, KeyError, TypeError, RecursionError):
        raise NotGenuine(f"{path} is no head of a journal") from None
    insist(signed and head["log"] == log, f"{path} is the head of another journal, or was changed")
    insist(at <= seq, f"entry {seq + 1}: it is missing: the head outside says that entry {at} was written")
    insist(number <= points, f"checkpoint {points + 1}: it is missing: the head outside names checkpoint {number}")
    insist(hashes.get(at) == digest, f"checkpoint {number}: the head outside says another hash")


def check_end(row, log, keys, hashes, seq, must):
    """The one end that the file was signed to have; how far it reaches, 0 without one."""
    insist(row is not None or not must, f"entry {seq + 1}: the signature of the end is gone (--copy: from the floor)")
    if row is None:
        return 0
    at, digest, at_ms, name, signature = row
    fits = isinstance(at, int) and isinstance(at_ms, int) and isinstance(digest, str)
    insist(fits, "its end is not signed with the key of this journal")
    text = canonical({"at": at_ms, "end": at, "hash": digest, "key": name, "log": log}).encode("utf-8")
    allowed = {key_at(keys, at), key_at(keys, at + 1)}  # at the entry that names a new key: both
    signed = any(key.hex()[:16] == name and is_signed(key, text, signature) for key in allowed)
    insist(signed, "its end is not signed with the key of this journal")
    insist(at <= seq, f"entry {seq + 1}: it is missing: entry {at} was signed as the end")
    insist(hashes.get(at) == digest, f"entry {at}: it is not the end that was signed")
    return at


def check_ruling(row, log, persons):
    """A ruling, notice or order that came from a desk is signed by its person; `persons` has whose each key is."""
    seq, kind, who, said = row[0], row[1], row[4], json.loads(row[7])
    key, at_ms, signature = (said.get(name) for name in ("key", "signed_at_ms", "signature"))
    if (kind == "shift" and said.get("step") != "notice") or (key, at_ms, signature) == (None, None, None):
        return
    insist(None not in (key, at_ms, signature), f"entry {seq}: it is signed in part only")
    if kind == "shift":
        if said.get("reason") is None:  # written before the reason was kept
            return
        person, ours, text = who, True, {"changes": said["changes"], "log": log, "order": said.get("order")}
    elif kind == "desk-order":
        person, ours, text = who, True, {"command": said["command"], "log": log, "order": said["order"]}
    else:
        person, ours = said["approver" if kind == "approval" else "by"], said["request"].startswith(f"{log[:12]}-")
        text = {"approves": kind == "approval", "request": said["request"], "subject_hash": said["subject_hash"]}
    insist(ours, f"entry {seq}: what was signed is a ruling for another journal")
    text.update({"at": at_ms, "person": person, "reason": said.get("reason", "")})
    what = {"shift": b"notice", "desk-order": b"order"}.get(kind, b"ruling")
    signed = is_signed(
        bytes.fromhex(key), b"dealer-console " + what + b" 1\0" + canonical(text).encode("utf-8"), signature
    )
    insist(signed, f"entry {seq}: it is not signed by {person} with the key that it names")
    first = persons.setdefault(key, person)
    insist(first == person, f"entry {seq}: its key signs for {first} already, not for {person}")


def chain(rows, log, seq, previous, signed, keys=None):
    """How far entries follow one another, the last hash, the hashes of those that are signed; adds to the keys."""
    hashes, persons = {seq: previous}, {}
    try:
        for row in rows:
            insist(row[0] == seq + 1, f"entry {seq + 1}: it is missing: number {row[0]} stands in its place")
            insist(entry_hash(log, previous, row[:8]) == row[8], f"entry {seq + 1}: it is not what was written")
            seq, previous = seq + 1, row[8]
            hashes.update({seq: previous} if seq in signed else {})
            if row[1] == "key-changed" and keys is not None:
                keys.append((seq, named_key(row[7], seq)))
            if row[1] in ("approval", "declined", "shift", "desk-order"):
                check_ruling(row, log, persons)
    except (AttributeError, KeyError, TypeError, ValueError):
        raise NotGenuine(f"entry {seq}: its fields are none of a ruling") from None
    except sqlite3.Error as fault:
        raise NotGenuine(f"entry {seq + 1}: the file cannot be read from here on: {fault}") from None
    return seq, previous, hashes


def opened(path):
    """Read-only, so that nothing changes. A log beside the file is in use, or was not closed: it stays as it is."""
    path = path.resolve()  # behind a link the logs lie beside the file itself
    beside = Path(f"{path}-journal")
    insist(not beside.exists() or not beside.stat().st_size, f"{beside} would be written into the file: it is not ours")
    in_use = any(Path(f"{path}{end}").exists() for end in ("-wal", "-shm"))
    return sqlite3.connect(f"{path.as_uri()}?mode=ro{'' if in_use else '&immutable=1'}", uri=True)


def rows(db):
    """The entries in order: of the first forms as they stand in a table, of the later ones unpacked from pieces."""
    last, stream, differences, before = 0, None, False, {}  # before: the number by device, the time by ""
    query = "SELECT seq, kind, version, at_ms, who, serial, number, data, hash FROM entries ORDER BY seq"
    for row in db.execute(query):
        yield row
        last = row[0]
    if not db.execute("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'pieces'").fetchone():
        return
    for first, piece, hashes in db.execute("SELECT seq, piece, hashes FROM pieces ORDER BY seq"):
        try:
            if piece[:1] in (b"\1", b"\2"):  # a stretch begins
                stream, differences, before = zlib.decompressobj(-15), piece[:1] == b"\2", {}
            text = stream.decompress(piece[1:] + b"\0\0\xff\xff", 20_000_000)  # more was never written
            text = RAW.sub(lambda raw: b'"%s"' % raw[0][1:].hex().encode(), text).decode("utf-8")
            lines, digests = text.split("\n"), re.findall(".{64}", hashes.hex())
            insist(len(digests) == len(lines), f"entry {last + 1}: not every entry has its hash from here on")
            found = []  # a piece is read whole, or from its first entry on it cannot be read
            for place, line in enumerate(lines):
                kind, version, at_ms, who, serial, number, data = line.split("\x1f", 6)
                who, serial, number = [json.loads(name) if name else None for name in (who, serial, number)]
                at_ms = int(at_ms) + before.get("", 0)
                number = None if number is None else number + before.get(serial, 0)
                before.update({"": at_ms, serial: number} if differences else {})
                found.append((first + place, kind, int(version), at_ms, who, serial, number, data, digests[place]))
        except (zlib.error, AttributeError, LookupError, TypeError, ValueError, RecursionError) as fault:
            raise NotGenuine(f"entry {last + 1}: the file cannot be read from here on: {fault}") from None
        yield from found
        last = first + len(found) - 1


def checkpoints_of(db):
    """Those that can be read, and why no more can."""
    points = []
    try:
        points.extend(db.execute("SELECT number, seq, hash, at_ms, signature FROM checkpoints ORDER BY number"))
    except sqlite3.Error as fault:
        return points, fault
    return points, None


def signed_end(db):
    """The row, or None: in a file of the first form there is no such table."""
    table = db.execute("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'signed_end'").fetchone()
    return db.execute("SELECT seq, hash, at_ms, key, signature FROM signed_end").fetchone() if table else None


def check_schema(db):
    for kind, name, text in db.execute("SELECT type, name, sql FROM sqlite_master ORDER BY type, name"):
        part = f"{kind} {name} {' '.join((text or '').split())}"
        fits = hashlib.sha256(part.encode("utf-8", "surrogateescape")).hexdigest()[:16] in KNOWN
        insist(fits, f"somebody put into it what does not belong there: {kind} {name}")


def verify(db, given, head, copy=False):
    # The head is read first: while the table deals on, the file may get ahead of it, never the other way round.
    text = head.read_text("utf-8", "replace") if head.exists() else None
    db.text_factory = lambda raw: raw.decode("utf-8", "surrogateescape")
    db.execute("BEGIN")
    db.execute("SELECT version_num FROM alembic_version").fetchone()  # a file that begins as a journal and is none
    try:
        first = next(rows(db), None)
    except sqlite3.Error as fault:
        raise NotGenuine(f"entry 1: the file cannot be read from here on: {fault}") from None
    log, key = beginning(first, given)
    end, keys, (points, fault) = signed_end(db), [(0, key)], checkpoints_of(db)
    signed = {point[1] for point in points} | {end[0] if end else 0}
    seq, last, hashes = chain(rows(db), log, 0, "0" * 64, signed, keys)
    points, upto = check_checkpoints(points, 0, log, keys, hashes, seq)
    insist(fault is None, f"checkpoint {points + 1}: the file cannot be read from here on: {fault}")
    check_head(head, text, log, keys, hashes, seq, points)
    must = json.loads(first[7]).get("ends_signed") is True and not copy
    upto = max(upto, check_end(end, log, keys, hashes, seq, must))
    check_schema(db)
    unsigned = f"; NOT SIGNED from entry {upto + 1} on" if upto < seq else ""
    return f"genuine: {seq} entries, {points} checkpoints, log {log}, key {key.hex()}, head {last}{unsigned}"


def verify_extract(data, given):
    genesis, points = tuple(data["genesis"]), data["checkpoints"]
    log, key = beginning(genesis, given)
    keys = [(0, key)]
    check_checkpoints([data["first"]], 0, log, keys, chain([genesis], log, 0, "0" * 64, {1})[2], 1)
    for previous, row, point in data.get("keys", ()):  # each with the checkpoint by which the key before signs it
        insist(row[1] == "key-changed" and row[0] > keys[-1][0], f"entry {row[0]}: it names no key")
        named, _, proven = chain([row], log, row[0] - 1, previous, {row[0]})
        check_checkpoints([point], point[0] - 1, log, keys, proven, named, [seq for seq, _ in keys])
        insist(point[1] == named, f"entry {named}: it names a key that the key before has not signed")
        keys.append((named, named_key(row[7], named)))
    (before, after, digest), signed = points[0][:3], {point[1] for point in points}
    insist(keys[-1][0] <= after, f"entry {keys[-1][0]}: it stands among the entries, too")
    proved = [named for named, _ in keys]
    seq, last, hashes = chain(data["entries"], log, after, digest, signed, keys)
    check_checkpoints(points, before - 1, log, keys, hashes, seq, proved)
    insist(points[-1][1] == seq, f"entry {points[-1][1] + 1}: no checkpoint signs it")
    return f"genuine extract: entries {after + 1} to {seq}, log {log}, key {key.hex()}, head {last}"


def verify_manifest(path, given):
    """The files beside it are those that were packed, and one key has signed their list."""
    data = json.loads(path.read_text("utf-8"))
    key, hashes = bytes.fromhex(data["key"]), data["files"]
    insist(given in (None, key), "it is signed with another key")
    insist(is_signed(key, canonical(hashes).encode(), data["signature"]), "the list is not signed")
    for name, digest in hashes.items():
        file = path.parent / Path(name).name
        found = hashlib.sha256(file.read_bytes()).hexdigest() if file.exists() else ""
        insist(found == digest, f"{name} is not what was packed")
    return f"genuine list: {len(hashes)} files, key {key.hex()}"


def main():
    parser = argparse.ArgumentParser(description="Verify the journal of a table, or an extract of one.")
    parser.add_argument("file", type=Path, help="FILE.journal, FILE.extract or FILE.manifest")
    parser.add_argument("--key", type=bytes.fromhex, help="the public key, 64 hexadecimal digits")
    parser.add_argument("--head", type=Path, help="the head outside the file, else FILE.head")
    parser.add_argument("--copy", action="store_true", help="the file is a copy from the floor: its end is not signed")
    asked, status = parser.parse_args(), 2
    try:
        if asked.file.suffix == ".extract":
            told = verify_extract(json.loads(asked.file.read_text("utf-8")), asked.key)
        elif asked.file.suffix == ".manifest":
            told = verify_manifest(asked.file, asked.key)
        else:
            with asked.file.open("rb") as stream:
                status = 1 if re.match(rb"SQLite format 3\0.{52}DCJ1", stream.read(72), re.DOTALL) else 2
            told = verify(opened(asked.file), asked.key, asked.head or Path(f"{asked.file}.head"), asked.copy)
        status = 0
    except NotGenuine as fault:
        status, told = 1, f"NOT GENUINE: {fault}"
    except (sqlite3.Error, OSError, ValueError, LookupError, TypeError, RecursionError) as fault:
        told = f"NOT GENUINE: {asked.file} is damaged: {fault}" if status == 1 else f"{asked.file}: {fault}"
    told = re.sub("[^ -~]", lambda found: f"\\u{ord(found[0]):04x}", told)  # nothing in a file commands a terminal
    (sys.stderr if status == 2 else sys.stdout).write(told + "\n")
    return status


if __name__ == "__main__":
    sys.exit(main())
