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
from dealer_console.game.legal_moves import callable_irregularities
from dealer_console.game.state import OpenIrregularity, Round
from dealer_console.screens.desk import Desk, closed
from dealer_console.screens.effects import Change, Effect, Go
from dealer_console.screens.local import Local
from dealer_console.screens.pages.pads import close_button, rank_rows, suit_row
from dealer_console.screens.values import Button, Overlay, Row, Text

ON_A_PAGE: Final = 8
SHORT: Final = 24  # letters: two such answers stand side by side, longer ones have a row for themselves
ROWS: Final = 4  # of answers, on the smallest display
OF_SPOTS: Final = ("spot-out", "spot-play")


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
        codes = callable_irregularities(r) if r.irregularity is None else []
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

    first: int = 0  # row of answers

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
        yield Row(elements=(Text(text=what_the_rules_say(desk, r, found.code)),))
        rows = _side_by_side([_button(desk, answer) for answer in _answers(desk, r, found)])
        if len(rows) <= ROWS:
            yield from rows
            return
        shown = ROWS - 1
        yield from rows[self.first : self.first + shown]
        more = RulingPage(first=self.first + shown if self.first + shown < len(rows) else 0)
        yield Row(elements=(desk.button("more", desk.words("page.more"), desk.open(more), key="PgDown"),))


def what_the_rules_say(desk: Desk, r: Round, code: str) -> str:
    """With the clause; where the document of this table is silent, that."""
    ruling = ruling_for(r.rules, code)
    if code not in r.rules.irregularities:
        return desk.words("irregularity.silent")
    return f"{desk.words.of_table(ruling.says)} [{desk.words.clause(ruling.clause)}]"


def _side_by_side(buttons: list[Button]) -> list[Row]:
    """Whole labels: two short ones in a row, a long one alone."""
    rows: list[Row] = []
    for button in buttons:
        last = rows[-1].elements if rows else ()
        short = [isinstance(each, Button) and len(each.label) <= SHORT for each in (*last, button)]
        if len(last) == 1 and all(short):
            rows[-1] = Row(elements=(*last, button))
        else:
            rows.append(Row(elements=(button,)))
    return rows


def _put_away(r: Round | None) -> Change:
    def change(local: Local) -> Local:
        names = {ruling_name(r)} if r is not None else set()
        return replace(local, page=None, put_away=local.put_away | names)

    return change


@dataclass(frozen=True, slots=True, kw_only=True)
class _Answer:
    name: str
    label: str
    move: moves.Move


def _answers(desk: Desk, r: Round, found: OpenIrregularity) -> Iterator[_Answer]:
    """Each lawful answer; what holds for all first, then player by player."""
    choices = offered(r, found)
    for choice in choices:
        if choice not in OF_SPOTS:
            label = desk.words(f"choice.{choice}", hand=found.asked.id if found.asked else "")
            yield _Answer(name=choice, label=label, move=_move(desk, r, found, choice))
    for spot in r.spots:
        for choice in OF_SPOTS:
            if choice in choices:
                label = desk.words(f"choice.{choice}", spot=spot.number)
                leaves = choice == "spot-out"
                move = moves.SpotLeft(spot=spot.number) if leaves else moves.SpotPlaysOn(spot=spot.number)
                yield _Answer(name=f"{choice}:{spot.number}", label=label, move=move)


def _move(desk: Desk, r: Round, found: OpenIrregularity, choice: str) -> moves.Move:
    by = desk.supervisor if needs_supervisor(r, found, choice) else None
    if choice == "hand-refuse" and found.asked is not None:
        return moves.ExposedCardRefused(hand=found.asked.id)
    if choice == "hand-accept" and found.asked is not None:
        return moves.ExposedCardTaken(hand=found.asked.id, by=by)
    if choice == "dealer-accept":
        return moves.ExposedCardTaken(hand=None, by=by)
    return moves.Ruled(choice=choice, by=by)


def _button(desk: Desk, answer: _Answer) -> Button:
    """One that a supervisor must make is asked for."""
    asks = getattr(answer.move, "by", None) is not None
    return desk.button(
        f"choice:{answer.name}",
        answer.label,
        desk.ask(answer.move) if asks else desk.play(answer.move, then=closed),
        key="auto",
        hint=desk.words("irregularity.supervisor") if asks else "",
        refusal=desk.why_not(answer.move),
        main=True,
    )


def _dispute(desk: Desk, r: Round) -> Iterator[Row]:
    for code in callable_irregularities(r):
        called = moves.IrregularityCalled(code=code)
        label = desk.words.of_table(CATALOGUE[code].words)
        yield Row(elements=(desk.button(f"code:{code}", label, desk.play(called), key="auto", main=True),))
    void = desk.ask(moves.RoundVoided(by=desk.supervisor))
    yield Row(elements=(desk.button("void", desk.words("irregularity.void"), void, key="V", tone="danger"),))
