"""The prompt: one big line, what to say or do now; a small one, why or what next; the clause on request."""

from __future__ import annotations

from dataclasses import replace

from dealer_console.game import phases
from dealer_console.game.hand import OFFER_KEEP_ONLY, total_message
from dealer_console.game.irregularity import catalogue
from dealer_console.game.message import Message
from dealer_console.game.prompt import Prompt, prompt
from dealer_console.game.state import OpenIrregularity, Round
from dealer_console.screens.effects import Go
from dealer_console.screens.parts.settlement_lines import side_bets_waiting
from dealer_console.screens.screen_builder import ScreenBuilder
from dealer_console.screens.ui_state import UiState
from dealer_console.screens.values import PromptLine
from dealer_console.table.shift.spots import calls_now
from dealer_console.table.snapshot import CardGuide


def prompt_line(builder: ScreenBuilder, *, over: str = "") -> PromptLine:
    """`over`: the page in sight; that of an open irregularity says itself what happened."""
    m = builder.snapshot
    if m.stopped is not None:
        return _own(builder, "stopped", tone_danger=True, small=builder.words(m.stopped))
    if m.keeper_asks is not None:
        return _own(builder, "keeper", tone_danger=True)
    if m.late is not None and m.late.steps_open:
        return _own(builder, "late")
    if m.returned is not None and over == "compare-cards":
        return _back(builder, m.returned.kind)
    if m.loose_asked or m.loose_unasked:
        return _own(builder, "late_loose", tone_danger=True)
    if m.loose is not None:
        return _own(builder, "loose_face_up" if m.loose.face_up else "loose", tone_danger=True)
    if m.round is not None and m.round.irregularity is not None:
        return _of_irregularity(builder, m.round.irregularity, ruling=over == "ruling")
    if m.guide is not None and m.dealer:
        return _of_guide(builder, m.guide)
    if m.round is not None:
        return _of_round(builder, m.round)
    name = _between_rounds(builder)
    return _calls(builder) if name == "deal" and _now_called(builder) else _own(builder, name)


def _now_called(builder: ScreenBuilder) -> tuple[tuple[str, tuple[int, ...]], ...]:
    m = builder.snapshot
    return calls_now(m.table.rules, m.shift, m.bets) if m.table is not None else ()


def _calls(builder: ScreenBuilder) -> PromptLine:
    """To the floor, before the first card: somebody plays the most spots (CB dealing 5)."""
    words = builder.words
    call, spots = _now_called(builder)[0]
    where = ", ".join(str(spot) for spot in spots)
    return PromptLine(
        big=words("prompt-quoted", text=words.phrase(call)), small=words("prompt-call-small", spots=where)
    )


def _of_guide(builder: ScreenBuilder, guide: CardGuide) -> PromptLine:
    """The step that is due with the cards."""
    words = builder.words
    big = words.sentence(words.phrase(guide.does))
    then = words("prompt-then", places=words.phrase(guide.then)) if guide.then is not None else ""
    small = words("prompt-quoted", text=words.phrase(guide.says)) if guide.says is not None else then
    shown, clause = builder.ui.clause_shown, words.clause(guide.clause)
    return PromptLine(
        big=big,
        small=small,
        clause=clause if shown else "",
        touch=builder.touchable("prompt", Go(change=_toggle_clause), key="F11"),
    )


def _between_rounds(builder: ScreenBuilder) -> str:
    m = builder.snapshot
    if not m.is_open:
        return "not_open"
    if not m.dealer:
        return "no_dealer"
    if m.shoe_left is None:
        return "no_cards"
    if m.shoe_over:
        return "shoe_over"
    if m.burn_due:
        return "burn"
    return "deal" if m.bets else "bets"


def _own(builder: ScreenBuilder, name: str, *, tone_danger: bool = False, small: str = "") -> PromptLine:
    return PromptLine(
        big=builder.words(f"prompt-{name}"),
        small=small or builder.words(f"prompt-{name}-small"),
        tone="danger" if tone_danger else "main",
    )


