"""The dispute pack of one round: a zip with PDF, `.round` file, the extract with its proof, and how to check it.

The same round gives the same bytes, whoever makes the pack and whenever.
"""

from __future__ import annotations

from collections.abc import Mapping
from io import BytesIO
from typing import Final
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from dealer_console.game.round_files.round_file import write_round
from dealer_console.pit.archive import Archive, FoundRound
from dealer_console.pit.dispute.extract import ENDING, extract_of
from dealer_console.pit.dispute.paper_trail import dispute_pdf
from dealer_console.pit.long_work import Work, unwatched
from dealer_console.pit.round_replay import replay

_DAY_ONE: Final = (1980, 1, 1, 0, 0, 0)  # the first day a zip can name: the time of making is no part of the evidence
_STEPS: Final = 4


def dispute_files(archive: Archive, found: FoundRound, work: Work | None = None) -> Mapping[str, bytes]:
    """The files of the pack by their names. Raises `PitRefused` when the round cannot be dealt again or proven."""
    work = work or unwatched()
    log = next(each for each in archive.logs() if each.log == found.log)
    name = f"{found.table}-round-{found.number:06d}"
    work.tell(0, _STEPS, "reading the proof")
    proof = extract_of(archive, found)
    work.tell(1, _STEPS, "dealing the round again")
    told = replay(archive, found)
    work.tell(2, _STEPS, "drawing the felt")
    paper = dispute_pdf(archive, told, log.public_key)
    work.tell(3, _STEPS, "packing")
    return {
        f"{name}.pdf": paper,
        f"{name}.round": write_round(told.file).encode(),
        f"{name}{ENDING}": proof,
        "HOW-TO-CHECK.txt": _how(name, found, log.public_key).encode(),
    }


def dispute_pack(archive: Archive, found: FoundRound, work: Work | None = None) -> bytes:
    """All of them as one zip."""
    into = BytesIO()
    with ZipFile(into, "w") as packed:
        for name, content in dispute_files(archive, found, work).items():
            info = ZipInfo(name, _DAY_ONE)
            info.compress_type = ZIP_DEFLATED
            info.external_attr = 0o644 << 16
            packed.writestr(info, content)
    return into.getvalue()


def _how(name: str, found: FoundRound, public_key: str) -> str:
    return f"""Round {found.number} of table {found.table}

{name}.pdf      what happened, step by step, with the rule at each step
{name}.round    the round in plain words; dealt again by: dealer-console replay {name}.round
{name}{ENDING}  the entries of the journal around it, with hashes and signatures

To check the entries without our program, with Python 3.8 or newer and the file verify_journal.py:

    python verify_journal.py {name}{ENDING} --key {public_key}

Compare the key with the one that you were given when the journal was made, not with this page.
"""
