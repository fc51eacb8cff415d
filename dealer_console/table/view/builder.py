"""One moment of the table, made from its state: everything that is shown, and nothing that is not in the journal."""

from __future__ import annotations

from typing import Final

from dealer_console.game.legal_moves import callable_irregularities
from dealer_console.game.prompt import prompt
from dealer_console.table.session.table_setup import TableSetup
from dealer_console.table.shift.csm_cards import OUT_OF
from dealer_console.table.state.card_places import comes_first, needs_words
from dealer_console.table.state.table_state import FACE_UP, NEXT, UNEXPLAINED, TableState
from dealer_console.table.view import felt, guide_part, shift_part
from dealer_console.table.view.values import DeviceView, LimitsView, ShoeView, TableView


def view_of(
    state: TableState, stopped: str | None = None, *, house: TableSetup | None = None, now_ms: int = 0
) -> TableView:
    """`now_ms` tells which requests have expired; nothing else in a view depends on the time."""
    r = state.round
    able = felt.possible(r, house) if r is not None else ()
    last = felt.last_move(state)
    return TableView(
        seq=state.seq,
        state_hash=state.hash(),
        felt_hash=state.felt_hash(),
        stopped=stopped,
        table=house.file.name if house is not None else None,
        title=house.file.title if house is not None else None,
        rules=state.table.rules.name if state.table is not None else None,
        limits=_limits(state, house),
        round_number=state.round_number,
        in_round=r is not None,
        phase=r.phase.name if r is not None else "between rounds",
        prompt=prompt(r) if r is not None else None,
        dealer=tuple(card.text for card in r.dealer.cards) if r is not None else (),
        dealers_hand=felt.dealer(r) if r is not None else None,
        hands=felt.hands(r) if r is not None else (),
        spots=felt.spots(state, house),
        bets=state.bets,
        last_bets=state.last_bets,
        possible=tuple(each.text for each in able),
        moves=able,
        refused=felt.refused(r, able) if r is not None else (),
        irregularity=state.irregularity,
        irregularities=tuple(callable_irregularities(r)) if r is not None and r.irregularity is None else (),
        last_move=last.text if last is not None else None,
        last=last,
        question=_question(state),
        settlements=tuple(r.settlements) if r is not None else (),
        pays=felt.settlements(state),
        why_no_round=shift_part.why_no_round(state, house),
        shift=shift_part.shift(state, house) if state.has_shift or house is not None else None,
        guide=guide_part.guide(state, house),
        cards=guide_part.cards(state, house),
        requests=shift_part.requests(state, house, now_ms),
        shoe=_shoe(state),
        devices=tuple(_device(state, kind) for kind in sorted({*state.links, *state.faults})),
        alarms=state.alarms,
        banners=_banners(state, stopped),
    )


def _limits(state: TableState, house: TableSetup | None) -> LimitsView | None:
    table = state.table
    if table is None:
        return None
    return LimitsView(
        minimum=table.minimum,
        maximum=table.maximum,
        side_bet_minimum=table.side_bet_minimum,
        side_bet_maximum=table.side_bet_maximum,
        chip_unit=table.chip_unit,
        denominations=house.file.denominations if house is not None else (),
    )


def _shoe(state: TableState) -> ShoeView | None:
    shoe = state.shoe
    if shoe is None:
        return None
    return ShoeView(
        number=state.shoe_number,
        decks=shoe.decks,
        cards_out=shoe.out,
        cards_left=shoe.left,
        cutting_card="ended" if state.shoe_over else "out" if state.last_round_of_shoe else "in",
        by_hand=state.cards_by_hand,
    )


def _device(state: TableState, kind: str) -> DeviceView:
    link, fault = state.links.get(kind, "away"), state.faults.get(kind)
    stage = state.batch_stage if kind == "batch-shuffler" else None
    left_out, door = kind in state.without, kind in state.doors
    if link != "ready" or left_out:
        light, words = "out", "left out of this round" if left_out and link == "ready" else link
    elif fault is not None or door:
        light, words = "warning", f"reports {fault}" if fault is not None else "door open"
    else:
        light, words = ("busy", _BATCH_WORDS[stage]) if stage is not None else ("ready", "ready")
    return DeviceView(
        kind=kind, light=light, words=words, link=link, fault=fault, door_open=door, left_out=left_out, stage=stage
    )


def _question(state: TableState) -> str | None:
    """What only a person can say now."""
    first = comes_first(state)
    if first is not None:
        return first
    for draw in state.draws.values():
        if draw.place == UNEXPLAINED and needs_words(state, draw):
            return "A card came that nobody was due: was its face seen?"
        if draw.place == FACE_UP and needs_words(state, draw):
            return "A card lay face up and the shoe cannot tell it: enter it by hand"
    return None


def _banners(state: TableState, stopped: str | None) -> tuple[str, ...]:
    found = [f"The table has stopped: {stopped}. Call a supervisor."] if stopped else []
    found += [f"{kind}: {word}" for kind, word in sorted(state.links.items()) if word != "ready"]
    found += [f"{kind} reports {fault}" for kind, fault in sorted(state.faults.items())]
    found += [f"{kind}: its door is open, close it" for kind in sorted(state.doors)]
    found += [_FALLBACKS[kind] for kind in sorted(state.without) if kind in _FALLBACKS]
    if state.links.get("shoe", "ready") != "ready" and "shoe" not in state.without:
        found.append(_FALLBACKS["shoe"])
    if state.keeper.unconfirmed is not None:
        found.append(state.keeper.unconfirmed)
    if state.draw_at(NEXT) is not None:
        found.append("The next card lies ready: it left the shoe too early")
    if state.batch_stage is not None:
        found.append(f"Shuffler: batch {state.batch} is {_BATCH_WORDS[state.batch_stage]}")
    if state.shoe_over and state.shift.cards.procedure != OUT_OF:
        found.append("The shoe is over: shuffle, then burn one card")
    elif state.last_round_of_shoe:
        found.append("Cutting card: this is the last round of the shoe")
    return (*found, *state.alarms)


_FALLBACKS: Final = {
    "shoe": "Cards by hand: enter every card on the pad, the shoe is not listened to in this round",
    "reader": "No reader: this round goes on without the check",
}
_BATCH_WORDS: Final = {
    "asked": "waiting for the shuffler",
    "shuffling": "being shuffled",
    "ready": "ready to be taken out",
    "releasing": "coming out",
    "dead": "dead: take the cards out and shuffle anew",
}
