"""The dispute file of one round: a zip with everything that an outsider needs, and one signature over all of it.

The same round gives the same bytes, whoever makes it with the same key and whenever.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from io import BytesIO
from typing import Final
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from dealer_console.game.message import Message
from dealer_console.game.round_files.round_file import write_round
from dealer_console.journal import keys
from dealer_console.journal.canonical import Json, canonical
from dealer_console.messages import Words, words_of
from dealer_console.pit.archive import Archive, FoundRound
from dealer_console.pit.dispute.extract import ENDING, extract_of
from dealer_console.pit.dispute.paper_trail import cited, dispute_pdf
from dealer_console.pit.evidence import stamp_of_round
from dealer_console.pit.expectations import load_expectations
from dealer_console.pit.long_work import Work, unwatched
from dealer_console.pit.round_replay import replay
from dealer_console.rulebook.load import config_folder

VERIFIER: Final = "verify_journal.py"
MANIFEST: Final = ".manifest"
_DAY_ONE: Final = (1980, 1, 1, 0, 0, 0)  # the first day a zip can name: the time of making is no part of the evidence
_STEPS: Final = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class DisputeFiles:
    """`stamp`: the journal is not genuine; every page says so."""

    name: str
    files: Mapping[str, bytes]
    stamp: str

    def packed(self, key: bytes) -> bytes:
        """As one zip, with a list of all its files that this key signs."""
        into = BytesIO()
        with ZipFile(into, "w") as packed:
            for name, content in {**self.files, f"{self.name}{MANIFEST}": manifest(self.files, key)}.items():
                info = ZipInfo(name, _DAY_ONE)
                info.compress_type = ZIP_DEFLATED
                info.external_attr = 0o644 << 16
                packed.writestr(info, content)
        return into.getvalue()


def dispute_files(
    archive: Archive, found_round: FoundRound, work: Work | None = None, words: Words | None = None
) -> DisputeFiles:
    """Raises `PitRefused` when the round cannot be dealt again or proven."""
    work, words = work or unwatched(), words or words_of("en")
    log = next(log for log in archive.logs() if log.log == found_round.log)
    name = f"{found_round.table}-round-{found_round.number:06d}"
    work.report(0, _STEPS, Message("pit-packing"))
    proof = extract_of(archive, found_round)
    stamp = stamp_of_round(archive, found_round, load_expectations().gaming_day, words, work)
    work.report(1, _STEPS, Message("pit-dealing-again", round=found_round.number, table=found_round.table))
    dealt = replay(archive, found_round, words)
    work.report(2, _STEPS, Message("pit-drawing"))
    paper = dispute_pdf(archive, dealt, log.public_key, words, stamp)
    work.report(3, _STEPS, Message("pit-packing"))
    clauses = "".join(f"{clause}\n    {says}\n\n" for clause, says in cited(dealt).items())
    how = words(
        "dispute-how", round=found_round.number, table=found_round.table, name=name, ending=ENDING, key=log.public_key
    )
    files = {
        f"{name}.pdf": paper,
        f"{name}.round": write_round(dealt.file).encode(),
        f"{name}{ENDING}": proof,
        "CLAUSES.txt": clauses.encode(),
        VERIFIER: outsiders_verifier(),
        "HOW-TO-CHECK.txt": (f"{stamp}\n\n" if stamp else "").encode() + how.encode() + b"\n",
    }
    return DisputeFiles(name=name, files=files, stamp=stamp)


def manifest(files: Mapping[str, bytes], key: bytes) -> bytes:
    """Names and hashes of all files, signed: whoever changes one of them, takes one away or adds one is found."""
    hashes: dict[str, Json] = {name: sha256(content).hexdigest() for name, content in files.items()}
    signature = keys.sign(key, canonical(hashes).encode()).hex()
    return (canonical({"files": hashes, "key": keys.public_key(key).hex(), "signature": signature}) + "\n").encode()


def outsiders_verifier() -> bytes:
    """The program for those who do not have ours: beside the configuration, in the source among the documents."""
    config = config_folder()
    places = (config / VERIFIER, config.parent / "docs" / VERIFIER)
    return next(place for place in places if place.exists()).read_bytes()
