"""Make the journals of the vault that are not there yet. Those that are there are never made again.

python -m tests.journal.make_vault

How a journal comes into the vault: a function here writes it, with the real table wherever a real table writes such
entries, and gets a name in `CONTENTS` that begins with the version of its kinds. `main` makes the file, and a `.json`
with what verification found in it. All three are committed; from then on every program must open, verify and replay
them. `v1-insurance` has no function: a program that paid all insurance before the wagers of the hands wrote it.
A change that they do not survive is a change of the kinds: a new version, with a journal of its own beside these.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

from dealer_console.game.cards import FACES, card
from dealer_console.game.choices import choose
from dealer_console.game.engine import Round, play
from dealer_console.game.round_files.notation import parse_move, parse_moves
from dealer_console.game.round_files.round_file import parse_bet
from dealer_console.journal import Draft, Journal, settlements
from dealer_console.journal.configuration import configuration
from dealer_console.journal.entries.devices import DeviceRegistryChanged
from dealer_console.journal.entries.journal_own import SoftwareStarted
from dealer_console.journal.entries.people import Role
from dealer_console.journal.round_entries import closed, moved, opened, undone
from dealer_console.journal.software import software_version
from dealer_console.journal.verification.verify import verify
from dealer_console.rulebook import load_rules
from dealer_console.rulebook.tables import load_table
from dealer_console.simulation.run import SimulatedTable
from dealer_console.table import commands as c
from dealer_console.table.approvals.pit_ruling import DeskOrder
from dealer_console.table.commands.codec import command_data
from dealer_console.table.shift.chips import chips
from tests.journal.dealt import LOG, NOON, SEED, Dealing
from tests.rigs.staff import PINS
from tests.rigs.staffed_table import MA, StaffedTable
from tests.table.evening.test_replayed_signatures import signed_notice
from tests.table.pit_rulings import UNSIGNED, key_of

VAULT = Path(__file__).parent / "vault"
WRONG_PINS = 5  # so many lock a name


def beginning_only(_journal: Journal) -> None:
    """A table that was set up and never opened."""


def dice_switch(journal: Journal) -> None:
    Dealing(journal, seed=7).deal(2)


def dice_blackjack(journal: Journal) -> None:
    Dealing(journal, seed=8, rules="catfish-bend-blackjack").deal(2)


def a_shift(journal: Journal) -> None:
    """Every kind of entry, an undo, a ruling in the round, a correction after it, a snapshot, a round left open."""
    rules, choices = "massachusetts-switch", {"decks": 6, "hole_card": "reader", "surrender": True}
    table, bets = choose(load_rules(rules), choices), [parse_bet("1 25 match=5"), parse_bet("3 100")]
    journal.append([Draft(kind="software", data={"version": software_version()})], at_ms=NOON)
    journal.append([configuration(rules, choices, table="main floor 4", who="Eve")], at_ms=NOON)
    journal.append(_opening(), at_ms=NOON + 1000)
    r = Round(table, bets)
    drafts = [opened(1, bets, "Ann")]
    for text in ("??", "Th 5c 9d 8s 6h 6d Ks 9c 2d ??", "1 switch", "1a stand", "1b stand"):
        for move in parse_moves(text):
            before = list(r.settlements)
            play(r, move)
            drafts += [moved(move, "Ann"), *settlements.drafts(before, r.settlements)]
    last = journal.append(drafts, at_ms=NOON + 2000)[-1]
    r = _again(r)
    journal.append([undone(last.seq, "the player said double", "Ann")], at_ms=NOON + 2500)
    drafts = []
    for text in ("1b double", "9h", "3a stand", "3b stand", "reveal Th", "6c"):
        before = list(r.settlements)
        play(r, parse_move(text))
        drafts += [moved(parse_move(text), "Ann"), *settlements.drafts(before, r.settlements)]
    journal.append([*drafts, closed(1, r, "Ann")], at_ms=NOON + 3000)
    journal.checkpoint(NOON + 3000)
    journal.append(_afterwards(last.seq), at_ms=NOON + 4000)
    journal.snapshot({"round": 2, "shoe": {"out": 25}}, NOON + 5000)
    journal.append([opened(2, bets, "Ann"), moved(parse_move("Kh"), "Ann", ("SHOE-7", 41))], at_ms=NOON + 6000)


def _again(r: Round) -> Round:
    again = Round(r.table, r.bets)
    for move in r.moves[:-1]:
        play(again, move)
    return again


def _opening() -> list[Draft]:
    return [
        Draft(kind="person-in", data={"person": "Ann", "role": "dealer", "badge": "1207"}, who="Ann"),
        Draft(kind="shift", data={"step": "opened", "decks": 6}, who="Eve"),
        Draft(kind="money", data={"what": "opener", "cents": 5_000_000, "chips": {"100": 300, "25": 800}}, who="Eve"),
        Draft(kind="money", data={"what": "buy-in", "cents": 50_000, "spot": 3}, who="Ann"),
        Draft(kind="device-link", data={"device": "shoe", "state": "up", "serial": "SHOE-7"}),
        Draft(kind="device-command", data={"device": "shoe", "command": "unlock", "id": 9}),
        Draft(kind="device-event", data={"event": "cut-card"}, device=("SHOE-7", 1)),
        Draft(kind="shuffle", data={"step": "cut", "by": "spot 3"}, who="Ann"),
        Draft(kind="shoe", data={"decks": 6, "change": "new", "color": "blue"}),
        Draft(kind="burn", data={"card": "??", "why": "new dealer"}, who="Ann"),
        Draft(kind="wagers", data={"bets": ["1 25.00"]}, who="Ann"),
    ]


def _afterwards(corrected: int) -> list[Draft]:
    people = {"requested_by": "Ann", "approved_by": "Eve"}
    return [
        Draft(kind="refusal", data={"asked": "3a split", "reason": "no pair", "clause": "MA 13(a)"}, who="Ann"),
        Draft(kind="ruling", data={"asked": "pay 3a again", "reason": "camera", **people, "asked_hash": "ab" * 32}),
        Draft(kind="correction", data={"corrects": corrected, "reason": "paid short", "cents": 500, **people}),
        Draft(kind="alarm", data={"alarm": "reader gone"}),
        Draft(kind="note", data={"text": "spilled drink, layout dried – 10 min ☂"}, who="Eve"),
        Draft(kind="person-out", data={"person": "Ann", "role": "dealer"}, who="Ann"),
    ]


def approvals(journal: Journal) -> None:
    """A ruling that two people make; wrong PINs until a name is locked, one that nobody has, too; asked, withdrawn."""
    with TemporaryDirectory() as folder:
        bench = StaffedTable(Path(folder), journal=journal)
        bench.ready()
        bench.bet("1 25", "3 50 match=5")
        bench.play("Th 9d 9c 8h 7c Tc 8s 9s 9h ??")
        void = c.Play(who=bench.dealer, move=parse_move("void by anybody"))
        request = bench.asked(void)
        for name in ("Sam", "Sammy"):
            for _ in range(WRONG_PINS):
                bench.answer(bench.signed(name, bench.approve("Sam", request).command, pin="8371"))
        bench.sign("Dana", c.Decline(who="", request=request, subject_hash=_asked_hash(bench), reason="play on"))
        bench.by_two(void, "Sid")


def _asked_hash(bench: StaffedTable) -> str:
    return bench.snapshot.requests[0].subject_hash


def an_evening(journal: Journal) -> None:
    """A table with a house, by touches: asked, approved, declined, corrected, paid one by one, a round left open."""
    with TemporaryDirectory() as folder:
        bench = StaffedTable(Path(folder), journal=journal)
        bench.ready()
        bench.bet("1 25 coupon.a=10", "3 50 match=5")
        bench.play("Th 9d 9c 8h 7c Tc 8s 9s 9h ??", "1 keep", "1a hit", "Kh")
        bench.done(c.SettlementDone(who=bench.dealer, settlement=bench.snapshot.settled[-1].seq))
        void = c.Play(who=bench.dealer, move=parse_move("void by anybody"))
        bench.asked(void)
        shown = bench.snapshot.requests[0]
        answer = c.Decline(who="", request=shown.request, subject_hash=shown.subject_hash, reason="play on")
        bench.sign("Sam", answer)
        bench.by_two(c.TakeBack(who=bench.dealer, why="it was hand b"))
        bench.play("5h")
        bench.done(c.CorrectCard(who=bench.dealer, hand="1a", index=2, card=card("6h")))
        bench.play("1b stand", "3 switch", "3a stand", "3b stand", "reveal Td")
        bench.done(c.WagersPaid(who=bench.dealer))
        paid = bench.snapshot.settled[0].seq
        bench.by_two(c.CorrectSettlement(who=bench.dealer, corrects=paid, cents=500, reason="a chip short"), "Paula")
        bench.done(c.AskFill(who=bench.dealer, chips=chips({2500: 40})))
        bench.sign("Sid", c.ConfirmSlip(who="", slip="F-00001"))
        bench.sign("Sam", c.AnnounceNotice(who="", changes={"maximum": "800"}))
        bench.done(c.SeatPlayer(who=bench.dealer, spots=(3,), player="C-77"))
        bench.come_in("Drew")
        bench.burn()
        bench.bet("3 50")
        bench.play("Th 9d")


def by_the_letter(journal: Journal) -> None:
    """Seats, a shared spot, a notice asked for, discards shuffled in a round, a void that makes a shuffle due."""
    with TemporaryDirectory() as folder:
        bench = StaffedTable(Path(folder), journal=journal)
        bench.ready()
        who = bench.dealer
        bench.done(c.SeatPlayer(who=who, spots=(1, 2), player="C-12"))
        bench.done(c.ShareSpot(who=who, spot=1))
        bench.by_two(c.AskNotice(who=who, changes={"surrender": True}))
        bench.bet("1 25", "1/2 50")
        bench.play("2h 3d 4c 5c", "irregularity shoe-empty", "resolve reshuffle")
        bench.shuffle("shoe-empty")
        bench.done(c.OfferCut(who=who, players=(1,)))
        bench.done(c.CutMade(who=who, spot=1, cards_before=100))
        bench.sign("Sam", c.OrderRecut(who="", by_the_same=True, why="badly done"))
        bench.done(c.CutMade(who=who, spot=1, cards_before=120))
        bench.follow_the_guide()
        bench.play("??", "8s ??", "irregularity card-face-up-in-shoe 2c", "resolve discard")
        bench.play("irregularity card-face-up-in-shoe 3c")
        bench.by_two(c.Play(who=who, move=parse_move("resolve discard")))
        bench.done(c.WagersPaid(who=who))


def late_calls(journal: Journal) -> None:
    """A missed hit called in the round, with a card left loose; a jam called when it was paid; one left open."""
    with TemporaryDirectory() as folder:
        bench = StaffedTable(Path(folder), journal=journal)
        bench.ready()
        bench.bet("1 25 match=5", "3 50")
        bench.play("Th 9d 9c 8h 7c 2c 8s 9s 9h ??", "1a hit", "4h", "1a stand")
        _call_late(bench, "4h", "irregularity hit-missed 1a", "resolve dead-hand")
        bench.done(c.TickLateSteps(who=bench.dealer, steps=(1,)))
        bench.done(c.PlaceLooseCard(who=bench.dealer, asked=True))
        bench.play("3a stand", "3b stand", "reveal Td")
        bench.done(c.WagersPaid(who=bench.dealer))
        _call_late(bench, "9s", "irregularity shoe-fault", "resolve void")
        steps = bench.state.late.steps if bench.state.late is not None else ()
        bench.done(c.TickLateSteps(who=bench.dealer, steps=(1,)))
        bench.done(c.TickLateSteps(who=bench.dealer, steps=tuple(range(2, len(steps) + 1))))
        bench.done(c.WagersPaid(who=bench.dealer))
        bench.bet("3 50")
        bench.play("Th 9d 7h 6c")
        _call_late(bench, "9d", "irregularity hand-not-dealt 3b", "resolve dead-hand")


def keys_and_locks(journal: Journal) -> None:
    """People in the journal, a locked screen, a correction by two, the console closed; the key changed twice."""
    journal.change_key(bytes(range(32, 64)), by="p1", approved_by="p2", at_ms=NOON)
    journal.change_key(SEED, by="p1", approved_by="p2", at_ms=NOON)
    with TemporaryDirectory() as folder:
        bench = StaffedTable(Path(folder), journal=journal)
        bench.ready()
        bench.session.lock_after_ms = 600_000
        bench.now += 600_000
        bench.session.step()
        bench.sign("Dana", c.ComeIn(who="", role=Role.DEALER))
        bench.bet("1 25")
        bench.play("Th 9d 7c 5c 8s ??", "1 keep", "1a stand", "1b stand", "reveal Td")
        taken = next(wager.seq for wager in bench.state.settled if wager.hand == "1a")
        bench.done(c.SettlementDone(who=bench.dealer, settlement=taken))
        bench.by_two(c.CorrectCard(who=bench.dealer, hand="1a", index=1, card=card("4c")))
        bench.done(c.WagersPaid(who=bench.dealer))
        bench.sign("Sam", c.StopConsole(who=""))


def devices_and_signatures(journal: Journal) -> None:
    """Two people pair a device, give it a new key and forget it; a notice and a ruling signed in the pit."""
    paired = DeviceRegistryChanged(
        what="paired",
        name="shoe",
        family="shoe",
        serial="S-1",
        key="0123456789abcdef",
        by="p5",
        approved_by="p2",
        reported_firmware="1.0.0.0",
        reported_sha256="ab" * 32,
    )
    plain = replace(paired, reported_firmware=None, reported_sha256=None)
    changes = (
        paired,
        replace(paired, what="approved"),
        replace(plain, what="new-key"),
        replace(plain, what="forgotten"),
    )
    journal.append([Draft.of(change, who="p5") for change in changes], at_ms=NOON)
    started = SoftwareStarted(version=software_version(), devices=(), directory_key="cd" * 32)
    journal.append([Draft.of(started)], at_ms=NOON)
    with TemporaryDirectory() as folder:
        bench = StaffedTable(Path(folder), journal=journal)
        bench.ready()
        bench.done(signed_notice(bench))
        bench.bet("1 25")
        bench.play("Th 9d 7c Tc 8s ??")
        request = bench.asked(c.Play(who=bench.dealer, move=parse_move("void by anybody")))
        hashed = bench.snapshot.requests[-1].subject_hash
        given = c.ApproveFromPit(
            who="", request=request, subject_hash=hashed, place="pit 2", reason="seen", signature=UNSIGNED
        )
        bench.done(bench.from_pit("Paula", given))


def by_way_of_the_cage(journal: Journal) -> None:
    """A fill that the pit orders and the cage sends, both signed at their desks; counted and confirmed at the table."""
    with TemporaryDirectory() as folder:
        bench = StaffedTable(Path(folder), replace(load_table(MA), cage=True), journal=journal)
        bench.ready()
        held = chips({2500: 40})
        _order(bench, journal, "Sam", c.AskFill(who="", chips=held), "low on green")
        _order(bench, journal, "Cy", c.SendSlip(who="", slip="F-00001", runner="Rosa"), "")
        bench.done(c.VerifySlip(who=bench.dealer, slip="F-00001", chips=held))
        bench.sign("Sid", c.ConfirmSlip(who="", slip="F-00001"))


def a_device_back(journal: Journal) -> None:
    """The line of the shoe falls twice in a round: the dealer compares the cards, then, behind a ruling, two people."""
    with TemporaryDirectory() as folder:
        bench = StaffedTable(Path(folder), kinds=("shoe",), journal=journal)
        bench.open()
        bench.bring_cards()
        bench.shuffle()
        bench.cut()
        faces = " ".join(face.text for face in FACES * 5)
        bench.virtual.operate("shoe", f"load 2c Th 9d 6c Tc 8s Td {faces}")
        bench.run(2.0)
        _draw(bench, 1)
        bench.bet("1 25")
        _draw(bench, 2)
        _unplug(bench)
        bench.done(c.ResumeDevice(who=bench.dealer, device="shoe", cards=2))
        bench.run(2.0)
        _draw(bench, 1)
        _unplug(bench, "resolve continue-by-hand")
        bench.by_two(c.ResumeDevice(who=bench.dealer, device="shoe", cards=3))
        bench.run(2.0)
        _draw(bench, 3)


def a_device_off_the_table(journal: Journal) -> None:
    """A shoe that is off between two rounds leaves the table by two people, and is put back after a round by hand."""
    with TemporaryDirectory() as folder:
        bench = StaffedTable(Path(folder), kinds=("shoe",), journal=journal)
        bench.open()
        bench.bring_cards()
        bench.shuffle()
        bench.cut()
        bench.virtual.operate("shoe", "load 2c " + " ".join(face.text for face in FACES * 5))
        bench.run(2.0)
        _draw(bench, 1)
        bench.bet("1 25")
        bench.virtual.operate("shoe", "power off")
        bench.run(3.0)
        bench.by_two(c.TakeOffTable(who=bench.dealer, device="shoe"))
        bench.play("6c 9d Tc")
        bench.by_two(c.Play(who=bench.dealer, move=parse_move("void by nobody-yet")))
        bench.done(c.WagersPaid(who=bench.dealer))
        bench.virtual.operate("shoe", "power on")
        bench.run(3.0)
        bench.by_two(c.PutOnTable(who=bench.dealer, device="shoe"))
        bench.bet("1 25")
        bench.run(2.0)
        _draw(bench, 3)


def _draw(bench: StaffedTable, count: int) -> None:
    for _ in range(count):
        bench.virtual.operate("shoe", "draw 1")
        bench.run(0.3)


def _unplug(bench: StaffedTable, ruling: str | None = None) -> None:
    bench.virtual.operate("shoe", "fault disconnect:for=10")
    bench.run(2.0)
    if ruling is not None:
        bench.by_two(c.Play(who=bench.dealer, move=parse_move(ruling)))
    bench.run(12.0)


def _order(bench: StaffedTable, journal: Journal, name: str, command: c.Command, reason: str) -> None:
    key, data, number = (
        key_of(bench.book, bench.people[name], PINS[name], bench.now),
        command_data(command),
        sha256(name.encode()).hexdigest()[:32],
    )
    order = DeskOrder(log=journal.log, order=number, command=data, person=key.person.id, reason=reason)
    seal = order.sign(key, bench.now)
    bench.done(
        c.OrderFromDesk(
            who=key.person.id,
            log=journal.log,
            order=number,
            data=dict(data),
            place="desk",
            reason=reason,
            signature=seal,
        )
    )


def _call_late(bench: StaffedTable, face: str, call: str, ruling: str) -> None:
    booked = bench.snapshot.booked
    standing = booked.standing if booked is not None else ()
    place = next(move.seq for move in standing if move.move == parse_move(face))
    late = c.CallLate(who=bench.dealer, place=place, call=parse_move(call), rulings=(parse_move(ruling),))
    bench.by_two(late, "Sid")


def in_pieces(journal: Journal) -> None:
    """The first journal of the third form: a sealed shoe, with commitments as bytes, over several stretches."""
    SimulatedTable("massachusetts-switch", 1, (), journal).run(3)


def with_differences(journal: Journal) -> None:
    """The first journal of the fourth form: two devices that count, a clock that goes on and is set back."""
    SimulatedTable("massachusetts-switch", 10, (), journal).run(3)
    for at_ms in (NOON, NOON - 60_000, NOON + 5):
        journal.append([Draft(kind="note", data={"text": "the clock"})], at_ms=at_ms)


CONTENTS: dict[str, Callable[[Journal], None]] = {
    "v1-beginning": beginning_only,
    "v1-switch": dice_switch,
    "v1-blackjack": dice_blackjack,
    "v1-shift": a_shift,
    "v1-approvals": approvals,
    "v1-evening": an_evening,
    "v1-letter": by_the_letter,
    "v1-late-calls": late_calls,
    "v1-keys-and-locks": keys_and_locks,
    "v1-devices-and-signatures": devices_and_signatures,
    "v1-cage": by_way_of_the_cage,
    "v1-device-back": a_device_back,
    "v1-device-off-table": a_device_off_the_table,
    "v1-pieces": in_pieces,
    "v1-differences": with_differences,
}


def main() -> None:
    VAULT.mkdir(exist_ok=True)
    for name, write in CONTENTS.items():
        path = VAULT / f"{name}.journal"
        if not path.exists():
            _make(path, write)


def _make(path: Path, write: Callable[[Journal], None]) -> None:
    """In a folder of its own first: what fails leaves nothing in the vault."""
    with TemporaryDirectory() as folder:
        made = Path(folder) / path.name
        with Journal.create(made, table="BJS 4", signing_key=SEED, at_ms=NOON, log=LOG) as journal:
            write(journal)
            journal.checkpoint(NOON + 9000)
        report = verify(made)
        if report.problem is not None:
            raise RuntimeError(f"{path.name} is not genuine: {report.problem}")
        said = {"entries": report.entries, "head": report.head, "rounds": report.rounds}
        path.with_suffix(".json").write_text(json.dumps({**said, "settlements": report.settlements}) + "\n")
        for name in (made.name, f"{made.name}.head"):
            shutil.copyfile(made.with_name(name), path.with_name(name))


if __name__ == "__main__":
    main()
