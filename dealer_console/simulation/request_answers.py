"""What becomes of a request at a simulated table: another person approves or declines it, here or at the pit.

Before that, people try what must not work: a wrong PIN, the own request, a role without the right, another hash,
a request that is over. Nothing of it may change anything.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from dealer_console.simulation.staffed_table import (
    AUDITOR,
    BY_ID,
    DEALERS,
    LOCKED_OUT,
    MANAGER,
    SUPERVISORS,
    TECHNICIAN,
    Member,
    ruled,
    signed,
)
from dealer_console.table import commands as c
from dealer_console.table.approvals.request import Request
from dealer_console.table.commands.codec import command_of, overtaken

if TYPE_CHECKING:
    from dealer_console.simulation.staff import TableStaff

ONLY_THE_MANAGER: Final = ("allow-third-spot", "shuffle-on-request")
TRIED_FIRST: Final = 0.4  # how often somebody tries what must not work before a request is answered
NOT_YET: Final = 0.1  # how often a step passes before somebody comes over
A_WRONG_PIN: Final = "70707131"
REMEMBERED: Final = 12


class RequestAnswers:
    """`act` does something about the oldest request that waits, or returns None."""

    def __init__(self, people: TableStaff) -> None:
        self.people = people
        self.dice = people.dice
        self.over: list[Request] = []  # requests that somebody may try to use once more

    def act(self) -> str | None:
        people = self.people
        waiting = people.state.approvals.waiting(people.now_ms)
        if not waiting or self.dice.random() < NOT_YET:
            return None
        request = self.dice.choice(waiting)
        if self.dice.random() < TRIED_FIRST:
            self.try_in_vain(request)
        if overtaken(request, people.state.felt_hash()):
            return self._nothing_comes_of_it(request)
        return self._approve(request) if self.dice.random() < 0.8 else self._nothing_comes_of_it(request)

    # --- right -----------------------------------------------------------------------------------------------------

    def who_may(self, request: Request) -> list[Member]:
        answerers = [MANAGER] if request.action in ONLY_THE_MANAGER else [MANAGER, *SUPERVISORS]
        return [member for member in answerers if member.id != request.requester]

    def _approve(self, request: Request) -> str:
        """What is no longer possible is refused even so; then it is declined."""
        people, who = self.people, self.dice.choice(self.who_may(request))
        r = people.state.round
        irregularity, felt = r.irregularity if r is not None else None, people.on_the_felt()
        if people.submit(self._approval(who, request)) is not None:
            return self._nothing_comes_of_it(request)
        self._remember(request)
        if isinstance(command_of(request.subject, who=request.requester), c.TakeBack):
            people.taken_back(*felt)
        if irregularity is not None:
            people.ruled(irregularity.code)
        return f"approved {request.action.value}"

    def _approval(self, who: Member, request: Request, hash_: str = "") -> c.Command:
        shown = hash_ or request.subject_hash
        if self.dice.random() < 0.2:
            return ruled(c.ApproveFromPit, who, request=request.id, subject_hash=shown, reason="seen")
        return self.signed(who, c.Approve(who="", request=request.id, subject_hash=shown, reason="seen"))

    def _nothing_comes_of_it(self, request: Request) -> str:
        """Declined here or at the pit, withdrawn, or nobody comes and the time runs out."""
        people, way = self.people, self.dice.choice(("decline", "decline", "pit", "withdraw", "expire"))
        who, hash_ = self.dice.choice(self.who_may(request)), request.subject_hash
        if way == "expire":
            people.wait_minutes(5)
        elif way == "withdraw":
            asker = BY_ID[request.requester]
            command = c.WithdrawRequest(who=people.dealer, request=request.id)
            people.submit(command) if asker.id == people.dealer else people.sign(asker, command)
        elif way == "pit":
            people.submit(ruled(c.DeclineFromPit, who, request=request.id, subject_hash=hash_, reason="no"))
        else:
            people.sign(who, c.Decline(who="", request=request.id, subject_hash=hash_, reason="not so"))
        self._remember(request)
        return way

    def _remember(self, request: Request) -> None:
        self.over = [*self.over[-REMEMBERED:], request]

    # --- wrong -----------------------------------------------------------------------------------------------------

    def signed(self, who: Member, command: c.Command, pin: str | None = None) -> c.Signed:
        return signed(who, command, dealer=self.people.state.shift.dealer, pin=pin)

    def forbidden(self, command: c.Command) -> None:
        """That a refusal changes nothing is looked at with every command; here it must be one."""
        if self.people.submit(command) is None:
            inner = command.command if isinstance(command, c.Signed) else command
            self.people.broken("rights", f"{type(inner).__name__} of somebody without the right was obeyed")

    def try_in_vain(self, request: Request) -> None:
        self.dice.choice(_IN_VAIN)(self, request)

    def _wrong_pin(self, request: Request) -> None:
        """Sometimes so often that the name is locked; then the right PIN does not help either."""
        who, command = self.dice.choice(self.who_may(request)), self._exactly(request)
        tries = self.dice.choice((1, 6))
        for _ in range(tries):
            self.forbidden(self.signed(who, command, pin=A_WRONG_PIN))
        if tries > 5:
            self.forbidden(self.signed(who, command))

    def _exactly(self, request: Request) -> c.Approve:
        return c.Approve(who="", request=request.id, subject_hash=request.subject_hash, reason="seen")

    def _the_own(self, request: Request) -> None:
        asker = BY_ID[request.requester]
        self.forbidden(self.signed(asker, self._exactly(request)))
        own = ruled(c.ApproveFromPit, asker, request=request.id, subject_hash=request.subject_hash)
        self.forbidden(own)

    def _without_the_right(self, request: Request) -> None:
        few = [member for member in SUPERVISORS if request.action in ONLY_THE_MANAGER]
        who = self.dice.choice((TECHNICIAN, AUDITOR, LOCKED_OUT, *DEALERS[:2], *few))
        self.forbidden(self.signed(who, self._exactly(request)))

    def _from_nowhere(self, request: Request) -> None:
        """The pit names somebody whom the book does not know, or who is locked; or the command comes signed."""
        for who in (replace(MANAGER, id="p99"), LOCKED_OUT):
            self.forbidden(ruled(c.ApproveFromPit, who, request=request.id, subject_hash=request.subject_hash))
        from_pit = ruled(c.ApproveFromPit, MANAGER, request=request.id, subject_hash=request.subject_hash)
        self.forbidden(self.signed(MANAGER, from_pit))

    def _forged(self, request: Request) -> None:
        """A row in the floor's database names the manager, whose PIN nobody there knows."""
        manager, hash_ = MANAGER, request.subject_hash
        self.forbidden(ruled(c.ApproveFromPit, manager, request=request.id, subject_hash=hash_, pin=A_WRONG_PIN))

    def _unsigned(self, request: Request) -> None:
        """The dealer's screen is open, and somebody approves on it without a badge."""
        self.forbidden(c.Approve(who=self.people.dealer, request=request.id, subject_hash=request.subject_hash))
        self.forbidden(c.Approve(who=MANAGER.id, request=request.id, subject_hash=request.subject_hash))

    def _another_hash(self, request: Request) -> None:
        other = (
            self.over[-1].subject_hash if self.over and self.over[-1].subject_hash != request.subject_hash else "0" * 64
        )
        self.forbidden(self._approval(self.dice.choice(self.who_may(request)), request, other))

    def _once_more(self, request: Request) -> None:
        """An approval serves once; a request that is declined or too old serves nobody."""
        waiting = {request.id for request in self.people.state.approvals.waiting(self.people.now_ms)}
        over = [request for request in self.over if request.id not in waiting]
        if over:
            old = self.dice.choice(over)
            self.forbidden(self._approval(self.dice.choice(self.who_may(old)), old))

    def _of_another_table(self, request: Request) -> None:
        command = c.Approve(who="", request=f"{'0' * 12}-{request.id.number}", subject_hash=request.subject_hash)
        self.forbidden(self.signed(MANAGER, command))


_IN_VAIN: Final[tuple[Callable[[RequestAnswers, Request], None], ...]] = (
    RequestAnswers._wrong_pin,
    RequestAnswers._the_own,
    RequestAnswers._without_the_right,
    RequestAnswers._from_nowhere,
    RequestAnswers._forged,
    RequestAnswers._unsigned,
    RequestAnswers._another_hash,
    RequestAnswers._once_more,
    RequestAnswers._of_another_table,
)
