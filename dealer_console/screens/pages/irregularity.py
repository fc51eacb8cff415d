"""Something went wrong: what it can be now, in plain words; which hand, which card; then the lawful steps."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from dealer_console.game import moves, phases
from dealer_console.game.cards import Card, card
from dealer_console.game.catalogue import CATALOGUE, ruling_for
from dealer_console.game.hand import HandId
from dealer_console.game.irregularities import needs_supervisor, offered
from dealer_console.game.possible import possible_irregularities
from dealer_console.game.state import OpenIrregularity, Round
from dealer_console.screens.desk import Desk, closed
from dealer_console.screens.effects import Change, Effect, Go
from dealer_console.screens.local import Local
from dealer_console.screens.pages.pads import close_button, rank_rows, suit_row
from dealer_console.screens.values import Button, Overlay, Row, Text

ON_A_PAGE: Final = 8
FEW, MANY = 4, 7  # answers: one below the other, two or four side by side


@dataclass(frozen=True, slots=True, kw_only=True)
class CataloguePage:
    """`code` chosen, then the hand, then the card; the last answer calls it."""

    code: str = ""
    hand: str = ""
    rank: str = ""
    first: int = 0

    def overlay(self, desk: Desk) -> Overlay:
        r = desk.moment.round
        rows: list[Row] = []
        if r is None:
            rows = [Row(elements=(Text(text=desk.words("irregularity.no_round")),))]
        elif not self.code:
            rows = list(self._codes(desk, r))
        elif CATALOGUE[self.code].hand and not self.hand:
            rows = list(self._hands(desk, r))
        else:
            rows = self._cards(desk)
        title = desk.words.of_table(CATALOGUE[self.code].words) if self.code else desk.words("irregularity.title")
        return Overlay(
            id="irregularity",
            title=title,
            columns=(tuple(rows),),
            note=desk.local.note,
            note_tone="danger",
            close=close_button(desk),
        )

    def _codes(self, desk: Desk, r: Round) -> Iterator[Row]:
        codes = possible_irregularities(r) if r.irregularity is None else []
        if not codes:
            yield Row(elements=(Text(text=desk.words("irregularity.none")),))
        shown = codes[self.first : self.first + ON_A_PAGE]
        for start in range(0, len(shown), 2):
            yield Row(elements=tuple(self._code(desk, code) for code in shown[start : start + 2]))
        below = []
        if len(codes) > ON_A_PAGE:
            more = replace(self, first=self.first + ON_A_PAGE if self.first + ON_A_PAGE < len(codes) else 0)
            below.append(desk.button("more", desk.words("page.more"), desk.open(more), key="PgDown"))
        if r.phase is not phases.COMPLETE:
            void = desk.ask(moves.RoundVoided(by=desk.supervisor))
            below.append(desk.button("void", desk.words("irregularity.void"), void, key="V", tone="danger"))
        if below:
            yield Row(elements=tuple(below))

    def _code(self, desk: Desk, code: str) -> Button:
        row = CATALOGUE[code]
        chosen = replace(self, code=code)
        does = desk.open(chosen) if row.hand or row.card else chosen._call(desk, None)
        return desk.button(f"code:{code}", desk.words.of_table(row.words), does, key="auto")

    def _hands(self, desk: Desk, r: Round) -> Iterator[Row]:
        yield Row(elements=(Text(text=desk.words("irregularity.which_hand")),))
        found = [self._hand(desk, name) for name in r.hands]
        for start in range(0, len(found), 4):
            yield Row(elements=tuple(found[start : start + 4]))

    def _hand(self, desk: Desk, name: HandId) -> Button:
        row = CATALOGUE[self.code]
        chosen = replace(self, hand=name)
        does = desk.open(chosen) if row.card else chosen._call(desk, None)
        asked = moves.IrregularityCalled(code=self.code, hand=name)
        refusal = None if row.card else desk.why_not(asked)
        return desk.button(f"which:{name}", desk.words.hand(name), does, key="auto", refusal=refusal)

    def _cards(self, desk: Desk) -> list[Row]:
        rows = [Row(elements=(Text(text=desk.words("irregularity.which_card")),))]
        rows += rank_rows(desk, lambda rank: desk.open(replace(self, rank=rank)), chosen=self.rank)
        if self.rank:
            rows.append(suit_row(desk, self.rank, lambda face: self._call(desk, face)))
            only_rank = self._call(desk, card(f"{self.rank}?"))
            label = desk.words("irregularity.no_suit")
            rows.append(Row(elements=(desk.button("no-suit", label, only_rank, key="Return"),)))
        return rows

    def _call(self, desk: Desk, face: Card | None) -> Effect:
        hand = HandId(self.hand) if self.hand else None
        return desk.play(moves.IrregularityCalled(code=self.code, hand=hand, card=face), then=closed)


# --- the ruling ----------------------------------------------------------------------------------------------------


def ruling_name(r: Round) -> str:
    """One name per irregularity, so that a page put away stays away only for this one."""
    code = r.irregularity.code if r.irregularity is not None else "dispute"
    return f"ruling {code} {len(r.moves)}"


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingPage:
    """The lawful steps of an open irregularity. It opens by itself, also when a device has called it."""

    spot: int = 0  # players answer one by one

    def overlay(self, desk: Desk) -> Overlay:
        r = desk.moment.round
        rows: list[Row] = []
        title = ""
        if r is not None and r.irregularity is not None:
            title = desk.words.of_table(CATALOGUE[r.irregularity.code].words)
            rows = list(self._rows(desk, r, r.irregularity))
        elif r is not None and r.phase is phases.DISPUTE:
            title = desk.words("irregularity.dispute")
            rows = list(_dispute(desk, r))
        return Overlay(
            id="ruling",
            title=title,
            columns=(tuple(rows),),
            note=desk.local.note,
            note_tone="danger",
            close=desk.button("close", desk.words("page.close"), Go(change=_put_away(r)), key="Escape"),
            covers="pad",
        )

    def _rows(self, desk: Desk, r: Round, found: OpenIrregularity) -> Iterator[Row]:
        ruling = ruling_for(r.rules, found.code)
        yield Row(elements=(Text(text=f"{desk.words.of_table(ruling.says)} [{ruling.clause}]"),))
        buttons = [button for choice in offered(r, found) for button in _choice(desk, r, found, choice)]
        across = 1 if len(buttons) < FEW else 2 if len(buttons) < MANY else 4
        for at in range(0, len(buttons), across):
            yield Row(elements=tuple(buttons[at : at + across]))


def _put_away(r: Round | None) -> Change:
    def change(local: Local) -> Local:
        names = {ruling_name(r)} if r is not None else set()
        return replace(local, page=None, put_away=local.put_away | names)

    return change


def _choice(desk: Desk, r: Round, found: OpenIrregularity, choice: str) -> Iterator[Button]:
    """Each lawful answer as a button; one that a supervisor must make is asked for."""
    by = desk.supervisor if needs_supervisor(r, found, choice) else None
    if choice == "spot-out" or choice == "spot-play":
        for spot in r.spots:
            out = choice == "spot-out"
            answer: moves.Move = moves.SpotLeft(spot=spot.number) if out else moves.SpotPlaysOn(spot=spot.number)
            yield _answer(desk, f"{choice}:{spot.number}", desk.words(f"choice.{choice}", spot=spot.number), answer)
        return
    label = desk.words(f"choice.{choice}", hand=found.asked.id if found.asked else "")
    if choice == "hand-refuse" and found.asked is not None:
        yield _answer(desk, choice, label, moves.ExposedCardRefused(hand=found.asked.id))
    elif choice == "hand-accept" and found.asked is not None:
        yield _answer(desk, choice, label, moves.ExposedCardTaken(hand=found.asked.id, by=by))
    elif choice == "dealer-accept":
        yield _answer(desk, choice, label, moves.ExposedCardTaken(hand=None, by=by))
    else:
        yield _answer(desk, choice, label, moves.Ruled(choice=choice, by=by))


def _answer(desk: Desk, name: str, label: str, move: moves.Move) -> Button:
    asks = getattr(move, "by", None) is not None
    return desk.button(
        f"choice:{name}",
        label,
        desk.ask(move) if asks else desk.play(move, then=closed),
        key="auto",
        hint=desk.words("irregularity.supervisor") if asks else "",
        refusal=desk.why_not(move),
        main=True,
    )


def _dispute(desk: Desk, r: Round) -> Iterator[Row]:
    for code in possible_irregularities(r):
        called = moves.IrregularityCalled(code=code)
        label = desk.words.of_table(CATALOGUE[code].words)
        yield Row(elements=(desk.button(f"code:{code}", label, desk.play(called), key="auto", main=True),))
    void = desk.ask(moves.RoundVoided(by=desk.supervisor))
    yield Row(elements=(desk.button("void", desk.words("irregularity.void"), void, key="V", tone="danger"),))
