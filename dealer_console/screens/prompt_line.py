"""The prompt: one big line, what to say or do now; a small one, why or what next; the clause on request."""

from __future__ import annotations

from dataclasses import replace

from dealer_console.game import catalogue, phases
from dealer_console.game.prompt import Prompt, prompt
from dealer_console.game.state import OpenIrregularity, Round
from dealer_console.screens.desk import Desk
from dealer_console.screens.effects import Go
from dealer_console.screens.local import Local
from dealer_console.screens.pages.irregularity import what_the_rules_say
from dealer_console.screens.values import PromptLine
from dealer_console.table.view.shift_values import GuideView


def prompt_line(desk: Desk, *, ruling: bool = False) -> PromptLine:
    """`ruling`: the page of an open irregularity is in sight and says what happened."""
    m = desk.moment
    if m.stopped is not None:
        return _own(desk, "stopped", tone_danger=True, small=desk.words.of_table(m.stopped))
    if m.keeper_asks is not None:
        return _own(desk, "keeper", tone_danger=True)
    if m.loose is not None:
        return _own(desk, "loose_face_up" if m.loose.face_up else "loose", tone_danger=True)
    if m.round is not None and m.round.irregularity is not None:
        return _of_irregularity(desk, m.round, m.round.irregularity, ruling=ruling)
    if m.round is not None:
        return _of_round(desk, m.round)
    if m.guide is not None and m.dealer:
        return _of_guide(desk, m.guide)
    return _own(desk, _between_rounds(desk))


def _of_guide(desk: Desk, guide: GuideView) -> PromptLine:
    """The step that is due with the cards."""
    words = desk.words
    big = words.sentence(words.of_table(guide.does))
    then = words("prompt.then", places=words.of_table(guide.then)) if guide.then is not None else ""
    small = words("prompt.quoted", text=words.of_table(guide.says)) if guide.says is not None else then
    shown, clause = desk.local.clause_shown, words.clause(guide.clause)
    return PromptLine(
        big=big,
        small=f"{small} [{clause}]" if shown else small,
        clause=clause if shown else "",
        touch=desk.touchable("prompt", Go(change=_toggle_clause), key="F11"),
    )


def _between_rounds(desk: Desk) -> str:
    m = desk.moment
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


def _own(desk: Desk, name: str, *, tone_danger: bool = False, small: str = "") -> PromptLine:
    return PromptLine(
        big=desk.words(f"prompt.{name}"),
        small=small or desk.words(f"prompt.{name}.small"),
        tone="danger" if tone_danger else "main",
    )


def _of_irregularity(desk: Desk, r: Round, found: OpenIrregularity, *, ruling: bool) -> PromptLine:
    words = desk.words
    card = words.card_short(found.card) if found.card is not None else ""
    if not ruling:
        big = words.of_table(catalogue.CATALOGUE[found.code].words)
        return PromptLine(big=big, small=what_the_rules_say(desk, r, found.code), tone="danger")
    if found.asked is not None and card:
        return PromptLine(big=words("irregularity.offer", card=card, hand=found.asked.id), tone="danger")
    big = words("irregularity.hold")
    about = (found.hand.id if found.hand is not None else "", words("irregularity.card", card=card) if card else "")
    return PromptLine(big=big, small=" · ".join(part for part in about if part), tone="danger")


def _of_round(desk: Desk, r: Round) -> PromptLine:
    found = prompt(r)
    clause = desk.words.clause(found.clause or "")
    shown = desk.local.clause_shown and bool(clause)
    big, small = _big(desk, found), _small(desk, found)
    if r.phase is phases.SHOW and found.say is not None:
        big, small = small, big  # the call is about the last hand; what is to be done now is the dealer's card
    return PromptLine(
        big=big,
        small=f"{small} [{clause}]" if shown else small,
        clause=clause if shown else "",
        tone="danger" if r.phase is phases.DISPUTE else "main",
        touch=desk.touchable("prompt", Go(change=_toggle_clause), key="F11") if clause else "",
    )


def _toggle_clause(local: Local) -> Local:
    return replace(local, clause_shown=not local.clause_shown)


def _big(desk: Desk, found: Prompt) -> str:
    words = desk.words
    if found.say is None:
        return words.sentence(words.of_table(found.do))
    said = words("prompt.quoted", text=words.of_table(found.say))
    if found.spot is not None and not found.say.startswith(found.hand or " "):
        return words("prompt.spot", spot=found.spot, said=said)
    return said


def _small(desk: Desk, found: Prompt) -> str:
    words = desk.words
    if desk.moment.opening is not None:
        return words("prompt.opening")
    return words.sentence(words.of_table(found.do)) if found.say is not None else _next(desk, found)


def _next(desk: Desk, found: Prompt) -> str:
    """Of a run of cards, where the next ones go."""
    places = [desk.words.place_due(place) for place in found.due[1:4]]
    return desk.words("prompt.then", places=", ".join(places)) if places else ""
