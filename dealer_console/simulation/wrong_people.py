"""At a table with a house: touches of people who have no right to them. All are refused, and nothing changes."""

from __future__ import annotations

from typing import Final

from dealer_console.game import moves
from dealer_console.game.cards import FACES
from dealer_console.simulation.errands import at_a_closed_table
from dealer_console.simulation.house import (
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
from dealer_console.simulation.house_people import HousePeople
from dealer_console.simulation.request_answers import A_WRONG_PIN
from dealer_console.simulation.wrong import WrongTouches
from dealer_console.table import commands as c
from dealer_console.table.people import Pin, Role
from dealer_console.table.shift.chips import chips

STRANGER: Final = Member(id="p99", name="Mallory", badge="Mallory", pin="55512999", roles=(Role.PIT_MANAGER,))


class WrongPeople(WrongTouches):
    """Whoever is named in a touch, only the dealer at the table touches without a PIN."""

    people: HousePeople

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
        deal, come = c.Play(who="", move=moves.DRAWN[FACES[0]]), c.ComeIn(who="", role="dealer")
        tries = [
            (STRANGER, come),
            (LOCKED_OUT, c.AnnounceNotice(who="", changes={"maximum": "500"})),
            (TECHNICIAN, deal),
            (TECHNICIAN, c.ConfirmSlip(who="", slip="F-00001")),
            (AUDITOR, buy),
            (AUDITOR, c.WriteNote(who="", text="an auditor only looks")),
            (supervisor, wagers),
            (supervisor, come),
            (MANAGER, deal),
            (MANAGER, buy),
        ]
        touches: list[c.Command] = [signed(who, touch, dealer=dealer) for who, touch in tries]
        touches.append(signed(self.dice.choice((MANAGER, *SUPERVISORS)), wagers, dealer=dealer, pin=A_WRONG_PIN))
        inside = signed(MANAGER, c.LetIn(who="", spot=1))
        touches.append(c.Signed(who=self.people.dealer, badge=MANAGER.badge, pin=Pin(MANAGER.pin), command=inside))
        return touches

    def _at_a_closed_table(self) -> list[c.Command]:
        return [] if self.people.state.is_open else at_a_closed_table(self.people.dealer) * 3
