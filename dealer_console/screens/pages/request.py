"""Something waits for a second person: what exactly, by whom asked; approved or declined here, or at the pit stand."""

from __future__ import annotations

from dataclasses import dataclass, replace

from dealer_console.game.money import show
from dealer_console.screens.asked import subject_words
from dealer_console.screens.desk import Desk
from dealer_console.screens.effects import Go
from dealer_console.screens.local import Local, Page
from dealer_console.screens.pages.sign import PageWith, Typed, fields, pad, signed
from dealer_console.screens.values import Button, Overlay, Row, Text
from dealer_console.table import touches as t
from dealer_console.table.shift.chips import Chips, chips_from_data
from dealer_console.table.shift.closing import difference, flag
from dealer_console.table.view.shift_values import RequestView


def request_name(request: str) -> str:
    return f"request {request}"


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestPage:
    request: str
    under: Page | None = None  # the page that asked, to come back to
    typed: Typed = Typed()  # noqa: RUF009  a frozen value

    def overlay(self, desk: Desk) -> Overlay:
        asked = next((each for each in desk.moment.requests if each.request == self.request), None)
        if asked is None:
            gone = Row(elements=(Text(text=desk.words("request.gone"), size="large"),))
            close = desk.button("close", desk.words("page.close"), desk.back_to(self.under), key="Escape")
            return Overlay(id="request", title=desk.words("request.title"), columns=((gone,),), close=close)
        page = PageWith(replace(self, request=asked.request))
        left = [*_what(desk, asked), *fields(desk, self.typed, page), Row(elements=self._answers(desk, asked))]
        return Overlay(
            id="request",
            title=desk.words("request.title"),
            columns=(tuple(left), tuple(pad(desk, self.typed, page))),
            widths=(3, 2),
            note=desk.local.note,
            note_tone="danger",
            close=desk.button("close", desk.words("request.wait"), _put_away(asked, self.under), key="Escape"),
        )

    def _answers(self, desk: Desk, asked: RequestView) -> tuple[Button, ...]:
        refusal = None if self.typed.ready else desk.own_refusal("sign.incomplete")
        approve = t.Approve(who=t.WHO_SIGNS, request=asked.request, subject_hash=asked.subject_hash)
        reason = desk.words("request.declined_reason")
        decline = t.Decline(who=t.WHO_SIGNS, request=asked.request, subject_hash=asked.subject_hash, reason=reason)
        withdraw = t.WithdrawRequest(who=asked.requester, request=asked.request)
        withdrawn = desk.submit(withdraw, then=lambda local: local.at(self.under))
        words, typed = desk.words, self.typed
        return (
            desk.button(
                "approve",
                words("request.approve"),
                signed(desk, typed, approve, self.under),
                key="Return",
                main=True,
                tone="go",
                refusal=refusal,
            ),
            desk.button(
                "decline",
                words("request.decline"),
                signed(desk, typed, decline, self.under),
                key="F8",
                main=True,
                tone="danger",
                refusal=refusal,
            ),
            desk.button("withdraw", words("request.withdraw"), withdrawn, key="F7"),
        )


def _what(desk: Desk, asked: RequestView) -> list[Row]:
    words = desk.words
    return [
        Row(elements=(Text(text=words.of_table(asked.says), size="large"),)),
        Row(elements=(Text(text=words("request.asks", who=asked.requester_name, what=asked_words(desk, asked))),)),
    ]


def asked_words(desk: Desk, asked: RequestView) -> str:
    """Exactly what, in the words of the screen: a move as it is told, chips with their sum, fields by their names."""
    corrects = asked.subject.get("corrects")
    settled = (wager for past in desk.moment.past for wager in past.settled)
    parts = subject_words(desk.words, asked.subject, next((each for each in settled if each.seq == corrects), None))
    if asked.subject.get("touch") == "CloseTable":
        parts += _closing(desk, chips_from_data(asked.subject["tray"]))
    return ", ".join(parts) or desk.words.of_table(asked.asks)


def _closing(desk: Desk, tray: Chips) -> list[str]:
    """Who approves a closing sees what the books expect, and what the house wants done about the difference."""
    off = difference(desk.moment.shift, tray)
    told = [desk.words("asked.expected", expected=show(desk.moment.shift.till.tray), difference=show(off))]
    says = flag(desk.house.table, off) if desk.house.table is not None else None
    return [*told, says] if says else told


def _put_away(asked: RequestView, under: Page | None) -> Go:
    def change(local: Local) -> Local:
        return replace(local, page=under, put_away=local.put_away | {request_name(asked.request)})

    return Go(change=change)
