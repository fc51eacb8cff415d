"""The dispute pack of one round: a zip with PDF, `.round` file, the extract with its proof, and how to check it.

The same round gives the same bytes, whoever makes the pack and whenever.
"""

from __future__ import annotations

from collections.abc import Mapping
from io import BytesIO
from typing import Final
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from dealer_console.game.message import Message
from dealer_console.game.round_files.round_file import write_round
from dealer_console.messages import Words, words_of
from dealer_console.pit.archive import Archive, FoundRound
from dealer_console.pit.dispute.extract import ENDING, extract_of
from dealer_console.pit.dispute.paper_trail import dispute_pdf
from dealer_console.pit.long_work import Work, unwatched
from dealer_console.pit.round_replay import replay

_DAY_ONE: Final = (1980, 1, 1, 0, 0, 0)  # the first day a zip can name: the time of making is no part of the evidence
_STEPS: Final = 4


def dispute_files(
    archive: Archive, found: FoundRound, work: Work | None = None, words: Words | None = None
) -> Mapping[str, bytes]:
    """The files of the pack by their names. Raises `PitRefused` when the round cannot be dealt again or proven."""
    work, words = work or unwatched(), words or words_of("en")
    log = next(each for each in archive.logs() if each.log == found.log)
    name = f"{found.table}-round-{found.number:06d}"
    work.tell(0, _STEPS, Message("pit-packing"))
    proof = extract_of(archive, found)
    work.tell(1, _STEPS, Message("pit-dealing-again", round=found.number, table=found.table))
    dealt = replay(archive, found, words)
    work.tell(2, _STEPS, Message("pit-drawing"))
    paper = dispute_pdf(archive, dealt, log.public_key, words)
    work.tell(3, _STEPS, Message("pit-packing"))
    return {
        f"{name}.pdf": paper,
        f"{name}.round": write_round(dealt.file).encode(),
        f"{name}{ENDING}": proof,
        "HOW-TO-CHECK.txt": words(
            "dispute-how",
            round=found.number,
            table=found.table,
            name=name,
            ending=ENDING,
            key=log.public_key,
        ).encode()
        + b"\n",
    }


def dispute_pack(archive: Archive, found: FoundRound, work: Work | None = None, words: Words | None = None) -> bytes:
    """All of them as one zip."""
    into = BytesIO()
    with ZipFile(into, "w") as packed:
        for name, content in dispute_files(archive, found, work, words).items():
            info = ZipInfo(name, _DAY_ONE)
            info.compress_type = ZIP_DEFLATED
            info.external_attr = 0o644 << 16
            packed.writestr(info, content)
    return into.getvalue()