def _back(builder: ScreenBuilder, kind: str) -> PromptLine:
    """Compare first, whatever the round waits for."""
    words = builder.words
    big = words("prompt-back", device=words(f"device-{kind}"))
    return PromptLine(big=big, small=words("prompt-back-small"), tone="danger")


def _of_irregularity(builder: ScreenBuilder, irregularity: OpenIrregularity, *, ruling: bool) -> PromptLine:
    words = builder.words
    card = words.card_short(irregularity.card) if irregularity.card is not None else ""
    if not ruling:
        big = words(catalogue.CATALOGUE[irregularity.code].message)
        return PromptLine(big=big, small=words("irregularity-put_away"), tone="danger")
    if irregularity.offered_to is not None and card:
        return PromptLine(big=words("irregularity-offer", card=card, hand=irregularity.offered_to.id), tone="danger")
    big = words("irregularity-hold")
    about = (
        irregularity.hand.id if irregularity.hand is not None else "",
        words("irregularity-card", card=card) if card else "",
    )
    return PromptLine(big=big, small=" · ".join(part for part in about if part), tone="danger")


def _of_round(builder: ScreenBuilder, r: Round) -> PromptLine:
    asks = prompt(r)
    clause = builder.words.clause(asks.clause or "")
    shown = builder.ui.clause_shown and bool(clause)
    big, small = _big(builder, asks), _small(builder, asks)
    offered = _offer(builder, r, asks)
    if offered:
        big, small = offered, big
    if r.phase is phases.SHOW and asks.say is not None:
        big, small = small, big  # the call is about the last hand; what is to be done now is the dealer's card
    waiting = side_bets_waiting(builder.snapshot) if not r.complete else ()
    if waiting:
        names = ", ".join(builder.words.wager_name(name) for name in waiting)
        small = builder.words("prompt-side_bets", names=names)
    return PromptLine(
        big=big,
        small=small,
        clause=clause if shown else "",
        tone="danger" if r.phase is phases.DISPUTE else "main",
        touch=builder.touchable("prompt", Go(change=_toggle_clause), key="F11") if clause else "",
    )


def _offer(builder: ScreenBuilder, r: Round, asks: Prompt) -> str:
    """The offer to switch as it is read in half a second; the call of the rule set stands below."""
    spot = r.spot_in_turn
    if spot is None or asks.spot != spot.number or not spot.offer_open or r.due is not None:
        return ""
    if spot.offer == OFFER_KEEP_ONLY or r.phase not in (phases.PLAY, phases.SWITCHES):
        return ""
    total = builder.words(total_message(spot.hands[0]))
    return builder.words("prompt-offer", spot=spot.number, total=total)


def _toggle_clause(ui: UiState) -> UiState:
    return replace(ui, clause_shown=not ui.clause_shown)


def _big(builder: ScreenBuilder, asks: Prompt) -> str:
    words = builder.words
    if asks.say is None:
        return words.sentence(words(asks.do))
    quoted = words("prompt-quoted", text=words(asks.say))
    if asks.spot is not None and not _begins_with_hand(asks.say):
        return words("prompt-spot", spot=asks.spot, said=quoted)
    return quoted


def _begins_with_hand(say: Message) -> bool:
    """A call that names its hand first needs no spot before it."""
    while say.code in ("said-first", "said-with-second-wager"):
        first = say["made"]
        if not isinstance(first, Message):
            return False
        say = first
    return say.code in ("hand-total", "hand-busts")


def _small(builder: ScreenBuilder, asks: Prompt) -> str:
    words = builder.words
    if builder.snapshot.opening is not None:
        return words("prompt-opening")
    return words.sentence(words(asks.do)) if asks.say is not None else _next(builder, asks)


def _next(builder: ScreenBuilder, asks: Prompt) -> str:
    """Of a run of cards, where the next ones go."""
    places = [builder.words.place_due(place) for place in asks.due[1:4]]
    return builder.words("prompt-then", places=", ".join(places)) if places else ""
