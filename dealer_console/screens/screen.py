"""A whole screen from what is known: pure, and with it what every touch on it does."""

from __future__ import annotations

from dataclasses import replace

from dealer_console.game import moves, phases
from dealer_console.game.errors import Refusal
from dealer_console.game.message import Message
from dealer_console.journal.round_fold import StandingMove
from dealer_console.messages.move_words import move_words
from dealer_console.screens.felt.view import felt, touched, untold
from dealer_console.screens.pages import irregularity
from dealer_console.screens.pages.cards import card_pad
from dealer_console.screens.pages.cards.compare_cards import CompareCardsPage, compare_name
from dealer_console.screens.pages.cards.keeper_question import KeeperQuestionPage
from dealer_console.screens.pages.cards.late_call import not_asked_for
from dealer_console.screens.pages.cards.late_steps import LateLoosePage, LateStepsPage
from dealer_console.screens.pages.cards.loose_card import LooseCardPage
from dealer_console.screens.pages.people.request import RequestPage, request_name
from dealer_console.screens.parts.actions import actions
from dealer_console.screens.parts.banners import banners
from dealer_console.screens.parts.prompt_line import prompt_line
from dealer_console.screens.parts.settlement_lines import current_line
from dealer_console.screens.parts.side_panel import side_panel
from dealer_console.screens.parts.top_line import top_line
from dealer_console.screens.screen_builder import ScreenBuilder, closed
from dealer_console.screens.ui_state import FeltPage, Page, PastPage, UiState
from dealer_console.screens.values import Felt, LastAction, Screen
from dealer_console.table import commands as c
from dealer_console.table.snapshot import TableSnapshot


def compose(builder: ScreenBuilder, clock: str) -> Screen:
    """A page that asks about the felt leaves it to be touched; under all others nothing can be."""
    page = _page(builder)
    overlay = page.overlay(builder) if page is not None else None
    covered = overlay is not None and overlay.covers == "page"
    asks = page if isinstance(page, FeltPage) and not covered else None
    free = overlay is None or asks is not None
    below = builder if overlay is None else builder.aside()
    deals = overlay is None and dealing(builder)
    at = current_line(builder.snapshot)
    prompt = prompt_line(below, over=overlay.id if overlay is not None else "")
    return Screen(
        top=top_line(builder, clock),
        felt=_past(builder, page) or felt(builder if free else below, at.settlement if at is not None else None, asks),
        prompt=replace(prompt, small="", clause="") if deals else prompt,
        actions=actions(builder) if overlay is None else (),
        side=side_panel(builder) if overlay is None else replace(side_panel(below), buttons=()),
        last=last_action(builder) if not covered else None,
        banners=banners(builder if not covered else below),
        overlay=overlay,
        done=confirmation(builder),
        dealing=deals,
        note=builder.ui.note if overlay is None else "",
        seq=builder.snapshot.seq,
        look=builder.ui.look,
    )


def _past(builder: ScreenBuilder, page: Page | None) -> Felt | None:
    """A round that is over or a question, with a mark that says so."""
    if not isinstance(page, PastPage):
        return None
    r = page.round_shown(builder)
    if r is None:
        return None
    snapshot = TableSnapshot(table=r.table, round=r, bets=tuple(r.bets))
    under = ScreenBuilder(snapshot, builder.ui, builder.config, builder.words).aside()
    shown = replace(felt(under), watermark=builder.words(page.mark))
    if isinstance(page, FeltPage):
        return touched(builder, shown, page)
    return shown if page.shows_outcome else untold(shown)


def dealing(builder: ScreenBuilder) -> bool:
    """The first cards of a round come out of a shoe that tells them: there is nothing to decide, and much to see."""
    m, r = builder.snapshot, builder.snapshot.round
    if r is None or r.phase not in (phases.OPEN, phases.DEAL) or r.irregularity is not None:
        return False
    quiet = m.loose is None and m.guide is None and m.stopped is None and not builder.ui.note
    return quiet and not m.named_by_hand and not builder.ui.clause_shown


def confirmation(builder: ScreenBuilder) -> str:
    """What the last touch did, in a few words. What waits for a second person is not done, and its page says so."""
    name = builder.ui.done
    if not name or not builder.words.has(f"done-{name}"):
        return ""
    if any(type(request.command).__name__ == name for request in builder.snapshot.requests):
        return ""
    return builder.words("last-done", what=builder.words(f"done-{name}"))


