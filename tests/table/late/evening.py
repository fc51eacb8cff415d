"""Tables for evenings with a late call: real sessions and simulated devices, one way to write the evening down.

An evening is a list of words: cards (`Th`, or `(7d)` for one that lies face down), moves, `call CARD CODE … / ruling …`
with the newest card of that face. After it the dealer follows the console alone to the end of the round, and what the
console said to take, pay and lay is compared with the exported round.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from dealer_console.app.camera import TableCamera
from dealer_console.cli.journals.export import round_file
from dealer_console.game import moves, phases
from dealer_console.game.cards import card
from dealer_console.game.engine import Round, apply
from dealer_console.game.hand import Hand
from dealer_console.game.irregularity.irregularities import needs_supervisor
from dealer_console.game.irregularity.late_call_choices import cards_of_round
from dealer_console.game.money import Cents, show
from dealer_console.game.play.card_places import CardPlaces, card_that_left
from dealer_console.game.play.legal_moves import legal_moves
from dealer_console.game.round_files.notation import parse_move, write_move
from dealer_console.game.round_files.replay import replay
from dealer_console.game.round_files.report import house_net
from dealer_console.game.state import BURN
from dealer_console.journal import AnyJournal, Draft, Entry, Journal
from dealer_console.journal.entries.cards import CardBurned
from dealer_console.journal.entries.rounds import LateCallMade
from dealer_console.journal.rounds import recorded_rounds
from dealer_console.journal.verification.verify import verify
from dealer_console.rulebook import load_rules
from dealer_console.rulebook.tables import load_table
from dealer_console.simulation.virtual_table import VirtualTable
from dealer_console.table import commands as c
from dealer_console.table.session.recovery import restore
from dealer_console.table.state.late_call import LateStep, still_lying
from dealer_console.table.state.table_state import NEXT, TableState
from drivers.optical_reader import OpticalSetup
from tests.drivers.optical.scenes import felt, house, lying
from tests.rigs.continuous_table import TABLE, ContinuousTable
from tests.rigs.open_table import OpenTable
from tests.rigs.plain_value_table import PlainValueTable

CARDS: Final = re.compile(r"(\(?[2-9TJQKA][cdhs]\)? ?)+")
MORE: Final = ("3h", "4d", "2s", "5h", "3d", "2h", "4h", "6s", "2d", "3s", "5d", "4s")  # cards after those of the story


def sealed_shoe(
    cards: Sequence[str],
    rules: str,
    bets: Sequence[str],
    choices: dict[str, str],
    rig: type[OpenTable] = OpenTable,
    virtual: type[VirtualTable] = VirtualTable,
) -> OpenTable:
    kinds = ("shoe", "reader") if choices.get("hole_card") == "reader" else ("shoe",)
    shoe = " ".join([*cards, *MORE])
    return rig(shoe, rules=rules, bets=tuple(bets), kinds=kinds, choices=choices, virtual=virtual)


def by_hand(_cards: Sequence[str], rules: str, bets: Sequence[str], choices: dict[str, str]) -> OpenTable:
    """The dealer enters every card."""
    kinds = ("reader",) if choices.get("hole_card") == "reader" else ()
    return OpenTable(rules=rules, bets=tuple(bets), kinds=kinds, choices=choices)


class CameraTable(OpenTable):
    """The shoe reads no card: the camera names those that lie face up."""

    def next_card(self, face: str | None, more: list[str], *, hidden: bool) -> str:
        if "camera" not in self.session.devices:
            self.camera = TableCamera(OpticalSetup(serial="C-1", designs=(house(),), kept_in=None, alone=True))
            self.session.devices["camera"] = self.camera
            self.camera.camera_opened(0.0)
            self.run()
        if not hidden and not self.state.cards_by_hand:
            self.operate("shoe", "fault unreadable clear_after=1")
        drawn = super().next_card(face, more, hidden=hidden)
        if self.snapshot.enter_card:
            for picture in (felt(), felt(), lying(drawn)):
                self.camera.see(picture, 0.0)
            self.run(0.05)
        return drawn


def camera_beside_shoe(cards: Sequence[str], rules: str, bets: Sequence[str], choices: dict[str, str]) -> OpenTable:
    return sealed_shoe(cards, rules, bets, choices, CameraTable)


def plain_shoe(cards: Sequence[str], rules: str, bets: Sequence[str], choices: dict[str, str]) -> OpenTable:
    """It tells its cards in plain, behind its keeper."""
    return sealed_shoe(cards, rules, bets, choices, virtual=PlainValueTable)


def continuous_shuffler(folder: Path, bets: Sequence[str], hole_card: str = "face-down") -> ContinuousTable:
    """Cards come out of the device; the dealer enters them."""
    table = load_table(TABLE).with_choices({"hole_card": hole_card})
    rig = ContinuousTable(folder, table, beside=("reader",) if hole_card == "reader" else ())
    rig.ready()
    rig.approver = "Sam"
    rig.bet(*bets)
    return rig


LateTable = OpenTable | ContinuousTable
Opened = Callable[[Sequence[str], str, Sequence[str], dict[str, str]], OpenTable]


class Evening:
    """Follows the words, then the console; keeps the cards in the order in which they left, and the house's money."""

    def __init__(self, rig: LateTable) -> None:
        self.rig = rig
        self.more = [*MORE]
        self.faces: list[str] = []
        self.house = 0
        self._accounted: set[int] = set()
        self.steps: list[LateStep] = []
        self.loose: tuple[str, ...] = ()
        self.amended: list[str] = []

    @property
    def state(self) -> TableState:
        return self.rig.state

    @property
    def round(self) -> Round:
        assert self.state.round is not None
        return self.state.round

    def do(self, command: c.Command) -> None:
        self.rig.done(command)

    # --- the story --------------------------------------------------------------------------------------------------

    def tell(self, words: Sequence[str]) -> None:
        for text in words:
            if text == "paid":
                self.pay()
            elif text.startswith("call "):
                self.call(text.removeprefix("call "))
            elif text == "show":
                self.show()
            elif text.startswith("check "):
                self.check(text.removeprefix("check "))
            elif CARDS.fullmatch(text):
                for word in text.split():
                    self.faces.append(self.rig.next_card(word.strip("()"), self.more, hidden=word[0] == "("))
            else:
                self.do(c.Play(who=self.rig.dealer, move=parse_move(text)))

    def call(self, text: str) -> None:
        """`5c card-exposed 5c / next-card`; `*5c`: nobody had asked for it."""
        said, *answers = text.split(" / ")
        face, _, call = said.partition(" ")
        not_asked, face = face.startswith("*"), face.lstrip("*")
        rulings = [parse_move(answer if answer[0].isdigit() else f"resolve {answer}") for answer in answers]
        command = c.CallLate(
            who=self.rig.dealer,
            place=self.entry_of(face),
            call=parse_move(f"irregularity {call}"),
            rulings=tuple(rulings),
            not_asked=not_asked,
        )
        self.call_late(command)

    def call_late(self, command: c.CallLate) -> None:
        self.account_for_what_moved(command.call)
        self.do(command)
        late = self.late_entry()
        self.amended = [write_move(move) for move in late.moves]
        self.loose = tuple(face.text for face in late.loose)
        self._accounted |= {wager.seq for wager in self.state.settled if wager.done}
        self.follow_steps()

    def entry_of(self, face: str) -> int:
        dealt = self.state.dealt
        assert dealt is not None
        cards = cards_of_round(dealt.table, dealt.bets, dealt.moves, shoe=dealt.shoe_before)
        fitting = (
            card for card in cards if card.lies_at == face or (card.card.text == face and card.lies_at != "shown")
        )
        place = next(fitting).place
        return dealt.standing[place].seq

    def late_entry(self) -> LateCallMade:
        entries = [entry.typed for entry in self.rig.journal.entries()]
        return [entry for entry in entries if isinstance(entry, LateCallMade)][-1]

    @property
    def changes(self) -> list[str]:
        """The amended round from the call on, and every step, as `evenings.txt` has them."""
        first = next(at for at, text in enumerate(self.amended) if text.startswith("irregularity"))
        moves_text = ", ".join(self.amended[first:])
        return [f"  round: {moves_text}", *(f"  {step_text(step)}" for step in self.steps), *self._loose_text]

    @property
    def _loose_text(self) -> list[str]:
        return [f"  loose: {' '.join(self.loose)}"] if self.loose else []

    # --- money ------------------------------------------------------------------------------------------------------

    def account_for_what_moved(self, call: moves.Move) -> None:
        """What the console counts as taken and paid: all but the last settlements of a round that is not paid yet."""
        dealt = self.state.dealt
        assert dealt is not None
        lying = still_lying(dealt, call)
        for wager in dealt.settled:
            if wager.settlement in lying:
                lying.remove(wager.settlement)
            else:
                self._account(wager.seq, wager.takes - wager.pays)

    def _account(self, seq: int, cents: int) -> None:
        if seq not in self._accounted:
            self._accounted.add(seq)
            self.house += cents

    def follow_steps(self) -> None:
        """One by one, money and cards; nothing else is possible meanwhile."""
        late = self.state.late
        if late is None:
            return
        self.steps = [*late.steps]
        for number, step in enumerate(late.steps, start=1):
            assert self.state.late is not None
            self.house += step.take - step.give_back - step.pay
            self.do(c.TickLateSteps(who=self.rig.dealer, steps=(number,)))
            assert restore(self.rig.journal).hash() == self.state.hash()  # as after a restart
        assert self.state.late is None or not self.state.late.steps_open

    def pay(self) -> None:
        for wager in self.state.settled:
            self._account(wager.seq, wager.takes - wager.pays)
        self.do(c.WagersPaid(who=self.rig.dealer))

    # --- to the end of the round ------------------------------------------------------------------------------------

    def finish(self) -> None:
        for _ in range(80):
            if not self.state.in_round:
                return
            self._next(self.round)
        raise AssertionError(f"the round does not end: {self.round.phase} {self.state.late} {self.state.draws}")

    def _next(self, r: Round) -> None:
        if r.irregularity is not None:
            self._rule(r)
        elif self.rig.snapshot.loose is not None:
            self.do(c.ExplainDraw(who=self.rig.dealer, seen=False))
        elif self.state.late is not None and self.state.late.loose and self._place_loose():
            return
        elif r.missed is not None and r.due is None:
            self.do(c.Play(who=self.rig.dealer, move=moves.Ruled(choice="continue")))
        elif r.phase is phases.COMPLETE:
            self.pay()
        elif r.due is not None:
            self._due_card(r)
        elif r.phase is phases.SHOW:
            self.show()
        elif r.phase is phases.TURN:
            hand = next(hand for hand in r.hands.values() if hand.face_down)
            move = moves.DoubleCardTurned(hand=hand.id, card=card(self.faces[self._last_of(hand)]))
            self.do(c.Play(who=self.rig.dealer, move=move))
        else:
            self._decide(r)

    def _rule(self, r: Round) -> None:
        assert r.irregularity is not None
        answer = next(move for move in legal_moves(r) if not isinstance(move, moves.RoundVoided))
        if isinstance(answer, moves.Ruled) and not needs_supervisor(r, r.irregularity, answer.choice):
            answer = moves.Ruled(choice=answer.choice)
        self.do(c.Play(who=self.rig.dealer, move=answer))

    def _place_loose(self) -> bool:
        for asked in (False, True):
            if getattr(self.rig.snapshot, "loose_asked" if asked else "loose_unasked"):
                self.do(c.PlaceLooseCard(who=self.rig.dealer, asked=asked))
                return True
        return False

    def _due_card(self, r: Round) -> None:
        """A card that lies there already is entered as what it is; otherwise the next one is drawn."""
        hidden = "hole" in repr(r.due) or "burn" in repr(r.due)
        if self.state.owed_by_hand or (self.state.cards_by_hand and self.state.draw_at(NEXT) is not None):
            lying = "??" if hidden else self.faces[len(self._cards_out())]
            self.do(c.Play(who=self.rig.dealer, move=parse_move(lying)))
            return
        self.faces.append(self.rig.next_card(None, self.more, hidden=hidden))

    def _cards_out(self) -> list[str]:
        """The cards of the round as it stands, in its order."""
        dealt = self.state.dealt
        assert dealt is not None
        again, out = dealt.begun(), []
        for move in dealt.moves:
            left = card_that_left(again, move)
            out += [left.text] if left is not None else []
            apply(again, move)
        return out

    def check(self, face: str) -> None:
        """The reader looks at this card."""
        for done in (f"insert {face}", "remove"):
            self.rig.run(0.4)
            self.rig.operate("reader", done)
        self.rig.run(0.4)

    def show(self) -> None:
        if self.state.hole_draw is not None and not self.state.cards_by_hand:
            self.do(c.ShowHoleCard(who=self.rig.dealer))
            return
        hole = self._places().hole
        assert hole is not None
        self.do(c.Play(who=self.rig.dealer, move=parse_move(f"reveal {self.faces[hole]}")))

    def _places(self) -> CardPlaces:
        """Cards are never re-ordered: the n-th card of the list is the n-th that left the shoe."""
        dealt = self.state.dealt
        assert dealt is not None
        places, out = CardPlaces(dealt.begun()), 0
        for move in dealt.moves:
            left = card_that_left(places.round, move) is not None
            places.play(move, out if left else -1)
            out += left
        return places

    def _not_discards(self) -> int:
        """After the discards went back: what lay on the layout then, and all that came since."""
        dealt = self.state.dealt
        assert dealt is not None
        again, out = dealt.begun(), 0
        for move in dealt.moves:
            out += card_that_left(again, move) is not None
            apply(again, move)
            if isinstance(move, moves.Ruled) and move.choice == "reshuffle" and again.due is BURN:
                out = len(again.cards_on_layout())
        return out + sum(isinstance(entry.typed, CardBurned) and entry.typed.why is not None for entry in self._since())

    def _since(self) -> list[Entry]:
        entries = [*self.rig.journal.entries()]
        at = next(place for place, entry in enumerate(entries) if isinstance(entry.typed, LateCallMade))
        return entries[at:]

    def _last_of(self, hand: Hand) -> int:
        places = self._places()
        return places.last_of(places.round.hands[hand.id])

    def _decide(self, r: Round) -> None:
        if r.phase is phases.CHECK:
            up, hole = r.dealer.up, card(self.faces[self._places().hole or 0])
            blackjack = (up.is_ace and hole.is_ten) or (up.is_ten and hole.is_ace)
            self.do(c.Play(who=self.rig.dealer, move=moves.HoleCardChecked(blackjack=blackjack)))
            return
        wanted = (moves.InsuranceClosed, moves.SwitchDeclined, moves.Stood)
        move = next(move for kind in wanted for move in legal_moves(r) if isinstance(move, kind))
        self.do(c.Play(who=self.rig.dealer, move=move))

    # --- the promises -----------------------------------------------------------------------------------------------

    def keeps_its_promises(self, folder: Path, out_before: int) -> None:
        """Cards conserved, in order; the journal genuine; the export replays to the same end; money moves once."""
        journal = self.rig.journal
        assert restore(journal).hash() == self.state.hash()
        assert self.state.shoe is not None
        assert self.state.dealt is not None
        if "irregularity shoe-empty" not in self.amended or self.state.dealt.felt.ended_by is not None:
            assert self.state.shoe.out - out_before == len(self.faces)
        else:
            assert self.state.shoe.out == self._not_discards()
        out = self._cards_out()
        assert all(face in ("??", left) for face, left in zip(out, self.faces, strict=False)), (out, self.faces)
        path = written(journal, folder)
        assert verify(path).problem is None
        recorded = list(recorded_rounds(path))[-1]
        assert recorded.closed is not None
        again = replay(round_file(recorded), load_rules(recorded.rules)).round
        assert again is not None
        assert again.settlements == [wager.settlement for wager in recorded.settled]
        assert house_net(again) == recorded.closed.house_net == self.house


def step_text(step: LateStep) -> str:
    if step.card is not None:
        return f"{step.card}: {step.origin} to {step.target}"
    names = {"give back": step.give_back, "pay": step.pay, "take": step.take, "stake back": step.stake_back}
    money = ", ".join(f"{name} {show(Cents(cents))}" for name, cents in names.items() if cents)
    again = ", lies again" if step.lies_again else ""
    return f"{step.hand or step.spot} {step.wager}: {money}{again}"


def written(journal: AnyJournal, folder: Path) -> Path:
    """The journal of memory as a file."""
    path = folder / "evening.journal"
    entries = journal.entries(after=1)
    drafts = [
        Draft(kind=entry.kind, version=entry.version, data=entry.data, who=entry.who, device=entry.device)
        for entry in entries
    ]
    with Journal.create(path, table="T1", signing_key=bytes(32), log=bytes(16), at_ms=0) as file:
        file.append(drafts, at_ms=0)
        file.checkpoint(0)
    return path
