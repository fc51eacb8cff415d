"""People who do the wrong thing: a card too early, a command out of place, a change of mind, a right they lack."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Final

from dealer_console.game import moves
from dealer_console.game.cards import FACES
from dealer_console.game.hand import HandId, Spot
from dealer_console.simulation.people import People
from dealer_console.simulation.physical import PhysicalCards
from dealer_console.simulation.request_answers import A_WRONG_PIN
from dealer_console.simulation.staff import TableStaff
from dealer_console.simulation.staffed_table import (
    AUDITOR,
    DEALERS,
    LOCKED_OUT,
    MANAGER,
    SUPERVISORS,
    TECHNICIAN,
    Member,
    ruled,
    signed,
)
from dealer_console.simulation.table_duties import at_a_closed_table
from dealer_console.table import commands as c
from dealer_console.table.people import Pin, Role
from dealer_console.table.shift.chips import chips


class WrongCommands(ABC):
    """`err` does one of them."""

    def __init__(self, people: People, cards: PhysicalCards, broken: Callable[[str, str], None]) -> None:
        self.people = people
        self.cards = cards
        self.broken = broken
        self.dice, self.virtual = people.dice, people.virtual

    def err(self) -> None:
        error = self.dice.randrange(6)
        if error == 0 and not self.people.state.cards_by_hand:
            self.cards.draw()
        elif error == 1:
            self.virtual.operate(self.cards.device, "face-up")
        elif error == 2:
            self.people.take_back()
        elif error == 3:
            self._wrong_touch()
        elif error == 4 and "reader" in self.virtual.kinds:
            self.virtual.operate("reader", self.dice.choice(("insert 2c", "remove", "door open", "door close")))
        else:
            self._without_the_right()

    def _wrong_touch(self) -> None:
        who = self.people.dealer
        commands: list[c.Command] = [
            c.ShowHoleCard(who=who),
            c.WagersPaid(who=who),
            c.SameWagers(who=who),
            c.ExplainDraw(who=who, seen=False),
            c.Play(who=who, move=moves.Stood(hand=HandId("5b"))),
            c.Play(who=who, move=moves.Switched(spot=Spot(1))),
            c.Play(who=who, move=moves.InsuranceClosed()),
            c.Play(who=who, move=moves.HitAsked(hand=HandId("1a"))),
        ]
        self.people.submit(self.dice.choice(commands))

    def _without_the_right(self) -> None:
        self.forbidden(self.dice.choice(self.forbidden_touches()))

    @abstractmethod
    def forbidden_touches(self) -> list[c.Command]:
        """Of somebody without the right, or somebody who approves for himself."""

    def forbidden(self, command: c.Command) -> None:
        """That a refusal changes nothing is looked at with every command; here it must be one."""
        if self.people.submit(command) is None:
            inner = command.command if isinstance(command, c.Signed) else command
            self.broken("rights", f"{type(inner).__name__} of somebody without the right was obeyed")


STRANGER: Final = Member(id="p99", name="Mallory", badge="Mallory", pin="55512999", roles=(Role.PIT_MANAGER,))


class WrongPeople(WrongCommands):
    """Whoever is named in a command, only the dealer at the table commands without a PIN."""

    people: TableStaff

    def forbidden_touches(self) -> list[c.Command]:
        return [*self._unsigned(), *self._signed(), *self._at_a_closed_table()]

    def _unsigned(self) -> list[c.Command]:
        state, dealer = self.people.state, self.people.dealer
        away = next(member.id for member in DEALERS if member.id != state.shift.dealer)
        deal = moves.DRAWN[self.dice.choice(FACES)]
        return [
            c.Play(who=away, move=deal),
            c.WagersDown(who=away, bets=()),
            c.BuyIn(who=MANAGER.id, cents=2500),
            c.OpenTable(who=MANAGER.id, tray=chips({2500: 1})),
            c.Play(who=SUPERVISORS[0].id, move=moves.RoundVoided(by=SUPERVISORS[1].id)),
            c.AnnounceNotice(who=dealer, changes={"maximum": "500"}),
            c.LetIn(who=dealer, spot=1),
            c.OrderCardsOut(who=dealer),
            c.ShuffleAgain(who=dealer, way="hand", why="tired"),
            ruled(c.ApproveFromPit, STRANGER, request=f"{'0' * 12}-1", subject_hash="0" * 64),
        ]

    def _signed(self) -> list[c.Command]:
        dealer, supervisor = self.people.state.shift.dealer, SUPERVISORS[0]
        buy, wagers = c.BuyIn(who="", cents=2500), c.WagersDown(who="", bets=())
        deal, sign_in = c.Play(who="", move=moves.DRAWN[FACES[0]]), c.ComeIn(who="", role=Role.DEALER)
        tries = [
            (STRANGER, sign_in),
            (LOCKED_OUT, c.AnnounceNotice(who="", changes={"maximum": "500"})),
            (TECHNICIAN, deal),
            (TECHNICIAN, c.ConfirmSlip(who="", slip="F-00001")),
            (AUDITOR, buy),
            (AUDITOR, c.WriteNote(who="", text="an auditor only looks")),
            (supervisor, wagers),
            (supervisor, sign_in),
            (MANAGER, deal),
            (MANAGER, buy),
        ]
        commands: list[c.Command] = [signed(who, command, dealer=dealer) for who, command in tries]
        commands.append(signed(self.dice.choice((MANAGER, *SUPERVISORS)), wagers, dealer=dealer, pin=A_WRONG_PIN))
        inside = signed(MANAGER, c.LetIn(who="", spot=1))
        commands.append(c.Signed(who=self.people.dealer, badge=MANAGER.badge, pin=Pin(MANAGER.pin), command=inside))
        return commands

    def _at_a_closed_table(self) -> list[c.Command]:
        return [] if self.people.state.is_open else at_a_closed_table(self.people.dealer) * 3