def _page(builder: ScreenBuilder) -> Page | None:
    page = _asked_now(builder.snapshot, builder.ui) or builder.ui.page
    if isinstance(page, RequestPage) and not _still_asked(builder.snapshot, page):
        page = page.under
    return page or opens_by_itself(builder.snapshot, builder.ui.put_away)


def _asked_now(snapshot: TableSnapshot, ui: UiState) -> Page | None:
    """What waits for a second person comes over whatever page asked for it, until it is put away."""
    if isinstance(ui.page, RequestPage) and _still_asked(snapshot, ui.page):
        return None
    waiting = next((request for request in snapshot.requests if request_name(request.request) not in ui.put_away), None)
    return RequestPage(request=waiting.request, under=ui.page) if waiting is not None else None


def _still_asked(snapshot: TableSnapshot, page: RequestPage) -> bool:
    return any(request.request == page.request for request in snapshot.requests)


def opens_by_itself(snapshot: TableSnapshot, put_away: frozenset[str]) -> Page | None:
    """A question that only a person can answer, an open irregularity, a card that has to be entered."""
    r = snapshot.round
    if snapshot.stopped is not None:
        return None
    if snapshot.keeper_asks is not None:
        return KeeperQuestionPage(question=snapshot.keeper_asks[0], kind=snapshot.keeper_asks[1])
    if snapshot.late is not None and snapshot.late.steps_open:
        return LateStepsPage()
    back = snapshot.returned
    if back is not None and back.refusal is None and compare_name(back) not in put_away:
        return CompareCardsPage()
    irregular = r is not None and (r.irregularity is not None or r.phase is phases.DISPUTE)
    if snapshot.loose is not None and not irregular:
        return LooseCardPage()
    if snapshot.loose_asked or snapshot.loose_unasked:
        return LateLoosePage()
    if r is not None and irregular:
        return irregularity.RulingPage() if irregularity.ruling_name(r) not in put_away else None
    if snapshot.named_by_hand and card_pad.NAME not in put_away and (r is None or r.due or not _decides(snapshot)):
        return card_pad.CardPad()
    return None


def _decides(snapshot: TableSnapshot) -> bool:
    """A person has something to decide first."""
    r = snapshot.round
    return r is not None and r.phase in (phases.INSURANCE, phases.SWITCHES, phases.CHECK, phases.PLAY, phases.COMPLETE)


RULINGS = (moves.Ruled, moves.RoundVoided, moves.ExposedCardTaken, moves.ExposedCardRefused)


def last_action(builder: ScreenBuilder) -> LastAction | None:
    """What was done last, with the way back where there is one."""
    confirmed = confirmation(builder)
    m = builder.snapshot
    if m.round is None or not m.standing:
        text = confirmed or (builder.words("last-paid") if m.last_bets and m.round is None else "")
        return LastAction(text=text, undo=None) if text else None
    last = m.standing[-1]
    what = move_words(builder.words, last.move)
    called = isinstance(last.move, moves.IrregularityCalled)  # which one, its page and the list say in whole sentences
    text = confirmed or builder.words("last-text", what=builder.words("side-irregularity") if called else what)
    unasked = not_asked_for(builder)
    if unasked is not None:
        label = builder.words("last-not_asked")
        button = builder.button("not-asked", label, builder.submit(unasked, then=closed), key="Ctrl+Z")
        return LastAction(text=text, undo=button)
    undo = builder.submit(c.TakeBack(who=builder.who, why=builder.words("last-reason")))
    stays = _why_it_stays(builder, last)
    button = builder.button(
        "undo",
        builder.words("last-undo"),
        undo,
        key="Ctrl+Z",
        refusal=Refusal(Message(f"last-stays-{stays}-whole", what=what)) if stays else None,
        in_short=builder.words(f"last-stays-{stays}") if stays else "",
    )
    return LastAction(text=text, undo=button)


def _why_it_stays(builder: ScreenBuilder, last: StandingMove) -> str:
    """What the table would answer, so that the chip says it before the touch."""
    if builder.snapshot.stopped is not None:
        return "stopped"
    if builder.snapshot.stays is None:
        return ""
    if isinstance(last.move, RULINGS):
        return "ruling"
    return "opening" if builder.snapshot.opening is not None else "device"
