"""A ruling or a notice from the pit is signed by its person: whoever only has the table's key writes none.

Both verifiers check each signature again, and name the same entry.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from dealer_console.journal import Draft, Journal, keys
from dealer_console.journal.canonical import Json, canonical
from dealer_console.journal.entries.people import DeskOrdered, RequestApproved, RequestDeclined
from dealer_console.journal.entries.shift import NoticeGiven
from dealer_console.table.approvals.pit_ruling import DeskOrder, PitNotice, PitRuling
from dealer_console.table.people import Person, PersonId, Role
from dealer_console.table.people.ruling_keys import RulingKey
from tests.journal.dealt import LOG, NOON, SEED
from tests.journal.tampering import Culprit, chained_anew
from tests.journal.test_tampering import as_program, ours, theirs

SAM = RulingKey(Person(id=PersonId("p2"), name="Sam", badge="2", roles=(Role.SUPERVISOR,)), bytes([2]) * 32)
REQUEST, HASH = f"{LOG.hex()[:12]}-1", "ab" * 32
Typed = RequestApproved | RequestDeclined | NoticeGiven | DeskOrdered


def approval() -> RequestApproved:
    ruling = PitRuling(request=REQUEST, subject_hash=HASH, approves=True, person="p2", reason="seen")
    seal = ruling.sign(SAM, NOON)
    return RequestApproved(
        request=REQUEST,
        subject_hash=HASH,
        approver="p2",
        approved_at_ms=NOON,
        reason="seen",
        place="pit",
        key=seal.key,
        signed_at_ms=seal.at_ms,
        signature=seal.signature,
    )


def declined() -> RequestDeclined:
    ruling = PitRuling(request=REQUEST, subject_hash=HASH, approves=False, person="p2", reason="no")
    seal = ruling.sign(SAM, NOON)
    return RequestDeclined(
        request=REQUEST,
        subject_hash=HASH,
        by="p2",
        reason="no",
        declined_at_ms=NOON,
        place="pit",
        key=seal.key,
        signed_at_ms=seal.at_ms,
        signature=seal.signature,
    )


def notice() -> NoticeGiven:
    announced = PitNotice(log=LOG.hex(), order="cd" * 16, changes={"surrender": True}, person="p2", reason="as posted")
    seal = announced.sign(SAM, NOON)
    return NoticeGiven(
        notice=1,
        changes={"surrender": True},
        from_ms=NOON,
        rule="MA 9(c)",
        order="cd" * 16,
        place="pit",
        reason="as posted",
        key=seal.key,
        signed_at_ms=seal.at_ms,
        signature=seal.signature,
    )


def order() -> DeskOrdered:
    sent: dict[str, Json] = {"touch": "SendSlip", "slip": "F-00001", "runner": "Rosa"}
    made = DeskOrder(log=LOG.hex(), order="cd" * 16, command=sent, person="p2", reason="")
    seal = made.sign(SAM, NOON)
    return DeskOrdered(
        order="cd" * 16,
        command=sent,
        place="cage",
        reason="",
        key=seal.key,
        signed_at_ms=seal.at_ms,
        signature=seal.signature,
    )


GENUINE: dict[str, Callable[[], Typed]] = {"approval": approval, "declined": declined, "notice": notice, "order": order}
FORGED: dict[str, Callable[[], Typed]] = {
    "another verdict": lambda: RequestApproved(
        request=REQUEST,
        subject_hash=HASH,
        approver="p2",
        approved_at_ms=NOON,
        reason="no",
        key=declined().key,
        signed_at_ms=NOON,
        signature=declined().signature,
    ),
    "another person": lambda: replace(approval(), approver="p3"),
    "another reason": lambda: replace(declined(), reason="another"),
    "another hash": lambda: replace(approval(), subject_hash="cd" * 32),
    "another time": lambda: replace(approval(), signed_at_ms=NOON + 1),
    "of another table": lambda: replace(approval(), request="ffffffffffff-1"),
    "half a signature": lambda: replace(approval(), key=None),
    "without the signature": lambda: replace(declined(), signature=None),
    "other changes": lambda: replace(notice(), changes={"surrender": False}),
    "another slip": lambda: replace(order(), command={**order().command, "slip": "F-00002"}),
    "an order of another number": lambda: replace(order(), order="ef" * 16),
    "another order": lambda: replace(notice(), order="ef" * 16),
}


def written(folder: Path, *entries: Typed, who: str = "p2") -> Path:
    path = folder / "t.journal"
    with Journal.create(path, table="BJS 4", signing_key=SEED, at_ms=NOON, log=LOG) as journal:
        for typed in entries:
            journal.append([Draft.of(typed, who=who)], at_ms=NOON)
        journal.checkpoint(NOON)
    return path


@pytest.mark.parametrize("name", GENUINE)
def test_a_signed_ruling_verifies(tmp_path: Path, name: str) -> None:
    path = written(tmp_path, GENUINE[name]())
    assert (ours(path), theirs(path), as_program(path)) == (None, None, None)


@pytest.mark.parametrize("field", ["approver", "request", "key", "signature", "reason"])
@pytest.mark.parametrize("value", [None, 7, ["p2"], {}, "zz"])
def test_nonsense_in_the_fields_is_named_by_both(tmp_path: Path, field: str, value: Json) -> None:
    path = written(tmp_path, approval())
    culprit = Culprit(path)
    row = list(culprit.rows[1])
    row[7] = canonical({**json.loads(str(row[7])), field: value})
    with culprit.at_work():
        culprit.put(chained_anew([culprit.rows[0], tuple(row)], 2))  # type: ignore[list-item]
        assert str(theirs(path)).startswith(("entry 2: ", "checkpoint 2: "))
        assert str(ours(path)).startswith(("entry 2: ", "checkpoint 2: "))


@pytest.mark.parametrize("name", FORGED)
def test_the_key_of_the_table_writes_no_ruling_of_a_person(tmp_path: Path, name: str) -> None:
    path = written(tmp_path, approval(), FORGED[name]())
    for say in (ours, theirs):
        assert str(say(path)).startswith("entry 3: "), say(path)
        assert "signed" in str(say(path))


def test_a_notice_of_somebody_else_than_it_names_is_found(tmp_path: Path) -> None:
    path = written(tmp_path, notice(), who="p3")
    assert str(ours(path)).startswith("entry 2: ")
    assert str(theirs(path)).startswith("entry 2: ")


def test_one_key_signs_for_one_person(tmp_path: Path) -> None:
    """Whoever has the table's key and a key of the own cannot rule in two names with it."""
    other = PitRuling(request=REQUEST, subject_hash=HASH, approves=True, person="p9", reason="seen").sign(SAM, NOON)
    path = written(tmp_path, approval(), replace(approval(), approver="p9", signature=other.signature))
    for say in (ours, theirs):
        assert "entry 3: its key signs for p2 already" in str(say(path))


@pytest.mark.parametrize("entry", [replace(approval(), key=None, signed_at_ms=None, signature=None), notice()])
def test_what_earlier_programs_wrote_still_verifies(tmp_path: Path, entry: Typed) -> None:
    """Rulings without a signature, and notices without the reason that was signed with them."""
    if isinstance(entry, NoticeGiven):
        entry = replace(entry, reason=None)
    path = written(tmp_path, entry)
    assert (ours(path), theirs(path)) == (None, None)


def test_the_key_is_the_one_that_signs() -> None:
    assert keys.public_key(bytes([2]) * 32).hex() == approval().key
