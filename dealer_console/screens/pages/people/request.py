"""Something waits for a second person: what exactly, by whom asked; approved or declined here, or at the pit stand."""

from __future__ import annotations

from dataclasses import dataclass, replace

from dealer_console.game.errors import Refusal
from dealer_console.game.message import Message
from dealer_console.game.state import Round
from dealer_console.journal.settlements import SettledWager
from dealer_console.screens.effects import Effect, Go
from dealer_console.screens.pages.cards.late_call import LateCallPage, hand_of_call, preview_lines
from dealer_console.screens.pages.history import PastRoundPage
from dealer_console.screens.pages.people.signature import PageWith, Typed, answer_or_remark, done, rows, signed
from dealer_console.screens.request_subject import subject_words
from dealer_console.screens.screen_builder import ScreenBuilder
from dealer_console.screens.ui_state import Page, UiState
from dealer_console.screens.values import Overlay, Row, Text
from dealer_console.table import commands as c
from dealer_console.table.commands.money.tray import difference, flag
from dealer_console.table.shift.chips import Chips
from dealer_console.table.snapshot import OpenRequest
from dealer_console.table.snapshot.past_rounds import PastRound


def request_name(request: str) -> str:
    return f"request {request}"


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestPage:
    request: str
    under: Page | None = None  # the page that asked, to come back to
    typed: Typed = Typed()  # noqa: RUF009  a frozen value

    mark = "history-mark"
    shows_outcome = True

    def _asked(self, builder: ScreenBuilder) -> OpenRequest | None:
        return next((request for request in builder.snapshot.requests if request.request == self.request), None)

    def round_shown(self, builder: ScreenBuilder) -> Round | None:
        """Who approves something about a round that is over sees its cards."""
        request = self._asked(builder)
        if request is not None and isinstance(request.command, c.CallLate):
            return LateCallPage().round_shown(builder)
        past = _corrected(builder, request)
        return PastRoundPage(past=past[0]).round_shown(builder) if past is not None else None

    def framed(self, builder: ScreenBuilder) -> tuple[str, ...]:
        request = self._asked(builder)
        hand = _hand_asked_about(builder, request) if request is not None else ""
        return (hand,) if hand else ()

    def touched(self, _builder: ScreenBuilder, _hand: str, _spot: int) -> Effect | None:
        return None

    def overlay(self, builder: ScreenBuilder) -> Overlay:
        request = self._asked(builder)
        if request is None:
            notice = Row(elements=(Text(text=builder.words("request-gone"), size="large"),))
            close = builder.close_button(builder.back_to(self.under))
            return Overlay(
                id="request", title=builder.words("request-title"), columns=((notice,),), close=close, covers="pad"
            )
        page = PageWith(self)
        column = [
            *_what(builder, request),
            *rows(builder, self.typed, page, request.approvers, another_than=request.requester_name),
            self._others(builder, request),
        ]
        approve = c.Approve(who=c.WHO_SIGNS, request=request.request, subject_hash=request.subject_hash)
        return Overlay(
            id="request",
            title=builder.words.sentence(builder.words.phrase(request.says)),
            columns=(tuple(column),),
            **answer_or_remark(builder),
            close=builder.button("close", builder.words("request-wait"), _put_away(request, self.under), key="Escape"),
            done=done(
                builder,
                "approve",
                builder.words("request-approve"),
                self.typed,
                page,
                signed(builder, self.typed, approve, self.under),
            ),
            covers="pad",
        )

    def _others(self, builder: ScreenBuilder, request: OpenRequest) -> Row:
        """Declining needs badge and PIN as well; who asked may withdraw."""
        words = builder.words
        refusal = None if self.typed.ready else Refusal(Message("sign-incomplete"))
        reason = words("request-declined_reason")
        decline = c.Decline(who=c.WHO_SIGNS, request=request.request, subject_hash=request.subject_hash, reason=reason)
        withdraw = c.WithdrawRequest(who=request.requester, request=request.request)
        declined = builder.button(
            "decline",
            words("request-decline"),
            signed(builder, self.typed, decline, self.under),
            key="F10",
            tone="danger",
            refusal=refusal,
            in_short=words("sign-short") if refusal else "",
        )
        withdrawn = builder.submit(withdraw, then=lambda ui: ui.at(self.under))
        taken_back = builder.button("withdraw", words("request-withdraw"), withdrawn, key="F9")
        return Row(elements=(declined, taken_back))


def _corrected(builder: ScreenBuilder, request: OpenRequest | None) -> tuple[PastRound, SettledWager] | None:
    """The round and the payment whose correction is asked."""
    corrects = request.subject.get("corrects") if request is not None else None
    return next(
        ((past, wager) for past in builder.snapshot.past for wager in past.settled if wager.seq == corrects), None
    )


def _hand_asked_about(builder: ScreenBuilder, request: OpenRequest) -> str:
    command, booked = request.command, builder.snapshot.booked
    corrected = _corrected(builder, request)
    if corrected is not None:
        return corrected[1].hand or ""
    if isinstance(command, c.CallLate):
        return hand_of_call(booked, command) if booked is not None else ""
    if isinstance(command, c.CorrectCard):
        return command.hand
    return ""


def _what(builder: ScreenBuilder, request: OpenRequest) -> list[Row]:
    text = builder.words("request-asks", who=request.requester_name, what=request_words(builder, request))
    return [Row(elements=(Text(text=f"{builder.words('request-title')}. {text}"),))]


def request_words(builder: ScreenBuilder, request: OpenRequest) -> str:
    """Exactly what, in the words of the screen: a move as it is told, chips with their sum, fields by their names."""
    corrected = _corrected(builder, request)
    parts = subject_words(builder.words, request.subject, corrected[1] if corrected is not None else None)
    if isinstance(request.command, c.CallLate):
        parts += _late_call(builder, request.command)
    if isinstance(request.command, c.CloseTable):
        parts += _closing(builder, request.command.tray)
    return ", ".join(parts) or builder.words.phrase(request.says)


def _late_call(builder: ScreenBuilder, command: c.CallLate) -> list[str]:
    """Who approves a late call sees what it will change."""
    booked = builder.snapshot.booked
    if booked is None:
        return []
    lines = preview_lines(builder, booked, command)
    if isinstance(lines, Refusal):
        return [builder.words.refusal(lines)]
    money = [f"{what}: {does}" for kind, what, does in lines if kind == "money"]
    laid = sum(kind in ("card", "loose") for kind, _, _ in lines)
    return [builder.words("late-cards_elsewhere", count=laid), *money] if laid else money


def _closing(builder: ScreenBuilder, tray: Chips) -> list[str]:
    """Who approves a closing sees what the books expect, and what the house wants done about the difference."""
    off = difference(builder.snapshot.shift, tray)
    rows = [
        builder.words(
            "asked-expected", expected=builder.money(builder.snapshot.shift.till.tray), difference=builder.money(off)
        )
    ]
    says = flag(builder.config.table, off) if builder.config.table is not None else None
    return [*rows, builder.words.phrase(says)] if says else rows


def _put_away(request: OpenRequest, under: Page | None) -> Go:
    def change(ui: UiState) -> UiState:
        return replace(ui, page=under, put_away=ui.put_away | {request_name(request.request)})

    return Go(change=change)
